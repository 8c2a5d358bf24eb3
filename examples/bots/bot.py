#!/usr/bin/env python3
"""A bot for the arena: plays connect four, any column that is free. docs/bots.md explains it.

    python3 bot.py ws://127.0.0.1:8080/arena NAME [GAMES]

It continues its game after a lost connection. It needs the package websockets:
apt install python3-websockets.
"""
import asyncio
import json
import os
import random
import sys

import websockets

COLUMNS, ROWS = 7, 6
PAUSE = 2  # seconds, before it connects again


async def play(socket, name, left):
    """Until no games are left, or the connection is lost."""
    async def say(type, **fields):
        await socket.send(json.dumps({"type": type, **fields}))

    file, discs, side = name + ".token", [], None  # discs in each column; the side that is ours
    new = not os.path.exists(file)
    await (say("register", name=name, bot=True) if new else say("hello", token=open(file).read()))
    async for text in socket:
        message = json.loads(text)
        event = message.get("event", message)
        if "type" not in event:
            sys.exit("this address has another protocol; that of the arena ends with /arena")
        if event["type"] == "error" and side is None:
            sys.exit(event["error"])
        elif event["type"] == "registered":
            with open(os.open(file, os.O_WRONLY | os.O_CREAT, 0o600), "w") as token:
                token.write(event["token"])
        elif event["type"] == "state":  # of a game it comes back to
            side, board = event["state"]["players"].index(name), event["state"]["view"]["board"]
            discs = [sum(row[column] != "." for row in board) for column in range(COLUMNS)]
        elif event["type"] == "start":
            side, discs = event["players"].index(name), [0] * COLUMNS
        elif event["type"] == "move":
            discs[event["move"]["column"]] += 1
        elif event["type"] == "end":
            print("won" if event["winner"] == side else event["reason"], flush=True)
            left["games"] -= 1
        if left["games"] == 0:
            return
        if event["type"] in ("registered", "welcome", "end") and not event.get("games"):
            await say("seek", game="connectfour", base=60_000, increment=1_000)
        free = [column for column, count in enumerate(discs) if count < ROWS]
        if event["type"] in ("state", "start", "move", "resumed") and sum(discs) % 2 == side and free:
            await say("move", game=message["game"], move={"column": random.choice(free)})


async def main(address, name, games=1):
    left = {"games": int(games)}
    while left["games"] > 0:
        try:
            async with websockets.connect(address) as socket:
                await play(socket, name, left)
        except (OSError, websockets.ConnectionClosed) as lost:
            print(f"no connection ({lost}), trying again", file=sys.stderr, flush=True)
            await asyncio.sleep(PAUSE)


asyncio.run(main(*sys.argv[1:]))
