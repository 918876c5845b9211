"""Flights that end with few players left or with the top stack of each table, and the final where they meet."""

import pytest
from msgspec.structs import replace

from engine.bad_input import BadInput
from engine.books.rulebook import load_book
from engine.refused import Refused
from engine.terms import Stop
from engine.tournament.actions import (
    AddEntry,
    CarriedOver,
    CarryOver,
    CloseTable,
    ConfirmBust,
    Create,
    EndFlight,
    Start,
    UndoAct,
)
from engine.tournament.custody.ledger import ledger
from engine.tournament.event_terms import EventTerms, Prizes, Registration
from engine.tournament.field.entries import left
from engine.tournament.formats import FlightEnds, flight_by_book, players_at_end
from engine.tournament.levels.structure import load_structure
from engine.tournament.prizes.finishes import bounties, places
from engine.tournament.prizes.payouts import load_payouts
from engine.tournament.rules.prizes.prize_pool import result_of
from engine.tournament.state import is_over
from engine.tournament.tables.facts import SeatedEntry
from engine.tournament.targets import target
from engine.tournament.tournament import decide
from tests.kit.small_room import CREATE, SmallRoom
from tests.said import english

PAID = load_payouts("club")
WASHBURN, INTRAMURAL, TDA = load_book("washburn"), load_book("intramural"), load_book("tda")
TWO_LEFT = flight_by_book(WASHBURN)
TOP_STACKS = flight_by_book(INTRAMURAL)
FREE = replace(WASHBURN, identity=replace(WASHBURN.identity, value="of-the-room"))
"""Without the check of IDs, which is tested by itself."""
FLIGHT = Create("a", "Flight A", FREE, load_structure("washburn"), EventTerms(PAID, buy_in=2_000, flight=TWO_LEFT))
TABLES = Create(
    "t", "Tables", INTRAMURAL, load_structure("intramural"), EventTerms(PAID, buy_in=2_000, flight=TOP_STACKS)
)
FINAL = Create("f", "Final", FREE, load_structure("washburn"), EventTerms(PAID, buy_in=2_000))


def refusal(room: SmallRoom, action) -> tuple[str, str]:
    with pytest.raises(Refused) as caught:
        decide(room.tournament, action, room.now_ms, room.facts)
    return caught.value.code, caught.value.clause


def said(room: SmallRoom, action) -> str:
    """The refusal in English, with the clause if it cites one."""
    with pytest.raises(Refused) as caught:
        decide(room.tournament, action, room.now_ms, room.facts)
    return english(caught.value)


def flight(players: int = 4, name: str = "a") -> SmallRoom:
    """A flight by Washburn's rules, at one table."""
    room = SmallRoom(1)
    room.open(players, 1, 8, create=replace(FLIGHT, id=name, name=f"Flight {name}"), who=name)
    room.tables_follow()
    return room


def finish(room: SmallRoom) -> None:
    """All but the last two lose, and the flight is over."""
    for entry in [one.number for one in left(room.tournament.entries)][:-2]:
        room.lose(1, entry)
        room.ask(ConfirmBust(entry))
    assert room.ask(EndFlight())


def tables(players: int = 9) -> SmallRoom:
    """Two crews that have played a round."""
    room = SmallRoom(1)
    room.open(players, 2, 5, create=TABLES)
    room.tables_follow()
    return room


def give(room: SmallRoom, sitting: int, *stacks: int) -> None:
    """The entries of a table get these stacks, in order."""
    table = room.tables[sitting]
    for entry, chips in zip(sorted(table.held), stacks, strict=True):
        table.held[entry] = SeatedEntry(table.held[entry].seat, chips)


def test_washburn_2_a_flight_ends_with_two_players_left_who_keep_their_chips():
    room = flight()
    assert refusal(room, EndFlight()) == ("flight-not-over", "Washburn 2")
    room.lose(1, 1, 2)
    assert refusal(room, EndFlight()) == ("bust-to-confirm", "Washburn 2")
    room.ask(ConfirmBust(1))

    assert [one.action for one in room.proposed()] == [EndFlight()]
    assert room.ask(EndFlight())

    assert room.tournament.flight
    assert sum(one.chips for one in room.going_on) == 40_000
    assert [one.entry for one in room.going_on] == [3, 4]
    assert refusal(room, EndFlight())[0] == "flight-ended"
    assert refusal(room, AddEntry("p9", "Zoe"))[0] == "flight-ended"


def test_only_the_last_table_stops_by_itself():
    room = SmallRoom(1)
    room.open(9, 2, 8, create=FLIGHT)
    assert target(room.tournament, 1).stop is None

    assert target(flight().tournament, 1).stop == Stop("players-left", 2)
    assert target(tables().tournament, 1).stop == Stop("last-round", 12)


@pytest.mark.parametrize(
    ("percent", "entries", "players"),
    [(1250, 1, 1), (1, 1, 1), (1250, 8, 1), (1250, 9, 2), (1250, 50, 7), (1000, 30, 3), (3333, 3, 1), (3334, 3, 2),
     (10_000, 7, 7), (1, 10_000, 1), (1, 10_001, 2), (1250, 0, 0)],
)  # fmt: skip
def test_a_percentage_of_the_entries_is_rounded_up(percent, entries, players):
    assert players_at_end(FlightEnds("percent-left", percent), entries) == players


@pytest.mark.parametrize("percent", [0, 10_001])
def test_a_percentage_must_be_above_zero_and_at_most_a_hundred(percent):
    with pytest.raises(BadInput):
        FlightEnds("percent-left", percent)
    with pytest.raises(BadInput):
        FlightEnds("percent-left", 1250, "top-stacks")


def to_percent(percent: int, *, players: int, late_levels: int = 0, re_entries: int = 0) -> SmallRoom:
    """A flight that is over when this percentage of its entries is left, in hundredths of a percent."""
    room = SmallRoom(1)
    ends = FlightEnds("percent-left", percent)
    terms = EventTerms(PAID, late_levels=late_levels, re_entries=re_entries, flight=ends)
    room.open(players, 1, 9, create=replace(CREATE, terms=terms))
    room.tables_follow()
    return room


def lose(room: SmallRoom, *entries: int) -> None:
    """Each busts from its table and is confirmed out."""
    for entry in entries:
        room.lose(room.seat_of(entry).sitting, entry)
        room.ask(ConfirmBust(entry))


def test_a_flight_to_a_percentage_ends_with_that_share_of_its_entries_left():
    room = to_percent(4000, players=6)
    assert target(room.tournament, 1).stop == Stop("players-left", 3)
    lose(room, 1, 2)
    assert refusal(room, EndFlight())[0] == "flight-not-over"
    lose(room, 3)

    assert room.ask(EndFlight())
    assert [one.entry for one in room.going_on] == [4, 5, 6]


def test_the_number_left_for_a_percentage_grows_with_re_entries_until_entries_close():
    room = to_percent(5000, players=4, late_levels=1, re_entries=1)
    lose(room, 1, 2)
    assert refusal(room, EndFlight())[0] == "entries-still-open"
    assert target(room.tournament, 1).stop is None
    first = room.tournament.entries[1]
    assert room.ask(AddEntry(first.player, first.name))
    room.next_level()

    assert refusal(room, AddEntry("p9", "Zoe"))[0] == "entries-closed"
    assert target(room.tournament, 1).stop == Stop("players-left", 3)


def test_a_bust_in_the_last_hand_counts_even_if_fewer_than_the_percentage_go_on():
    room = to_percent(5000, players=6)
    lose(room, 1, 2)
    room.lose(1, 3, 4)
    assert refusal(room, EndFlight())[0] == "bust-to-confirm"
    room.ask(ConfirmBust(3))
    if room.tournament.entries[4].bust is None:
        room.ask(ConfirmBust(4))

    assert room.ask(EndFlight())
    assert [one.entry for one in room.going_on] == [5, 6]


@pytest.mark.parametrize("ends", [FlightEnds("percent-left", 5000), FlightEnds("players-left", 5)])
def test_if_the_last_players_sit_at_several_tables_each_table_stops_at_the_number(ends):
    room = SmallRoom(1)
    room.open(10, 2, 9, create=replace(CREATE, terms=EventTerms(PAID, flight=ends)))
    room.tables_follow()
    at_first, at_second = ([*sorted(room.tables[table].held)] for table in (1, 2))
    lose(room, at_first[0], at_second[0], at_first[1], at_second[1])
    assert [target(room.tournament, table).stop for table in (1, 2)] == [None, None]
    lose(room, at_first[2])

    assert [target(room.tournament, table).stop for table in (1, 2)] == [Stop("players-left", 5)] * 2
    assert room.ask(EndFlight())
    assert len(room.going_on) == 5


def test_after_a_flight_everybody_leaves_with_a_bag_and_the_table_is_free():
    room = flight()
    finish(room)
    goal = target(room.tournament, 1)
    assert (goal.roster, len(goal.leaving)) == ((), 2)
    assert not is_over(room.tournament)
    assert refusal(room, CloseTable(1))[0] == "table-not-empty"

    room.tables_follow()

    assert ledger(room.tournament.entries, room.facts).in_transit == 40_000
    assert [one.action for one in room.proposed()] == [CloseTable(1)]
    assert room.ask(CloseTable(1))
    assert is_over(room.tournament)
    assert ledger(room.tournament.entries, room.facts).missing == 0


def test_the_end_of_a_flight_can_be_undone_until_the_chips_are_bagged():
    room = flight()
    before = [one.number for one in left(room.tournament.entries)]
    finish(room)
    act = len(room.tournament.acts)
    assert room.ask(UndoAct(act))
    assert room.tournament.flight is None
    assert room.ask(UndoAct(len(room.tournament.acts)))
    room.tables_follow()

    assert refusal(room, UndoAct(len(room.tournament.acts)))[0] == "flight-bagged"
    assert len(before) == 4


def test_a_missing_chip_keeps_the_flight_from_ending():
    room = flight(2)
    give(room, 1, 10_000, 9_975)

    assert refusal(room, EndFlight())[0] == "ledger-differs"


def test_r3_3_after_the_last_round_the_top_stack_of_each_table_goes_on():
    room = tables()
    give(room, 1, 100, 150, 80, 70, 100)
    give(room, 2, 40, 60, 100, 200)
    room.tables[1].orbits = 12
    assert refusal(room, EndFlight()) == ("flight-not-over", "Intramural 3")
    room.tables[2].orbits = 11
    assert room.proposed() == []  # and nobody changes tables meanwhile
    room.tables[2].orbits = 12

    assert room.ask(EndFlight())

    entries, ended = room.tournament.entries, room.tournament.flight
    assert ended
    stacks = {one.entry: one.chips for one in ended.going_on}
    assert sorted(stacks.values()) == [150, 200]
    assert {room.seat_of(entry).sitting for entry in stacks} == {1, 2}
    assert sorted(places(entries, room.tournament.finishes).values()) == [3, 3, 3, 6, 7, 8, 9]
    assert [one.number for one in left(entries)] == sorted(stacks)


def test_r3_3_a_table_with_one_player_left_waits_for_the_others():
    room = tables(8)
    first = sorted(room.tables[1].held)
    room.lose(1, *first[1:])
    room.ask(ConfirmBust(first[1]))
    room.tables[2].orbits = 12
    give(room, 2, 100, 101, 99, 100)

    assert room.ask(EndFlight())
    assert len(room.going_on) == 2


def test_r3_3_the_director_decides_a_tie_for_the_top_stack():
    room = tables()
    give(room, 1, 150, 150, 50, 50, 100)
    give(room, 2, 40, 60, 100, 200)
    for table in room.tables.values():
        table.orbits = 12
    first, second, *_ = sorted(room.tables[1].held)
    assert refusal(room, EndFlight()) == ("top-stacks-tie", "Intramural 3")
    assert refusal(room, EndFlight((first, second)))[0] == "top-stacks-tie"
    assert room.proposed() == []

    assert room.ask(EndFlight((second,)))

    going_on = [one.entry for one in room.going_on]
    assert second in going_on
    assert first not in going_on


def test_a_flight_of_minutes_ends_with_its_level_and_everybody_goes_on():
    room = SmallRoom(1)
    ends = FlightEnds("last-level", 2)
    room.open(4, 1, 9, create=replace(CREATE, terms=EventTerms(PAID, flight=ends)))
    room.tables_follow()
    assert target(room.tournament, 1).stop is None
    assert refusal(room, EndFlight())[0] == "flight-not-over"
    for _ in range(3):
        room.next_level()

    assert target(room.tournament, 1).stop == Stop("last-round", 0)
    assert room.ask(EndFlight())
    assert len(room.going_on) == 4


def test_a_tournament_that_is_not_a_flight_cannot_end_as_one():
    room = SmallRoom(1)
    room.open(2, 1, 9)

    assert refusal(room, EndFlight())[0] == "not-a-flight"
    with pytest.raises(BadInput):
        FlightEnds("players-left", 2, "top-stacks")


def final(*rooms: SmallRoom, create: Create = FINAL) -> SmallRoom:
    """A final with everybody who goes on."""
    room = SmallRoom(2)
    room.create = create
    room.ask(create)
    results = tuple(result_of(one.tournament, 7) for one in rooms)
    assert room.ask(CarryOver(tuple(one.id for one in results), results))
    return room


def test_washburn_2_the_final_carries_the_exact_counts_and_the_pool_of_all_flights():
    flights = [flight(players, name) for players, name in zip((4, 5, 6), "abc", strict=True)]
    for room in flights:
        finish(room)

    room = final(*flights)

    assert len(room.tournament.entries) == 6
    assert sum(entry.chips for entry in room.tournament.entries.values()) == 150_000
    room.open_tables(1, 8)
    room.tables_follow()
    assert ledger(room.tournament.entries, room.facts).missing == 0
    for entry in range(1, 6):
        room.lose(1, entry)
        room.ask(ConfirmBust(entry))
    assert room.end()
    assert sum(paid.payout for paid in room.paid) == 2_000 * 15


def test_fresh_stacks_are_those_of_the_structure():
    fresh = replace(FREE, final_stacks=replace(FREE.final_stacks, value="fresh"))
    one = flight()
    finish(one)

    room = final(one, create=replace(FINAL, book=fresh))

    assert [entry.chips for entry in room.tournament.entries.values()] == [10_000, 10_000]


def test_a_flight_goes_to_one_final_once_and_before_its_start():
    one, other = flight(), flight(5, "b")
    finish(one)
    with pytest.raises(Refused, match="flight-goes-on"):
        result_of(other.tournament, 1)
    finish(other)
    room = final(one)
    again, more = result_of(one.tournament, 7), result_of(other.tournament, 7)

    assert refusal(room, CarryOver(("a",), (again,)))[0] == "flight-carried"
    assert refusal(room, CarryOver((), ()))[0] == "no-flights"
    same = replace(again, id="c")
    assert refusal(room, CarryOver(("b", "c"), (more, same)))[0] == "two-flights"
    room.ask(Start())
    assert refusal(room, CarryOver(("b",), (more,)))[0] == "final-has-begun"


@pytest.mark.parametrize("book", [FREE, TDA], ids=lambda book: book.id)
def test_the_refusal_of_a_player_in_two_flights_cites_no_clause(book):
    """No rule book has one about it. RP-9 is about the size of the final table."""
    results = []
    for its_id in ("a", "b"):
        room = SmallRoom(1)
        room.open(4, 1, 8, create=replace(FLIGHT, id=its_id, book=book), who="p")
        room.tables_follow()
        finish(room)
        results.append(result_of(room.tournament, 7))
    room = SmallRoom(2)
    room.create = replace(FINAL, book=book)
    room.ask(room.create)

    name = results[0].finalists[0].name
    refused = said(room, CarryOver(("a", "b"), tuple(results)))

    assert refused == f"{name} has a stack in two flights: only one can advance"


def test_a_flight_by_a_book_without_a_rule_for_flights_cites_no_clause():
    room = SmallRoom(1)
    room.open(4, 1, 8, create=replace(FLIGHT, book=TDA))
    room.tables_follow()

    assert said(room, EndFlight()) == "table 1 still has hands to play"
    with pytest.raises(Refused) as caught:
        result_of(room.tournament, 1)
    assert english(caught.value) == "Flight A is a flight and is not over: end the flight first"
    finish(room)
    assert said(room, EndFlight()) == "the flight is already over"


def test_only_a_refusal_that_the_document_explains_cites_it():
    """Washburn 2 says when a flight is over, and nothing about when a final takes its players."""
    one = flight()
    assert said(one, EndFlight()) == "table 1 still has hands to play (Washburn 2)"
    finish(one)
    room = final(one)
    room.ask(Start())

    again = CarryOver(("b",), (replace(result_of(one.tournament, 7), id="b"),))
    assert said(room, again) == "the final has started: no more players can be brought over"


def test_a_player_from_two_flights_plays_the_larger_stack_if_the_director_asks():
    one, other = flight(), flight(5, "b")
    for room in (one, other):
        finish(room)
    first, second = result_of(one.tournament, 7), result_of(other.tournament, 7)
    twin = replace(second.finalists[1], player=first.finalists[0].player)
    second = replace(second, finalists=(second.finalists[0], twin))
    room = SmallRoom(2)
    room.create = FINAL
    room.ask(FINAL)
    assert refusal(room, CarryOver(("a", "b"), (first, second)))[0] == "two-flights"

    assert room.ask(CarryOver(("a", "b"), (first, second), best=True))

    larger = max(first.finalists[0].chips, twin.chips)
    assert {entry.player: entry.chips for entry in room.tournament.entries.values()}[twin.player] == larger
    (carried,) = [event for event in room.events if isinstance(event, CarriedOver)]
    assert sorted([larger, *(gone.chips for gone in carried.dropped)]) == sorted([first.finalists[0].chips, twin.chips])
    assert len(room.tournament.entries) == 3


def test_bounties_are_won_in_flights_and_the_remaining_ones_in_the_final():
    prizes = Prizes(bounty=500)
    create = replace(FLIGHT, terms=replace(FLIGHT.terms, prizes=prizes))
    room = SmallRoom(1)
    room.open(4, 1, 8, create=create, who="a")
    room.tables_follow()
    room.lose(1, 1)
    room.tables[1].busts[-1] = replace(room.tables[1].busts[-1], by=(3,))
    room.ask(ConfirmBust(1))
    room.lose(1, 2)  # nobody says who knocked them out
    room.ask(ConfirmBust(2))
    room.ask(EndFlight())
    result = result_of(room.tournament, 7)
    assert bounties(room.tournament.entries, 500) == {3: 500}
    assert (result.bounty, result.heads) == (500, 500)

    end = SmallRoom(2)
    end.ask(FINAL)
    assert refusal(end, CarryOver(("a",), (result,)))[0] == "bounties-differ"
    end = SmallRoom(2)
    end.create = replace(FINAL, terms=replace(FINAL.terms, prizes=prizes))
    end.ask(end.create)
    assert end.ask(CarryOver(("a",), (result,)))
    end.open_tables(1, 8)
    end.tables_follow()
    end.lose(1, 1)
    end.tables[1].busts[-1] = replace(end.tables[1].busts[-1], by=(2,))
    end.ask(ConfirmBust(1))
    assert end.end()

    assert {paid.entry: paid.bounties for paid in end.paid} == {2: 3 * 500, 1: 0}
    assert 500 + sum(paid.bounties for paid in end.paid) == 4 * 500


def test_the_end_of_a_flight_can_be_undone_only_after_undoing_the_closing_of_its_typed_table():
    room = SmallRoom(1)
    room.open(4, 1, 8, typed=1, create=FLIGHT, who="a")
    room.tables_follow()
    room.type_table(1, {1: 0, 2: 0, 3: 20_000, 4: 20_000})
    room.ask(ConfirmBust(1))
    assert room.ask(EndFlight())
    end = len(room.tournament.acts)
    assert room.ask(CloseTable(1))

    assert refusal(room, UndoAct(end))[0] == "act-needed"
    assert room.ask(UndoAct(end + 1))
    assert room.ask(UndoAct(end))
    assert room.tournament.flight is None


def test_carrying_a_flight_into_a_final_can_be_undone():
    one = flight()
    finish(one)
    room = final(one)

    assert room.ask(UndoAct(len(room.tournament.acts)))

    assert (dict(room.tournament.entries), room.tournament.carried) == ({}, ())


def test_carrying_over_above_the_cap_can_be_redone():
    one = flight()
    finish(one)
    capped = replace(FINAL, terms=replace(FINAL.terms, registration=Registration(cap=1)))
    room = final(one, create=capped)
    assert room.ask(UndoAct(len(room.tournament.acts)))

    assert room.ask(UndoAct(len(room.tournament.acts)))

    assert len(room.tournament.entries) == 2
