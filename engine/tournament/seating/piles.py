"""Seats drawn by cards: the seat that each card in a pile stands for, and the cards that may be drawn."""

from collections.abc import Collection, Mapping, Sequence

from engine.cards import DECK, Card
from engine.refused import Refused
from engine.tournament.field.entries import Occupied, SeatAt, Sitting, free_seats
from engine.tournament.seating.draw import evenly


def seat_pile(sittings: Sequence[Sitting], occupied: Occupied, players: int) -> dict[Card, SeatAt]:
    """A card for each of the seats that this many players fill. Tables fill evenly, each one from its lowest seat up.
    Raises `Refused` if there are too few seats, or more players than cards."""
    if players > len(DECK):
        raise Refused("deck-too-small", cards=len(DECK), players=players)
    free = {one.number: free_seats(one, occupied) for one in sittings}
    seats = evenly(sittings, occupied, free)[:players]
    if len(seats) < players:
        raise Refused("too-few-seats", missing=players - len(seats))
    return dict(zip(DECK, sorted(seats), strict=False))


def check_drawn(cards: Sequence[Card], players: int, pile: Collection[Card]) -> None:
    """Check that each player drew one card from the pile. Raises `Refused` if not."""
    if len(cards) != players:
        raise Refused("draw-one-card-each", players=players, cards=len(cards))
    for card in cards:
        if cards.count(card) > 1:
            raise Refused("card-drawn-twice", card=card)
        if card not in pile:
            raise Refused("card-not-in-draw", card=card)


def by_cards(pile: Mapping[Card, SeatAt], entries: Sequence[int], cards: Sequence[Card]) -> dict[int, SeatAt]:
    """The seat of each entry by the card that it drew. Raises `Refused`."""
    check_drawn(cards, len(entries), pile)
    return {entry: pile[card] for entry, card in zip(entries, cards, strict=True)}
