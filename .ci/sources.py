"""What .ci/tidy and .ci/second-compiler share: the sources of a build with their flags, a memory of
those that were found clean, and batches of sources that are read as one, so that the headers that
they have in common are read once.
"""

import collections
import concurrent.futures
import functools
import hashlib
import json
import os
import pathlib
import re
import shlex
import subprocess
import time

FORGOTTEN_AFTER_SECONDS = 60 * 24 * 3600
LARGEST_BATCH = 16

root = pathlib.Path(__file__).resolve().parent.parent


class Source:
    """A file of the tree, and the arguments with which a compiler reads it."""

    def __init__(self, entry):
        self.path = str(pathlib.Path(entry["directory"], entry["file"]).resolve()
                        .relative_to(root))
        words = shlex.split(entry["command"])
        self.object = words[words.index("-o") + 1]
        compiler = next(i for i, word in enumerate(words) if re.search(r"(clang\+\+|g\+\+)", word))
        self.compiler = words[compiler]
        self.flags = [word for word in words[compiler + 1:words.index("-o")] if word != "-c"]
        self.state = None


def sources_of(build, folders):
    """The sources below those folders. Of one that is compiled several times, any will do."""
    found = {}
    for entry in json.loads((build / "compile_commands.json").read_text()):
        path = pathlib.Path(entry["directory"], entry["file"]).resolve()
        if any(path.is_relative_to(root / folder) for folder in folders):
            source = Source(entry)
            found[source.path] = source
    return found


def headers_of_sources(build):
    """What ninja has recorded of every source: the files that were included."""
    text = subprocess.run(["ninja", "-C", build, "-t", "deps"], capture_output=True, text=True,
                          check=True).stdout
    found, current = {}, []
    for line in text.splitlines():
        if line.startswith(" "):
            path = os.path.join(build, line.strip())
            if not current and pathlib.Path(path).is_relative_to(root):
                found[os.path.relpath(path, root)] = current
            current.append(path)
        else:
            current = []
    return found


@functools.cache
def digest_of(path):
    return hashlib.sha256(pathlib.Path(path).read_bytes()).digest()


class Memory:
    """Remembers the states in which sources were clean: text, headers, flags and `common`, which
    stands for the tool and its settings. It lies in ~/.cache/kibitz or $XDG_CACHE_HOME/kibitz."""

    def __init__(self, name, common, build):
        base = os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache"
        self.folder = pathlib.Path(base) / "kibitz" / name
        self.common = common
        self.headers = headers_of_sources(build)
        self.folder.mkdir(parents=True, exist_ok=True)
        oldest = time.time() - FORGOTTEN_AFTER_SECONDS
        for entry in self.folder.iterdir():
            if entry.stat().st_mtime < oldest:
                entry.unlink()

    def knows(self, source):
        included = self.headers.get(source.path)
        if included is None:
            return False
        state = hashlib.sha256(self.common)
        state.update(" ".join(source.flags).replace(str(root), "").encode())
        for path in included:
            state.update(os.path.relpath(path, root).encode())
            state.update(digest_of(path))
        source.state = state.hexdigest()
        return (self.folder / source.state).exists()

    def add(self, source):
        if source.state:
            (self.folder / source.state).touch()


def batches_of(sources):
    """Lists of sources with the same flags out of one module."""
    alike = collections.defaultdict(list)
    for source in sources:
        alike[(*source.path.split("/")[:2], *source.flags)].append(source)
    for group in alike.values():
        number = -(-len(group) // LARGEST_BATCH)
        for i in range(number):
            yield group[i * len(group) // number:(i + 1) * len(group) // number]


def write_batch(build, batch):
    """A file that includes all of the batch."""
    text = "".join(f'#include "{root / source.path}"\n' for source in batch)
    folder = build / "batches"
    folder.mkdir(exist_ok=True)
    path = folder / (hashlib.sha256(text.encode()).hexdigest()[:16] + ".cpp")
    path.write_text(text)
    return path


def compile_together(build, batch):
    """Has the compiler read the batch as one. Two sources may define the same name, each for itself:
    the ones that do not fit are left out. Returns the file for those that do, they, the others, and
    what the compiler says if it refuses even one alone."""
    fitting, others = list(batch), []
    while True:
        path = write_batch(build, fitting)
        run = subprocess.run(
            [fitting[0].compiler, *fitting[0].flags, "-w", "-fsyntax-only", "-fmax-errors=1", path],
            cwd=build, capture_output=True, text=True)
        if run.returncode == 0:
            return path, fitting, others, ""
        if len(fitting) == 1:
            return path, fitting, others, run.stderr
        refused = None
        for name in re.findall(r"^(\S+?):\d+:\d+: (?:fatal )?error:", run.stderr, re.MULTILINE):
            refused = next((s for s in fitting if os.path.join(build, name) == str(root / s.path)),
                           None)
        # The error may show itself in a header: then the batch is halved.
        out = [refused] if refused else fitting[len(fitting) // 2:]
        fitting = [source for source in fitting if source not in out]
        others += out


def check_all(build, sources, check, memory, jobs, until=float("inf")):
    """Calls check(path, batch) -> (is clean, output) for all sources in batches, and remembers the
    clean ones. Returns the paths of those that are not clean, and of those that were not checked
    because the time was over."""
    failed, left, done = [], [], 0

    def check_batch(batch):
        if time.monotonic() > until:
            return None, batch, [], ""
        path, fitting, others, error = compile_together(build, batch)
        is_clean, output = (False, error) if error else check(path, fitting)
        return is_clean, fitting, others, output

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        pending = {pool.submit(check_batch, batch) for batch in batches_of(sources)}
        while pending:
            finished, pending = concurrent.futures.wait(
                pending, return_when=concurrent.futures.FIRST_COMPLETED)
            for answer in finished:
                is_clean, batch, others, output = answer.result()
                if others:
                    pending.add(pool.submit(check_batch, others))
                if is_clean is None:
                    left += [source.path for source in batch]
                    continue
                done += len(batch)
                print(f"[{done}/{len(sources)}] {', '.join(s.path for s in batch)}", flush=True)
                if is_clean:
                    for source in batch:
                        memory.add(source)
                else:
                    failed += [source.path for source in batch]
                    print(output, flush=True)
    return sorted(failed), sorted(left)
