"""Every code that the engine and the programs use has a sentence in every language, and no sentence is left over."""

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path
from string import Formatter
from typing import NamedTuple

import pytest

from kiosk.clock.tables.record_names import ACTIONS, EVENTS
from ui.words.languages import LANGUAGES, words_in
from ui.words.shapes import FaultWords

ROOT = Path(__file__).parents[1]
MESSAGES = frozenset(("Refused", "message", "bad_input"))
TOPS = ("engine", "hardware", "kiosk", "ui")


class Named(NamedTuple):
    """A code at one place in the source, with the fields that it is given there."""

    where: str
    code: str
    fields: frozenset[str]
    literal: frozenset[str] = frozenset()
    """The fields whose value is a literal text in the source."""


def named(source: ast.Module, where: str, makers: frozenset[str] = MESSAGES) -> Iterator[Named]:
    """The codes that are passed to one of the `makers` in a source; a code chosen by `if` counts as two.

    Codes that a subclass's constructor passes to `super` count, too.
    """
    for node in ast.walk(source):
        match node:
            case ast.Call(ast.Name(name), [first, *_], keywords) if name in makers:
                yield from _named(f"{where}:{node.lineno}", first, keywords)
            case ast.ClassDef(bases=[ast.Name(base)]) if base in makers:
                for inner in ast.walk(node):
                    match inner:
                        case ast.Call(ast.Attribute(ast.Call(ast.Name("super")), "__init__"), [first, *_], keywords):
                            yield from _named(f"{where}:{inner.lineno}", first, keywords)


def _named(where: str, first: ast.expr, keywords: list[ast.keyword]) -> Iterator[Named]:
    fields = frozenset(keyword.arg or "**" for keyword in keywords)
    literal = frozenset(keyword.arg or "**" for keyword in keywords if _has_text(keyword.value))
    for choice in [first.body, first.orelse] if isinstance(first, ast.IfExp) else [first]:
        code = choice.value if isinstance(choice, ast.Constant) else f"<{ast.unparse(choice)}>"
        yield Named(where, str(code), fields, literal)


def _has_text(value: ast.expr) -> bool:
    match value:
        case ast.Constant(str(text)):
            return text != ""
        case ast.IfExp(_, one, other):
            return _has_text(one) or _has_text(other)
        case ast.BoolOp(_, values) | ast.Tuple(values):
            return any(map(_has_text, values))
        case ast.JoinedStr(parts):
            text = " ".join(str(part.value) for part in parts if isinstance(part, ast.Constant))
            is_address = "/" in text or " = " in text  # of a page, a file or a line of the settings
            return not is_address and any(map(str.isalpha, text.replace(" x ", "")))
        case _:
            return False


def made_by(first: str, sources: Iterable[ast.Module]) -> frozenset[str]:
    """A class such as `Fault`, and the functions that make it from a code only."""
    own, ready = {first}, False
    classes = [node for source in sources for node in ast.walk(source) if isinstance(node, ast.ClassDef)]
    while not ready:
        more = {each.name for each in classes for base in each.bases if isinstance(base, ast.Name) and base.id in own}
        ready, own = more <= own, own | more
    with_own = {
        each.name
        for each in classes
        if each.name != first
        and any(isinstance(part, ast.FunctionDef) and part.name == "__init__" for part in each.body)
    }
    return frozenset(own - with_own)


def braces(text: str) -> set[str]:
    """The fields that a sentence fills in."""
    return {name for _, name, *_ in Formatter().parse(text) if name}


@pytest.fixture(scope="module")
def sources() -> dict[str, ast.Module]:
    """All sources except the tests, by path.

    Reading them takes longer than all tests here, and every worker that only collects tests would do it, too.
    """
    files = [path for top in TOPS for path in sorted((ROOT / top).rglob("*.py"))]
    return {str(path.relative_to(ROOT)): ast.parse(path.read_text("utf-8")) for path in files}


@pytest.fixture(scope="module")
def messages(sources: dict[str, ast.Module]) -> list[Named]:
    """Every code of a message, including the names of a record's events and actions, which follow from their tags."""
    saying = MESSAGES | made_by("BadInput", sources.values())
    named_by_tag = [Named("record_names", one.code, frozenset()) for one in (*EVENTS.values(), *ACTIONS.values())]
    return [*named_by_tag, *(one for where, source in sources.items() for one in named(source, where, saying))]


@pytest.fixture(scope="module")
def faults(sources: dict[str, ast.Module]) -> list[Named]:
    """Every code of a fault."""
    faulty = made_by("Fault", sources.values())
    return [
        one for where, source in sources.items() if where != "kiosk/faults.py" for one in named(source, where, faulty)
    ]


def test_no_code_is_a_sentence(messages: list[Named], faults: list[Named]):
    """Prose in the engine would be shown to everyone in English."""
    assert [
        one
        for one in (*messages, *faults)
        if not all(part.isalnum() and part == part.lower() for part in one.code.split("-"))
    ] == []


def test_no_code_gets_a_literal_text_from_a_source(messages: list[Named], faults: list[Named]):
    """The result would be an English word in a German sentence."""
    assert [one for one in (*messages, *faults) if one.literal] == []


def test_no_code_is_both_a_message_and_a_fault(messages: list[Named], faults: list[Named]):
    """The screen looks a refusal's code up in both catalogs."""
    assert {one.code for one in messages}.isdisjoint({one.code for one in faults})


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_has_a_sentence_in_every_language_and_every_sentence_a_code(language: str, messages: list[Named]):
    """No code lacks a sentence, and no sentence is left without a code."""
    assert {one.code for one in messages} == set(words_in(language).messages)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_names_exactly_the_fields_that_its_code_gets(language: str, messages: list[Named]):
    """A brace that is not filled in would stop the screen."""
    said = words_in(language).messages
    filled = {
        code: {name for form in ([text] if isinstance(text, str) else text) for name in braces(form)}
        for code, text in said.items()
    }

    assert [one for one in messages if one.code in filled and one.fields != filled[one.code]] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_fault_says_in_every_language_what_happened_and_what_to_do(language: str, faults: list[Named]):
    """Each code has both sentences; its fields are those that the two sentences name together, and none is unused."""
    said: dict[str, FaultWords] = words_in(language).faults

    assert {one.code for one in faults} == set(said)
    assert [one for one in faults if one.fields != braces(said[one.code].what) | braces(said[one.code].fix)] == []


def test_a_code_in_a_source_is_found():
    """Otherwise the check above would pass for any code."""
    source = ast.parse('raise Refused("a" if x else "b c", clause, seat=4)\nmessage(what, who=name, how=f"not {x}")')

    assert [tuple(one) for one in named(source, "x.py")] == [
        ("x.py:1", "a", {"seat"}, frozenset()),
        ("x.py:1", "b c", {"seat"}, frozenset()),
        ("x.py:2", "<what>", {"who", "how"}, {"how"}),
    ]


def test_a_fault_in_a_source_is_found():
    """Even if it is made by a class of its own that sets the code itself."""
    source = ast.parse("""
class Torn(Fault):
    pass
class Damaged(Torn):
    def __init__(self):
        super().__init__("damaged", why=1)
raise Torn("torn", path=path)
raise Damaged()
""")

    assert made_by("Fault", [source]) == {"Fault", "Torn"}
    assert {tuple(one) for one in named(source, "x.py", made_by("Fault", [source]))} == {
        ("x.py:6", "damaged", frozenset({"why"}), frozenset()),
        ("x.py:7", "torn", frozenset({"path"}), frozenset()),
    }
