"""The entries of a player are found by an index, and are those that a search of all entries finds."""

import pytest

from engine.tournament.actions import AddEntries, AddEntry, UndoAct
from engine.tournament.field.entries import Entry, all_of, of_player
from tests.kit.small_room import SmallRoom
from tests.kit.wide_room import WideRoom


def check(tournament):
    entries, players = tournament.entries, tournament.players
    assert set(players) == {one.player for one in entries.values()}
    for player in players:
        mine = sorted((one for one in entries.values() if one.player == player), key=lambda one: one.number)
        assert all_of(entries, players, player) == mine
        assert of_player(entries, players, player) == [one for one in mine if one.counts]


@pytest.mark.parametrize("seed", range(4))
def test_each_player_keeps_their_entries_through_orders_and_undos(seed):
    room = WideRoom(seed)
    room.begin()
    for _ in room.go_on(12):
        check(room.tournament)


def test_an_undone_entry_number_goes_to_the_next_player():
    room = SmallRoom(1)
    room.ask(room.create)
    room.ask(AddEntry("ana", "Ana"))
    room.ask(UndoAct(len(room.tournament.acts)))
    room.ask(AddEntry("bo", "Bo"))

    assert room.tournament.players == {"bo": (1,)}
    check(room.tournament)


class UnscannedEntries(dict[int, Entry]):
    """Entries that must not be looped over."""

    def values(self):
        raise AssertionError("all entries were looked at")

    items = __iter__ = values


def test_a_player_is_found_without_looping_over_the_others():
    """Each player of a list was searched among all who are in: 400 among 9,000 blocked the clock for two seconds."""
    room = SmallRoom(1)
    room.ask(room.create)
    room.ask(AddEntries(tuple(AddEntry(f"p{number}", f"Player {number}") for number in range(50))))
    entries, players = UnscannedEntries(room.tournament.entries), room.tournament.players

    assert [one.number for one in of_player(entries, players, "p7")] == [8]
    assert of_player(entries, players, "q7") == []
    assert not room.ask(AddEntry("p7", "Player 7"))
