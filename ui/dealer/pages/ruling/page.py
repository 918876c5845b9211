"""The ruling page: what the dealer enters, with the rule book's answer beside it."""

from msgspec.structs import replace

from engine.game.held_motion import to_settle
from ui.dealer.model.taps import OpenPage
from ui.dealer.model.values import PageView
from ui.dealer.pages.page import Page, PageContext
from ui.dealer.pages.ruling.draft import RulingDraft
from ui.dealer.pages.ruling.held import held_view
from ui.dealer.pages.ruling.late import add_view, forfeit_view, late_view, skipped_view
from ui.dealer.pages.ruling.motion import motion_view
from ui.dealer.pages.ruling.pads import amount_view, more_view, seat_view
from ui.dealer.pages.ruling.seen import behind_view, saw_view, shown_view

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
    """`draft` is what the dealer has entered so far."""

    draft: RulingDraft = RulingDraft()

    def show(self, context: PageContext) -> PageView:
        """The open question. A held action out of turn comes first as long as nothing has been entered."""
        if not self.draft.begun and (due := to_settle(context.game.table, context.game.undo_stack)):
            held, ruling = due[0]
            return held_view(context, held, ruling, _go(RulingDraft()))
        return VIEWS[self.draft.step](self.draft, context, _go)

    @property
    def has_entries(self) -> bool:
        return self.draft.begun

    @classmethod
    def offered(cls, context: PageContext) -> bool:
        return context.table.playing


def _go(draft: RulingDraft) -> OpenPage:
    return OpenPage(RulingPage(replace(draft, begun=True)))
