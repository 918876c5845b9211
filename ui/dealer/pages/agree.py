"""The repair of a hand whose pots have been pushed: the floor sees which chips would move, and decides."""

from msgspec.structs import replace

from engine.actions import Amend, TableAction
from engine.message import Message
from engine.refused import Refused
from engine.table.state import book_of
from ui.dealer.model.taps import Ask, OpenPage
from ui.dealer.model.values import ButtonView, LineView, PageView
from ui.dealer.pages.moved import moves, pushed_otherwise
from ui.dealer.pages.page import Page, PageContext, answer_row, refusal

REASON = "reason-corrected"


class AgreePage(Page, frozen=True):
    """`action` is the requested repair."""

    action: Amend

    def show(self, context: PageContext) -> PageView:
        words, say = context.words, context.words.repair
        action = replace(self.action, floor=REASON)
        texts = moves(pushed_otherwise(context.game, action) or (), words) or (say.moved_none,)
        clause = words.cited(book_of(context.game.table).corrections.clause)
        ask = Ask(action, needs="floor")
        key = ButtonView("repair-agree", say.agree, ask, say.agree_small, "warn")
        lines = (*(LineView(text, "big") for text in texts), LineView(clause, "clause"))
        return PageView("agree", say.agree_title, lines, (answer_row("agree", key),), full_width=True)


def offered(context: PageContext, action: TableAction, parent: Page) -> Ask | OpenPage | None:
    """The tap for an order, or None if the engine would refuse it. The floor must first agree to any change to pushed
    pots."""
    return None if problem(context, action) else agreed(context, action, parent)


def problem(context: PageContext, action: TableAction) -> Refused | None:
    """Why the engine would refuse the action even if the floor agreed to it; None if it would accept it."""
    refused = refusal(context, action)
    return refusal(context, _by_the_floor(action)) if refused and _is_for_floor(refused) else refused


class ReasonedPage(Page, frozen=True, kw_only=True):
    """A page whose gray keys say why they are gray: `why` is the reason for the one that was touched."""

    why: Message | None = None

    def fix(self, context: PageContext, action: Amend, key: ButtonView) -> ButtonView:
        """The key for a repair. If the engine would refuse it, it is gray, and a touch on it says why."""
        refused = problem(context, action)
        if refused is None:
            return replace(key, tap=agreed(context, action, self))
        return replace(key, tap=OpenPage(replace(self, why=refused.message)), emphasis="locked")

    def refused(self, context: PageContext) -> str:
        return context.words.say(self.why) if self.why else ""


def agreed(context: PageContext, action: TableAction, parent: Page) -> Ask | OpenPage:
    """Like `offered`, but also for an order that the engine would refuse: the refusal then says why.
    The question for the floor closes to `parent`."""
    if not isinstance(action, Amend):
        return Ask(action)
    refused = refusal(context, action)
    if refused and _is_for_floor(refused):
        return OpenPage(AgreePage(action, parent=parent))
    return Ask(action) if pushed_otherwise(context.game, action) is None else OpenPage(AgreePage(action, parent=parent))


def _is_for_floor(refused: Refused) -> bool:
    """Whether the engine would accept the repair from the floor: it is in the last hand, and there was substantial
    action since, which has been taken back."""
    return refused.message.code == "substantial-action"


def _by_the_floor(action: TableAction) -> TableAction:
    return replace(action, floor=REASON) if isinstance(action, Amend) else action
