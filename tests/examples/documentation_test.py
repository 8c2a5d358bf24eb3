"""The documentation names what there is: links and their anchors, paths of files, in the
glossary and the walkthroughs names in the code, and in the architecture the modules of
CMakeLists.txt and what each of them depends on."""

import itertools
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = "src|tests|bench|python|docs|web|cmake|examples|tools|nets|characters|fuzz"
BUILT = {"web/dist"}  # by the build
HISTORY = "CHANGELOG.md"  # names what there was
faults = []


def without_code(text):
    return re.sub(r"^```.*?^```", "", text, flags=re.S | re.M)


def anchors(path):
    """Those that forges make of headings."""
    headings = re.findall(r"^#+ (.*)$", without_code(path.read_text()), re.M)
    plain = (re.sub(r"[^\w\- ]", "", heading.strip().lower()) for heading in headings)
    return {heading.replace(" ", "-") for heading in plain}


def is_there(path):
    """A file, a folder, or files of that name with any ending."""
    return (ROOT / path).exists() or any(ROOT.glob(path + ".*"))


def check_links(document, text):
    links = re.findall(r"\]\(([^)\s]+)\)", text) + re.findall(r'(?:src|href)="([^"]+)"', text)
    for link in links:
        if re.match(r"https?:", link):
            continue
        name, _, anchor = link.partition("#")
        target = (document.parent / name).resolve() if name else document
        if not target.exists():
            faults.append(f"{document.relative_to(ROOT)}: {link} is missing")
        elif anchor and target.suffix == ".md" and anchor not in anchors(target):
            faults.append(f"{document.relative_to(ROOT)}: {link} has no such heading")


def check_paths(document, text):
    for path in re.findall(rf"`((?:{FOLDERS})/[\w./-]+)`", text):
        if path.rstrip("/") not in BUILT and not is_there(path):
            faults.append(f"{document.relative_to(ROOT)}: {path} is missing")


def code_words():
    files = [path for folder in ("src", "tests")
             for path in (ROOT / folder).rglob("*") if path.suffix in (".hpp", ".cpp")]
    return set(re.findall(r"\w+", "\n".join(path.read_text() for path in files)))


def check_names(document, names, words):
    for name in names:
        for word in name.split("::"):
            if word not in words:
                faults.append(f"{document.relative_to(ROOT)}: the code has no {name}")


def check_glossary(words):
    document = ROOT / "docs/glossary.md"
    rows = [re.split(r"(?<!\\)\|", line)[1:-1] for line in document.read_text().splitlines()
            if line.startswith("| ")]
    places = [row[2] for row in rows if len(row) == 4]
    quoted = [place for cell in places for place in re.findall(r"`([^`]+)`", cell)]
    assert len(quoted) > 80, "the glossary cannot be read"
    for place in quoted:
        if re.fullmatch(r"[\w.*/-]*[a-z][\w.*/-]*", place) and ("/" in place or place.islower()):
            folders = ("src/", "src/*/", "")
            if place not in words and not any(any(ROOT.glob(folder + place)) for folder in folders):
                faults.append(f"docs/glossary.md: {place} is missing")
        elif re.fullmatch(r"[\w:]+", place):
            check_names(document, [place], words)


def check_walkthroughs(words):
    document = ROOT / "docs/walkthroughs.md"
    text = without_code(document.read_text())
    names = [name for name in re.findall(r"`([A-Za-z_]\w*(?:::\w+)*)`", text) if "::" in name or
             re.fullmatch(r"[A-Z][a-z]\w*|[a-z]+_\w+", name)]
    assert len(names) > 30, "the walkthroughs cannot be read"
    check_names(document, names, words)


def declared_modules():
    """The modules of CMakeLists.txt, and pairs of a module and one that it names in DEPENDS."""
    text = (ROOT / "CMakeLists.txt").read_text()
    modules, pairs = set(), set()
    for name, words in re.findall(r"^\s*kibitz_module\((\w+)([^)]*)\)", text, re.M):
        modules.add(name)
        depends = re.search(r"DEPENDS((?: +[a-z_]+)+)", re.sub(r"\s+", " ", words))
        pairs |= {(name, below) for below in (depends[1].split() if depends else [])}
    return modules, pairs


def drawn_pairs(text):
    """Those of lines such as "a <- { b, c } <- d"."""
    pairs = set()
    for line in text.splitlines():
        steps = [re.findall(r"\w+", step) for step in line.split("<-")]
        for left, right in itertools.pairwise(steps):
            pairs |= set(itertools.product(right, left))
    return pairs


def with_indirect(pairs):
    pairs = set(pairs)
    while more := {(a, d) for a, b in pairs for c, d in pairs if b == c} - pairs:
        pairs |= more
    return pairs


def check_architecture():
    """The map has a line for each module, and the drawing the same dependencies, some of them
    indirectly, as CMakeLists.txt."""
    document = ROOT / "docs/architecture.md"
    text = document.read_text()
    modules, declared = declared_modules()
    in_src = set(re.findall(r"^    src/(\w+) ", text, re.M))
    in_wings = set(re.findall(r"^      (\w+) ", text, re.M))
    mapped = {name for name in in_src if name in modules} | in_wings
    drawn = drawn_pairs(re.search(r"^## Dependencies$(.*?)^[A-Z]", text, re.S | re.M)[1])
    drawn = {pair for pair in drawn if pair[0] in modules}  # the Python module is a build of its own
    assert len(modules) > 20 and len(declared) > 40 and drawn, "the modules cannot be read"
    faults.extend(f"docs/architecture.md: {name} is on the map or in CMakeLists.txt, but not in both"
                  for name in sorted(mapped ^ modules))
    faults.extend(f"docs/architecture.md: \"{below} <- {module}\" is drawn or in CMakeLists.txt, "
                  "but not in both"
                  for module, below in sorted(with_indirect(drawn) ^ with_indirect(declared)))


def main():
    listed = subprocess.run(["git", "ls-files", "*.md"], cwd=ROOT, capture_output=True, text=True)
    if listed.returncode != 0:
        print("SKIPPED: this is no working tree of git")
        return 77
    for name in listed.stdout.split():
        document = ROOT / name
        text = without_code(document.read_text())
        check_links(document, text)
        if name != HISTORY:
            check_paths(document, text)
    words = code_words()
    check_glossary(words)
    check_walkthroughs(words)
    check_architecture()
    print("\n".join(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
