"""The repair of a hand whose pots have been pushed: the floor sees which chips would move, and decides."""

from msgspec.structs import replace

from engine.actions import Amend, TableAction
from engine.message import Message
from engine.table.state import book_of
from ui.dealer.model.taps import Ask, OpenPage
from ui.dealer.model.values import ButtonView, LineView, PageView
from ui.dealer.pages.moved import moves, pushed_otherwise
from ui.dealer.pages.page import Page, PageContext, answer_row, refusal


class AgreePage(Page, frozen=True):
    """`action` is the requested repair."""

    action: Amend

    def show(self, context: PageContext) -> PageView:
        words, say = context.words, context.words.repair
        texts = moves(pushed_otherwise(context.game, self.action) or (), words) or (say.moved_none,)
        clause = words.cited(book_of(context.game.table).corrections.clause)
        ask = Ask(replace(self.action, floor=say.agreed), needs="floor")
        key = ButtonView("repair-agree", say.agree, ask, say.agree_small, "warn")
        lines = (*(LineView(text, "big") for text in texts), LineView(clause, "clause"))
        return PageView("agree", say.agree_title, lines, (answer_row("agree", key),), full_width=True)


def offered(context: PageContext, action: TableAction) -> Ask | OpenPage | None:
    """The tap for an order, or None if the engine would refuse it. The floor must first agree to any change to pushed
    pots."""
    return None if refusal(context, action) else agreed(context, action)


class ReasonedPage(Page, frozen=True, kw_only=True):
    """A page whose gray keys say why they are gray: `why` is the reason for the one that was touched."""

    why: Message | None = None

    def fix(self, context: PageContext, action: Amend, key: ButtonView) -> ButtonView:
        """The key for a repair. If the engine would refuse it, it is gray, and a touch on it says why."""
        refused = refusal(context, action)
        if refused is None:
            return replace(key, tap=agreed(context, action))
        return replace(key, tap=OpenPage(replace(self, why=refused.message)), emphasis="locked")

    def refused(self, context: PageContext) -> str:
        return context.words.say(self.why) if self.why else ""


def agreed(context: PageContext, action: TableAction) -> Ask | OpenPage:
    """Like `offered`, but also for an order that the engine would refuse: the refusal then says why."""
    if isinstance(action, Amend) and pushed_otherwise(context.game, action) is not None:
        return OpenPage(AgreePage(action))
    return Ask(action)
