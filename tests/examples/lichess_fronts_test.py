"""The Bot API of lichess at fronts: they answer what the server that decides answers, and bots play through
two changes of that server without anybody's help."""
import asyncio
import http.client
import json
import os
import subprocess
import tempfile
import time
import urllib.parse

from front_programs import Broker, Front, ServerOnSqlite
from lichess_player import PROPER, SECONDS_FOR_ALL, Bot, Site, finished_of, register
from server import KIBITZ, PATIENCE

GAMES = 4
TAKEOVERS = 2
CLOCK = {"clock.limit": "60", "clock.increment": "0", "color": "white"}
MOST_CHALLENGES = 200  # refused much earlier


class Door(Site):
    """Its requests, one by one."""

    def ask(self, method, path, token=None, form=None):
        """The connection and its answer, which may go on."""
        connection = http.client.HTTPConnection(self.http.removeprefix("http://"), timeout=PATIENCE)
        headers = {"Host": "arena.example"}
        if token:
            headers["Authorization"] = "Bearer " + token
        body = urllib.parse.urlencode(form) if form else None
        connection.request(method, path, body, headers)
        return connection, connection.getresponse()

    def answer(self, method, path, token=None, form=None):
        _, answer = self.ask(method, path, token, form)
        return answer.status, answer.headers.get("Content-Type"), answer.read()


def next_line(stream):
    """Of a stream, with the empty ones; None at its end."""
    line = stream.readline()
    return line.decode().rstrip("\n") if line else None


def next_event(stream):
    while (line := next_line(stream)) == "":
        pass
    return json.loads(line) if line else None


def are_answered_alike(server, front):
    stork, crane = (asyncio.run(register(server, name)) for name in ("Stork", "Crane"))
    for request in (("GET", "/api/account", stork), ("GET", "/api/account"),
                    ("GET", "/api/account", "guessed"),
                    ("GET", "/api/account/playing", stork), ("GET", "/api/user/stork"),
                    ("GET", "/api/user/nobody"), ("GET", "/api/users/status?ids=stork,crane"),
                    ("GET", "/api/bot/online?nb=5"), ("GET", "/api/challenge", stork),
                    ("GET", "/api/stream/event"), ("GET", "/api/stream/event", "guessed"),
                    ("GET", "/api/bot/game/stream/0000", stork), ("GET", "/game/export/0000"),
                    ("GET", "/api/account/nothing", stork), ("POST", "/api/bot/account/upgrade", stork),
                    ("POST", "/api/bot/game/0000/resign", stork),
                    ("POST", "/api/bot/game/0000/move/e2e4?offeringDraw=true", stork),
                    ("POST", "/api/challenge/nobody", stork, CLOCK),
                    ("POST", "/api/challenge/crane", stork, {"days": "2"}),
                    ("POST", "/api/challenge/0000/accept", stork),
                    ("POST", "/api/token/test", None, {stork: ""})):
        at_server, at_front = server.answer(*request), front.answer(*request)
        assert at_server == at_front, (request, at_server, at_front)
        assert at_server[0] in (200, 400, 401, 404), at_server
    plays_at_both(server, front, stork, crane)


def plays_at_both(server, front, stork, crane):
    """One bot has its streams at the front and the other one at the server; their requests go to both."""
    _, events = front.ask("GET", "/api/stream/event", stork)
    assert events.headers["Content-Type"] == "application/x-ndjson", events.headers
    began = time.monotonic()
    assert next_line(events) == "" and time.monotonic() - began < 20, "no sign of life"
    _, others = server.ask("GET", "/api/stream/event", crane)
    status, _, challenge = front.answer("POST", "/api/challenge/crane", stork, CLOCK)
    assert status == 200, challenge
    challenge = json.loads(challenge)
    assert challenge["url"].startswith("http://arena.example/"), challenge
    game = challenge["id"]
    assert next_event(events)["type"] == "challenge"
    assert server.answer("POST", f"/api/challenge/{game}/accept", crane)[0] == 200
    assert next_event(events)["game"]["gameId"] == game
    _, white = front.ask("GET", f"/api/bot/game/stream/{game}", stork)
    assert next_event(white)["type"] == "gameFull"
    moves = ["f2f3", "e7e5", "g2g4", "d8h4"]
    for number, move in enumerate(moves):
        token, site = ((stork, front), (crane, server))[number % 2]
        assert site.answer("POST", f"/api/bot/game/{game}/move/{move}", token)[0] == 200
        while (state := next_event(white))["type"] != "gameState":
            pass
        assert state["moves"] == " ".join(moves[:number + 1]), state
    while (last := next_event(white)) is not None:
        state = last
    assert state["status"] == "mate", state
    # The player has one stream of events, wherever it is.
    _, second = server.ask("GET", "/api/stream/event", stork)
    while next_line(events) is not None:
        pass
    refused_for_now(front, stork)
    for stream in (second, others):
        stream.close()


def refused_for_now(front, token):
    for _ in range(MOST_CHALLENGES):
        _, answer = front.ask("POST", "/api/challenge/crane", token, CLOCK)
        if answer.status == 429:
            assert int(answer.headers["Retry-After"]) > 0, answer.headers
            return
        assert answer.status == 200, answer.status
    raise AssertionError("as many challenges as one likes")


def play_through_takeovers(fronts, kill_and_replace):
    bot = Bot(fronts[0], "Heron", "--at-end", "leave")
    bot.wait_for("plays as Heron")
    opponent = subprocess.Popen(
        [KIBITZ, "bot", "--server", fronts[1].http, "--name", "Opponent", "--player", "level-01",
         "--tc", "2+1", "--challenge", "Heron", "--games", str(GAMES), "--concurrency", "2",
         "--token-file", os.path.join(fronts[1].folder, "token")],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    for number in range(TAKEOVERS):
        bot.wait_for("against Opponent begins", number + 1)
        kill_and_replace()
    said, _ = opponent.communicate(timeout=SECONDS_FOR_ALL)
    assert opponent.returncode == 0, said + bot.said()
    endings = [game["ending"] for game in finished_of(fronts[0], "Heron")]
    assert len(endings) == GAMES and set(endings) <= PROPER, (endings, said, bot.said())
    bot.end()
    return endings


def main():
    with Broker() as broker, tempfile.TemporaryDirectory(prefix="kibitz-test-") as folder:
        servers = [ServerOnSqlite(folder, broker)]

        def kill_and_replace():
            servers.pop().kill()
            servers.append(ServerOnSqlite(folder, broker))

        try:
            with Front(broker, "--port", "0") as first, Front(broker, "--port", "0") as second:
                for front in (first, second):
                    front.wait_until_ready()
                are_answered_alike(Door(servers[0], folder), Door(first, folder))
                print(play_through_takeovers([Site(first, folder), Site(second, folder)], kill_and_replace))
        finally:
            for server in servers:
                server.kill()


main()
