"""The remedy for an irregularity, helpers that build the common ones, and when it is too late for a misdeal."""

from typing import Literal

import msgspec

from engine.books.rulebook import RuleBook
from engine.cards import Card
from engine.event import Event
from engine.hand.events import HandKilled, HandVoided, KillCause
from engine.hand.showdown import may_be_killed
from engine.hand.state import CardOutOfPlay, Hand, index_of
from engine.message import Message, message
from engine.refused import Refused
from engine.terms import Mishap


def substantial_action(hand: Hand, book: RuleBook) -> bool:
    """Whether it is too late for a misdeal: after three actions in turn, or two if one put chips in (TDA 2024 rule 36),
    or after any two under `two-players` (Robert's Rules). Blinds and antes do not count."""
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
    """Whether a player has acted. After the first street, all have, except those put all-in by a blind or ante."""
    if hand.acted[index] >= 0 or not hand.live[index]:
        return True
    all_in_blind = hand.stacks[index] == 0 and hand.paid[index] <= hand.deal.blinds[index]
    return hand.street > 0 and not all_in_blind


class Remedy(msgspec.Struct, frozen=True, gc=False):
    """The rule book's remedy for an irregularity. The dealer follows `steps` in order, and `events` update the hand."""

    kind: Literal["misdeal", "repair", "play-on", "floor"]
    steps: tuple[Message, ...]
    clause: str
    why: Message
    events: tuple[Event, ...] = ()


def misdeal(hand: Hand, why: Message, clause: str, *first: Message) -> Remedy:
    """The same hand is dealt again (TDA 2024 rule 35-C). The steps in `first` come immediately before that."""
    deal = hand.deal
    put_in = zip(deal.seats, deal.stacks, hand.stacks, strict=True)
    back = tuple(message("seat-and-chips", seat=seat, chips=was - now) for seat, was, now in put_in if was > now)
    steps = (
        message("step-stop-hand"),
        message("step-give-back", seats=back) if back else message("step-no-chips-in"),
        message("step-take-in-cards"),
        *first,
        message("step-deal-again", button=deal.button, small=deal.terms.small, big=deal.terms.big),
    )
    return Remedy("misdeal", steps, clause, why, (HandVoided(deal.seats, deal.stacks),))


def repair(why: Message, clause: str, steps: tuple[Message, ...], *events: Event) -> Remedy:
    return Remedy("repair", steps, clause, why, events)


def play_on(why: Message, clause: str, steps: tuple[Message, ...], *events: Event) -> Remedy:
    return Remedy("play-on", (message("step-play-continues"), *steps), clause, why, events)


def call_floor(why: Message, clause: str, *steps: Message, events: tuple[Event, ...] = ()) -> Remedy:
    return Remedy("floor", (message("step-call-floor"), *steps), clause, why, events)


def dead_hand(hand: Hand, seat: int, cause: KillCause) -> tuple[Event, ...]:
    """Kill a seat's hand. There are no events if the hand is not live or is the last one that can win some pot."""
    index = index_of(hand, seat)
    return (HandKilled(seat, follows=True, cause=cause),) if index in may_be_killed(hand) else ()


def put_out_of_play(hand: Hand, mishap: Mishap, until: Literal["river", "never"] = "never") -> tuple[Event, ...]:
    """Take the known cards in an irregularity out of play. Raises `Refused` if one of them is on the table."""
    for card in mishap.cards:
        refuse_on_table(hand, card)
    return tuple(CardOutOfPlay(card, until) for card in mishap.cards)


def refuse_on_table(hand: Hand, card: Card) -> None:
    """Raises `Refused` for a card on the board or tabled by a seat."""
    if card in hand.board or any(card in cards for cards in hand.tabled):
        raise Refused("card-on-table", card=card)
