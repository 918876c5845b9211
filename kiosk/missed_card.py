"""A card that should have been read by now: when to ask for it, in words. Knows no reader and no screen."""

from dataclasses import dataclass, field

from engine.dealing import cards_due
from engine.felt import STREETS, Hand

PATIENCE_MS = 5_000
"""Longer than burning and turning a card takes, shorter than a table waits."""


@dataclass
class MissedCard:
    """Watches one table, with the time handed in."""

    _waits_for: tuple[object, ...] = field(default=(), init=False)
    _since_ms: int = field(default=0, init=False)

    def prompt(self, hand: Hand | None, now_ms: int) -> str:
        """What to enter on the pad; nothing while no card is due, or the last one came less than five seconds ago."""
        due = cards_due(hand) if hand else 0
        waits_for = (hand.deal.hand, hand.street, len(hand.board)) if hand and due else ()
        if waits_for != self._waits_for:
            self._waits_for, self._since_ms = waits_for, now_ms
        if hand is None or not waits_for or now_ms - self._since_ms < PATIENCE_MS:
            return ""
        street = STREETS[min(hand.street, 3)]
        if street == "flop" and due < 3:
            return f"{3 - due} of 3 cards of the flop are read: read the rest again, or enter it on the pad"
        return f"the {street} is not read: read it again, or enter it on the pad"
