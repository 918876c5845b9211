"""A new player's table is cut off from the clock before it confirms that they sit.

It may seat them, and nobody has two stacks.
"""

from collections import Counter
from itertools import islice

import pytest
from msgspec.structs import replace

from engine.books.rulebook import load_book
from engine.refused import Refused
from engine.tournament.actions import (
    AddEntry,
    BreakTable,
    Forfeit,
    GiveUp,
    MoveEntry,
    PrepareDraw,
    RoomOrder,
    SeatEntry,
    TurnAway,
    UndoAct,
    UseTable,
    VoidEntry,
)
from engine.tournament.field.entries import SeatAt, free_seats
from engine.tournament.tournament import decide
from tests.kit.cut_room import CutRoom
from tests.kit.sizes import size
from tests.kit.small_room import CREATE

AWAY = SeatAt(2, 9)
ROOMS = size("KIOSK_CUT_ROOMS", 30)
LENA, SEATED = 8, 21


def refusal(room: CutRoom, action: RoomOrder) -> str:
    with pytest.raises(Refused) as caught:
        decide(room.tournament, action, room.now_ms, room.facts)
    return caught.value.code


def stacks(room: CutRoom) -> Counter[str]:
    """The number of stacks that each player has, by the tables' own records."""
    held = (entry for table in room.tables.values() for entry, held in table.held.items() if held.chips)
    return Counter(room.tournament.entries[entry].player for entry in held)


def cut_off_with_lena(starts: bool = True) -> CutRoom:
    """Table 1 was notified that Lena sits there, and is cut off before it has confirmed."""
    room = CutRoom(1)
    room.ask(CREATE)
    for table in (1, 2):
        room.ask(UseTable(table, 9))
    room.ask(PrepareDraw("0" * 32))
    for number in range(7):
        room.ask(AddEntry(f"p{number}", f"Player {number}"))
    for number in range(1, 8):
        room.ask(SeatEntry(number, SeatAt(1 + number % 2, number)))
    room.tables_follow()
    if starts:
        room.next_level()
    assert room.ask(AddEntry("lena", "Lena"))
    assert room.ask(SeatEntry(LENA, free_seats(room.tournament.sittings[1], room.tournament.occupied)[0]))
    room.cut_off(1)
    return room


@pytest.mark.parametrize(
    "action",
    [BreakTable(1), MoveEntry(LENA, AWAY), UndoAct(SEATED), VoidEntry(LENA), TurnAway("Lena", "rude")],
    ids=["break", "move", "undo", "cancel", "turn away"],
)
def test_nobody_is_moved_or_taken_out_before_their_table_confirms_whether_they_sit(action):
    room = cut_off_with_lena()
    assert len(room.tournament.acts) == SEATED
    code = "" if room.ask(action) else refusal(room, action)
    room.ask(AddEntry("lena", "Lena"))  # if she was taken out
    for entry in (LENA, LENA + 1):
        room.ask(SeatEntry(entry, AWAY))
    room.tables_follow()
    room.join(1)
    room.tables_follow()

    assert stacks(room)["lena"] == 1
    assert code == "before-seated"


def test_nobody_gives_up_their_entry_before_their_table_confirms_whether_they_sit():
    assert refusal(cut_off_with_lena(starts=False), GiveUp(LENA)) == "before-seated"


def test_nobody_forfeits_before_their_table_confirms_whether_they_sit():
    book = replace(CREATE.book, no_show=load_book("astate-2009").no_show)
    room = CutRoom(1)
    room.open(6, 2, 9, create=replace(CREATE, book=book))
    room.tables_follow()
    held = room.tables[1].held.pop(1, None) or room.tables[2].held.pop(1)
    sitting = room.seat_of(1).sitting

    assert refusal(room, Forfeit(1)) == "before-seated"
    room.tables[sitting].held[1] = held
    assert refusal(room, Forfeit(1)) == "entry-is-here"


def test_a_table_that_confirmed_a_player_can_break_and_the_player_brings_the_chips():
    room = cut_off_with_lena()
    room.tables_follow()
    room.join(1)
    assert refusal(room, VoidEntry(LENA)) == "entry-has-played"
    assert refusal(room, UndoAct(SEATED)) == "act-followed"

    assert room.ask(BreakTable(1))
    room.tables_follow()
    assert room.tables[2].held[LENA].chips == 10_000
    assert stacks(room)["lena"] == 1


def test_a_seat_at_a_table_without_records_can_be_undone_as_usual():
    room = CutRoom(1)
    room.open(6, 2, 9)

    assert room.ask(MoveEntry(1, free_seats(room.tournament.sittings[2], room.tournament.occupied)[0]))
    assert room.ask(UndoAct(len(room.tournament.acts)))
    assert room.ask(BreakTable(1))


def let_in(room: CutRoom, number: int) -> None:
    """A new player is seated, their table is cut off, and the director may change their mind."""
    if not room.ask(AddEntry(f"new{number}", f"New {number}")):
        return
    entry = max(room.tournament.entries)
    if room.ask(SeatEntry(entry)):
        sitting = room.seat_of(entry).sitting
        if room.heard_of(sitting):
            room.cut_off(sitting)
        back = (UndoAct(len(room.tournament.acts)), VoidEntry(entry), TurnAway(f"New {number}", "rude"))
        room.ask(room.dice.choice((*back, BreakTable(sitting), MoveEntry(entry, SeatAt(1, room.dice.randint(1, 6))))))
        room.ask(AddEntry(f"new{number}", f"New {number}"))


def play(seed: int) -> None:
    """An evening in which tables are cut off and reconnect, and players are let in, moved and taken out meanwhile."""
    room = CutRoom(seed)
    room.open(12, 3, 6)
    room.tables_follow()
    for number, _ in enumerate(islice(room.play(0.9), 150)):
        for away in room.away:
            if room.dice.random() < 0.3:
                room.join(away)
        if room.dice.random() < 0.2:
            let_in(room, number)
        assert set(stacks(room).values()) <= {1}
    for number in room.away:
        room.join(number)
    room.tables_follow()
    assert set(stacks(room).values()) <= {1}


@pytest.mark.parametrize("seed", range(ROOMS))
def test_nobody_has_two_stacks_whichever_tables_are_cut_off(seed):
    play(seed)
