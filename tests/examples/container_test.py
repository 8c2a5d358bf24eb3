"""packaging/build-container builds an image that serves the page and the arena, and has nothing else."""
import os
import re
import shutil
import signal
import subprocess
import tempfile
import urllib.request

from server import KIBITZ, PATIENCE, skip

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "../.."))
IMAGE = "kibitz-test"

if not shutil.which("buildah"):
    skip("the package buildah is not installed")
if os.geteuid() != 0:
    skip("it needs root, as this machine may let nobody else make containers")


def main(folder):
    configuration = os.path.join(folder, "storage.conf")
    with open(configuration, "w", encoding="utf-8") as file:
        file.write(f'[storage]\ndriver = "vfs"\ngraphroot = "{folder}/images"\nrunroot = "{folder}/run"\n')
    environment = {**os.environ, "CONTAINERS_STORAGE_CONF": configuration, "KIBITZ": KIBITZ,
                   "BUILDAH_ISOLATION": "chroot"}

    def run(*command, **more):
        return subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, check=False,
                              stderr=subprocess.STDOUT, timeout=PATIENCE, **more)

    tried = run("buildah", "from", "--name", "empty", "scratch")
    if tried.returncode != 0:
        skip("buildah makes no containers here: " + tried.stdout.strip().splitlines()[-1])
    built = run(os.path.join(ROOT, "packaging/build-container"), IMAGE)
    assert built.returncode == 0, built.stdout
    made = run("buildah", "from", "--name", "arena", IMAGE)
    assert made.returncode == 0, made.stdout
    told = run("buildah", "inspect", "--format", "{{.OCIv1.Config}}", "arena").stdout
    assert "990:990" in told and "/usr/local/bin/kibitz" in told, told

    # Chroot's containers share the network, so a free port is taken.
    inside = ("buildah", "run", "arena", "--", "/usr/local/bin/kibitz")
    version = run(*inside, "--version")
    if "operation not permitted" in version.stdout.lower():
        skip("buildah runs nothing here: " + version.stdout.strip().splitlines()[-1])
    assert version.returncode == 0 and "kibitz" in version.stdout.lower(), version.stdout
    assert run("buildah", "run", "arena", "--", "/bin/sh", "-c", "true").returncode != 0
    # With buildah, signals reach the program only as those of the whole group.
    server = subprocess.Popen([*inside, "serve", "--port", "0", "--data", "/var/lib/kibitz/arena"],
                              env=environment, stdout=subprocess.PIPE, text=True, start_new_session=True)
    try:
        said = ""
        for line in server.stdout:
            said += line
            if "Ctrl-C" in line:
                break
        address = re.search(r"http://127.0.0.1:\d+/", said)
        assert address, said
        with urllib.request.urlopen(address.group() + "healthz", timeout=PATIENCE) as answer:
            assert answer.read() == b"ok\n"
        status = run("buildah", "run", "arena", "--", "/usr/local/bin/kibitz", "admin", "status")
        assert status.returncode == 0 and "contests" in status.stdout, status.stdout
    finally:
        os.killpg(server.pid, signal.SIGTERM)
        server.communicate(timeout=PATIENCE)


with tempfile.TemporaryDirectory(prefix="kibitz-container-") as store:
    try:
        main(store)
    finally:
        subprocess.run(["buildah", "--root", os.path.join(store, "images"), "--storage-driver", "vfs",
                        "--runroot", os.path.join(store, "run"), "rm", "--all"],
                       check=False, stdout=subprocess.DEVNULL)
