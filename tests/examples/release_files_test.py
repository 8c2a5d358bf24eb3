"""The files for GitHub and GitLab make each part that packaging/release has, by calling it."""
import os
import re

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


test_github()
test_gitlab()
