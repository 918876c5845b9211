"""The clock is called on the player whose turn it is (TDA 2024 rule 29), or the call is canceled."""

from typing import ClassVar

from engine.table.actions.people import CallClock
from engine.table.actions.time_chips import GIVEN, UseTimeChip, time_chips_left
from ui.dealer.model.surroundings import PLAYER_CLOCK_MS, TIME_CHIP_MS
from ui.dealer.model.taps import Ask
from ui.dealer.model.values import ButtonView, LineView, PageView
from ui.dealer.pages.page import Page, PageContext, answer_row


class PlayerClockPage(Page, frozen=True):
    needs: ClassVar[str] = "turn"

    def show(self, context: PageContext) -> PageView:
        say, words, table = context.words.player_clock, context.words, context.table
        seat, seconds = table.legal.seat, PLAYER_CLOCK_MS // 1000
        who = context.who(seat)
        then = say.then_dead.format(chips=words.amount(table.legal.call)) if table.legal.call else say.then_check
        clause = words.cited(context.game.table.book.player_clock.clause) if context.game.table.book else ""
        lines = (
            LineView(say.seconds.format(who=who, seconds=seconds), "big"),
            LineView(then),
            LineView(say.by_hand, "small"),
            LineView(clause, "clause"),
        )
        on = table.on_clock == seat
        buttons = (
            ButtonView("player-clock-stop", say.stop, Ask(CallClock(seat, on=False)) if seat and on else None,
                       say.stop_small, "quiet"),
            *_time_chip(context, seat, on),
            ButtonView("player-clock-start", say.start.format(seconds=seconds),
                       Ask(CallClock(seat)) if seat and not on else None, say.start_small.format(seat=seat), "act"),
        )  # fmt: skip
        return PageView("player-clock", say.title, lines, (answer_row("do", *buttons),), full_width=True)

    def stays(self, before: PageContext, after: PageContext) -> bool:
        return before.table.legal.seat == after.table.legal.seat != 0

    @classmethod
    def offered(cls, context: PageContext) -> bool:
        return context.table.playing and context.table.legal.seat != 0


def _time_chip(context: PageContext, seat: int, on: bool) -> tuple[ButtonView, ...]:
    """The button for a time chip, if the rule book gives players any."""
    say, table = context.words.player_clock, context.game.table
    if not seat or table.book is None or not (given := GIVEN[table.book.time_bank.value]):
        return ()
    left = time_chips_left(table, seat, table.book)
    small = say.chips_left.format(left=left, given=given)
    tap = Ask(UseTimeChip(seat)) if on and left else None
    return (ButtonView("player-clock-chip", say.chip.format(seconds=TIME_CHIP_MS // 1000), tap, small, "act"),)
