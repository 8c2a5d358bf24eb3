"""Letters on a server. A server that is killed at a random moment has every letter that it has
accepted, and no letter is listed without its file. Nothing that a server stores, backs up, logs or
carries contains the text of a letter. The moments of the kills are drawn by KIBITZ_SEED."""
import asyncio
import os
import random
import tempfile
import threading
from pathlib import Path

from server import Server, skip

try:
    import websockets
    from letter_client import LetterClient, letters
except ImportError as missing:
    skip(f"Python has no package {missing.name}")

SECRET = "Shall we play at eight under the old oak?"
KILLS = 8
SENDERS = 12  # at a time; fewer mailboxes than an hour allows
LATEST_KILL = 0.6  # seconds after the first letter; letters are stored every fifth of a second


def socket_of(server):
    return websockets.connect(server.http.replace("http", "ws") + "/letters")


async def enter(server, key=None):
    socket = await socket_of(server)
    client = LetterClient(socket, key=key)
    assert (await client.enter())["type"] == "opened"
    return client


async def send_until_killed(server, recipient):
    """Many people write at once while the server is killed; gives back what was accepted."""
    senders = await asyncio.gather(*(enter(server) for _ in range(SENDERS)))
    accepted = {}

    async def write(sender, number):
        text = f"{SECRET} {number}"
        try:
            await asyncio.sleep(random.uniform(0, LATEST_KILL))
            answer = await sender.send(recipient.public, text)
            assert answer["type"] == "sent", answer
            accepted[answer["letter"]] = text
        except (websockets.ConnectionClosed, OSError):
            pass  # killed

    threading.Timer(random.uniform(0, LATEST_KILL), server.process.kill).start()
    await asyncio.gather(*(write(sender, number) for number, sender in enumerate(senders)))
    return accepted


def survive_kills():
    recipient = letters.Key(os.urandom(32))
    accepted, seen = {}, 0
    with Server("--house-players", "none") as server:
        async def read():
            client = await enter(server, recipient)
            texts = await client.read_all()
            for name in texts:
                await client.ask("delete", letter=name)
            return texts

        asyncio.run(read())
        for _ in range(KILLS):
            accepted = asyncio.run(send_until_killed(server, recipient))
            server.crash()
            found = asyncio.run(read())
            assert accepted.items() <= found.items(), "an accepted letter is gone"
            assert all(text.startswith(SECRET) for text in found.values())
            seen += len(found)
    assert seen > 0, "no letter was ever accepted"


class Wire:
    """Passes bytes on between a client and the server, and keeps them."""

    def __init__(self, server):
        self.port = int(server.http.rsplit(":")[-1])
        self.carried = bytearray()

    async def __aenter__(self):
        self.listener = await asyncio.start_server(self.carry, "127.0.0.1", 0)
        port = self.listener.sockets[0].getsockname()[1]
        self.http = f"http://127.0.0.1:{port}"
        return self

    async def __aexit__(self, *_):
        self.listener.close()

    async def carry(self, *client):
        server = await asyncio.open_connection("127.0.0.1", self.port)
        await asyncio.gather(self.pump(client[0], server[1]), self.pump(server[0], client[1]))

    async def pump(self, reader, writer):
        try:
            while data := await reader.read(65536):
                self.carried += data
                writer.write(data)
                await writer.drain()
        except OSError:
            pass
        writer.close()


def stay_secret():
    with tempfile.TemporaryDirectory() as folder, \
            Server("--house-players", "none", "--log", f"{folder}/server.log") as server:
        async def correspond():
            async with Wire(server) as wire:
                ann, bob = await asyncio.gather(enter(wire), enter(wire))
                for text in (SECRET, "Yes, at eight."):
                    assert (await ann.send(bob.key.public, text))["type"] == "sent"
                    assert text in (await bob.read_all()).values()
                    assert (await bob.send(ann.key.public, SECRET + " too"))["type"] == "sent"
                await ann.socket.close()
                await bob.socket.close()
                return bytes(wire.carried), bob.address

        carried, address = asyncio.run(correspond())
        backup = os.path.join(server.folder, "backup.db")
        server.admin("backup", backup)
        kept = {str(path): path.read_bytes() for place in (server.folder, folder)
                for path in Path(place).rglob("*") if path.is_file()}
        kept["the traffic"] = carried
        assert {backup, f"{folder}/server.log"} <= set(kept)
        for place, data in kept.items():
            for form in (SECRET.encode(), SECRET.encode("utf-16-le"), b"under the old oak",
                         letters.to_base64url(SECRET.encode()).encode()[:40]):
                assert form not in data, f"{place} has the text of a letter"
        # The search would have found something.
        assert address.encode() in kept[os.path.join(server.folder, "letters.db")]


seed = os.environ.get("KIBITZ_SEED") or str(random.randrange(2**32))
print(f"KIBITZ_SEED={seed} repeats these kills")
random.seed(seed)
survive_kills()
stay_secret()
