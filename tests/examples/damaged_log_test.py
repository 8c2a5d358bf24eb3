"""A damaged log is refused, looked through and repaired as docs/operating.md says."""
import asyncio
import json
import os
import shutil
import sqlite3
import subprocess
import tempfile

from server import KIBITZ, PATIENCE, Server, skip

try:
    import websockets
except ImportError as missing:
    skip(f"Python has no package {missing.name}")


def kibitz(*words):
    return subprocess.run([KIBITZ, *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          timeout=PATIENCE, check=False)


async def play(server):
    """A game that Ann wins, and its id."""
    async with websockets.connect(server.arena) as ann, websockets.connect(server.arena) as bob:
        async def ask(socket, **message):
            await socket.send(json.dumps({**message, "id": 7}))
            while True:
                answer = json.loads(await asyncio.wait_for(socket.recv(), PATIENCE))
                if answer.get("id") == 7:
                    return answer

        for socket, name in ((ann, "Ann"), (bob, "Bob")):
            assert (await ask(socket, type="register", name=name))["type"] == "registered"
        link = await ask(ann, type="link", game="chess", base=60_000, increment=0, side=0)
        game = (await ask(bob, type="accept", offer=link["offer"]))["game"]
        assert (await ask(ann, type="move", game=game, move={"uci": "e2e4"}))["type"] == "ok"
        assert (await ask(bob, type="resign", game=game))["type"] == "ok"
        return game


def main():
    with tempfile.TemporaryDirectory() as kept:
        with Server("--house-players", "none") as server:
            game = asyncio.run(play(server))
            busy = kibitz("admin", "--data", server.folder, "check")
            assert busy.returncode == 1 and "another program uses it" in busy.stdout, busy.stdout
            server.process.terminate()
            server.process.wait(PATIENCE)
            data = os.path.join(kept, "data")
            shutil.copytree(server.folder, data)

        log = os.path.join(data, "arena.db")
        whole = kibitz("admin", "--data", data, "check")
        assert whole.returncode == 0 and "entries are as they should be" in whole.stdout, whole.stdout

        with sqlite3.connect(log) as database:
            database.execute("""UPDATE log SET fact = replace(fact, '"type":"end"', '"type":"emd"')""")
        database.close()
        serve = ("serve", "--port", "0", "--data", data, "--house-players", "none")
        refused = kibitz(*serve)
        named = f'entry 3 of the stream "{game}": its checksum does not fit'
        assert refused.returncode == 1 and named in refused.stdout, refused.stdout
        with open(log, "rb") as file:
            before = file.read()
        found = kibitz("admin", "--data", data, "check")
        assert found.returncode == 1 and named in found.stdout, found.stdout
        assert "Nothing has been changed" in found.stdout
        copy = os.path.join(kept, "copy.db")
        repaired = kibitz("admin", "--data", data, "check", "--repair", copy)
        assert repaired.returncode == 0 and named in repaired.stdout, repaired.stdout
        with open(log, "rb") as file:
            assert file.read() == before
        again = kibitz("admin", "--data", data, "check", "--repair", copy)
        assert again.returncode == 1 and "is there already" in again.stdout, again.stdout
        os.replace(copy, log)

        def runs():
            process = subprocess.Popen([KIBITZ, *serve], stdout=subprocess.PIPE, text=True)
            said = ""
            for line in process.stdout:
                said += line
                if "Ctrl-C" in line:
                    break
            games = kibitz("admin", "--data", data, "games").stdout
            process.terminate()
            assert process.wait(PATIENCE) == 0, said
            return games

        # The game that has lost its end waits for its players.
        assert game in runs()

        for size in (os.path.getsize(log) - 1000, 0):
            os.truncate(log, size)
            refused = kibitz(*serve)
            assert refused.returncode == 1, refused.stdout
            assert ("check --repair" if size else "is empty") in refused.stdout, refused.stdout
            rescued = os.path.join(kept, f"rescued-{size}.db")
            if size:
                told = kibitz("admin", "--data", data, "check", "--repair", rescued)
                assert told.returncode == 0 and "They are in" in told.stdout, told.stdout

        # A folder that had a log does not begin an empty one.
        os.remove(log)
        refused = kibitz(*serve)
        assert refused.returncode == 1 and "arena.db\" is missing" in refused.stdout, refused.stdout
        assert not os.path.exists(log)
        rescued = [name for name in os.listdir(kept) if name.startswith("rescued-")]
        shutil.copy(os.path.join(kept, rescued[0]), log)
        runs()


main()
