"""A seat out of use: nobody is drawn, moved, balanced or entered there until it is put back."""

import pytest

from engine.books.rulebook import load_book
from engine.refused import Refused
from engine.tournament.actions import (
    AddEntry,
    BreakTable,
    CloseTable,
    Create,
    DrawSeats,
    EnterAt,
    MoveEntry,
    PrepareDraw,
    Redraw,
    SeatEntry,
    Start,
    UndoAct,
    UseSeat,
    UseTable,
)
from engine.tournament.draws import draws_made, is_sound
from engine.tournament.field.entries import SeatAt
from engine.tournament.proposals.proposals import proposals
from engine.tournament.rules.seating.break_rules import crowds_now
from engine.tournament.state import standing
from engine.tournament.targets import target
from engine.tournament.tournament import decide
from tests.kit.small_room import CLUB, CREATE, TERMS, SmallRoom

BROKEN = SeatAt(1, 4)


def refused(room: SmallRoom, action) -> tuple[str, dict[str, object]]:
    with pytest.raises(Refused) as caught:
        decide(room.tournament, action, room.now_ms, room.facts)
    return caught.value.code, dict(caught.value.fields)


def before_the_draw(players: int, tables: int = 2, seats: int = 9, create: Create = CREATE) -> SmallRoom:
    """Players who have entered and are not yet drawn."""
    room = SmallRoom(1)
    room.create = create
    room.ask(create)
    for table in range(1, tables + 1):
        room.ask(UseTable(table, seats))
    room.ask(PrepareDraw("0123456789abcdef" * 2))
    for player in range(players):
        room.ask(AddEntry(f"p{player}", f"Player {player}"))
    return room


def playing(players: int) -> SmallRoom:
    """Seat 4 of table 1 is broken from the start."""
    room = before_the_draw(players)
    assert room.ask(UseSeat(BROKEN, on=False))
    assert room.ask(DrawSeats())
    assert room.ask(Start())
    room.tables_follow()
    return room


def test_the_draw_fills_every_other_seat():
    room = playing(17)

    assert BROKEN not in room.tournament.occupied
    assert len(room.tournament.occupied) == 17
    assert all(map(is_sound, draws_made(room.tournament)))


def test_one_player_more_than_the_seats_in_use_waits():
    room = before_the_draw(18)
    assert room.ask(UseSeat(BROKEN, on=False))
    assert refused(room, DrawSeats()) == ("too-few-seats", {"count": 1})

    assert room.ask(DrawSeats(alternates=True))

    assert len(room.tournament.occupied) == 17
    assert [one.free for one in crowds_now(room.tournament)] == [0, 0]


def test_late_entries_walk_ins_and_moves_do_not_get_the_seat():
    room = playing(16)
    room.ask(AddEntry("late", "Late"))

    said = ("seat-out-of-use", {"seat": 4, "table": 1})
    assert refused(room, SeatEntry(17, BROKEN)) == said
    assert refused(room, EnterAt(AddEntry("walk", "Walk-in"), BROKEN)) == said
    mover = next(entry for seat, entry in room.tournament.occupied.items() if seat.sitting == 2)
    assert refused(room, MoveEntry(mover, BROKEN)) == said
    assert room.ask(SeatEntry(17))
    assert room.ask(AddEntry("later", "Later"))
    assert not room.ask(SeatEntry(18))  # the only seat that is left


def test_balancing_chooses_another_seat():
    room = playing(10)
    for entry in [entry for seat, entry in room.tournament.occupied.items() if seat.sitting == 1][:3]:
        free = next(seat for seat in range(1, 10) if SeatAt(2, seat) not in room.tournament.occupied)
        room.ask(MoveEntry(entry, SeatAt(2, free)))
        room.tables_follow()

    moves = [one.action for one in proposals(room.tournament, room.context) if isinstance(one.action, MoveEntry)]

    assert moves
    assert all(one.to != BROKEN for one in moves)


@pytest.mark.parametrize("book", ["tda", "house"])
def test_a_player_of_a_broken_table_gets_another_seat(book):
    create = Create("id", "Night", load_book(book), CLUB, TERMS)
    room = before_the_draw(11, 3, 6, create)
    assert room.ask(UseSeat(BROKEN, on=False))
    assert room.ask(DrawSeats())
    room.ask(Start())
    room.tables_follow()

    assert room.ask(BreakTable(3))

    assert BROKEN not in room.tournament.occupied
    assert sum(seat.sitting < 3 for seat in room.tournament.occupied) == 11
    assert all(map(is_sound, draws_made(room.tournament)))


def test_a_seat_that_is_taken_cannot_go_out_of_use():
    room = playing(16)
    taken = min(room.tournament.occupied)
    name = room.tournament.entries[room.tournament.occupied[taken]].name

    assert refused(room, UseSeat(taken, on=False)) == (
        "seat-held", {"seat": taken.seat, "table": 1, "name": name}
    )  # fmt: skip


def test_a_mistaken_order_about_a_seat_is_refused():
    room = playing(16)

    assert refused(room, UseSeat(BROKEN, on=False))[0] == "seat-out-of-use"
    assert refused(room, UseSeat(SeatAt(2, 10), on=False))[0] == "no-such-seat"
    assert refused(room, UseSeat(SeatAt(7, 1), on=False))[0] == "no-such-sitting"
    assert room.ask(UseSeat(BROKEN))
    assert refused(room, UseSeat(BROKEN))[0] == "seat-in-use"


def test_a_table_keeps_at_least_two_seats():
    room = before_the_draw(0, 1, 3)

    assert room.ask(UseSeat(SeatAt(1, 1), on=False))
    assert refused(room, UseSeat(SeatAt(1, 2), on=False)) == ("seats-needed", {"table": 1, "least": 2})


def test_the_tables_target_names_the_seat_until_it_is_put_back():
    room = playing(16)
    assert target(room.tournament, 1).unused == (4,)

    room.ask(UseSeat(BROKEN))

    assert target(room.tournament, 1).unused == ()
    room.ask(AddEntry("late", "Late"))
    assert room.ask(SeatEntry(17, BROKEN))


def test_undo_restores_the_seats_of_the_table():
    room = before_the_draw(4)
    before = room.tournament

    room.ask(UseSeat(BROKEN, on=False))
    assert room.ask(UndoAct(standing(room.tournament)[-1].number))

    assert room.tournament.sittings == before.sittings


def test_a_move_cannot_be_undone_onto_a_seat_that_is_out_of_use():
    room = playing(10)
    seat, entry = min(room.tournament.occupied.items())
    free = next(number for number in range(1, 10) if SeatAt(2, number) not in room.tournament.occupied)
    room.ask(MoveEntry(entry, SeatAt(2, free)))
    move = standing(room.tournament)[-1].number
    room.tables_follow()
    room.ask(UseSeat(seat, on=False))

    assert refused(room, UndoAct(move))[0] == "act-needed"


def test_a_redraw_and_a_reopened_table_do_not_use_the_broken_chair():
    room = playing(9)
    for _ in range(4):
        room.next_level()
    assert room.ask(Redraw((1, 2), 9))
    first = max(room.tournament.sittings) - 1
    assert SeatAt(first, 4) not in room.tournament.occupied
    assert room.tournament.sittings[first].unused == (4,)
    assert all(map(is_sound, draws_made(room.tournament)))

    empty = before_the_draw(0, 1)
    empty.ask(UseSeat(BROKEN, on=False))
    assert empty.ask(CloseTable(1))
    assert empty.ask(UseTable(1, 9))
    assert empty.tournament.sittings[2].unused == (4,)


def test_a_final_table_has_a_seat_for_everybody():
    room = playing(9)
    for _ in range(4):
        room.next_level()

    assert room.ask(Redraw())  # nine players, and table 1 has eight seats

    assert len(room.tournament.redraws) == 1
    assert BROKEN.seat not in [seat.seat for seat in room.tournament.occupied if seat.sitting == 3]
