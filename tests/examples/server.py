"""`kibitz serve` in a folder of its own, and programs beside it, for tests."""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.request

KIBITZ = os.environ["KIBITZ"]
PATIENCE = 60  # seconds
SKIPPED = 77   # the exit code of a test that could not be run


def skip(why):
    print("SKIPPED: " + why)
    sys.exit(SKIPPED)


class Server:
    def __init__(self, *options):
        self.folder = tempfile.mkdtemp(prefix="kibitz-test-")
        self.options = options
        self.run("0", "0")

    def run(self, port, tls_port):
        self.process = subprocess.Popen(
            [KIBITZ, "serve", "--port", port, "--tls-port", tls_port, "--data", self.folder,
             *self.options], stdout=subprocess.PIPE, text=True)
        said = ""
        for line in self.process.stdout:
            said += line
            if "Ctrl-C" in line:
                break
        self.http, self.https = (re.search(scheme + r"://127.0.0.1:\d+", said).group()
                                 for scheme in ("http", "https"))
        self.https = self.https.replace("127.0.0.1", "localhost")
        self.arena = self.http.replace("http", "ws") + "/arena"
        self.certificate = os.path.join(self.folder, "certificate.pem")

    def kill(self):
        self.process.kill()
        self.process.communicate()

    def come_back(self):
        """At the same ports."""
        self.run(*(address.rsplit(":")[-1] for address in (self.http, self.https)))

    def crash(self):
        self.kill()
        self.come_back()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        code = self.process.wait(PATIENCE)
        shutil.rmtree(self.folder)
        assert code == 0, f"kibitz serve ended with {code}"

    def get(self, path):
        with urllib.request.urlopen(self.http + path, timeout=PATIENCE) as answer:
            return json.load(answer)

    def admin(self, *command):
        subprocess.run([KIBITZ, "admin", "--data", self.folder, *command], check=True,
                       stdout=subprocess.DEVNULL, timeout=PATIENCE)

    def start(self, *command, **environment):
        return subprocess.Popen(command, cwd=self.folder, stdout=subprocess.PIPE, text=True,
                                stderr=subprocess.STDOUT, env={**os.environ, **environment})


def finish(process):
    """What it printed; it has to end well."""
    try:
        said = process.communicate(timeout=PATIENCE)[0]
    except subprocess.TimeoutExpired:
        process.kill()
        raise AssertionError("it does not end: " + process.communicate()[0])
    assert process.returncode == 0, f"it ended with {process.returncode}: {said}"
    return said
