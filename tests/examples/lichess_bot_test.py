"""The real lichess-bot plays here with its address changed. KIBITZ_LICHESS_BOT is a checkout of it, and
PYTHONPATH has what it needs: python3-yaml, -requests, -backoff and -rich, and python-chess 1.11.
KIBITZ_LICHESS_GAMES says how many games (2)."""
import asyncio
import json
import os
import re
import shutil
import subprocess
import sys
import time

from server import KIBITZ, PATIENCE, Server, skip

FOLDER = os.environ.get("KIBITZ_LICHESS_BOT")
GAMES = int(os.environ.get("KIBITZ_LICHESS_GAMES", 2))
if not FOLDER:
    skip("KIBITZ_LICHESS_BOT is no checkout of lichess-bot")
try:
    import backoff
    import chess
    import requests
    import rich
    import websockets
    import yaml
    assert backoff and chess and requests and rich
except ImportError as missing:
    skip(f"Python has no package {missing.name}, which lichess-bot needs")

ENGINE = shutil.which("stockfish", path=os.environ["PATH"] + ":/usr/games")
SECONDS_A_GAME = 90
AT_ONCE = min(4, GAMES)


async def register(server, name):
    async with websockets.connect(server.arena) as socket:
        await socket.send(json.dumps({"type": "register", "name": name, "bot": True}))
        while (answer := json.loads(await socket.recv()))["type"] != "welcome" and "token" not in answer:
            assert answer["type"] != "error", answer
        return answer["token"]


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


def play(server):
    token = asyncio.run(register(server, "Stork"))
    config = os.path.join(server.folder, "config.yml")
    with open(config, "w", encoding="utf-8") as file:
        yaml.safe_dump(settings_of(server, token), file)
    log = os.path.join(server.folder, "bot.log")
    with open(log, "w", encoding="utf-8") as output:
        bot = subprocess.Popen([sys.executable, os.path.join(FOLDER, "lichess-bot.py"), "--config", config,
                                "--disable_auto_logging"], cwd=FOLDER, stdout=output,
                               stderr=subprocess.STDOUT, start_new_session=True)
    said = lambda: open(log, encoding="utf-8").read()  # noqa: E731
    try:
        end = time.monotonic() + PATIENCE
        while "You're now connected" not in said():
            assert bot.poll() is None and time.monotonic() < end, said()
            time.sleep(0.2)
        opponent = subprocess.run(
            [KIBITZ, "bot", "--server", server.http, "--name", "Opponent", "--player", "level-01",
             "--tc", "0.5+0.2", "--challenge", "Stork", "--games", str(GAMES), "--concurrency",
             str(AT_ONCE), "--token-file", os.path.join(server.folder, "token")],
            capture_output=True, text=True, timeout=SECONDS_A_GAME * GAMES)
        assert opponent.returncode == 0, opponent.stdout + opponent.stderr + said()
    finally:
        os.killpg(bot.pid, 15)
        bot.wait(PATIENCE)
    over = [game for game in server.get("/arena/games")["finished"] if "Stork" in game["players"]]
    endings = sorted(game["ending"] for game in over)
    assert len(over) == GAMES and set(endings) <= {"rules", "resignation", "draw agreed", "draw claimed"}, (
        endings, said()[-3000:])
    errors = re.findall(r".*(?:Traceback|ERROR|HTTPError).*", said())
    assert not errors, said()[-5000:]
    print(f"{GAMES} games of lichess-bot {'with Stockfish' if ENGINE else 'with Kibitz'}:",
          endings)


with Server("--house-players", "none") as arena:
    play(arena)
