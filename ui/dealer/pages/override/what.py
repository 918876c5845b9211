"""Whom and how much an order of the floor is about: seats, chips, stacks, pots. Pure."""

from msgspec.structs import replace

from engine.hand.showdown import pots_of
from engine.hand.state import Hand
from ui.dealer.model.values import ButtonView, GridView, LineView, PageView
from ui.dealer.pages import pads
from ui.dealer.pages.override.picked import OF_A_SEAT, Go, Picked, with_stack, with_winner
from ui.dealer.pages.page import Sight

MOST_SAID = 4
"""Stacks said before that are still in sight."""


def what_view(picked: Picked, sight: Sight, go: Go) -> PageView:
    """The question that the order leaves open."""
    if picked.kind in OF_A_SEAT:
        return _seat_view(picked, sight, go)
    if picked.kind == "move-chips":
        return _chips_view(picked, sight, go)
    return _stacks_view(picked, sight, go) if picked.kind == "set-stacks" else _pots_view(picked, sight, go)


def may_be(kind: str, sight: Sight) -> tuple[int, ...]:
    """The seats that an order of this kind can be about."""
    seats = sight.table.seats
    match kind:
        case "make-live":
            return tuple(seat.seat for seat in seats if seat.dealt and (not seat.live or seat.mucked))
        case "make-dead":
            return sight.table.legal.kill
        case "lift-penalty":
            return tuple(seat.seat for seat in seats if seat.penalty_hands)
        case "move-button":
            return tuple(seat.seat for seat in seats)
        case "set-stacks":
            return tuple(seat.seat for seat in seats if seat.player)
        case _:
            return tuple(seat.seat for seat in seats if seat.dealt)


def _seat_view(picked: Picked, sight: Sight, go: Go) -> PageView:
    words = sight.words.override
    grid = pads.seats(
        "override", sight, lambda seat: go(replace(picked, seat=seat, step="sure")), may_be(picked.kind, sight)
    )
    back = GridView("override-orders", 1, (_back(sight, go),), below=True)
    title = words.seat_title.format(order=words.kinds[picked.kind].text)
    return PageView("override-seat", title, grids=(grid, back), wide=True)


def _chips_view(picked: Picked, sight: Sight, go: Go) -> PageView:
    words = sight.words.override
    entered = sight.words.amount(int(picked.typed)) if picked.typed else words.key_chips
    ready = bool(picked.seat and picked.typed)
    ways = tuple(
        ButtonView(
            f"override-{name}", text, go(replace(picked, back=back, step="sure")) if ready else None, emphasis="act"
        )
        for name, text, back in (("into", words.into_pot, False), ("from", words.from_pot, True))
    )
    return PageView(
        name="override-chips",
        title=words.kinds["move-chips"].text,
        lines=(LineView(entered, "big"),),
        grids=(
            pads.keys("override", picked.typed, lambda typed: go(replace(picked, typed=typed))),
            pads.seats(
                "override",
                sight,
                lambda seat: go(replace(picked, seat=seat)),
                may_be("move-chips", sight),
                (picked.seat,),
            ),
            GridView("override-orders", 4, (_back(sight, go), _clear(picked, sight, go), *ways), below=True),
        ),
        wide=True,
        beside=True,
    )


def _stacks_view(picked: Picked, sight: Sight, go: Go) -> PageView:
    """A seat and its stack, as often as it takes."""
    words = sight.words.override
    known = dict(picked.stacks)
    said = [
        words.stack.format(who=sight.words.who(seat, ""), chips=sight.words.amount(chips))
        for seat, chips in picked.stacks
    ]
    entered = sight.words.amount(int(picked.typed)) if picked.typed else words.key_chips
    if picked.seat and not picked.typed:
        has = sight.words.amount(sight.table.seats[picked.seat - 1].chips)
        entered = words.has.format(who=sight.words.who(picked.seat, ""), chips=has)
    put = go(with_stack(picked)) if picked.seat and picked.typed else None
    ready = go(replace(picked, step="sure")) if picked.stacks else None
    return PageView(
        name="override-stacks",
        title=words.kinds["set-stacks"].text,
        lines=(LineView(entered, "big"), *(LineView(each, "small") for each in said[-MOST_SAID:])),
        grids=(
            pads.keys("override", picked.typed, lambda typed: go(replace(picked, typed=typed)), zero=True),
            pads.seats(
                "override",
                sight,
                lambda seat: go(replace(picked, seat=seat)),
                may_be("set-stacks", sight),
                (picked.seat or -1, *known),
            ),
            GridView(
                "override-orders",
                4,
                (
                    _back(sight, go),
                    _clear(picked, sight, go),
                    ButtonView("override-set", words.set_stack, put, emphasis="act"),
                    ButtonView("override-next", words.done, ready, emphasis="go"),
                ),
                below=True,
            ),
        ),
        wide=True,
        beside=True,
    )


def _pots_view(picked: Picked, sight: Sight, go: Go) -> PageView:
    """One pot after the other; several seats share it evenly."""
    words, hand = sight.words.override, sight.game.table.hand
    pots = pots_of(hand) if hand else ()
    asked = picked.pots or ((),)
    number = min(len(asked), len(pots)) - 1
    is_last = number == len(pots) - 1
    on = replace(picked, step="sure") if is_last else replace(picked, pots=(*asked, ()))
    chips = sight.words.amount(pots[number].chips)
    given = [
        words.pot_to.format(pot=_pot_name(sight, one), seats=", ".join(map(str, seats)))
        for one, seats in enumerate(asked[:-1])
    ]
    return PageView(
        name="override-pots",
        title=words.pot.format(pot=_pot_name(sight, number), chips=chips),
        lines=(LineView("   ".join(given), "small"),),
        grids=(
            pads.seats("override", sight, lambda seat: go(with_winner(picked, seat)), _claims(hand, sight), asked[-1]),
            GridView(
                "override-orders",
                3,
                (
                    _back(sight, go),
                    _clear(picked, sight, go),
                    ButtonView("override-next", words.done, go(on) if asked[-1] else None, emphasis="go"),
                ),
                below=True,
            ),
        ),
        wide=True,
    )


def _claims(hand: Hand | None, sight: Sight) -> tuple[int, ...]:
    """Any player of the hand: the floor may have decided for one whose hand is dead."""
    return may_be("award-pots", sight) if hand else ()


def _pot_name(sight: Sight, number: int) -> str:
    return sight.words.side_pot.format(pot=number) if number else sight.words.main_pot


def _back(sight: Sight, go: Go) -> ButtonView:
    return ButtonView("override-back", sight.words.override.back, go(Picked()), emphasis="quiet")


def _clear(picked: Picked, sight: Sight, go: Go) -> ButtonView:
    fresh = Picked(kind=picked.kind, step="what")
    return ButtonView("override-clear", sight.words.override.clear, go(fresh), emphasis="quiet")
