"""What .ci/tidy and .ci/second-compiler share: the sources of a build with their flags, a memory of
those that were found clean, and batches of sources that are read as one, so that the headers that
they have in common are read once.
"""

import argparse
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
import sys
import time

FORGOTTEN_AFTER_SECONDS = 60 * 24 * 3600
LARGEST_BATCH = 16

root = pathlib.Path(__file__).resolve().parent.parent


class Source:
    """A file of the tree, and the arguments with which a compiler reads it."""

    def __init__(self, path, entry):
        self.path = str(path.relative_to(root))
        words = shlex.split(entry["command"])
        self.object = words[words.index("-o") + 1]
        compiler = next(i for i, word in enumerate(words) if re.search(r"(clang\+\+|g\+\+)", word))
        self.compiler = words[compiler]
        self.flags = [word for word in words[compiler + 1:words.index("-o")] if word != "-c"]
        self.state = None


def compiled_by(entry):
    """The sources that this entry of the compile commands compiles: one, or those of a batch
    (KIBITZ_BATCHES), which CMake includes in a file of its own."""
    path = pathlib.Path(entry["directory"], entry["file"]).resolve()
    if "Unity" not in path.parts:
        return [path]
    return [pathlib.Path(name) for name in re.findall(r'^#include "(.*)"', path.read_text(), re.M)]


def sources_of(build, folders):
    """The sources below those folders. Of one that is compiled several times, any will do."""
    found = {}
    for entry in json.loads((build / "compile_commands.json").read_text()):
        for path in compiled_by(entry):
            if any(path.is_relative_to(root / folder) for folder in folders):
                source = Source(path, entry)
                found[source.path] = source
    return found


def headers_of_sources(build):
    """What ninja has recorded of every source: the files that were included, for it or for another
    source of its batch."""
    text = subprocess.run(["ninja", "-C", build, "-t", "deps"], capture_output=True, text=True,
                          check=True).stdout
    found, current = {}, []
    for line in text.splitlines():
        if line.startswith(" "):
            path = os.path.normpath(os.path.join(build, line.strip()))
            if path.endswith(".cpp") and pathlib.Path(path).is_relative_to(root):
                found[os.path.relpath(path, root)] = current
            current.append(path)
        else:
            current = []
    return found


@functools.cache
def headers_of_tree():
    return sorted(path for folder in ("src", "tests", "fuzz", "bench")
                  for path in (root / folder).rglob("*.hpp"))


def name_of(path):
    """The same in every clone of the tree."""
    path = os.path.normpath(path)
    return os.path.relpath(path, root) if path.startswith(f"{root}/") else path


@functools.cache
def digest_of(path):
    """Of the file's bytes; of none if it has been removed since the build."""
    path = pathlib.Path(path)
    return hashlib.sha256(path.read_bytes() if path.exists() else b"").digest()


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
        # What the build does not compile may include any header of the tree.
        included = self.headers.get(source.path) or [root / source.path, *headers_of_tree()]
        state = hashlib.sha256(self.common)
        state.update(" ".join(source.flags).replace(str(root), "").encode())
        for path in included:
            state.update(name_of(path).encode())
            state.update(digest_of(path))
        source.state = state.hexdigest()
        return (self.folder / source.state).exists()

    def add(self, source):
        (self.folder / source.state).touch()


def changed_files():
    """The names of all files, in the order of their last changes, the newest first; some several
    times. Nothing where there is no git."""
    names = []
    for command in (["ls-files", "--modified", "--others", "--exclude-standard"],
                    ["log", "--format=", "--name-only"]):
        try:
            names += subprocess.run(["git", "-C", root, *command], capture_output=True, text=True,
                                    check=True).stdout.splitlines()
        except (OSError, subprocess.CalledProcessError):
            return []
    return names


def newest_first(sources):
    """The sources in the order of the last changes of them or of the headers of the same name."""
    place = {}
    for name in changed_files():
        place.setdefault(name, len(place))

    def newness(source):
        files = [root / source.path, (root / source.path).with_suffix(".hpp")]
        places = [place[name_of(path)] for path in files if name_of(path) in place]
        latest = max(path.stat().st_mtime for path in files if path.exists())
        return min(places, default=len(place)), -latest, source.path

    return sorted(sources, key=newness)


def batches_of(sources):
    """Lists of sources with the same flags out of one module, those with the first sources first."""
    alike = collections.defaultdict(list)
    for source in sources:
        alike[(*source.path.split("/")[:-1][:3], *source.flags)].append(source)
    batches = []
    for group in alike.values():
        number = -(-len(group) // LARGEST_BATCH)
        for i in range(number):
            batches.append(group[i * len(group) // number:(i + 1) * len(group) // number])
    return sorted(batches, key=lambda batch: sources.index(batch[0]))


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


def arguments_of(documentation):
    parser = argparse.ArgumentParser(description=documentation,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default="build/release")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--minutes", type=float, default=float("inf"))
    parser.add_argument("files", nargs="*", metavar="FILE")
    return parser.parse_args()


def check_all(tool, build, sources, memory, check, arguments):
    """Calls check(path, batch) -> (is clean, output) for those of the sources that are wanted and are
    not remembered as clean, in batches, the newest first. No batch is begun after the time is over.
    Leaves the program with an error if one was not clean."""
    wanted = arguments.files or sorted(sources)
    unknown = [path for path in wanted if path not in sources]
    if unknown:
        sys.exit(f"error: {os.path.relpath(build, root)} does not compile {', '.join(unknown)}")
    unchecked = [sources[path] for path in wanted if not memory.knows(sources[path])]
    print(f"{len(wanted) - len(unchecked)} of {len(wanted)} files are as they were when {tool} "
          "last found them clean", flush=True)
    failed, left, done = [], [], 0
    until = time.monotonic() + 60 * arguments.minutes

    # Answers (is clean, batch, output) until all of the batch is checked.
    def check_batch(batch):
        answers = []
        while batch and time.monotonic() < until:
            path, fitting, batch, error = compile_together(build, batch)
            is_clean, output = (False, error) if error else check(path, fitting)
            answers.append((is_clean, fitting, output))
        return answers, batch

    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        running = [pool.submit(check_batch, batch) for batch in batches_of(newest_first(unchecked))]
        for finished in concurrent.futures.as_completed(running):
            answers, not_reached = finished.result()
            left += [source.path for source in not_reached]
            for is_clean, batch, output in answers:
                done += len(batch)
                print(f"[{done}/{len(unchecked)}] {', '.join(s.path for s in batch)}", flush=True)
                if is_clean:
                    for source in batch:
                        memory.add(source)
                else:
                    failed += [source.path for source in batch]
                    print(output, flush=True)
    if left:
        print(f"NOT CHECKED by {tool}, since {arguments.minutes:g} minutes were over: {len(left)} "
              f"of {len(wanted)} files: {', '.join(sorted(left))}", flush=True)
    if failed:
        sys.exit(f"error: {tool} finds faults in one or more of {', '.join(sorted(failed))}")
