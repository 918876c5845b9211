"""Redo and undo after other things have happened: the findings of an attack on the room."""

import pytest
from msgspec.structs import replace

from engine.books.rulebook import load_book
from engine.refused import Refused
from engine.tournament.actions import (
    AddEntry,
    CheckIn,
    ConfirmBust,
    Create,
    DrawSeats,
    EndFlight,
    Forfeit,
    HandForHand,
    MakeDeal,
    NextHand,
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
from engine.tournament.field.bars import EventEntries, bar_of
from engine.tournament.field.entries import Person, SeatAt, left
from engine.tournament.formats import FlightEnds
from engine.tournament.levels.structure import load_structure
from engine.tournament.prizes.payouts import curve, load_payouts
from engine.tournament.rules.prizes.deal_rules import offer
from engine.tournament.tournament import decide
from tests.engine.tournament.test_flights import FINAL, final, flight
from tests.kit.small_room import CREATE, SmallRoom

PAID = load_payouts("club")
LATE = EventTerms(PAID, buy_in=1_000, late_levels=3)
CAPPED = replace(CREATE, terms=replace(LATE, registration=Registration(cap=2)))


def refusal(room: SmallRoom, action) -> str:
    with pytest.raises(Refused) as caught:
        decide(room.tournament, action, room.now_ms, room.facts)
    return caught.value.code


def opened(create: Create = CREATE, *names: str) -> SmallRoom:
    room = SmallRoom(1)
    room.create = create
    room.ask(create)
    for name in names:
        assert room.ask(AddEntry(name.casefold(), name))
    return room


def last(room: SmallRoom) -> int:
    return len(room.tournament.acts)


def test_hand_for_hand_ends_if_no_table_can_play():
    room = SmallRoom(1)
    room.open(4, 2, 9)
    room.tables_follow()
    room.ask(HandForHand(on=True))
    room.ask(NextHand())
    for table in (1, 2):
        loser = sorted(room.tables[table].held)[0]
        room.lose(table, loser)
    while room.proposed() and isinstance(room.proposed()[0].action, ConfirmBust):
        assert room.ask(room.proposed()[0].action)

    assert refusal(room, NextHand()) == "one-table-plays-on"


def test_hand_for_hand_waits_for_tables_whose_players_have_no_chips_yet():
    room = SmallRoom(1)
    room.open(6, 2, 9)
    assert room.ask(HandForHand(on=True))
    assert room.ask(NextHand())

    assert refusal(room, NextHand()) == "tables-waited-for"


def test_hands_that_were_in_play_at_the_call_do_not_tie():
    room = SmallRoom(1)
    room.open(9, 3, 9)
    room.tables_follow()
    losers = [sorted(room.tables[table].held)[0] for table in (1, 2)]
    for table, loser in enumerate(losers, 1):
        room.lose(table, loser)
    assert room.ask(HandForHand(on=True))
    assert refusal(room, NextHand()) == "bust-to-confirm"
    room.ask(ConfirmBust(losers[0]))
    room.ask(ConfirmBust(losers[1]))
    assert len(room.tournament.finishes) == 2


def test_a_final_with_fewer_players_than_places_pays_the_whole_pool():
    flights = [flight(8, name) for name in "ab"]
    for one in flights:
        *losers, _ = [entry.number for entry in left(one.tournament.entries)]
        one.lose(1, *losers)  # all at once
        one.ask(ConfirmBust(losers[0]))
        assert one.ask(EndFlight())

    room = final(*flights, create=replace(FINAL, terms=replace(FINAL.terms, payouts=load_payouts("curve"))))
    room.open_tables(1, 8)
    room.tables_follow()
    room.lose(1, 1)
    room.ask(ConfirmBust(1))

    assert room.end()
    assert sum(paid.payout for paid in room.paid) == 16 * 2_000


def test_a_curve_of_very_many_places_has_no_negative_share():
    assert min(curve(10_000)) >= 0
    assert sum(curve(10_000)) == 10_000


@pytest.mark.parametrize("when", [-1, 10**15, 10**400])
def test_a_start_must_be_a_time_that_a_clock_can_wait_for(when):
    assert refusal(opened(), Schedule(when)) == "no-such-time"


def test_an_act_that_needed_a_table_cannot_be_redone_without_it():
    room = opened(CREATE, "Ana")
    room.ask(UseTable(1, 9))
    table = last(room)
    room.ask(SeatEntry(1, SeatAt(1, 3)))
    room.ask(UndoAct(last(room)))
    redo = last(room)
    room.ask(UndoAct(table))

    assert refusal(room, UndoAct(redo)) == "act-needed"


@pytest.mark.parametrize("how", [VoidEntry(1), TurnAway("Ana", "rude")])
def test_redo_cannot_take_out_a_player_who_has_played(how):
    room = opened(CREATE, "Ana", "Bo")
    room.ask(how)
    room.ask(UndoAct(last(room)))
    redo = last(room)
    room.open_tables(1, 9)
    room.tables_follow()

    assert refusal(room, UndoAct(redo)) in {"act-needed", "entry-has-played"}
    assert ledger(room.tournament.entries, room.facts).missing == 0


def test_redo_cannot_let_in_a_player_who_was_turned_away_meanwhile():
    room = opened(CREATE, "Ana")
    room.ask(UndoAct(last(room)))
    redo = last(room)
    room.ask(TurnAway("Ana", "rude"))

    assert refusal(room, UndoAct(redo)) == "turned-away"


def test_a_waiting_player_who_was_turned_away_meanwhile_is_skipped():
    """Two players of one name: the one who plays was taken out, and the one who waits is not let in by mistake."""
    room = opened(CAPPED, "Ana", "Bo")
    room.ask(AddEntry("other-ana", "Ana"))
    room.ask(AddEntry("cyd", "Cyd"))
    room.ask(TurnAway("Ana", "rude"))

    assert refusal(room, Promote(3)) == "first-waiting-first"
    assert room.ask(Promote(4))


def test_a_turned_away_name_is_normalized_like_an_entered_one():
    room = opened(CREATE, "Bo")
    room.ask(TurnAway("Ana \t Bell", "rude"))

    assert refusal(room, AddEntry("ana", "Ana   Bell")) == "turned-away"


def test_the_cap_also_holds_for_undo_and_nobody_is_in_twice():
    room = opened(CAPPED, "Ana", "Bo", "Cyd")
    room.ask(VoidEntry(1))
    void = last(room)
    assert room.ask(Promote(3))
    assert refusal(room, UndoAct(void)) == "field-is-full"

    room = opened(CREATE, "Ana")
    room.ask(VoidEntry(1))
    void = last(room)
    room.ask(AddEntry("ana", "Ana"))
    assert refusal(room, UndoAct(void)) == "player-is-in"


def test_the_first_waiting_player_stays_first_and_nobody_jumps_the_list():
    room = opened(CAPPED, "Ana", "Bo", "Cyd", "Dee")
    room.ask(UndoAct(last(room) - 1))  # Cyd's entry
    room.ask(UndoAct(last(room)))
    room.ask(VoidEntry(1))
    assert room.ask(AddEntry("eli", "Eli"))

    assert room.tournament.entries[5].waits
    assert refusal(room, Promote(4)) == "first-waiting-first"
    assert room.ask(Promote(3))


def test_voiding_an_entry_does_not_cancel_its_debt():
    astate = load_book("astate-2009")
    terms = EventTerms(PAID, registration=Registration(roster=16, forfeit_fee=2_000))
    room = opened(Create("id", "Hold'em", astate, load_structure("astate-2009"), terms))
    room.ask(AddEntry("k", "Kings", roster=(Person("Ann Bell", id_seen=True),)))
    room.ask(Start())
    room.ask(Forfeit(1))

    assert refusal(room, VoidEntry(1)) == "entry-forfeited"
    assert room.ask(TurnAway("Kings", "rude"))
    assert bar_of({"kings"}, [EventEntries("January", room.tournament.entries.values())])


def test_a_person_can_be_on_only_one_roster():
    terms = EventTerms(PAID, registration=Registration(roster=16))
    room = opened(replace(CREATE, terms=terms))
    assert room.ask(AddEntry("a", "Aces", roster=(Person("Ann Bell"),)))

    assert refusal(room, AddEntry("k", "Kings", roster=(Person("ann bell"),))) == "on-other-roster"


def heads_up() -> SmallRoom:
    room = opened(replace(CREATE, terms=EventTerms(PAID, buy_in=1_000)), "Ana", "Bo", "Cyd")
    room.open_tables(1, 9)
    room.tables_follow()
    room.lose(1, 3)
    room.ask(ConfirmBust(3))
    return room


def test_after_a_deal_the_pool_cannot_change():
    room = heads_up()
    shares = offer(room.tournament, room.context, "icm").shares
    assert room.ask(MakeDeal(shares))

    assert refusal(room, AddEntry("dee", "Dee")) == "no-late-registration"
    assert refusal(room, VoidEntry(1)) == "deal-made"


def test_a_deal_cannot_be_redone_once_a_player_is_back():
    room = heads_up()
    bust = last(room)
    room.ask(MakeDeal(offer(room.tournament, room.context, "icm").shares))
    room.ask(UndoAct(last(room)))
    redo = last(room)
    room.ask(UndoAct(bust))

    assert refusal(room, UndoAct(redo)) == "act-needed"


def test_after_the_end_every_order_is_refused_except_undoing_the_end():
    room = heads_up()
    bust = last(room)
    room.lose(1, 2)
    room.ask(ConfirmBust(2))
    assert room.end()

    for late in (CheckIn(1), UseTable(9, 9), TurnAway("Zoe", "late"), HandForHand(on=True), VoidEntry(1)):
        assert refusal(room, late) == "tournament-ended"
    assert refusal(room, UndoAct(bust)) in {"act-needed", "tournament-ended"}
    assert room.ask(UndoAct(last(room)))


def test_a_flight_has_an_end_but_no_bubble_and_no_deal():
    room = flight(4)
    assert refusal(room, HandForHand(on=True)) == "not-in-flight"
    levels = sum(hasattr(entry, "big") for entry in CREATE.structure.entries)
    endless = replace(CREATE, terms=EventTerms(PAID, flight=FlightEnds("last-level", levels)))
    assert refusal(SmallRoom(1), endless) == "flight-never-ends"


def test_a_flight_cannot_end_before_it_begins_or_while_entries_are_taken():
    terms = EventTerms(PAID, late_levels=3, flight=FlightEnds("players-left", 4))
    room = opened(replace(CREATE, terms=terms), "Ana", "Bo", "Cyd")
    assert refusal(room, EndFlight()) == "entries-still-open"
    room.ask(UseTable(1, 9))
    room.ask(PrepareDraw("0123456789abcdef"))
    room.ask(DrawSeats())
    room.ask(Start())
    room.tables_follow()

    assert refusal(room, EndFlight()) == "entries-still-open"
    assert not [one for one in room.proposed() if isinstance(one.action, EndFlight)]
