"""The first button at a table that is playing without a clock. All functions are pure."""

from engine.actions import PlaceButton
from ui.dealer.model.taps import Ask, OpenPage
from ui.dealer.model.values import ButtonView, GridView, PageView
from ui.dealer.pages.entry import pads
from ui.dealer.pages.page import Page, PageContext
from ui.dealer.pages.start.draw import DrawPage


class ButtonPage(Page, frozen=True):
    def show(self, context: PageContext) -> PageView:
        """All seats. Only a seat with a player can be given the button."""
        taken = [seat.seat for seat in context.table.seats if seat.player]
        keys = pads.seats("button", context, lambda seat: Ask(PlaceButton(seat)), taken)
        entry = context.words.menu.entries["draw"]
        draw = ButtonView("button-draw", entry.text, OpenPage(DrawPage()) if DrawPage.offered(context) else None,
                          entry.small)  # fmt: skip
        below = GridView("button-do", 5, (draw,), below=True)
        return PageView("button", context.words.start.button_title, (), (keys, below), full_width=True)

    def stays(self, before: PageContext, after: PageContext) -> bool:
        return not after.table.button
