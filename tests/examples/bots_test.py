"""The bots in examples/bots play what docs/bots.md says."""
import os
import shutil
import signal
import stat
import sys
import time

from server import KIBITZ, Server, finish, skip

BOTS = os.path.join(os.path.dirname(__file__), "../../examples/bots")


def bot(name):
    return os.path.abspath(os.path.join(BOTS, name))


def battlebots_play_a_contest_over_tls():
    with Server("--house-players", "none") as server:
        # Twice: the second time they are registered already.
        for contest in ("spring", "autumn"):
            both = [server.start(sys.executable, bot("battlebot.py"), server.https, name, contest,
                                 "5", server.certificate) for name in ("ann", "bob")]
            said = [finish(one) for one in both]
            assert said[0] == said[1] and len(said[0].splitlines()) == 5, said
            table = server.get(f"/games/noughtsandcrosses/contests/{contest}")
            assert len(table["games"]) == 5, table
            assert [row["bot_id"] for row in table["bots"]] in (["ann", "bob"], ["bob", "ann"])
        mode = os.stat(os.path.join(server.folder, "ann.pass_hash")).st_mode
        assert stat.S_IMODE(mode) == 0o600


def python_and_javascript_meet():
    node = shutil.which("node")
    if not node:
        skip("there is no Node.js for the bot in JavaScript")
    with Server("--house-players", "none") as server:
        for _ in range(2):
            one = server.start(sys.executable, bot("bot.py"), server.arena, "Pia", "3")
            other = server.start(node, bot("bot.mjs"), server.arena, "Jo", "3",
                                 NODE_OPTIONS="--experimental-websocket --no-warnings")
            for said in (finish(one), finish(other)):
                assert len(said.splitlines()) == 3, said
        games = server.get("/arena/games")
        assert games["live"] == [] and len(games["finished"]) == 6, games
        assert all(game["ending"] == "rules" for game in games["finished"]), games


def both_come_back_when_the_server_does():
    python = [sys.executable, bot("bot.py")]
    node = [shutil.which("node"), bot("bot.mjs")]
    with Server("--house-players", "none") as server:
        def start(command, name):
            return server.start(*command, server.arena, name, "1",
                                NODE_OPTIONS="--experimental-websocket --no-warnings")

        for one, name, other in ((python, "Pia", node), (node, "Jo", python)):
            waits = start(one, name)
            token = os.path.join(server.folder, name + ".token")
            while waits.poll() is None and not os.path.exists(token):
                time.sleep(0.05)
            server.crash()
            comes = start(other, "against " + name)
            assert finish(comes).splitlines()
            assert "no connection" in finish(waits)
        games = server.get("/arena/games")
        assert len(games["finished"]) == 2, games


def a_wrong_address_is_said_to_be_one():
    node = shutil.which("node")
    with Server("--house-players", "none") as server:
        wrong = server.arena.removesuffix("/arena")
        for command in ([sys.executable, bot("bot.py")], [node, bot("bot.mjs")] if node else None):
            if not command:
                continue
            lost = server.start(*command, wrong, "Pia", "1",
                                NODE_OPTIONS="--experimental-websocket --no-warnings")
            said = lost.communicate(timeout=60)[0]
            assert lost.returncode != 0 and "that of the arena ends with /arena" in said, said


def an_engine_of_the_other_protocol_needs_its_option():
    with Server("--house-players", "none") as server:
        engine = os.path.join(server.folder, "deaf-engine")
        with open(engine, "w", encoding="utf-8") as script:
            script.write("#!/bin/sh\nwhile read -r line; do :; done\n")
        os.chmod(engine, 0o700)
        deaf = server.start(KIBITZ, "bot", "--server", server.http, "--name", "Deaf", "--engine",
                            engine, "--games", "1", "--token-file", "deaf.token")
        said = deaf.communicate(timeout=60)[0]
        assert deaf.returncode != 0 and "needs --xboard" in said and engine in said, said


def a_bot_waits_for_its_server():
    with Server("--house-players", "none") as server:
        def start(name, *options):
            return server.start(KIBITZ, "bot", "--server", server.http, "--name", name, "--games", "1",
                                "--player", "level-01", "--token-file", name + ".token", *options)

        server.kill()
        early = start("Early")
        ends = start("Ends")
        for waiting in (early, ends):
            said = waiting.stdout.readline()
            assert "the server cannot be reached" in said and "Ctrl-C ends that" in said, said
        ends.send_signal(signal.SIGINT)
        assert "cannot" not in finish(ends)
        server.come_back()
        late = start("Late", "--challenge", "Early")
        assert "the server is there" in finish(early)
        finish(late)


battlebots_play_a_contest_over_tls()
a_bot_waits_for_its_server()
an_engine_of_the_other_protocol_needs_its_option()
try:
    import websockets  # noqa: F401  (only whether it is there)
except ImportError:
    skip("there is no package websockets for the bot in Python")
a_wrong_address_is_said_to_be_one()
python_and_javascript_meet()
both_come_back_when_the_server_does()
