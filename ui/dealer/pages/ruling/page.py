"""The ruling page: chips and words as they were seen and heard, and at once what the book makes of them. Pure."""

from msgspec.structs import replace

from engine.game.held_motion import to_settle
from ui.dealer.model.taps import Turn
from ui.dealer.model.values import PageView
from ui.dealer.pages.page import Page, Sight
from ui.dealer.pages.ruling.held import held_view
from ui.dealer.pages.ruling.late import add_view, forfeit_view, late_view, skipped_view
from ui.dealer.pages.ruling.motion import motion_view
from ui.dealer.pages.ruling.pads import amount_view, more_view, seat_view
from ui.dealer.pages.ruling.seen import behind_view, saw_view, shown_view
from ui.dealer.pages.ruling.told import Told

VIEWS = {
    "": motion_view,
    "seat": seat_view,
    "amount": amount_view,
    "more": more_view,
    "shown": shown_view,
    "saw": saw_view,
    "behind": behind_view,
    "late": late_view,
    "skipped": skipped_view,
    "add": add_view,
    "forfeit": forfeit_view,
}


class RulingPage(Page, frozen=True):
    """`told` is what was seen and heard so far."""

    told: Told = Told()

    def show(self, sight: Sight) -> PageView:
        """The open question; before anything is told, action out of turn that is to be settled comes first."""
        if not self.told.begun and (due := to_settle(sight.game)):
            held, ruling = due[0]
            return held_view(sight, held, ruling, _go(Told()))
        return VIEWS[self.told.step](self.told, sight, _go)

    @classmethod
    def offered(cls, sight: Sight) -> bool:
        """While a hand is played."""
        return sight.table.playing


def _go(told: Told) -> Turn:
    return Turn(RulingPage(replace(told, begun=True)))
