"""The action log: it has a column for each street, and one tap on a line leads to its repair."""

from collections.abc import Iterator, Sequence
from itertools import groupby

import msgspec

from engine.actions import BOARD
from engine.cards import Card
from engine.events import BoardDealt, HandStarted
from engine.game.game import award_problem
from engine.game.lines import LogLine
from engine.hand.state import STREETS
from engine.message import Message
from ui.dealer.model.taps import OpenPage
from ui.dealer.model.values import ButtonView, Emphasis, GridView, Hue, LineView, PageView
from ui.dealer.pages.entry.card import CardPage
from ui.dealer.pages.override.draft import OverrideDraft
from ui.dealer.pages.override.page import OverridePage, stands
from ui.dealer.pages.page import Page, PageContext
from ui.dealer.pages.repair import FlopPage, InsertPage, RepairPage, deed, last_hand, said, seat_of

ROWS = 9
KEYS = 7
KEYS_MM = 15.2
HUES: tuple[Hue, ...] = ("go", "act", "act", "act", "practice")


class LogEntry(msgspec.Struct, frozen=True):
    """One line of the log: an action, or all cards of a street's board. `place` is the position of its first event."""

    place: int
    lines: tuple[LogLine, ...]

    @property
    def mark(self) -> int:
        return self.lines[0].mark

    @property
    def street(self) -> str:
        return self.lines[0].street

    @property
    def cards(self) -> tuple[Card, ...]:
        return tuple(line.event.card for line in self.lines if isinstance(line.event, BoardDealt))


class HandPage(Page, frozen=True):
    """`at` is the record mark of the line in question, by default the last line; `last` shows the previous hand."""

    at: int = -1
    last: bool = False

    def show(self, context: PageContext) -> PageView:
        words = context.words.repair
        recorded = last_hand(context) if self.last else context.table.lines
        entries = log_entries([line for line in recorded if said(line.event, context)])
        if not entries:
            gaps = (ButtonView("", ""),) * (KEYS - 1)
            other = GridView("turns", KEYS, (*gaps, self._other(context)), rows_mm=KEYS_MM, below=True)
            return PageView("hand", words.nothing, grids=(other,), full_width=True)
        at = next((one for one in entries if any(line.mark == self.at for line in one.lines)), entries[-1])
        why = stands(context) if self.last else None
        columns = tuple(
            _column(
                street,
                hue,
                [_cell(context, entry, entry == at, why) for entry in in_sight(entries, street, at)],
                context,
            )
            for street, hue in zip(STREETS, HUES, strict=True)
        )
        keys = GridView("turns", KEYS, self._keys(entries, at, context, why), rows_mm=KEYS_MM, below=True)
        number = _number(recorded, context)
        title = words.stands.format(**why.fields) if why else words.title.format(hand=number)
        help_line = LineView(words.stands_help.format(hand=context.table.hand) if why else words.title_help, "small")
        return PageView("hand", title, (help_line,), (*columns, keys), full_width=True)

    def stays(self, before: PageContext, after: PageContext) -> bool:
        return before.table.hand == after.table.hand

    def _keys(
        self, entries: list[LogEntry], at: LogEntry, context: PageContext, why: Message | None
    ) -> tuple[ButtonView, ...]:
        """Only INSERT ACTION applies to the marked line. A line is corrected by a touch on the line itself, and the
        page that it opens has keys where a second way to it would be."""
        words, index = context.words.repair, entries.index(at)
        earlier = OpenPage(HandPage(entries[index - 1].mark, self.last)) if index else None
        later = OpenPage(HandPage(entries[index + 1].mark, self.last)) if index + 1 < len(entries) else None
        insert = None if why else OpenPage(InsertPage(at.mark))
        return (
            ButtonView("lines-earlier", "\u25b2", earlier, said=words.earlier),
            ButtonView("lines-later", "\u25bc", later, said=words.later),
            ButtonView("lines-insert", words.insert, insert, words.insert_small, why=why),
            ButtonView("", ""),
            ButtonView("", ""),
            self._won(context) if self.last else ButtonView("", ""),
            self._other(context),
        )

    def _won(self, context: PageContext) -> ButtonView:
        """The key to the winners of the last hand; if that hand can no longer be repaired, the floor rules."""
        words = context.words.repair
        if award_problem(context.game) is None:
            draft = OverrideDraft("award-last", "what", opener=OpenPage(HandPage(last=True)))
            return ButtonView("lines-won", words.who_won, OpenPage(OverridePage(draft)), words.who_won_small)
        label = context.words.menu.entries["override"]
        return ButtonView("lines-won", label.text, OpenPage(OverridePage()), label.small)

    def _other(self, context: PageContext) -> ButtonView:
        """The key to the last hand, and from there back to the hand in play."""
        words = context.words.repair
        if self.last:
            small = words.last_small.format(hand=context.table.hand)
            tap = OpenPage(HandPage()) if context.table.playing else None
            return ButtonView("lines-last", words.this_hand, tap, small)
        before = last_hand(context)
        small = words.last_small.format(hand=_number(before, context)) if before else words.last_none
        return ButtonView("lines-last", words.last, OpenPage(HandPage(last=True)) if before else None, small)


def _column(street: str, hue: Hue, cells: list[ButtonView], context: PageContext) -> GridView:
    words = context.words.repair
    empty = "" if cells else words.not_dealt
    gaps = [ButtonView("", "")] * (ROWS - len(cells))
    return GridView(
        f"lines-{street}", 1, (*cells, *gaps), dense=True, title=words.columns[street], hue=hue, empty=empty
    )


def log_entries(lines: Sequence[LogLine]) -> list[LogEntry]:
    """The lines of a hand, with the cards of each street's board in one entry."""

    def together(numbered: tuple[int, LogLine]) -> tuple[str, int]:
        place, line = numbered
        return (line.street, -1) if isinstance(line.event, BoardDealt) else (line.street, place)

    return [_entry(group) for _, group in groupby(enumerate(lines), together)]


def _entry(group: Iterator[tuple[int, LogLine]]) -> LogEntry:
    places, lines = zip(*group, strict=True)
    return LogEntry(places[0], lines)


def in_sight(entries: Sequence[LogEntry], street: str, at: LogEntry) -> list[LogEntry]:
    """A street's last entries, or those starting with the one in question."""
    of_street = [entry for entry in entries if entry.street == street]
    first = max(0, len(of_street) - ROWS)
    if at in of_street:
        first = min(first, of_street.index(at))
    return of_street[first : first + ROWS]


def _number(lines: Sequence[LogLine], context: PageContext) -> int:
    deals = (line.event.hand for line in lines if isinstance(line.event, HandStarted))
    return next(deals, context.table.hand)


def _repair(entry: LogEntry) -> OpenPage:
    if len(entry.lines) > 1:
        return OpenPage(FlopPage(tuple(line.mark for line in entry.lines)))
    return OpenPage(CardPage(BOARD, "", entry.mark) if entry.cards else RepairPage(entry.mark))


def _cell(context: PageContext, entry: LogEntry, asked: bool, why: Message | None) -> ButtonView:
    words, line = context.words.repair, entry.lines[0]
    street = words.streets.get(line.street, line.street)
    emphasis: Emphasis = "warn" if asked else "quiet" if line.inferred else "plain"
    spoken = ", ".join(said(one.event, context) for one in entry.lines)
    verb, amount = deed(line.event, context)
    text = "" if entry.cards else words.by_itself.format(line=verb) if line.inferred else verb
    tap = None if why else _repair(entry)
    return ButtonView(f"lines-{entry.place + 1}", text, tap, amount, emphasis, line=True, cards=entry.cards,
                      seat=seat_of(line.event), said=f"{spoken}, {street}", why=why)  # fmt: skip
