"""
Before the first hand: teams and their rosters, the cap and the waiting list, check-in, forfeits, and barred players.
"""

import pytest
from msgspec.structs import replace

from engine.bad_input import BadInput
from engine.books.rulebook import load_book
from engine.message import message
from engine.refused import Refused
from engine.tournament.actions import (
    AddEntry,
    AddMember,
    CheckIn,
    ClearForfeit,
    Create,
    DrawSeats,
    Forfeit,
    GiveUp,
    NextLevel,
    PrepareDraw,
    Promote,
    Schedule,
    SeatEntry,
    Start,
    TurnAway,
    UndoAct,
    UseTable,
    VoidEntry,
)
from engine.tournament.custody.ledger import ledger
from engine.tournament.event_terms import EventTerms, Registration
from engine.tournament.field.bars import Bar, EventEntries, bar_of, names_of
from engine.tournament.field.bars import refusal as refusal_of_bar
from engine.tournament.field.entries import Entry, Forfeited, Person, counted
from engine.tournament.levels.structure import load_structure
from engine.tournament.prizes.payouts import load_payouts
from engine.tournament.state import standing
from engine.tournament.tournament import decide
from tests.kit.small_room import CREATE, SmallRoom

ASTATE = load_book("astate-2009")
WINDOW = Registration(opens_ms=1_000, closes_ms=900_000, cap=3, roster=16, forfeit_fee=2_000)
PAID = load_payouts("club")
EVENT = Create("id", "Hold'em", ASTATE, load_structure("astate-2009"), EventTerms(PAID, registration=WINDOW))
SEED = "0123456789abcdef"


def people(*names: str) -> tuple[Person, ...]:
    return tuple(Person(name, id_seen=True) for name in names)


def team(number: int, *names: str) -> AddEntry:
    roster = people(*(names or (f"Ann No{number}", f"Ben No{number}")))
    return AddEntry(f"t{number}", f"Team {number}", roster=roster, at_ms=2_000)


@pytest.fixture
def room():
    """Registration is open, and nobody has entered."""
    room = SmallRoom(1)
    room.create = EVENT
    assert room.ask(EVENT)
    return room


def refusal(room: SmallRoom, action) -> tuple[str, str]:
    with pytest.raises(Refused) as caught:
        decide(room.tournament, action, room.now_ms, room.facts, room.bars)
    return caught.value.code, caught.value.clause


def started(room: SmallRoom, here: int) -> None:
    """The first teams, this many, came. Seats are drawn, and the clock runs."""
    room.ask(UseTable(1, 5))
    for entry in list(room.tournament.entries)[:here]:
        assert room.ask(CheckIn(entry))
    assert room.ask(PrepareDraw(SEED))
    assert room.ask(DrawSeats())
    assert room.ask(Start())


def proposed(room: SmallRoom) -> list[object]:
    return [one.action for one in room.proposed()]


def test_r1_1_a_late_roster_or_one_beyond_the_cap_goes_on_the_waiting_list_in_order(room):
    assert refusal(room, replace(team(1), at_ms=500))[0] == "registration-not-open"
    for number in range(1, 5):
        assert room.ask(team(number))
    assert room.ask(replace(team(5), at_ms=900_001))

    assert [entry.waits for entry in room.tournament.entries.values()] == [False] * 3 + [True] * 2
    assert refusal(room, Promote(5)) == ("first-waiting-first", "")
    assert refusal(room, Promote(4)) == ("field-is-full", "R1.4")


def test_r1_1_the_first_waiting_team_replaces_one_that_drops_out(room):
    for number in range(1, 6):
        room.ask(team(number))
    room.ask(VoidEntry(2))

    room.now_ms = 950_000  # registration is over
    assert proposed(room) == [Promote(4, 950_000)]
    assert room.ask(Promote(4, 950_000))

    assert [entry.number for entry in counted(room.tournament.entries)] == [1, 3, 4]
    assert refusal(room, Promote(5, 950_000))[0] == "field-is-full"


def test_r1_1_after_the_last_day_a_place_below_the_cap_stays_empty(room):
    room.ask(team(1))
    room.ask(replace(team(2), at_ms=900_001))

    assert room.tournament.entries[2].waits
    assert refusal(room, Promote(2, 900_002))[0] == "field-is-full"


def test_r1_2_a_roster_has_one_to_sixteen_people_with_both_names_and_a_checked_id(room):
    assert refusal(room, replace(team(1), roster=())) == ("roster-size", "R1.2, R2.3")
    many = people(*(f"Ann No{number}" for number in range(17)))
    assert refusal(room, replace(team(1), roster=many))[0] == "roster-size"
    assert refusal(room, team(1, "Annie")) == ("name-and-id-needed", "R1.2, R2.3")
    assert refusal(room, replace(team(1), roster=(Person("Ann Bell"),)))[0] == "name-and-id-needed"
    assert refusal(room, team(1, "Ann Bell", "ann bell"))[0] == "twice-on-roster"
    assert refusal(room, replace(team(1), captain="Zoe Ash"))[0] == "captain-not-on-roster"
    assert room.ask(team(1))
    assert room.tournament.entries[1].captain == "Ann No1"


def test_r1_2_a_roster_is_never_frozen(room):
    room.ask(team(1))
    started(room, 1)

    assert room.ask(AddMember(1, Person("Cleo Dane", id_seen=True)))
    assert refusal(room, AddMember(1, Person("Cleo")))[0] == "name-and-id-needed"
    assert [person.name for person in room.tournament.entries[1].roster] == ["Ann No1", "Ben No1", "Cleo Dane"]


@pytest.mark.parametrize("spelled", ["Zo\u00e9  Ab", " zoe\u0301 AB ", "Zo\u00e9\u00a0Ab", "Zo\u00e9 A\u200bb"])
def test_a_name_with_other_case_spaces_or_accents_is_the_same_person(room, spelled):
    assert room.ask(team(1, "Zo\u00e9 Ab", "Ben Cole"))

    assert refusal(room, team(2, spelled))[0] == "on-other-roster"
    assert refusal(room, AddMember(1, Person(spelled, id_seen=True)))[0] == "twice-on-roster"
    owing = [EventEntries("January", [replace(room.tournament.entries[1], forfeit=Forfeited(2_000))])]
    assert bar_of(names_of("New", "", [spelled]), owing)
    assert room.ask(TurnAway("Zo\u00e9 Ab", "brought drinks"))
    assert refusal(room, team(2, spelled)) == ("turned-away", "")
    assert refusal(room, TurnAway(spelled, "again"))[0] == "turned-away-already"


def test_a_player_turned_away_in_another_spelling_leaves_the_roster_and_the_captaincy(room):
    room.ask(team(1, "Rowdy Roy", "Ann Ash"))

    assert room.ask(TurnAway("ROWDY  Roy", "brought drinks"))

    first = room.tournament.entries[1]
    assert ([one.name for one in first.roster], first.captain) == (["Ann Ash"], "Ann Ash")


def test_a_captain_is_found_on_the_roster_in_any_spelling(room):
    assert room.ask(replace(team(1, "Ann Ash", "Bo Birch"), captain="bo  birch"))

    assert room.tournament.entries[1].captain == "Bo Birch"


def test_r1_4_a_cap_may_count_people(room):
    book = replace(ASTATE, cap_counts=replace(ASTATE.cap_counts, value="people"))
    room = SmallRoom(1)
    room.ask(replace(EVENT, book=book))

    room.ask(team(1))
    room.ask(team(2))

    assert [entry.waits for entry in room.tournament.entries.values()] == [False, True]


def test_r1_4_if_the_cap_counts_people_nobody_joins_a_roster_beyond_it():
    book = replace(ASTATE, cap_counts=replace(ASTATE.cap_counts, value="people", clause="Friday 4"))
    room = SmallRoom(1)
    room.ask(replace(EVENT, book=book))
    room.ask(team(1))
    room.ask(team(2))

    assert room.ask(AddMember(1, Person("Cleo Dane", id_seen=True)))
    assert refusal(room, AddMember(1, Person("Dora Eck", id_seen=True))) == ("field-is-full", "Friday 4")
    assert room.ask(AddMember(2, Person("Dora Eck", id_seen=True)))  # a waiting team takes no place
    assert room.ask(TurnAway("Cleo Dane", "late"))
    away = len(room.tournament.acts)
    assert room.ask(team(3, "Ed Fox"))
    assert room.tournament.entries[3].waits
    assert room.ask(VoidEntry(2))
    assert room.ask(Promote(3, room.now_ms))
    assert refusal(room, UndoAct(away))[0] == "field-is-full"


def test_r1_5_the_start_can_be_corrected_or_undone_only_until_somebody_has_entered(room):
    assert room.ask(Schedule(64_800_000))
    assert room.ask(Schedule(64_900_000))
    assert room.ask(UndoAct(len(room.tournament.acts)))
    assert room.tournament.starts_ms == 64_800_000
    room.ask(team(1))
    room.ask(VoidEntry(1))

    assert refusal(room, Schedule(64_900_000)) == ("not-rescheduled", "R1.5")
    assert refusal(room, UndoAct(2)) == ("not-rescheduled", "R1.5")
    assert refusal(room, UndoAct(4)) == ("not-rescheduled", "R1.5")


def test_r1_5_and_6_moving_the_event_and_defaulting_are_refused(room):
    room.ask(team(1))
    assert room.ask(Schedule(64_800_000))
    assert refusal(room, Schedule(151_200_000)) == ("not-rescheduled", "R1.5")
    assert refusal(room, GiveUp(1)) == ("defaults-refused", "R1.6")


def test_by_other_books_the_start_can_be_moved_and_an_entry_given_up_until_the_start():
    room = SmallRoom(1)
    room.ask(CREATE)
    room.ask(AddEntry("p1", "Ana"))
    room.ask(AddEntry("p2", "Bo"))
    assert room.ask(Schedule(1_000))
    assert room.ask(Schedule(2_000))
    assert room.ask(GiveUp(1))
    assert room.tournament.entries[1].voided
    room.ask(Start())
    assert refusal(room, GiveUp(2))[0] == "has-started"
    assert refusal(room, Schedule(3_000))[0] == "has-started"


def test_r1_7_a_team_missing_at_the_start_forfeits_and_the_first_waiting_team_plays(room):
    for number in range(1, 5):
        room.ask(team(number))
    assert refusal(room, Forfeit(1)) == ("not-before-the-start", "R1.7")
    started(room, 2)

    assert proposed(room)[:1] == [Forfeit(3)]
    assert room.ask(Forfeit(3))
    assert [entry.number for entry in counted(room.tournament.entries)] == [1, 2]
    assert proposed(room)[:1] == [Promote(4, room.now_ms)]
    assert room.ask(proposed(room)[0])
    assert refusal(room, SeatEntry(4))[0] == "not-checked-in"
    assert room.ask(CheckIn(4))
    assert proposed(room)[:1] == [SeatEntry(4)]
    room.tables_follow()
    assert ledger(room.tournament.entries, room.facts).missing == 0
    assert refusal(room, Forfeit(1)) == ("entry-is-here", "R1.7")


def test_r1_7_a_team_let_in_after_the_start_cannot_forfeit(room):
    for number in range(1, 5):
        room.ask(team(number))
    started(room, 2)
    room.ask(Forfeit(3))
    room.ask(Promote(4, room.now_ms))

    assert refusal(room, Forfeit(4)) == ("entry-came-later", "R1.7")
    assert not any(isinstance(action, Forfeit) for action in proposed(room))


def test_r1_7_a_team_that_entered_after_an_undone_start_may_forfeit_the_next_one(room):
    room.ask(team(1))
    room.ask(Start())
    start = len(room.tournament.acts)
    room.create = EVENT
    room.ask(replace(team(2), at_ms=2_000))
    assert 2 not in room.tournament.entries  # entries are closed, and then open again
    room.ask(UndoAct(start))
    room.ask(team(2))
    room.ask(Start())

    assert {Forfeit(1), Forfeit(2)} <= set(proposed(room))


def test_r1_7_a_team_promoted_before_the_start_forfeits_like_any_other(room):
    for number in range(1, 5):
        room.ask(team(number))
    room.ask(VoidEntry(3))
    room.ask(Promote(4, room.now_ms))
    started(room, 2)

    assert proposed(room)[:1] == [Forfeit(4)]


def test_r1_7_after_the_first_level_nobody_is_let_in(room):
    for number in range(1, 5):
        room.ask(team(number))
    started(room, 2)
    room.tables_follow()
    room.ask(Forfeit(3))
    room.tables[1].orbits = 1

    assert refusal(room, Promote(4))[0] == "entries-closed"


def test_r1_7_a_fee_and_a_second_forfeit_bar_person_team_and_roster_until_cleared(room):
    room.ask(team(1, "Ann Bell", "Ben Cole"))
    started_without(room)
    room.ask(Forfeit(1))

    first = [EventEntries("January", room.tournament.entries.values())]
    for who in ("team 1", "ann bell", "ben cole"):
        assert bar_of({who}, first) == Bar("Team 1", "fee-owed", "January", 2_000)
    assert bar_of({"cleo dane"}, first) is None
    bar = bar_of(names_of("Team 9", "", ["Ben Cole"]), first)
    assert refusal(room, replace(team(9, "Ben Cole"), bar=bar)) == ("no-late-registration", "")

    assert room.ask(ClearForfeit(1))
    assert refusal(room, ClearForfeit(1))[0] == "cleared-already"
    assert bar_of({"ann bell"}, first_of(room)) is None
    twice = [*first_of(room), *first_of(room)]
    assert bar_of({"ann bell"}, twice) == Bar("Team 1", "suspended", "January")
    assert room.ask(ClearForfeit(1, "suspension"))
    assert bar_of({"ann bell"}, [*first_of(room), *first_of(room)]) is None


def first_of(room: SmallRoom):
    return [EventEntries("January", room.tournament.entries.values())]


def started_without(room: SmallRoom) -> None:
    room.ask(UseTable(1, 5))
    room.ask(Start())


def test_r1_7_a_barred_team_is_refused_with_the_clause(room):
    fee, out = Bar("Team 1", "fee-owed", "January", 2_000), Bar("Team 1", "suspended", "January")

    assert refusal(room, replace(team(2), bar=fee)) == ("fee-owed", "R1.7")
    assert refusal(room, replace(team(2), bar=out)) == ("suspended", "R1.7")
    room.ask(team(3))
    assert refusal(room, AddMember(1, Person("Cleo Dane", id_seen=True), fee)) == ("fee-owed", "R1.7")


OWED = Bar("Team 2", "fee-owed", "January", 2_000)


def test_r1_7_a_team_that_owes_a_fee_is_neither_checked_in_nor_drawn_nor_seated(room):
    for number in (1, 2):
        room.ask(team(number))
    room.ask(UseTable(1, 5))
    room.ask(PrepareDraw(SEED))
    room.ask(CheckIn(1))
    room.bars = {2: OWED}
    assert refusal(room, CheckIn(2)) == ("fee-owed", "R1.7")

    room.bars = {}
    room.ask(CheckIn(2))  # and then forfeits at another event
    room.bars = {2: OWED}
    assert room.ask(DrawSeats())

    assert [entry.seat is not None for entry in room.tournament.entries.values()] == [True, False]
    assert refusal(room, DrawSeats()) == ("fee-owed", "R1.7")
    assert refusal(room, SeatEntry(2)) == ("fee-owed", "R1.7")
    assert not any(isinstance(action, SeatEntry) for action in proposed(room))
    room.bars = {}
    assert SeatEntry(2) in proposed(room)


def test_r1_7_a_waiting_team_that_owes_a_fee_is_skipped_and_keeps_its_place(room):
    for number in range(1, 6):
        room.ask(team(number))
    room.ask(VoidEntry(1))
    room.bars = {4: OWED}

    assert refusal(room, Promote(4)) == ("fee-owed", "R1.7")
    proposal = room.proposed()[0]
    assert proposal.action == Promote(5, room.now_ms)
    assert proposal.why == message("propose-promote-past", name="Team 5", passed=(refusal_of_bar(OWED, "").message,))
    room.bars = {}
    assert proposed(room) == [Promote(4, room.now_ms)]
    room.bars = {4: OWED}
    assert room.ask(proposal.action)
    assert room.tournament.entries[4].waits


def test_r2_3_only_teams_that_checked_in_with_an_id_are_seated(room):
    room.ask(team(1))
    room.ask(team(2))
    started(room, 1)

    assert [entry.seat is not None for entry in room.tournament.entries.values()] == [True, False]
    assert refusal(room, CheckIn(1))[0] == "checked-in-already"


def test_r2_4_anybody_may_be_turned_away_with_a_reason_on_record(room):
    room.ask(team(1))
    assert refusal(room, TurnAway("Team 1", " "))[0] == "turn-away-needs-reason"
    assert room.ask(TurnAway("Team 1", "brought drinks"))

    assert room.tournament.entries[1].voided
    assert refusal(room, team(1)) == ("turned-away", "")
    assert refusal(room, TurnAway("team 1", "again"))[0] == "turned-away-already"
    assert room.ask(UndoAct(len(room.tournament.acts)))
    assert not room.tournament.turned_away
    assert not room.tournament.entries[1].voided


def test_r2_4_a_person_turned_away_leaves_every_roster_and_a_team_of_one_is_void(room):
    room.ask(team(1, "Rod Crew", "Ann Ash"))
    room.ask(team(2, "Rod Crewe"))
    assert room.ask(TurnAway("Rod Crew", "brought drinks"))
    first = room.tournament.entries[1]
    assert ([one.name for one in first.roster], first.captain) == (["Ann Ash"], "Ann Ash")
    assert not first.voided
    assert room.ask(TurnAway("Rod Crewe", "too"))
    assert room.tournament.entries[2].voided

    for _ in range(2):
        assert room.ask(UndoAct(max(act.number for act in standing(room.tournament) if not act.undoes)))
    assert [one.name for one in room.tournament.entries[1].roster] == ["Rod Crew", "Ann Ash"]
    assert not room.tournament.entries[2].voided


def test_r1_7_forfeits_of_different_people_do_not_add_up_to_a_suspension():
    def forfeited(number: int, *names: str) -> Entry:
        return Entry(number, f"t{number}", f"Team {number}", 0, roster=people(*names), forfeit=Forfeited(0, paid=True))

    march, april = [forfeited(1, "Ann Ash", "Bo Birch")], [forfeited(2, "Cy Cedar", "Bo Birch")]
    events = [EventEntries("March", march), EventEntries("April", april)]

    assert bar_of(names_of("New", "", ("Ann Ash", "Cy Cedar")), events) is None
    assert bar_of(names_of("New", "", ("Bo Birch", "Di Elm")), events) == Bar("Team 2", "suspended", "April")


def test_an_absent_player_is_dealt_in_if_the_book_has_no_forfeit():
    room = SmallRoom(1)
    room.open(3, 1, 9)

    assert refusal(room, Forfeit(1)) == ("absent-are-dealt-in", "TDA 2024 rule 30")


def test_washburn_1_nobody_plays_without_an_id():
    room = SmallRoom(1)
    create = replace(CREATE, book=load_book("washburn"), structure=load_structure("washburn"))
    room.open(4, 1, 8, create=create)
    assert not room.tournament.drawn

    room.ask(AddEntry("p9", "Ana", id_seen=True))
    assert room.ask(DrawSeats())
    assert [entry.number for entry in room.tournament.entries.values() if entry.seat] == [5]


def test_a_tournament_of_players_refuses_teams_and_a_window_must_not_end_before_it_opens():
    room = SmallRoom(1)
    room.ask(CREATE)
    assert refusal(room, team(1))[0] == "entered-singly"
    with pytest.raises(BadInput):
        Registration(opens_ms=2, closes_ms=1)


def test_every_step_before_the_start_can_be_undone_and_redone(room):
    for number in range(1, 5):
        room.ask(team(number))
    steps = (AddMember(1, Person("Cleo Dane", id_seen=True)), CheckIn(1), TurnAway("Team 2", "late"), Promote(4))
    for step in steps:
        before = room.tournament
        assert room.ask(step), step
        assert room.ask(UndoAct(len(room.tournament.acts)))
        assert replace(room.tournament, acts=(), pending=0) == replace(before, acts=(), pending=0)
        room.ask(UndoAct(len(room.tournament.acts)))  # and redo it


def test_the_first_level_ends_by_the_clock_if_levels_go_by_minutes():
    room = SmallRoom(1)
    terms = EventTerms(PAID, registration=Registration(cap=2))
    room.open(3, 1, 9, create=replace(CREATE, terms=terms))
    assert room.tournament.entries[3].waits
    room.ask(VoidEntry(1))
    room.ask(NextLevel())

    assert refusal(room, Promote(3))[0] == "entries-closed"
