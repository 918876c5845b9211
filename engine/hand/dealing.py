"""Finds where the next card is due, and refuses a card that has already been seen."""

from itertools import chain
from typing import NamedTuple

from engine.books.rulebook import RuleBook
from engine.cards import DECK, Card
from engine.hand.betting import claims, is_run_out
from engine.hand.showdown import has_tabled, showing_order
from engine.hand.state import BOARD, BOARD_CARDS, SHOWDOWN, STREET_NAMES, STREETS, CardOutOfPlay, Hand, StreetPrepared
from engine.refused import Refused

FLOP = BOARD_CARDS[1]


def cards_due(hand: Hand) -> int:
    """How many cards the board still needs before betting, or the showdown, can continue."""
    if hand.over or hand.live.count(True) < 2:
        return 0
    return max(0, BOARD_CARDS[hand.street] - len(hand.board))


class StubCount(NamedTuple):
    """How many cards are left in the stub, and where the rest of the deck is."""

    left: int
    dealt: int
    board: int
    burned: int


def stub_cards(hand: Hand) -> StubCount | None:
    """The number of cards that the stub must have; None if an irregularity has made it uncertain. One card is burned
    before each street."""
    if hand.mishaps or hand.out:
        return None
    dealt, board = 2 * len(hand.deal.seats), len(hand.board)
    burned = min(board, 1) + max(0, board - FLOP)
    return StubCount(len(DECK) - dealt - board - burned, dealt, board, burned)


def may_table(hand: Hand) -> bool:
    """Whether live hands are tabled: at showdown, or when players are all-in with cards to come (TDA 2024 rule 16)."""
    return not hand.over and (hand.street == SHOWDOWN or is_run_out(hand)) and len(claims(hand)) > 1


def out_of_play(hand: Hand, card: Card) -> CardOutOfPlay | None:
    """The event that took a card out of play; None if the card is in play or is back in play."""
    for event in hand.out:
        if event.card == card and (event.until == "never" or hand.street < STREETS.index(event.until)):
            return event
    return None


def next_street(hand: Hand) -> StreetPrepared | None:
    """How the next board cards are dealt if not in the usual way; None if the usual way applies or no cards are to
    come."""
    street = hand.street if cards_due(hand) else hand.street + 1
    name = STREETS[street] if street < SHOWDOWN else ""
    return next((prepared for prepared in reversed(hand.prepared) if prepared.street == name), None)


def due_at(hand: Hand, book: RuleBook) -> tuple[int, ...]:
    """The destinations for a card, most likely first: seats that still have to table their cards, then the board."""
    seats: tuple[int, ...] = ()
    if may_table(hand):
        tabled, places = hand.tabled, hand.deal.seats
        seats = tuple([places[index] for index in showing_order(hand, book) if len(tabled[index]) < 2])
    return (*seats, BOARD) if cards_due(hand) else seats


def may_be_asked(hand: Hand) -> tuple[int, ...]:
    """The seat of the river's last aggressor, if that player mucked and a caller tabled or kept their cards. The caller
    has a right to see the hand (TDA 2024 rule 18-B), which stays mucked."""
    index = hand.aggressor
    if hand.over or hand.street != SHOWDOWN or index < 0 or not hand.mucked[index] or has_tabled(hand, index):
        return ()
    called = (other == hand.caller or hand.paid[other] == hand.paid[index] for other in claims(hand))
    return (hand.deal.seats[index],) if any(called) else ()


def refuse_seen(hand: Hand, card: Card, book: RuleBook) -> None:
    """Raises `Refused` if the card was already seen or is out of play."""
    if card in chain.from_iterable(hand.tabled):
        seats = [seat for seat, cards in zip(hand.deal.seats, hand.tabled, strict=True) if card in cards]
        raise Refused("card-at-seat", card=card, seat=seats[0])
    if card in hand.board:
        raise Refused("card-on-board", card=card)
    if out := out_of_play(hand, card):
        clause = book.premature_card.clause
        if out.until == "never":
            raise Refused("card-out-of-play", clause, card=card)
        raise Refused("card-out-of-play-until", clause, card=card, street=STREET_NAMES[STREETS.index(out.until)])
