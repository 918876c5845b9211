"""Exposed cards, and chips found behind an all-in. Both have rulings of their own. All functions are pure."""

from msgspec.structs import replace

from engine.cards import Card
from engine.refused import Refused
from engine.rulings.motion import Ruling
from engine.terms import Motion
from ui.dealer.model.taps import OpenPage
from ui.dealer.model.values import ButtonView, GridView, InputView, LineView, PageView
from ui.dealer.pages.entry import pads
from ui.dealer.pages.page import PageContext
from ui.dealer.pages.ruling.answer import lines, orders, row
from ui.dealer.pages.ruling.draft import Go, RulingDraft, ruled, whose
from ui.dealer.pages.ruling.pads import back, keypad, sure_key

HOLE_CARDS = 2


def shown_view(draft: RulingDraft, context: PageContext, go: Go) -> PageView:
    words, seat = context.words.ruling, whose(draft, context)
    motion, answer = _seen(draft, context)
    room = len(draft.cards) < HOLE_CARDS
    saw = words.seen_by.format(seats=", ".join(map(str, draft.seats))) if draft.seats else words.who_saw
    keys = (
        back(draft, context, go),
        ButtonView("ruling-saw", words.seen_button, go(replace(draft, step="saw"))),
        *orders("ruling", context, motion, answer),
    )
    left = pads.unseen(context) - set(draft.cards)

    def add(card: Card) -> OpenPage:
        return go(replace(draft, rank="", cards=(*draft.cards, card)))

    grids = (
        pads.ranks("ruling", context, draft.rank, lambda rank: go(replace(draft, rank=rank))),
        pads.suits("ruling", context, draft.rank if room else "", add, left),
        row("ruling-orders", keys),
    )
    says = (LineView(saw, "small", cards=draft.cards), *_answered(context, seat, answer))
    title = words.shown_title.format(who=context.words.who(seat, ""))
    return PageView("ruling-shown", title, says, grids, full_width=True, beside=True)


def saw_view(draft: RulingDraft, context: PageContext, go: Go) -> PageView:
    words, seat = context.words.ruling, whose(draft, context)
    motion, answer = _seen(draft, context)
    others = {each.seat for each in context.table.seats if each.dealt and each.seat != seat}
    cards = ButtonView("ruling-cards", words.cards_button, go(replace(draft, step="shown")))
    grids = (
        pads.seats("ruling-saw", context, lambda one: go(draft.toggled(one)), others, draft.seats),
        row("ruling-orders", (cards, *orders("ruling", context, motion, answer)), inside=True),
    )
    saw = LineView("" if draft.seats else words.saw_help, "small", cards=draft.cards)
    title, says = words.saw_title.format(who=context.words.who(seat, "")), (saw, *_answered(context, seat, answer))
    return PageView("ruling-saw", title, says, grids, full_width=True, beside=True)


def _seen(draft: RulingDraft, context: PageContext) -> tuple[Motion, Ruling | Refused | None]:
    motion = Motion(whose(draft, context), exposed=draft.cards, shown_to=draft.seats)
    return motion, ruled(context, motion) if draft.cards or draft.seats else None


def _answered(context: PageContext, seat: int, answer: Ruling | Refused | None) -> tuple[LineView, ...]:
    return lines(context, seat, answer, acts=False) if answer else ()


def behind_view(draft: RulingDraft, context: PageContext, go: Go) -> PageView:
    """The all-in seat, and the chips found behind it."""
    words = context.words.ruling
    all_in = [seat.seat for seat in context.table.seats if seat.all_in]
    seat = draft.seat if draft.seat in all_in else all_in[0]
    motion = Motion(seat, behind=int(draft.typed or 0))
    answer = ruled(context, motion) if draft.typed else None
    *others, sure = orders("ruling", context, motion, answer)
    grids = (
        pads.seats("ruling", context, lambda one: go(replace(draft, seat=one)), all_in, (seat,)),
        GridView("ruling-orders", 1 + len(others), (*others, back(draft, context, go))),
        *keypad(draft, context, go, sure_key(sure, context)),
    )
    title, says = words.behind_title.format(who=context.who(seat)), _answered(context, seat, answer)
    entry = InputView(
        context.words.amount(int(draft.typed)) if draft.typed else "", "" if draft.typed else words.key_amount
    )
    return PageView("ruling-behind", title, says, grids, entry=entry)
