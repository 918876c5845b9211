"""Simulated players for the demo: their next action, and the next card. The dice are handed in. Knows no screen."""

from collections.abc import Sequence
from random import Random

from engine.actions import Action, Bet, Call, Check, Fold, HandOver, RaiseTo, SeeCard, StartHand
from engine.cards import DECK, Card
from engine.hand.rules import Legal
from engine.public import PublicTable


def next_move(table: PublicTable, dice: Random) -> Action | None:
    """The next action a dealer would record: a card, a player's action, the end of the hand.

    None when the table must wait (one player left, no level yet).
    """
    if not table.playing:
        return StartHand() if table.can_start else None
    if table.legal.push:
        return HandOver()
    if table.legal.due:
        return SeeCard(dice.choice(unseen_cards(table)), table.legal.due[0])
    return _act(table, dice) if table.legal.seat else None


def unseen_cards(table: PublicTable) -> Sequence[Card]:
    """The cards that are not face up yet."""
    seen = {*table.board, *(card for seat in table.seats for card in seat.cards)}
    return [card for card in DECK if card not in seen]


def _act(table: PublicTable, dice: Random) -> Action:
    """Mostly folds and calls, as at a real table; sometimes a raise, rarely all-in."""
    legal = table.legal
    mood = dice.random()
    if legal.most and mood < 0.16:
        to = legal.most if dice.random() < 0.12 else _round_amount(table, dice)
        return Bet(legal.seat, to) if legal.opens else RaiseTo(legal.seat, to)
    if legal.check:
        return Check(legal.seat)
    price_is_right = mood < 0.16 + 0.45 * _patience(table, legal)
    return Call(legal.seat) if price_is_right else Fold(legal.seat)


def _patience(table: PublicTable, legal: Legal) -> float:
    """How willing a player is to call, by the pot odds."""
    return table.pot / (table.pot + 2 * legal.call)


def _round_amount(table: PublicTable, dice: Random) -> int:
    legal = table.legal
    chip = table.blinds.chip if table.blinds else 1
    wanted = legal.least + dice.randrange(0, max(1, table.pot))
    return min(legal.most, max(legal.least, wanted - wanted % (4 * chip)))
