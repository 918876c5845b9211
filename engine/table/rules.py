"""The rules of a table, which turn an action into its events."""

from msgspec.structs import replace

from engine.event import Action, Event
from engine.hand import rules as hand_rules
from engine.hand.actions import SeeCard
from engine.hand.state import HandStarted
from engine.refused import Refused
from engine.table.actions.chips import deal_card
from engine.table.actions.people import after_hand
from engine.table.next_deal import absent
from engine.table.state import Table, TableActionBase, apply, book_of, chips_at, is_playing


def decide(table: Table, action: Action) -> list[Event]:
    """The events that follow from an action. If it raises `Refused`, nothing has changed."""
    events = _decide(table, action)
    if table.race is not None:
        _check_race(table, events)
    return events


def _check_race(table: Table, events: list[Event]) -> None:
    """The number of chips to be won was calculated from the stacks at the beginning of the race. Raises `Refused` if
    anything else changes a stack, or who sits where."""
    after = table
    for event in events:
        after = apply(after, event)
    if after.race is not None and _stacks(after) != _stacks(table):
        raise Refused("race-open")


def _stacks(table: Table) -> list[tuple[str, int] | None]:
    return [(seat.player, seat.chips) if seat else None for seat in table.seats]


def _decide(table: Table, action: Action) -> list[Event]:
    if isinstance(action, TableActionBase):
        return action.decide(table)
    if table.race is not None and isinstance(action, SeeCard):
        return [deal_card(table.race, action, book_of(table))]
    book = book_of(table)
    if table.hand is None:
        raise Refused("no-hand-in-play")
    events = hand_rules.decide(table.hand, action, book)
    return events + after_hand(table, events[-1])


def deal_again(table: Table, deal: HandStarted) -> list[Event]:
    """Deal a hand again with its players' current chips. Raises `Refused` if one of them has none."""
    stacks = tuple(chips_at(table, seat) for seat in deal.seats)
    if 0 in stacks or is_playing(table):
        raise Refused("table-changed-since", book_of(table).corrections.clause)
    dead = absent(table.seats, deal.seats, deal.big)
    return hand_rules.start(replace(deal, stacks=stacks), book_of(table), dead)
