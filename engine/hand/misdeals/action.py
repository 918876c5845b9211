"""Substantial action: how far a hand has gone, and when it is too late for a misdeal. Knows nothing about cards."""

from engine.books.rulebook import RuleBook
from engine.hand.state import Hand


def substantial_action(hand: Hand, book: RuleBook) -> bool:
    """Whether it is too late for a misdeal. It is too late after three actions in turn, or after two if one of them put
    chips in (TDA 2024 rule 36). Under `two-players`, any two actions are enough (Robert's Rules). Blinds and antes do
    not count."""
    return is_substantial(hand.acts - hand.early, hand.entered, book)


def is_substantial(acts: int, entered: bool, book: RuleBook) -> bool:
    """Whether this many actions are substantial action. `entered` is set if one of them put chips in."""
    if book.substantial_action.value == "two-players":
        return acts >= 2
    return acts >= 3 or (acts == 2 and entered)


def acted_since(hand: Hand, street: int) -> bool:
    """Whether a player has acted, in turn or not, since the cards of a street (an index into `STREETS`) were dealt."""
    return hand.street >= street and hand.acts > hand.street_acts[street - 1]


def has_acted(hand: Hand, index: int) -> bool:
    """Whether a player has folded, checked, called, bet or raised in this hand. After the first street, every player
    has done so unless a blind or ante put them all-in."""
    if hand.acted[index] >= 0 or not hand.live[index]:
        return True
    all_in_blind = hand.stacks[index] == 0 and hand.paid[index] <= hand.deal.blinds[index]
    return hand.street > 0 and not all_in_blind
