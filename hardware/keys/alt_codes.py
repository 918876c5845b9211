"""Characters that a scanner types by their numbers, with Alt held down: Alt and 0 0 6 5 on the number pad are an A.

Scanners that are set to no country's keyboard send all they read like this ("keypad emulation", "universal"); some old
ones can nothing else. Knows no keyboard and no window.
"""

from dataclasses import dataclass, field
from typing import NamedTuple

_LONGEST = 4
"""Digits of one number, with the nought in front."""
_ENDS = (9, 10, 13)
NO_CHARACTER = "\ufffd"
"""What no code holds: of a code with such a number in it the rest must not count."""


class Composed(NamedTuple):
    """A character, `NO_CHARACTER` where the number is none of a code's, and when Alt went down for it."""

    text: str
    began_ms: int


@dataclass
class AltCodes:
    """Follows one keyboard's Alt key and number pad."""

    _digits: str = field(default="", init=False)
    _began_ms: int | None = field(default=None, init=False)

    @property
    def is_held(self) -> bool:
        """Whether Alt is down: digits of the number pad make a number now."""
        return self._began_ms is not None

    def hold(self, at_ms: int) -> None:
        """Alt goes down."""
        self._digits, self._began_ms = "", at_ms

    def digit(self, digit: str) -> None:
        """A digit of the number pad goes down, with Alt held."""
        self._digits += digit[: _LONGEST + 1 - len(self._digits)]

    def release(self) -> Composed | None:
        """Alt goes up: what was typed by its number; None where no digit was."""
        digits, began_ms = self._digits, self._began_ms
        self._digits, self._began_ms = "", None
        return Composed(_character(digits), began_ms) if digits and began_ms is not None else None


def _character(digits: str) -> str:
    number = int(digits) if len(digits) <= _LONGEST else -1
    return chr(number) if 32 <= number < 127 or number in _ENDS else NO_CHARACTER
