"""Detects cards that should have been read by now, to ask for them. Knows nothing about readers or the screen."""

import msgspec

from engine.actions import BOARD
from engine.hand.dealing import due_at
from engine.hand.state import BOARD_CARDS, STREETS, Hand, index_of
from engine.table.state import Table
from ui.dealer.model.cards import Missed

PATIENCE_MS = 5_000
"""Longer than it takes to burn and turn a card, but shorter than a table will wait."""
HOLE_CARDS = 2


class MissedCard(msgspec.Struct, eq=False):
    """Watches one table; time is passed in."""

    _waits_for: tuple[object, ...] = ()
    _since_ms: int = 0

    def look(self, table: Table, now_ms: int) -> Missed | None:
        """The card to ask for; None while no card is due, and within five seconds of the last request."""
        hand = table.hand
        due = due_at(hand, table.book) if hand and table.book else ()
        waits_for = (hand.deal.hand, hand.board, hand.tabled) if hand and due else ()
        if waits_for != self._waits_for:
            self._waits_for, self._since_ms = waits_for, now_ms
        if hand is None or not due or now_ms - self._since_ms < PATIENCE_MS:
            return None
        return _missed(hand, due)


def _missed(hand: Hand, due: tuple[int, ...]) -> Missed:
    """The card that is missing. Prefers a seat that has shown one of its two cards: a seat that showed none may still
    be thinking."""
    shown = {seat: len(hand.tabled[index_of(hand, seat)]) for seat in due if seat != BOARD}
    where = next((seat for seat, cards in shown.items() if cards), due[0])
    if where != BOARD:
        return Missed(where, "", shown[where], HOLE_CARDS)
    lie = len(hand.board)
    street = next(number for number, cards in enumerate(BOARD_CARDS) if cards > lie)
    before = BOARD_CARDS[street - 1]
    return Missed(BOARD, STREETS[street], lie - before, BOARD_CARDS[street] - before)
