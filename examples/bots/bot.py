#!/usr/bin/env python3
"""A bot for the arena: plays connect four, any column that is free. docs/bots.md explains it.

    python3 bot.py ws://127.0.0.1:8080/arena NAME [GAMES]

It needs the package websockets: apt install python3-websockets.
"""
import asyncio, json, os, random, sys
import websockets

COLUMNS, ROWS = 7, 6


async def play(address, name, games):
    token_file = name + ".token"
    async with websockets.connect(address) as socket:
        async def say(type, **fields):
            await socket.send(json.dumps({"type": type, **fields}))

        async def seek():
            await say("seek", game="connectfour", base=60_000, increment=1_000)

        if os.path.exists(token_file):
            await say("hello", token=open(token_file).read())
        else:
            await say("register", name=name, bot=True)
        discs, side = None, 0  # in each column; which side is ours
        async for text in socket:
            message = json.loads(text)
            # Once it plays, that is a move after the one that ended the game.
            if message["type"] == "error" and discs is None:
                sys.exit(message["error"])
            if message["type"] == "registered":
                with open(os.open(token_file, os.O_WRONLY | os.O_CREAT, 0o600), "w") as file:
                    file.write(message["token"])
            if message["type"] in ("registered", "welcome"):
                for game in message.get("games", []):
                    await say("resign", game=game)
                await seek()
            if message["type"] != "event":
                continue
            event = message["event"]
            if event["type"] == "start":
                discs, side = [0] * COLUMNS, event["players"].index(name)
            elif event["type"] == "move":
                discs[event["move"]["column"]] += 1
            elif event["type"] == "end":
                print("won" if event["winner"] == side else event["reason"], flush=True)
                games -= 1
                if games == 0:
                    return
                await seek()
            if event["type"] in ("start", "move") and sum(discs) % 2 == side:
                free = [column for column in range(COLUMNS) if discs[column] < ROWS]
                if free:
                    await say("move", game=message["game"], move={"column": random.choice(free)})


asyncio.run(play(sys.argv[1], sys.argv[2], int(sys.argv[3]) if len(sys.argv) > 3 else 1))
