"""The floor call: one tap calls the floor, a second gives the reason, and the floor signs on arrival."""

from typing import get_args

from engine.events import FloorReason
from engine.public import PublicTable
from engine.table.actions.staff import CallFloor, MeetFloor, WithdrawCall
from ui.dealer.model.sign_in import signers
from ui.dealer.model.surroundings import Surroundings
from ui.dealer.model.taps import Ask, OpenPage, Tap
from ui.dealer.model.values import ButtonView, GridView, LineView, PageView
from ui.dealer.pages.page import Page, PageContext, answer_row
from ui.words import Words


class FloorPage(Page, frozen=True):
    def show(self, context: PageContext) -> PageView:
        words, call = context.words.people, context.table.floor_called
        ago = called_ago(context.surroundings, context.words)
        lines = (LineView(ago, "big"), LineView(words.floor_hint, "small")) if call else ()
        current = call.why if call else None

        def reason(why: FloorReason) -> ButtonView:
            tap = OpenPage() if why == current else Ask(CallFloor(why), FloorPage())
            return ButtonView(f"floor-why-{why}", words.reasons[why], tap, chosen=why == current)

        reasons = tuple(reason(why) for why in get_args(FloorReason) if why)
        pin = words.floor_here_small if signers(context.surroundings.staff, "floor") else ""
        here = Ask(MeetFloor(""), needs="floor") if call else None
        off = Ask(WithdrawCall()) if call else None
        answers = (
            ButtonView("floor-off", words.floor_not_needed, off, words.floor_not_needed_small, "quiet"),
            ButtonView("floor-here", words.floor_here, here, pin, "go"),
        )
        title = words.floor_called if call else words.floor_title
        grids = (GridView("floor-why", 5, reasons), answer_row("floor-answers", *answers))
        return PageView("floor", title, lines, grids, full_width=True)

    def stays(self, before: PageContext, after: PageContext) -> bool:
        return before.table.floor_called is None or after.table.floor_called is not None


def floor_tap(table: PublicTable) -> Tap:
    """The permanent button's tap: calls the floor, or opens the page for the reason or the floor's arrival."""
    return OpenPage(FloorPage()) if table.floor_called else Ask(CallFloor(), FloorPage())


def called_ago(surroundings: Surroundings, words: Words) -> str:
    return words.people.floor_called_ago.format(time=waited(surroundings, words))


def waited(surroundings: Surroundings, words: Words) -> str:
    """How long the table has been waiting for the floor: `0:45`."""
    return words.left((surroundings.floor_ms or 0) // 1000 * 1000)
