"""`kibitz bot --lichess` at sites that answer oddly, wrongly or not at all: it lives on, and asks for nothing
odd; or it ends with a sentence that says what to do."""
import concurrent.futures
import json
import os
import signal
import subprocess
import tempfile
import time

from odd_site import (ACCOUNT, CUT, DONE, HTML, NEVER, THEM, OddSite, Stream, challenged, error, full,
                      started, state)
from server import KIBITZ, PATIENCE

EVENTS, GAME = "/api/stream/event", "/api/bot/game/stream/"
ENVIRONMENT = {**os.environ, "KIBITZ_LICHESS_TOKEN": "t"}
STANDS = Stream(stays=True)


class Player:
    """The program at that site, until the end of the block; it has to live until then."""
    def __init__(self, site, *options):
        self.log = tempfile.TemporaryFile(mode="w+")
        self.process = subprocess.Popen(
            [KIBITZ, "bot", "--lichess", "--server", site.http, "--player", "random", "--concurrency", "9",
             *options], stdout=self.log, stderr=subprocess.STDOUT, env=ENVIRONMENT)

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        if kind is None:
            assert self.process.poll() is None, self.said()
            self.process.send_signal(signal.SIGTERM)
            self.process.send_signal(signal.SIGINT)
            self.process.wait(PATIENCE)
            assert self.process.returncode == 0, (self.process.returncode, self.said())
        self.process.kill()

    def said(self):
        self.log.seek(0)
        return self.log.read()

    def wait_until(self, what):
        end = time.monotonic() + PATIENCE
        while not what():
            assert self.process.poll() is None and time.monotonic() < end, self.said()
            time.sleep(0.05)

    def wait_for(self, text):
        self.wait_until(lambda: text in self.said())


def ends(answers, why, *options):
    with OddSite(answers) as site, tempfile.TemporaryFile(mode="w+") as log:
        code = subprocess.run(
            [KIBITZ, "bot", "--lichess", "--server", site.http, "--player", "random", *options], stdout=log,
            stderr=subprocess.STDOUT, timeout=PATIENCE, env=ENVIRONMENT).returncode
        log.seek(0)
        said = log.read()
    assert code == 1 and why in said, (code, said)


def ends_with_advice():
    """What cannot get better by waiting."""
    advice = "Make a new one with the scopes bot:play, challenge:read and challenge:write"
    for status in (401, 403):
        ends({"/api/account": [error(status, "No such token")]}, advice)
        ends({EVENTS: [error(status)]}, advice)
    ends({EVENTS: [Stream(started("g1"), stays=True)], GAME + "g1": [error(401)]}, advice)
    for answer in (error(404), (200, {}, "<html>Welcome</html>"), (200, {}, "[]"),
                   (302, {"Location": "/"}, "")):
        ends({"/api/account": [answer]}, "does not speak the Bot API of lichess")
    person = (200, {}, '{"id":"ann","username":"Ann"}')
    ends({"/api/account": [person]}, "--upgrade makes it one")
    ends({"/api/account": [person], "/api/bot/account/upgrade": [error(400, "You have played games")]},
         "You have played games", "--upgrade")


def waits_for_a_site_that_is_down():
    answers = [CUT, HTML, error(500), ACCOUNT]
    with OddSite({"/api/account": answers, EVENTS: [STANDS]}) as site, Player(site) as player:
        player.wait_for("it plays as Stork")
        assert player.said().count("the site cannot be reached") == 1, player.said()


def understands_odd_lines():
    """Unknown types and fields, wrong types, nesting, bytes that are no text; then a real game."""
    odd = ["", "{", "[" * 5000, "null", "7", '"text"', '{"type":"newKind","x":{}}', '{"type":7}',
           '{"type":"gameStart"}',
           '{"type":"gameStart","game":{"gameId":"../../account"}}', '{"type":"gameStart","game":[]}',
           '{"type":"challenge","challenge":{"id":7,"challenger":[]}}', b"\xff\xfe\x00\n",
           "x" * 100_000,
           challenged("odd1", challenger=None, variant="standard", timeControl=[], speed={}),
           challenged("odd2", variant={"key": "duck"}),
           challenged("odd3", timeControl={"type": "unlimited"}),
           challenged("odd4", timeControl={"type": "clock", "limit": -5, "increment": 1e300})]
    game_lines = ["{", '{"type":"gameFull"}', '{"type":"gameState","moves":[],"status":7}',
                  '{"type":"newKind"}', '{"type":"chatLine","username":"\\u001b[2J","text":7}',
                  '{"type":"opponentGone","gone":"yes"}',
                  full("g1", players=7, white={**THEM, "rating": "high"},
                       black={"id": "stork", "name": "Stork"},
                       state=state("e2e4", wdraw=3, expiration={"idleMillis": 1}))]
    with OddSite({EVENTS: [Stream(*odd, started("g1"), stays=True)],
                  GAME + "g1": [Stream(*game_lines, stays=True)]}) as site, Player(site) as player:
        player.wait_until(lambda: site.count("POST /api/bot/game/g1/move/") == 1)
        for name in ("odd1", "odd2", "odd3", "odd4"):
            decline = f"POST /api/challenge/{name}/decline reason="
            player.wait_until(lambda decline=decline: site.count(decline) == 1)
        assert site.count("account") == 1 and site.count("accept") == 0, site.asked


def gives_up_what_cannot_be_played():
    games = {"variant": full("variant", variant={"key": "duck"}),
             "empty": full("empty", initialFen="8/8/8/8/8/8/8/8 w - - 0 1"),
             "check": full("check", initialFen="4k3/8/8/8/8/8/8/4RK2 w - - 0 1"),
             "moves": full("moves", state=state("e2e4 e7e5 e4e5"))}
    with OddSite({EVENTS: [Stream(*map(started, games), stays=True)],
                  **{GAME + game: [Stream(line, stays=True)] for game, line in games.items()}}) as site, \
            Player(site) as player:
        for game in ("variant", "empty", "check"):
            player.wait_until(lambda game=game: site.count(f"POST /api/bot/game/{game}/abort") == 1)
        player.wait_until(lambda: site.count("POST /api/bot/game/moves/resign") == 1)
        assert site.count("/move/") == 0, site.asked


def lives_through_lost_streams():
    """Streams end in the middle of a line, answer with 500, HTML and nothing, and are there again."""
    line = full("g1").encode()
    won = json.dumps(state("e2e4", status="resign", winner="white"))
    events = [Stream(started("g1").encode()[:20]), error(500), Stream(started("g1"), stays=True)]
    game = [Stream(line[:len(line) // 2]), CUT, HTML, Stream(full("g1"), 1, won, stays=True)]
    with OddSite({EVENTS: events, GAME + "g1": game}) as site, Player(site) as player:
        player.wait_for("game g1 against Ann: won (resign)")
        assert site.count("POST /api/bot/game/g1/move/") == 1, site.asked


def sends_a_move_until_it_is_there():
    """Answers to a move that are none."""
    moves = {"/api/bot/game/g1/move/a1b1": [CUT, HTML, error(500), DONE]}
    game = full("g1", initialFen="8/8/8/p7/P7/1k6/8/K7 w - - 0 1")  # White has one move
    with OddSite({EVENTS: [Stream(started("g1"), stays=True)], **moves,
                  GAME + "g1": [Stream(game, stays=True)]}) as site, Player(site) as player:
        player.wait_until(lambda: site.count("POST /api/bot/game/g1/move/") == 4)


def waits_after_too_many_requests():
    """Nothing at all is sent while the site wants its peace."""
    with OddSite({"/api/account": [error(429, Retry_After="3600"), ACCOUNT]}) as site, Player(site) as player:
        player.wait_for("the site has had too many requests; nothing is sent for 3600 seconds")
        time.sleep(2)
        assert len(site.asked) == 1, site.asked


def ends_while_the_site_never_answers():
    with OddSite({"/api/account": [NEVER]}) as site, Player(site) as player:
        player.wait_until(lambda: site.count("/api/account") == 1)
    with OddSite({EVENTS: [NEVER]}) as site, Player(site) as player:
        player.wait_until(lambda: site.count(EVENTS) == 1)


if __name__ == "__main__":
    with concurrent.futures.ThreadPoolExecutor(max_workers=8) as pool:  # most of it is waiting
        tried = [(what, pool.submit(what)) for what in (
            ends_with_advice, waits_for_a_site_that_is_down, understands_odd_lines,
            gives_up_what_cannot_be_played, lives_through_lost_streams, sends_a_move_until_it_is_there,
            waits_after_too_many_requests, ends_while_the_site_never_answers)]
        for what, done in tried:
            done.result()
            print(what.__name__)
