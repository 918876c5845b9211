"""The answer to a mishap, and how the answers that many mishaps share are put together."""

from typing import Literal

import msgspec

from engine.cards import Card
from engine.events import CardOutOfPlay, Event, HandKilled, HandVoided, KillCause, Mishap
from engine.hand.showdown import may_be_killed
from engine.hand.state import Hand, place_of
from engine.message import Message, message
from engine.refused import Refused


class Remedy(msgspec.Struct, frozen=True):
    """What the rule book answers. The dealer follows `steps` in order; `events` bring the hand there."""

    kind: Literal["misdeal", "repair", "play-on", "floor"]
    steps: tuple[Message, ...]
    clause: str
    why: Message
    events: tuple[Event, ...] = ()


def misdeal(hand: Hand, why: Message, clause: str) -> Remedy:
    """Everything back, and the same hand again (TDA 2024 rule 35-C)."""
    deal = hand.deal
    put_in = zip(deal.seats, deal.stacks, hand.stacks, strict=True)
    back = tuple(message("seat-and-chips", seat=seat, chips=was - now) for seat, was, now in put_in if was > now)
    steps = (
        message("step-stop-hand"),
        message("step-give-back", seats=back) if back else message("step-no-chips-in"),
        message("step-take-in-cards"),
        message("step-deal-again", button=deal.button, small=deal.terms.small, big=deal.terms.big),
    )
    return Remedy("misdeal", steps, clause, why, (HandVoided(deal.seats, deal.stacks),))


def repair(why: Message, clause: str, steps: tuple[Message, ...], *events: Event) -> Remedy:
    """It is put right and the hand goes on."""
    return Remedy("repair", steps, clause, why, events)


def play_on(why: Message, clause: str, steps: tuple[Message, ...], *events: Event) -> Remedy:
    """It stands and the hand goes on."""
    return Remedy("play-on", (message("step-play-continues"), *steps), clause, why, events)


def call_floor(why: Message, clause: str, *steps: Message) -> Remedy:
    """The book leaves it to the floor."""
    return Remedy("floor", (message("step-call-floor"), *steps), clause, why)


def dead_hand(hand: Hand, seat: int, cause: KillCause) -> tuple[Event, ...]:
    """The hand of a seat as dead; nothing where it is not live, or is the last claim to a pot."""
    place = place_of(hand, seat)
    return (HandKilled(seat, follows=True, cause=cause),) if place in may_be_killed(hand) else ()


def out_of_play(hand: Hand, mishap: Mishap, until: Literal["river", "never"] = "never") -> tuple[Event, ...]:
    """The cards of a mishap, as far as they are known, as out of play. Raises `Refused` for one that lies elsewhere."""
    for card in mishap.cards:
        refuse_seen(hand, card)
    return tuple(CardOutOfPlay(card, until) for card in mishap.cards)


def refuse_seen(hand: Hand, card: Card) -> None:
    """Raises `Refused` for a card that lies on the board or with a seat."""
    if card in hand.board or any(card in cards for cards in hand.tabled):
        raise Refused("card-on-table", card=card)
