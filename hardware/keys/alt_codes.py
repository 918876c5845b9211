"""Decodes Alt codes: holding Alt while typing 0 0 6 5 on the number pad produces an A. Scanners send everything this
way if they are not set to a keyboard layout; some old ones always do. Knows nothing about keyboards or windows."""

import msgspec

_LONGEST = 4
"""The maximum number of digits in one number, including the leading zero."""
_ENDS = (9, 10, 13)
NO_CHARACTER = "\ufffd"
"""A character that is not valid in any code, so that a code with an unknown number in it is rejected as a whole."""


class Composed(msgspec.Struct, frozen=True):
    """A character, or `NO_CHARACTER` for an invalid number, and the time at which Alt was pressed for it."""

    text: str
    began_ms: int


class AltCodes(msgspec.Struct, eq=False):
    _digits: str = ""
    _began_ms: int | None = None

    @property
    def is_held(self) -> bool:
        return self._began_ms is not None

    def hold(self, at_ms: int) -> None:
        self._digits, self._began_ms = "", at_ms

    def digit(self, digit: str) -> None:
        self._digits += digit[: _LONGEST + 1 - len(self._digits)]

    def release(self) -> Composed | None:
        """Alt was released. Returns the character that was typed, or None if there was no digit."""
        digits, began_ms = self._digits, self._began_ms
        self._digits, self._began_ms = "", None
        return Composed(_character(digits), began_ms) if digits and began_ms is not None else None


def _character(digits: str) -> str:
    number = int(digits) if len(digits) <= _LONGEST else -1
    return chr(number) if 32 <= number < 127 or number in _ENDS else NO_CHARACTER
