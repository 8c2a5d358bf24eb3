"""A client of the letters of a server (docs/letters.md), for tests."""
import asyncio
import json
import os
import sys

from server import PATIENCE

sys.path.append(os.path.join(os.path.dirname(__file__), "../../examples/python"))

import letters  # noqa: E402  (its folder is known from here on)


class LetterClient:
    """Somebody with a key of their own. Every message goes through `check(kind, message)`."""

    def __init__(self, socket, check=lambda kind, message: None, key=None):
        self.socket, self.check = socket, check
        self.key = key or letters.Key(os.urandom(32))
        self.address = letters.address(self.key.public)

    async def receive(self):
        answer = json.loads(await asyncio.wait_for(self.socket.recv(), PATIENCE))
        self.check("answer", answer)
        return answer

    async def ask(self, type, **fields):
        message = {"type": type, "id": 3, **fields}
        self.check("request", message)
        await self.socket.send(json.dumps(message))
        answer = await self.receive()
        assert answer.pop("id") == 3
        return answer

    async def refused(self, type, **fields):
        """Why."""
        return (await self.ask(type, **fields))["code"]

    async def enter(self):
        """Proves the address; gives back the answer."""
        hello = await self.receive()
        text = f"kibitz letter login 1\n{hello['host']}\n{hello['nonce']}".encode()
        return await self.ask("open", key=self.key.public,
                              signature=letters.to_base64url(self.key.sign(text)))

    async def send(self, public_key, text):
        file = letters.seal(self.key, public_key, text)
        return await self.ask("send", file=letters.to_base64url(file))

    async def report(self, name, text=None, note=""):
        """Shows the letter to the operator, with its own text or another one."""
        file = letters.from_base64url((await self.ask("get", letter=name))["file"])
        franking_key, written = letters.Letter(file).disclose(self.key)
        return await self.ask("report", letter=name, note=note,
                              frankingKey=letters.to_base64url(franking_key),
                              text=letters.to_base64url(written if text is None else text))

    async def read_all(self):
        """The texts of all letters by their names."""
        texts, listed = {}, {"letters": [{"number": 0}], "more": True}
        while listed["more"]:
            listed = await self.ask("list", after=listed["letters"][-1]["number"])
            for letter in listed["letters"]:
                file = letters.from_base64url((await self.ask("get", letter=letter["letter"]))["file"])
                assert letters.letter_id(file) == letter["letter"]
                assert letter["letter"] not in texts, "a letter is there twice"
                texts[letter["letter"]] = letters.Letter(file).open(self.key)
        return texts
