"""Making change: the fewest chips for an amount, a chip broken into smaller ones, and change for a larger one."""

from typing import ClassVar

from msgspec.structs import replace

from engine.chips import Discs, broken, denominations, discs, fewest, worth
from ui.dealer.model.taps import OpenPage
from ui.dealer.model.values import ButtonView, Disc, GridView, InputView, LineView, PageView
from ui.dealer.pages.entry.pads import KeyedDigits, keypad
from ui.dealer.pages.page import Page, PageContext

COLUMNS = 4
MOST_KINDS = 8
IN_A_LINE = 3
"""How many denominations fit side by side."""
MOST_WAYS = 3
MOST_GIVEN = 99
MOST_DIGITS = 9


class ChangePage(Page, frozen=True):
    """`typed` is the amount as keyed in; `given` lists denominations, each with the number of chips that a player
    gives."""

    needs: ClassVar[str] = "chips"

    typed: str = ""
    given: tuple[tuple[int, int], ...] = ()

    def show(self, context: PageContext) -> PageView:
        values = _values(context)
        tiles = tuple(self._chip(chip, context) for chip in values)
        clear = OpenPage(ChangePage()) if self.typed or self.given else None
        last = ButtonView("change-clear", context.words.chips.clear, clear, emphasis="quiet")
        pad = keypad(
            KeyedDigits("change", self.typed, lambda typed: OpenPage(replace(self, typed=typed)), MOST_DIGITS),
            last,
            context.words,
        )
        grids = (GridView("change-chips", COLUMNS, tiles), *pad)
        first, *lines = self._lines(values, context)
        title = context.words.chips.change_title
        if first.style == "big":  # the title's place is high enough
            title = first.text
        else:
            lines = [first, *lines]
        entry = InputView(context.words.amount(int(self.typed)) if self.typed else "")
        return PageView("change", title, tuple(lines), grids, entry=entry)

    def stays(self, before: PageContext, after: PageContext) -> bool:
        """Stays open, because nothing on it depends on the hand."""
        return before.table.chip == after.table.chip

    @classmethod
    def offered(cls, context: PageContext) -> bool:
        return bool(context.table.chip)

    def _chip(self, chip: int, context: PageContext) -> ButtonView:
        words, given = context.words, dict(self.given)
        count = given.get(chip, 0)
        more = tuple(sorted({**given, chip: count + 1}.items(), reverse=True))
        tap = OpenPage(replace(self, given=more)) if count < MOST_GIVEN else None
        said = words.chips.change_gives.format(chip=words.amount(chip))
        text = words.chips.change_times.format(count=count) if count else ""
        return ButtonView(f"change-chip-{chip}", text, tap, said=f"{said} {text}".strip(), chip=chip,
                          chosen=bool(count))  # fmt: skip

    def _lines(self, values: tuple[int, ...], context: PageContext) -> tuple[LineView, ...]:
        words, say = context.words, context.words.chips
        amount, given = int(self.typed or 0), worth(self.given)
        if not amount:
            if given:
                return self._broken(given, values, context)
            return (LineView(say.change_none, "big"), LineView(say.change_help))
        said = {"chips": words.amount(amount), "given": words.amount(given), "rest": words.amount(abs(given - amount))}
        if not given:
            count = sum(count for _, count in fewest(amount, values) or ())
            return _made(words.counted(say.change_made, count, chips=said["chips"]), amount, values, context)
        if given < amount:
            return (LineView(say.change_short.format(**said), "trouble"),)
        text = say.change_back if given > amount else say.change_even
        return _made(text.format(**said), given - amount or amount, values, context)

    def _broken(self, given: int, values: tuple[int, ...], context: PageContext) -> tuple[LineView, ...]:
        """The given chips broken into smaller chips: one line for each way to do it."""
        words, say = context.words, context.words.chips
        ways = broken(self.given, values)[:MOST_WAYS]
        if not ways:
            return (LineView(say.change_least.format(chips=words.amount(given)), "big"),)
        return (
            LineView(say.change_broken.format(chips=words.amount(given)), "big"),
            *(line for way in ways for line in _discs(way)),
        )


def _made(text: str, chips: int, values: tuple[int, ...], context: PageContext) -> tuple[LineView, ...]:
    """The text and the chips, or a message that they cannot make the amount, with the amounts that they can make."""
    made = fewest(chips, values)
    if made is not None:
        return (LineView(text, "big"), *_discs(made))
    words, below = context.words, worth(discs(chips, values))
    cannot = words.chips.change_not.format(chips=words.amount(chips), below=words.amount(below))
    return (LineView(cannot, "trouble"),)


def _discs(counted: Discs) -> tuple[LineView, ...]:
    shown = tuple(Disc(chip, count) for chip, count in counted)
    return tuple(LineView("", discs=shown[at : at + IN_A_LINE]) for at in range(0, len(shown), IN_A_LINE))


def _values(context: PageContext) -> tuple[int, ...]:
    """The denominations in play, smallest first: the room's, or the usual ones up to the total of the table's chips."""
    table, level = context.table, context.surroundings.level
    values = denominations(level.chips if level else (), table.chip)
    return tuple(value for value in values if value <= max(table.issued, table.chip))[:MOST_KINDS]
