"""Whether keys come from a scanner that types or from a person. Knows no keyboard, no window and no clock.

Scanners that act as keyboards type a character every 1 to 16 ms and end with Enter or Tab; people need over 60 ms a
key, and over 100 ms most of the time. Keys that may belong to a scan are held back: they are swallowed when it was one,
and given back in their order when it was not, at the latest when a silence shows it.
"""

import re
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import Generic, NamedTuple, TypeVar

import msgspec

from hardware.reading.frames import AIM_IDENTIFIER, LONGEST_FRAME

K = TypeVar("K")
ENDS = ("\r", "\n", "\t")
MIN_KEYS, MIN_KEYS_BEFORE_END = 4, 2
"""So many keys in a scanner's haste are no person's, whatever they say; fewer where an end follows as fast."""


class KeySettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a scan is told from typing.

    A `prefix` that the scanner puts in front is worth more than any timing: only what follows it is a code. A code that
    only silence ends, and has no prefix, must have at least four characters; without `silence_ends` there is none such.
    `longest` is as many characters as a scan may have. Whether a code is a card is not asked here: what no person can
    type reaches no field either, also where it is no code, such as a bottle's.
    """

    prefix: str = ""
    mean_gap_ms: int = 30
    longest_gap_ms: int = 60
    silence_ms: int = 100
    silence_ends: bool = True
    longest: int = LONGEST_FRAME


class Scan(NamedTuple):
    """A scanner typed this code; its keys are swallowed."""

    code: str


@dataclass(frozen=True)
class Typed(Generic[K]):
    """A person pressed these keys, in this order: they go where they were meant to go."""

    keys: tuple[K, ...]


class _Press(NamedTuple, Generic[K]):
    key: K
    text: str
    at_ms: int
    began_ms: int
    """When the first key of those went down that made it: of a character typed by its number, Alt."""


@dataclass
class ScanDetector(Generic[K]):
    """Takes key presses in order and tells scans from typing."""

    settings: KeySettings = field(default_factory=KeySettings)
    _held: list[_Press[K]] = field(default_factory=list, init=False)
    _last_ms: int = field(default=0, init=False)
    _swallows: bool = field(default=False, init=False)
    """A scan is longer than any code, and not over."""
    _after_end: bool = field(default=False, init=False)
    """The key before ended a scan: a scanner may send two ends, CR and LF."""

    def press(
        self, key: K, text: str, at_ms: int, repeated: bool = False, began_ms: int | None = None
    ) -> list[Scan | Typed[K]]:
        """One key goes down: its character, "\\r", "\\n" or "\\t" for an end, empty for any other key; and when.

        `repeated` where it is held down: no scanner does that. `began_ms` where several keys made the character
        (hardware/keys/alt_codes.py): when the first of them went down.
        """
        told: list[Scan | Typed[K]] = []
        began_ms = at_ms if began_ms is None else began_ms
        if began_ms - self._last_ms > self.settings.longest_gap_ms:
            told += self.silence()
        self._last_ms = at_ms
        ends = text in ENDS and not repeated
        if self._swallows or (self._after_end and ends):
            self._swallows, self._after_end = self._swallows and not ends, ends
            return told
        self._after_end = False
        self._held.append(_Press(key, text, at_ms, began_ms))
        if ends:
            return told + self._ended()
        return told + self._given_back(repeated)

    def silence(self) -> list[Scan | Typed[K]]:
        """No key for `silence_ms`: what is held was a scan without an end, or a person."""
        self._swallows = self._after_end = False
        presses, self._held = self._held, []
        if not self.settings.silence_ends:
            return [] if _is_machine_speed(presses, self.settings, MIN_KEYS) else _typed(presses)
        return self._judged(presses, presses, MIN_KEYS)

    def _ended(self) -> list[Scan | Typed[K]]:
        presses, self._held = self._held, []
        told = self._judged(presses[:-1], presses, MIN_KEYS_BEFORE_END)
        self._after_end = not any(isinstance(each, Typed) and presses[-1].key in each.keys for each in told)
        return told

    def _given_back(self, repeated: bool) -> list[Scan | Typed[K]]:
        """The keys that cannot belong to a scan; what follows them may still be one, begun while a person typed."""
        given: list[_Press[K]] = []
        while self._held and (repeated or not self._may_become_scan()):
            if len(self._held) > self.settings.longest and _is_machine_speed(self._held, self.settings, MIN_KEYS):
                self._swallows, self._held = True, []
                break
            given.append(self._held.pop(0))
        return _typed(given)

    def _may_become_scan(self) -> bool:
        if len(self._held) > self.settings.longest:
            return False
        return all(len(press.text) == 1 and press.text.isprintable() for press in self._held)

    def _judged(self, keys: list[_Press[K]], presses: list[_Press[K]], least: int) -> list[Scan | Typed[K]]:
        """What these presses are. `keys` are those before the end; `least` as many, where no prefix says it, are a
        scanner's."""
        if not _is_machine_speed(presses, self.settings, 2):
            return _typed(presses)
        text = "".join(press.text for press in keys)
        for begin in range(len(keys) if self.settings.prefix or len(keys) >= least else 0):
            if (fits := self._form.fullmatch(text, begin)) and (begin == 0 or self._begins(presses, begin)):
                return [*_typed(keys[:begin]), Scan(fits[1])]
        return [] if len(keys) >= least else _typed(presses)

    def _begins(self, presses: list[_Press[K]], begin: int) -> bool:
        """Whether a person typed what stands before this prefix: the scan's own keys come faster than that one."""
        gaps = [late.began_ms - early.at_ms for early, late in pairwise(presses)]
        return bool(self.settings.prefix) and gaps[begin - 1] > max(gaps[begin:])

    @cached_property
    def _form(self) -> re.Pattern[str]:
        prefix = re.escape(self.settings.prefix)
        return re.compile(f"(?>{AIM_IDENTIFIER.decode()}{prefix}|{prefix}(?:{AIM_IDENTIFIER.decode()})?)(.+)")


def _typed(presses: list[_Press[K]]) -> list[Scan | Typed[K]]:
    return [Typed(tuple(press.key for press in presses))] if presses else []


def _is_machine_speed(presses: list[_Press[K]], settings: KeySettings, least: int) -> bool:
    """Whether no person types so: `least` keys or more, each soon after the one before."""
    gaps = [late.began_ms - early.at_ms for early, late in pairwise(presses)]
    if len(presses) < least or max(gaps) > settings.longest_gap_ms:
        return False
    return sum(gaps) <= settings.mean_gap_ms * len(gaps)
