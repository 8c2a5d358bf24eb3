"""The real lichess-bot plays here with its address changed, also at a front while the server is replaced.
KIBITZ_LICHESS_BOT is a checkout of it, and PYTHONPATH has what it needs: python3-yaml, -requests, -backoff
and -rich, and python-chess 1.11. KIBITZ_LICHESS_GAMES says how many games each time (2), and
KIBITZ_LICHESS_CLOCK their minutes and seconds (0.5+0.2), more of which a busy machine needs."""
import asyncio
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

from front_programs import Broker, Front, ServerOnSqlite
from lichess_player import PROPER, Site, finished_of, register
from server import KIBITZ, PATIENCE, Server, skip

FOLDER = os.environ.get("KIBITZ_LICHESS_BOT")
GAMES = int(os.environ.get("KIBITZ_LICHESS_GAMES", 2))
CLOCK = os.environ.get("KIBITZ_LICHESS_CLOCK", "0.5+0.2")
if not FOLDER:
    skip("KIBITZ_LICHESS_BOT is no checkout of lichess-bot")
try:
    import backoff
    import chess
    import requests
    import rich
    import yaml
    assert backoff and chess and requests and rich
except ImportError as missing:
    skip(f"Python has no package {missing.name}, which lichess-bot needs")

ENGINE = shutil.which("stockfish", path=os.environ["PATH"] + ":/usr/games")
SECONDS_A_GAME = 90
AT_ONCE = min(4, GAMES)


def settings_of(server, token):
    with open(os.path.join(FOLDER, "config.yml.default"), encoding="utf-8") as file:
        settings = yaml.safe_load(file)
    settings["url"], settings["token"] = server.http + "/", token
    engine = os.path.realpath(ENGINE or KIBITZ)
    settings["engine"].update(dir=os.path.dirname(engine), name=os.path.basename(engine), ponder=False,
                              engine_options={} if ENGINE else {"uci": None}, uci_options={"Threads": 1})
    settings["engine"].pop("interpreter", None)
    challenge = settings["challenge"]
    challenge.update(concurrency=AT_ONCE, accept_bot=True, only_bot=False, min_increment=0, max_increment=60,
                     min_base=0, max_base=600, modes=["casual", "rated"], variants=["standard"],
                     time_controls=["bullet", "blitz", "rapid", "classical"])
    settings["abort_time"] = 60
    settings["matchmaking"]["allow_matchmaking"] = False
    return settings


def play(site, disturb=None):
    """What its log says. Once it plays, `disturb` is called."""
    token = asyncio.run(register(site, "Stork"))
    config = os.path.join(site.folder, "config.yml")
    with open(config, "w", encoding="utf-8") as file:
        yaml.safe_dump(settings_of(site, token), file)
    log = os.path.join(site.folder, "bot.log")
    with open(log, "w", encoding="utf-8") as output:
        bot = subprocess.Popen([sys.executable, os.path.join(FOLDER, "lichess-bot.py"), "--config", config,
                                "--disable_auto_logging"], cwd=FOLDER, stdout=output,
                               stderr=subprocess.STDOUT, start_new_session=True)
    said = lambda: open(log, encoding="utf-8").read()  # noqa: E731
    try:
        wait_for(bot, said, "You're now connected")
        opponent = subprocess.Popen(
            [KIBITZ, "bot", "--server", site.http, "--name", "Opponent", "--player", "level-01",
             "--tc", CLOCK, "--challenge", "Stork", "--games", str(GAMES), "--concurrency",
             str(AT_ONCE), "--token-file", os.path.join(site.folder, "token")],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if disturb:
            wait_for(bot, said, "+++")
            disturb()
        opponent_said, _ = opponent.communicate(timeout=SECONDS_A_GAME * GAMES)
        assert opponent.returncode == 0, opponent_said + said()
    finally:
        os.killpg(bot.pid, 15)
        bot.wait(PATIENCE)
    endings = sorted(game["ending"] for game in finished_of(site, "Stork"))
    assert len(endings) == GAMES and set(endings) <= PROPER, (endings, said()[-3000:])
    print(f"{GAMES} games of lichess-bot {'with Stockfish' if ENGINE else 'with Kibitz'}:",
          endings)
    return said()


def wait_for(bot, said, words):
    end = time.monotonic() + PATIENCE
    while words not in said():
        assert bot.poll() is None and time.monotonic() < end, said()
        time.sleep(0.2)


def play_at_a_front():
    with Broker() as broker, tempfile.TemporaryDirectory(prefix="kibitz-test-") as folder:
        servers = [ServerOnSqlite(folder, broker)]

        def replace():
            servers.pop().kill()
            servers.append(ServerOnSqlite(folder, broker))

        try:
            with Front(broker, "--port", "0") as front:
                front.wait_until_ready()
                play(Site(front, folder), replace)
        finally:
            servers.pop().kill()


with Server("--house-players", "none") as arena:
    log_of_bot = play(arena)
    assert not re.findall(r".*(?:Traceback|ERROR|HTTPError).*", log_of_bot), log_of_bot[-5000:]
play_at_a_front()
