"""Grids for entering an amount, a seat, or a card in two taps. The caller decides what each touch means."""

from collections.abc import Callable, Collection

from engine.cards import DECK, RANKS, Card
from ui.dealer.model.keypad import KEYS
from ui.dealer.model.taps import Tap
from ui.dealer.model.values import ButtonView, Emphasis, GridView
from ui.dealer.pages.page import PageContext

MOST_DIGITS = 12


def lit(chosen: bool) -> Emphasis:
    """How a button among several is drawn: the chosen one is highlighted."""
    return "warn" if chosen else "plain"


def keys(name: str, typed: str, give: Callable[[str], Tap], *, zero: bool = False) -> GridView:
    """The twelve keys for an amount; `give` turns the digits so far into a tap. With `zero`, 0 is a valid amount."""
    buttons = []
    for key in KEYS:
        longer = (typed + key).lstrip("0") or ("0" if zero else "")
        buttons.append(ButtonView(f"{name}-key-{key}", key, give(longer) if len(longer) <= MOST_DIGITS else None))
    return GridView(f"{name}-keys", 3, tuple(buttons))


def seats(
    name: str, context: PageContext, pick: Callable[[int], Tap], may: Collection[int], chosen: Collection[int] = ()
) -> GridView:
    """Every seat at the table, five in a row; only the seats in `may` can be pressed."""
    buttons = []
    for seat in context.table.seats:
        tap = pick(seat.seat) if seat.seat in may else None
        said = context.words.who(seat.seat, seat.name)
        emphasis = lit(seat.seat in chosen)
        buttons.append(ButtonView(f"{name}-seat-{seat.seat}", str(seat.seat), tap, seat.name, emphasis, said=said))
    return GridView(f"{name}-seats", 5, tuple(buttons))


def ranks(
    name: str, context: PageContext, chosen: str, pick: Callable[[str], Tap | None], among: Collection[Card] = ()
) -> GridView:
    """The ranks of the cards not yet seen, or of the cards in `among` if it is given."""
    left = {card.rank for card in among or unseen(context)}
    buttons = []
    for rank in RANKS[::-1]:
        tap, text = pick(rank) if rank in left else None, "10" if rank == "T" else rank
        said = context.words.ranks[rank]
        buttons.append(ButtonView(f"{name}-rank-{rank}", text, tap, emphasis=lit(rank == chosen), said=said))
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
        buttons.append(ButtonView(f"{name}-suit-{suit}", said, tap, emphasis="card", suit=suit, said=said))
    return GridView(f"{name}-suits", 2, tuple(buttons))


def unseen(context: PageContext) -> set[Card]:
    """The cards that are not face up anywhere."""
    table = context.table
    if table.race:  # the deck was shuffled for the race, no matter what was dealt in the previous hand
        return set(DECK) - {card for _, card in table.race.dealt}
    return set(DECK) - {*table.board, *(card for seat in table.seats for card in seat.cards)}
