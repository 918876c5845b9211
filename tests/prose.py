"""The ratchet on prose: patterns that a native editor would strike, counted over docs, texts, docstrings and commits.

`python -m tests.prose` prints every hit; `python -m tests.prose --lower` writes lower counts to `tests/prose.toml`. A
count may fall and never rise. The list of patterns grows as an editor finds more.
"""

import ast
import re
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
COUNTS = ROOT / "tests" / "prose.toml"
FOLDERS = ("engine", "hardware", "kiosk", "ui", "tests")
LONGEST = 35  # words in a sentence

PATTERNS = {
    "headless who": r"(?:^|(?<=[.;:] ))(?:Who|What)\b[^.?!]*[.!](?=\s|$)",
    "of before": r"\bof before\b",
    "anew": r"\banew\b",
    "no more": r"\bno more(?=[.,;:)]|$| of it\b)|\bcounts no\b",
    "alone": r"^(?!.*\b(?:[Ll]eave|leaves|left|let)\b.*\balone\b).*(?<!\bon )(?<!wins )(?<!win )(?<!won )\balone\b",
    "stands": r"\bstands? (?:in|on|at|there|beside|above|below|under|between)\b",
    "mend": r"\bmend(?:s|ed|ing)?\b",
    "where for if": r"(?:^|(?<=[.;:,] ))[Ww]here (?:it|there|nobody|no|none|somebody|that) (?:is|are|was|has|have)\b",
    "once more": r"\bonce more\b",
    "so does": r"\bso (?:do|does|did|is|are|has) (?:that|it|they|this|those)\b",
    "told of": r"\b(?:is|are|was|were|be) told\b",
    "somebody who": r"\bhe who\b|\bthey who\b|\bfor who\b|\bof who\b|\bby who\b",
    "thereof": r"\b(?:thereof|therein|thereby|whereof|whereby|hitherto|henceforth)\b",
}
"""What to look for in a sentence, by the name of the habit."""

PRIVATE_WORDS = frozenset(
    (
        "told",
        "heard",
        "awaited",
        "forgotten",
        "known",
        "chosen",
        "booked",
        "paced",
        "beside",
        "around",
        "across",
        "door",
        "word",
    )
)
"""Participles and private nouns that name no module, class or function: a name is a standard term, or a verb."""

BRITISH = re.compile(
    r"\b(?:colour|cancell(?:ed|ing)|penalis|catalogue|centre|millimetre|behaviour|recognis|favour)\w*", re.I
)


@dataclass(frozen=True, slots=True)
class Hit:
    """One place where a pattern was found: the kind of text, the habit, the file (or commit), and the sentence."""

    kind: str
    habit: str
    place: str
    sentence: str


def hits() -> list[Hit]:
    """Every hit in the checkout, in the order of kinds and files."""
    found: list[Hit] = []
    for kind, place, prose in [*docs(), *texts(), *docstrings(), *subjects()]:
        for sentence in sentences(prose):
            found.extend(Hit(kind, habit, place, sentence) for habit in habits(sentence))
    found.extend(Hit("identifiers", name, place, name) for name, place in identifiers())
    return found


def habits(sentence: str) -> list[str]:
    """The names of the habits that a sentence shows."""
    shown = [habit for habit, pattern in PATTERNS.items() if re.search(pattern, sentence)]
    if BRITISH.search(sentence):
        shown.append("British spelling")
    if len(sentence.split()) > LONGEST:
        shown.append("long sentence")
    return shown


def sentences(prose: str) -> list[str]:
    """A text as its sentences; lines of one paragraph are joined."""
    joined = [" ".join(part.split()) for part in re.split(r"\n\s*\n|\n(?=\s*(?:[-*|] |\d+\. ))", prose)]
    return [sentence for part in joined for sentence in re.split(r"(?<=[.?!])\s+(?=[A-Z`*\"])", part) if sentence]


def docs() -> Iterator[tuple[str, str, str]]:
    """The pages, without code, links' addresses, headings and what is generated."""
    for path in sorted([*ROOT.glob("*.md"), *ROOT.glob("deploy/**/*.md"), *ROOT.glob("docs/**/*.md")]):
        text = path.read_text(encoding="utf-8")
        if path.name == "CHANGELOG.md":
            text = re.split(r"\n## \[\d", text)[0]  # what was released stays as it was
        text = re.sub(r"<!-- made by.*?<!-- end of what is made -->", "", text, flags=re.DOTALL)
        text = re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE)
        text = re.sub(r"`[^`\n]*`", "`x`", text)
        text = re.sub(r"\]\([^)\s]*\)", "]", text)
        text = re.sub(r"^#.*$", "", text, flags=re.MULTILINE)
        text = re.sub(r"^\|.*$", lambda row: row[0].replace("|", "\n\n"), text, flags=re.MULTILINE)
        yield "docs", path.relative_to(ROOT).as_posix(), text


def texts() -> Iterator[tuple[str, str, str]]:
    """The English texts of screens and pages."""
    folder = ROOT / "ui" / "words" / "en"
    for path in sorted(folder.rglob("*.toml")):
        place = path.relative_to(folder).as_posix()
        yield from (("texts", f"{place} {key}", text) for key, text in _leaves(tomllib.loads(path.read_text())))


def _leaves(tree: object, key: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(tree, dict):
        for name, branch in tree.items():
            if name not in ("comment", "little_room"):
                yield from _leaves(branch, f"{key}.{name}".strip("."))
    elif isinstance(tree, list):
        yield from ((key, text) for text in tree)
    elif isinstance(tree, str):
        yield key, tree


@cache
def _parsed() -> list[tuple[str, list[ast.AST]]]:
    """Each source file with all its nodes."""
    paths = sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py"))
    return [(path.relative_to(ROOT).as_posix(), list(ast.walk(ast.parse(path.read_bytes())))) for path in paths]


def docstrings() -> Iterator[tuple[str, str, str]]:
    """The docstrings of modules, classes and functions, and the strings below constants."""
    for path, nodes in _parsed():
        for node in nodes:
            match node:
                case ast.Expr(value=ast.Constant(value=str(prose))):
                    yield "docstrings", f"{path}:{node.lineno}", re.sub(r"`[^`\n]*`", "`x`", prose)


def identifiers() -> Iterator[tuple[str, str]]:
    """Modules, classes and functions with a private word for a name, and `told` wherever it is a name."""
    for path, nodes in _parsed():
        if Path(path).stem in PRIVATE_WORDS:
            yield Path(path).stem, path
        for node in nodes:
            match node:
                case ast.ClassDef(name=name) | ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                    if name.lower().strip("_") in PRIVATE_WORDS:
                        yield name, f"{path}:{node.lineno}"
                case ast.Name(id="told" | "_told") | ast.Attribute(attr="told" | "_told") | ast.arg(arg="told"):
                    yield "told", f"{path}:{node.lineno}"


def subjects() -> Iterator[tuple[str, str, str]]:
    """The subjects of the commits since the last tag; none in a checkout without its history."""
    tag = _git("describe", "--tags", "--abbrev=0")
    log = _git("log", "--format=%h %s", f"{tag}..HEAD" if tag else "HEAD")
    for line in log.splitlines():
        commit, _, subject = line.partition(" ")
        yield "commits", commit, subject


def _git(*arguments: str) -> str:
    done = subprocess.run(["git", "-C", str(ROOT), *arguments], capture_output=True, text=True, check=False)
    return done.stdout.strip() if done.returncode == 0 else ""


def counts(found: list[Hit]) -> dict[str, dict[str, int]]:
    """How often each habit was found, by kind of text."""
    counted = Counter((hit.kind, hit.habit) for hit in found)
    kinds = sorted({kind for kind, _ in counted})
    return {kind: {habit: n for (of, habit), n in sorted(counted.items()) if of == kind} for kind in kinds}


def risen(now: dict[str, dict[str, int]], allowed: dict[str, dict[str, int]]) -> list[str]:
    """A line for each count that is higher than the file allows."""
    return [
        f"{kind}, {habit}: {n} now, {allowed.get(kind, {}).get(habit, 0)} before"
        for kind, habits_of in now.items()
        for habit, n in habits_of.items()
        if n > allowed.get(kind, {}).get(habit, 0)
    ]


def written(counted: dict[str, dict[str, int]]) -> str:
    """The counts as `tests/prose.toml` has them."""
    head = "# How often each habit may still be found. Counts only fall: python -m tests.prose --lower\n"
    parts = [f"[{kind}]\n" + "".join(f'"{habit}" = {n}\n' for habit, n in of.items()) for kind, of in counted.items()]
    return head + "".join(f"\n{part}" for part in parts)


def main(arguments: list[str]) -> int:
    """Print the hits, of the kinds and files that are named, or lower the counts."""
    found = hits()
    if arguments == ["--lower"]:
        before = tomllib.loads(COUNTS.read_text(encoding="utf-8")) if COUNTS.exists() else None
        worse = risen(counts(found), before) if before is not None else []
        if worse:
            print("\n".join(worse))
            return 1
        COUNTS.write_text(written(counts(found)), encoding="utf-8")
        return 0
    for hit in found:
        if not arguments or any(word in f"{hit.kind} {hit.place} {hit.habit}" for word in arguments):
            print(f"{hit.place}: {hit.habit}: {hit.sentence}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
