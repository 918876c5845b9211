"""TOML from other people is parsed within limits, and allowed TOML is read as before."""

import tomllib
import tracemalloc
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.bad_input import MOST_IN_A_LINE, MOST_LETTERS, MOST_PARTS, BadInput, not_toml, toml_of
from engine.books.rulebook import BadBook, parse_book
from engine.history.phh.form import BadHistory, read_phh
from engine.message import Message
from engine.tournament.levels.structure import BadStructure, parse_structure
from engine.tournament.prizes.payouts import parse_payouts
from tests.kit.sizes import size

ROOT = Path(__file__).parents[2]
LONG = ".".join("a" * 9)
DEEP = {
    "a dotted key": f"{LONG} = 1",
    "as thousands of parts": ".".join("a" * 15_000) + " = 1",
    "with blanks between": " . ".join("a" * 9) + " = 1",
    "of quoted parts": ".".join(['"a"', "'b'"] * 5) + " = 1",
    "with a quotation mark in a part": r'"\"".' + LONG + " = 1",
    "the head of a table": f"[{LONG}]",
    "the head of an array's table": f"[[{LONG}]]",
    "in an inline table": f"x = {{ {LONG} = 1 }}",
    "in an inline table of an array": f"x = [\n  {{ {LONG} = 1 }},\n]",
    "after a string of several lines": f'x = """\n"a""" # "\n{LONG} = 1',
    "after a string with quotation marks at its end": f'x = """a"""""\n{LONG} = 1',
    "after a string with an escaped quotation mark": f'x = "\\""\n{LONG} = 1',
    "after a literal string": f"x = '\\'\n{LONG} = 1",
    "after a literal string of several lines": f"x = '''\n'' \\'''''\n{LONG} = 1",
    "after a comment with a quotation mark": f'x = 1 # it\'s """\n{LONG} = 1',
    "on a later line": f"x = 1\n\n{LONG} = 1",
}
PLAIN = {
    "a string with many dots": f'x = "{LONG}"',
    "a literal string with many dots": f"x = '{LONG}'",
    "many dots in several lines": f"x = \"\"\"\n{LONG} = 1\n\"\"\"\ny = '''\n{LONG} = 1\n'''",
    "a comment with many dots": f"x = 1 # {LONG} = 1\n# [{LONG}]",
    "a part of a key with many dots": f'"{LONG}" = 1',
    "eight parts": ".".join("abcdefgh") + " = 1",
    "numbers and times": "x = [1.5, -2e10, 1_000, 0x1F]\ny = 1979-05-27T07:32:00.999Z\nz = 1979-05-27",
    "lines of both kinds": "x = 1\r\ny = 2\n",
}


@pytest.mark.parametrize("text", DEEP.values(), ids=DEEP)
def test_a_key_with_many_parts_is_refused_wherever_it_is(text: str):
    with pytest.raises(BadInput) as refusal:
        toml_of(text)
    assert refusal.value.message.code in ("toml-key-too-long", "toml-line-too-long")


@pytest.mark.parametrize("text", PLAIN.values(), ids=PLAIN)
def test_dots_outside_keys_are_allowed(text: str):
    assert toml_of(text) == tomllib.loads(text)


def test_the_refusal_of_a_long_line_names_the_line():
    with pytest.raises(BadInput) as refusal:
        toml_of(f"a = 1\nb = '{'x' * MOST_IN_A_LINE}'")
    assert refusal.value.message.fields["line"] == "2"
    with pytest.raises(BadInput) as refusal:
        toml_of("\n" * (MOST_LETTERS + 1))
    assert refusal.value.message.code == "toml-too-long"


def refusals(text: str) -> Iterator[Message]:
    """The errors of each reader of other people's TOML."""
    with pytest.raises(BadStructure) as structure:
        parse_structure(text, "f.toml")
    yield structure.value.message
    with pytest.raises(BadBook) as book:
        parse_book(text, "f.toml")
    yield book.value.message
    with pytest.raises(BadHistory) as history:
        read_phh(text)
    yield history.value.message
    with pytest.raises(BadInput) as payouts:
        parse_payouts(text)
    yield payouts.value.message


@pytest.mark.parametrize("parts", [1_000, 4_000, 60_000, 300_000])
def test_a_key_with_thousands_of_parts_takes_little_memory(parts: int):
    """
    Such a key of 117 kB took more than 4 GB. The text itself is a megabyte.
    """
    text = ".".join("a" * parts) + "=1"
    tracemalloc.start()
    said = list(refusals(text))
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert len(said) == 4
    assert most < 8_000_000


def test_every_shipped_file_is_read():
    files = [
        path for folder in ("rulebooks", "structures", "payouts") for path in (ROOT / "engine" / folder).glob("*.toml")
    ]

    assert len(files) > 10
    for path in files:
        text = path.read_text("utf-8")
        assert toml_of(text) == tomllib.loads(text)


@pytest.mark.slow
@pytest.mark.fuzz
@settings(max_examples=size("KIOSK_TOML", 2_000))
@given(st.text("a.\"'#\\\n =[]{},1", max_size=60))
def test_no_text_hides_a_long_key(text: str):
    """`tomllib` never sees a key of nine parts, not even before an error:

    both agree where strings and comments begin and end.
    """
    parser = import_module("tomllib._parser")
    parse_key, parts = parser.parse_key, [0]

    def counting(*given: object) -> tuple[int, tuple[str, ...]]:
        found: tuple[int, tuple[str, ...]] = parse_key(*given)
        parts.append(len(found[1]))
        return found

    with patch.object(parser, "parse_key", counting):
        for hidden in (text, f"{text}\n{LONG}=1", f"{text}{LONG}=1", f"x={text}\n{LONG}=1"):
            with suppress(ValueError, RecursionError):
                toml_of(hidden)
    assert max(parts) <= MOST_PARTS


def test_the_message_names_the_line():
    with pytest.raises(BadInput) as refusal:
        toml_of(f"x = 1\n{LONG} = 1")
    assert not_toml(refusal.value) == refusal.value.message == Message("toml-key-too-long", {"line": "2", "most": "8"})
