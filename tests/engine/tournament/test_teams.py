"""Teams whose members all sit: each has an entry, a seat and a stack, and before the first hand they share one fate."""

import pytest
from msgspec.structs import replace

from engine.books.rulebook import load_book
from engine.message import message
from engine.money import Money
from engine.refused import Refused
from engine.tournament.actions import (
    AddEntry,
    AddMember,
    CheckIn,
    ClearForfeit,
    ConfirmBust,
    Create,
    DrawSeats,
    Forfeit,
    PrepareDraw,
    Promote,
    Start,
    TurnAway,
    UndoAct,
    UseTable,
    VoidEntry,
)
from engine.tournament.custody.ledger import ledger
from engine.tournament.event_terms import EventTerms, Registration
from engine.tournament.field.bars import Bar, EventEntries, bar_of, names_of
from engine.tournament.field.entries import Person, counted
from engine.tournament.levels.structure import load_structure
from engine.tournament.prizes.payouts import load_payouts
from engine.tournament.tournament import decide
from tests.kit.small_room import SmallRoom

ASTATE = load_book("astate-2009")
BOOK = replace(ASTATE, sits=replace(ASTATE.sits, value="everyone", clause="Friday 2"))
TERMS = EventTerms(load_payouts("club"), registration=Registration(cap=2, roster=4, forfeit_fee=2_000))
EVENT = Create("id", "Teams", BOOK, load_structure("astate-2009"), TERMS)


def team(number: int, people: int = 2) -> AddEntry:
    roster = tuple(Person(f"{name} No{number}", id_seen=True) for name in ("Ann", "Ben", "Cy", "Di")[:people])
    return AddEntry("", f"Team {number}", roster=roster, at_ms=2_000)


@pytest.fixture
def room():
    """Registration is open, and nobody has entered."""
    return room_of(EVENT)


def room_of(create: Create) -> SmallRoom:
    room = SmallRoom(1)
    room.create = create
    assert room.ask(create)
    return room


def refusal(room: SmallRoom, action) -> tuple[str, str]:
    with pytest.raises(Refused) as caught:
        decide(room.tournament, action, room.now_ms, room.facts, room.bars)
    return caught.value.code, caught.value.clause


def entries(room: SmallRoom) -> dict[int, str]:
    return {number: one.name for number, one in room.tournament.entries.items() if not one.voided}


def began(room: SmallRoom, *here: int) -> None:
    """These teams came. Seats are drawn, and the clock runs."""
    room.ask(UseTable(1, 5))
    for entry in here:
        assert room.ask(CheckIn(entry))
    room.ask(PrepareDraw("0123456789abcdef"))
    room.ask(DrawSeats())
    assert room.ask(Start())


def test_one_order_gives_each_member_of_a_team_an_entry_a_seat_and_a_stack(room):
    assert room.ask(team(1, 3))
    assert len(room.tournament.acts) == 2
    began(room, 1, 2, 3)
    room.tables_follow()

    found = room.tournament.entries.values()
    assert [(one.name, one.team, one.captain) for one in found] == [
        (f"{name} No1", "Team 1", "Ann No1") for name in ("Ann", "Ben", "Cy")
    ]
    assert len({one.seat for one in found}) == 3
    assert ledger(room.tournament.entries, room.facts).issued == 3 * EVENT.structure.starting_stack


def test_the_order_that_entered_a_team_is_undone_as_a_whole(room):
    room.ask(team(1, 3))

    assert room.ask(UndoAct(2))

    assert not room.tournament.entries


def test_a_cap_of_entries_counts_teams_and_a_cap_of_people_counts_members(room):
    by_people = room_of(replace(EVENT, book=replace(BOOK, cap_counts=replace(BOOK.cap_counts, value="people"))))
    for one in (room, by_people):
        for number in (1, 2, 3):
            assert one.ask(team(number))

    assert [one.waits for one in room.tournament.entries.values()] == [False] * 4 + [True] * 2
    assert [one.waits for one in by_people.tournament.entries.values()] == [False] * 2 + [True] * 4


def test_a_waiting_team_is_let_in_as_a_whole_once_another_has_gone(room):
    for number in (1, 2, 3):
        room.ask(team(number))
    room.ask(VoidEntry(1))
    assert refusal(room, Promote(5, 3_000)) == ("field-is-full", "R1.4")  # the other member of the team still comes
    room.ask(VoidEntry(2))

    first = room.proposed()[0]
    assert first.why == message("propose-promote", name="Team 3")
    assert room.ask(first.action)

    assert not any(one.waits for one in room.tournament.entries.values())


def test_a_waiting_team_with_a_member_who_owes_a_fee_is_skipped(room):
    for number in (1, 2, 3, 4):
        room.ask(team(number))
    room.ask(VoidEntry(1))
    room.ask(VoidEntry(2))
    room.bars = {6: Bar("Ben No3", "fee-owed", "January", 2_000)}

    assert room.proposed()[0].action == Promote(7, room.now_ms)


def test_a_team_with_no_member_there_forfeits_as_a_whole_for_one_fee_owed_by_all(room):
    room.ask(team(1))
    room.ask(team(2))
    began(room, 3)
    assert refusal(room, Forfeit(4)) == ("entry-is-here", "R1.7")  # one member of the team came

    proposed = [one for one in room.proposed() if isinstance(one.action, Forfeit)]
    assert [one.why for one in proposed] == [message("propose-forfeit", name="Team 1", fee=Money(2_000, ""))]
    assert room.ask(proposed[0].action)

    assert [one.name for one in counted(room.tournament.entries)] == ["Ann No2", "Ben No2"]
    room_now = [EventEntries("January", room.tournament.entries.values())]
    for who in ("Team 1", "Ann No1", "ben  no1"):
        assert bar_of(names_of(who, "", ()), room_now) == Bar("Team 1", "fee-owed", "January", 2_000)
    assert bar_of(names_of("Ann No2", "", ()), room_now) is None
    assert room.ask(ClearForfeit(1))
    assert bar_of(names_of("Ben No1", "", ()), [EventEntries("January", room.tournament.entries.values())]) is None
    assert bar_of(names_of("Ben No1", "", ()), 2 * room_now) == Bar("Team 1", "suspended", "January")
    assert room.ask(ClearForfeit(1, "suspension"))
    assert bar_of(names_of("Ben No1", "", ()), 2 * [EventEntries("January", room.tournament.entries.values())]) is None


def test_a_new_member_of_a_team_gets_their_own_entry_while_entries_are_taken(room):
    room.ask(team(1, 3))

    assert room.ask(AddMember(1, Person("Eve Elm", id_seen=True)))
    assert refusal(room, AddMember(1, Person("Flo Fir", id_seen=True))) == ("roster-size", "R1.2, R2.3")

    assert (room.tournament.entries[4].name, room.tournament.entries[4].team) == ("Eve Elm", "Team 1")
    room.ask(VoidEntry(3))
    began(room, 1)
    assert refusal(room, AddMember(1, Person("Flo Fir", id_seen=True)))[0] == "no-late-registration"


def test_nobody_can_be_in_two_teams_and_no_team_can_enter_twice(room):
    room.ask(team(1))

    other = (Person("Eve Elm", id_seen=True),)
    assert refusal(room, replace(team(1), name="TEAM  1", roster=other)) == ("player-is-in", "")
    both = replace(team(2), roster=(Person("ANN  No1", id_seen=True),))
    assert refusal(room, both) == ("on-other-roster", "")


def test_turning_away_a_team_voids_all_of_it_and_turning_away_a_member_only_that_one(room):
    room.ask(team(1))
    room.ask(team(2))

    assert room.ask(TurnAway("Ann No2", "brought drinks"))
    assert entries(room) == {1: "Ann No1", 2: "Ben No1", 4: "Ben No2"}
    assert room.ask(TurnAway("team  1", "brought drinks"))
    assert entries(room) == {4: "Ben No2"}
    assert refusal(room, team(1)) == ("turned-away", "")
    assert room.ask(UndoAct(len(room.tournament.acts)))
    assert len(entries(room)) == 3


def test_one_member_of_a_team_can_re_enter_for_it():
    terms = replace(TERMS, late_levels=4, re_entries=1)
    room = room_of(replace(EVENT, terms=terms))
    room.ask(team(1, 3))
    room.ask(team(2, 1))
    began(room, 1, 2, 3, 4)
    room.tables_follow()
    room.lose(1, 2)
    assert room.ask(ConfirmBust(2))

    assert room.ask(AddEntry("", "ben no1", at_ms=2_000))

    again = room.tournament.entries[5]
    assert not again.waits  # although the cap of two teams is reached
    assert (again.nth, again.team, [one.name for one in again.roster]) == (2, "Team 1", ["Ben No1"])
