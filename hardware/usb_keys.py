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

from hardware.frames import AIM_IDENTIFIER, LONGEST_FRAME

K = TypeVar("K")
ENDS = ("\r", "\n", "\t")


class KeySettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a scan is told from typing.

    A `prefix` that the scanner puts in front is worth more than any timing: then only keys that continue it are held
    back. A code that only silence ends, and has no prefix, must have at least four characters; without `silence_ends`
    there is none such. Whether a code is a card is not asked here: what no person can type reaches no field either.
    """

    prefix: str = ""
    mean_gap_ms: int = 30
    longest_gap_ms: int = 60
    silence_ms: int = 100
    silence_ends: bool = True


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


@dataclass
class KeyScans(Generic[K]):
    """Takes key presses in order and tells scans from typing."""

    settings: KeySettings = field(default_factory=KeySettings)
    _held: list[_Press[K]] = field(default_factory=list, init=False)

    def press(self, key: K, text: str, at_ms: int, repeated: bool = False) -> list[Scan | Typed[K]]:
        """One key goes down: its character, "\\r", "\\n" or "\\t" for an end, empty for any other key; and when.

        `repeated` where it is held down: no scanner does that.
        """
        told: list[Scan | Typed[K]] = []
        if self._held and at_ms - self._held[-1].at_ms > self.settings.longest_gap_ms:
            told += self.silence()
        self._held.append(_Press(key, text, at_ms))
        if text in ENDS and not repeated:
            return told + self._ended()
        typed: list[K] = []
        while self._held and (repeated or not self._may_become_scan()):
            typed.append(self._held.pop(0).key)  # what follows may still be a scan, begun while a person typed
        return [*told, Typed(tuple(typed))] if typed else told

    def silence(self) -> list[Scan | Typed[K]]:
        """No key for `silence_ms`: what is held was a scan without an end, or a person."""
        if self.settings.silence_ends and self._is_long_enough() and (code := self._code(self._text(), self._held)):
            self._held.clear()
            return [Scan(code)]
        return self._give_back()

    def _ended(self) -> list[Scan | Typed[K]]:
        if code := self._code(self._text()[:-1], self._held):
            self._held.clear()
            return [Scan(code)]
        return self._give_back()

    def _give_back(self) -> list[Scan | Typed[K]]:
        keys = tuple(press.key for press in self._held)
        self._held.clear()
        return [Typed(keys)] if keys else []

    def _text(self) -> str:
        return "".join(press.text for press in self._held)

    def _may_become_scan(self) -> bool:
        text, prefix = self._text(), self.settings.prefix
        if not all(len(press.text) == 1 and press.text.isprintable() for press in self._held):
            return False
        bare = _AIM.sub("", text)  # the scanner's own identifier may come first, or be on its way
        begins = any(each.startswith(prefix[: len(each)]) for each in (text, bare)) or text[0] == "]"
        return begins and len(text) <= LONGEST_FRAME

    def _is_long_enough(self) -> bool:
        return len(self._held) >= (len(self.settings.prefix) + 1 if self.settings.prefix else 4)

    def _code(self, text: str, presses: list[_Press[K]]) -> str:
        """The code, where these keys are a scan; else nothing."""
        gaps = [late.at_ms - early.at_ms for early, late in pairwise(presses)]
        if len(text) < 2 or max(gaps) > self.settings.longest_gap_ms:
            return ""
        if sum(gaps) > self.settings.mean_gap_ms * len(gaps):
            return ""
        fits = self._form.fullmatch(text)
        return fits[1] if fits else ""

    @cached_property
    def _form(self) -> re.Pattern[str]:
        prefix = re.escape(self.settings.prefix)
        return re.compile(f"(?>{_AIM.pattern}{prefix}|{prefix}(?:{_AIM.pattern})?)(.+)")


_AIM = re.compile(AIM_IDENTIFIER.decode())
