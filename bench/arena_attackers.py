"""What strangers try against an arena, for bench/arena-storm. Each attacker has an address of its own, does
one of these again and again, and must be refused without harm to anybody else:

    half requests     200 connections that send a line of a request now and then, and never its end
    deep messages     nested JSON, texts of megabytes, bytes that are no UTF-8, huge numbers
    odd requests      line ends in addresses and headers, bodies without an end, headers of 100 KB
    bad names         names and contests with NUL, line ends and signs that reverse the direction of writing
    others' games     moves, resignations, draws and takebacks in games of other people
"""
import asyncio
import contextlib
import hashlib
import json
import logging
import random
import ssl
import urllib.parse

import websockets

PAUSE = 0.2              # seconds between two attempts
PATIENCE = 5             # seconds for an answer
HALF_REQUESTS = 200      # connections at once
DEPTH = 100_000          # of nested JSON
LARGE = 3 << 20          # bytes of a message
FIRST_ADDRESS = 100
GAME = "noughtsandcrosses"  # of the battlebot protocol
ODD_TEXTS = ("poison\0x", "two\r\nlines", "\u202egnp.exe", "\ud800", "x" * 5000, "\x1b[2J", "a\u200bb")
GAME_MESSAGES = ({"type": "move", "move": {"uci": "e2e4"}},
                 *({"type": kind} for kind in ("resign", "draw", "claimDraw", "takeback", "acceptTakeback",
                                               "giveTime", "abort")))
DEEP_MESSAGES = ("[" * DEPTH, '{"type":"hello","token":' + "[" * DEPTH + "]" * DEPTH + "}",
                 '{"type":"' + "x" * LARGE + '"}', '{"type":"hello","id":1e999999}',
                 '{"type":"watch","game":123456789012345678901234567890}', b"\xff\xfe\x00",
                 '{"type":"register","name":"\\u0000"}', "null", "")
ODD_REQUESTS = (b"GET /arena/games/1%0d%0aSet-Cookie:%20x HTTP/1.1\r\nHost: x\r\n\r\n",
                b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"y" * 100_000 + b"\r\n\r\n",
                b"POST /arena/letters HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999\r\n\r\nx",
                b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n",
                b"GET /../../etc/passwd HTTP/1.1\r\nHost: x\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\x00",
                b"\0" * 1000)

# The proxy of bench/arena-storm shows a certificate that nobody has signed.
TLS = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
TLS.check_hostname, TLS.verify_mode = False, ssl.CERT_NONE

# asyncio warns of writing to what the arena has closed, which is what is tried here.
logging.getLogger("asyncio").setLevel(logging.ERROR)


def tls_of(address):
    return TLS if address.startswith("wss:") else None


def socket_to(address, local):
    return websockets.connect(address, ssl=tls_of(address), local_addr=local, open_timeout=PATIENCE,
                              close_timeout=1)


class Attacks:
    """`fronts` are addresses such as ws://10.0.1.2:8080 or wss://10.0.1.4:443, `games()` the numbers of games
    that others play."""

    def __init__(self, fronts, count, games):
        self.fronts, self.games = fronts, games
        self.kinds = (self.half_requests, self.deep_messages, self.odd_requests, self.bad_names,
                      self.others_games)
        self.attempts = {kind.__name__: 0 for kind in self.kinds}
        self.count, self.bots = count, {}
        self.successes = []

    @staticmethod
    def address(number):
        return f"10.0.1.{FIRST_ADDRESS + number}"

    def all(self):
        return [self.attack(number) for number in range(self.count)]

    def report(self):
        if self.count:
            tried = (f"{count} × {name.replace('_', ' ')}" for name, count in self.attempts.items())
            yield f"{', '.join(tried)}; {len(self.successes)} were obeyed"
        yield from self.successes

    async def attack(self, number):
        kind = self.kinds[number % len(self.kinds)]
        local = self.address(number), 0
        while True:
            # A part of the arena may be away, and it may close the connection at any time.
            with contextlib.suppress(OSError, EOFError, asyncio.TimeoutError, websockets.WebSocketException):
                await kind(random.choice(self.fronts), local)
            await asyncio.sleep(PAUSE)

    async def connect(self, front, local):
        at = urllib.parse.urlsplit(front)
        opened = asyncio.open_connection(at.hostname, at.port, ssl=tls_of(front), local_addr=local)
        return await asyncio.wait_for(opened, PATIENCE)

    async def half_requests(self, front, local):
        writers = []
        try:
            for _ in range(HALF_REQUESTS):
                _, writer = await self.connect(front, local)
                writers.append(writer)
                writer.write(b"GET /arena HTTP/1.1\r\nHost: x\r\n")
                self.attempts["half_requests"] += 1
            for _ in range(10):
                await asyncio.sleep(1)
                for writer in writers:
                    if not writer.is_closing():
                        writer.write(b"X-Slow: 1\r\n")
        finally:
            for writer in writers:
                writer.close()

    async def deep_messages(self, front, local):
        for text in DEEP_MESSAGES:
            async with socket_to(front + "/arena", local) as socket:
                self.attempts["deep_messages"] += 1
                await socket.send(text)
                answer = json.loads(await asyncio.wait_for(socket.recv(), PATIENCE))
                if answer.get("type") in ("registered", "welcome", "state"):
                    self.successes.append(f"{text[:60]!r} was answered by {answer}")

    async def odd_requests(self, front, local):
        for text in ODD_REQUESTS:
            reader, writer = await self.connect(front, local)
            self.attempts["odd_requests"] += 1
            try:
                writer.write(text)
                answer = await asyncio.wait_for(reader.read(4096), PATIENCE)
                head = answer.split(b"\r\n\r\n")[0].lower()
                if b"\r\nset-cookie: x" in head or b"root:" in answer:
                    self.successes.append(f"{text[:60]!r} was answered by {answer[:200]!r}")
            except asyncio.TimeoutError:
                pass
            finally:
                writer.close()

    async def bad_names(self, front, local):
        name, password = await self.bot_of(front, local)
        for text in ODD_TEXTS:
            for path, message in (("/arena", {"type": "register", "name": text}),
                                  ("/battlebot", {"bot_id": name, "game": GAME, "contest": text})):
                async with socket_to(front + path, local) as socket:
                    self.attempts["bad_names"] += 1
                    if path == "/battlebot":
                        salt = json.loads(await asyncio.wait_for(socket.recv(), PATIENCE))["salt"]
                        message["login_hash"] = hashlib.sha256((password + salt).encode()).hexdigest()
                    await socket.send(json.dumps(message))
                    answer = json.loads(await asyncio.wait_for(socket.recv(), PATIENCE))
                    if answer.get("type") == "registered" or answer.get("authentication") == "OK":
                        self.successes.append(f"{message} was answered by {answer}")

    async def bot_of(self, front, local):
        """One of each attacker; more may not register."""
        if local not in self.bots:
            name = f"Mallory{random.randrange(10**9)}"
            answer = await self.post(front, local, f"/bots/{GAME}", {"bot_id": name})
            if "pass_hash" not in answer:
                raise OSError(f"no bot: {answer}")
            self.bots[local] = name, answer["pass_hash"]
        return self.bots[local]

    async def post(self, front, local, path, message):
        body = json.dumps(message).encode()
        reader, writer = await self.connect(front, local)
        try:
            writer.write(f"POST {path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                         f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n".encode() + body)
            answer = await asyncio.wait_for(reader.read(), PATIENCE)
            return json.loads(answer.split(b"\r\n\r\n", 1)[1])
        except ValueError as error:
            raise OSError("the arena does not answer") from error
        finally:
            writer.close()

    async def others_games(self, front, local):
        async with socket_to(front + "/arena", local) as socket:
            await socket.send(json.dumps({"type": "register", "name": f"Mallory {random.randrange(10**9)}"}))
            await asyncio.wait_for(socket.recv(), PATIENCE)
            for number in range(50):
                game = random.choice(self.games() or ["1"])
                message = {**random.choice(GAME_MESSAGES), "game": game, "id": number}
                self.attempts["others_games"] += 1
                await socket.send(json.dumps(message))
                async for text in socket:
                    answer = json.loads(text)
                    if answer.get("id") == number:
                        break
                if answer["type"] != "error":
                    self.successes.append(f"{message} was answered by {answer}")
                await asyncio.sleep(PAUSE / 4)
