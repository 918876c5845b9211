"""Tables fall back, count and color up: the clock follows them without a flag, and notifies the director."""

import pytest
from msgspec.structs import replace

from engine.actions import Fold, SeeCard, Undo
from engine.books.rulebook import load_book
from engine.cards import parse_cards
from engine.events import Asked, Blinds, Event, ReportedPot
from engine.game.game import Game
from engine.table.actions.chips import CloseRace, CountStacks, OpenRace
from engine.table.actions.hands import HandReported, ReportHand, StartHand
from engine.table.actions.people import TakeSeat
from engine.table.actions.setup import OpenTable, PlaceButton, SetLevel, SetMode
from kiosk.clock.tables.audit import AssignedSeat, AuditedTable, Seating, audit_record, chips, players_left
from kiosk.clock.tables.view import LinkState, table_view
from kiosk.protocol.codec import decode_event, encode_event
from kiosk.storage.chain import START, chain
from tests.kit.randomplay import ask

BOOK = load_book("tda")
SEATS = tuple(AssignedSeat(seat, f"p{seat}", f"Player {seat}", 5_025) for seat in (1, 2, 3))
OPENING = (
    OpenTable(3, "Test Open", BOOK, 6),
    *(TakeSeat(seat.seat, seat.player, seat.name, seat.chips) for seat in SEATS),
    SetLevel(Blinds(1, 25, 50, chip=25)),
    PlaceButton(1),
)
EVENING = (
    *(CountStacks((1, 2, 3), (5_025,) * 3), SetMode("pad", "reader"), StartHand(), SetMode("winners", "screen")),
    *(
        ReportHand((ReportedPot(500, (2,)),)),
        ReportHand((ReportedPot(500, (3,)),)),
        Undo(),
        ReportHand((ReportedPot(500, (1, 3)),)),
    ),
    *(SetMode("counts"), ReportHand(), CountStacks((1, 2, 3), (5_525, 4_025, 5_525)), SetMode("readers")),
    *(SetLevel(Blinds(2, 100, 200, chip=100)), OpenRace(25, 100)),
    *(SeeCard(card) for card in parse_cards("KhKsQd")),
    *(CloseRace(), StartHand(), Fold(1)),
)


def played(*actions) -> tuple[Game, list[Event]]:
    """The table and its record."""
    game, events = Game(), list[Event]()
    for action in (*OPENING, *actions):
        step = ask(game, action)
        game, events = step.after, events + step.record
    return game, events


def audited(events) -> AuditedTable:
    table = AuditedTable(Seating(3, "Test Open", "tda", 6, 1, SEATS), BOOK)
    for record in chain(START, 1, 0, [encode_event(event) for event in events]):
        table = audit_record(table, record)
    return table


def test_a_table_that_goes_down_and_up_the_ladder_and_colors_up_is_followed_without_a_flag():
    game, events = played(*EVENING)

    table = audited(events)

    assert table.flags == ()
    assert table.game == game
    assert chips(table).found == 3 * 5_025 + game.table.raced


def test_each_fact_is_decoded_from_the_record_as_it_was_encoded():
    _, events = played(*EVENING)

    assert [decode_event(encode_event(event)) for event in events] == events


def test_the_director_sees_the_backup_mode_and_how_many_hands_stacks_are_uncounted():
    _, events = played(SetMode("winners"), ReportHand((ReportedPot(500, (2,)),)), ReportHand((ReportedPot(500, (2,)),)))

    view = table_view(audited(events), LinkState())

    assert (view.hand, view.mode, view.uncounted) == (2, "winners", 2)


def test_a_player_who_goes_out_in_a_reported_hand_is_out_in_the_room():
    _, events = played(SetMode("winners"), ReportHand((ReportedPot(10_000, (2,)),), (3,)))

    table = audited(events)

    assert players_left(table) == 2
    assert chips(table).found == 3 * 5_025


@pytest.mark.parametrize("pots", [(ReportedPot(50_000, (2,)),), (ReportedPot(500, (6,)),)])
def test_an_impossible_reported_hand_halts_the_audit(pots):
    _, events = played(SetMode("winners"), ReportHand((ReportedPot(500, (2,)),)))
    wrong = [
        replace(event, action=ReportHand(pots))
        if isinstance(event, Asked) and isinstance(event.action, ReportHand)
        else replace(event, pots=pots)
        if isinstance(event, HandReported)
        else event
        for event in events
    ]

    assert audited(wrong).halted
