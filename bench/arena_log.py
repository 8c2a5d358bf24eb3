"""A long log for an arena, in PostgreSQL: rated games of seventy moves that are over. For
bench/arena-takeover and bench/arena-storm."""
import json
import subprocess

PLIES = 70
# Rounds of four and six moves, so that no position comes five times.
WHITE_MOVES = ("g1f3", "f3g5", "g5h3", "h3g1")
BLACK_MOVES = ("b8c6", "c6d4", "d4e6", "e6c5", "c5a6", "a6b8")
BEGINNING = 1_500_000_000_000      # milliseconds since 1970
# Without checksums, as version 1 made it: the server adds the columns, and such entries need none.
TABLE = ("CREATE TABLE kibitz_log (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, stream text NOT NULL,"
         " number integer NOT NULL, fact text NOT NULL, UNIQUE (stream, number))")


def accounts(players):
    for number in range(1, players + 1):
        yield "accounts", number, {
            "type": "account", "name": f"Player{number}", "owner": "", "registered": BEGINNING, "bot": True,
            "classicGame": "", "sealedPassHash": "", "tokenHash": f"{number:064x}"}


def game(number, players):
    """Its entries. The players take turns, so that in the end each has met many."""
    first = number % players + 1
    second = (first + number // players) % players + 1
    facts = [{"type": "start", "game": "chess", "setup": {},
              "players": [f"Player{first}", f"Player{second}"], "base": 180_000, "increment": 2_000,
              "perMove": False, "lagCredit": 100, "awayLimit": 60_000, "mostFaults": 0, "rated": True,
              "classic": False, "contest": ""}]
    for ply in range(PLIES):
        moves = (WHITE_MOVES, BLACK_MOVES)[ply % 2]
        facts.append({"type": "move", "side": ply % 2, "used": 10,
                      "move": {"uci": moves[ply // 2 % len(moves)]}})
    facts.append({"type": "end", "ending": "resignation", "winner": number % 2, "reason": "resignation"})
    for place, fact in enumerate(facts, 1):
        time_of_fact = BEGINNING + 10 * (number * len(facts) + place)
        yield f"{number:016x}", place, {**fact, "number": place, "time": time_of_fact}


def fill(cluster, entries, players):
    """The database, which has no log yet, with about so many entries."""
    cluster.query(TABLE)
    psql = [*cluster.psql, "-c", "COPY kibitz_log (stream, number, fact) FROM STDIN"]
    with subprocess.Popen(psql, stdin=subprocess.PIPE, text=True, cwd="/") as filling:
        def write(some):
            for stream, number, fact in some:
                filling.stdin.write(f"{stream}\t{number}\t{json.dumps(fact)}\n")
        write(accounts(players))
        for number in range(max(0, entries - players) // (PLIES + 2)):
            write(game(number, players))
    assert filling.returncode == 0, "the log cannot be filled"
