"""A card that was seen."""

from engine.books.rulebook import RuleBook
from engine.cards import Card
from engine.event import Event
from engine.hand.action import HandAction
from engine.hand.betting import actor, claims
from engine.hand.dealing import cards_due, due_at, may_be_asked, may_table, refuse_seen
from engine.hand.events.cards import BoardDealt, CardTabled
from engine.hand.showdown import has_tabled
from engine.hand.state import BOARD, Hand, index_of
from engine.refused import Refused


class SeeCard(HandAction, frozen=True, tag="see-card"):
    """A card is seen on the board (`seat` is `BOARD`), in front of a seat that tables it, or wherever a card is due
    (`seat` is None).

    With a `floor` reason, a seat's card is shown to everyone before it is due.
    """

    card: Card
    seat: int | None = None
    floor: str = ""

    def decide(self, hand: Hand, book: RuleBook) -> list[Event]:
        """The event for the card. Raises `Refused` if the card is already somewhere else or no card is due there."""
        refuse_seen(hand, self.card, book)
        if self.seat == BOARD and cards_due(hand):
            return [BoardDealt(self.card)]
        if self.seat is not None and _is_due_from(hand, self.seat):
            return [CardTabled(self.seat, self.card)]
        if self.floor and self.seat is not None and _has_hole_card_down(hand, self.seat):
            return [CardTabled(self.seat, self.card, self.floor)]
        if self.seat is not None and self.seat in may_be_asked(hand):
            return [CardTabled(self.seat, self.card)]
        due = due_at(hand, book)
        if not due:
            raise Refused("no-card-due" if actor(hand) >= 0 else "no-card-due-decided")
        where = due[0] if self.seat is None else self.seat
        if where not in due:
            if where == BOARD:
                raise Refused("no-board-card-due")
            raise Refused("no-card-due-from", seat=where)
        return [BoardDealt(self.card) if where == BOARD else CardTabled(where, self.card)]


def _is_due_from(hand: Hand, seat: int) -> bool:
    return may_table(hand) and _has_hole_card_down(hand, seat) and index_of(hand, seat) in claims(hand)


def _has_hole_card_down(hand: Hand, seat: int) -> bool:
    return seat in hand.deal.seats and not has_tabled(hand, index_of(hand, seat))
