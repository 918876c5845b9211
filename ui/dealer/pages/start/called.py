"""Shown when the clock has a tournament for a table that plays its own game; the dealer chooses when the table joins
it."""

from typing import ClassVar

from ui.dealer.model.taps import JoinRoom, OpenPage
from ui.dealer.model.values import ButtonView, GridView, LineView, PageView
from ui.dealer.pages.page import BetweenHandsPage, PageContext


class CalledPage(BetweenHandsPage, frozen=True):
    between_hands: ClassVar[bool] = True
    needs: ClassVar[str] = "called"

    def show(self, context: PageContext) -> PageView:
        say = context.words.start
        chips = context.words.amount(sum(seat.chips for seat in context.table.seats))
        lines = (LineView(say.called_chips.format(chips=chips), rows=2), LineView(say.called_help, "small", rows=2))
        do = (
            ButtonView("called-go", say.called_go, JoinRoom(), say.called_go_small, "go"),
            ButtonView("called-stay", say.called_stay, OpenPage(), say.called_stay_small),
        )
        return PageView("called", say.called, lines, (GridView("called-do", 2, do),), full_width=True)

    def over(self, context: PageContext) -> bool:
        return not context.surroundings.called

    @classmethod
    def offered(cls, context: PageContext) -> bool:
        return context.surroundings.called and not context.table.playing

    @classmethod
    def opens_itself(cls, context: PageContext) -> bool:
        return cls.offered(context)
