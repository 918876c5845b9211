"""Push the pots and deal no new hand: the table breaks, or a player must be seated first."""

from typing import ClassVar

from engine.actions import HandOver
from ui.dealer.model.taps import Ask
from ui.dealer.model.values import ButtonView, GridView, LineView, PageView
from ui.dealer.pages.page import Page, PageContext


class PushPage(Page, frozen=True):
    """Nothing is picked on it."""

    needs: ClassVar[str] = "decided"

    def show(self, context: PageContext) -> PageView:
        """What HAND OVER does, but for the next hand."""
        words = context.words.asking
        push = ButtonView("push-only", words.push_only, Ask(HandOver(start=False)), words.push_only_small, "go")
        return PageView(
            "push", words.push_only, (LineView(words.push_only_help),), (GridView("push", 1, (push,), 3.0),)
        )

    @classmethod
    def offered(cls, context: PageContext) -> bool:
        """When the hand can be over."""
        return context.table.ends in ("push", "fold", "muck")
