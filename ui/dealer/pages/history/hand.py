"""The action log: it has a column for each street, and one tap on a line leads to its repair."""

from collections.abc import Sequence

from engine.actions import Amend, DropAct
from engine.events import BoardDealt, HandStarted
from engine.game.game import award_problem
from engine.game.lines import LogLine
from engine.hand.state import STREETS
from ui.dealer.model.taps import OpenPage
from ui.dealer.model.values import ButtonView, Emphasis, GridView, Hue, PageView
from ui.dealer.pages.agree import offered
from ui.dealer.pages.override.draft import OverrideDraft
from ui.dealer.pages.override.page import OverridePage
from ui.dealer.pages.page import Page, PageContext
from ui.dealer.pages.repair import InsertPage, RepairPage, last_hand, said

ROWS = 9
KEYS_MM = 15.2
HUES: tuple[Hue, ...] = ("go", "act", "act", "act", "practice")


class HandPage(Page, frozen=True):
    """`at` is the record mark of the line in question, by default the last line; `last` shows the previous hand."""

    at: int = -1
    last: bool = False

    def show(self, context: PageContext) -> PageView:
        words = context.words.repair
        recorded = last_hand(context) if self.last else context.table.lines
        lines = [line for line in recorded if said(line.event, context)]
        if not lines:
            other = GridView("turns", 6, (self._other(context),), rows_mm=KEYS_MM, below=True)
            return PageView("hand", words.nothing, grids=(other,), full_width=True)
        at = next((place for place, line in enumerate(lines) if line.mark == self.at), len(lines) - 1)
        columns = tuple(
            self._column(street, hue, lines, at, context) for street, hue in zip(STREETS, HUES, strict=True)
        )
        keys = GridView("turns", 6, self._keys(lines, at, context), rows_mm=KEYS_MM, below=True)
        title = self._title(_number(recorded, context), context)
        return PageView("hand", title, grids=(*columns, keys), full_width=True)

    def stays(self, before: PageContext, after: PageContext) -> bool:
        return before.table.hand == after.table.hand

    def _title(self, hand: int, context: PageContext) -> str:
        """The title; it also says if the last hand can no longer be repaired because there has been action in the next
        hand."""
        words, stands = context.words.repair, award_problem(context.game) if self.last else None
        if stands is not None and stands.clause:
            return words.stands.format(hand=hand, clause=context.words.cited(stands.clause))
        return words.title.format(hand=hand)

    def _column(
        self, street: str, hue: Hue, lines: list[LogLine], at: int,
        context: PageContext,
    ) -> GridView:  # fmt: skip
        words = context.words.repair
        cells = [_cell(context, place + 1, lines[place], place == at) for place in in_sight(lines, street, at)]
        cells += [ButtonView("", "")] * (ROWS - len(cells))
        cards = tuple(line.event.card for line in lines if line.street == street and isinstance(line.event, BoardDealt))
        title = words.columns[street]
        return GridView(f"lines-{street}", 1, tuple(cells), dense=True, title=title, hue=hue, cards=cards)

    def _keys(self, lines: list[LogLine], at: int, context: PageContext) -> tuple[ButtonView, ...]:
        words, line = context.words.repair, lines[at]
        earlier = OpenPage(HandPage(lines[at - 1].mark, self.last)) if at else None
        later = OpenPage(HandPage(lines[at + 1].mark, self.last)) if at + 1 < len(lines) else None
        what = said(line.event, context, short=True)
        return (
            ButtonView("lines-earlier", "\u25b2", earlier, said=words.earlier),
            ButtonView("lines-later", "\u25bc", later, said=words.later),
            ButtonView("lines-insert", words.insert, OpenPage(InsertPage(line.mark)), words.insert_small),
            ButtonView("lines-drop", words.delete, offered(context, Amend(line.mark, DropAct())), what, "stop"),
            ButtonView("lines-fix", words.correct, OpenPage(RepairPage(line.mark)), what, "act"),
            self._other(context),
        )

    def _other(self, context: PageContext) -> ButtonView:
        """The button that opens the log of the last hand or, from there, the choice of its winners. If that hand can no
        longer be repaired, it opens the floor's overrides."""
        words = context.words.repair
        if not self.last:
            before = last_hand(context)
            small = words.last_small.format(hand=_number(before, context)) if before else words.last_none
            return ButtonView("lines-last", words.last, OpenPage(HandPage(last=True)) if before else None, small)
        if award_problem(context.game) is None:
            draft = OverrideDraft("award-last", "what")
            return ButtonView("lines-won", words.who_won, OpenPage(OverridePage(draft)), words.who_won_small, "warn")
        label = context.words.menu.entries["override"]
        return ButtonView("lines-won", label.text, OpenPage(OverridePage()), label.small, "warn")


def in_sight(lines: Sequence[LogLine], street: str, at: int) -> list[int]:
    """The indices of the lines shown for a street: its last ones, or earlier ones if needed to include the line at
    `at`."""
    places = [place for place, line in enumerate(lines) if line.street == street]
    first = max(0, len(places) - ROWS)
    if at in places:
        first = min(first, places.index(at))
    return places[first : first + ROWS]


def _number(lines: Sequence[LogLine], context: PageContext) -> int:
    deals = (line.event.hand for line in lines if isinstance(line.event, HandStarted))
    return next(deals, context.table.hand)


def _cell(context: PageContext, place: int, line: LogLine, asked: bool) -> ButtonView:
    words = context.words.repair
    text = said(line.event, context, short=True)
    if line.inferred:
        text = words.by_itself.format(line=text)
    emphasis: Emphasis = "warn" if asked else "quiet" if line.inferred else "plain"
    street = words.streets.get(line.street, line.street)
    return ButtonView(f"lines-{place}", text, OpenPage(RepairPage(line.mark)), emphasis=emphasis,
                      said=f"{said(line.event, context)}, {street}", line=True)  # fmt: skip
