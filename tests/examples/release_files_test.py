"""The files for GitHub and GitLab make each part that packaging/release has, by calling it."""
import hashlib
import json
import os
import re
import subprocess
import tempfile

from server import skip

try:
    import yaml
except ImportError:
    skip("Python has no package yaml")

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "../.."))
IMAGES = {"container"}  # for a registry, not a file to download


def read(name):
    with open(os.path.join(ROOT, name), encoding="utf-8") as file:
        return file.read()


def parts():
    words = re.search(r"^all_parts=\((.*)\)$", read("packaging/release"), re.M).group(1)
    return set(words.split()) - IMAGES


def test_github():
    job = yaml.safe_load(read(".github/workflows/release.yml"))["jobs"]["package"]
    assert set(job["strategy"]["matrix"]["part"]) == parts(), job["strategy"]
    assert "packaging/release ${{ matrix.part }}" in [step.get("run") for step in job["steps"]]


def test_gitlab():
    job = yaml.safe_load(read(".gitlab-ci.yml"))["package"]
    assert set(job["parallel"]["matrix"][0]["PART"]) == parts(), job["parallel"]
    assert "packaging/release $PART" in job["script"]


def run_job(name, folder):
    """Runs a job's script as GitLab does, with programs in place of curl and release-cli that write down
    what they are asked for; returns that, a list of arguments for each call."""
    calls = os.path.join(folder, "calls")
    for program in ("curl", "release-cli"):
        path = os.path.join(folder, program)
        with open(path, "w", encoding="utf-8") as file:
            file.write("#!/bin/sh\n{ printf '%s\\0' \"$@\"; echo; } >> '" + calls + "'\n")
        os.chmod(path, 0o755)
    open(calls, "w", encoding="utf-8").close()
    environment = {"PATH": folder + ":" + os.environ["PATH"], "CI_COMMIT_TAG": "v1.2.3", "CI_PROJECT_ID": "7",
                   "CI_JOB_TOKEN": "secret", "CI_API_V4_URL": "https://gitlab.example/api/v4",
                   "LC_ALL": "C"}
    script = "\n".join(yaml.safe_load(read(".gitlab-ci.yml"))[name]["script"])
    subprocess.run(["sh", "-euc", script], cwd=folder, env=environment, check=True)
    with open(calls, encoding="utf-8") as file:
        return [call.split("\0") for call in file.read().split("\0\n")[:-1]]


def test_gitlab_release():
    address = "https://gitlab.example/api/v4/projects/7/packages/generic/kibitz/1.2.3/"
    with tempfile.TemporaryDirectory(prefix="kibitz-test-") as folder:
        dist = os.path.join(folder, "dist")
        os.mkdir(dist)
        files = {"CHANGES-1.2.3.md": "New: \"quotes\" and $dollars", "kibitz.tar.xz": "a", "kibitz.deb": "b"}
        for name, text in {**files, "SHA256SUMS": "of one job"}.items():
            with open(os.path.join(dist, name), "w", encoding="utf-8") as file:
                file.write(text)
        uploads = run_job("upload", folder)
        names = sorted([*files, "SHA256SUMS"])
        assert [call[-1] for call in uploads] == [address + name for name in names], uploads
        with open(os.path.join(dist, "SHA256SUMS"), encoding="utf-8") as file:
            sums = dict(reversed(line.split("  ", 1)) for line in file.read().splitlines())
        assert sums == {name: hashlib.sha256(text.encode()).hexdigest() for name, text in files.items()}, sums
        (call,) = run_job("release", folder)
        assert call[:5] == ["create", "--name", "Kibitz 1.2.3", "--tag-name", "v1.2.3"], call
        assert call[5:7] == ["--description", files["CHANGES-1.2.3.md"]], call
        links = [json.loads(call[i + 1]) for i, word in enumerate(call) if word == "--assets-link"]
        assert [link["name"] for link in links] == names, links
        assert all(link["url"] == address + link["name"] for link in links), links


test_github()
test_gitlab()
test_gitlab_release()
