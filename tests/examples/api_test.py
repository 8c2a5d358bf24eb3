"""docs/api describes what the server does: every message it sends in the conversations of
docs/protocol.md and in sessions with a real server fits, and every kind of message, event and
address in the code is in the files, and the other way round."""
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
    from jsonschema import Draft202012Validator, RefResolver
    from letter_client import LetterClient, letters
except ImportError as missing:
    skip(f"Python has no package {missing.name}")

ROOT = os.path.join(os.path.dirname(__file__), "../..")
DATA = os.environ.get("KIBITZ_DATA_DIR", os.path.join(ROOT, "../shared/data"))
TABLES = os.path.join(DATA, "syzygy")


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read()


class Description:
    """A file of docs/api, and what of it was used."""

    def __init__(self, name):
        self.name = name
        self.file = json.loads(read("docs/api/" + name))
        self.resolver = RefResolver.from_schema(self.file)
        for schema in self.file["components"]["schemas"].values():
            Draft202012Validator.check_schema(schema)
        self.used = set()

    def check(self, value, schema, what):
        # The deepest complaint is the one that helps.
        for error in Draft202012Validator(schema, resolver=self.resolver).iter_errors(value):
            while error.context:
                error = max(error.context, key=lambda part: len(part.absolute_path))
            place = "/".join(map(str, error.absolute_path))
            raise AssertionError(f"{self.name}, {what}, at \"{place}\": {error.message}\n{value}")


class AsyncApi(Description):
    def __init__(self):
        super().__init__("asyncapi.json")
        self.messages = self.file["components"]["messages"]

    def names(self, who):
        return {name.removeprefix(who + "_") for name in self.messages if name.startswith(who)}

    def check_message(self, who, message):
        name = f"{who}_{message['type']}"
        assert name in self.messages, f"{self.name} has no message {name}: {message}"
        self.check(message, self.messages[name]["payload"], name)
        self.used.add(name)
        if message["type"] == "event":
            self.used.add("event " + message["event"]["type"])

    def check_engine_message(self, kind, message):
        """A request, which has a verb, or an event."""
        name = f"engine_{kind}_{message['verb' if kind == 'request' else 'event']}"
        assert name in self.messages, f"{self.name} has no message {name}: {message}"
        self.check(message, self.messages[name]["payload"], name)
        self.used.add(name)

    def check_letter_message(self, kind, message):
        """A request about letters, or an answer."""
        name = f"letters_{kind}_{message['type']}"
        assert name in self.messages, f"{self.name} has no message {name}: {message}"
        self.check(message, self.messages[name]["payload"], name)
        self.used.add(name)


class OpenApi(Description):
    def __init__(self):
        super().__init__("openapi.json")
        self.paths = self.file["paths"]

    def path_of(self, address):
        for path in sorted(self.paths, key=lambda path: path.count("{")):
            if re.fullmatch(re.sub(r"{\w+}", "[^/]+", path), address):
                return path
        raise AssertionError(f"{self.name} has no path for {address}")

    def answers(self):
        return {f"{method.upper()} {path} {status}" for path, methods in self.paths.items()
                for method, operation in methods.items() for status in operation["responses"]}

    def check_answer(self, method, address, status, body, kind="application/json"):
        path = self.path_of(address)
        responses = self.paths[path][method.lower()]["responses"]
        what = f"{method} {path} {status}"
        assert str(status) in responses, f"{self.name} has no answer {what}: {body}"
        assert kind in responses[str(status)]["content"], f"{what} is {kind}"
        self.check(body, responses[str(status)]["content"][kind]["schema"], what)
        self.used.add(what)


def check_kinds(api, web):
    """The code and the files name the same."""
    def found(pattern, *files):
        return {name for file in files for name in re.findall(pattern, read(file))}

    def same(what, code, file):
        assert code and code == file, f"{what}: only in the code {code - file}, " \
                                      f"only in docs/api {file - code}"

    protocol = "src/server/arena/protocol/"
    same("requests", found(r'Reader\{"(\w+)"', protocol + "messages.cpp"), api.names("client"))
    written = (protocol + name for name in ("front.cpp", "requests.cpp", "moderator_requests.cpp",
                                            "message_texts.cpp"))
    same("messages", found(r'"type"(?:, |\] = )"(\w+)"', *written), api.names("server"))
    events = found(r'if \(type == "(\w+)"\)', "src/server/arena/game_event.cpp")
    for description in (api, web):
        schemas = description.file["components"]["schemas"]
        same("events", events, {name.removeprefix("Event_") for name in schemas
                                if name.startswith("Event_")})
    codes = found(r'\{\w+, "(\w+)"\}', "src/server/arena/error_code.hpp")
    for description in (api, web):
        same("error codes", codes, set(description.file["components"]["schemas"]["ErrorCode"]["enum"]))
    same("codes of refused HTTP requests",
         found(r'\{\w+, "(\w+)", status_', "src/server/net/refusal.cpp")
         | found(r'\{RefusalCode::\w+, "(\w+)"', "src/server/serve/http/refusal.hpp"),
         set(web.file["components"]["schemas"]["HttpErrorCode"]["enum"]))
    same("engine's verbs", found(r'verb == "(\w+)"', "src/server/serve/engine/engine_message.cpp"),
         api.names("engine_request"))
    same("engine's events", found(r'(?:event\(|"event", |event\\":\\)"(\w+)\\?"',
                                  "src/server/serve/engine/engine_session.cpp"), api.names("engine_event"))
    same("engine's codes", found(r'"(\w+)"', "src/server/serve/engine/engine_error.hpp"),
         set(api.file["components"]["schemas"]["EngineErrorCode"]["enum"]))
    office = "src/server/letter_office/letter_office.cpp"
    same("requests about letters", found(r'\{"(\w+)", &LetterOffice', office)
         | found(r'type == "(\w+)"', office), api.names("letters_request"))
    same("answers about letters", found(r'"type"(?:, |\] = )"(\w+)"', office),
         api.names("letters_answer"))
    # Those that the office finds itself; correspond() meets some of those of the letters' format.
    known = set(api.file["components"]["schemas"]["LetterErrorCode"]["enum"])
    own = found(r'because<Refused>\(\s*"(\w+)"', office)
    assert own and own <= known, f"only in the code: {own - known}"
    format_codes = found(r'return "(\w+)";', "src/server/letters/fault.hpp")
    assert known <= own | format_codes, f"only in docs/api: {known - own - format_codes}"
    site = found(r'"(/[\w/]*\w)"', *("src/server/serve/" + name for name in (
        "site/site.cpp", "letters/letter_service.hpp", "engine/tablebase_service.hpp",
        "http/fetch_service.hpp", "games/games_service.hpp", "puzzles/puzzle_service.hpp",
        "house/house.hpp")))
    arena = {"/arena/" + part for part in found(r'what == "([\w.]+)"', protocol + "http.cpp")}
    battlebot = {"/" + part for part in found(r'what != "(\w+)"', "src/server/arena/battlebot/http.cpp")}
    # Those for programs; the others are for browsers.
    experiments = found(r"//     [A-Z]+ +(/experiments(?:/goal)?) ",
                        "src/server/serve/experiments/experiment_service.hpp")
    assert {channel["address"] for channel in api.file["channels"].values()} <= site
    fixed = {path.split("/{")[0] for path in web.paths}
    same("addresses", (site - {"/arena", "/letters"}) | arena | battlebot | experiments, fixed)


def check_conversations(api, web):
    text = read("docs/protocol.md").replace("$hex16", "0" * 16).replace("$hex64", "0" * 64)
    asked = None
    for line in re.findall(r"```conversation\n(.*?)```", text, re.S):
        for line in line.splitlines():
            if sent := re.fullmatch(r"\w+ ([<>]) (\{.*)", line):
                message = json.loads(sent[2])
                is_server = sent[1] == "<"
                if is_server or message["type"] in api.names("client"):
                    api.check_message("server" if is_server else "client", message)
            elif line.startswith("GET "):
                asked = line.split()[1]
            elif answer := re.fullmatch(r"= (\d+) (.*)", line):
                web.check_answer("GET", asked, int(answer[1]), json.loads(answer[2]))


class Client:
    """A client of the arena: every message it sends and receives is checked."""

    def __init__(self, api, socket):
        self.api, self.socket = api, socket

    async def send(self, type, **fields):
        message = {"type": type, **fields}
        self.api.check_message("client", message)
        await self.socket.send(json.dumps(message))

    async def receive(self, *types, event=None):
        while True:
            message = json.loads(await asyncio.wait_for(self.socket.recv(), PATIENCE))
            self.api.check_message("server", message)
            kind = message.get("event", {}).get("type")
            if message["type"] in types and (event is None or kind == event):
                return message

    async def ask(self, type, **fields):
        """The answer."""
        await self.send(type, id=7, **fields)
        while True:
            message = await self.receive(*self.api.names("server"))
            if message.get("id") == 7:
                return message


async def play(api, server):
    """Two players, and one who watches; gives back the ids of their games and a token."""
    async with websockets.connect(server.arena) as one, websockets.connect(server.arena) as two, \
            websockets.connect(server.arena) as three:
        ann, bob, eve = (Client(api, socket) for socket in (one, two, three))
        await eve.ask("watchLobby")
        await ann.ask("register", name="Ann", owner="a test", bot=True, version="1")
        token = (await bob.ask("register", name="Bob"))["token"]
        assert (await eve.ask("seek", game="chess", base=1000, increment=0))["type"] == "error"

        # Noughts and crosses, by seeks that fit, to a line.
        terms = {"game": "noughtsandcrosses", "base": 60_000, "increment": 0, "rated": True}
        await ann.ask("seek", **terms, side=0, lowestRating=1000)
        first = (await bob.ask("seek", **terms))["game"]
        await eve.ask("watch", game=first)
        await eve.receive("spectators")
        for n, (row, column) in enumerate([(0, 0), (1, 0), (0, 1), (1, 1), (0, 2)]):
            mover, mark = ((ann, "X"), (bob, "O"))[n % 2]
            answer = await mover.ask("move", game=first, move={"mark": mark, "space": [row, column]})
            assert answer["type"] == "ok", answer
        await eve.receive("event", event="end")
        await eve.ask("unwatch", game=first)
        await eve.ask("unwatchLobby")

        # Chess, by challenge: talk, a draw that is declined and one that is taken.
        await ann.ask("challenge", to="Bob", game="chess", base=60_000, increment=1000, side=0)
        offer = (await bob.receive("offer"))["offer"]["id"]
        second = (await bob.ask("accept", offer=offer))["game"]
        await ann.ask("move", game=second, move={"uci": "e2e4"})
        await ann.ask("chat", game=second, text="hello")
        await ann.ask("draw", game=second)
        await bob.ask("declineDraw", game=second)
        await bob.ask("claimDraw", game=second)
        await bob.ask("move", game=second, move={"uci": "e7e5"})
        await ann.ask("giveTime", game=second)
        await bob.ask("takeback", game=second)
        await ann.ask("declineTakeback", game=second)
        await ann.ask("takeback", game=second)
        assert (await bob.ask("acceptTakeback", game=second))["type"] == "ok"
        await bob.ask("draw", game=second)
        await ann.ask("draw", game=second)
        await eve.ask("watch", game=second, after=0)

        await ann.ask("block", player="Bob")
        assert (await bob.ask("chat", game=second, text="hello"))["code"] == "blockedByPlayer"
        assert (await ann.ask("blocked"))["players"] == ["Bob"]
        key = letters.Key(bytes(32))
        signature = letters.to_base64url(key.sign(b"kibitz letter name 1\nAnn"))
        await ann.ask("letterKey", key=key.public, signature=signature)
        # It is Ann's: nobody else can say that it is theirs.
        refused = await bob.ask("letterKey", key=key.public, signature=signature)
        assert refused["code"] == "badLetterKey"
        await ann.ask("unblock", player="Bob")
        assert (await eve.ask("report", game=second, player="Ann", text="talks"))["type"] == "error"
        assert (await bob.ask("report", game=second, player="Ann", text="talks"))["type"] == "ok"
        assert (await bob.ask("report", game=second, player="Ann", text="talks"))["code"] == "alreadyReported"

        # Offers that come to nothing, and a player that goes and comes back.
        for kind in ("seek", "link"):
            offer = (await ann.ask(kind, game="chess960", base=60_000, increment=0))["offer"]
            await eve.ask("showOffer", offer=offer)
            await ann.ask("cancel", offer=offer)
        await ann.ask("challenge", to="Bob", game="connectfour", base=60_000, increment=0)
        await bob.ask("decline", offer=(await bob.receive("offer"))["offer"]["id"])
        offer = (await ann.ask("link", game="connectfour", base=60_000, increment=0))["offer"]
        third = (await bob.ask("accept", offer=offer))["game"]
        await two.close()
        await ann.receive("event", event="disconnected")
        async with websockets.connect(server.arena) as again:
            bob = Client(api, again)
            await bob.ask("hello", token=token)
            await bob.receive("state")
            await bob.ask("abort", game=third)

            for name, kind, more in (("Cup", "roundRobin", {"rounds": 2}), ("Open", "swiss", {}),
                                     ("Final", "knockout", {}), ("Day", "arena", {"length": 60_000}),
                                     ("Stairs", "ladder", {"length": 60_000})):
                await ann.ask("createContest", name=name, kind=kind, game="chess", base=60_000,
                              increment=0, **more)
                for player in (ann, bob):
                    assert (await player.ask("joinContest", contest=name))["type"] == "ok"
                await ann.send("startContest", contest=name, id=1)
                game = (await ann.receive("event", event="start"))["game"]
                await ann.ask("resign", game=game)
                await ann.ask("contest", contest=name)
                await ann.ask("leaveContest", contest=name)
            await eve.ask("contests")
            await trade(server, ann, bob)
        await moderate(api, server, ann)
        # Every code that an answer has here is in the description: check_message sees to that.
        assert (await eve.ask("resign", game=first))["code"] == "notYourGame"
        await eve.ask("ping")
    return first, second, token


async def moderate(api, server, ann):
    """The operator makes Ann a moderator, who invites somebody and helps them back in."""
    assert (await ann.ask("moderation"))["code"] == "notModerator"
    server.admin("moderator", "Ann")
    assert (await ann.receive("moderator"))["openReports"] >= 0
    invitation = await ann.ask("moderate", action="invite", uses=2, hours=1, note="a test")
    server.admin("registration", "invited")
    async with websockets.connect(server.arena) as one, websockets.connect(server.arena) as two:
        lost, found = Client(api, one), Client(api, two)
        assert (await lost.ask("register", name="Lost"))["code"] == "invitationNeeded"
        assert (await lost.ask("register", name="Lost", invitation=invitation["code"]))["name"] == "Lost"
        for action in ("mute", "unmute"):
            assert (await ann.ask("moderate", action=action, player="Lost"))["type"] == "ok"
        assert (await ann.ask("moderate", action="banNetwork", network="192.0.2.0/24"))["type"] == "ok"
        shown = await ann.ask("moderation")
        assert shown["registration"] == "invited" and shown["networks"][0]["by"] == "Ann"
        await ann.ask("moderate", action="freeNetwork", network="192.0.2.0/24")
        link = await ann.ask("moderate", action="signInLink", player="Lost")
        assert (await found.ask("signIn", code=link["code"]))["name"] == "Lost"
    server.admin("registration", "open")


async def trade(server, ann, bob):
    """Points, a contest with a prize, and vouchers."""
    server.admin("points", "grant", "Ann", "100")
    server.admin("points", "grant", "Bob", "10")
    server.admin("voucher", "create", "book@Club", "Bob", "a book")
    prize = {"amount": 60, "entry": 5, "split": [60, 40]}
    terms = {"kind": "roundRobin", "game": "chess", "base": 60_000, "increment": 0}
    await ann.ask("createContest", name="Prize Cup", prize=prize, **terms)
    for player in (ann, bob):
        assert (await player.ask("joinContest", contest="Prize Cup"))["type"] == "ok"
    await ann.send("startContest", contest="Prize Cup", id=1)
    game = (await ann.receive("event", event="start"))["game"]
    await ann.ask("resign", game=game)
    contest = (await ann.ask("contest", contest="Prize Cup"))["contest"]
    assert contest["prize"]["paid"] == [{"player": "Bob", "amount": 42}, {"player": "Ann", "amount": 28}]
    assert (await bob.ask("purse"))["balances"] == [{"token": "points", "amount": 47}]
    what = {"amount": 7, "token": "points"}
    for _ in range(2):  # the same request happens once
        answer = await bob.ask("ledger", action="play/transfer", details={"to": "Ann", "what": what},
                               reference="thanks")
        assert answer["type"] == "ok", answer
    assert (await bob.ask("purse"))["balances"] == [{"token": "points", "amount": 40}]
    deposit = await ann.ask("ledger", action="deposit", details={"what": {"amount": 2, "token": "book@Club"}})
    await bob.ask("ledger", action="confirmDeposit", details={"about": deposit["fact"]})
    assert {"token": "book@Club", "amount": 2} in (await ann.ask("purse"))["balances"]
    refused = await ann.ask("ledger", action="grant", details={"amount": 5, "to": "Ann"})
    assert refused["code"] == "badField", refused
    await ann.ask("book", lots="book@Club", price="hour@Club")
    await sign(bob)


async def sign(player):
    """A player shows the key of their letters, and signs from then on."""
    key = letters.Key(bytes([1] * 32))

    async def act(action, details, text=None):
        asked = {"action": action, "details": details, "reference": action}
        text = text or (await player.ask("ledgerText", **asked))["text"]
        return await player.ask("ledger", **asked, signature=letters.to_base64url(key.sign(text.encode())))

    gift = {"to": "Ann", "what": {"amount": 1, "token": "points"}}
    assert (await player.ask("ledgerText", action="play/transfer", details=gift))["text"] is None
    assert (await act("bindKey", {"key": key.public}))["type"] == "ok"
    assert (await player.ask("purse"))["key"] == key.public
    unsigned = await player.ask("ledger", action="play/transfer", details=gift)
    assert unsigned["code"] == "signatureMissing", unsigned
    assert (await act("play/transfer", gift, "something else"))["code"] == "wrongSignature"
    assert (await act("play/transfer", gift))["type"] == "ok"


async def outlive(api, server):
    """A game that is interrupted by a crash."""
    tokens = []
    async with websockets.connect(server.arena) as one, websockets.connect(server.arena) as two:
        ann, bob = Client(api, one), Client(api, two)
        for client, name in ((ann, "Cleo"), (bob, "Dora")):
            tokens.append((await client.ask("register", name=name))["token"])
        offer = (await ann.ask("link", game="chess", base=60_000, increment=0))["offer"]
        game = (await bob.ask("accept", offer=offer))["game"]
        server.admin("drain")
        await ann.receive("warning")
        server.admin("drain", "--off")
    server.crash()
    async with websockets.connect(server.arena) as one, websockets.connect(server.arena) as two:
        for client, token in zip((Client(api, one), Client(api, two)), tokens):
            await client.ask("hello", token=token)
        await client.receive("event", event="resumed")
        await client.ask("watch", game=game, after=0)
        await client.ask("resign", game=game)


async def think(api, server):
    """The engine: every verb and every event, and why a message can be refused."""
    async with websockets.connect(server.arena.replace("/arena", "/api/engine")) as socket:
        async def send(verb, **fields):
            api.check_engine_message("request", {"verb": verb, **fields})
            await socket.send(json.dumps({"verb": verb, **fields}))

        async def receive(event, run=None):
            while True:
                message = json.loads(await asyncio.wait_for(socket.recv(), PATIENCE))
                api.check_engine_message("event", message)
                if message["event"] == event and run in (None, message.get("run")):
                    return message

        await send("config", threads=1, hashMb=1)
        await receive("config")
        await send("newGame")
        await send("position", start="", moves=["e2e4"])
        await send("played", move="e7e5")
        await send("go", run=1, limits="depth 4 multipv 2")
        await receive("info")
        assert (await receive("move", 1))["answer"]["pv"]
        await send("position", start="7k/8/5K2/6Q1/8/8/8/8 w - - 0 1")
        await send("go", run=2, limits="depth 5")
        assert (await receive("move", 2))["answer"]["mate"] == 1
        await send("go", run=3, player={"settings": "vision.depth 2", "clock": "1000 0", "seed": 5})
        assert (await receive("move", 3))["answer"]["move"]
        await send("go", run=4, limits="infinite")
        await send("stop", run=4)
        await receive("move", 4)
        await send("go", run=5, limits="forever")
        assert (await receive("error", 5))["code"] == "invalidLimits"
        await socket.send("hello")
        assert (await receive("error", 0))["code"] == "invalidMessage"


async def correspond(api, server):
    """Letters: every message and answer, and some refusals."""
    async with websockets.connect(server.arena.replace("/arena", "/letters")) as one, \
            websockets.connect(server.arena.replace("/arena", "/letters")) as two:
        ann = LetterClient(one, api.check_letter_message)
        bob = LetterClient(two, api.check_letter_message)
        await ann.enter()
        assert await ann.refused("find", address=bob.address) == "noMailbox"
        assert await bob.enter() == {"type": "opened", "address": bob.address, "letters": 0}
        key = (await ann.ask("find", address=bob.address))["key"]
        name = (await ann.send(key, "hello"))["letter"]
        assert (await ann.send(key, "hello"))["code"] == "waitForAnswer"
        assert await ann.refused("send", file="AAAA") == "noMetadata"
        listed = await bob.ask("list", after=0)
        assert [letter["letter"] for letter in listed["letters"]] == [name]
        file = letters.from_base64url((await bob.ask("get", letter=name))["file"])
        assert letters.Letter(file).open(bob.key) == "hello"
        assert await ann.refused("get", letter=name) == "noSuchLetter"
        assert (await bob.report(name, b"goodbye"))["code"] == "badCommitment"
        assert (await bob.report(name, note="no letter for me"))["type"] == "reported"
        assert (await bob.report(name))["code"] == "alreadyReported"
        server.admin("letter", "bar", ann.address)
        assert (await ann.send(bob.key.public, "hello"))["code"] == "senderBarred"
        server.admin("letter", "bar", ann.address, "--off")
        assert (await bob.ask("delete", letter=name))["type"] == "deleted"
        assert (await bob.ask("policy"))["from"] == "known"
        assert (await bob.ask("policy", **{"from": "nobody"}))["from"] == "nobody"
        assert (await ann.send(key, "hello"))["code"] == "notWanted"
        assert (await bob.ask("policy", **{"from": "known"}))["from"] == "known"
        assert (await ann.send(key, "x" * 5000))["code"] == "tooLongForStranger"
        assert (await bob.ask("block", address=ann.address, on=True))["on"]
        assert (await ann.send(key, "hello"))["code"] == "blocked"
        await one.send("hello")
        assert (await ann.receive())["code"] == "badMessage"
    # Ann has shown this key in play(): it brings her name back.
    async with websockets.connect(server.arena.replace("/arena", "/letters")) as socket, \
            websockets.connect(server.arena) as arena:
        ann = LetterClient(socket, api.check_letter_message, letters.Key(bytes(32)))
        await ann.enter()
        found = await ann.ask("find", address=ann.address)
        assert [owner["name"] for owner in found["names"]] == ["Ann"]
        signature = letters.from_base64url(found["names"][0]["signature"])
        assert letters.is_signed(letters.halves(found["key"])[0], b"kibitz letter name 1\nAnn",
                                 signature)
        assert await ann.refused("recoverName", name="Bob") == "notYourName"
        token = (await ann.ask("recoverName", name="Ann"))["token"]
        await arena.send(json.dumps({"type": "hello", "token": token}))
        assert json.loads(await arena.recv())["name"] == "Ann"
    async with websockets.connect(server.arena.replace("/arena", "/letters")) as socket:
        stranger = LetterClient(socket, api.check_letter_message)
        assert (await stranger.receive())["host"] == server.http.removeprefix("http://")
        assert await stranger.refused("list") == "notOpened"
        assert await stranger.refused("open", key=stranger.key.public, signature="A" * 86) == "wrongProof"


def look(web, server, method, address, body=None, token=None):
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    request = urllib.request.Request(server.http + address, body, headers, method=method)
    try:
        answer = urllib.request.urlopen(request, timeout=PATIENCE)
    except urllib.error.HTTPError as refusal:
        answer = refusal
    kind = answer.headers.get_content_type()
    text = answer.read().decode()
    is_json = kind == "application/json"
    address = address.partition("?")[0]
    web.check_answer(method, address, answer.status, json.loads(text) if is_json else text, kind)


def puzzle_file(server):
    """The name of one of the page's files of puzzles; None if the page was not built."""
    try:
        with urllib.request.urlopen(server.http + "/files.json", timeout=PATIENCE) as answer:
            names = json.load(answer)
    except urllib.error.HTTPError:
        return None
    return next(name.rpartition("/")[2] for name in names if "/puzzles-" in name)


def look_at_puzzles(web, server):
    file = puzzle_file(server)
    if file is None:
        print("SKIPPED: /api/puzzles, since the page was not built")
        web.used.update(answer for answer in web.answers() if "/api/puzzles/" in answer)
        return
    address = f"/api/puzzles/{file}"
    result = b'{"puzzle": 0, "solved": true, "rating": 1500, "deviation": 80}'
    for body in (result, result, b'hello', result.replace(b"0,", b"1000000,", 1)):
        look(web, server, "POST", address, body)
    look(web, server, "GET", address)
    look(web, server, "GET", "/api/puzzles/none.txt")


def look_at_everything(web, server, found):
    def ask(method, address, body=None):
        look(web, server, method, address, body)

    crosses, chess, token = found
    look(web, server, "GET", "/arena/export", token=token)
    look(web, server, "GET", "/experiments", token=token)
    look(web, server, "GET", "/experiments", token="nobody's")
    ask("GET", "/arena/export")
    ask("POST", "/bots/noughtsandcrosses", b'{"bot_id": "stork"}')
    ask("POST", "/bots/noughtsandcrosses", b'{"bot_id": "stork"}')
    ask("POST", "/games/noughtsandcrosses", b'{"bot_id": "ibis", "owner": "Bob"}')
    ask("POST", "/games/noughtsandcrosses", b'hello')
    ask("POST", "/experiments/goal", b'{"goal": "signed-up"}')
    ask("POST", "/experiments/goal", b'hello')
    look_at_puzzles(web, server)
    for address in ("/arena/games", f"/arena/games/{chess}", f"/arena/games/{crosses}",
                    f"/arena/games/{chess}.pgn", f"/arena/games/{crosses}.pgn",
                    "/arena/games/0", "/arena/players/Ann", "/arena/players/Nobody",
                    "/arena/ratings/noughtsandcrosses", "/arena/ratings/go", "/arena/contests",
                    "/arena/contests/Cup", "/arena/contests/Cup.pgn",
                    "/arena/contests/None.pgn", "/arena/contests/Stairs", "/arena/contests/None",
                    "/arena/ledger", "/arena/ledger.jsonl", "/arena/ledger/1", "/arena/ledger/0",
                    "/arena/house", "/bots/noughtsandcrosses", "/bots/go",
                    "/games/noughtsandcrosses", f"/games/noughtsandcrosses/{crosses}",
                    "/games/noughtsandcrosses/0", "/games/noughtsandcrosses/contests/cup",
                    "/api/games", "/api/games/club/tree", "/api/games/club/tree?elo=x",
                    "/api/games/none/tree", "/api/games/club/find?sort=date",
                    "/api/games/club/find?limit=x", "/api/games/none/find",
                    "/api/games/club/player?player=ann", "/api/games/club/player",
                    "/api/games/none/player", "/api/games/club/names?name=a",
                    "/api/games/club/names?name=%ff", "/api/games/none/names",
                    "/api/games/club/game/1", "/api/games/club/game/2",
                    "/api/engine", "/api/tablebase", "/api/fetch", "/experiments", "/healthz",
                    "/readyz", "/metrics"):
        ask("GET", address)


def check_all_was_used(api, web):
    """A description that nothing was held against proves nothing."""
    unused = set(api.messages) - api.used
    unused |= {"event " + name.removeprefix("Event_") for name in
               api.file["components"]["schemas"] if name.startswith("Event_")} - api.used
    unused -= {"event fault"}  # of the battlebot protocol
    unused |= {answer for answer in web.answers() - web.used if not answer.endswith((" 403", " 429"))}
    if os.path.isdir(TABLES):
        unused.discard("GET /api/tablebase 404")  # of a server without tables
    else:
        print(f"SKIPPED: /api/tablebase with tables, since {TABLES} is not there")
        unused.discard("GET /api/tablebase 200")
    assert not unused, f"never seen: {sorted(unused)}"


def import_games(folder):
    """A database of one game."""
    pgn, database = os.path.join(folder, "game.pgn"), os.path.join(folder, "db")
    with open(pgn, "w", encoding="utf-8") as file:
        file.write('[White "Ann"]\n[Black "Bob"]\n[Result "1-0"]\n\n1. e4 c5 1-0\n')
    subprocess.run([KIBITZ, "games", "import", pgn, "--to", database], check=True, timeout=PATIENCE,
                   stderr=subprocess.DEVNULL)
    return database


def main():
    with tempfile.TemporaryDirectory() as folder:
        check(import_games(folder))


def check(database):
    api, web = AsyncApi(), OpenApi()
    check_kinds(api, web)
    check_conversations(api, web)
    tables = ["--syzygy", TABLES] if os.path.isdir(TABLES) else []
    with Server("--house-players", "level-01,random", "--points", *tables, "--games", "club=" + database,
                "--experiments", os.path.join(ROOT, "examples/site/experiments.toml")) as server:
        server.admin("experiment", "start", "big-button")
        look_at_everything(web, server, asyncio.run(play(api, server)))
        asyncio.run(outlive(api, server))
        asyncio.run(think(api, server))
        asyncio.run(correspond(api, server))
    check_all_was_used(api, web)


main()
