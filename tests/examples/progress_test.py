"""Who waits for kibitz games at a terminal sees how far it is, and nothing of that is left over or
gets into the result."""

import os
import pty
import select
import subprocess
import tempfile
import time

KIBITZ = os.environ["KIBITZ"]
GAME = b'[Event "Club"]\n[White "Ann"]\n[Black "Ben"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 1-0\n\n'
GAMES_IN_A_CHUNK = 5_000  # more than the command reads at once
BETWEEN_CHUNKS, PATIENCE = 0.3, 60  # seconds
ERASE_LINE = b"\r\x1b[2K"


def shown_at(terminal, seconds):
    """What the terminal gets within so many seconds, or until nobody writes to it any more."""
    shown = b""
    while select.select([terminal], [], [], seconds)[0]:
        try:
            part = os.read(terminal, 1 << 16)
        except OSError:  # Linux says so that nobody has the other end any more
            break
        if not part:
            break
        shown += part
        seconds = 0
    return shown


def run(arguments, *, errors_to_terminal):
    """Feeds chunks of games until the terminal has got a line, or one if there is none.

    Returns the games, the result, and what the terminal got."""
    ours, theirs = pty.openpty()
    shown = b""
    chunks = 0
    with tempfile.TemporaryFile() as file:
        process = subprocess.Popen([KIBITZ, "games", *arguments], stdin=subprocess.PIPE, stdout=file,
                                   stderr=theirs if errors_to_terminal else subprocess.DEVNULL,
                                   env={**os.environ, "TERM": "xterm"})
        end = time.monotonic() + PATIENCE
        while chunks == 0 or (errors_to_terminal and b"found" not in shown and time.monotonic() < end):
            process.stdin.write(GAME * GAMES_IN_A_CHUNK)
            process.stdin.flush()
            chunks += 1
            shown += shown_at(ours, BETWEEN_CHUNKS)
        process.communicate()
        assert process.returncode == 0, process.returncode
        file.seek(0)
        result = file.read()
    os.close(theirs)
    shown += shown_at(ours, BETWEEN_CHUNKS)
    os.close(ours)
    return chunks * GAMES_IN_A_CHUNK, result, shown


def main():
    count = ["find", "-", "--player", "ann", "--as", "count"]
    games, result, shown = run(count, errors_to_terminal=True)
    assert result == f"{games}\n".encode(), result
    assert b"-: game " in shown and b" found" in shown, shown
    assert shown.endswith(ERASE_LINE), shown  # the line is taken away
    # Nothing is shown where nobody looks.
    games, result, shown = run(count, errors_to_terminal=False)
    assert (result, shown) == (f"{games}\n".encode(), b""), (result, shown)
    # The games themselves go into a file, and the line to the terminal.
    games, result, shown = run(["find", "-", "--player", "ann"], errors_to_terminal=True)
    assert result.count(b"[Event ") == games, result[:200]
    assert b" found" in shown, shown


if __name__ == "__main__":
    main()
