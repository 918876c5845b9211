"""Finds objects by name in JavaScript text: `new Name({...})`, with everything inside.

No part of the text is ever run. Everything outside the wanted objects is skipped. A value inside them that is not
understood becomes `UnparsedValue`. Knows nothing about clocks or structures.
"""

import math
import re
from collections.abc import Collection, Iterator
from typing import NamedTuple

import msgspec

from engine.bad_input import BadInput

MOST_DEEP = 50
MOST_VALUES = 100_000
"""The limit on the number of values in all wanted objects together. An evening at a large club has a few thousand."""
_SPACE = re.compile(r"(?:[\s\ufeff]++|//[^\n]*+|/\*(?:[^*]++|\*(?!/))*+(?:\*/|\Z))*+")
_STRING = r""" "(?:[^"\\]++|\\.)*+" | '(?:[^'\\]++|\\.)*+' """
_TOKEN = re.compile(
    rf"""
    (?P<string> {_STRING} )
  | (?P<template> `(?:[^`\\]++|\\.)*+` )
  | (?P<number> -?(?:[0-9]++(?:\.[0-9]*+)?|\.[0-9]++)(?:[eE][+-]?[0-9]++)?(?![\w.]) )
  | (?P<word> [^\W\d][\w$]*+(?:\.[\w$]++)*+ | \$[\w$.]*+ )
  | (?P<open> [\[{{(] ) | (?P<close> [\]}})] )
  | (?P<mark> => | [,:] )
  | (?P<other> [^"'`] )
    """,
    re.VERBOSE | re.DOTALL,
)
_REGEX = re.compile(r"/(?:[^/\\\n\[]++|\\[^\n]|\[(?:[^\]\\\n]++|\\[^\n])*+\])++/\w*+")
_BEFORE_REGEX = frozenset(("(", "[", "{", ",", ":", "=>", "=", "?", "!", "&", "|", ";", "return"))
_ESCAPED = re.compile(r"\\(u[0-9A-Fa-f]{4}|u\{[0-9A-Fa-f]{1,6}\}|x[0-9A-Fa-f]{2}|.)", re.DOTALL)
_ESCAPES = {"n": "\n", "r": "\r", "t": "\t", "b": "\b", "f": "\f", "v": "\v", "0": "\0", "\n": ""}
_WORDS = {"true": True, "false": False, "null": None, "undefined": None}


class ConstructorCall(msgspec.Struct, frozen=True):
    """An object made by `new Name(...)` or `Name(...)`, with its arguments and its position in the text, from 1."""

    name: str
    given: tuple[object, ...]
    at: int = 0


class UnparsedValue(msgspec.Struct, frozen=True):
    """A value that was not understood, with its position in the text in characters, from 1."""

    at: int


class Literals(msgspec.Struct, frozen=True):
    """The objects with the wanted names, in the order in which they appear in the text, and the fields of the object
    around them. A field is given as its text, even if it is a number, or as None if it is anything else. `beside` are
    the other fields of the outermost object."""

    made: tuple[ConstructorCall, ...]
    fields: dict[str, object]
    beside: tuple[str, ...] = ()


class _Token(NamedTuple):
    kind: str
    text: str
    at: int


def fields_of(made: object) -> dict[str, object]:
    """The fields of an object made by `new Name({...})`. Empty for anything else."""
    first = made.given[0] if isinstance(made, ConstructorCall) and made.given else None
    return first if isinstance(first, dict) else {}


def find_literals(text: str, wanted: Collection[str], within: str) -> Literals:
    """All objects with one of the wanted names, and the fields of the object named `within`. Raises `BadInput`."""
    return _Finder(text).found(frozenset(wanted), within)


class _Finder:
    """A parser that looks one token ahead."""

    def __init__(self, text: str) -> None:
        self._tokens = _tokens(text)
        self._next = next(self._tokens)
        self._end = len(text)
        self._values = 0

    def found(self, wanted: frozenset[str], within: str) -> Literals:
        """Collects the wanted objects and skips the rest of the text, in which only the brackets must be closed."""
        made: list[ConstructorCall] = []
        fields: dict[str, object] = {}
        beside: dict[str, None] = {}
        depth, field_depth, field, outer, before = 0, -1, "", "", _Token("", "", 0)
        while self._next.kind:
            token = self._take()
            if token.kind == "open":
                if token.text == "(" and before.text in wanted:
                    made.append(ConstructorCall(before.text, tuple(self._until(")", 0)), before.at + 1))
                    continue
                depth += 1
                if token.text == "(" and before.text == within:
                    field_depth = depth + 1
                    beside.pop(outer, None)
            depth -= token.kind == "close"
            if depth == field_depth and token.kind in ("word", "string") and self._next.text == ":":
                field = _name(token)
                fields[field] = None
            elif depth == 1 and token.kind in ("word", "string") and self._next.text == ":":
                outer = _name(token)
                beside[outer] = None
            elif depth == field_depth and before.text == ":" and token.kind in ("string", "number"):
                fields[field] = _name(token)
            before = token
        if depth > 0:
            raise BadInput("literal-ends", at=str(self._end))
        return Literals(tuple(made), fields, tuple(beside))

    def _value(self, depth: int) -> object:
        """The value that begins here, up to the comma or bracket after it."""
        self._values += 1
        if self._values > MOST_VALUES:
            raise BadInput("literal-too-large", most=str(MOST_VALUES))
        start = self._next.at + 1
        value: object = UnparsedValue(start)
        kind, text, _ = self._next
        if depth > MOST_DEEP:
            pass
        elif kind in ("string", "number"):
            self._take()
            value = _unescaped(text[1:-1]) if kind == "string" else _number(text, start)
        elif text == "{" and kind == "open":
            self._take()
            value = dict(self._pairs(depth))
        elif text == "[" and kind == "open":
            self._take()
            value = list(self._until("]", depth))
        elif kind == "word":
            value = self._identifier(depth)
        return value if self._ends() else self._passed(start)

    def _identifier(self, depth: int) -> object:
        token = self._take()
        if token.text == "new" and self._next.kind == "word":
            token = self._take()
        if self._next.text == "(" and self._next.kind == "open" and token.text not in ("function", "new", "async"):
            self._take()
            return ConstructorCall(token.text, tuple(self._until(")", depth)), token.at + 1)
        return _WORDS.get(token.text, UnparsedValue(token.at + 1))

    def _pairs(self, depth: int) -> Iterator[tuple[str, object]]:
        while not self._closed("}"):
            name = self._next
            if name.kind in ("word", "string", "number"):
                self._take()
                if self._next.text == ":":
                    self._take()
                    yield _name(name), self._value(depth + 1)
            if not self._ends():
                self._passed(name.at)
            self._comma()

    def _until(self, end: str, depth: int) -> Iterator[object]:
        """The values up to a closing bracket, with commas between them. A comma after the last value is allowed."""
        while not self._closed(end):
            yield self._value(depth + 1)
            self._comma()

    def _closed(self, end: str) -> bool:
        """Take the closing bracket if it is next. Raises `BadInput` if the text ends or another bracket closes here."""
        if not self._next.kind:
            raise BadInput("literal-ends", at=str(self._end))
        if self._next.kind != "close":
            return False
        token = self._take()
        if token.text != end:
            raise BadInput("literal-wrong", at=str(token.at + 1))
        return True

    def _comma(self) -> None:
        if self._next.text == "," and self._next.kind == "mark":
            self._take()

    def _ends(self) -> bool:
        return self._next.kind in ("", "close") or (self._next.text == "," and self._next.kind == "mark")

    def _passed(self, start: int) -> UnparsedValue:
        depth = 0
        while self._next.kind and (depth or not self._ends()):
            token = self._take()
            depth += (token.kind == "open") - (token.kind == "close")
        return UnparsedValue(start)

    def _take(self) -> _Token:
        taken, self._next = self._next, next(self._tokens)
        return taken


def _tokens(text: str) -> Iterator[_Token]:
    """The tokens, followed by an endless series of tokens with an empty kind. Raises `BadInput` for a string that is
    not closed."""
    at, before = 0, "("
    while (at := _after_space(text, at)) < len(text):
        found = _REGEX.match(text, at) if text[at] == "/" and before in _BEFORE_REGEX else None
        if found:
            yield _Token("other", "", at)
        else:
            found = _TOKEN.match(text, at)
            if not found or not found.lastgroup:
                raise BadInput("literal-ends", at=str(len(text)))
            yield _Token(found.lastgroup, found[0], at)
        at, before = found.end(), found[0]
    while True:
        yield _Token("", "", at)


def _after_space(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found else at


def _name(token: _Token) -> str:
    return _unescaped(token.text[1:-1]) if token.kind == "string" else token.text


def _number(text: str, at: int) -> int | float | UnparsedValue:
    """Parse a number. One that is too large for a float is `UnparsedValue`."""
    number = float(text)
    if math.isinf(number):
        return UnparsedValue(at)
    return int(text) if text.lstrip("-").isdecimal() and abs(number) < 2**53 else number


def _unescaped(text: str) -> str:
    """The text of a string literal. Half of a surrogate pair becomes the replacement character U+FFFD."""
    return _ESCAPED.sub(_escape, text).encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _escape(found: re.Match[str]) -> str:
    said = found[1]
    if said[0] not in "ux" or len(said) == 1:
        return _ESCAPES.get(said, said)
    code = int(said[1:].strip("{}"), 16)
    return chr(code) if code < 0x110000 else "?"
