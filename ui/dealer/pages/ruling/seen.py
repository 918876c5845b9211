"""Cards that somebody saw, and chips found behind an all-in: ruled on by themselves. Pure."""

from msgspec.structs import replace

from engine.motion import Motion
from engine.refused import Refused
from engine.rulings.motion import Ruling
from ui.dealer.model.values import ButtonView, LineView, PageView
from ui.dealer.pages import pads
from ui.dealer.pages.page import Sight
from ui.dealer.pages.ruling.answer import lines, orders, row
from ui.dealer.pages.ruling.pads import back
from ui.dealer.pages.ruling.told import Go, Told, ruled, whose

HOLE_CARDS = 2


def shown_view(told: Told, sight: Sight, go: Go) -> PageView:
    """The cards in two taps each, and what becomes of it."""
    words, seat = sight.words.ruling, whose(told, sight)
    motion, answer = _seen(told, sight)
    room = len(told.cards) < HOLE_CARDS
    saw = words.seen_by.format(seats=", ".join(map(str, told.seats))) if told.seats else words.who_saw
    return PageView(
        name="ruling-shown",
        title=words.shown_title.format(who=sight.words.who(seat, "")),
        lines=(
            LineView(saw, "small", cards=told.cards),
            *(lines(sight, seat, answer, acts=False) if answer else ()),
        ),
        grids=(
            pads.ranks("ruling", sight, told.rank, lambda rank: go(replace(told, rank=rank))),
            pads.suits(
                "ruling",
                sight,
                told.rank if room else "",
                lambda card: go(replace(told, rank="", cards=(*told.cards, card))),
                pads.unseen(sight) - set(told.cards),
            ),
            row(
                "ruling-orders",
                (
                    back(told, sight, go),
                    ButtonView("ruling-saw", words.seen_button, go(replace(told, step="saw"))),
                    *orders("ruling", sight, motion, answer),
                ),
            ),
        ),
        wide=True,
        beside=True,
    )


def saw_view(told: Told, sight: Sight, go: Go) -> PageView:
    """Which seats saw the cards."""
    words, seat = sight.words.ruling, whose(told, sight)
    motion, answer = _seen(told, sight)
    others = {each.seat for each in sight.table.seats if each.dealt and each.seat != seat}
    cards = ButtonView("ruling-cards", words.cards_button, go(replace(told, step="shown")))
    return PageView(
        name="ruling-saw",
        title=words.saw_title.format(who=sight.words.who(seat, "")),
        lines=(
            LineView("" if told.seats else words.saw_help, "small", cards=told.cards),
            *(lines(sight, seat, answer, acts=False) if answer else ()),
        ),
        grids=(
            pads.seats("ruling-saw", sight, lambda one: go(_seen_by(told, one)), others, told.seats),
            row("ruling-orders", (cards, *orders("ruling", sight, motion, answer))),
        ),
        wide=True,
        beside=True,
    )


def _seen(told: Told, sight: Sight) -> tuple[Motion, Ruling | Refused | None]:
    motion = Motion(whose(told, sight), exposed=told.cards, shown_to=told.seats)
    return motion, ruled(sight, motion) if told.cards or told.seats else None


def behind_view(told: Told, sight: Sight, go: Go) -> PageView:
    """The all-in seat, and what was found behind it."""
    words = sight.words.ruling
    all_in = [seat.seat for seat in sight.table.seats if seat.all_in]
    seat = told.seat if told.seat in all_in else all_in[0]
    who = sight.words.who(seat, sight.table.seats[seat - 1].name)
    motion = Motion(seat, behind=int(told.typed or 0))
    answer = ruled(sight, motion) if told.typed else None
    entered = sight.words.amount(int(told.typed)) if told.typed else words.key_amount
    return PageView(
        name="ruling-behind",
        title=words.behind_title.format(who=who),
        lines=(LineView(entered, "big"), *(lines(sight, seat, answer, acts=False) if answer else ())),
        grids=(
            pads.keys("ruling", told.typed, lambda longer: go(replace(told, typed=longer))),
            pads.seats("ruling", sight, lambda one: go(replace(told, seat=one)), all_in, (seat,)),
            row("ruling-orders", (back(told, sight, go), *orders("ruling", sight, motion, answer))),
        ),
        wide=True,
        beside=True,
    )


def _seen_by(told: Told, seat: int) -> Told:
    """The seat among those who saw, or no longer."""
    if seat in told.seats:
        return replace(told, seats=tuple(one for one in told.seats if one != seat))
    return replace(told, seats=tuple(sorted((*told.seats, seat))))
