"""The files in packaging/ do what they say, with the real programs. A program that is not installed costs its
part of the test, which is said."""
import asyncio
import contextlib
import json
import os
import re
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

from front_programs import Broker, Front
from server import KIBITZ, PATIENCE, Server, finish, skip

try:
    import websockets
except ImportError as missing:
    skip(f"Python has no package {missing.name}")

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "../.."))
PACKAGING = os.path.join(ROOT, "packaging")
BATTLEBOT = os.path.join(ROOT, "examples/bots/battlebot.py")
missing_programs = []


def read(name):
    with open(os.path.join(PACKAGING, name), encoding="utf-8") as file:
        return file.read()


def program(name):
    """Where it is; nothing where it is not installed."""
    found = shutil.which(name, path=os.environ["PATH"] + ":/usr/sbin:/sbin")
    if not found and name not in missing_programs:
        missing_programs.append(name)
    return found


def run(*command, **more):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          timeout=PATIENCE, check=False, **more)
    assert done.returncode == 0, f"{command} ended with {done.returncode}:\n{done.stdout}"
    return done.stdout


def replaced(text, **changes):
    """Each text has to be there: an example that has changed is not tested by accident."""
    for before, after in changes.items():
        assert before in text, before
        text = text.replace(before, after)
    return text


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
    """A web server in the foreground, with a configuration of its own in front of `server`."""

    def __init__(self, folder, port, server, *command):
        self.port, self.folder = port, folder
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


def nginx(folder, server, backend):
    port = free_port()
    key = os.path.join(server.folder, "certificate-key.pem")
    site = replaced(read("nginx.conf"), **{
        "listen 443 ssl": f"listen 127.0.0.1:{port} ssl", "127.0.0.1:8080": backend,
        "/etc/ssl/chess.example.org/fullchain.pem": server.certificate,
        "/etc/ssl/chess.example.org/privkey.pem": key})
    config = os.path.join(folder, "nginx.conf")
    temporary = "".join(f"{kind}_temp_path {folder}/{kind};\n"
                        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    user = "user root;\n" if os.geteuid() == 0 else ""
    with open(config, "w", encoding="utf-8") as file:
        file.write(f"{user}daemon off;\npid {folder}/pid;\nerror_log stderr;\nevents {{}}\n"
                   f"http {{\naccess_log off;\n{temporary}{site}}}\n")
    return Proxy(folder, port, server, program("nginx"), "-e", "stderr", "-p", folder, "-c", config)


def haproxy(folder, server, backend):
    port = free_port()
    both = os.path.join(folder, "both.pem")
    with open(both, "w", encoding="utf-8") as file:
        for name in ("certificate.pem", "certificate-key.pem"):
            with open(os.path.join(server.folder, name), encoding="utf-8") as part:
                file.write(part.read())
    config = os.path.join(folder, "haproxy.cfg")
    with open(config, "w", encoding="utf-8") as file:
        file.write(replaced(read("haproxy.cfg"), **{
            "bind :443": f"bind 127.0.0.1:{port}", "127.0.0.1:8080": backend,
            "/etc/haproxy/chess.example.org.pem": both, "maxconn 40000": "maxconn 1000"}))
    return Proxy(folder, port, server, program("haproxy"), "-db", "-f", config)


async def register(proxy, name):
    async with websockets.connect(f"wss://localhost:{proxy.port}/arena", ssl=proxy.tls,
                                  extra_headers={"X-Forwarded-For": "198.51.100.9"}) as client:
        await client.send(json.dumps({"type": "register", "name": name}))
        return json.loads(await asyncio.wait_for(client.recv(), PATIENCE))


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


def check_proxy(kind, name, what_is_behind):
    """Pages, sockets and bots of 2017 get through; the metrics and a forged address do not."""
    if not program(name):
        return
    with tempfile.TemporaryDirectory() as folder:
        log = os.path.join(folder, "server.log")
        with what_is_behind(log) as (server, backend), \
                kind(folder, server, backend.removeprefix("http://")) as proxy:
            wait_until(lambda: proxy.get("/readyz")[0] == 200, f"{name} finds no server")
            assert json.loads(proxy.get("/arena/games")[1])["live"] == []
            assert proxy.get("/metrics")[0] == 403
            assert asyncio.run(register(proxy, "Ann"))["type"] == "registered"
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
                file.write(replaced(read("kibitz.logrotate"), **{
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
check_proxy(nginx, "nginx", server_behind_proxy)
check_proxy(haproxy, "haproxy", server_behind_proxy)
if program("nats-server"):
    check_proxy(nginx, "nginx", front_behind_proxy)
    check_proxy(haproxy, "haproxy", front_behind_proxy)
check_log_rotation()
check_metrics()
check_rehearsal()
if missing_programs:
    print("NOT TESTED, not installed: " + ", ".join(missing_programs))
