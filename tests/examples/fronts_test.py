"""Two fronts have the connections and another server decides. When that one is killed, the sockets stay
open, and the games go on with the next one where the log says."""
import asyncio
import contextlib
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
import types
import urllib.error
import urllib.request

from front_programs import Broker, Front, ServerOnSqlite
from server import KIBITZ, PATIENCE, finish, skip
from standby_servers import LONGEST_TAKEOVER, Cluster, Server

try:
    import websockets
except ImportError as missing:
    skip(f"Python has no package {missing.name}")

BOTS = os.path.join(os.path.dirname(__file__), "../../examples/bots")
# Knights go out and back, a server is killed, pawns move, and so on; in the end Black is mated.
SHUFFLE = ["g1f3", "g8f6", "f3g1", "f6g8"]
PAWNS = [("a2a3", "a7a6"), ("a3a4", "a6a5"), ("h2h3", "h7h6")]
MATE = ["e2e4", "e7e5", "f1c4", "b8c6", "d1h5", "g8f6", "h5f7"]


class Client:
    """One socket, which must stay open; all that it hears of games is kept."""

    def __init__(self, front):
        self.address = front.http.replace("http", "ws") + "/arena"
        self.heard = {}    # events by game and number
        self.states = []
        self.replies = {}
        self.changed = asyncio.Condition()
        self.last_id = 0

    async def __aenter__(self):
        self.socket = await websockets.connect(self.address)
        self.reader = asyncio.create_task(self.read())
        return self

    async def __aexit__(self, *_):
        assert not self.reader.done(), "the socket was closed"
        self.reader.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self.reader
        await self.socket.close()

    async def read(self):
        async for text in self.socket:
            message = json.loads(text)
            async with self.changed:
                if "id" in message:
                    assert message["id"] not in self.replies, "answered twice"
                    self.replies[message["id"]] = message
                elif message["type"] == "event":
                    key = message["game"], message["event"]["number"]
                    assert key not in self.heard, f"heard twice: {message}"
                    self.heard[key] = message["event"]
                elif message["type"] == "state":
                    self.states.append(message)
                self.changed.notify_all()

    async def wait_for(self, condition, what):
        async def wait():
            async with self.changed:
                await self.changed.wait_for(condition)
        try:
            await asyncio.wait_for(wait(), PATIENCE)
        except asyncio.TimeoutError:
            raise AssertionError(f"{what}: {self.states} {self.heard}") from None

    async def ask(self, **message):
        self.last_id += 1
        number = self.last_id
        await self.socket.send(json.dumps({**message, "id": number}))
        await self.wait_for(lambda: number in self.replies, message)
        return self.replies[number]

    def last_move(self, game):
        moves = [event for key, event in sorted(self.heard.items())
                 if key[0] == game and event["type"] == "move"]
        return moves[-1]["move"]["uci"] if moves else None


async def begin_game(ann, bob, eve):
    for client, name in ((ann, "Ann"), (bob, "Bob")):
        assert (await client.ask(type="register", name=name))["type"] == "registered"
    link = await ann.ask(type="link", game="chess", base=600_000, increment=0, side=0)
    game = (await bob.ask(type="accept", offer=link["offer"]))["game"]
    assert (await eve.ask(type="watch", game=game))["type"] == "ok"
    return game


async def move(player, game, uci):
    """Until it is done: during a change of servers, and until both are back, moves are refused."""
    give_up = time.monotonic() + PATIENCE
    while True:
        answer = await player.ask(type="move", game=game, move={"uci": uci})
        if answer["type"] == "ok":
            return
        assert answer["code"] in ("interrupted", "gamePaused"), answer
        await asyncio.sleep(0.01)
        # It may have been done before the server was killed.
        if player.states and player.states[-1]["state"]["view"].get("last", {}).get("uci") == uci:
            return
        assert time.monotonic() < give_up, "the game does not go on"


async def play(players, game, moves):
    for number, uci in enumerate(moves):
        await move(players[number % 2], game, uci)


async def play_through_takeovers(fronts, kill_and_replace, pawns):
    """A game between players at two fronts, with a spectator; the server is replaced between its moves."""
    async with Client(fronts[0]) as ann, Client(fronts[1]) as bob, Client(fronts[1]) as eve:
        game = await begin_game(ann, bob, eve)
        for white, black in pawns:
            await play((ann, bob), game, SHUFFLE)
            before = len(eve.states)
            await asyncio.get_running_loop().run_in_executor(None, kill_and_replace)
            began = time.monotonic()
            await move(ann, game, white)
            await move(bob, game, black)
            took = time.monotonic() - began
            assert took < LONGEST_TAKEOVER, took
            print(f"the game went on {took:.2f} s after the next server was started")
            await eve.wait_for(lambda known=before: len(eve.states) > known,
                               "no state for the spectator")
        await play((ann, bob), game, MATE)
        await eve.wait_for(lambda: any(event["type"] == "end" for event in eve.heard.values()), "no end")
        stored = fronts[0].get(f"/arena/games/{game}")
        assert stored["state"]["end"]["winner"] == 0, stored
        log = {event["number"]: event for event in stored["events"]}
        for client in (ann, bob, eve):
            for (_, number), event in client.heard.items():
                assert log[number]["type"] == event["type"], (log[number], event)
                assert log[number].get("move") == event.get("move"), (log[number], event)
        # Clocks stand while nobody decides: all that was used is on the moves.
        used = sum(event["used"] for event in log.values() if event["type"] == "move")
        assert used < 60_000, used


def on_sqlite(broker):
    with tempfile.TemporaryDirectory(prefix="kibitz-test-") as folder:
        servers = [ServerOnSqlite(folder, broker, "--tls-port", "0")]
        certificate = [os.path.join(folder, name) for name in ("certificate.pem", "certificate-key.pem")]

        def kill_and_replace():
            servers.pop().kill()
            servers.append(ServerOnSqlite(folder, broker))

        try:
            with Front(broker, "--port", "0") as first, \
                 Front(broker, "--port", "0", "--tls-port", "0", "--certificate", certificate[0],
                       "--certificate-key", certificate[1]) as second:
                for front in (first, second):
                    front.wait_until_ready()
                asyncio.run(play_through_takeovers((first, second), kill_and_replace, PAWNS))
                battlebots_play(second, certificate[0])
                with urllib.request.urlopen(first.http + "/metrics", timeout=PATIENCE) as answer:
                    assert "kibitz_front_linked 1" in answer.read().decode()
                servers.pop().kill()
                time.sleep(3)
                assert not first.is_ready()
        finally:
            for server in servers:
                server.kill()


def battlebots_play(front, certificate):
    """The bots of 2017, which know nothing of fronts."""
    address = "https://localhost:" + front.said.split("https://127.0.0.1:")[1].split("/")[0]
    with tempfile.TemporaryDirectory(prefix="kibitz-test-") as folder:
        both = [subprocess.Popen([sys.executable, os.path.abspath(os.path.join(BOTS, "battlebot.py")),
                                  address, name, "spring", "3", certificate], cwd=folder,
                                 stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
                for name in ("amy", "ben")]
        said = [finish(bot) for bot in both]
        assert said[0] == said[1] and len(said[0].splitlines()) == 3, said
        table = front.get("/games/noughtsandcrosses/contests/spring")
        assert len(table["games"]) == 3, table


def ask_databases(broker):
    """What the server says about games in its databases, a front says, too."""
    pgn = "".join(f'[White "Berg, Anna"]\n[Black "Dahl, Ida"]\n[Round "{number}"]\n[Result "1-0"]\n\n'
                  f"1. e4 e5 2. Nf3 {reply} 1-0\n\n" for number, reply in enumerate(("Nc6", "Nf6", "d6")))
    with tempfile.TemporaryDirectory(prefix="kibitz-test-") as folder:
        database = os.path.join(folder, "games")
        subprocess.run([KIBITZ, "games", "import", "-", "--to", database], input=pgn, text=True, check=True,
                       capture_output=True, timeout=PATIENCE)
        served = ServerOnSqlite(os.path.join(folder, "server"), broker, "--games", f"club={database}")
        with served as server, Front(broker, "--port", "0") as front:
            front.wait_until_ready()
            for path in ("/api/games", "/api/games/club/tree", "/api/games/club/find?player=berg&limit=2",
                         "/api/games/club/player?player=dahl", "/api/games/club/names?name=da",
                         "/api/games/club/game/2", "/api/games/club/game/4", "/api/games/none/tree",
                         "/api/games/club/find?since=soon"):
                said = [answer_of(program, path) for program in (server, front)]
                assert said[0] == said[1], (path, said)
            assert front.get("/api/games") == {"databases": [{"name": "club", "games": 3}]}
    with tempfile.TemporaryDirectory(prefix="kibitz-test-") as folder, \
            ServerOnSqlite(folder, broker) as server, Front(broker, "--port", "0") as front:
        front.wait_until_ready()
        assert front.get("/api/games") == {"databases": []}


def count_puzzles(broker):
    """A result that somebody sends to a front counts at the server."""
    with tempfile.TemporaryDirectory(prefix="kibitz-test-") as folder, \
            ServerOnSqlite(folder, broker) as server, Front(broker, "--port", "0") as front:
        front.wait_until_ready()
        assert answer_of(front, "/api/puzzles/none.txt")[0] == 404
        status, _, names = answer_of(front, "/files.json")
        if status != 200:
            print("SKIPPED: puzzles at fronts, since the page was not built")
            return
        file = next(name for name in json.loads(names) if "/puzzles-" in name)
        for program in (server, front):
            with urllib.request.urlopen(f"{program.http}/{file.lstrip('/')}", timeout=PATIENCE) as answer:
                assert answer.headers["Kibitz-Puzzles"] == "counted"
        path = f"/api/puzzles/{file.rpartition('/')[2]}"
        result = b'{"puzzle": 0, "solved": true, "rating": 1500, "deviation": 80}'
        assert json.loads(answer_of(front, path, result)[2]) == {"counted": True}
        # The same address again, at the server itself.
        assert json.loads(answer_of(server, path, result)[2]) == {"counted": False}
        assert answer_of(front, path) == answer_of(server, path)
        assert answer_of(front, path, b"hello") == answer_of(server, path, b"hello")


def answer_of(program, path, body=None):
    """Status, kind and text."""
    try:
        with urllib.request.urlopen(program.http + path, body, timeout=PATIENCE) as answer:
            return answer.status, answer.headers["Content-Type"], answer.read()
    except urllib.error.HTTPError as refusal:
        return refusal.code, refusal.headers["Content-Type"], refusal.read()


def on_postgres(broker):
    with Cluster() as cluster, contextlib.ExitStack() as running:
        servers = [running.enter_context(Server(cluster, "--nats", broker.address))]
        servers[0].wait_for("Ctrl-C ends it.")

        def stand_by():
            standby = running.enter_context(Server(cluster, "--standby", "--nats", broker.address,
                                                   key_of=servers[0]))
            standby.wait_for("standingBy")
            servers.append(standby)

        def kill_and_replace():
            servers[-2].process.kill()

        fronts = [running.enter_context(Front(broker, "--port", "0")) for _ in range(2)]
        for front in fronts:
            front.wait_until_ready()
        stand_by()
        asyncio.run(play_through_takeovers(fronts, kill_and_replace, PAWNS[:1]))


def begin_before_the_broker():
    """A server and a front find the broker when it comes. Meanwhile they say that it is not there, and the
    server serves its own clients."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    absent = types.SimpleNamespace(address=f"nats://127.0.0.1:{port}")
    with tempfile.TemporaryDirectory(prefix="kibitz-test-") as folder, \
            ServerOnSqlite(folder, absent) as server, Front(absent, "--port", "0") as front:
        for program in (server, front):
            program.wait_for("brokerUnreachable")
        with urllib.request.urlopen(server.http + "/readyz", timeout=PATIENCE) as answer:
            assert answer.status == 200
        assert not front.is_ready()
        with Broker(port=port):
            front.wait_until_ready()
            server.wait_for("brokerReached")


def wrong_passwords_end_it():
    """A broker that refuses the password is not asked again, and nobody reads the password in the log."""
    with Broker(options=("--user", "arena", "--pass", "right")) as broker, \
            tempfile.TemporaryDirectory(prefix="kibitz-test-") as folder:
        wrong = broker.address.replace("://", "://arena:mistyped@")
        for command in (["front", "--port", "0"], ["serve", "--port", "0", "--data", folder]):
            ended = subprocess.run([KIBITZ, *command, "--nats", wrong], capture_output=True, text=True,
                                   timeout=PATIENCE, check=False)
            said = ended.stdout + ended.stderr
            assert ended.returncode == 1, said
            assert "Authorization Violation" in said, said
            assert "mistyped" not in said, said
        right = types.SimpleNamespace(address=broker.address.replace("://", "://arena:right@"))
        with ServerOnSqlite(folder, right), Front(right, "--port", "0") as front:
            front.wait_until_ready()


def main():
    begin_before_the_broker()
    wrong_passwords_end_it()
    with Broker() as broker:
        on_sqlite(broker)
        on_postgres(broker)
    with Broker() as broker:  # of its own: epochs of other logs mean nothing here
        ask_databases(broker)
    with Broker() as broker:
        count_puzzles(broker)


main()
