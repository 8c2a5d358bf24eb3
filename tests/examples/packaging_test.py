"""The files in packaging/ do what they say, with the real programs. A program that is not installed costs its
part of the test, which is said."""
import asyncio
import contextlib
import json
import os
import re
import socket
import ssl
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

from front_programs import Broker, Front
from proxies import PACKAGING, PROXIES, ROOT, read, replaced
from proxies import program as find_program
from server import KIBITZ, PATIENCE, Server, finish, skip

try:
    import websockets
except ImportError as missing:
    skip(f"Python has no package {missing.name}")

BATTLEBOT = os.path.join(ROOT, "examples/bots/battlebot.py")
EMPTY_LINE = 7  # seconds of silence, after which a stream of the Bot API has one
missing_programs = []


def program(name):
    """Where it is; nothing where it is not installed, which is said at the end."""
    found = find_program(name)
    if not found and name not in missing_programs:
        missing_programs.append(name)
    return found


def run(*command, **more):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          timeout=PATIENCE, check=False, **more)
    assert done.returncode == 0, f"{command} ended with {done.returncode}:\n{done.stdout}"
    return done.stdout


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return listening.getsockname()[1]


def wait_until(holds, what):
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, what
        time.sleep(0.05)


def is_open(port):
    with socket.socket() as trying:
        return trying.connect_ex(("127.0.0.1", port)) == 0


class Proxy:
    """A web server in the foreground, with a configuration of its own before `backend`. It has the
    certificate of `server`."""

    def __init__(self, name, folder, server, backend):
        self.port, self.folder = free_port(), folder
        key = os.path.join(server.folder, "certificate-key.pem")
        command = PROXIES[name](folder, f"127.0.0.1:{self.port}", server.certificate, key, [backend])
        self.tls = ssl.create_default_context(cafile=server.certificate)
        with open(os.path.join(folder, "output"), "w", encoding="utf-8") as output:
            self.process = subprocess.Popen(command, stdout=output, stderr=output)

    def __enter__(self):
        def has_begun():
            with open(os.path.join(self.folder, "output"), encoding="utf-8") as output:
                assert self.process.poll() is None, output.read()
            return is_open(self.port)

        wait_until(has_begun, "the proxy does not start")
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(PATIENCE)

    def get(self, path):
        try:
            with urllib.request.urlopen(f"https://localhost:{self.port}{path}", timeout=PATIENCE,
                                        context=self.tls) as answer:
                assert answer.headers["Strict-Transport-Security"] == "max-age=15552000"
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as refusal:
            return refusal.code, ""


async def register(proxy, name, **more):
    async with websockets.connect(f"wss://localhost:{proxy.port}/arena", ssl=proxy.tls,
                                  extra_headers={"X-Forwarded-For": "198.51.100.9"}) as client:
        await client.send(json.dumps({"type": "register", "name": name, **more}))
        return json.loads(await asyncio.wait_for(client.recv(), PATIENCE))


def check_stream(proxy):
    """A stream of the Bot API shows a sign of life before the next one comes."""
    token = asyncio.run(register(proxy, "Heron", bot=True))["token"]
    request = urllib.request.Request(f"https://localhost:{proxy.port}/api/stream/event",
                                     headers={"Authorization": f"Bearer {token}"})
    began = time.monotonic()
    with urllib.request.urlopen(request, timeout=PATIENCE, context=proxy.tls) as events:
        assert events.readline() == b"\n"
        assert time.monotonic() - began < 2 * EMPTY_LINE, "the proxy keeps lines back"


@contextlib.contextmanager
def server_behind_proxy(log):
    """The server, and where clients reach it."""
    with Server("--behind-proxy", "--house-players", "none", "--log", log) as server:
        yield server, server.http


@contextlib.contextmanager
def front_behind_proxy(log):
    """The server that decides, and where clients reach a front of it."""
    with Broker() as broker, Server("--house-players", "none", "--nats", broker.address) as server, \
            Front(broker, "--port", "0", "--behind-proxy", "--log", log) as front:
        yield server, front.http


def check_proxy(name, what_is_behind):
    """Pages, sockets and bots of 2017 get through; the metrics and a forged address do not."""
    if not program(name):
        return
    with tempfile.TemporaryDirectory() as folder:
        log = os.path.join(folder, "server.log")
        with what_is_behind(log) as (server, backend), \
                Proxy(name, folder, server, backend.removeprefix("http://")) as proxy:
            wait_until(lambda: proxy.get("/readyz")[0] == 200, f"{name} finds no server")
            assert json.loads(proxy.get("/arena/games")[1])["live"] == []
            assert proxy.get("/metrics")[0] == 403
            assert asyncio.run(register(proxy, "Ann"))["type"] == "registered"
            check_stream(proxy)
            bots = [server.start(sys.executable, BATTLEBOT, f"https://localhost:{proxy.port}", bot,
                                 "spring", "2", server.certificate) for bot in ("ibis", "stork")]
            assert all(len(finish(one).splitlines()) == 2 for one in bots)
            with open(log, encoding="utf-8") as file:
                addresses = {line.get("address") for line in map(json.loads, file)
                             if line["event"] == "connected"}
            # Clients within the server, such as house players, have no address.
            assert addresses - {""} == {"127.0.0.1"}, addresses
    print(f"{name}, {what_is_behind.__name__}: tested")


def check_units():
    for unit, begin in (("kibitz.service", "serve --behind-proxy --data /var/lib/kibitz"),
                        ("kibitz-front.service", "front --behind-proxy --nats ${NATS}"),
                        ("kibitz-lab.service", "lab up --bind 0.0.0.0 --port 8090 --address ${ADDRESS}"),
                        ("kibitz-worker.service", "lab work --join ${CREDENTIALS_DIRECTORY}/token")):
        if program("systemd-analyze"):
            run("systemd-analyze", "security", "--offline=true", "--threshold=30",
                os.path.join(PACKAGING, unit))
            print(f"systemd-analyze, {unit}: tested")
        # However often it could not start: a database may be away for hours.
        assert "\nStartLimitIntervalSec=0\n" in read(unit).split("[Service]")[0], unit
        # The program takes the options of the unit.
        options = re.search(r"ExecStart=\S+ (.*?)\n(?! )", read(unit).replace("\\\n", ""))[1]
        assert options.startswith(begin), options
        command = re.match(r"[a-z ]+", options)[0].split()
        help_text = run(KIBITZ, *command, "--help")
        for option in re.findall(r"--[\w-]+", options):
            assert option in help_text, option


def check_log_rotation():
    path = program("logrotate")
    if not path:
        return
    with tempfile.TemporaryDirectory() as folder:
        log = os.path.join(folder, "server.log")
        with Server("--house-players", "none", "--log", log) as server:
            config = os.path.join(folder, "logrotate")
            with open(config, "w", encoding="utf-8") as file:
                file.write(replaced(read("kibitz.logrotate"), {
                    "    su kibitz kibitz\n": "", "/var/log/kibitz/server.log": log,
                    "systemctl reload kibitz.service": f"kill -HUP {server.process.pid}"}))
            run(path, "--force", "--state", os.path.join(folder, "state"), config)
            wait_until(lambda: os.path.exists(log), "the log is not made again")
            server.get("/arena/games")
            with open(log, encoding="utf-8") as file:
                assert "/arena/games" in file.read()
            with open(log + ".1", encoding="utf-8") as file:
                assert "serverStarted" in file.read()
    print("logrotate: tested")


def check_metrics():
    """Rules and dashboard name only metrics that there are."""
    with Server("--house-players", "none") as server:
        with urllib.request.urlopen(server.http + "/metrics", timeout=PATIENCE) as answer:
            there = set(re.findall(r"^(kibitz_\w+)", answer.read().decode(), re.M))
    for name in ("prometheus-alerts.yml", "grafana-dashboard.json"):
        used = set(re.findall(r"\bkibitz_arena_\w+", read(name)))
        assert used and used <= there, f"{name}: {used - there}"
    assert json.loads(read("grafana-dashboard.json"))["panels"]
    promtool = program("promtool")
    if promtool:
        run(promtool, "check", "rules", os.path.join(PACKAGING, "prometheus-alerts.yml"))
        print("promtool: tested")


def check_rehearsal():
    with Server("--house-players", "level-01,random") as server:
        server.admin("contest", "create", "Spring")
        said = run(os.path.join(PACKAGING, "rehearse-restore"), server.folder,
                   env={**os.environ, "KIBITZ": KIBITZ})
        assert "The backup can be restored: 2 players" in said, said
        # Without its key it is no backup.
        os.rename(os.path.join(server.folder, "key"), os.path.join(server.folder, "lost"))
        failed = subprocess.run([os.path.join(PACKAGING, "rehearse-restore"), server.folder],
                                env={**os.environ, "KIBITZ": KIBITZ}, capture_output=True,
                                timeout=PATIENCE, check=False)
        assert failed.returncode != 0
        os.rename(os.path.join(server.folder, "lost"), os.path.join(server.folder, "key"))


check_units()
check_proxy("nginx", server_behind_proxy)
check_proxy("haproxy", server_behind_proxy)
if program("nats-server"):
    check_proxy("nginx", front_behind_proxy)
    check_proxy("haproxy", front_behind_proxy)
check_log_rotation()
check_metrics()
check_rehearsal()
if missing_programs:
    print("NOT TESTED, not installed: " + ", ".join(missing_programs))
