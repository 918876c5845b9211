"""Chips counted against the record:

differences between two tables, bags against the ledger, and players who never arrived.
"""

import pytest
from msgspec.structs import replace

from engine.chips import LastCount, after_count
from engine.refused import Refused
from engine.tournament.actions import (
    AcceptDifference,
    ConfirmBust,
    CountBag,
    EndFlight,
    MoveEntry,
    TournamentAction,
    UndoAct,
)
from engine.tournament.custody.differences import LATE_MS, Difference, accepted, difference_message, differences
from engine.tournament.custody.ledger import Ledger, ledger
from engine.tournament.field.entries import SeatAt, left
from engine.tournament.rules.prizes.prize_pool import result_of
from engine.tournament.tables.facts import Arrival, SeatedEntry
from engine.tournament.tournament import decide
from tests.engine.tournament.test_flights import finish, flight
from tests.kit.small_room import SmallRoom


def found(room: SmallRoom, wall_ms: int = 0) -> list[Difference]:
    return differences(room.tournament, room.facts, wall_ms)


def books(room: SmallRoom) -> Ledger:
    return ledger(room.tournament.entries, room.facts, flight_over=room.tournament.flight is not None)


def sign(room: SmallRoom, entry: int) -> AcceptDifference:
    return AcceptDifference(entry, "Dana Floor", room.now_ms)


def refusal(room: SmallRoom, action: TournamentAction) -> str:
    with pytest.raises(Refused) as caught:
        decide(room.tournament, action, room.now_ms, room.facts)
    return caught.value.code


def evening(players: int = 9) -> SmallRoom:
    room = SmallRoom(3)
    room.open(players, 2, 9)
    room.tables_follow()
    return room


def count(room: SmallRoom, sitting: int, entry: int, chips: int) -> None:
    """A table counts a stack after its last hand."""
    table = room.tables[sitting]
    held = table.held[entry]
    table.held[entry] = replace(held, last_count=after_count(held.last_count, table.hands, chips - held.chips))


def moved(room: SmallRoom) -> tuple[int, int]:
    """
    A player is moved from table 1 to a free seat of table 2 and sits down. Returns the entry and the number of the act.
    """
    entry = min(room.tables[1].held)
    free = room.tables[2].free[0]
    assert room.ask(MoveEntry(entry, SeatAt(2, free)))
    room.tables_follow()
    assert entry in room.tables[2].held
    return entry, len(room.tournament.acts)


def brought(room: SmallRoom, entry: int, chips: int) -> None:
    """The dealer of table 2 types another count than was sent."""
    table = room.tables[2]
    table.held[entry] = SeatedEntry(table.held[entry].seat, chips)
    table.arrivals = [Arrival(entry, chips, one.mark) if one.entry == entry else one for one in table.arrivals]


def test_a_count_that_differs_is_located_between_two_hands_of_its_table():
    room = evening()
    entry = min(room.tables[1].held)
    room.tables[1].hands = 12
    count(room, 1, entry, room.tables[1].held[entry].chips)
    room.tables[1].hands = 31
    count(room, 1, entry, room.tables[1].held[entry].chips - 500)

    (one,) = found(room)
    assert (one.entry, one.chips, one.since, one.until, one.sure) == (entry, -500, 12, 31, False)
    assert difference_message(room.tournament, one).code == "count-it-again"
    count(room, 1, entry, room.tables[1].held[entry].chips - 500)
    (one,) = found(room)
    assert one.sure
    assert difference_message(room.tournament, one).code == "chips-missing-at"


def test_chips_that_one_seat_lacks_and_another_has_are_reported_as_pushed_wrongly():
    room = evening()
    lacks, has, *_ = sorted(room.tables[1].held)
    for _ in range(2):
        count(room, 1, lacks, room.tables[1].held[lacks].chips - 500)
        count(room, 1, has, room.tables[1].held[has].chips + 500)

    by_entry = {one.entry: one for one in found(room)}
    assert by_entry[lacks].opposite == room.tables[1].held[has].seat
    assert by_entry[has].opposite == room.tables[1].held[lacks].seat
    assert difference_message(room.tournament, by_entry[has]).code == "pushed-wrongly"


def test_chips_of_a_player_who_arrives_short_are_missing_until_the_director_accepts():
    room = evening()
    entry, _ = moved(room)
    had = room.tables[2].held[entry].chips
    assert (found(room), books(room).missing) == ([], 0)
    assert refusal(room, sign(room, entry)) == "nothing-differs"

    brought(room, entry, had - 300)

    (one,) = found(room)
    assert (one.found, one.chips, one.sure, one.at.sitting) == ("arrival", -300, True, 2)
    assert (books(room).missing, books(room).in_transit) == (300, 0)
    assert [one.action for one in room.proposed() if isinstance(one.action, AcceptDifference)]
    assert refusal(room, AcceptDifference(entry, " ")) == "difference-unsigned"
    assert room.ask(sign(room, entry))
    assert (found(room), books(room).missing, books(room).accepted) == ([], 0, -300)
    assert [(one.chips, signed.by) for one, signed in accepted(room.tournament.entries)] == [(-300, "Dana Floor")]
    assert refusal(room, sign(room, entry)) == "nothing-differs"
    assert room.ask(UndoAct(len(room.tournament.acts)))
    assert books(room).missing == 300
    assert accepted(room.tournament.entries) == []


def test_accepted_differences_do_not_travel_with_a_player_who_moves_again():
    room = evening()
    entry, _ = moved(room)
    had = room.tables[2].held[entry].chips
    brought(room, entry, had - 300)
    assert room.ask(sign(room, entry))

    room.tables[2].let_go(entry, 1)

    assert (books(room).missing, books(room).in_transit) == (0, had - 300)


def test_an_accepted_difference_stays_accepted_until_a_count_differs_in_another_way():
    """The table's record keeps the stack, so the ledger does not change."""
    room = evening()
    entry = min(room.tables[1].held)
    had = room.tables[1].held[entry].chips
    for _ in range(2):
        count(room, 1, entry, had - 500)
    assert isinstance(next(one.action for one in room.proposed()), AcceptDifference)

    assert room.ask(sign(room, entry))

    assert (found(room), books(room).missing, books(room).accepted) == ([], 0, 0)
    ((one, signed),) = accepted(room.tournament.entries)
    assert (one.found, one.chips, difference_message(room.tournament, one).code) == ("count", -500, "chips-missing-at")
    assert signed.by == "Dana Floor"
    count(room, 1, entry, had - 500)
    assert found(room) == []
    count(room, 1, entry, had - 700)
    assert [one.chips for one in found(room)] == [-700]
    room.tables[1].hands += 1
    count(room, 1, entry, had)
    room.tables[1].hands += 1
    count(room, 1, entry, had - 500)
    assert [one.chips for one in found(room)] == [-500]


def test_a_player_who_arrives_with_too_many_chips_is_found_at_once():
    room = evening()
    entry, _ = moved(room)
    brought(room, entry, room.tables[2].held[entry].chips + 300)

    (one,) = found(room)
    assert (one.chips, difference_message(room.tournament, one).code) == (300, "arrived-long")
    assert books(room).missing == -300
    assert room.ask(sign(room, entry))
    assert books(room).missing == 0


def test_a_player_who_left_and_never_arrived_is_reported_after_ten_minutes():
    room = evening()
    entry = min(room.tables[1].held)
    assert room.ask(MoveEntry(entry, SeatAt(2, room.tables[2].free[0])))
    room.tables[1].let_go(entry, 2)
    left = room.tables[1].departures[-1]
    room.tables[1].departures[-1] = replace(left, at_ms=1_000)

    assert found(room, 1_000 + LATE_MS) == []
    (one,) = found(room, 1_001 + LATE_MS)
    assert (one.found, one.chips, one.at.sitting) == ("move", -left.chips, 1)
    assert difference_message(room.tournament, one).code == "never-arrived"

    room.now_ms = LATE_MS
    assert refusal(room, sign(room, entry)) == "nothing-differs"
    room.now_ms += 2_000
    assert books(room).missing == 0
    assert room.ask(sign(room, entry))
    assert (found(room, room.now_ms), books(room).missing, books(room).in_transit) == ([], 0, 0)
    assert books(room).accepted == -left.chips

    there = room.tables[2]  # the player brought the written-off chips after all
    there.held[entry] = SeatedEntry(there.free[0], left.chips)
    there.arrivals.append(Arrival(entry, left.chips, there.mark))
    (one,) = found(room, room.now_ms)
    assert (one.found, one.chips, books(room).missing) == ("arrival", left.chips, -left.chips)
    assert room.ask(sign(room, entry))
    assert (found(room, room.now_ms), books(room).missing, books(room).accepted) == ([], 0, 0)


def test_a_player_who_never_arrived_can_be_confirmed_out_after_the_chips_are_signed_for():
    room = evening()
    entry = min(room.tables[1].held)
    assert room.ask(MoveEntry(entry, SeatAt(2, room.tables[2].free[0])))
    room.tables[1].let_go(entry, 2)
    room.tables[1].departures[-1] = replace(room.tables[1].departures[-1], at_ms=1)
    assert refusal(room, ConfirmBust(entry)) == "entry-not-bust"
    room.now_ms += LATE_MS + 2
    assert room.ask(sign(room, entry))

    other = max(room.tables[2].held)
    room.lose(2, other)
    assert refusal(room, ConfirmBust(entry)) == "earlier-bust-first"
    assert room.ask(ConfirmBust(other))
    assert room.ask(ConfirmBust(entry))

    assert not room.tournament.entries[entry].is_in
    assert room.tournament.finishes == ((other,), (entry,))
    assert (found(room, room.now_ms), books(room).missing) == ([], 0)


def test_a_bag_is_counted_against_the_ledger_and_goes_on_with_its_counted_chips():
    room = flight()
    assert refusal(room, CountBag(1, 5)) == "flight-goes-on"
    finish(room)
    room.tables_follow()
    one, other = room.going_on
    assert (books(room).bagged, books(room).in_transit, books(room).missing) == (40_000, 0, 0)
    assert refusal(room, CountBag(1, one.chips)) == "goes-not-on"
    assert refusal(room, CountBag(99, one.chips)) == "no-such-entry"
    assert refusal(room, CountBag(one.entry, 0)) == "bag-empty"
    assert refusal(room, CountBag(one.entry, one.chips - 100)) == "bag-differs"

    assert room.ask(CountBag(one.entry, one.chips))
    assert room.ask(CountBag(other.entry, other.chips - 100, adjust=True))

    assert (books(room).bagged, books(room).adjusted, books(room).missing) == (39_900, -100, 0)
    assert [each.chips for each in result_of(room.tournament, 1).finalists] == [one.chips, other.chips - 100]
    assert found(room, 10**12) == []


def test_the_end_of_a_flight_cannot_be_undone_after_a_bag_was_counted():
    room = flight()
    finish(room)
    ended = len(room.tournament.acts)
    assert room.ask(CountBag(room.going_on[0].entry, room.going_on[0].chips))

    assert refusal(room, UndoAct(ended)) == "act-needed"
    assert room.ask(UndoAct(len(room.tournament.acts)))
    assert room.ask(UndoAct(ended))


def test_a_flight_does_not_end_while_chips_are_missing():
    room = flight()
    for entry in [one.number for one in left(room.tournament.entries)][:-2]:
        room.lose(1, entry)
        room.ask(ConfirmBust(entry))
    entry, held = next(iter(room.tables[1].held.items()))
    room.tables[1].held[entry] = replace(held, chips=held.chips - 100)

    assert refusal(room, EndFlight()) == "ledger-differs"


def test_a_seat_that_was_not_counted_has_no_difference():
    assert found(evening()) == []
    assert LastCount() == after_count(LastCount(), 0, 0)
