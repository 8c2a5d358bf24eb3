"""What a server, a front and a bot do and say when something has run out, is damaged or was typed wrong: the
rows of an operator's evening that need whole programs."""
import asyncio
import contextlib
import json
import os
import re
import resource
import shutil
import signal
import socket
import sqlite3
import subprocess
import tempfile
import time

from front_programs import Broker
from server import KIBITZ, PATIENCE, Server, skip

try:
    import websockets
except ImportError:
    skip("Python has no package websockets")

INTERNET_CONNECTIONS, INTERNET_NAMES = 256, 100
MORE = 20                      # than these
ATTEMPTS = 4
ROOM = 40 << 20                # bytes of memory that a server may still take
UNFINISHED = b"\x01\xfe\xea\x60" + b"\0" * 4 + b"x" * 60_000  # a masked frame of 60 KB that others follow


async def names_taken(server, wanted):
    """How many of so many new names are given to one address."""
    async with contextlib.AsyncExitStack() as stack:
        taken = 0
        for number in range(wanted):
            client = await stack.enter_async_context(websockets.connect(server.arena))
            await client.send(json.dumps({"type": "register", "name": f"Child {number}"}))
            taken += json.loads(await client.recv())["type"] == "registered"
            await client.close()
        return taken


def connections_served(server, wanted):
    """How many of so many connections of one address are answered at once."""
    address = server.http.removeprefix("http://").split(":")
    with contextlib.ExitStack() as stack:
        served = 0
        for _ in range(wanted):
            client = stack.enter_context(socket.create_connection((address[0], int(address[1])), PATIENCE))
            client.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
            served += client.recv(20).startswith(b"HTTP/1.1 200")
        return served


def a_hall_is_one_address():
    with Server("--house-players", "none") as server:
        assert connections_served(server, INTERNET_CONNECTIONS + MORE) == INTERNET_CONNECTIONS
    with Server("--house-players", "none") as server:
        assert asyncio.run(names_taken(server, INTERNET_NAMES + 2)) == INTERNET_NAMES
    with Server("--house-players", "none", "--network-limits", "hall") as server:
        wanted = INTERNET_CONNECTIONS + MORE
        assert connections_served(server, wanted) == wanted
        assert asyncio.run(names_taken(server, INTERNET_NAMES + 2)) == INTERNET_NAMES + 2


def a_damaged_log_names_its_remedy():
    with tempfile.TemporaryDirectory(prefix="kibitz-test-") as folder:
        with Server("--house-players", "level-01") as server:
            data = shutil.copytree(server.folder, os.path.join(folder, "data"),
                                   ignore=shutil.ignore_patterns("*.socket"))
        with contextlib.closing(sqlite3.connect(os.path.join(data, "arena.db"))) as log, log:
            log.execute("UPDATE log SET fact = replace(fact, '\"type\"', '\"kind\"') WHERE number = 1")
        refused = subprocess.run([KIBITZ, "serve", "--port", "0", "--data", data], capture_output=True,
                                 text=True, timeout=PATIENCE, check=False)
        assert refused.returncode == 1 and "kibitz admin check --repair" in refused.stderr, refused


def a_wrong_path_of_an_arena_is_doubted():
    with Server("--house-players", "none") as server, \
            subprocess.Popen([KIBITZ, "bot", "--server", server.http + "/foo", "--name", "Anna", "--player",
                              "random"], cwd=server.folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                             text=True) as bot:
        said = ""
        while "is the address right" not in said:
            line = bot.stdout.readline()
            assert line, said
            said += line
        bot.kill()


def a_front_says_where_others_find_it():
    with Broker() as broker, \
            subprocess.Popen([KIBITZ, "front", "--nats", broker.address, "--port", "0", "--bind", "0.0.0.0"],
                             stdout=subprocess.PIPE, text=True) as front:
        said = ""
        while "Ctrl-C" not in said:
            said += front.stdout.readline()
        front.terminate()
    name = socket.gethostname()
    assert re.search(r"for others at http://(?!127\.)\S+", said) or name == "localhost", said


def want_of_memory_leaves_a_word():
    """Where a server may take only little more, messages that nobody ends take it: the server lives on, or it
    ends with a word. It does not crash, wherever the want of memory strikes."""
    with tempfile.TemporaryDirectory(prefix="kibitz-test-") as folder:
        said = os.path.join(folder, "said")
        with open(said, "w", encoding="utf-8") as output:
            server = subprocess.Popen([KIBITZ, "serve", "--port", "0", "--data", folder, "--house-players",
                                       "none", "--network-limits", "hall"], stdout=output, stderr=output)

        def words():
            with open(said, encoding="utf-8") as text:
                return text.read()

        end = time.monotonic() + PATIENCE
        while "Ctrl-C" not in words():
            assert server.poll() is None and time.monotonic() < end, words()
            time.sleep(0.05)
        host, port = re.search(r"http://([\d.]+):(\d+)", words()).groups()
        with open(f"/proc/{server.pid}/statm", encoding="ascii") as sizes:
            taken = int(sizes.read().split()[0]) * resource.getpagesize()
        resource.prlimit(server.pid, resource.RLIMIT_AS, (taken + ROOM, taken + ROOM))
        with contextlib.ExitStack() as stack:
            for _ in range(4_000):
                if server.poll() is not None:
                    break
                with contextlib.suppress(OSError):
                    client = stack.enter_context(socket.create_connection((host, int(port)), PATIENCE))
                    client.sendall(b"GET /arena HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n"
                                   b"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                                   b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n")
                    client.recv(1024)
                    client.sendall(UNFINISHED)
        if server.poll() is None:  # it has refused what it had no memory for
            with contextlib.suppress(subprocess.TimeoutExpired):
                server.wait(2)
        if server.poll() is None:
            server.terminate()
            assert server.wait(PATIENCE) == 0, words()
            return
        assert server.returncode == -signal.SIGABRT, (server.returncode, words())
        assert "no memory is left" in words(), words()


a_hall_is_one_address()
a_damaged_log_names_its_remedy()
a_wrong_path_of_an_arena_is_doubted()
a_front_says_where_others_find_it()
for _ in range(ATTEMPTS):
    want_of_memory_leaves_a_word()
