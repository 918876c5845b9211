"""A finished hand step by step, for review: the table after each action."""

from functools import reduce
from itertools import count

import msgspec
from msgspec.structs import replace

from engine.cards import Card
from engine.events import AntePosted, BlindPosted, BoardDealt, CardTabled, Consequence, Event, HandEnded, PotAwarded
from engine.game.game import Game, apply
from engine.hand.showdown import Award, awards, is_decided, pots_of
from engine.history.record import HandRecord, decided, why_reported
from engine.table.actions.people import SeatTaken
from engine.table.actions.setup import TableOpened

FLOP = 3


class HandStep(msgspec.Struct, frozen=True, gc=False):
    """One step: the action (None for the deal), and the table after it, with bets still in front of the players."""

    event: Event | None
    game: Game
    cards: tuple[Card, ...] = ()
    """The board cards, or the seat's cards, that came with this step."""
    awards: tuple[Award, ...] = ()
    """If a pot was pushed, every pot of the hand as it was before the push."""
    pot: int = 0


def hand_steps(record: HandRecord) -> tuple[HandStep, ...]:
    """The deal with its blinds, then each action. A flop is one step, and the two cards of a hand are also one step.
    Automatic consequences, such as gathering the bets, belong to the next step."""
    game = apply(reduce(apply, _sat(record), Game()), record.deal)
    steps = [HandStep(None, game)]
    for event in record.events:
        if isinstance(event, HandEnded):
            break
        game = apply(game, event)
        if isinstance(event, AntePosted | BlindPosted):
            steps[-1] = HandStep(None, game)
        elif not isinstance(event, Consequence):
            before = steps.pop().cards if _goes_on(steps[-1], event) else ()
            cards = (*before, event.card) if isinstance(event, BoardDealt | CardTabled) else ()
            steps.append(HandStep(event, game, cards))
    steps[-1] = replace(steps[-1], game=game)
    return _pushed(record, steps)


def _pushed(record: HandRecord, steps: list[HandStep]) -> tuple[HandStep, ...]:
    awards, pots = awarded(record), count()
    return tuple(
        replace(step, awards=awards, pot=next(pots)) if isinstance(step.event, PotAwarded) else step for step in steps
    )


def _sat(record: HandRecord) -> list[Event]:
    deal = record.deal
    players = zip(deal.seats, record.names, deal.stacks, strict=True)
    seat_count = max(record.seat_count, *deal.seats)
    return [
        TableOpened(record.table, record.event, record.book, seat_count),
        *(SeatTaken(seat, f"{seat}", name, chips) for seat, name, chips in players),
    ]


def _goes_on(step: HandStep, event: Event) -> bool:
    """Whether the event is another card of the same flop or the same hand."""
    match step.event, event:
        case BoardDealt(), BoardDealt():
            hand = step.game.table.hand
            return hand is not None and len(hand.board) < FLOP
        case CardTabled(seat), CardTabled(other):
            return seat == other
    return False


def awarded(record: HandRecord) -> tuple[Award, ...]:
    """Each pot as it was awarded, in the order in which the pots were pushed."""
    hand = decided(record)
    by_cards = {award.pot: award for award in awards(hand, record.book)} if is_decided(hand) else {}
    eligible = [tuple(hand.deal.seats[index] for index in pot.eligible) for pot in pots_of(hand)]
    pushed: list[Award] = []
    for event in record.events:
        if isinstance(event, PotAwarded):
            award = by_cards.get(event.pot)
            if award is None or (award.seats, award.shares) != (event.seats, event.shares):
                who = eligible[event.pot] if event.pot < len(eligible) else event.seats
                why = why_reported(event)
                award = Award(event.pot, event.chips, who, event.seats, event.shares, None, why)
            elif event.follows:
                award = replace(award, why=why_reported(event))
            pushed.append(award)
    return tuple(pushed)
