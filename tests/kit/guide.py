"""`docs/first-evening.md` as a script: its commands, and the touches of each of its steps."""

import json
import re
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path
from typing import Any, NamedTuple

from ui.words.languages import COMPILED

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "first-evening.md").read_text("utf-8")
BY_TOUCH = TEXT.split("## Tonight")[1].split("## When something fails")[0]
HEADING = re.compile(
    r"^###? (?:(?P<number>\d+)\. )?(?P<title>.+?)(?: \((?P<minutes>\d+) minutes?[^)]*\))?$", re.MULTILINE
)
_TOKEN = re.compile(
    r"\*\*(?P<label>[^*]+)\*\*(?: `(?P<value>[^`]+)`)?|touch `(?P<name>[^`]+)`|enter `(?P<digits>[^`]+)`"
    r"|On the (?P<device>laptop|phone)"
)


FIELD = r"{[^}]*}"


class Touch(NamedTuple):
    """One step: a `label` to touch, a `value` for the field with that label, a `name` to touch, `digits` to enter, or
    the `device` that the next steps are on.
    """

    label: str = ""
    value: str = ""
    name: str = ""
    digits: str = ""
    device: str = ""


class GuideStep(NamedTuple):
    """The touches under a heading, and the text that is pasted there."""

    touches: tuple[Touch, ...]
    pasted: str


def commands() -> Iterator[str]:
    """Each shell line that the reader types."""
    for block in re.findall(r"```sh\n(.*?)```", TEXT, re.DOTALL):
        for line in block.splitlines():
            if command := line.split("#")[0].strip():
                yield command


def settings() -> tuple[str, str]:
    """The settings of the clock, with its tables' secrets, and those of a table."""
    of_clock, secrets, of_table = (_flat(one) for one in re.findall(r"```toml\n(.*?)```", TEXT, re.DOTALL))
    return of_clock + secrets, of_table


def steps() -> dict[str, GuideStep]:
    """The steps by heading, without the rows of tables, which are for when something happens."""
    found = {}
    headings = [*HEADING.finditer(BY_TOUCH)]
    for heading, following in zip_longest(headings, headings[1:]):
        title, body = heading["title"], BY_TOUCH[heading.end() : following.start() if following else None]
        pasted = re.search(r"```text\n(.*?)```", body, re.DOTALL)
        text = re.sub(r"```.*?```|^\|.*$", "", body, flags=re.DOTALL | re.MULTILINE)
        found[title] = GuideStep(tuple(_touches(text)), pasted[1] if pasted else "")
    return found


def labels() -> set[str]:
    """Every word of the screen that the instructions mention."""
    return {" ".join(label.split()) for label in re.findall(r"\*\*([^*]+)\*\*", BY_TOUCH)}


def pattern(label: str) -> re.Pattern[str]:
    """A pattern for a label on the screen: its numbers are examples, and an ellipsis matches any words."""
    return re.compile("^" + re.sub(r"\\?\d+", r"[\\d,.]+", re.escape(label)).replace("…", ".*") + "$")


def on_screens() -> list[re.Pattern[str]]:
    """Every text of the pages in English; its fields match any words."""
    words = json.loads((COMPILED / "en.json").read_text("utf-8"))
    texts = [text for text in _texts(words["director"]) if re.search(r"\w{2}", re.sub(FIELD, "", text))]
    return [re.compile(f"^{re.sub(FIELD, '.+', _escaped(text))}$") for text in texts]


def _texts(of: Any) -> Iterator[str]:
    match of:
        case str():
            yield of
        case dict():
            for inner in of.values():
                yield from _texts(inner)
        case list():
            for inner in of:
                yield from _texts(inner)


def _escaped(text: str) -> str:
    return re.escape(text).replace(r"\{", "{").replace(r"\}", "}")


def _touches(text: str) -> Iterator[Touch]:
    for found in _TOKEN.finditer(" ".join(text.split())):
        yield Touch(**{name: text or "" for name, text in found.groupdict().items()})


def _flat(block: str) -> str:
    """The text without the indentation of the list around it."""
    return re.sub(r"^ {3}", "", block, flags=re.MULTILINE)
