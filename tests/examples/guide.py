"""docs/your-engine.md as its reader works through it: the programs that its text makes, and its commands.

In the document, a comment before a piece of code says what the piece is for:

    <!-- file 03_random.cpp -->                        a whole program
    <!-- file 05_negamax.cpp from 04_evaluate.cpp -->  what differs from the step before: what has the same
                                                       name replaces it, what is new comes before the next
    <!-- run -->                                       commands for a shell
    <!-- run prints -->                                commands, and on lines after them what they print
"""
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DOCUMENT = ROOT / "docs/your-engine.md"
PROGRAMS = ROOT / "examples/your_engine"

PIECE = re.compile(r"^<!-- (.*?) -->\n```\w*\n(.*?)^```$", re.S | re.M)


def pieces():
    """Pairs of a comment and the code after it, in the order of the document."""
    return PIECE.findall(DOCUMENT.read_text())


def blocks(text):
    """The parts of a program: texts that begin at the left margin, after an empty line."""
    return re.split(r"\n\n+(?=\S)", text.strip("\n"))


def name_of(block):
    """What a part is called: the name that it declares, or how it begins."""
    for beginning in ("// Step", '"""Step', "#include", "import ", "if __name__"):
        if block.startswith(beginning):
            return beginning
    code = [line for line in block.splitlines() if not line.startswith(("//", "# "))]
    return re.search(r"(\w+)\s*(?:[({=;]|:(?!:))", code[0])[1]


def merged(before, changes):
    """The program before with these parts in place of those of the same names, and the new ones."""
    parts = {name_of(block): block for block in blocks(before)}
    assert len(parts) == len(blocks(before)), "two parts have one name"
    new = []
    for block in blocks(changes):
        name = name_of(block)
        if name not in parts:
            new.append((name, block))
            continue
        at = list(parts).index(name)
        items = list(parts.items())
        parts = dict(items[:at] + new + [(name, block)] + items[at + 1:])
        new = []
    assert not new, f"{new[0][0]} stands after everything that is there already"
    return "\n\n".join(parts.values()) + "\n"


def programs():
    """The programs that the text of the document makes, by their names."""
    made = {}
    for kind, code in pieces():
        words = kind.split()
        if words[0] == "file":
            assert words[1] not in made, f"{words[1]} is there twice"
            made[words[1]] = merged(made[words[3]], code) if len(words) == 4 else code
    return made


def commands():
    return [(kind, code) for kind, code in pieces() if kind.startswith("run")]


def compact(text):
    """Without the number of empty lines, which Python and C++ have habits about."""
    return re.sub(r"\n\n+", "\n\n", text.strip())


def move_line(engine, name, depth, fen):
    """What an engine finds, as a line of your_engine_moves.txt: engine, depth, move, nodes, position."""
    engine.send("ucinewgame")
    engine.send(f"position fen {fen}")
    move = engine.best_move(f"go depth {depth}")
    last = [line.split() for line in engine.heard if " nodes " in line][-1]
    return f'{name} {depth} {move} {last[last.index("nodes") + 1]} "{fen}"'
