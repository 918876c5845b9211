"""Hand for hand: a barrier that tables hold by themselves, and who ties when it falls."""

import pytest
from msgspec.structs import replace

from engine.refused import Refused
from engine.terms import Stop
from engine.tournament.actions import BreakTable, ConfirmBust, HandForHand, NextHand, UndoAct
from engine.tournament.prizes.finishes import places
from engine.tournament.rules.barrier import to_confirm, waited_for
from engine.tournament.tables.facts import SeatedEntry
from engine.tournament.targets import target
from engine.tournament.tournament import decide
from kiosk.clock.tournaments.records.room_info import room_infos
from tests.kit.small_room import SmallRoom
from ui.words.languages import words_in


@pytest.fixture
def room():
    """Three tables of three, all between two hands."""
    room = SmallRoom(1)
    room.open(9, 3, 9)
    room.tables_follow()
    return room


def refusal(room: SmallRoom, action) -> str:
    with pytest.raises(Refused) as caught:
        decide(room.tournament, action, room.now_ms, room.facts)
    return caught.value.code


def stops(room: SmallRoom) -> list[Stop | None]:
    return [target(room.tournament, number).stop for number in room.tables]


def one_hand(room: SmallRoom, *tables: int) -> None:
    for number in tables:
        room.tables[number].hands += 1
        room.tables[number].mark += 1


def at(room: SmallRoom, table: int, *stacks: int) -> list[int]:
    """The entries at a table, with these stacks."""
    entries = sorted(room.tables[table].held)
    for entry, chips in zip(entries, stacks, strict=True):
        room.tables[table].held[entry] = SeatedEntry(room.tables[table].held[entry].seat, chips)
    return entries


def test_every_table_finishes_its_hand_and_waits_for_the_others(room):
    one_hand(room, 1, 1, 3)
    assert refusal(room, NextHand()) == "not-hand-for-hand"
    assert room.ask(HandForHand(on=True))
    assert stops(room) == [Stop("hand-for-hand", 2), Stop("hand-for-hand", 0), Stop("hand-for-hand", 1)]

    assert room.ask(NextHand())
    assert waited_for(room.tournament, room.facts) == [1, 2, 3]
    one_hand(room, 1, 3)
    assert waited_for(room.tournament, room.facts) == [2]
    assert refusal(room, NextHand()) == "tables-waited-for"
    one_hand(room, 2)

    assert room.ask(NextHand())
    assert stops(room) == [Stop("hand-for-hand", 4), Stop("hand-for-hand", 2), Stop("hand-for-hand", 3)]


def test_no_table_plays_on_before_the_busts_are_confirmed(room):
    room.ask(HandForHand(on=True))
    room.ask(NextHand())
    first = at(room, 1, 10_000, 10_000, 10_000)[0]
    room.lose(1, first)
    one_hand(room, 2, 3)
    assert refusal(room, NextHand()) == "bust-to-confirm"

    room.ask(ConfirmBust(first))

    assert room.ask(NextHand())


def test_busts_of_the_same_hand_tie_across_tables_and_rank_by_stack_at_one_table(room):
    room.ask(HandForHand(on=True))
    room.ask(NextHand())
    one, two, _ = at(room, 1, 5_000, 9_000, 16_000)
    three, *_ = at(room, 2, 2_000, 14_000, 14_000)
    room.lose(1, one, two)
    room.lose(2, three)
    one_hand(room, 3)

    for entry in (one, two):
        assert room.ask(ConfirmBust(entry))

    found = places(room.tournament.entries, room.tournament.finishes)
    assert found == {one: 9, two: 7, three: 7}  # the larger stack of table 1 ties with table 2


@pytest.mark.parametrize("still_on", [True, False], ids=["next-hand", "over"])
def test_a_bust_that_is_taken_back_and_recorded_again_still_ties(room, still_on):
    """A dealer takes back the push after the next hand was released or hand for hand ended, and pushes again."""
    room.ask(HandForHand(on=True))
    room.ask(NextHand())
    one, *_ = at(room, 1, 5_000, 9_000, 16_000)
    three, *_ = at(room, 2, 5_000, 14_000, 11_000)
    before = dict(room.tables[1].held)
    room.lose(1, one)
    room.lose(2, three)
    one_hand(room, 3)
    assert room.ask(ConfirmBust(one))
    assert room.ask(NextHand() if still_on else HandForHand(on=False))

    table = room.tables[1]
    after, bust = dict(table.held), table.busts.pop()
    table.held, table.playing = before, True
    assert room.ask(UndoAct(room.tournament.acts[-2].number))
    assert to_confirm(room.tournament, room.facts) == []
    table.held, table.playing = after, False
    table.busts.append(replace(bust, at_ms=room.now_ms))

    assert room.ask(ConfirmBust(three))
    assert places(room.tournament.entries, room.tournament.finishes) == {one: 8, three: 8}


def test_a_hand_that_was_released_but_not_dealt_before_hand_for_hand_ended_does_not_tie(room):
    """After the bubble has burst, each table plays at its own pace again."""
    room.ask(HandForHand(on=True))
    room.ask(NextHand())
    one_hand(room, 1, 2, 3)
    room.ask(NextHand())
    assert room.ask(HandForHand(on=False))
    one, *_ = at(room, 1, 5_000, 9_000, 16_000)
    three, *_ = at(room, 2, 5_000, 14_000, 11_000)

    room.lose(2, three)
    room.lose(1, one)

    assert room.ask(ConfirmBust(three))
    assert room.ask(ConfirmBust(one))
    assert places(room.tournament.entries, room.tournament.finishes) == {three: 9, one: 8}


def test_no_bust_is_confirmed_while_a_table_has_yet_to_finish_the_hand(room):
    """They may still tie. No proposal says otherwise, and no table receives a place."""
    room.ask(HandForHand(on=True))
    room.ask(NextHand())
    one, two = at(room, 1, 5_000, 9_000, 16_000)[0], at(room, 3, 5_000, 9_000, 16_000)[0]
    room.lose(1, one)
    one_hand(room, 2)
    assert waited_for(room.tournament, room.facts) == [3]
    assert refusal(room, ConfirmBust(one)) == "tables-waited-for"
    assert refusal(room, HandForHand(on=False)) == "tables-waited-for"
    assert not [asked for asked in room.proposed() if isinstance(asked.action, ConfirmBust)]
    assert room_infos(room.tournament, room.facts)[1].out == ()

    room.lose(3, two)

    (asked,) = [one for one in room.proposed() if isinstance(one.action, ConfirmBust)]
    names = [room.tournament.entries[number].name for number in (one, two)]
    assert words_in("en").say(asked.why) == (
        f"{names[0]} (table 1, hand 1) and {names[1]} (table 3, hand 1) busted in the same hand of hand for hand"
        " and share place 8"
    )
    assert room.ask(asked.action)
    assert places(room.tournament.entries, room.tournament.finishes) == {one: 8, two: 8}


def test_the_refusal_names_each_table_that_is_waited_for(room):
    room.ask(HandForHand(on=True))
    room.ask(NextHand())

    with pytest.raises(Refused) as caught:
        decide(room.tournament, NextHand(), room.now_ms, room.facts)

    assert [words_in(language).refusal(caught.value) for language in ("en", "de", "es")] == [
        "waiting on 3 tables: 1, 2 and 3",
        "es wird auf 3 Tische gewartet: 1, 2 und 3",
        "se espera a 3 mesas: 1, 2 y 3",
    ]


def test_a_bust_from_before_hand_for_hand_waits_for_no_table(room):
    room.ask(HandForHand(on=True))
    room.ask(NextHand())
    one_hand(room, 1, 2, 3)
    room.ask(NextHand())
    early = at(room, 1, 5_000, 9_000, 16_000)[0]
    room.lose(1, early)
    late = room.tables[1].busts.pop()
    room.tables[1].busts.append(replace(late, hand=late.hand - 1))  # the table had corrected its hand

    assert waited_for(room.tournament, room.facts) == [2, 3]
    assert room.ask(ConfirmBust(early))


def test_a_table_that_was_broken_during_its_hand_is_waited_for(room):
    room.ask(HandForHand(on=True))
    room.ask(NextHand())
    loser = at(room, 1, 5_000, 9_000, 16_000)[0]
    room.lose(1, loser)
    one_hand(room, 2)
    assert room.ask(BreakTable(3))
    in_play = {**room.facts, 3: replace(room.facts[3], playing=True)}

    assert waited_for(room.tournament, in_play) == [3]
    assert to_confirm(room.tournament, in_play) == []
    assert waited_for(room.tournament, room.facts) == []


def test_hand_for_hand_can_be_undone_if_a_table_cannot_finish(room):
    room.ask(HandForHand(on=True))
    room.ask(NextHand())
    loser = at(room, 1, 5_000, 9_000, 16_000)[0]
    room.lose(1, loser)
    assert refusal(room, ConfirmBust(loser)) == "tables-waited-for"

    assert room.ask(UndoAct(len(room.tournament.acts)))

    assert room.ask(ConfirmBust(loser))


def test_before_the_barrier_the_bust_of_the_earlier_hand_finishes_lower(room):
    one, two = at(room, 1, 9_000, 5_000, 16_000)[0], at(room, 2, 2_000, 14_000, 14_000)[0]
    room.lose(1, one)
    room.lose(2, two)
    room.ask(ConfirmBust(one))
    room.ask(ConfirmBust(two))

    assert places(room.tournament.entries, room.tournament.finishes) == {one: 9, two: 8}


def test_a_table_with_one_player_left_is_no_longer_waited_for(room):
    room.ask(HandForHand(on=True))
    room.ask(NextHand())
    entries = at(room, 1, 10_000, 10_000, 10_000)
    room.lose(1, *entries[1:])
    assert waited_for(room.tournament, room.facts) == [2, 3]
    one_hand(room, 2, 3)
    assert room.ask(ConfirmBust(entries[1]))  # both, with equal stacks
    room.ask(NextHand())

    assert waited_for(room.tournament, room.facts) == [2, 3]


def test_hand_for_hand_begins_and_ends_once_and_can_be_undone(room):
    assert room.ask(HandForHand(on=True))
    assert refusal(room, HandForHand(on=True)) == "hand-for-hand-already"
    assert room.ask(UndoAct(len(room.tournament.acts)))
    assert stops(room) == [None] * 3
    assert refusal(room, HandForHand(on=False)) == "not-hand-for-hand"


def test_one_table_cannot_play_hand_for_hand():
    room = SmallRoom(1)
    room.open(3, 1, 9)

    assert refusal(room, HandForHand(on=True)) == "one-table-plays-on"
