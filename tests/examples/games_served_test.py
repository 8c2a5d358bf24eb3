"""What `kibitz serve --games` answers is what `kibitz games` finds in the same database: trees, games
and players, for queries drawn at random."""
import csv
import io
import json
import os
import random
import re
import subprocess
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request

from server import KIBITZ, PATIENCE, Server

PLAYERS = ["Berg, Anna", "Berg, Ben", "Cruz, Cleo", "Dahl, Ida", "Eck, Jan", "Ödegaard, Zoë"]
OPENINGS = ["e4 e5 Nf3 Nc6 Bb5", "e4 e5 Nf3 Nc6 Bc4", "e4 c5 Nf3 d6 d4", "e4 e6 d4 d5 Nc3", "d4 d5 c4 e6",
            "d4 Nf6 c4 g6", "c4 e5", "Nf3 d5 g3", "e4 c6 d4 d5"]
QUERIES = 60


def run(*words, check=True):
    return subprocess.run([KIBITZ, *words], capture_output=True, text=True, check=check, timeout=PATIENCE)


def invented_games(draw, count):
    for number in range(count):
        moves = draw.choice(OPENINGS).split()
        moves = moves[:draw.randrange(1, len(moves) + 1)]
        result = draw.choice(["1-0", "0-1", "1/2-1/2", "*"])
        date = f"{draw.randrange(2000, 2026)}." + draw.choice(["??.??", "05.17", "11.02"])
        tags = {"Event": draw.choice(["Club", "Open"]), "Date": date, "Round": str(number),
                "White": draw.choice(PLAYERS), "Black": draw.choice(PLAYERS), "Result": result}
        if draw.random() < 0.8:
            tags["WhiteElo"] = str(draw.randrange(1800, 2800))
        if draw.random() < 0.8:
            tags["BlackElo"] = str(draw.randrange(1800, 2800))
        yield "".join(f'[{name} "{value}"]\n' for name, value in tags.items()) \
            + "\n" + " ".join(moves) + f" {result}\n\n"


def fen_after(line):
    """By way of the command line: the position that `kibitz games` understands."""
    return "position startpos moves " + line if line else "position startpos"


POSITIONS = [fen_after(line) for line in ("", "e2e4", "e2e4 e7e5", "e2e4 e7e5 g1f3", "d2d4", "d2d4 g8f6 c2c4",
                                          "e2e4 c7c5 g1f3", "c2c4")]


def random_query(draw):
    """Options of `kibitz games find` without their dashes."""
    query = {}

    def perhaps(name, *values, chance=0.25):
        if draw.random() < chance:
            query[name] = draw.choice(values)
    perhaps("position", *POSITIONS, chance=0.5)
    perhaps("player", "berg", "berg, a", "=Cruz, Cleo", "ida", "zoë", chance=0.4)
    perhaps("opponent", "eck", "berg")
    perhaps("white", "berg", "cruz")
    perhaps("black", "dahl", "eck")
    if "player" in query:
        perhaps("outcome", "win", "draw", "loss")
    perhaps("result", "1-0", "0-1,1/2-1/2", "*")
    perhaps("elo", "2000-", "1900-2500", "-2400")
    perhaps("mean-elo", "2200-")
    perhaps("since", "2010", "2015.05.17")
    perhaps("until", "2020")
    perhaps("eco", "C60-C99", "B", "D00-D99,E")
    perhaps("opening", "sicilian", "french", "ruy lopez")
    perhaps("line", "1. e4", "1. d4 d5", "1. e4 e5 2. Nf3")
    perhaps("length", "1-2", "3-")
    perhaps("event", "open")
    perhaps("tag", "Round=1")
    if "position" in query:
        perhaps("swapped", "true")
    return query


def options(query):
    """The same for the command line."""
    for name, value in query.items():
        yield "--" + name
        if name != "swapped":
            yield value


def main():
    draw = random.Random(40)
    with tempfile.TemporaryDirectory() as folder:
        pgn, database = os.path.join(folder, "games.pgn"), os.path.join(folder, "db")
        with open(pgn, "w", encoding="utf-8") as file:
            file.writelines(invented_games(draw, 700))
        run("games", "import", pgn, "--to", database)

        refused = run("serve", "--data", folder + "/arena", "--port", "0", "--games", "x=" + folder,
                      check=False)
        assert refused.returncode == 1 and "is no database of games" in refused.stderr, refused

        with Server("--games", "club=" + database, "--games", "again=" + database,
                    "--house-players", "none", "--letters", "0") as server:
            compare(draw, server, database)
            see_additions(server, folder, database)
            refuse_hostile_requests(server)


def ask(server, what, query):
    return server.get(f"/api/games/club/{what}?" + urllib.parse.urlencode(query))


def compare(draw, server, database):
    seen = 0
    for number in range(QUERIES):
        query = random_query(draw)
        order = draw.choice(["date", "elo", "white", "black", "event", ""])
        sorting = [*(["--sort", order] if order else []), *(["--reverse"] if number % 2 else [])]
        known = list(csv.DictReader(io.StringIO(
            run("games", "find", database, *options(query), "--as", "csv", *sorting).stdout)))
        asked = {**query, "limit": 100}
        if order:
            asked |= {"sort": order, "reverse": "true" if number % 2 else "false"}
        found = ask(server, "find", asked)
        assert found["complete"] and found["found"] == len(known), (query, found["found"], len(known))
        shown = [(game["number"], game["white"], game["black"], game["result"], game["date"], game["eco"],
                  game["opening"], game["plies"], game["whiteElo"]) for game in found["games"]]
        expected = [(int(row["game"]), row["white"], row["black"], row["result"], row["date"], row["eco"],
                     row["opening"], int(row["plies"]), int(row["white_elo"] or 0) or None)
                    for row in known[:100]]
        assert shown == expected, query
        seen += len(known)
        compare_tree(server, database, query)
        compare_player(server, database, query)
    assert seen > 1000, f"only {seen} games were found in all"
    number = known[0]["game"] if known else "1"
    with urllib.request.urlopen(server.http + "/api/games/club/game/" + number, timeout=PATIENCE) as answer:
        text = answer.read().decode()
    assert '[Round "' + str(int(number) - 1) + '"]' in text, text


def cells(tally, name):
    """As a line of a table of `kibitz games` has them."""
    games, ended = tally["games"], tally["wins"] + tally["draws"] + tally["losses"]
    score = f"{100 * (tally['wins'] + tally['draws'] / 2) / ended:.1f} %" if ended else "-"
    return [name, str(games), str(tally["wins"]), str(tally["draws"]), str(tally["losses"]), score,
            str(tally["rating"] or "-"), str(tally["performance"] or "-"), tally["last"] or "-"]


LINE = re.compile(r"(.*?) +(\d+) +(\d+) +(\d+) +(\d+) +(\S+ %|-) +(\d+|-) +(\d+|-)  (\S+)")


def rows(tables):
    """The lines of tables of `kibitz games`, without their headings."""
    return [list(found.groups()) for found in map(LINE.fullmatch, tables.splitlines()) if found]


def compare_tree(server, database, query):
    # A tree grows from a position.
    if "line" in query and "position" not in query:
        query = {**query, "position": "position startpos"}
    tree = ask(server, "tree", query)
    expected = rows(run("games", "find", database, *options(query), "--as", "tree").stdout)
    shown = [cells(move, move["san"]) for move in tree["moves"]] + [cells(tree["total"], "all")]
    assert shown == expected, (query, shown, expected)


def compare_player(server, database, query):
    query = {name: value for name, value in query.items() if name != "player"}
    query.pop("outcome", None)
    player = ask(server, "player", {**query, "player": "berg"})
    told = run("games", "player", "berg", database, *options(query), "--most", "40").stdout
    shown = []
    for side in ("white", "black"):
        if player[side]["total"]["games"]:
            shown.append(cells(player[side]["total"], "all"))
            for lines in ("openings", "firstMoves"):
                shown += [cells(line, line["name"]) for line in player[side][lines]]
    expected = rows(told)
    assert shown == expected, (query, shown, expected)


def see_additions(server, folder, database):
    more = os.path.join(folder, "more.pgn")
    before = server.get("/api/games")["databases"]
    assert [one["name"] for one in before] == ["club", "again"], before
    with open(more, "w", encoding="utf-8") as file:
        file.write('[White "Newcomer, Nora"]\n[Black "Berg, Anna"]\n[Result "1-0"]\n\n1. b4 1-0\n')
    run("games", "import", more, "--to", database)
    for _ in range(PATIENCE):
        names = ask(server, "names", {"name": "newc"})["names"]
        if names:
            break
        time.sleep(0.2)
    assert names == [{"name": "Newcomer, Nora", "games": 1}], names
    assert server.get("/api/games")["databases"][0]["games"] == before[0]["games"] + 1


def refuse_hostile_requests(server):
    """What does not get so far as to the databases, or only over a real connection."""
    table = [
        ("/api/games/club/find?" + "x" * 20_000, (414, 431, 400)),
        ("/api/games/club/find?player=" + "%41" * 600, (400,)),
        ("/api/games/%2e%2e/tree", (400, 404)),
        ("/api/games/club%00/tree", (400, 404)),
        ("/api/games/club/game/%31%30%30%30%30%30%30", (404,)),
        ("/api/games/club/tree?position=" + urllib.parse.quote("8/8/8/8/8/8/8/8 w - - 0 1"), (400,)),
        ("/api/games/club/find?material=" + "Q" * 400 + "v", (400,)),
        ("/api/games/club/find?line=" + urllib.parse.quote("1. e4 " * 60), (400,)),
        ("/api/gamesclub", (404,)),
        ("/api/", (404,)),
    ]
    for address, statuses in table:
        try:
            with urllib.request.urlopen(server.http + address, timeout=PATIENCE) as answer:
                status, text = answer.status, answer.read()
        except urllib.error.HTTPError as error:
            status, text = error.code, error.read()
        assert status in statuses, (address[:60], status, text[:200])
        if address.startswith("/api/"):
            refusal = json.loads(text)
            assert refusal["code"] and refusal["error"], (address[:60], refusal)
    assert server.get("/api/games")["databases"]  # and it goes on


main()
