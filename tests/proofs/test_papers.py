"""`docs/lab/proofs.md` lists the tests, and the tests that it names exist.

It has a row for each vector of the rule books, each worked example in the standard and each example of the rule card.
It also has one for each hand that PokerKit plays differently, and for each finding of the attacks on disks, links,
clocks and rights.
"""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from engine.hand.ranking import Category
from tests.engine.test_ranking import RULE_CARD
from tests.history.test_pokerkit import DIFFER

TESTS = Path(__file__).parents[1]
PAPER = TESTS.parent / "docs" / "lab" / "proofs.md"
VECTORS = [str(number) for number in range(1, 19)]
NUMBERS = (
    "43 Ex1", "43 Ex2", "43 Ex3", "43 Ex4-A", "43 Ex4-B", "45", "46", "47 Ex1", "47 Ex1-A", "47 Ex1-B", "47 Ex2",
    "47 Ex3", "47 Ex3-B", "51", "52", "53", "61",
)  # fmt: skip
"""The worked examples in the standard, by rule and example as it calls them."""


def table(section: str) -> dict[str, tuple[str, str]]:
    """The rows of a section's table by the first column: the subject, and the tests."""
    chapters = re.split(r"^#+ ", PAPER.read_text("utf-8"), flags=re.MULTILINE)
    (chapter,) = [found for found in chapters if found.startswith(f"{section}\n")]
    rows = [re.split(r" *\| *", line.strip("| ")) for line in chapter.splitlines() if line.startswith("| ")]
    found = {first: (what, tests) for first, what, tests in rows[1:]}
    assert len(found) == len(rows) - 1, f"two rows of {section} have one name"
    return found


ROOM = "What outside testers found"
ATTACKS = "What the attacks on disks, links, clocks and rights found"
FINDINGS = [str(number) for number in range(1, 13)]
TABLES = ("The vectors", "The worked examples", ROOM, ATTACKS, "The rule card", "Where PokerKit differs")
ROWS = {f"{section}: {row}": tests for section in TABLES for row, (_, tests) in table(section).items()}


@cache
def parsed(file: str) -> ast.Module:
    return ast.parse((TESTS / file).read_text("utf-8"))


def is_there(file: str, name: str, case: str) -> bool:
    """Whether the file has the test and, if one is named, the case."""
    tests = {node.name for node in parsed(file).body if isinstance(node, ast.FunctionDef)}
    words = {node.value for node in ast.walk(parsed(file)) if isinstance(node, ast.Constant)}
    return name in tests and (not case or case in words)


@pytest.mark.parametrize("tests", ROWS.values(), ids=ROWS)
def test_each_row_names_existing_tests(tests):
    """As `folder/file.py::test`, with the case in square brackets if the test has a table of them."""
    named = re.findall(r"`([\w/]+\.py)::(\w+)(?:\[([^`]+)\])?`", tests)

    assert len(named) == tests.count("`") / 2 > 0
    assert [test for test in named if not is_there(*test)] == []


def test_every_vector_has_a_row():
    """All 18 vectors."""
    assert list(table("The vectors")) == VECTORS


def test_every_finding_of_the_attacks_has_a_row():
    """All 12 findings."""
    assert list(table(ATTACKS)) == FINDINGS


def test_every_worked_example_in_the_standard_has_a_row(shared):
    """By rule, and by example if the rule has several: as many as in the facts."""
    facts = (shared / "facts" / "tda.md").read_text("utf-8")
    chapter = facts[facts.index("## 2.") : facts.index("## 3.")]
    _, *rules = re.split(r"\bR(\d\d)\b", chapter)
    stated = []
    for rule, text in zip(rules[::2], rules[1::2], strict=True):
        examples = re.findall(r"\bEx\d(?:-[AB])?", text)
        stated += [f"{rule} {example}" for example in examples] or [rule]

    assert sorted(stated) == sorted(NUMBERS)


def test_every_worked_example_is_in_docs_lab_proofs():
    """
    In the order of the rules.
    """
    assert tuple(table("The worked examples")) == NUMBERS


def test_the_ten_examples_of_the_rule_card_are_in_docs_lab_proofs():
    """
    Best first, with their cards.
    """
    rows = table("The rule card")

    assert [(name, cards) for name, (cards, _) in rows.items()] == [
        (kind.name.lower().replace("_", " "), cards) for kind, cards in RULE_CARD.items()
    ]
    assert list(RULE_CARD) == sorted(Category, reverse=True)


def test_every_difference_from_pokerkit_is_in_docs_lab_proofs():
    """
    With the rule that ours follow.
    """
    rows = table("Where PokerKit differs").values()

    assert [rule for rule in DIFFER if not any(f"[{rule}]" in tests for _, tests in rows)] == []
