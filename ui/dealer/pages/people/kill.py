"""The floor kills a hand by choosing the seat and then the reason."""

from engine.actions import KillHand
from ui.dealer.model.taps import Ask, OpenPage
from ui.dealer.model.values import ButtonView, GridView, LineView, PageView
from ui.dealer.pages.entry import pads
from ui.dealer.pages.page import Page, PageContext
from ui.words import Words

REASONS = ("absent", "foul", "penalty")


class KillPage(Page, frozen=True):
    """`seat` is the seat that has been picked; 0 means that none has been picked yet."""

    seat: int = 0

    def show(self, context: PageContext) -> PageView:
        """Seats, then reasons. No reason can be pressed before a seat is picked, and each reason names the seat."""
        words, table = context.words, context.table
        doomed = self.seat if self.seat in table.legal.kill else 0
        who = context.who(doomed)
        sure = words.kill_sure.format(who=who) if doomed else ""
        reasons = tuple(_reason(name, doomed, sure, words) for name in REASONS)
        seats = pads.seats("kill", context, lambda seat: OpenPage(KillPage(seat)), table.legal.kill, (doomed,))
        lines = (LineView(words.kill_confirm.format(who=who) if doomed else words.kill_pick), *_kept(context))
        grids = (seats, GridView("reasons", len(reasons), reasons, inside=True))
        return PageView("kill", words.kill_title, lines, grids, full_width=True)

    @classmethod
    def offered(cls, context: PageContext) -> bool:
        return bool(context.table.legal.kill)


def _reason(name: str, doomed: int, sure: str, words: Words) -> ButtonView:
    code = f"reason-{name}"
    kill = Ask(KillHand(doomed, code), needs="floor") if doomed else None
    return ButtonView(f"kill-{name}", words.reasons[code], kill, sure, "stop")


def _kept(context: PageContext) -> list[LineView]:
    """Why the live hands that are not offered cannot be killed."""
    words, table = context.words, context.table
    kept = [seat for seat in table.seats if seat.live and not seat.mucked and seat.seat not in table.legal.kill]
    return [LineView(words.kill_last.format(who=words.who(seat.seat, seat.name)), "small") for seat in kept]
