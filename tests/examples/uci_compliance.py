"""Whether a program speaks UCI as fastchess wants it: the steps of `fastchess --compliance`, and what a GUI
does besides. Each step is a line to send and what has to come back."""
import queue
import subprocess
import threading

PATIENCE = 60  # seconds; only what fails waits so long
FEN = "3r2k1/p5n1/1pq1p2p/2p3p1/2P1P3/1P1P2pP/PN1Q2K1/5R2 w - - 0 27"
BLACK = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"


class Engine:
    def __init__(self, command, **options):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                        **options)
        self.lines = queue.Queue()
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()
        self.heard = []

    def read(self):
        for line in self.process.stdout:
            self.lines.put(line.rstrip("\r\n"))
        self.lines.put(None)

    def send(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def wait_for(self, beginning):
        """The next line that begins so; those before it are in self.heard."""
        self.heard = []
        while True:
            line = self.lines.get(timeout=PATIENCE)
            assert line is not None, f"the engine has ended, and {beginning!r} is missing: {self.heard}"
            if line.startswith(beginning):
                return line
            self.heard.append(line)

    def ask(self, line, beginning):
        self.send(line)
        return self.wait_for(beginning)

    def best_move(self, go):
        """The move, after an `info` line with a score, all of whose numbers are whole."""
        move = self.ask(go, "bestmove ").split()[1]
        infos = [line.split() for line in self.heard if line.startswith("info ")]
        assert infos and "score" in infos[-1], f"{go}: no score in {self.heard}"
        for info in infos:
            for word in ("depth", "nodes", "nps", "time", "cp", "mate"):
                if word in info and "string" not in info:
                    int(info[info.index(word) + 1])
        return move

    def quit(self):
        self.send("quit")
        self.wait_for_end()

    def end_input(self):
        self.process.stdin.close()
        self.wait_for_end()

    def wait_for_end(self):
        self.process.wait(PATIENCE)
        self.reader.join()
        self.process.stdin.close()
        self.process.stdout.close()
        assert self.process.returncode == 0, f"the engine ends with {self.process.returncode}"


def check(command, **options):
    """Goes through all steps; the first that fails raises an AssertionError or queue.Empty."""
    engine = Engine(command, **options)
    engine.ask("uci", "uciok")
    for word in ("name", "author"):
        assert any(len(line.split()) > 2 and line.startswith(f"id {word} ") for line in engine.heard), word
    engine.ask("isready", "readyok")
    engine.send("ucinewgame")
    engine.send("position startpos")
    engine.ask("isready", "readyok")
    engine.send(f"position fen {FEN}")
    engine.ask("isready", "readyok")
    engine.best_move("go wtime 100")
    engine.send(f"position fen {BLACK}")
    for go in ("go btime 100", "go wtime 100 winc 100 btime 100 binc 100",
               "go btime 100 binc 100 wtime 100 winc 100"):
        engine.best_move(go)
    engine.send("ucinewgame")
    for position in ("position startpos", "position startpos moves e2e4 e7e5"):
        engine.send(position)
        assert len(engine.best_move("go wtime 100 btime 100")) in (4, 5)

    # A GUI lets it analyse and ponder, asks meanwhile, and says what does not exist.
    engine.send("go infinite")
    engine.ask("isready", "readyok")
    assert not [line for line in engine.heard if line.startswith("bestmove")]
    engine.send("nonsense")
    engine.ask("stop", "bestmove ")
    engine.send("go ponder wtime 60000 btime 60000 movestogo 1000")
    engine.ask("isready", "readyok")
    assert not [line for line in engine.heard if line.startswith("bestmove")]
    engine.ask("ponderhit", "bestmove ")
    engine.send("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")
    assert engine.ask("go depth 1", "bestmove") == "bestmove (none)"
    engine.quit()

    # The end of the input is a quit, also while it thinks.
    engine = Engine(command, **options)
    engine.send("go infinite")
    engine.end_input()
