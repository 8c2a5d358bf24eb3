"""Who waits for kibitz games at a terminal sees how far it is, and nothing of that is left over or
gets into the result."""

import os
import pty
import subprocess
import tempfile
import time

KIBITZ = os.environ["KIBITZ"]
GAME = b'[Event "Club"]\n[White "Ann"]\n[Black "Ben"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 1-0\n\n'
GAMES_IN_A_CHUNK = 5_000  # more than the command reads at once
LONGER_THAN_A_PAUSE = 1.2  # seconds
ERASE_LINE = b"\r\x1b[2K"


def run(arguments, *, errors_to_terminal):
    """Feeds two chunks with a pause between them. The result and what the terminal got."""
    ours, theirs = pty.openpty()
    with tempfile.TemporaryFile() as file:
        process = subprocess.Popen([KIBITZ, "games", *arguments], stdin=subprocess.PIPE, stdout=file,
                                   stderr=theirs if errors_to_terminal else subprocess.DEVNULL,
                                   env={**os.environ, "TERM": "xterm"})
        process.stdin.write(GAME * GAMES_IN_A_CHUNK)
        process.stdin.flush()
        time.sleep(LONGER_THAN_A_PAUSE)
        process.communicate(GAME * GAMES_IN_A_CHUNK)
        assert process.returncode == 0, process.returncode
        file.seek(0)
        result = file.read()
    os.close(theirs)
    shown = b""
    try:
        while part := os.read(ours, 1 << 16):
            shown += part
    except OSError:  # Linux says so that nobody has the other end any more
        pass
    os.close(ours)
    return result, shown


def main():
    count = ["find", "-", "--player", "ann", "--as", "count"]
    result, shown = run(count, errors_to_terminal=True)
    assert result == b"10000\n", result
    assert b"-: game " in shown and b" found" in shown, shown
    assert shown.endswith(ERASE_LINE), shown  # the line is taken away
    # Nothing is shown where nobody looks.
    assert run(count, errors_to_terminal=False) == (b"10000\n", b"")
    # The games themselves go into a file, and the line to the terminal.
    result, shown = run(["find", "-", "--player", "ann"], errors_to_terminal=True)
    assert result.count(b"[Event ") == 2 * GAMES_IN_A_CHUNK, result[:200]
    assert b" found" in shown, shown


if __name__ == "__main__":
    main()
