"""Every code that the engine and the programs name has a sentence in every language, and no sentence is left over."""

import ast
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import NamedTuple

import pytest

from ui.words.languages import LANGUAGES, words_in

ROOT = Path(__file__).parents[1]


class Named(NamedTuple):
    """A code where it is named, with the fields that it is given."""

    where: str
    code: str
    fields: frozenset[str]


def named(source: str, where: str) -> Iterator[Named]:
    """The codes of `Refused` and `message` in a source; one that is chosen by `if` is two."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(ast.Name("Refused" | "message"), [first, *_], keywords):
                fields = frozenset(keyword.arg or "**" for keyword in keywords)
                choices = [first.body, first.orelse] if isinstance(first, ast.IfExp) else [first]
                for choice in choices:
                    code = choice.value if isinstance(choice, ast.Constant) else f"<{ast.unparse(choice)}>"
                    yield Named(f"{where}:{node.lineno}", str(code), fields)


NAMED = [
    one
    for top in ("engine", "kiosk", "ui")
    for path in sorted((ROOT / top).rglob("*.py"))
    for one in named(path.read_text("utf-8"), str(path.relative_to(ROOT)))
]


def test_a_code_is_no_sentence():
    """
    Prose in the engine is said to everybody in English.
    """
    assert [
        one for one in NAMED if not all(part.isalnum() and part == part.lower() for part in one.code.split("-"))
    ] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_has_a_sentence_in_every_language_and_every_sentence_a_code(language: str):
    """
    Neither can be missing, and none is kept that nobody says.
    """
    assert {one.code for one in NAMED} == set(words_in(language).messages)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_names_exactly_what_its_code_is_given(language: str):
    """
    A brace that is not filled would stop the screen.
    """
    said = words_in(language).messages
    braces = {
        code: {name for form in ([text] if isinstance(text, str) else text) for _, name, *_ in Formatter().parse(form)}
        - {None}
        for code, text in said.items()
    }

    assert [one for one in NAMED if one.code in braces and one.fields != braces[one.code]] == []


def test_what_stands_in_a_source_is_found():
    """
    The check above would hold of nothing otherwise.
    """
    source = 'raise Refused("a" if x else "b c", clause, seat=4)\nmessage(what)'

    assert [tuple(one) for one in named(source, "x.py")] == [
        ("x.py:1", "a", {"seat"}),
        ("x.py:1", "b c", {"seat"}),
        ("x.py:2", "<what>", frozenset()),
    ]
