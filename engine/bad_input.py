"""Errors for unusable input, as codes: our own errors, and those raised when TOML or JSON is parsed or converted. Also
reads untrusted TOML within limits: `tomllib` keeps every prefix of a dotted key, so a hundred kilobytes of `a.a.a...=1`
takes gigabytes of memory.
"""

import re
import tomllib
from collections.abc import Callable
from functools import reduce
from typing import Any, Self

import msgspec

from engine.cards import DECK, RANKS, SUITS, Card, parse_cards
from engine.message import Message, Value, message

_KINDS = {
    "int": message("kind-int"), "float": message("kind-float"), "str": message("kind-str"),
    "bool": message("kind-bool"), "array": message("kind-array"), "object": message("kind-object"),
    "null": message("kind-null"), **dict.fromkeys(("datetime", "date", "time"), message("kind-time")),
}  # fmt: skip
_JSON_KINDS = {**_KINDS, "object": message("kind-json-object"), "null": message("kind-json-null")}
_TWICE = re.compile("Cannot (overwrite|declare|mutate)|Duplicate")

MOST_LETTERS = 250_000
"""The maximum length of the text, in characters. The longest rule book shipped with the program has 15,000
characters."""
MOST_IN_A_LINE = 10_000
MOST_PARTS = 8
"""The maximum number of parts in a dotted key. The keys in our own files have at most two."""
_PART = r"""(?:[A-Za-z0-9_-]++|"(?:[^"\\\n]++|\\.)*+"|'[^'\n]*+')"""
_TOKEN = re.compile(
    rf'''
    """(?:[^"\\]++|\\.|"(?!""))*+"{{3,5}}
  | \'\'\'(?:[^']++|'(?!''))*+'{{3,5}}
  | \#[^\n]*+
  | {_PART}(?P<parts>(?:[ \t]*+\.[ \t]*+{_PART})*+)
    ''',
    re.VERBOSE | re.DOTALL,
)
_DOT = re.compile(rf"\.[ \t]*+{_PART}")
_TABLE = r"\s*\[+\s*([\w.\"'-]+)\s*\]+"
_KEY = r"\s*([\w.\"'-]+)\s*="


class BadInput(ValueError):
    """Input that cannot be used; `message` says why. If a `__post_init__` raises it, it becomes the cause of msgspec's
    error, where `unfit` finds it."""

    def __init__(self, code: str, /, **fields: Value) -> None:
        super().__init__(code, fields)
        self.message = Message(code, fields)

    @classmethod
    def of(cls, why: Message) -> Self:
        return cls(why.code, **why.fields)

    def __str__(self) -> str:
        return str(self.message)


def check_range(field: str, value: float, least: float, most: int) -> None:
    """Raise `BadInput` for a number that is out of range. A value that is not a number counts as out of range."""
    if not least <= value <= most:
        raise BadInput("out-of-range", field=field, least=str(least), most=str(most), given=str(value))


def at_place(place: Message | str, problem: Message) -> Message:
    """The problem together with the file, field or action where it occurred, if known."""
    return message("at-place", place=place, problem=problem) if place else problem


def why_bad(error: Exception) -> Message:
    """The message if the error is one of ours; otherwise, the text from the library or the operating system."""
    if isinstance(error, BadInput):
        return error.message
    return message("said-by-system", error=getattr(error, "strerror", None) or " ".join(str(error).split()))


def why_unread(error: OSError | ValueError) -> Message:
    """The reason why a file's text could not be read."""
    return message("file-not-text") if isinstance(error, UnicodeDecodeError) else why_bad(error)


def row_of_cards(text: str) -> tuple[Card, ...]:
    """The cards in a string such as `AhKd`. Raises `BadInput`."""
    if len(text) % 2:
        raise BadInput("no-row-of-cards", text=repr(text))
    known = frozenset(map(str, DECK))
    if wrong := next((text[at : at + 2] for at in range(0, len(text), 2) if text[at : at + 2] not in known), ""):
        raise BadInput("no-such-card", text=repr(wrong), ranks=RANKS, suits=SUITS)
    return parse_cards(text)


# Conversions


def unfit(error: msgspec.ValidationError, kind: Any, *, in_json: bool = False) -> Message:
    """Why the content does not convert to the type `kind`: where the problem is, and what is expected there."""
    problem, path = problem_and_path(error, in_json=in_json)
    return at_place(place_of(path), with_allowed(problem, allowed_at(kind, path)))


def json_kind_of(value: object) -> Message:
    """The JSON term for the type of a decoded value."""
    names = {bool: "bool", int: "int", float: "float", str: "str", list: "array", dict: "object"}
    return _JSON_KINDS[names.get(type(value), "null")]


def problem_and_path(error: msgspec.ValidationError, *, in_json: bool = False) -> tuple[Message, tuple[str | int, ...]]:
    """The problem, in TOML's or JSON's terms, and the path to it, as far as msgspec gives one."""
    what, _, where = " ".join(str(error).split()).partition(" - at `")
    where = where.removeprefix("key` in `").replace("[...]", "")
    steps = re.findall(r"\.([^.\[`]+)|\[(\d+)\]", where)
    path = tuple(name or int(number) for name, number in steps)
    if isinstance(error.__cause__, BadInput):
        return error.__cause__.message, path
    return _problem(what, _JSON_KINDS if in_json else _KINDS), path


def place_of(path: tuple[str | int, ...]) -> Message | str:
    """A location in a file, as shown to people, such as `readers, entry 1, line`."""
    parts = [step if isinstance(step, str) else message("entry", number=str(step + 1)) for step in path]
    return reduce(lambda outer, inner: message("place-in", outer=outer, inner=inner), parts) if parts else ""


def _problem(what: str, names: dict[str, Message]) -> Message:
    if kinds := re.fullmatch("Expected `([^`]*)`, got `([^`]*)`", what):
        return _wrong_kind(kinds[1].split(" | "), kinds[2], names)
    found = ((fits, said) for pattern, said in _SAID if (fits := re.fullmatch(pattern, what)))
    return next((said(fits) for fits, said in found), message("said-by-system", error=what))


def _wrong_kind(wanted: list[str], given: str, names: dict[str, Message]) -> Message:
    if given == "float" and "int" in wanted:
        return message("not-whole")
    if "float" in wanted:  # a whole number is allowed as well
        wanted = [kind for kind in wanted if kind != "int"]
    said = [names.get(name) or message("kind-named", name=name) for name in (*wanted, given)]
    either = reduce(lambda one, other: message("kind-or", one=one, other=other), said[:-1])
    return message("wrong-kind", wanted=either, given=said[-1])


# Each pattern matches the whole of a message from msgspec.
_SAID: tuple[tuple[str, Callable[[re.Match[str]], Message]], ...] = (
    ("Object missing required field `(.*)`", lambda it: message("field-missing", field=it[1])),
    ("Object contains unknown field `(.*)`", lambda it: message("field-unknown", field=it[1])),
    ("Invalid (?:enum )?value (.*)", lambda it: message("value-not-allowed", given=it[1])),
    (r"Expected `(?:int|float)` <= (\S+)", lambda it: message("number-at-most", limit=it[1])),
    (r"Expected `(?:int|float)` >= (\S+)", lambda it: message("number-at-least", limit=it[1])),
    (r"Expected `str` of length <= (\d+)", lambda it: message("letters-at-most", limit=it[1])),
    (r"Expected `str` of length >= (\d+)", lambda it: message("letters-at-least", limit=it[1])),
    (r"Expected `array` of length (\d+), got (\d+)", lambda it: message("list-of-length", limit=it[1], given=it[2])),
)


def with_allowed(problem: Message, allowed: tuple[str, ...]) -> Message:
    """The problem with a value, including the allowed values if they can be listed."""
    if not allowed or problem.code not in ("value-not-allowed", "wrong-kind"):
        return problem
    return message("choose-one-of", problem=problem, allowed=", ".join(allowed))


def allowed_at(kind: Any, path: tuple[str | int, ...]) -> tuple[str, ...]:
    """The values that a type allows at this path; empty if they cannot be listed."""
    types: list[Any] = [msgspec.inspect.type_info(kind)]
    for step in path:  # through structs, lists and dictionaries, whose keys msgspec leaves out of it
        types = [inner for each in _members(types) for inner in _inner(each, step)]
    ends = [end for end in _members(types) if isinstance(end, msgspec.inspect.LiteralType)]
    return tuple(str(value) for end in ends for value in end.values)


def _members(types: list[Any]) -> list[Any]:
    inspect = msgspec.inspect
    plain: list[Any] = []
    for each in types:
        match each:
            case inspect.UnionType():
                plain += _members(list(each.types))
            case inspect.Metadata():
                plain += _members([each.type])
            case inspect.DictType():
                plain += [each, *_members([each.key_type, each.value_type])]
            case _:
                plain.append(each)
    return plain


def _inner(kind: Any, step: str | int) -> list[Any]:
    inspect = msgspec.inspect
    match kind:
        case inspect.StructType() if step == kind.tag_field:
            return [inspect.LiteralType((kind.tag,))]
        case inspect.StructType():
            return [field.type for field in kind.fields if field.encode_name == step]
        case inspect.ListType() | inspect.VarTupleType():
            return [kind.item_type]
        case inspect.TupleType() if isinstance(step, int):
            return [kind.item_types[step]]
    return []


# Texts


def toml_of(text: str, most: int = MOST_LETTERS) -> dict[str, Any]:
    """Parse TOML. Raises `BadInput` if it would take too much memory, and `ValueError` or `RecursionError` if it is not
    TOML. `not_toml` gives the message for all of these errors."""
    if len(text) > most:
        raise BadInput("toml-too-long", most=str(most))
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > MOST_IN_A_LINE:
            raise BadInput("toml-line-too-long", line=str(number), most=str(MOST_IN_A_LINE))
    for token in _TOKEN.finditer(text):
        if token["parts"] and len(_DOT.findall(token["parts"])) >= MOST_PARTS:
            at = text.count("\n", 0, token.start()) + 1
            raise BadInput("toml-key-too-long", line=str(at), most=str(MOST_PARTS))
    return tomllib.loads(text)


def line_of(text: str, table: str, key: str = "") -> int:
    """The line number of `key` in `[table]`, counting from 1. If there is no such key, this is the line of the table,
    or of a top-level key with that name; 0 if there is none."""
    found = 0
    inside = ""
    for number, line in enumerate(text.splitlines(), 1):
        if header := re.match(_TABLE, line):
            inside = _bare(header[1])
            name = inside
        elif written := re.match(_KEY, line):
            name = _bare(f"{inside}.{written[1]}" if inside else written[1])
        else:
            continue
        if name == f"{table}.{key}":
            return number
        if name == table:
            found = found or number
    return found


def _bare(name: str) -> str:
    return name.replace('"', "").replace("'", "")


def not_toml(error: Exception) -> Message:
    """The error for text that is not TOML. The reason comes from `tomllib`, in English."""
    if isinstance(error, BadInput):
        return error.message
    said = str(error)
    at = re.search(r"at line (\d+), column (\d+)\)$", said)
    if not at and not said.endswith("(at end of document)"):
        return message("text-too-deep")  # a number with thousands of digits, or lists nested a thousand deep
    where = message("line-column", line=at[1], column=at[2]) if at else message("end-of-file")
    return message("toml-twice" if _TWICE.match(said) else "toml-wrong", where=where)


def not_json(error: Exception) -> Message:
    """The error for text that is not JSON."""
    if isinstance(error, RecursionError):
        return message("text-too-deep")
    at = re.search(r"\(byte (\d+)\)$", str(error))
    return message("json-wrong", byte=at[1]) if at else message("json-ends")
