"""Reads text that is written like a JavaScript literal: strings, numbers, lists, `{ Name: value }` and `new Name(...)`.

Nothing of it is ever run. Knows no clock and no structure.
"""

import math
import re
from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeVar

import msgspec

from engine.bad_input import BadInput

T = TypeVar("T")
MOST_DEEP = 100
SPACE = re.compile(r"[\s\ufeff]*")
TOKEN = re.compile(
    r"""
    (?P<string> "(?:[^"\\]|\\.)*+" | '(?:[^'\\]|\\.)*+' )
  | (?P<number> -?(?:[0-9]++(?:\.[0-9]*+)?|\.[0-9]++)(?:[eE][+-]?[0-9]++)?(?![\w.]) )
  | (?P<word> [A-Za-z_$][\w$.]*+ )
  | (?P<mark> [][{}(),:] )
    """,
    re.VERBOSE | re.DOTALL,
)
ESCAPED = re.compile(r"\\(u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2}|.)", re.DOTALL)
ESCAPES = {"n": "\n", "r": "\r", "t": "\t", "b": "\b", "f": "\f", "v": "\v", "0": "\0"}
KNOWN = {"true": True, "false": False, "null": None}
"""The words that are values."""


class Made(msgspec.Struct, frozen=True):
    """`new Name(...)`, with what was given to it."""

    name: str
    given: tuple[object, ...]


def read_literal(text: str) -> object:
    """The value that is written. Raises `BadInput` for what is none, or is nested a hundred deep."""
    reader = _Reader(text)
    value = reader.value(0)
    if reader.kind:
        raise reader.wrong()
    return value


class _Token(NamedTuple):
    kind: str
    text: str
    at: int


def _tokens(text: str) -> Iterator[_Token]:
    """The tokens, and then for ever one of no kind. Raises `BadInput`."""
    at = 0
    while (at := _after_space(text, at)) < len(text):
        found = TOKEN.match(text, at)
        if not found or not found.lastgroup:
            raise BadInput("literal-wrong", at=str(at + 1))
        yield _Token(found.lastgroup, found[0], at)
        at = found.end()
    while True:
        yield _Token("", "", at)


def _after_space(text: str, at: int) -> int:
    found = SPACE.match(text, at)
    return found.end() if found else at


class _Reader:
    """Reads values from the next token on, one ahead."""

    def __init__(self, text: str) -> None:
        self._tokens = _tokens(text)
        self._next = next(self._tokens)

    @property
    def kind(self) -> str:
        """Of the next token; empty at the end."""
        return self._next.kind

    def value(self, depth: int) -> object:
        """The value that begins here."""
        if depth > MOST_DEEP:
            raise BadInput("text-too-deep")
        kind, text, _ = token = self._take()
        if kind == "string":
            return _unescaped(text[1:-1])
        if kind == "number":
            return _number(text)
        if text == "{":
            return dict(self._until("}", self._pair, depth))
        if text == "[":
            return list(self._until("]", self.value, depth))
        if text == "new" and self.kind == "word":
            name = self._take().text
            self._expect("(")
            return Made(name, tuple(self._until(")", self.value, depth)))
        if text in KNOWN:
            return KNOWN[text]
        raise _wrong(token)

    def wrong(self) -> BadInput:
        """The error that the next token should not be there."""
        return _wrong(self._next)

    def _pair(self, depth: int) -> tuple[str, object]:
        name = self._take()
        if name.kind not in ("word", "string", "number"):
            raise _wrong(name)
        self._expect(":")
        return _unescaped(name.text[1:-1]) if name.kind == "string" else name.text, self.value(depth)

    def _until(self, end: str, part: Callable[[int], T], depth: int) -> Iterator[T]:
        """The parts up to a mark, with commas between; one may stand after the last."""
        while self._next.text != end or self.kind != "mark":
            yield part(depth + 1)
            if self._next.text != end:
                self._expect(",")
        self._take()

    def _expect(self, mark: str) -> None:
        token = self._take()
        if token.text != mark or token.kind != "mark":
            raise _wrong(token)

    def _take(self) -> _Token:
        taken, self._next = self._next, next(self._tokens)
        return taken


def _wrong(token: _Token) -> BadInput:
    return BadInput("literal-wrong", at=str(token.at + 1)) if token.kind else BadInput("json-ends")


def _number(text: str) -> int | float:
    """Raises `BadInput` for one that is too large to be exact about."""
    number = float(text)
    if math.isinf(number):
        raise BadInput("text-too-deep")
    return int(text) if text.lstrip("-").isdecimal() and abs(number) < 2**53 else number


def _unescaped(text: str) -> str:
    """What stands between the quotes; half a character becomes a question mark."""
    return ESCAPED.sub(_escape, text).encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _escape(found: re.Match[str]) -> str:
    said = found[1]
    return chr(int(said[1:], 16)) if said[0] in "ux" and len(said) > 1 else ESCAPES.get(said, said)
