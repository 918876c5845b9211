"""The tables' changes while the clock was away, and the resulting proposals to the director."""

import pytest
from msgspec.structs import replace

from engine.refused import Refused
from engine.tournament.actions import (
    AddEntry,
    BookUnbooked,
    BreakTable,
    CloseTable,
    ConfirmBust,
    EntryAdded,
    MoveEntry,
    SeatAgain,
    SeatEntry,
    SittingOpened,
    TournamentAction,
    UnbookedBooked,
    UndoAct,
    UseTable,
)
from engine.tournament.custody.ledger import ledger
from engine.tournament.field.entries import Alias, BustAt, SeatAt, free_seats, left
from engine.tournament.rules.field.away_rules import contradictions, remarks
from engine.tournament.tables.facts import Arrival, SeatedEntry, TableFacts
from engine.tournament.targets import SeatedAs, target
from engine.tournament.tournament import decide
from tests.kit.small_room import SmallRoom

WALK_IN = "walk-in 1 1"


@pytest.fixture
def room():
    """Nine players at two tables, five at the first."""
    room = SmallRoom(1)
    room.open(9, 2, 9)
    room.tables_follow()
    return room


def refusal(room: SmallRoom, action: TournamentAction) -> str:
    with pytest.raises(Refused) as caught:
        decide(room.tournament, action, room.now_ms, room.facts)
    return caught.value.code


def free_at(room: SmallRoom, sitting: int) -> SeatAt:
    seats = (SeatAt(sitting, seat) for seat in range(1, 10))
    return next(seat for seat in seats if seat not in room.tournament.occupied)


def at(room: SmallRoom, sitting: int) -> int:
    return next(entry for seat, entry in sorted(room.tournament.occupied.items()) if seat.sitting == sitting)


def missing(room: SmallRoom) -> int:
    return ledger(room.tournament.entries, room.facts).missing


def test_a_player_seated_by_name_is_found_and_becomes_an_entry(room):
    seat = free_at(room, 1)
    room.tables[1].seat_by_name(seat.seat)
    assert missing(room) == -10_000

    (found, *_) = room.proposed()
    assert (found.action, found.why.code) == (BookUnbooked(1, WALK_IN), "propose-book")
    assert room.ask(found.action)

    booked = room.events[-1]
    assert isinstance(booked, UnbookedBooked)
    assert (booked.entry, booked.chips, booked.seat, booked.alias.player) == (10, 10_000, seat, WALK_IN)
    assert room.tournament.entries[10].alias == Alias(1, WALK_IN, booked.alias.mark)
    assert room.facts[1].held[10] == SeatedEntry(seat.seat, 10_000)
    assert target(room.tournament, 1).aliases == (SeatedAs(10, WALK_IN),)
    assert missing(room) == 0
    assert refusal(room, BookUnbooked(1, WALK_IN)) == "nobody-unbooked"
    assert room.ask(UndoAct(len(room.tournament.acts)))
    assert missing(room) == -10_000


def test_a_player_booked_like_this_busts_and_moves_like_anybody(room):
    for walk_in in (WALK_IN, "walk-in 1 2"):
        room.tables[1].seat_by_name(free_at(room, 1).seat)
        room.ask(BookUnbooked(1, walk_in))
    room.ask(MoveEntry(10, free_at(room, 2)))
    room.lose(1, -2)
    room.tables_follow()

    assert room.facts[2].held[10].chips == 10_000
    assert [bust.entry for bust in room.facts[1].busts] == [11]
    assert room.ask(ConfirmBust(11))
    assert missing(room) == 0


def test_a_player_with_other_chips_is_booked_only_with_an_adjustment(room):
    room.tables[1].seat_by_name(free_at(room, 1).seat, 9000)

    assert refusal(room, BookUnbooked(1, WALK_IN)) == "unbooked-chips"
    assert room.proposed()[0].action == BookUnbooked(1, WALK_IN, adjust=True)
    assert room.ask(BookUnbooked(1, WALK_IN, adjust=True))
    assert room.tournament.entries[10].chips == 9000
    assert missing(room) == 0


def test_a_player_who_busts_before_being_booked_still_gets_a_finish(room):
    seat = free_at(room, 1)
    room.tables[1].seat_by_name(seat.seat)
    room.lose(1, -1)
    room.ask(AddEntry("late", "Lena"))
    room.ask(SeatEntry(10, seat))

    assert room.ask(BookUnbooked(1, WALK_IN))

    assert room.tournament.entries[11].seat is None
    assert ConfirmBust(11) in [one.action for one in room.proposed()]
    assert room.ask(ConfirmBust(11))
    assert missing(room) == 0


def test_a_player_let_go_by_a_table_is_offered_a_seat_at_the_table_they_were_sent_to(room):
    entry = at(room, 1)
    assert refusal(room, SeatAgain(entry)) == "entry-as-booked"
    room.tables[1].let_go(entry, 2)

    (found, *_) = room.proposed()
    assert found.why.code == "propose-seat-again"
    assert isinstance(found.action, SeatAgain)
    assert found.action.to == free_at(room, 2)
    assert refusal(room, SeatAgain(entry, SeatAt(1, 9))) == "same-table"
    assert room.ask(found.action)
    room.tables_follow()

    assert room.facts[2].held[entry].chips == 10_000
    assert missing(room) == 0


def test_a_player_sent_to_no_table_is_drawn_a_seat(room):
    entry = at(room, 1)
    room.tables[1].let_go(entry)

    assert room.proposed()[0].action == SeatAgain(entry)
    assert room.ask(SeatAgain(entry))
    seat = room.tournament.entries[entry].seat
    assert seat
    assert seat.sitting == 2


def test_a_player_in_transit_as_booked_is_not_seated_again(room):
    entry, to = at(room, 1), free_at(room, 2)
    room.ask(MoveEntry(entry, to))
    assert refusal(room, SeatAgain(entry)) == "entry-as-booked"
    room.tables[1].let_go(entry)

    assert refusal(room, SeatAgain(entry)) == "entry-as-booked"


def test_a_move_can_be_undone_until_the_player_sits_down_and_then_booked_again(room):
    entry, to = at(room, 1), free_at(room, 2)
    was = room.tournament.entries[entry].seat
    room.ask(MoveEntry(entry, to))
    move = len(room.tournament.acts)
    room.tables[1].let_go(entry)

    assert room.ask(UndoAct(move))
    assert room.tournament.entries[entry].seat == was
    assert room.ask(UndoAct(len(room.tournament.acts)))
    assert room.tournament.entries[entry].seat == to
    assert missing(room) == 0

    again = len(room.tournament.acts)
    room.tables_follow()
    assert refusal(room, UndoAct(again)) == "act-followed"


def test_a_player_in_another_seat_than_booked_is_given_that_seat_with_one_touch(room):
    entry, table = at(room, 1), room.tables[2]
    to, there, then, *_ = free_seats(room.tournament.sittings[2], room.tournament.occupied)
    room.ask(MoveEntry(entry, to))
    room.tables[1].let_go(entry)
    table.mark += 1
    table.held[entry] = SeatedEntry(there.seat, 10_000)
    table.arrivals.append(Arrival(entry, 10_000, table.mark))

    (found, *_) = room.proposed()

    assert (found.action, found.why.code) == (SeatAgain(entry), "propose-seat-there")
    assert room.ask(found.action)
    assert room.tournament.entries[entry].seat == there
    assert refusal(room, SeatAgain(entry)) == "entry-as-booked"
    held = table.held[entry]
    table.held[entry] = SeatedEntry(then.seat, held.chips)
    assert room.ask(SeatAgain(entry))  # at the same table: no move between tables
    table.let_go(entry, 1)
    assert room.proposed()[0].why.code == "propose-seat-again"


def test_a_player_whose_seat_was_taken_by_a_name_gets_another_seat(room):
    seat = free_at(room, 1)
    room.tables[1].seat_by_name(seat.seat)
    room.ask(AddEntry("late", "Lena"))
    room.ask(SeatEntry(10, seat))
    room.tables_follow()

    (said,) = remarks(room.tournament, 1, room.facts)
    assert (said.code, said.fields["other"], said.fields["name"]) == ("seat-kept", WALK_IN, "Lena")
    assert refusal(room, BookUnbooked(1, WALK_IN)) == "seat-assigned"
    (found, *_) = room.proposed()
    assert found.why.code == "propose-other-seat"
    assert room.ask(found.action)
    room.tables_follow()

    assert 10 in room.facts[1].held
    assert not remarks(room.tournament, 1, room.facts)
    assert room.ask(BookUnbooked(1, WALK_IN))
    assert missing(room) == 0


def test_a_player_seated_by_name_at_a_breaking_table_is_booked_and_moved_before_it_closes():
    room = SmallRoom(1)
    room.open(7, 2, 9)
    room.tables_follow()
    broken = room.tables[2]
    room.ask(BreakTable(2))
    room.tables_follow()
    broken.seat_by_name(9, 9_000)
    assert not room.ask(CloseTable(2))

    while found := room.proposed():
        assert room.ask(found[0].action), found[0]
        room.tables_follow()

    assert room.tournament.sittings[2].closed
    assert ledger(room.tournament.entries, room.facts).missing == 0
    assert len(left(room.tournament.entries)) == 8


def test_an_entry_number_that_a_table_knows_is_not_used_again(room):
    """Found by the fault simulation:

    a clock whose disk had lied had lost entry 10, who sat at a table, and gave the number to the next entry.
    """
    seat = free_at(room, 2)
    room.tables[2].held[10] = SeatedEntry(seat.seat, 1000)

    (added, *_) = decide(room.tournament, AddEntry("late", "Late"), room.now_ms, room.facts)

    assert isinstance(added, EntryAdded)
    assert added.entry == 11


def test_a_sitting_number_that_a_table_knows_is_not_used_again(room):
    """Found by the fault simulation:

    a clock whose disk had lied had lost a redraw, and assigned the number of a sitting again. The table took its old
    records there for those of the new sitting.
    """
    facts = {**room.facts, 12: TableFacts(12)}

    (opened,) = decide(room.tournament, UseTable(9, 9), room.now_ms, facts)

    assert isinstance(opened, SittingOpened)
    assert opened.sitting == 13


def test_contradictions_are_reported_after_a_history_was_chosen(room):
    here, there = at(room, 1), at(room, 2)
    facts = dict(room.facts)
    assert contradictions(room.tournament, 1, facts) == []

    facts[1] = replace(facts[1], held={**facts[1].held, there: SeatedEntry(9, 700)})
    (said,) = contradictions(room.tournament, 1, facts)
    assert (said.code, said.fields["name"]) == ("sits-twice", room.tournament.entries[there].name)
    assert said.fields["table"] == room.tournament.sittings[2].table
    facts[1] = replace(facts[1], held={**facts[1].held, there: SeatedEntry(9, 0)})
    assert contradictions(room.tournament, 1, facts) == []

    out = replace(room.tournament.entries[here], bust=BustAt(1, 3, 7))
    tournament = replace(room.tournament, entries={**room.tournament.entries, here: out})
    (said,) = contradictions(tournament, 1, facts)
    assert (said.code, said.fields["name"]) == ("out-with-chips", out.name)
    assert contradictions(tournament, 99, facts) == []
