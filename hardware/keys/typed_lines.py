"""Reads what a scanner typed without knowing which keyboard layout it is set to. A text that is a different card under
another layout is refused until the layout code has been scanned. Knows nothing about devices or windows."""

import re
from collections.abc import Iterable, Mapping
from functools import reduce
from operator import or_

from engine.cards import Card
from hardware.keys.layouts import EVERY, LAYOUT_CODE, Layouts
from hardware.reading.deck import Codes, is_readable
from hardware.reading.frames import AIM_IDENTIFIER
from hardware.reading.line_settings import Hint, LinePattern, ParsedLine, SerialSettings

_Found = dict[tuple[Card, str], ParsedLine]
"""The lines that name a card, by the card and its place."""


class TypedLines:
    """The lines of one scanner. `layouts` are those that it may be set to. `prefix` comes before each code."""

    def __init__(self, deck: Codes, place: str, line: SerialSettings, layouts: Layouts, prefix: str) -> None:
        self._deck = deck
        self._place = place
        self._pattern = LinePattern(place, line.pattern, line.places)
        aim, prefix = AIM_IDENTIFIER.decode(), re.escape(prefix)
        self._wrapping = re.compile(f"(?>{aim}{prefix}|{prefix}(?:{aim})?)(.+){re.escape(line.suffix)}", re.DOTALL)
        self._layouts = layouts
        self._known = self._learned(layouts.readings(line.layout))
        """The layouts under which the layout code was typed last. Zero until it has been scanned."""

    def parse(self, typed: str) -> ParsedLine | None:
        """The line under the scanner's layout, or a hint about what keeps it from being read. None if it has no
        code."""
        readings = self._layouts.readings(typed)
        if known := self._learned(readings):
            self._known = known
            return self._hint("learned", typed)
        among = self._known or EVERY
        lines = self._lines(text for text, ways in readings.items() if ways & among)
        cards = self._cards(lines)
        if len(cards) > 1:
            return self._hint("layout", typed)
        if not cards and self._known and self._cards(self._lines(readings)):
            self._known = 0  # another scanner was plugged in, or this one was set to another layout
            return self._hint("layout", typed)
        with_caps = self._cards(self._lines(self._layouts.readings_with_caps(typed, among)))
        if with_caps.keys() - cards.keys():
            return self._hint("layout" if cards and not self._known else "caps", typed)
        return next(iter(cards.values()), None) or self._unknown(lines, typed)

    def is_expected(self, typed: str) -> bool:
        """Whether the text is a card or the layout code under any layout."""
        readings = self._layouts.readings(typed)
        texts = (*readings, *self._layouts.readings_with_caps(typed, EVERY))
        return bool(self._learned(readings) or self._cards(self._lines(texts)))

    def _unknown(self, lines: list[ParsedLine], typed: str) -> ParsedLine | None:
        """A code of no card. A deck may be enrolled with it, so the layout must be known if it matters. The layout code
        does not tell layouts with the same letters and digits apart: the first of them counts, now and later."""
        readable = [line for line in lines if is_readable(line.code)]
        if len(readable) > 1 and not self._known:
            return self._hint("layout", typed)
        if readable:
            return readable[0]
        return next(iter(self._lines([typed])), None)

    def _hint(self, hint: Hint, typed: str) -> ParsedLine:
        return ParsedLine(typed, self._place, hint=hint)

    def _learned(self, readings: Mapping[str, int]) -> int:
        return reduce(or_, (ways for text, ways in readings.items() if LAYOUT_CODE in (text, self._code_in(text))), 0)

    def _lines(self, texts: Iterable[str]) -> list[ParsedLine]:
        codes = map(self._code_in, texts)
        return list(dict.fromkeys(line for code in codes if code and (line := self._pattern.parse(code))))

    def _cards(self, lines: Iterable[ParsedLine]) -> _Found:
        return {(found.card, line.place): line for line in lines if (found := self._deck.find(line.code))}

    def _code_in(self, text: str) -> str:
        fits = self._wrapping.fullmatch(text)
        return fits[1] if fits else ""
