"""`docs/lab/reliability.md` has a row for each promise, and the tests and faults that it names exist."""

import re
from pathlib import Path

import pytest

from tests.lab.faults.plan import KINDS

ROOT = Path(__file__).parents[2]
TESTS = ROOT / "tests"
PAPER = (ROOT / "docs" / "lab" / "reliability.md").read_text("utf-8")
FILES = {
    str(path.relative_to(ROOT)) for path in ROOT.glob("*/**/*.py") if not path.parts[len(ROOT.parts)].startswith(".")
}
PLACES = ("tests/", "tests/kiosk/", "tests/browser/", "")
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


def rows(section: str) -> list[list[str]]:
    """The cells of a section's table, without its head."""
    (chapter,) = [one for one in re.split(r"^## ", PAPER, flags=re.MULTILINE) if one.startswith(f"{section}\n")]
    cells = [re.split(r" *\| *", line.removeprefix("|").removesuffix("|").strip(" ")) for line in chapter.splitlines()
             if line.startswith("| ")]  # fmt: skip
    return cells[1:]


HELD = {promise: by for promise, by, _ in rows("Each promise and what upholds it")}


def rooms_in(promise: str) -> list[str]:
    """The promises of the room that a row is about, as `third` or `third to fifth`."""
    found: list[str] = []
    for first, last in re.findall(r"the room's (\w+)(?: to (\w+))?", promise):
        begin, end = ORDINALS.index(first), ORDINALS.index(last or first)
        found += ORDINALS[begin : end + 1]
    return found


def test_each_promise_has_one_row():
    """The 33 promises of a table and the ten of a room."""
    numbers = [int(number) for promise in HELD for number in re.findall(r"\bP(\d+)\b", promise)]
    ordinals = [one for promise in HELD for one in rooms_in(promise)]

    assert sorted(numbers) == list(range(1, 34))
    assert sorted(ordinals, key=ORDINALS.index) == list(ORDINALS)


@pytest.mark.parametrize("by", HELD.values(), ids=HELD)
def test_each_row_names_existing_faults_and_tests(by):
    """Oracles are named by their faults, and tests by a path below `tests` or `tests/kiosk`.

    A bare name is in the folder of the one before it.
    """
    faults = [fault for among in re.findall(r"the oracles \(([^)]*)\)", by) for fault in re.findall(r"`(\w+)`", among)]
    assert [fault for fault in faults if fault not in KINDS] == []

    missing, folder = [], ""
    files = re.findall(r"`([\w/]+\.py)`", by)
    for file in files:
        places = [f"{place}{path}" for place in PLACES for path in (file, f"{folder}{file}")]
        path = next((place for place in places if place in FILES), "")
        if not path:
            missing.append(file)
        elif "/" in file:
            folder = file[: file.rfind("/") + 1]
    assert missing == []
    assert files or "the oracles" in by


def test_every_file_that_the_page_names_exists():
    """Wherever it is named, at least the end of its path matches."""
    named = set(re.findall(r"`([\w/]+\.py)`", PAPER))

    assert [one for one in sorted(named) if not any(f"/{file}".endswith(f"/{one}") for file in FILES)] == []


def test_the_page_lists_every_kind_of_fault():
    """Each once, and no others."""
    assert sorted(fault.strip("`") for fault, *_ in rows("What fails")) == sorted(KINDS)
