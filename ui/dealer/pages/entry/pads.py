"""Grids for entering an amount, a seat, or a card in two taps. The caller decides what each touch means."""

from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from engine.cards import DECK, RANKS, Card
from engine.message import message
from ui.dealer.layout.ring import RING_COLUMNS
from ui.dealer.model.keypad import KEYS
from ui.dealer.model.taps import Tap
from ui.dealer.model.values import ButtonView, GridView
from ui.dealer.pages.page import PageContext
from ui.words import Words

MOST_DIGITS = 12
CARD_COLUMNS, CARD_KEYS = 4, 16
ERASE = "←"
STACKS = (
    1_000, 1_500, 2_000, 2_500,
    3_000, 4_000, 5_000, 8_000,
    10_000, 15_000, 20_000, 25_000,
    30_000, 35_000, 40_000, 50_000,
)  # fmt: skip
"""Usual starting stacks."""


def _keys(name: str, typed: str, give: Callable[[str], Tap], *, zero: bool, most: int) -> GridView:
    """The twelve keys for an amount; `give` turns the digits so far into a tap. With `zero`, 0 is a valid amount."""
    buttons = []
    for key in KEYS:
        longer = (typed + key).lstrip("0") or ("0" if zero else "")
        tap = give(longer) if len(longer) <= most else None
        buttons.append(ButtonView(f"{name}-key-{key}".lstrip("-"), key, tap))
    return GridView(f"{name}-keys", 3, tuple(buttons))


class KeyedDigits(NamedTuple):
    """The digits typed on a page's keypad; `give` turns the digits so far into a tap."""

    name: str
    typed: str
    give: Callable[[str], Tap]
    most: int = MOST_DIGITS
    zero: bool = False
    """Whether 0 is a valid amount."""


def keypad(typing: KeyedDigits, ok: ButtonView, words: Words, *others: ButtonView) -> tuple[GridView, GridView]:
    """The digits, and beside them backspace and the green key, with at most one other key between them."""
    name, typed, give, most, zero = typing
    digits = _keys(name, typed, give, zero=zero, most=most)
    erase = ButtonView(f"{name}-erase".lstrip("-"), ERASE, give(typed[:-1]) if typed else None, emphasis="quiet",
                       said=words.people.erase)  # fmt: skip
    return replace(digits, is_pad=True), GridView(f"{name}-sure", 1, (erase, *others, ok), is_pad=True)


def stacks(name: str, chip: int, typed: str, give: Callable[[str], Tap], words: Words) -> GridView:
    """Usual starting stacks in fixed places; only those that the smallest `chip` can make can be pressed."""
    widest = max(map(words.amount, STACKS), key=len)
    return GridView(
        f"{name}-stacks",
        4,
        tuple(
            ButtonView(f"{name}-stack-{chips}", words.amount(chips), give(str(chips)) if chips % chip == 0 else None,
                       widest=widest, chosen=typed == str(chips))
            for chips in STACKS
        ),
    )  # fmt: skip


def seats(
    name: str, context: PageContext, pick: Callable[[int], Tap], may: Collection[int], chosen: Collection[int] = ()
) -> GridView:
    """Every seat at the table, as the dealer sees it; only the seats in `may` can be pressed."""
    buttons = []
    for seat in context.table.seats:
        tap = pick(seat.seat) if seat.seat in may else None
        said = context.words.who(seat.seat, seat.name)
        chips = context.words.amount(seat.chips) if seat.name else context.words.people.seat_free
        buttons.append(
            ButtonView(f"{name}-seat-{seat.seat}", seat.name, tap, chips, "plain" if tap else "locked", said=said,
                       chosen=seat.seat in chosen, seat=seat.seat)
        )  # fmt: skip
    return seat_ring(f"{name}-seats", buttons)


def seat_ring(name: str, buttons: Sequence[ButtonView], *, elsewhere: bool = False) -> GridView:
    """The seats of a table, from seat 1, as the dealer sees them: the one way in which a page offers seats."""
    return GridView(name, RING_COLUMNS, tuple(buttons), ring=True, elsewhere=elsewhere)


def ranks(
    name: str, context: PageContext, chosen: str, pick: Callable[[str], Tap | None], among: Collection[Card] = ()
) -> GridView:
    """The ranks of the cards not yet seen, or of the cards in `among` if it is given."""
    left = {card.rank for card in among or unseen(context)}
    buttons = []
    for rank in RANKS[::-1]:
        tap, text = pick(rank) if rank in left else None, "10" if rank == "T" else rank
        said = context.words.ranks[rank]
        buttons.append(ButtonView(f"{name}-rank-{rank}", text, tap, chosen=rank == chosen, said=said))
    return GridView(f"{name}-ranks", 5, tuple(buttons))


def suits(
    name: str, context: PageContext, rank: str, pick: Callable[[Card], Tap], among: Collection[Card] = ()
) -> GridView:
    """The four suits, for the second half of a card. None can be pressed before a rank is picked."""
    left = among or unseen(context)
    buttons = []
    for suit in "shdc":
        card = Card(rank + suit) if rank else None
        said = context.words.suits[suit]
        tap = pick(card) if card in left and card else None
        why = message("gray-card" if rank else "gray-suit")
        buttons.append(ButtonView(f"{name}-suit-{suit}", said, tap, emphasis="card", suit=suit, said=said, why=why))
    return GridView(f"{name}-suits", 2, tuple(buttons))


def card_pad(ranks: GridView, suits: GridView, *others: ButtonView) -> tuple[GridView, GridView]:
    """The keys for a card, which are in the same place on every page: the ranks, with any `others` after the last one,
    and the suits."""
    gaps = (ButtonView("", ""),) * (CARD_KEYS - len(ranks.buttons) - len(others))
    return replace(ranks, columns=CARD_COLUMNS, buttons=(*ranks.buttons, *gaps, *others)), suits


def unseen(context: PageContext) -> set[Card]:
    """The cards that are not face up anywhere."""
    table = context.table
    if table.race:  # the deck was shuffled for the race, no matter what was dealt in the previous hand
        return set(DECK) - {card for _, card in table.race.dealt}
    return set(DECK) - {*table.board, *(card for seat in table.seats for card in seat.cards)}
