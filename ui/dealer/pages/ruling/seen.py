"""Exposed cards, and chips found behind an all-in. Both have rulings of their own. All functions are pure."""

from msgspec.structs import replace

from engine.motion import Motion
from engine.refused import Refused
from engine.rulings.motion import Ruling
from ui.dealer.model.values import ButtonView, LineView, PageView
from ui.dealer.pages.entry import pads
from ui.dealer.pages.page import PageContext
from ui.dealer.pages.ruling.answer import lines, orders, row
from ui.dealer.pages.ruling.draft import Go, RulingDraft, ruled, whose
from ui.dealer.pages.ruling.pads import back

HOLE_CARDS = 2


def shown_view(draft: RulingDraft, context: PageContext, go: Go) -> PageView:
    words, seat = context.words.ruling, whose(draft, context)
    motion, answer = _seen(draft, context)
    room = len(draft.cards) < HOLE_CARDS
    saw = words.seen_by.format(seats=", ".join(map(str, draft.seats))) if draft.seats else words.who_saw
    return PageView(
        name="ruling-shown",
        title=words.shown_title.format(who=context.words.who(seat, "")),
        lines=(
            LineView(saw, "small", cards=draft.cards),
            *(lines(context, seat, answer, acts=False) if answer else ()),
        ),
        grids=(
            pads.ranks("ruling", context, draft.rank, lambda rank: go(replace(draft, rank=rank))),
            pads.suits(
                "ruling",
                context,
                draft.rank if room else "",
                lambda card: go(replace(draft, rank="", cards=(*draft.cards, card))),
                pads.unseen(context) - set(draft.cards),
            ),
            row(
                "ruling-orders",
                (
                    back(draft, context, go),
                    ButtonView("ruling-saw", words.seen_button, go(replace(draft, step="saw"))),
                    *orders("ruling", context, motion, answer),
                ),
            ),
        ),
        full_width=True,
        beside=True,
    )


def saw_view(draft: RulingDraft, context: PageContext, go: Go) -> PageView:
    words, seat = context.words.ruling, whose(draft, context)
    motion, answer = _seen(draft, context)
    others = {each.seat for each in context.table.seats if each.dealt and each.seat != seat}
    cards = ButtonView("ruling-cards", words.cards_button, go(replace(draft, step="shown")))
    return PageView(
        name="ruling-saw",
        title=words.saw_title.format(who=context.words.who(seat, "")),
        lines=(
            LineView("" if draft.seats else words.saw_help, "small", cards=draft.cards),
            *(lines(context, seat, answer, acts=False) if answer else ()),
        ),
        grids=(
            pads.seats("ruling-saw", context, lambda one: go(draft.toggled(one)), others, draft.seats),
            row("ruling-orders", (cards, *orders("ruling", context, motion, answer))),
        ),
        full_width=True,
        beside=True,
    )


def _seen(draft: RulingDraft, context: PageContext) -> tuple[Motion, Ruling | Refused | None]:
    motion = Motion(whose(draft, context), exposed=draft.cards, shown_to=draft.seats)
    return motion, ruled(context, motion) if draft.cards or draft.seats else None


def behind_view(draft: RulingDraft, context: PageContext, go: Go) -> PageView:
    """The all-in seat, and the chips found behind it."""
    words = context.words.ruling
    all_in = [seat.seat for seat in context.table.seats if seat.all_in]
    seat = draft.seat if draft.seat in all_in else all_in[0]
    who = context.who(seat)
    motion = Motion(seat, behind=int(draft.typed or 0))
    answer = ruled(context, motion) if draft.typed else None
    entered = context.words.amount(int(draft.typed)) if draft.typed else words.key_amount
    return PageView(
        name="ruling-behind",
        title=words.behind_title.format(who=who),
        lines=(LineView(entered, "big"), *(lines(context, seat, answer, acts=False) if answer else ())),
        grids=(
            pads.keys("ruling", draft.typed, lambda longer: go(replace(draft, typed=longer))),
            pads.seats("ruling", context, lambda one: go(replace(draft, seat=one)), all_in, (seat,)),
            row("ruling-orders", (back(draft, context, go), *orders("ruling", context, motion, answer))),
        ),
        full_width=True,
        beside=True,
    )
