"""The shell commands in the pages of the docs, by section."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
PAGES = sorted(
    path.relative_to(ROOT).as_posix()
    for path in [*ROOT.glob("*.md"), *ROOT.glob("[a-z]*/README.md"), *(ROOT / "docs").rglob("*.md")]
)
_PART = re.compile(r"^ *```(?P<language>\w*)\n(?P<block>.*?)^ *```$|^#+ (?P<title>[^\n]+)$", re.DOTALL | re.MULTILINE)
_ENDS = re.compile(r"&&|[|;>].*")
"""A word with which a command ends, and what follows belongs to the shell or to another command."""


class DocsSection(NamedTuple):
    """A heading of a page, and the commands below it, each as its words."""

    page: str
    title: str
    commands: tuple[tuple[str, ...], ...]


def sections() -> Iterator[DocsSection]:
    """The sections that have commands."""
    for page in PAGES:
        titles, commands = [""], [list[tuple[str, ...]]()]
        for part in _PART.finditer((ROOT / page).read_text("utf-8")):
            if part["title"]:
                titles.append(part["title"])
                commands.append([])
            elif part["language"] == "sh":
                lines = part["block"].replace("\\\n", " ").splitlines()
                commands[-1] += filter(None, (tuple(shlex.split(line, comments=True)) for line in lines))
        yield from (DocsSection(page, title, tuple(one)) for title, one in zip(titles, commands, strict=True) if one)


def of_kiosk(command: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """The commands of `kiosk` in a line, with `room` and `sudo` written out."""
    words: list[str] = []
    for word in (*command, ";"):
        if not _ENDS.fullmatch(word):
            words.append(word)
            continue
        if words[:1] == ["sudo"]:
            words = words[3:] if words[1] == "-u" else words[1:]
        if words[:1] == ["./dev"]:
            words = words[1:]
        if words[:1] == ["room"]:
            words = ["kiosk", *words]
        if words[:1] == ["kiosk"]:
            yield tuple(words[1:])
        words = []
