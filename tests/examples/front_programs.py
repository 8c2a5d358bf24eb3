"""A broker of NATS and fronts of an arena, for tests and benchmarks."""
import json
import shutil
import socket
import time
import urllib.error
import urllib.request

from server import KIBITZ, PATIENCE, skip
from standby_servers import Program


class Broker(Program):
    """`inside` is what it is started with, such as a namespace. Port 0 is one that is free here. `options`
    are those of nats-server."""

    def __init__(self, inside=(), host="127.0.0.1", port=0, options=()):
        program = shutil.which("nats-server", path="/usr/sbin:/usr/bin:/usr/local/bin")
        if not program:
            skip("nats-server is not installed (apt-get install nats-server)")
        if port == 0:
            with socket.socket() as free:
                free.bind((host, 0))
                port = free.getsockname()[1]
        super().__init__(*inside, program, "-a", host, "-p", str(port), *options)
        self.address = f"nats://{host}:{port}"
        self.wait_for("Server is ready")


class Served(Program):
    def get(self, path):
        with urllib.request.urlopen(self.http + path, timeout=PATIENCE) as answer:
            return json.load(answer)


class Front(Served):
    def __init__(self, broker, *options, inside=()):
        super().__init__(*inside, KIBITZ, "front", "--nats", broker.address, *options)
        self.wait_for("Ctrl-C ends it.")

    def is_ready(self):
        try:
            with urllib.request.urlopen(self.http + "/readyz", timeout=PATIENCE) as answer:
                return answer.status == 200
        except urllib.error.HTTPError as error:
            assert error.code == 503, error
            return False

    def wait_until_ready(self):
        give_up = time.monotonic() + PATIENCE
        while not self.is_ready():
            assert time.monotonic() < give_up, self.said
            time.sleep(0.05)


class ServerOnSqlite(Served):
    """A server that decides, on the log in that folder."""

    def __init__(self, folder, broker, *options):
        super().__init__(KIBITZ, "serve", "--port", "0", "--data", folder, "--house-players", "none",
                         "--nats", broker.address, *options)
        self.wait_for("Ctrl-C ends it.")
