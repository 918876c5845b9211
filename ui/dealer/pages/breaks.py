"""A break at the table: when it ends, and what to do during it."""

from typing import ClassVar

from ui.dealer.model.taps import OpenPage
from ui.dealer.model.values import ButtonView, LineView, PageView
from ui.dealer.pages.chips.color_up import ColorUpPage, going
from ui.dealer.pages.chips.counts import CountsPage, counts_due
from ui.dealer.pages.page import BetweenHandsPage, PageContext, answer_row


class BreakPage(BetweenHandsPage, frozen=True):
    between_hands: ClassVar[bool] = True
    needs: ClassVar[str] = "break"

    def show(self, context: PageContext) -> PageView:
        words, say, level = context.words, context.words.chips, context.surroundings.level
        if level is None:
            lines = [LineView(say.break_no_clock, "big")]
        elif not level.is_break:
            lines = [LineView(say.break_over.format(name=words.level_name(level.name)), "big")]
        else:
            lines = [LineView(say.break_left.format(left=words.left(level.left_ms)), "huge")]
            if not level.running:
                lines.append(LineView(say.break_paused, "trouble"))
        if level and level.next_blinds:
            lines.append(LineView(say.break_next.format(blinds=words.played_for(level.next_blinds))))
        lines.append(LineView(say.break_rack))
        chips = going(context)
        counts = OpenPage(CountsPage()) if CountsPage.offered(context) else None
        color = OpenPage(ColorUpPage()) if ColorUpPage.offered(context) else None
        small = say.break_color_small.format(odd=words.amount(chips[0])) if chips else ""
        buttons = (
            ButtonView("break-color-up", say.break_color, color, small, "act"),
            ButtonView("break-counts", say.break_counts, counts, counts_due(context) or say.break_counts_small, "go"),
        )
        return PageView("break", say.break_title, tuple(lines), (answer_row("do", *buttons),), full_width=True)

    def over(self, context: PageContext) -> bool:
        return context.surroundings.level is not None and not context.surroundings.level.is_break

    @classmethod
    def offered(cls, context: PageContext) -> bool:
        return not context.table.playing and (context.surroundings.level is None or context.surroundings.level.is_break)

    @classmethod
    def opens_itself(cls, context: PageContext) -> bool:
        level, table = context.surroundings.level, context.table
        return level is not None and level.is_break and not table.playing and table.issued > 0
