"""Consistent records are followed silently; inconsistent ones are flagged, and stop nothing."""

from random import Random
from typing import get_args

import pytest
from msgspec.structs import replace

from engine.actions import Action, ForfeitChips, RaiseTo, Redo, SeeCard, TableAction, Undo
from engine.books.rulebook import load_book
from engine.cards import Card
from engine.events import AnyEvent, Asked, Blinds, Called, Event, PotAwarded, Raised, SetStacks, StreetClosed
from engine.game import game as replay
from engine.game.game import Game
from engine.public import public
from engine.refused import Refused
from engine.table.actions.hands import Overrule, StartHand
from engine.table.actions.penalties import Disqualify
from engine.table.actions.people import SeatTaken, TakeSeat
from engine.table.actions.setup import OpenTable, PlaceButton, SetLevel
from kiosk.clock.tables.audit import AssignedSeat, AuditedTable, ChipBalance, Seating, audit_record, chips, players_left
from kiosk.clock.tables.record_names import ACTIONS, EVENTS
from kiosk.clock.tables.view import LinkState, table_view
from kiosk.protocol.codec import encode_event
from kiosk.storage.chain import START, chain
from tests.kit.randomplay import Habits, ask, next_action
from tests.proofs.test_machine import answer
from tests.proofs.test_tapping_machine import repair, touch
from ui.words.languages import words_in

BOOK = load_book("tda")
SEATS = tuple(AssignedSeat(seat, f"p{seat}", f"Player {seat}", 20_000) for seat in range(1, 7))
SEATING = Seating(3, "Test Open", "tda", 6, 1, SEATS)
QUIET = Habits(kill=0.03, undo=0.05, move=0)


def honest(seed, steps=300):
    """The records of a table with this seating, played at random."""
    dice = Random(seed)
    game, events = Game(), []
    opening = [
        OpenTable(3, "Test Open", BOOK, 6),
        *(TakeSeat(seat.seat, seat.player, seat.name, seat.chips) for seat in SEATS),
        SetLevel(Blinds(1, 25, 50, 50, "big-blind", 25)),
        PlaceButton(1),
    ]
    for number in range(steps):
        action = opening[number] if number < len(opening) else next_action(game, dice, QUIET)
        if number >= len(opening) and isinstance(action, TakeSeat):
            break
        step = ask(game, action)
        events += step.record
        game = step.after
    return game, events


def asked(*actions):
    """The table and its records after these requests, once everybody sits."""
    game, events = honest(1, steps=len(SEATS) + 3)
    for action in actions:
        step = ask(game, action)
        events += step.record
        game = step.after
    return game, events


def said(audited):
    """The text that the director reads."""
    return [words_in("en").say(found) for found in audited.flags]


def watch(events):
    return watch_bodies([encode_event(event) for event in events])


def watch_bodies(bodies):
    audited = AuditedTable(SEATING, BOOK)
    for record in chain(START, 1, 0, bodies):
        audited = audit_record(audited, record)
    return audited


def altered(events, kind, **changes):
    """The record with its last event of a kind changed."""
    index = max(index for index, event in enumerate(events) if isinstance(event, kind))
    return [*events[:index], replace(events[index], **changes), *events[index + 1 :]], index + 1


@pytest.mark.parametrize("seed", range(12))
def test_an_honest_table_is_followed_without_a_flag(seed):
    game, events = honest(seed)

    audited = watch(events)

    assert audited.flags == ()
    assert audited.game == game
    assert chips(audited) == ChipBalance(120_000, 120_000)


def test_the_consequences_of_a_ruling_are_followed_without_a_flag():
    """
    Chips surrendered to the pot, and a card that the floor has shown to all.
    """
    game, events = asked(StartHand(), ForfeitChips(1, 50, "splashed"), SeeCard(Card("As"), 2, "show one, show all"))

    assert watch(events).flags == ()
    assert watch(events).game == game


def test_players_who_have_not_sat_down_yet_count_with_their_chips():
    _, events = honest(1, steps=3)

    audited = replace(watch(events), due=SEATS[2:])

    assert (players_left(audited), chips(audited)) == (6, ChipBalance(120_000, 120_000))


CORRECTED = Overrule("Ann", "a chip was found", SetStacks((2, 3), (20_500, 20_000), 500))
DISQUALIFIED = Disqualify(5, "Ann", "threatened a player")


@pytest.mark.parametrize(
    ("actions", "held"),
    [
        ((CORRECTED,), ChipBalance(120_500, 120_000, adjusted=500)),
        ((DISQUALIFIED,), ChipBalance(100_000, 120_000, removed=20_000)),
        ((CORRECTED, DISQUALIFIED), ChipBalance(100_500, 120_000, 500, 20_000)),
        ((CORRECTED, Undo()), ChipBalance(120_000, 120_000)),
        ((DISQUALIFIED, Undo()), ChipBalance(120_000, 120_000)),
    ],
)
def test_corrections_and_removals_by_the_floor_are_named_and_are_no_difference(actions, held):
    """A disqualified player is out; once that is undone, it is as if nothing had happened."""
    _, events = asked(*actions)

    audited = watch(events)

    assert audited.flags == ()
    assert chips(audited) == held
    assert held.found == held.expected
    assert players_left(audited) == (5 if held.removed else 6)


def test_a_real_difference_still_shows_beside_the_floors_corrections():
    """
    Seat 6 sat down with 79,999 too many; seat 2 was corrected, seat 5 disqualified.
    """
    _, events = asked(CORRECTED, DISQUALIFIED)
    wrong, _ = altered(events, SeatTaken, chips=99_999)

    held = chips(watch(wrong))

    assert (held.adjusted, held.removed) == (500, 20_000)
    assert held.found - held.expected == 79_999


def test_a_raise_below_the_minimum_is_flagged_with_the_rule():
    """A program that knows no minimum asked for it and allowed it."""
    _, events = honest(2)
    wrong, record = altered(events, Raised, to=51)
    asked = wrong[record - 2]
    assert isinstance(asked, Asked)
    assert isinstance(asked.action, RaiseTo)
    wrong[record - 2] = replace(asked, action=replace(asked.action, to=51))

    flag = said(watch(wrong))[0]

    assert flag.startswith(f"record {record - 1}: order: raise (seat")
    assert "TDA 2024" in flag


def test_a_raise_that_was_not_requested_is_flagged_with_what_was_requested():
    _, events = honest(2)
    wrong, record = altered(events, Raised, to=51)

    assert any(
        flag.startswith(f"record {record}: raise (seat") and "must come next" in flag for flag in said(watch(wrong))
    )


def test_a_pot_pushed_to_the_wrong_seat_is_flagged():
    _, events = honest(3)
    award = next(event for event in reversed(events) if isinstance(event, PotAwarded))
    loser = 1 + award.seats[0] % 6
    wrong, record = altered(events, PotAwarded, seats=(loser,), shares=(award.chips,))

    assert any(flag.startswith(f"record {record}: pot (") for flag in said(watch(wrong)))


def test_chips_from_nowhere_are_flagged_and_counted_as_missing_in_the_total():
    _, events = honest(4, steps=9)
    wrong, record = altered(events, SeatTaken, chips=99_999)

    audited = watch(wrong)

    assert f"record {record}: p6 sat down in seat 6 with 99,999" in said(audited)[0]
    assert chips(audited).found - chips(audited).expected == 79_999


def test_a_call_for_more_chips_than_exist_halts_the_table_at_its_last_valid_record():
    _, events = honest(5)
    wrong, record = altered(events, Called, chips=10**9)

    audited = watch(wrong)

    assert f"record {record} cannot be applied" in said(audited)[-1]
    assert (audited.halted, audited.seq, audited.game.mark) == (True, len(wrong), record - 1)


def test_a_consequence_without_a_cause_is_flagged():
    _, events = honest(6, steps=11)

    audited = watch([*events, StreetClosed()])

    assert "without a request for it" in said(audited)[0]


@pytest.mark.parametrize(
    "body", [b"", b"noise", b'{"form":1,"event":{"is":"called","seat":77,"chips":1}}', b'{"form":9,"event":{}}']
)
def test_a_record_that_makes_no_sense_is_flagged_in_one_sentence(body):
    _, events = honest(7, steps=12)

    audited = watch_bodies([*map(encode_event, events), body])

    assert audited.halted
    assert f"record {len(events) + 1} cannot be applied" in said(audited)[0]


@pytest.mark.parametrize("seed", range(6))
def test_a_table_with_random_touches_is_followed_without_a_flag(seed):
    """Inferred acts, questions, repairs, undo and redo are decided again as at the table."""
    game, events = tapped(seed)

    audited = watch(events)

    assert audited.flags == ()
    assert audited.game == game


def test_a_table_can_be_viewed_after_any_record_of_a_batch():
    """
    In the middle of a step, and between two pots that are pushed together.
    """
    _, events = tapped(4)
    audited = AuditedTable(SEATING, BOOK)
    for record in chain(START, 1, 0, [encode_event(event) for event in events]):
        audited = audit_record(audited, record)

        assert table_view(audited, LinkState()).records == record.seq


def tapped(seed):
    """The records of a table with this seating, touched at random."""
    dice = Random(seed)
    game = Game()
    events: list[Event] = []
    orders: list[Action] = [
        OpenTable(3, "Test Open", BOOK, 6),
        *(TakeSeat(seat.seat, seat.player, seat.name, seat.chips) for seat in SEATS),
        SetLevel(Blinds(1, 25, 50, 50, "big-blind", 25)),
        PlaceButton(1),
    ]
    while len(events) < 400:
        order = orders.pop(0) if orders else any_touch(game, dice)
        granted = answer(game, order) if order else []
        if isinstance(granted, Refused):
            continue
        if not granted:
            break
        for event in granted:
            game = replay.apply(game, event)
        events += granted
    return game, events


def any_touch(game, dice):
    kind = dice.random()
    if kind < 0.1 and public(game).lines:
        return repair(public(game), dice)
    return dice.choice((Undo(floor="the count was wrong"), Redo())) if kind < 0.2 else touch(game, dice)


@pytest.mark.parametrize("seed", range(5))
def test_an_odd_record_brings_one_flag_and_the_hands_are_still_followed(seed):
    """The records after it are followed again, to the same counts."""
    game, events = honest(seed)
    number = next(n for n, event in enumerate(events) if isinstance(event, PotAwarded))
    events[number] = replace(events[number], follows=not events[number].follows)

    audited = watch(events)

    assert len(audited.flags) == 1
    assert not audited.halted
    assert [seat and seat.chips for seat in audited.game.table.seats] == [
        seat and seat.chips for seat in game.table.seats
    ]


def test_every_record_and_order_has_a_name_in_every_language():
    """
    The director reads them: `raise (seat 3, 900)`, `Raise (Platz 3, 900)`.
    """
    events = {kind.__struct_config__.tag for kind in get_args(AnyEvent)} - {"asked"}
    actions = {kind.__struct_config__.tag for kind in get_args(TableAction)}

    assert (set(EVENTS), set(ACTIONS)) == (events, actions)
    _, honest_events = honest(2)
    wrong, record = altered(honest_events, Raised, to=51)
    (found, *_) = watch(wrong).flags
    german = words_in("de").say(found)
    assert f"{record}" in german
    assert "Raise (Platz" in german
