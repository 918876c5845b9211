"""Verifiable draws:

the seeds are committed to before registration, one for each draw, and repeating a draw gives the same result.
"""

import hashlib

import pytest
from msgspec.structs import replace

from engine.books.rulebook import load_book
from engine.refused import Refused
from engine.tournament.actions import (
    AddEntry,
    BreakTable,
    DrawPrepared,
    DrawSeats,
    NextLevel,
    PrepareDraw,
    Redraw,
    SeatEntry,
    SeatsDrawn,
    Start,
    TournamentCreated,
    UndoAct,
    UseTable,
)
from engine.tournament.draws import draws_made, is_sound
from engine.tournament.field.entries import SeatAt
from engine.tournament.rules.field.entry_rules import takes_entries
from engine.tournament.rules.seating.draw_rules import newest_seed, next_hash
from engine.tournament.seating.draw import LINKS, SeedChain, hash_of
from engine.tournament.tournament import decide
from tests.kit.small_room import CREATE, SmallRoom

SEED = "0123456789abcdef"


@pytest.fixture
def room():
    """Two tables of nine and eight entries, with a commitment from the start. Nobody is seated."""
    room = SmallRoom(1)
    room.ask(replace(CREATE, seed=SEED))
    for table in (1, 2):
        room.ask(UseTable(table, 9))
    for number in range(8):
        room.ask(AddEntry(f"p{number}", f"Player {number}"))
    return room


def refusal(room: SmallRoom, action) -> str:
    with pytest.raises(Refused) as caught:
        decide(room.tournament, action, room.now_ms, room.facts)
    return caught.value.code


def sha(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def test_the_seeds_are_committed_to_with_the_tournament_and_only_once(room):
    created, prepared = room.tournament.acts[0].events

    assert isinstance(created, TournamentCreated)
    assert prepared == DrawPrepared(SEED, LINKS)
    assert next_hash(room.tournament) == hash_of((SeedChain(SEED, LINKS),), 1)
    assert refusal(room, PrepareDraw("another-seed-of-my-own")) == "draw-prepared"
    assert refusal(room, UndoAct(1)) == "creation-stays"


def test_each_draw_has_its_own_seed_whose_hash_was_published_before(room):
    published, seeds = [], []

    def drawn(action) -> None:
        published.append(next_hash(room.tournament))
        assert room.ask(action)
        seeds.append(newest_seed(room.tournament))

    drawn(DrawSeats())
    room.ask(Start())
    room.tables_follow()
    room.ask(AddEntry("late", "Late"))
    drawn(SeatEntry(9))
    room.tables_follow()
    drawn(BreakTable(2))

    assert [sha(seed) for seed in seeds] == published
    assert published[1:] == seeds[:2]
    assert len({*seeds, SEED}) == 4


def test_a_draw_that_is_undone_and_repeated_gives_the_same_seats(room):
    room.ask(DrawSeats())
    seats, seed = dict(room.tournament.occupied), newest_seed(room.tournament)
    room.ask(UndoAct(len(room.tournament.acts)))
    assert room.tournament.occupied == {}

    assert (newest_seed(room.tournament), refusal(room, PrepareDraw("grinding-for-a-seat"))) == (seed, "draw-prepared")
    room.ask(DrawSeats())

    assert dict(room.tournament.occupied) == seats
    drawn = [act for act in room.tournament.acts if any(isinstance(event, SeatsDrawn) for event in act.events)]
    assert [bool(act.undone_by) for act in drawn] == [True, False]


def test_an_undone_late_seat_is_drawn_the_same_again_and_the_next_one_by_another_seed(room):
    room.ask(DrawSeats())
    room.ask(AddEntry("a", "Ann"))
    room.ask(AddEntry("b", "Ben"))
    room.ask(SeatEntry(9))
    seat = room.tournament.entries[9].seat
    room.ask(UndoAct(len(room.tournament.acts)))
    seen = newest_seed(room.tournament)

    room.ask(SeatEntry(10))
    assert newest_seed(room.tournament) != seen
    room.ask(UndoAct(len(room.tournament.acts)))
    room.ask(SeatEntry(9))

    assert room.tournament.entries[9].seat == seat


def test_a_manual_commitment_cannot_be_undone_once_a_draw_has_revealed_a_seed():
    room = SmallRoom(1)
    for action in (CREATE, UseTable(1, 9), AddEntry("a", "Ann"), AddEntry("b", "Ben")):
        room.ask(action)
    assert refusal(room, DrawSeats()) == "draw-not-prepared"
    room.ask(PrepareDraw(SEED))
    prepared = len(room.tournament.acts)
    room.ask(DrawSeats())
    room.ask(UndoAct(prepared + 1))

    assert refusal(room, UndoAct(prepared)) == "seed-drawn"


def test_a_seat_that_the_director_names_uses_no_seed(room):
    before = next_hash(room.tournament)

    room.ask(SeatEntry(1, SeatAt(1, 3)))

    assert next_hash(room.tournament) == before


@pytest.mark.parametrize("book", ["tda", "house"])
def test_every_draw_can_be_verified_from_what_is_published_and_a_changed_seat_is_found(book):
    """First seats, a late one, an undone one, a table broken to any seats and to the nearest ones, and a redraw."""
    room = SmallRoom(1)
    room.ask(replace(CREATE, seed=SEED, book=load_book(book)))
    for table in (1, 2, 3):
        room.ask(UseTable(table, 9))
    for number in range(10):
        room.ask(AddEntry(f"p{number}", f"Player {number}"))
    room.ask(DrawSeats())
    room.ask(Start())
    room.tables_follow()
    room.ask(UseTable(4, 9))  # it has no records yet, so its seats may be undone
    for number in (10, 11):
        room.ask(AddEntry(f"p{number}", f"Player {number}"))
        room.ask(SeatEntry(number + 1))
    room.ask(UndoAct(len(room.tournament.acts)))
    room.tables_follow()
    room.ask(BreakTable(2))
    room.tables_follow()
    while takes_entries(room.tournament, room.context):
        room.ask(NextLevel())
    assert room.ask(Redraw())

    made = list(draws_made(room.tournament))
    assert [(one.number, one.kind, one.undone) for one in made] == [
        (1, "seats", False), (2, "late", False), (3, "late", True), (4, "break", False), (5, "redraw", False),
    ]  # fmt: skip
    assert [one.nearest for one in made] == [False, False, False, book == "house", False]
    assert [sha(one.seed) for one in made] == [one.hash for one in made]
    assert [one.hash for one in made[1:]] == [one.seed for one in made[:-1]]
    assert all(map(is_sound, made))
    for one in made:
        seat = one.seats[0]
        elsewhere = (replace(seat, seat=seat.seat % 9 + 1), *one.seats[1:])
        assert not is_sound(replace(one, seats=elsewhere))
        assert not is_sound(replace(one, seed=SEED))
