"""Bots of tests that come over the Bot API of lichess. A site is where they play: it has `http`, `arena`, and
a `folder` for what they leave; and `https` with a `certificate` for those that want TLS."""
import asyncio
import json
import os
import re
import signal
import subprocess
import time

from server import KIBITZ, PATIENCE, skip

try:
    import websockets
except ImportError:
    skip("Python has no package websockets")

SECONDS_FOR_ALL = 300
PROPER = {"rules", "resignation", "draw agreed", "draw claimed"}  # endings


class Site:
    """A server or a front as a bot sees it."""

    def __init__(self, program, folder):
        self.folder, self.http, self.get = folder, program.http, program.get
        self.arena = self.http.replace("http", "ws") + "/arena"


async def register(site, name):
    """The token of a new bot."""
    async with websockets.connect(site.arena) as socket:
        await socket.send(json.dumps({"type": "register", "name": name, "bot": True}))
        while (answer := json.loads(await socket.recv()))["type"] != "welcome" and "token" not in answer:
            assert answer["type"] != "error", answer
        return answer["token"]


class Bot:
    """`kibitz bot --lichess`."""

    def __init__(self, site, name, *options, is_encrypted=False):
        place = [site.https, "--ca", site.certificate] if is_encrypted else [site.http]
        self.options = ["--server", *place, *options]
        self.token = os.path.join(site.folder, name + ".token")
        with open(self.token, "w", encoding="utf-8") as file:
            file.write(asyncio.run(register(site, name)) + "\n")
        self.log = os.path.join(site.folder, name + ".log")
        self.start()

    def start(self):
        with open(self.log, "a", encoding="utf-8") as output:
            self.process = subprocess.Popen(
                [KIBITZ, "bot", "--lichess", "--token-file", self.token, "--player", "level-01",
                 "--concurrency", "2", *self.options], stdout=output, stderr=subprocess.STDOUT)

    def said(self):
        with open(self.log, encoding="utf-8") as log:
            return log.read()

    def wait_for(self, pattern, times=1):
        end = time.monotonic() + SECONDS_FOR_ALL
        while len(re.findall(pattern, self.said())) < times:
            assert self.process.poll() is None and time.monotonic() < end, self.said()
            time.sleep(0.05)

    def end(self, code=0):
        self.process.send_signal(signal.SIGTERM)
        assert self.process.wait(PATIENCE) == code, self.said()


def finished_of(site, name):
    return [game for game in site.get("/arena/games")["finished"] if name in game["players"]]
