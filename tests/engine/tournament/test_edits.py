"""Editing the structure during the event: the past is frozen, and the current level is recognized by its content."""

import pytest
from msgspec.structs import replace

from engine.refused import Refused
from engine.tournament.actions import (
    AddEntry,
    AddTime,
    Create,
    DrawSeats,
    EditStructure,
    NextLevel,
    Pause,
    PrepareDraw,
    Start,
    UndoAct,
    UseTable,
)
from engine.tournament.levels.level_clock import LevelClock, overtime_ms, remaining_ms
from engine.tournament.levels.structure import BadStructure, Break, Level, Structure, parse_structure
from engine.tournament.state import Tournament, apply
from engine.tournament.tables.facts import TableFacts
from engine.tournament.tournament import decide
from tests.engine.tournament.evening import EVENING
from tests.kit.small_room import CLUB, CREATE, SmallRoom

MINUTE = 60_000
OPEN = Create("id", "Open", CREATE.book, EVENING, CREATE.terms)
PLAYED = {1: TableFacts(1, hands=1)}
LEVEL = Level(small=75, big=150, minutes=20)


def after(tournament, action, now_ms=0, tables=None):
    for event in decide(tournament, action, now_ms, tables):
        tournament = apply(tournament, event)
    return tournament


def at_level(index, ran_minutes=0):
    """The clock has run this long in this entry, and is stopped."""
    tournament = after(after(Tournament(), OPEN), Start())
    for _ in range(index):
        tournament = after(tournament, NextLevel())
    return after(tournament, Pause(), ran_minutes * MINUTE)


def edit(tournament, entries, **more):
    return after(tournament, EditStructure(replace(EVENING, entries=entries)), **more)


def refusal(tournament, entries, **more):
    with pytest.raises(Refused) as refused:
        edit(tournament, entries, **more)
    return refused.value.message.code, refused.value.message.fields


ONE, TWO, BREAK, THREE, FOUR = EVENING.entries


@pytest.mark.parametrize(
    ("entries", "entry"),
    [
        ((Level(small=25, big=50, minutes=1), ONE, TWO, BREAK, THREE), 1),
        ((ONE, replace(ONE, minutes=5), TWO, BREAK, THREE, FOUR), 2),
        ((ONE, Break(minutes=5), TWO, THREE, FOUR), 2),
        ((TWO, BREAK, THREE, FOUR), 1),
        ((replace(ONE, minutes=25), TWO, BREAK, THREE, FOUR), 1),
        ((replace(ONE, small=50), TWO, BREAK, THREE, FOUR), 1),
    ],
    ids=["a level before", "a level between", "a break between", "one removed", "its minutes", "its blinds"],
)
def test_a_played_level_cannot_be_edited(entries, entry):
    assert refusal(at_level(1, 11), entries) == ("past-changed", {"entry": entry, "current": 2})


def test_the_current_level_keeps_its_blinds():
    assert refusal(at_level(1), (ONE, replace(TWO, big=125), BREAK, THREE, FOUR))[0] == "level-removed"
    named = tuple(replace(entry, id=f"e{number}") for number, entry in enumerate(EVENING.entries))
    tournament = edit(at_level(1), named)

    assert refusal(tournament, (named[0], replace(named[1], big=125), *named[2:])) == ("current-changed", {"entry": 2})


def test_a_level_with_an_id_is_found_by_its_id_and_never_by_its_place():
    first, second = replace(ONE, id="a"), replace(ONE, id="b")
    tournament = edit(at_level(0), (first, second, TWO))
    tournament = after(tournament, NextLevel())

    assert refusal(tournament, (second, TWO)) == ("past-changed", {"entry": 1, "current": 2})
    assert refusal(tournament, (first, TWO)) == ("level-removed", {"entry": 2})


def test_every_future_entry_may_be_changed():
    entries = (ONE, TWO, LEVEL, Break(minutes=5), replace(THREE, minutes=1))
    tournament = edit(at_level(1, 11), entries)

    assert tournament.structure.entries == entries
    assert tournament.clock == LevelClock(1, 9 * MINUTE)


@pytest.mark.parametrize(("minutes", "left"), [(30, 19), (15, 4), (11, 0)])
def test_changed_minutes_of_the_current_level_keep_what_has_elapsed(minutes, left):
    tournament = edit(at_level(1, 11), (ONE, replace(TWO, minutes=minutes), BREAK, THREE))

    assert remaining_ms(tournament.clock, 0) == left * MINUTE


def test_a_level_cannot_be_made_shorter_than_it_has_lasted():
    entries = (ONE, replace(TWO, minutes=10), BREAK, THREE)

    assert refusal(at_level(1, 11), entries) == ("level-played-longer", {"entry": 2, "minutes": 11})


def test_minutes_that_the_director_added_stay_added():
    tournament = after(at_level(1, 11), AddTime(5 * MINUTE))

    assert edit(tournament, (ONE, replace(TWO, minutes=25), BREAK, THREE)).clock.left_ms == 19 * MINUTE


def test_before_the_start_every_entry_may_be_changed_and_the_clock_follows():
    tournament = edit(after(Tournament(), OPEN), (LEVEL, THREE))

    assert tournament.clock == LevelClock(0, 20 * MINUTE)
    assert edit(tournament, (replace(LEVEL, minutes=30), THREE)).clock == LevelClock(0, 30 * MINUTE)


def test_once_a_table_has_played_the_first_level_is_frozen_too():
    tournament = after(Tournament(), OPEN)

    assert refusal(tournament, (LEVEL, THREE), tables=PLAYED)[0] == "level-removed"
    assert edit(tournament, (replace(ONE, minutes=30), TWO), tables=PLAYED).clock == LevelClock(0, 30 * MINUTE)


def test_an_edit_while_the_clock_runs_counts_the_time_it_ran():
    """It is made 25 minutes after the start, five minutes into the second level."""
    tournament = after(after(Tournament(), OPEN), Start(), 1_000)
    now = {"now_ms": 25 * MINUTE + 1_000}

    assert refusal(tournament, (ONE, replace(TWO, minutes=4), BREAK, THREE), **now)[0] == "level-played-longer"
    edited = edit(tournament, (ONE, replace(TWO, minutes=10), BREAK, THREE), **now)
    assert edited.clock == LevelClock(1, 5 * MINUTE, 25 * MINUTE + 1_000)


def test_a_level_added_after_the_last_begins_now_and_not_when_the_last_ended():
    last = after(at_level(4), Start())
    last = after(last, Pause(), 45 * MINUTE)
    assert overtime_ms(last.clock, EVENING, 0) == 30 * MINUTE

    longer = edit(last, (*EVENING.entries, replace(FOUR, small=300, big=600)))
    assert longer.clock == LevelClock(4, 0)
    extended = edit(last, (*EVENING.entries[:-1], replace(FOUR, minutes=25)))
    assert overtime_ms(extended.clock, extended.structure, 0) == 20 * MINUTE


def test_once_a_table_has_played_levels_by_play_can_only_be_added():
    by_hands = replace(EVENING, entries=tuple(Level(small=25 * n, big=50 * n, hands=10) for n in (1, 2)))
    tournament = after(Tournament(), replace(OPEN, structure=by_hands))
    more = Level(small=100, big=200, hands=10)

    after(tournament, EditStructure(replace(by_hands, entries=(*by_hands.entries, more))), tables=PLAYED)
    for entries in (by_hands.entries[:1], (by_hands.entries[0], more)):
        with pytest.raises(Refused, match="play-begun"):
            after(tournament, EditStructure(replace(by_hands, entries=entries)), tables=PLAYED)


def test_an_id_names_one_entry():
    text = 'name = "x"\nstarting_stack = 100\nchips = [25]\nentries = [\n'
    level = '{ small = 25, big = 50, minutes = 5, id = "a" },\n'

    read = parse_structure(f"{text}{level}]", "mine.toml")
    assert (type(read), read.entries[0].id) == (Structure, "a")
    with pytest.raises(BadStructure, match="entry-ids-alike"):
        parse_structure(f"{text}{level}{level}]", "mine.toml")


# Edits by the director during the event


def evening(seed: int = 1) -> SmallRoom:
    """Six players at a table, the clock running."""
    room = SmallRoom(seed)
    room.open(6, 1, 9)
    room.tables_follow()
    return room


def longer(structure: Structure) -> Structure:
    """The structure with one more level at the end."""
    return replace(structure, entries=(*structure.entries, replace(structure.entries[-1], name="More")))


def ordered_refusal(room: SmallRoom, action) -> str:
    with pytest.raises(Refused) as caught:
        decide(room.tournament, action, room.now_ms, room.facts)
    return caught.value.code


def test_the_director_can_edit_the_future_while_the_clock_runs_and_undo_it():
    room = evening()
    before = room.tournament
    ran = before.clock.since_ms

    assert room.ask(EditStructure(longer(CLUB)))

    assert room.tournament.structure == longer(CLUB)
    assert room.tournament.clock.index == before.clock.index
    assert remaining_ms(room.tournament.clock, room.now_ms) == remaining_ms(before.clock, room.now_ms)
    assert ran is not None
    assert room.ask(UndoAct(len(room.tournament.acts)))
    assert replace(room.tournament, acts=()) == replace(before, acts=())


def test_edits_that_the_director_may_not_make_are_refused():
    room = evening()
    first = Level(small=100, big=200, minutes=20)

    assert ordered_refusal(room, EditStructure(CLUB)) == "structure-unchanged"
    assert ordered_refusal(room, EditStructure(replace(CLUB, entries=(first, *CLUB.entries[3:])))) == "level-removed"
    room.ask(NextLevel())
    assert ordered_refusal(room, EditStructure(replace(CLUB, entries=CLUB.entries[1:]))) == "past-changed"


def test_an_edit_cannot_be_undone_once_its_level_is_over():
    room = evening()
    room.ask(EditStructure(longer(CLUB)))
    edited = len(room.tournament.acts)
    room.ask(NextLevel())

    assert ordered_refusal(room, UndoAct(edited)) == "act-needed"


def test_before_the_start_the_director_may_change_the_whole_structure():
    room = SmallRoom(1)
    room.ask(CREATE)

    assert room.ask(EditStructure(EVENING))

    assert room.tournament.clock == LevelClock(0, 20 * MINUTE)
    assert room.ask(UndoAct(2))
    assert room.tournament.structure == CLUB
    assert room.tournament.clock.left_ms == CREATE.structure.entries[0].minutes * MINUTE


def test_antes_cannot_be_added_to_a_tournament_whose_book_has_none():
    room = SmallRoom(1)
    book = replace(CREATE.book, antes=replace(CREATE.book.antes, value="forbidden"))
    room.ask(replace(CREATE, book=book, structure=replace(EVENING, entries=EVENING.entries[:2])))

    assert ordered_refusal(room, EditStructure(EVENING)) == "structure-unfit"


def test_levels_by_play_can_only_be_added_after_a_hand_and_cannot_be_undone():
    by_hands = replace(EVENING, entries=tuple(Level(small=25 * n, big=50 * n, minutes=0, hands=5) for n in (1, 2)))
    room = SmallRoom(1)
    room.ask(replace(CREATE, structure=by_hands))
    for action in (UseTable(1, 9), PrepareDraw("0123456789abcdef"), AddEntry("a", "Ana"), AddEntry("b", "Bo")):
        room.ask(action)
    room.ask(DrawSeats())
    room.tables_follow()
    room.play_hands()

    assert ordered_refusal(room, EditStructure(replace(by_hands, entries=by_hands.entries[:1]))) == "play-begun"
    assert room.ask(EditStructure(longer(by_hands)))
    assert ordered_refusal(room, UndoAct(len(room.tournament.acts))) == "play-begun"
