"""The floor's overrides: the order, its seats and chips, the reason, and a preview."""

from typing import ClassVar, get_args

from msgspec.structs import replace

from engine.events import AwardLast, AwardPots, FloorOrder
from engine.game.game import award_problem
from engine.hand.betting import actor
from engine.message import Message, message
from engine.refused import Refused
from engine.table.actions.hands import Overrule
from engine.table.state import book_of
from ui.dealer.model.taps import Ask, OpenPage
from ui.dealer.model.values import ButtonView, Emphasis, GridView, LineView, PageView
from ui.dealer.pages.entry.letters import letters
from ui.dealer.pages.override.change import changed, lines
from ui.dealer.pages.override.draft import OverrideDraft, OverrideKind, order_of
from ui.dealer.pages.override.what import may_be, what_view
from ui.dealer.pages.page import Page, PageContext, same_hand, same_seats

KINDS: tuple[OverrideKind, ...] = get_args(OverrideKind)
IN_HAND = KINDS[:5]
BETWEEN = ("set-stacks", "move-button")
REASONS = ("dealer", "misread", "count", "tap", "returned", "decision")
WIDTH = 1.5
"""The width of the reason buttons beside the changes, as a multiple of the usual target width."""


class OverridePage(Page, frozen=True):
    """`draft` is what the floor has entered so far."""

    needs: ClassVar[str] = "first-hand"

    draft: OverrideDraft = OverrideDraft()

    def show(self, context: PageContext) -> PageView:
        match self.draft.step:
            case "what":
                return what_view(self.draft, context, _go)
            case "sure":
                return _sure(self.draft, context)
            case "write":
                return _write(self.draft, context)
            case _:
                return _kinds(context)

    def stays(self, before: PageContext, after: PageContext) -> bool:
        draft = self.draft
        seats = {seat for seat in (draft.seat, *(seat for seat, _ in draft.stacks)) if seat}
        return same_hand(before, after) and same_seats(seats, before, after)

    @property
    def has_entries(self) -> bool:
        return self.draft != OverrideDraft()

    @classmethod
    def offered(cls, context: PageContext) -> bool:
        return context.table.hand > 0


def _go(draft: OverrideDraft) -> OpenPage:
    return OpenPage(OverridePage(draft))


def _kinds(context: PageContext) -> PageView:
    kinds = GridView("override-kinds", 4, tuple(_kind(kind, context) for kind in KINDS))
    return PageView("override", context.words.override.title, grids=(kinds,), full_width=True)


def _kind(kind: OverrideKind, context: PageContext) -> ButtonView:
    """The button for an order; if it is impossible now, the button shows the reason instead of the description."""
    label = context.words.override.kinds[kind]
    problem = _problem(kind, context)
    tap = None if problem else _go(OverrideDraft(kind, "sure" if kind == "void-hand" else "what"))
    emphasis: Emphasis = "stop" if kind == "void-hand" else "plain"
    why = stands(context) if kind == "award-last" else None
    return ButtonView(f"override-{kind}", label.text, tap, problem or label.small, emphasis, why=why)


def stands(context: PageContext) -> Message | None:
    """That the last hand's pots stand by the book, and when the floor can still set stacks; None if the pots can be
    corrected."""
    refused = award_problem(context.game)
    if refused is None or not refused.clause:
        return None
    hand = context.table.hand
    return message("hand-stands", hand=hand - 1, now=hand, clause=context.words.cited(refused.clause))


def _problem(kind: OverrideKind, context: PageContext) -> str:
    words, hand = context.words.override, context.game.table.hand
    if kind in IN_HAND and not context.table.playing:
        return words.in_hand
    if kind in BETWEEN and context.table.playing:
        return words.between
    if kind == "award-last":
        return _award_problem(context)
    if kind == "award-pots" and hand and actor(hand) >= 0:
        return words.betting_on
    if kind == "make-live" and not may_be(kind, context):
        return words.none_dead
    return words.no_penalty if kind == "lift-penalty" and not may_be(kind, context) else ""


def _award_problem(context: PageContext) -> str:
    refused, words = award_problem(context.game), context.words.override
    if refused is None:
        return ""
    return words.too_late.format(clause=context.words.cited(refused.clause)) if refused.clause else words.no_last_pots


def _sure(draft: OverrideDraft, context: PageContext) -> PageView:
    """The table before and after the order on the left, and the usual reasons on the right."""
    words = context.words.override
    order = order_of(draft, context)
    change = changed(context, order) if order else None
    why = draft.why.strip()
    possible = change is not None and not isinstance(change, Refused)
    done = Ask(Overrule("", why, order), needs="floor") if order and possible and why else None
    reasons = tuple(_reason(name, draft, context) for name in REASONS)
    other = ButtonView("override-why-other", words.other, _go(replace(draft, step="write")), _typed(draft))
    before = _go(replace(draft, step="" if draft.kind == "void-hand" else "what"))
    back = ButtonView("override-back", words.back, before, emphasis="quiet")
    small = context.words.reason(draft.why) if why or not possible else words.why_first
    apply = ButtonView("override-apply", words.apply, done, small, "go")
    grids = (
        GridView("override-reasons", 3, (*reasons, other), WIDTH),
        GridView("override-orders", 2, (back, apply), 1.5 * WIDTH, below=True),
    )
    title = words.sure.format(order=words.kinds[draft.kind].text)
    effects = (*_shares(order, context), *lines(context, change)) if change else ()
    return PageView("override-sure", title, effects, grids, full_width=True, beside=True)


def _reason(name: str, draft: OverrideDraft, context: PageContext) -> ButtonView:
    code = f"reason-{name}"
    pick = _go(replace(draft, why=code))
    return ButtonView(f"override-why-{name}", context.words.reasons[code], pick, chosen=draft.why == code)


def _typed(draft: OverrideDraft) -> str:
    """The reason in the floor's own words; empty if it is one of the usual reasons."""
    return "" if draft.why.startswith("reason-") else draft.why


def _shares(order: FloorOrder | None, context: PageContext) -> tuple[LineView, ...]:
    """Each seat's share of each pot, and the odd chips with their clause, unless one seat wins the only pot."""
    if not isinstance(order, AwardPots | AwardLast) or (len(order.pots) < 2 and len(order.pots[0].seats) < 2):
        return ()
    words, clause = context.words, book_of(context.game.table).odd_chips.clause
    shares: list[LineView] = []
    for pot in order.pots:
        main = words.main_pot if len(order.pots) > 1 else words.pot
        name = words.side_pot.format(pot=pot.pot) if pot.pot else main
        each = ", ".join(
            words.wins.format(who=words.who(seat, ""), chips=words.amount(share))
            for seat, share in zip(pot.seats, pot.shares, strict=True)
        )
        shares.append(LineView(f"{name}: {each}", "small"))
        odd = tuple(seat for seat, share in zip(pot.seats, pot.shares, strict=True) if share > min(pot.shares))
        if odd:
            code = message("odd-chips", seats=odd) if len(odd) > 1 else message("odd-chip", seat=odd[0])
            shares.append(LineView(f"{words.say(code)} ({words.cited(clause)})", "small"))
    return tuple(shares)


def _write(draft: OverrideDraft, context: PageContext) -> PageView:
    words = context.words.override
    typed = _typed(draft)
    done = _go(replace(draft, step="sure")) if typed.strip() else None
    key = ButtonView("override-next", words.done, done, emphasis="go")
    grids = letters("override", typed, lambda longer: _go(replace(draft, why=longer)), context.words, key)
    return PageView("override-write", words.write, (LineView(typed or "_", "big"),), grids, full_width=True)
