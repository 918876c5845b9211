"""The rules for entry and re-entry, and their deadlines."""

import pytest
from msgspec.structs import replace

from engine.refused import Refused
from engine.tournament.actions import AddEntries, AddEntry, ConfirmBust, Create, NextLevel, UndoAct, VoidEntry
from engine.tournament.levels.structure import Break
from engine.tournament.orders.field.booking import MOST_TOGETHER
from engine.tournament.state import Tournament
from engine.tournament.targets import OutHere, target
from engine.tournament.tournament import decide
from tests.kit.small_room import CREATE, TERMS, SmallRoom


@pytest.fixture
def room():
    """Six players at one table, the clock running in level 1."""
    room = SmallRoom(1)
    room.open(6, 1, 9)
    room.tables_follow()
    return room


def refusal(room: SmallRoom, action) -> str:
    with pytest.raises(Refused) as caught:
        decide(room.tournament, action, room.now_ms, room.facts)
    return caught.value.code


def bust(room: SmallRoom, entry: int) -> None:
    """This entry loses all its chips to the next one."""
    room.lose(1, entry)


def test_a_late_player_enters_until_the_break_after_late_registration_is_over(room):
    for _ in range(TERMS.late_levels):
        assert room.ask(NextLevel())
    assert isinstance(CREATE.structure.entries[TERMS.late_levels], Break)
    assert room.ask(AddEntry("late", "Lena"))

    room.ask(NextLevel())

    assert refusal(room, AddEntry("later", "Lars")) == "entries-closed"


def test_a_player_who_is_in_cannot_enter_again(room):
    assert refusal(room, AddEntry("p1", "Player 1")) == "player-is-in"


@pytest.mark.parametrize("spelled", ["ANN  Bell", " ann bell ", "Ann\u00a0Bell"])
def test_a_player_known_by_name_is_the_same_player_in_every_spelling(room, spelled):
    assert room.ask(AddEntry("", "Ann Bell"))

    assert refusal(room, AddEntry("", spelled)) == "player-is-in"
    assert room.ask(AddEntry("member-17", spelled))  # another player of that name, with their own id


def several(*names: str) -> AddEntries:
    return AddEntries(tuple(AddEntry("", name) for name in names))


def test_several_players_enter_in_one_act_that_is_undone_at_once(room):
    acts = len(room.tournament.acts)

    assert room.ask(several("Ann", "Ben", "Cleo"))

    assert [room.tournament.entries[number].name for number in (7, 8, 9)] == ["Ann", "Ben", "Cleo"]
    assert len(room.tournament.acts) == acts + 1
    assert room.ask(UndoAct(acts + 1))
    assert len(room.tournament.entries) == 6


@pytest.mark.parametrize(
    ("names", "code"),
    [
        (("Ann", "Ben", " ann"), "player-is-in"),
        (("Ann", ""), "entry-without-name"),
        (map(str, range(MOST_TOGETHER + 1)), "too-many-entries"),
    ],
)
def test_none_of_several_players_enters_if_one_may_not(room, names, code):
    assert refusal(room, several(*names)) == code


def test_a_busted_player_re_enters_with_a_new_entry(room):
    bust(room, 2)
    assert refusal(room, AddEntry("p1", "Player 1")) == "player-without-chips"  # not confirmed yet
    room.ask(ConfirmBust(2))

    assert room.ask(AddEntry("p1", "Player 1"))

    entry = room.tournament.entries[7]
    assert (entry.player, entry.nth, entry.seat) == ("p1", 2, None)
    assert refusal(room, AddEntry("p1", "Player 1")) == "player-is-in"


def test_the_number_of_re_entries_is_limited(room):
    for _ in range(TERMS.re_entries + 1):
        entry = next(one for one in room.tournament.entries.values() if one.player == "p1" and one.is_in)
        room.seat_everyone()
        bust(room, entry.number)
        room.ask(ConfirmBust(entry.number))
        last = room.ask(AddEntry("p1", "Player 1"))

    assert not last
    assert refusal(room, AddEntry("p1", "Player 1")) == "re-entries-used"


def test_an_entry_is_voided_only_before_it_has_had_chips(room):
    room.ask(AddEntry("late", "Lena"))
    assert refusal(room, VoidEntry(1)) == "entry-has-played"

    assert room.ask(VoidEntry(7))

    assert room.ask(AddEntry("late", "Lena"))  # as if for the first time
    assert room.tournament.entries[8].nth == 1


@pytest.mark.parametrize("name", ["", "   "])
def test_a_tournament_and_an_entry_need_a_name(room, name):
    assert refusal(room, AddEntry("x", name)) == "entry-without-name"
    with pytest.raises(Refused, match="tournament-without-name"):
        decide(Tournament(), replace(CREATE, name=name), 0)


def test_a_journal_has_only_one_tournament(room):
    assert refusal(room, Create("other", "Another", CREATE.book, CREATE.structure, CREATE.terms)) == "other-event"


def test_orders_are_refused_before_the_tournament_is_created():
    with pytest.raises(Refused, match="room-not-open"):
        decide(Tournament(), AddEntry("x", "Xenia"), 0)


def test_a_tables_target_names_the_players_who_busted_there_and_may_re_enter(room):
    bust(room, 2)
    assert target(room.tournament, 1).out == ()  # not confirmed yet
    room.ask(ConfirmBust(2))
    assert target(room.tournament, 1).out == (OutHere("p1", "Player 1"),)

    room.ask(AddEntry("p1", "Player 1"))
    assert target(room.tournament, 1).out == ()

    for _ in range(TERMS.re_entries):
        entry = next(one for one in room.tournament.entries.values() if one.player == "p1" and one.is_in)
        room.seat_everyone()
        bust(room, entry.number)
        room.ask(ConfirmBust(entry.number))
        room.ask(AddEntry("p1", "Player 1"))
    assert target(room.tournament, 1).out == ()
