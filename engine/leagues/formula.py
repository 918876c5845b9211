"""Reads a points formula. Its text is turned into a tree, or into an error that gives the place in the text.

formula  = and-part { "or" and-part }
and-part = not-part { "and" not-part }
not-part = "not" not-part | sum [ ( = <> < <= > >= ) sum ]
sum      = product { ( + - ) product }
product  = factor { ( * / ) factor }
factor   = "-" factor | atom [ "^" factor ]
atom     = number | name | function "(" formula { "," formula } ")" | "(" formula ")"
"""

import re
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from engine.bad_input import BadInput
from engine.leagues.tree import FunctionCall, Name, Node, Number, Values, half_up, is_condition, number_of
from engine.message import Message, message

LONGEST = 500
DEEPEST = 24
NAMES = (
    "place", "entries", "players", "buy_in", "fee", "paid", "prize", "bounties", "knock_outs", "pool", "re_entries",
    "rebuys",
)  # fmt: skip
"""The variables that a formula can use. Amounts of money are in the currency's main unit."""
FUNCTIONS = {
    "sqrt": "sqrt(entries)", "min": "min(place, 10)", "max": "max(place, 10)", "round": "round(prize, 2)",
    "floor": "floor(prize)", "ceil": "ceil(prize)", "abs": "abs(place - 10)", "log": "log(buy_in)",
    "ln": "ln(buy_in)", "if": "if(place <= 10, 5, 1)", "table": "table(place, 25, 18, 15)",
}  # fmt: skip
"""Each function with an example of its use."""
_TAKES = {"min": (1, LONGEST), "max": (1, LONGEST), "round": (1, 2), "if": (3, 3), "table": (2, LONGEST)}
_TOKEN = re.compile(r"\s*(?:(\d+(?:\.\d+)?|\.\d+)|([a-z_]+)|(<>|<=|>=|!=|==|[-+*/^(),;<>=])|(\S))", re.IGNORECASE)
_SAME = {"!=": "<>", "==": "=", ";": ","}


class _Token(NamedTuple):
    at: int
    text: str
    kind: str
    """`number`, `word`, `sign` or `end`."""


@cache
def read_formula(text: str) -> Node:
    """The tree of a formula. Raises `BadInput`, which gives the position in the text."""
    if len(text) > LONGEST:
        raise BadInput("formula-too-long", most=str(LONGEST), given=str(len(text)))
    return _Reader(_tokens(text)).whole()


def points(formula: Node, values: Values) -> int:
    """The points in hundredths, with halves rounded away from 0. Raises `BadInput` if there is no result."""
    return half_up(number_of(formula, values) * 100)


def _tokens(text: str) -> list[_Token]:
    found, at = [], 0
    while match := _TOKEN.match(text, at):
        number, word, sign, other = match.groups()
        start = match.end() - len(match[0].lstrip()) + 1
        if other:
            raise _at(start, message("formula-sign", sign=other))
        kind = "number" if number else "word" if word else "sign"
        read = number or (word or "").casefold() or _SAME.get(sign, sign)
        found.append(_Token(start, read, kind))
        at = match.end()
    return [*found, _Token(len(text.rstrip()) + 1, "", "end")]


def _at(at: int, problem: Message) -> BadInput:
    return BadInput("formula-at", at=str(at), problem=problem)


class _Reader:
    def __init__(self, tokens: list[_Token]) -> None:
        self._tokens = tokens
        self._next = 0
        self._depth = 0

    def whole(self) -> Node:
        """The tree of the whole formula, which must give a number."""
        node = _number(self._formula())
        if self._token.kind != "end":
            raise self._unexpected()
        return node

    @property
    def _token(self) -> _Token:
        return self._tokens[self._next]

    def _take(self, *texts: str) -> _Token | None:
        token = self._token
        if token.kind in ("number", "end") or token.text not in texts:
            return None
        self._next += 1
        return token

    def _need(self, text: str) -> None:
        if not self._take(text):
            raise self._unexpected()

    def _unexpected(self) -> BadInput:
        token = self._token
        if token.kind == "end":
            return _at(token.at, message("formula-ends"))
        return _at(token.at, message("formula-sign", sign=token.text))

    def _formula(self) -> Node:
        return self._row(lambda: self._row(self._not_part, _condition, "and"), _condition, "or")

    def _row(self, part: Callable[[], Node], check: Callable[[Node], Node], *signs: str) -> Node:
        """Parts joined by one of the signs, grouped from the left."""
        node = part()
        while sign := self._take(*signs):
            node = FunctionCall(sign.at, sign.text, (check(node), check(part())))
        return node

    def _not_part(self) -> Node:
        if sign := self._take("not"):
            return FunctionCall(sign.at, "not", (_condition(self._deeper(self._not_part)),))
        left = self._sum()
        if sign := self._take("=", "<>", "<", "<=", ">", ">="):
            return FunctionCall(sign.at, sign.text, (_number(left), _number(self._sum())))
        return left

    def _sum(self) -> Node:
        return self._row(lambda: self._row(self._factor, _number, "*", "/"), _number, "+", "-")

    def _factor(self) -> Node:
        if sign := self._take("-"):
            return FunctionCall(sign.at, "-", (_number(self._deeper(self._factor)),))
        base = self._atom()
        if sign := self._take("^"):
            return FunctionCall(sign.at, "^", (_number(base), _number(self._deeper(self._factor))))
        return base

    def _atom(self) -> Node:
        token = self._token
        if self._take("("):
            inner = self._deeper(self._formula)
            self._need(")")
            return inner
        if token.kind not in ("number", "word") or token.text in ("and", "or", "not"):
            raise self._unexpected()
        self._next += 1
        if token.kind == "number":
            return Number(token.at, token.text)
        if self._take("("):
            return self._call(token)
        if token.text not in NAMES:
            raise _at(token.at, message("formula-name-unknown", name=token.text, known=", ".join(NAMES)))
        return Name(token.at, token.text)

    def _call(self, function: _Token) -> Node:
        if (form := FUNCTIONS.get(function.text)) is None:
            known = ", ".join(FUNCTIONS)
            raise _at(function.at, message("formula-function-unknown", name=function.text, known=known))
        parts = [self._deeper(self._formula)]
        while self._take(","):
            parts.append(self._deeper(self._formula))
        self._need(")")
        least, most = _TAKES.get(function.text, (1, 1))
        if not least <= len(parts) <= most:
            raise _at(function.at, message("formula-parts", name=function.text, given=len(parts), form=form))
        first, *others = parts
        checked = _condition(first) if function.text == "if" else _number(first)
        return FunctionCall(function.at, function.text, (checked, *map(_number, others)))

    def _deeper(self, part: Callable[[], Node]) -> Node:
        self._depth += 1
        if self._depth > DEEPEST:
            raise _at(self._token.at, message("formula-too-deep", most=DEEPEST))
        node = part()
        self._depth -= 1
        return node


def _number(node: Node) -> Node:
    if is_condition(node):
        raise _at(node.at, message("formula-wants-number"))
    return node


def _condition(node: Node) -> Node:
    if not is_condition(node):
        raise _at(node.at, message("formula-wants-condition"))
    return node


def check_formula(text: str) -> Node:
    """The tree of a formula. Raises `BadInput` if it cannot be read or does not give a result for every place in
    ordinary events."""
    formula = read_formula(text)
    for entries in (2, 10, 1000):
        for place in (1, 2, entries):
            try:
                points(formula, sample(place, entries))
            except BadInput as bad:
                where = message("formula-fails", place=place, entries=entries, problem=bad.message)
                raise BadInput.of(where) from bad
    return formula


def sample(place: int, entries: int) -> Values:
    """The values of an ordinary event: a buy-in of 20, and half of the prize pool for the winner, who knocked out two
    players."""
    won = Fraction(10 * entries) if place == 1 else Fraction(0)
    knocked_out, again = Fraction(2 if place == 1 else 0), Fraction(0)
    numbers = map(Fraction, (place, entries, entries, 20, 2, 20))
    return dict(
        zip(NAMES, (*numbers, won, Fraction(0), knocked_out, Fraction(20 * entries), again, again), strict=True)
    )
