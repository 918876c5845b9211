"""The action log: it has a column for each street, and one tap on a line leads to its repair."""

from collections.abc import Iterator, Sequence
from itertools import groupby

import msgspec

from engine.actions import BOARD, Amend, DropAct
from engine.cards import Card
from engine.events import BoardDealt, HandStarted
from engine.game.game import award_problem
from engine.game.lines import LogLine
from engine.hand.state import STREETS
from engine.refused import Refused
from ui.dealer.model.taps import OpenPage
from ui.dealer.model.values import ButtonView, Emphasis, GridView, Hue, LineView, PageView
from ui.dealer.pages.agree import ReasonedPage
from ui.dealer.pages.entry.card import CardPage
from ui.dealer.pages.override.draft import OverrideDraft
from ui.dealer.pages.override.page import OverridePage
from ui.dealer.pages.page import PageContext
from ui.dealer.pages.repair import FlopPage, InsertPage, RepairPage, deed, last_hand, said, seat_of
from ui.words.card_signs import card_row

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


class HandPage(ReasonedPage, frozen=True):
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
        columns = tuple(
            self._column(street, hue, entries, at, context) for street, hue in zip(STREETS, HUES, strict=True)
        )
        keys = GridView("turns", KEYS, self._keys(entries, at, context), rows_mm=KEYS_MM, below=True)
        title = self._title(_number(recorded, context), context)
        help_line = LineView("" if self._stands(context) else words.title_help, "small")
        grids = (*columns, keys)
        return PageView("hand", title, (help_line,), grids, full_width=True, refused=self.refused(context))

    def stays(self, before: PageContext, after: PageContext) -> bool:
        return before.table.hand == after.table.hand

    def _title(self, hand: int, context: PageContext) -> str:
        """The title; it also says if the last hand can no longer be repaired because there has been action in the next
        hand."""
        words, stands = context.words.repair, self._stands(context)
        if stands:
            return words.stands.format(hand=hand, clause=context.words.cited(stands.clause))
        return words.title.format(hand=hand)

    def _stands(self, context: PageContext) -> Refused | None:
        """Why the last hand can no longer be repaired; None if it can."""
        problem = award_problem(context.game) if self.last else None
        return problem if problem and problem.clause else None

    def _column(
        self, street: str, hue: Hue, entries: list[LogEntry], at: LogEntry,
        context: PageContext,
    ) -> GridView:  # fmt: skip
        words = context.words.repair
        cells = [_cell(context, entry, entry == at) for entry in in_sight(entries, street, at)]
        empty = "" if cells else words.not_dealt
        cells += [ButtonView("", "")] * (ROWS - len(cells))
        title = words.columns[street]
        return GridView(f"lines-{street}", 1, tuple(cells), dense=True, title=title, hue=hue, empty=empty)

    def _keys(self, entries: list[LogEntry], at: LogEntry, context: PageContext) -> tuple[ButtonView, ...]:
        words, index = context.words.repair, entries.index(at)
        earlier = OpenPage(HandPage(entries[index - 1].mark, self.last)) if index else None
        later = OpenPage(HandPage(entries[index + 1].mark, self.last)) if index + 1 < len(entries) else None
        what = _short(context, at)
        return (
            ButtonView("lines-earlier", "\u25b2", earlier, said=words.earlier),
            ButtonView("lines-later", "\u25bc", later, said=words.later),
            ButtonView("lines-insert", words.insert, OpenPage(InsertPage(at.mark)), words.insert_small),
            self._drop(context, at, what),
            ButtonView("lines-fix", words.correct, _repair(at), what, "act"),
            self._won(context) if self.last else ButtonView("", ""),
            self._other(context),
        )

    def _drop(self, context: PageContext, at: LogEntry, what: str) -> ButtonView:
        key = ButtonView("lines-drop", context.words.repair.delete, None, what, "stop")
        return self.fix(context, Amend(at.mark, DropAct()), key) if len(at.lines) == 1 else key

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


def _short(context: PageContext, entry: LogEntry) -> str:
    return card_row(entry.cards) if entry.cards else said(entry.lines[0].event, context, short=True)


def _repair(entry: LogEntry) -> OpenPage:
    if len(entry.lines) > 1:
        return OpenPage(FlopPage(tuple(line.mark for line in entry.lines)))
    return OpenPage(CardPage(BOARD, "", entry.mark) if entry.cards else RepairPage(entry.mark))


def _cell(context: PageContext, entry: LogEntry, asked: bool) -> ButtonView:
    words, line = context.words.repair, entry.lines[0]
    street = words.streets.get(line.street, line.street)
    emphasis: Emphasis = "warn" if asked else "quiet" if line.inferred else "plain"
    spoken = ", ".join(said(one.event, context) for one in entry.lines)
    verb, amount = deed(line.event, context)
    text = "" if entry.cards else words.by_itself.format(line=verb) if line.inferred else verb
    return ButtonView(f"lines-{entry.place + 1}", text, _repair(entry), amount, emphasis, line=True, cards=entry.cards,
                      seat=seat_of(line.event), said=f"{spoken}, {street}")  # fmt: skip
