"""Experiments on players of the house (docs/ab-testing.md), on a server with people who play, leave
and come back: each plays against one file, a restart changes nothing, and the arena counts."""
import asyncio
import json
import os
import re
import subprocess
import tempfile
import urllib.error
import urllib.request

from server import KIBITZ, PATIENCE, Server, skip

try:
    import websockets
except ImportError as missing:
    skip(f"Python has no package {missing.name}")

PEOPLE = 24
PLAYER = "Sparring"
FIRST_MOVES = ("a2a3", "a2a4", "b2b3", "b2b4", "c2c3", "c2c4", "d2d3", "d2d4", "e2e3", "e2e4", "f2f3",
               "f2f4", "g2g3", "g2g4", "h2h3", "h2h4", "b1a3", "b1c3", "g1f3", "g1h3")

PLAN = f'''
[experiment.deeper]
threshold = 0.5
opponent = "{PLAYER}"
file = "deeper.toml"
goal = "rematch"
guards = ["finished", "score", "moves", "another-game"]
within-hours = 1
'''
GOALS = ["rematch", "finished", "score", "moves", "another-game"]


def write(folder, name, text):
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def engine_file(folder, name, depth):
    return write(folder, name, f'name = "{PLAYER}"\nkind = "engine"\n[engine]\ndepth = {depth}\n')


def moves_that_tell(usual, deeper):
    """A first move, and what each of the files replies."""
    def reply(file, move):
        said = subprocess.run([KIBITZ, "player", file, "--moves", move], check=True, text=True,
                              stdout=subprocess.PIPE, timeout=PATIENCE).stdout
        return re.match(rf"{PLAYER} plays (\S+)", said)[1]

    for move in FIRST_MOVES:
        replies = reply(usual, move), reply(deeper, move)
        if replies[0] != replies[1]:
            return move, *replies
    raise AssertionError("the files reply alike to every first move")


class Person:
    def __init__(self, server, number):
        self.server, self.name, self.token = server, f"Person {number}", None

    async def __aenter__(self):
        self.earlier = []  # received while something else was waited for
        self.socket = await websockets.connect(self.server.arena)
        if self.token is None:
            self.token = (await self.ask("register", name=self.name))["token"]
        else:
            await self.ask("hello", token=self.token)
        return self

    async def __aexit__(self, *_):
        await self.socket.close()

    async def receive(self, wanted):
        for place, message in enumerate(self.earlier):
            if wanted(message):
                return self.earlier.pop(place)
        while True:
            message = json.loads(await asyncio.wait_for(self.socket.recv(), PATIENCE))
            if wanted(message):
                return message
            self.earlier.append(message)

    async def ask(self, type, **fields):
        await self.socket.send(json.dumps({"type": type, "id": 1, **fields}))
        answer = await self.receive(lambda message: message.get("id") == 1)
        assert answer["type"] != "error", answer
        return answer

    async def event(self, kind):
        return await self.receive(lambda message: message.get("event", {}).get("type") == kind)

    async def begin(self, move):
        """A game with that first move; gives back its id and the reply, in the notation of people."""
        await self.ask("challenge", to=PLAYER, game="chess", base=60_000, increment=0, side=0)
        game = (await self.event("start"))["game"]
        await self.socket.send(json.dumps({"type": "move", "game": game, "move": {"uci": move}}))
        await self.event("move")  # their own
        await self.event("move")  # the reply
        return game, self.server.get(f"/arena/games/{game}")["state"]["view"]["last"]["san"]

    async def play(self, move):
        """A whole game, which they resign; gives back the reply."""
        game, reply = await self.begin(move)
        await self.ask("resign", game=game)
        await self.event("end")
        return reply

    def ask_http(self, path, method="GET"):
        request = urllib.request.Request(self.server.http + path, method=method,
                                         headers={"Authorization": f"Bearer {self.token}"})
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            text = answer.read()
            return json.loads(text) if text else answer.status


def report(server):
    said = subprocess.run([KIBITZ, "admin", "--data", server.folder, "--json", "experiment", "report",
                           "deeper"], check=True, stdout=subprocess.PIPE, timeout=PATIENCE).stdout
    return json.loads(said)


def journal(server):
    with open(os.path.join(server.folder, "experiments.jsonl"), encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def counted(server, goal):
    return sum(fact["fact"] == "goal" and fact["goal"] == GOALS.index(goal) for fact in journal(server))


async def meet(people, move, replies):
    """Everybody plays once; gives back who plays against which file."""
    against = {}
    for person in people:
        async with person:
            against[person.name] = replies[await person.play(move)]
    return against


async def refused(server, token):
    request = urllib.request.Request(server.http + "/experiments",
                                     headers={"Authorization": f"Bearer {token}"})
    try:
        urllib.request.urlopen(request, timeout=PATIENCE)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)["code"]
    raise AssertionError("a token that is nobody's was accepted")


async def go_through(server, move, replies):
    people = [Person(server, number) for number in range(PEOPLE)]
    # Somebody whose game was under way before counts only from their next one on.
    early = Person(server, "early")
    async with early:
        game, reply = await early.begin(move)
        assert replies[reply] == "usual"
        server.admin("experiment", "start", "deeper")
        await early.ask("resign", game=game)
        await early.event("end")
    assert not any(fact["fact"] == "seen" for fact in journal(server))

    against = await meet(people, move, replies)
    deeper = [person for person in people if against[person.name] == "deeper"]
    assert PEOPLE // 6 <= len(deeper) <= PEOPLE - PEOPLE // 6, f"{len(deeper)} of {PEOPLE}"
    assert report(server)["waiting"] == PEOPLE
    assert counted(server, "finished") == counted(server, "moves") == PEOPLE
    assert counted(server, "rematch") == counted(server, "score") == 0

    for person in people:
        said = person.ask_http("/experiments")
        assert said["playerTakesPart"]
        assert said["opponents"][0]["opponent"] == PLAYER
        assert said["opponents"][0]["variant"] == (against[person.name] == "deeper")
    assert "variant" not in server.get("/experiments")["opponents"][0]
    assert await refused(server, "nobody's") == (401, "unknownToken")

    # The same file in every game, whatever happens to the server.
    back = people[:PEOPLE // 2]
    assert (await meet(back[:6], move, replies)).items() <= against.items()
    server.crash()
    assert (await meet(back[6:], move, replies)).items() <= against.items()
    assert counted(server, "rematch") == counted(server, "another-game") == len(back)

    # A new name changes nothing.
    renamed = deeper[0]
    server.admin("rename", renamed.name, "Somebody Else")
    async with renamed:
        assert replies[await renamed.play(move)] == "deeper"

    # Who leaves plays against the player as always.
    leaver = deeper[1]
    assert leaver.ask_http("/experiments/leave", "POST") == 204
    said = leaver.ask_http("/experiments")
    assert not said["playerTakesPart"] and not said["opponents"][0]["variant"]
    async with leaver:
        assert replies[await leaver.play(move)] == "usual"
    server.crash()
    async with leaver:
        assert replies[await leaver.play(move)] == "usual"
    assert leaver.ask_http("/experiments/join", "POST") == 204
    async with leaver:
        assert replies[await leaver.play(move)] == "deeper"

    # Nothing in the journal names anybody who takes part, or leads to their games.
    text = json.dumps(journal(server))
    assert "account:" + leaver.name in text  # until their choice is written anew
    assert not any(person.name in text for person in people if person is not leaver)
    server.admin("forget", leaver.name)
    assert leaver.name not in json.dumps(journal(server))
    assert report(server)["waiting"] == PEOPLE - 1

    # After the end it is the usual player for everybody, and only totals are left.
    server.admin("experiment", "stop", "deeper")
    async with deeper[2]:
        assert replies[await deeper[2].play(move)] == "usual"
    server.admin("experiment", "keep", "deeper")
    assert [fact["fact"] for fact in journal(server)] == ["kept"]


def main():
    with tempfile.TemporaryDirectory() as folder:
        usual, deeper = engine_file(folder, "usual.toml", 1), engine_file(folder, "deeper.toml", 5)
        plan = write(folder, "experiments.toml", PLAN)
        subprocess.run([KIBITZ, "experiment", "check", plan], check=True, timeout=PATIENCE)
        move, as_usual, as_deeper = moves_that_tell(usual, deeper)
        with Server("--house-players", usual, "--experiments", plan) as server:
            asyncio.run(go_through(server, move, {as_usual: "usual", as_deeper: "deeper"}))


main()
