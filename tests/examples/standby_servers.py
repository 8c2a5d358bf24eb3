"""Servers that share a log in PostgreSQL, and a database cluster for them, for tests."""
import contextlib
import glob
import os
import re
import shutil
import signal
import subprocess
import tempfile
import threading
import time

from server import KIBITZ, PATIENCE, skip

LONGEST_TAKEOVER = 5  # seconds


class Cluster:
    """In a folder of its own. `inside` is what its server is started with, such as a namespace. With `disk`,
    a size such as "1g", it has a disk of its own, which can be filled; that takes root."""

    def __init__(self, inside=(), listen="", disk=None):
        programs = sorted(glob.glob("/usr/lib/postgresql/*/bin/initdb"))
        if not programs:
            skip("PostgreSQL's server is not installed (apt-get install postgresql-15)")
        programs = os.path.dirname(programs[-1])
        self.folder = tempfile.mkdtemp(prefix="kibitz-pg-", dir="/dev/shm")
        self.disk = disk
        if disk:
            subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={disk}", "tmpfs", self.folder], check=True)
        # The server refuses to be root.
        as_user = ("setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups") \
            if os.geteuid() == 0 else ()
        if as_user:
            shutil.chown(self.folder, "postgres")
        data = os.path.join(self.folder, "data")
        self.quiet = quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": "/"}
        subprocess.run([*as_user, f"{programs}/initdb", "-D", data, "-A", "trust", "-U", "kibitz",
                        "--no-sync"], check=True, **quiet)
        with open(os.path.join(data, "pg_hba.conf"), "a", encoding="utf-8") as file:
            file.write("host all all samenet trust\n")
        self.command = [*inside, *as_user, f"{programs}/postgres", "-D", data, "-k", self.folder, "-c",
                        f"listen_addresses={listen}", "-c", "max_connections=20"]
        self.psql = [f"{programs}/psql", "-q", "-X", "-h", self.folder, "-U", "kibitz", "-d", "postgres"]
        self.start()
        self.address = f"postgresql://kibitz@{listen}/postgres" if listen \
            else f"postgresql://kibitz@/postgres?host={self.folder}"

    def start(self):
        self.process = subprocess.Popen(self.command, **self.quiet)
        self.wait_until_ready()

    def wait_until_ready(self):
        give_up = time.monotonic() + PATIENCE
        while subprocess.run([*self.psql, "-c", "SELECT 1"], check=False, **self.quiet).returncode != 0:
            assert time.monotonic() < give_up, "the database does not start"
            time.sleep(0.1)

    def stop(self):
        """At once, as when its machine fails."""
        self.process.send_signal(signal.SIGQUIT)
        self.process.wait(PATIENCE)

    @property
    def filler(self):
        return os.path.join(self.folder, "filler")

    def fill_disk(self):
        with contextlib.suppress(OSError), open(self.filler, "wb", buffering=0) as file:
            while True:
                file.write(bytes(1 << 20))
        with contextlib.suppress(OSError), open(self.filler, "ab", buffering=0) as file:
            while file.write(bytes(1)):
                pass

    def free_disk(self):
        """And starts the database if it has ended."""
        os.remove(self.filler)
        if self.process.poll() is not None:
            self.start()
        else:
            self.wait_until_ready()

    def query(self, statement):
        subprocess.run([*self.psql, "-c", statement], check=True, stdout=subprocess.DEVNULL)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()
        if self.disk:
            subprocess.run(["umount", self.folder], check=True)
        shutil.rmtree(self.folder)


class Program:
    """A process, and what it says."""

    def __init__(self, *command):
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                        text=True)
        self.said = ""
        self.changed = threading.Condition()
        self.reader = threading.Thread(target=self.read)
        self.reader.start()

    def read(self):
        for line in self.process.stdout:
            with self.changed:
                self.said += line
                self.changed.notify_all()

    def wait_for(self, text, seconds=PATIENCE):
        with self.changed:
            assert self.changed.wait_for(lambda: text in self.said, seconds), \
                f"no {text!r} in {self.said!r}"

    @property
    def http(self):
        return re.search(r"http://[\d.]+:\d+", self.said).group()

    def kill(self):
        self.process.kill()
        self.wait_for_end()

    def wait_for_end(self, seconds=PATIENCE):
        code = self.process.wait(seconds)
        self.reader.join()
        return code

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.kill()
        self.process.stdout.close()


class Server(Program):
    """`kibitz serve` on that log, whose key can be copied from another one."""

    def __init__(self, cluster, *options, inside=(), key_of=None):
        self.folder = tempfile.mkdtemp(prefix="kibitz-test-")
        if key_of:
            shutil.copy(os.path.join(key_of.folder, "key"), self.folder)
        super().__init__(*inside, KIBITZ, "serve", "--port", "0", "--data", self.folder,
                         "--house-players", "none", "--store", cluster.address, *options)

    def __exit__(self, *_):
        super().__exit__()
        shutil.rmtree(self.folder)


def wait_for_takeover(server):
    """The seconds that it takes."""
    began = time.monotonic()
    server.wait_for("Ctrl-C ends it.", LONGEST_TAKEOVER)
    return time.monotonic() - began
