"""A site that speaks the Bot API of lichess as badly as any site, proxy or network may: what it answers to a
path is a list of oddities, of which each request takes the next one, the last one for good."""
import json
import socket
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

NEVER = "never answers"
CUT = "cuts the connection without an answer"
HTML = (502, {"Content-Type": "text/html"}, "<html><body>Bad gateway</body></html>")
ACCOUNT = (200, {}, json.dumps(
    {"id": "stork", "username": "Stork", "title": "BOT", "perfs": [1], "odd": {}}))
DONE = (200, {}, '{"ok":true}')
ME = {"id": "stork", "name": "Stork", "title": "BOT"}
THEM = {"id": "ann", "name": "Ann", "rating": 1600}


def error(status, text="for people", **headers):
    return (status, {name.replace("_", "-"): value for name, value in headers.items()},
            json.dumps({"error": text}))


def started(game):
    return json.dumps({"type": "gameStart",
                       "game": {"gameId": game, "compat": {"bot": True}, "new": [1, {}]}})


def challenged(challenge, **more):
    return json.dumps({"type": "challenge", "challenge": {
        "id": challenge, "challenger": THEM, "variant": {"key": "standard"}, "rated": False,
        "speed": "blitz", "timeControl": {"type": "clock", "limit": 180, "increment": 2}, **more}})


def state(moves="", status="started", **more):
    return {"type": "gameState", "moves": moves, "status": status, "wtime": 180000, "btime": 180000,
            "winc": 2000, "binc": 2000, "new field": None, **more}


def full(game, **more):
    return json.dumps({"type": "gameFull", "id": game, "variant": {"key": "standard"}, "white": ME,
                       "black": THEM, "clock": {"initial": 180000, "increment": 2000}, "rated": False,
                       "initialFen": "startpos", "state": state(), **more})


class Stream:
    """Lines, and pauses in seconds between them; it ends after the last one, or stays open."""
    def __init__(self, *parts, stays=False):
        self.parts, self.stays = parts, stays


class OddSite:
    """`answers` by path, as above; whatever is not there is taken and done. `asked` has the requests."""
    def __init__(self, answers):
        self.answers = {path: list(several) for path, several in answers.items()}
        self.answers.setdefault("/api/account", [ACCOUNT])
        self.asked, self.lock, self.is_over = [], threading.Lock(), threading.Event()
        site = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_):
                pass

            def do_GET(self):  # noqa: N802
                size = int(self.headers.get("Content-Length", 0))
                body = self.rfile.read(size).decode()
                site.answer(self, f"{self.command} {self.path} {body}".strip())

            do_POST = do_GET  # noqa: N815

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.http = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.is_over.set()
        self.server.shutdown()
        self.server.server_close()

    def answer(self, handler, request):
        path = handler.path
        with self.lock:
            self.asked.append(request)
            several = self.answers.get(path, [DONE])
            answer = several.pop(0) if len(several) > 1 else several[0]
        handler.close_connection = True
        try:
            if answer == NEVER:
                self.is_over.wait()
            elif isinstance(answer, Stream):
                self.send_stream(handler, answer)
            elif answer != CUT:
                self.send(handler, *answer)
            handler.connection.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass  # the other side has gone

    @staticmethod
    def send(handler, status, headers, body):
        data = body.encode()
        handler.send_response(status)
        for name, value in headers.items():
            handler.send_header(name, value)
        handler.send_header("Content-Length", str(len(data)))
        handler.end_headers()
        handler.wfile.write(data)

    def send_stream(self, handler, stream):
        handler.send_response(200)
        handler.send_header("Content-Type", "application/x-ndjson")
        handler.send_header("Connection", "close")
        handler.end_headers()
        for part in stream.parts:
            if isinstance(part, (int, float)):
                time.sleep(part)
                continue
            data = part if isinstance(part, bytes) else part.encode() + b"\n"
            half = len(data) // 2
            for piece in (data[:half], data[half:]):
                handler.wfile.write(piece)
                handler.wfile.flush()
        while stream.stays and not self.is_over.wait(1):
            handler.wfile.write(b"\n")
            handler.wfile.flush()

    def count(self, text):
        with self.lock:
            return sum(text in request for request in self.asked)
