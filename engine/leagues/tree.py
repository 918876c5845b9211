"""A points formula as a small tree, and its value. Values are exact rationals, or are rounded to 30 decimal places if
they cannot be exact."""

from collections.abc import Mapping
from decimal import Context, Decimal
from fractions import Fraction
from math import isqrt
from typing import TypeAlias

import msgspec

from engine.bad_input import BadInput

MOST = 10**15
"""The limit on the size of any value in a formula, positive or negative."""
MOST_POWER = 100
DECIMALS = 10**30
MOST_BITS = 256
"""The maximum number of bits in a denominator. A value with a longer denominator is rounded to 30 decimal places, half
to even."""
_DECIMAL = Context(prec=40)
"""The context for `decimal`, which gives the same digits on every machine."""
Values: TypeAlias = "Mapping[str, Fraction]"


class Number(msgspec.Struct, frozen=True, gc=False):
    at: int
    digits: str

    @property
    def value(self) -> Fraction:
        return Fraction(self.digits)


class Name(msgspec.Struct, frozen=True, gc=False):
    at: int
    name: str


class FunctionCall(msgspec.Struct, frozen=True, gc=False):
    """A function of `parts`; the signs + - * / ^, comparisons, `and`, `or` and `not` are functions, too."""

    at: int
    of: str
    parts: "tuple[Node, ...]"


Node: TypeAlias = Number | Name | FunctionCall

CONDITIONS = frozenset(("=", "<>", "<", "<=", ">", ">=", "and", "or", "not"))


def is_condition(node: Node) -> bool:
    """Whether the node is a condition and not a number."""
    return isinstance(node, FunctionCall) and node.of in CONDITIONS


def number_of(node: Node, values: Values) -> Fraction:
    """The value of a node. Raises `BadInput` for division by 0, a root of a negative number, or a value that is too
    large."""
    match node:
        case Number():
            return node.value
        case Name(name=name):
            return values[name]
        case FunctionCall(of="if", parts=(condition, so, otherwise)):
            return number_of(so if is_true(condition, values) else otherwise, values)
        case FunctionCall(of="table", parts=(place, *listed)):
            at = number_of(place, values)
            found = at.denominator == 1 and 1 <= at <= len(listed)
            return number_of(listed[int(at) - 1], values) if found else Fraction(0)
        case FunctionCall(of=of, parts=parts):
            return _kept(_calculated(of, [number_of(part, values) for part in parts]))


def is_true(node: Node, values: Values) -> bool:
    """Whether a condition is met. Raises the same errors as `number_of`."""
    assert isinstance(node, FunctionCall)
    if node.of in ("and", "or", "not"):
        each = (is_true(part, values) for part in node.parts)
        return all(each) if node.of == "and" else any(each) if node.of == "or" else not next(each)
    left, right = (number_of(part, values) for part in node.parts)
    is_less, is_same = left < right, left == right
    return {
        "=": is_same, "<>": not is_same, "<": is_less, "<=": is_less or is_same, ">": not (is_less or is_same),
        ">=": not is_less,
    }[node.of]  # fmt: skip


def _calculated(of: str, parts: list[Fraction]) -> Fraction:  # noqa: PLR0911  one return for each function
    match of, parts:
        case "+", (one, other):
            return one + other
        case "-", (one,):
            return -one
        case "-", (one, other):
            return one - other
        case "*", (one, other):
            return one * other
        case "/", (one, other):
            if other == 0:
                raise BadInput("formula-divides-by-zero")
            return one / other
        case "^", (one, other):
            return _power(one, other)
        case "min", _:
            return min(parts)
        case "max", _:
            return max(parts)
    return _of_one(of, *parts)


def _of_one(  # noqa: PLR0911  one return for each function
    of: str, one: Fraction, digits: Fraction = Fraction(0)
) -> Fraction:
    """The value of a function of one number. Only `round` also takes a number of digits."""
    match of:
        case "sqrt":
            return _root(one)
        case "log":
            return _logarithm(one, base_ten=True)
        case "ln":
            return _logarithm(one, base_ten=False)
        case "abs":
            return abs(one)
        case "floor":
            return Fraction(one.__floor__())
        case "ceil":
            return Fraction(one.__ceil__())
    scale = 10 ** int(min(max(digits, Fraction(0)), Fraction(9)))
    return Fraction(half_up(one * scale), scale)


def half_up(value: Fraction) -> int:
    """The nearest whole number. If two are equally near, it is the one farther from 0."""
    whole = (abs(value) + Fraction(1, 2)).__floor__()
    return whole if value >= 0 else -whole


def _root(value: Fraction) -> Fraction:
    """The square root. It is exact if it is rational; otherwise it is given to a fixed number of decimal places."""
    if value < 0:
        raise BadInput("formula-no-root")
    under = value.numerator * value.denominator * DECIMALS**2
    return Fraction(isqrt(under), value.denominator * DECIMALS)


def _logarithm(value: Fraction, base_ten: bool) -> Fraction:
    if value <= 0:
        raise BadInput("formula-no-logarithm")
    number = _decimal(value)
    return Fraction(_DECIMAL.log10(number) if base_ten else _DECIMAL.ln(number))


def _power(base: Fraction, power: Fraction) -> Fraction:
    if abs(power) > MOST_POWER:
        raise BadInput("formula-too-large", most=str(MOST))
    if base == 0 and power < 0:
        raise BadInput("formula-divides-by-zero")
    if power.denominator == 1:
        return base ** int(power)
    if base < 0:
        raise BadInput("formula-no-root")
    return Fraction(_DECIMAL.power(_decimal(base), _decimal(power)))


def _decimal(value: Fraction) -> Decimal:
    return _DECIMAL.divide(Decimal(value.numerator), Decimal(value.denominator))


def _kept(value: Fraction) -> Fraction:
    if abs(value) > MOST:
        raise BadInput("formula-too-large", most=str(MOST))
    if value.denominator.bit_length() > MOST_BITS:
        return Fraction(round(value * DECIMALS), DECIMALS)
    return value
