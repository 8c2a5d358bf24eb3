"""`kibitz bot --lichess` plays in an arena, which answers the Bot API of lichess: it is challenged and
challenges, is killed in the middle of its games and goes on with them, and ends as it is asked to."""
import os
import subprocess

from lichess_player import PROPER, SECONDS_FOR_ALL, Bot, finished_of
from server import KIBITZ, PATIENCE, Server

CHALLENGED, CHALLENGING = 4, 2  # games


def is_challenged_and_killed(server):
    bot = Bot(server, "Stork", "--hello", "Good luck, {opponent}!", "--at-end", "leave")
    bot.wait_for("plays as Stork")
    opponent = subprocess.Popen(
        [KIBITZ, "bot", "--server", server.http, "--name", "Opponent", "--player", "level-01", "--tc", "1+1",
         "--challenge", "Stork", "--games", str(CHALLENGED), "--concurrency", "2", "--token-file",
         os.path.join(server.folder, "token")], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    bot.wait_for("against Opponent begins")
    bot.process.kill()  # at once: a game takes less than a second where nothing else runs
    bot.process.wait()
    bot.start()
    bot.wait_for("plays as Stork", 2)
    said, _ = opponent.communicate(timeout=SECONDS_FOR_ALL)
    assert opponent.returncode == 0, said + bot.said()
    endings = [game["ending"] for game in finished_of(server, "Stork")]
    assert len(endings) == CHALLENGED and set(endings) <= PROPER, (endings, bot.said())
    assert "refuses a move" not in bot.said(), bot.said()
    bot.end()
    assert "left for the next start" in bot.said()
    return endings


def challenges(server):
    waits = Bot(server, "Heron")
    waits.wait_for("plays as Heron")
    bot = Bot(server, "Crane", "--challenge", "Heron", "--tc", "1+1", "--challenge-pause", "1", "--games",
              str(CHALLENGING), is_encrypted=True)
    assert bot.process.wait(SECONDS_FOR_ALL) == 0, bot.said() + waits.said()
    assert f"{CHALLENGING} games: " in bot.said()
    endings = [game["ending"] for game in finished_of(server, "Crane")]
    assert len(endings) == CHALLENGING and set(endings) <= PROPER, (endings, bot.said())
    waits.end()
    return endings


def is_refused(server):
    token = os.path.join(server.folder, "wrong")
    with open(token, "w", encoding="utf-8") as file:
        file.write("nobodys\n")
    environment = {name: value for name, value in os.environ.items() if name != "KIBITZ_LICHESS_TOKEN"}
    for options, why in ((["--token-file", token], "the site refuses the token"),
                         ([], "there is no token: put it in the environment, KIBITZ_LICHESS_TOKEN")):
        bot = subprocess.run(
            [KIBITZ, "bot", "--lichess", "--server", server.http, "--player", "level-01", *options],
            capture_output=True, text=True, timeout=PATIENCE, env=environment)
        assert bot.returncode == 1 and why in bot.stderr, bot.stderr


with Server("--house-players", "none") as arena:
    is_refused(arena)
    print("challenged:", is_challenged_and_killed(arena), "challenging:", challenges(arena))
