"""The blinds at a table without a clock, for the next hand onward."""

from typing import ClassVar

from msgspec.structs import replace

from engine.actions import SetLevel
from engine.table.state import book_of
from ui.dealer.model.taps import Ask, OpenPage
from ui.dealer.model.values import LineView, PageView
from ui.dealer.pages.page import Page, PageContext, refusal
from ui.dealer.pages.start.levels import BLINDS, blinds_at, level_grids


class BlindsPage(Page, frozen=True):
    """`ante` says whether there is a big blind ante. None keeps the current setting."""

    needs: ClassVar[str] = "clock"

    ante: bool | None = None

    def show(self, context: PageContext) -> PageView:
        words, now = context.words, context.table.blinds
        antes = book_of(context.game.table).antes
        ante = bool(now and now.ante) if self.ante is None else self.ante
        turn = None if antes.value == "forbidden" and not ante else OpenPage(replace(self, ante=not ante))
        chip = context.table.chip
        offered = [blinds_at(place, ante, chip) for place in range(len(BLINDS))]
        played = now and (now.small, now.big, now.ante)
        marked = next((at for at, one in enumerate(offered) if (one.small, one.big, one.ante) == played), None)

        def give(place: int) -> Ask | None:
            terms = offered[place]
            payable = not chip or (terms.small % chip == 0 and terms.big % chip == 0)
            is_new = payable and place != marked
            return Ask(SetLevel(terms)) if is_new and not refusal(context, SetLevel(terms)) else None

        grids = level_grids(words, give, marked, ante, turn)
        clause = () if turn else (LineView(words.ruling.by_clause.format(clause=words.cited(antes.clause)), "clause"),)
        lines = (LineView(words.start.blinds_help, "small"), *clause)
        return PageView("blinds", words.start.blinds_title, lines, grids, full_width=True)

    def stays(self, before: PageContext, after: PageContext) -> bool:
        return before.table.blinds == after.table.blinds and before.table.next_blinds == after.table.next_blinds

    @classmethod
    def offered(cls, context: PageContext) -> bool:
        return bool(context.table.book) and (context.surroundings.link is None or context.surroundings.plays_alone)
