"""Distinguishes a scanner's keys from a person's typing. Knows nothing about keyboards, windows or clocks.

Scanners that act as keyboards type a character every 1 to 16 ms and end with Enter or Tab. Some need up to 55 ms.
People need over 60 ms per key, and usually over 100 ms, but may press two or three keys faster. Keys that may belong to
a scan are held back. They are swallowed if they turn out to be a scan. Otherwise, they are released in order, at the
latest after a pause.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import Generic, NamedTuple, TypeVar

import msgspec

from hardware.reading.frames import AIM_IDENTIFIER, LONGEST_FRAME

K = TypeVar("K")
ENDS = ("\r", "\n", "\t")
MIN_KEYS, MIN_KEYS_BEFORE_END = 4, 1
"""A person never types this many keys at scanner speed. Fewer keys are enough if a terminator follows just as fast."""
MIN_SLOW_KEYS = 8
"""A person never types this many keys in a row, each within the longest gap, even if their mean is slower than most
scanners."""


def _no_code(_: str) -> bool:
    return False


class KeySettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How to distinguish a scan from typing.

    A `prefix` added by the scanner is more reliable than timing, because only the keys after it are a code. A code
    without a prefix that ends with a pause needs at least four characters. Without `silence_ends`, a pause does not end
    a code. `longest` is the maximum length of a scan. Whether a code is a card does not matter here. Other input that
    no person could type, such as the bar code of a bottle, is also kept out of text fields. A slower scan counts if it
    `is_code`, such as a card's. From then on, the scanner is known to be slow.
    """

    prefix: str = ""
    mean_gap_ms: int = 30
    longest_gap_ms: int = 60
    silence_ms: int = 100
    silence_ends: bool = True
    longest: int = LONGEST_FRAME
    is_code: Callable[[str], bool] = _no_code


class Scan(NamedTuple):
    code: str


@dataclass(frozen=True)
class Typed(Generic[K]):
    """Keys typed by a person, in order, to be delivered to their window."""

    keys: tuple[K, ...]
    hurried: bool = field(default=False, compare=False)
    """Whether the keys came so fast that they may be a scanner's, but were too few to be certain. They count as text
    but not as a command."""


class _Press(NamedTuple, Generic[K]):
    key: K
    text: str
    at_ms: int
    began_ms: int
    """The time at which the first key that produced the character was pressed. For an Alt code, that key is Alt."""


@dataclass
class ScanDetector(Generic[K]):
    settings: KeySettings = field(default_factory=KeySettings)
    _held: list[_Press[K]] = field(default_factory=list, init=False)
    _last_ms: int = field(default=0, init=False)
    _swallows: bool = field(default=False, init=False)
    _after_end: bool = field(default=False, init=False)
    """Whether the previous key ended a scan. A scanner may send two terminators, CR and LF."""
    _is_slow: bool = field(default=False, init=False)
    """Whether a slow scanner has been seen."""

    def press(
        self, key: K, text: str, at_ms: int, repeated: bool = False, began_ms: int | None = None
    ) -> list[Scan | Typed[K]]:
        """Handle a key. Its text is a character, "\\r", "\\n" or "\\t" for a terminator, or empty for any other key.
        The time is passed in.

        `repeated` is for auto-repeat, which no scanner produces. `began_ms` is when the first key was pressed if
        several keys produced the character (hardware/keys/alt_codes.py).
        """
        result: list[Scan | Typed[K]] = []
        began_ms = at_ms if began_ms is None else began_ms
        if began_ms - self._last_ms > self.settings.longest_gap_ms:
            result += self.silence()
        self._last_ms = at_ms
        ends = text in ENDS and not repeated
        if self._swallows or (self._after_end and ends):
            self._swallows, self._after_end = self._swallows and not ends, ends
            return result
        self._after_end = False
        self._held.append(_Press(key, text, at_ms, began_ms))
        if ends:
            return result + self._ended()
        return result + self._released(repeated)

    def silence(self) -> list[Scan | Typed[K]]:
        """Handle `silence_ms` without a key: the held keys were either a scan without a terminator or typed by a
        person."""
        self._swallows = self._after_end = False
        presses, self._held = self._held, []
        if not self.settings.silence_ends:
            return [] if self._is_too_fast(presses) else _typed(presses, self.settings)
        return self._classified(presses, presses, MIN_KEYS)

    def _ended(self) -> list[Scan | Typed[K]]:
        presses, self._held = self._held, []
        result = self._classified(presses[:-1], presses, MIN_KEYS_BEFORE_END)
        self._after_end = not any(isinstance(each, Typed) and presses[-1].key in each.keys for each in result)
        return result

    def _released(self, repeated: bool) -> list[Scan | Typed[K]]:
        """Release keys that cannot belong to a scan. Later keys may still be a scan that began during typing."""
        released: list[_Press[K]] = []
        while self._held and (repeated or not self._may_become_scan()):
            if len(self._held) > self.settings.longest and self._is_too_fast(self._held):
                self._swallows, self._held = True, []
                break
            released.append(self._held.pop(0))
        return _typed(released, self.settings)

    def _may_become_scan(self) -> bool:
        if len(self._held) > self.settings.longest:
            return False
        return all(len(press.text) == 1 for press in self._held)

    def _classified(self, keys: list[_Press[K]], presses: list[_Press[K]], least: int) -> list[Scan | Typed[K]]:
        """Classify these presses. `keys` are those before the terminator. Without a prefix, it takes at least `least`
        of them to make a scan."""
        if not (_is_machine_speed(presses, self.settings, 2) or self._is_slow_scan(keys, presses)):
            return _typed(presses, self.settings)
        text = "".join(press.text for press in keys)
        for begin in range(len(keys) if self.settings.prefix or len(keys) >= least else 0):
            if (fits := self._form.fullmatch(text, begin)) and (begin == 0 or self._begins(presses, begin)):
                return [*_typed(keys[:begin], self.settings), Scan(fits[1])]
        return [] if len(keys) >= least else _typed(presses, self.settings)

    def _is_too_fast(self, presses: list[_Press[K]]) -> bool:
        """Whether no person could have typed all these keys."""
        least = MIN_KEYS if self._is_slow else MIN_SLOW_KEYS
        return _is_machine_speed(presses, self.settings, MIN_KEYS) or _is_hasty(presses, self.settings, least)

    def _is_slow_scan(self, keys: list[_Press[K]], presses: list[_Press[K]]) -> bool:
        if not _is_hasty(presses, self.settings, 2):
            return False
        ends = len(presses) > len(keys)
        fits = self._form.fullmatch("".join(press.text for press in keys))
        is_code = (ends or len(keys) >= MIN_KEYS) and fits is not None and self.settings.is_code(fits[1])
        if not is_code and not _is_hasty(keys, self.settings, MIN_KEYS if self._is_slow else MIN_SLOW_KEYS):
            return False
        self._is_slow = True
        return True

    def _begins(self, presses: list[_Press[K]], begin: int) -> bool:
        """Whether a person typed the keys before this prefix. If so, the gap before the prefix is longer than any gap
        in the scan."""
        gaps = [late.began_ms - early.at_ms for early, late in pairwise(presses)]
        return bool(self.settings.prefix) and gaps[begin - 1] > max(gaps[begin:])

    @cached_property
    def _form(self) -> re.Pattern[str]:
        prefix = re.escape(self.settings.prefix)
        return re.compile(f"(?>{AIM_IDENTIFIER.decode()}{prefix}|{prefix}(?:{AIM_IDENTIFIER.decode()})?)(.+)")


def _typed(presses: list[_Press[K]], settings: KeySettings) -> list[Scan | Typed[K]]:
    if not presses:
        return []
    return [Typed(tuple(press.key for press in presses), _is_hasty(presses, settings, 2))]


def _is_hasty(presses: list[_Press[K]], settings: KeySettings, least: int) -> bool:
    """Whether there are at least `least` keys, each soon after the previous one."""
    gaps = [late.began_ms - early.at_ms for early, late in pairwise(presses)]
    return len(presses) >= least and max(gaps) <= settings.longest_gap_ms


def _is_machine_speed(presses: list[_Press[K]], settings: KeySettings, least: int) -> bool:
    """Whether the keys were pressed too fast for a person: there are at least `least` of them, each soon after the
    previous one."""
    gaps = [late.began_ms - early.at_ms for early, late in pairwise(presses)]
    return _is_hasty(presses, settings, least) and sum(gaps) <= settings.mean_gap_ms * len(gaps)
