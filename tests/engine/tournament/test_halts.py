"""TDA 2024 rule 11-D: a table three or more short of the fullest waits, and plays on once it is not."""

import pytest

from engine.message import message
from engine.refused import Refused
from engine.terms import Stop
from engine.tournament.actions import HaltTable, HandForHand, MoveEntry, PauseTable, PauseTables, UndoAct
from engine.tournament.field.entries import free_seats
from engine.tournament.proposals.proposals import proposals
from engine.tournament.rules.seating.seat_rules import to_play_on
from engine.tournament.targets import target
from engine.tournament.tournament import decide
from tests.kit.small_room import SmallRoom


@pytest.fixture
def room():
    """Three tables of four, and then two players move from the third to the first: 6, 4 and 2."""
    room = SmallRoom(1)
    room.open(12, 3, 9)
    room.tables_follow()
    move(room, 3, 1)
    move(room, 3, 1)
    return room


def move(room: SmallRoom, here: int, there: int) -> None:
    entry = min(room.tables[here].held)
    seat = free_seats(room.tournament.sittings[there], room.tournament.occupied)[0]
    room.ask(MoveEntry(entry, seat))
    room.tables_follow()


def refused(room: SmallRoom, action) -> Refused:
    with pytest.raises(Refused) as caught:
        decide(room.tournament, action, room.now_ms, room.facts)
    return caught.value


def offered(room: SmallRoom) -> list[tuple[object, ...]]:
    found = proposals(room.tournament, room.context)
    return [(one.action, one.why, one.clause) for one in found if isinstance(one.action, HaltTable)]


def stop(room: SmallRoom, number: int) -> Stop | None:
    return target(room.tournament, number).stop


def test_only_a_table_three_short_of_the_fullest_is_halted(room):
    assert offered(room) == [(HaltTable(3), message("propose-halt", table=3, short=4), "TDA 2024 rule 11-D")]
    assert (refused(room, HaltTable(2)).code, refused(room, HaltTable(2)).clause) == (
        "table-not-short",
        "TDA 2024 rule 11-D",
    )


def test_players_whose_bust_is_not_confirmed_yet_do_not_make_another_table_short(room):
    """
    Six, four and two: four of the six lose their last chips in one hand.
    """
    room.lose(1, *sorted(room.tables[1].held)[:4])

    assert offered(room) == []


def test_a_halted_table_finishes_its_hand_and_waits_while_the_others_play(room):
    room.tables[3].hands = 17
    room.ask(HaltTable(3))

    assert [stop(room, number) for number in (1, 2, 3)] == [None, None, Stop("held", 17)]
    assert offered(room) == []
    assert refused(room, HaltTable(3)).code == "table-waits-already"


def test_a_halted_table_plays_on_after_players_have_come(room):
    room.ask(HaltTable(3))
    assert to_play_on(room.tournament) == []
    move(room, 1, 3)

    assert (to_play_on(room.tournament), offered(room)) == ([3], [])
    room.ask(HaltTable(3, on=False))
    assert (stop(room, 3), offered(room)) == (None, [])
    assert refused(room, HaltTable(3, on=False)).code == "table-plays-already"


def test_the_director_may_waive_a_halt(room):
    room.ask(HaltTable(3))
    room.ask(HaltTable(3, on=False))

    assert stop(room, 3) is None


def test_undoing_a_halt_restores_the_exact_state(room):
    before = room.tournament
    act = room.ask(HaltTable(3)) and room.tournament.acts[-1].number
    room.ask(UndoAct(act))

    assert (room.tournament.halted, stop(room, 3)) == (before.halted, None)


def test_hand_for_hand_takes_precedence_over_a_halt(room):
    room.ask(HaltTable(3))
    room.ask(HandForHand(on=True))

    assert stop(room, 3) == Stop("hand-for-hand", room.tables[3].hands)
    room.ask(HandForHand(on=False))
    assert stop(room, 3) == Stop("held", room.tables[3].hands)


def test_the_director_pauses_one_table_for_a_reason_and_resumes_play_there(room):
    room.tables[2].hands = 9
    room.ask(PauseTable(2, reason="Ruling in\nprogress"))

    assert [stop(room, number) for number in (1, 2, 3)] == [None, Stop("paused", 9, "Ruling in progress"), None]
    assert refused(room, PauseTable(2)).code == "table-paused-already"
    assert refused(room, PauseTable(1, on=False)).code == "table-not-paused"

    room.ask(PauseTable(2, on=False))
    assert stop(room, 2) is None


def test_undoing_a_pause_resumes_play(room):
    room.ask(PauseTable(2))
    room.ask(UndoAct(room.tournament.acts[-1].number))

    assert (room.tournament.stops, stop(room, 2)) == ({}, None)


def test_a_paused_table_waits_even_if_hand_for_hand_begins_or_ends(room):
    room.ask(PauseTable(2))
    for on in (True, False):
        room.ask(HandForHand(on=on))
        assert stop(room, 2) == Stop("paused", room.tables[2].hands)


def test_a_table_deals_its_last_hands_before_a_pause(room):
    room.tables[2].hands = 9
    room.ask(PauseTable(2, more_hands=3))

    assert stop(room, 2) == Stop("paused", 12)
    assert refused(room, PauseTable(1, more_hands=11)).code == "too-many-more-hands"
    assert refused(room, PauseTable(1, more_hands=-1)).code == "too-many-more-hands"


def test_all_tables_deal_their_last_hands_before_a_break_and_resume_together(room):
    for number, hands in ((1, 7), (2, 9), (3, 4)):
        room.tables[number].hands = hands
    room.ask(PauseTable(3, reason="Ruling"))
    room.ask(PauseTables(more_hands=2, reason="Dinner"))

    assert [stop(room, number) for number in (1, 2, 3)] == [
        Stop("paused", 9, "Dinner"), Stop("paused", 11, "Dinner"), Stop("paused", 4, "Ruling"),
    ]  # fmt: skip
    assert refused(room, PauseTables()).code == "no-table-plays"

    room.ask(PauseTables(on=False))
    assert [stop(room, number) for number in (1, 2, 3)] == [None, None, None]
    assert refused(room, PauseTables(on=False)).code == "no-table-paused"


def test_the_last_hands_before_a_pause_do_not_outrun_hand_for_hand(room):
    room.tables[2].hands = 9
    room.ask(PauseTable(2, more_hands=2))
    room.ask(HandForHand(on=True))

    assert stop(room, 2) == Stop("hand-for-hand", 9)
    room.ask(HandForHand(on=False))
    assert stop(room, 2) == Stop("paused", 11)
