"""Redraws of all seats: for the final table, at chosen numbers of players left, and for the rounds of shootouts."""

from collections import Counter
from functools import reduce

import pytest
from msgspec.structs import replace

from engine.bad_input import BadInput
from engine.books.rulebook import load_book
from engine.refused import Refused
from engine.terms import Stop
from engine.tournament.actions import (
    BreakTable,
    CloseTable,
    ConfirmBust,
    HaltTable,
    HandForHand,
    MakeDeal,
    MoveEntry,
    Redraw,
    SeatsRedrawn,
    SetPolicy,
    UndoAct,
    UseTable,
)
from engine.tournament.custody.ledger import ledger
from engine.tournament.event_terms import EventTerms
from engine.tournament.field.entries import SeatAt, left
from engine.tournament.formats import HEADS_UP, RedrawDone, Redraws, ShootOut, final_table_size, redraw_due
from engine.tournament.levels.structure import load_structure
from engine.tournament.prizes.finishes import places
from engine.tournament.prizes.payouts import load_payouts
from engine.tournament.rules.seating.seat_rules import open_sittings
from engine.tournament.state import Tournament, apply
from engine.tournament.tables.facts import in_transit
from engine.tournament.targets import target
from engine.tournament.tournament import decide
from tests.kit.small_room import CREATE, SmallRoom

PAID = load_payouts("club")


def in_form(redraws: Redraws | None = None, shoot_out: ShootOut | None = None):
    """The club's night in this format."""
    return replace(CREATE, terms=EventTerms(PAID, buy_in=2000, redraws=redraws or Redraws(), shoot_out=shoot_out))


def room_of(players: int, tables: int, seats: int, redraws=None, shoot_out=None) -> SmallRoom:
    """A room where everybody sits and the clock runs."""
    room = SmallRoom(1)
    room.open(players, tables, seats, create=in_form(redraws, shoot_out))
    room.tables_follow()
    return room


def refusal(room: SmallRoom, action) -> str:
    with pytest.raises(Refused) as caught:
        decide(room.tournament, action, room.now_ms, room.facts)
    return caught.value.code


def go_out(room: SmallRoom, sitting: int, count: int) -> None:
    """This many of a table lose, one after the other, and are confirmed out."""
    for _ in range(count):
        entry = sorted(room.tables[sitting].held)[0]
        room.lose(sitting, entry)
        assert room.ask(ConfirmBust(entry))


def close(room: SmallRoom, *sittings: int) -> None:
    """Close the tables, which are empty."""
    for sitting in sittings:
        assert room.ask(CloseTable(sitting))


def missing(room: SmallRoom) -> int:
    return ledger(room.tournament.entries, room.facts).missing


def drawn(room: SmallRoom) -> SeatsRedrawn:
    """The newest redraw."""
    return next(event for event in reversed(room.events) if isinstance(event, SeatsRedrawn))


def test_at_nine_left_a_draw_of_the_final_table_is_proposed_and_no_table_breaks():
    room = room_of(11, 2, 9, Redraws(final_table="book"))
    go_out(room, 1, 1)
    assert BreakTable not in {type(one.action) for one in room.proposed()}
    go_out(room, 1, 1)

    (first, *_) = room.proposed()
    assert (first.action, first.why.code, first.clause) == (Redraw(), "propose-final-table", "TDA 2024 RP-9")
    assert room.ask(first.action)

    assert [(one.table, one.seat_count) for one in open_sittings(room.tournament)] == [(1, 9)]
    seats = {entry.seat for entry in left(room.tournament.entries)}
    assert len(seats) == 9
    assert drawn(room).sittings[0].button in {seat.seat for seat in seats if seat}


def seating(room: SmallRoom) -> list[object]:
    """The proposed actions that change seats or hold tables."""
    kinds = (Redraw, BreakTable, MoveEntry, HaltTable, HandForHand)
    return [one.action for one in room.proposed() if isinstance(one.action, kinds)]


@pytest.mark.parametrize(
    ("redraws", "wanted"), [(Redraws(), [BreakTable(1)]), (Redraws(final_table=7), [Redraw()])], ids=["break", "redraw"]
)
def test_seven_left_at_two_tables_move_to_one_table_and_nobody_is_moved_or_held_before(redraws, wanted):
    room = room_of(11, 2, 9, redraws)
    go_out(room, 1, 4)

    assert seating(room) == wanted


def test_the_tables_are_balanced_if_the_director_never_wants_the_last_two_joined():
    room = room_of(11, 2, 9)
    room.ask(SetPolicy("break-table", "never"))
    go_out(room, 1, 4)

    assert {type(one) for one in seating(room)} >= {MoveEntry, HaltTable}


def test_the_last_two_tables_are_balanced_while_more_players_may_enter():
    room = SmallRoom(1)
    room.open(8, 2, 9)
    room.tables_follow()
    go_out(room, 1, 2)

    assert MoveEntry in {type(one) for one in seating(room)}


def test_the_chips_are_in_transit_until_they_are_counted_at_the_new_seats():
    room = room_of(9, 2, 9, Redraws(final_table=9))
    before = {entry: held.chips for table in room.tables.values() for entry, held in table.held.items()}
    assert room.ask(Redraw())
    here = target(room.tournament, 1)
    assert {one.to_table for one in here.leaving} == {0}, "table 1 is this table: its next sitting begins afterwards"
    assert {one.to_table for one in target(room.tournament, 2).leaving} == {1}
    for table in (1, 2):
        for one in target(room.tournament, table).leaving:
            room.tables[table].let_go(one.entry)

    assert in_transit(room.facts) == before
    assert missing(room) == 0
    room.tables_follow()
    assert in_transit(room.facts) == {}
    assert {entry: held.chips for entry, held in room.tables[3].held.items()} == before
    assert target(room.tournament, 3).button == drawn(room).sittings[0].button
    close(room, 1, 2)


def test_a_redraw_can_be_undone_until_a_table_follows_and_repeats_the_same():
    room = room_of(9, 2, 9, Redraws(final_table=9))
    before = room.tournament
    room.ask(Redraw())
    first = [(one.entry, one.seat.seat) for one in drawn(room).seats]
    act = len(room.tournament.acts)
    assert room.ask(UndoAct(act))
    assert replace(room.tournament, acts=(), pending=0, draws={}) == replace(before, acts=(), pending=0, draws={})

    room.ask(Redraw())

    assert [(one.entry, one.seat.seat) for one in drawn(room).seats] == first, "nobody draws until they like it"
    assert {one.sitting for one in drawn(room).sittings} == {4}, "a table may have a journal of the sitting before"
    room.tables_follow()
    assert refusal(room, UndoAct(len(room.tournament.acts))) == "act-followed"
    assert reduce(apply, room.events, Tournament()) == room.tournament


def test_seats_are_redrawn_once_at_each_chosen_number():
    room = room_of(14, 3, 6, Redraws(at=(12, 11)))
    assert "propose-redraw" not in {one.why.code for one in room.proposed()}
    go_out(room, 1, 2)
    asked = next(one for one in room.proposed() if isinstance(one.action, Redraw))
    assert (asked.why.code, asked.clause) == ("propose-redraw", "")
    room.ask(asked.action)
    room.tables_follow()
    assert sorted(Counter(one.seat.sitting for one in drawn(room).seats).values()) == [6, 6]
    assert [one.action for one in room.proposed()] == [CloseTable(1), CloseTable(2), CloseTable(3)]
    close(room, 1, 2, 3)
    go_out(room, 4, 1)
    assert Redraw() in [one.action for one in room.proposed()]


def test_one_draw_covers_all_numbers_that_were_passed_at_once():
    redraws = Redraws(at=(27, 18))
    assert [redraw_due(redraws, (), players, 40) for players in (28, 27, 18, 17)] == [0, 27, 18, 18]
    assert redraw_due(redraws, (RedrawDone(4, 17),), 16, 40) == 0
    assert redraw_due(redraws, (RedrawDone(4, 25),), 18, 40) == 18
    assert redraw_due(redraws, (), 20, 20) == 0


@pytest.mark.parametrize(("seats", "size"), [(10, 9), (9, 9), (8, 9), (7, 7), (6, 7), (5, 5)])
def test_rp_9_the_standards_final_table_has_nine_or_seven_seats(seats, size):
    assert final_table_size(Redraws(final_table="book"), seats) == size


def test_tables_of_eight_form_a_final_table_of_nine():
    room = room_of(9, 2, 8, Redraws(final_table="book"))
    room.ask(Redraw())

    assert [one.seat_count for one in open_sittings(room.tournament)] == [9]


def test_a_redraw_waits_for_hand_for_hand_and_for_a_bust():
    room = room_of(10, 2, 9, Redraws(final_table=9))
    assert room.ask(HandForHand(on=True))
    room.lose(1, sorted(room.tables[1].held)[0])
    assert refusal(room, Redraw()) == "redraw-hand-for-hand"
    assert not [one for one in room.proposed() if isinstance(one.action, Redraw)]
    bust = room.tables[1].busts[0].entry
    room.ask(ConfirmBust(bust))
    assert room.ask(HandForHand(on=False))
    assert room.ask(Redraw())

    other = room_of(10, 2, 9, Redraws(final_table=9))
    other.lose(1, sorted(other.tables[1].held)[0])
    assert refusal(other, Redraw()) == "bust-to-confirm"


def test_a_redraw_waits_for_chips_in_transit():
    room = room_of(10, 2, 9, Redraws(final_table=9))
    entry = sorted(room.tables[1].held)[0]
    free = next(seat for seat in range(1, 10) if SeatAt(2, seat) not in room.tournament.occupied)
    room.ask(MoveEntry(entry, SeatAt(2, free)))
    room.tables[1].let_go(entry)

    assert refusal(room, Redraw()) == "entry-on-the-way"


def test_a_redraw_waits_until_every_table_confirms_that_its_players_sit():
    """A table that is cut off may seat them later, and they would have two stacks."""
    room = room_of(9, 2, 9, Redraws(final_table=9))
    entry = sorted(room.tables[1].held)[0]
    held = room.tables[1].held.pop(entry)
    assert refusal(room, Redraw()) == "before-seated"

    room.tables[1].held[entry] = held
    assert room.ask(Redraw())


def test_a_redraw_waits_for_a_seated_player_without_an_assigned_seat():
    """A clock had lost the decision that seated them.

    Their table was not notified that they leave, and they had two stacks.
    """
    room = room_of(9, 2, 9, Redraws(final_table=9))
    entry = sorted(room.tables[1].held)[0]
    now = room.tournament
    room.tournament = replace(now, entries={**now.entries, entry: replace(now.entries[entry], seat=None)})

    assert refusal(room, Redraw()) == "entry-on-the-way"


def test_if_levels_go_by_play_only_the_rounds_of_a_shoot_out_are_redrawn():
    for form, code in ((None, "redraw-by-play"), (ShootOut(5), "round-goes-on")):
        create = replace(in_form(shoot_out=form), structure=load_structure("intramural"), book=load_book("intramural"))
        room = SmallRoom(1)
        room.open(9, 2, 5, create=create)
        room.tables_follow()
        assert refusal(room, Redraw()) == code


def test_the_director_can_choose_the_tables_of_a_redraw():
    room = room_of(9, 2, 9)
    assert refusal(room, Redraw((7,), 8)) == "too-few-seats"
    assert refusal(room, Redraw((7, 7))) == "table-in-play"
    assert refusal(room, Redraw((7,), 11)) == "seat-count"
    assert room.ask(Redraw((7,), 10))
    assert [(one.table, one.seat_count) for one in open_sittings(room.tournament)] == [(7, 10)]
    room.tables_follow()
    assert refusal(room, Redraw((1,))) == "table-in-play", "its sitting before has yet to be closed"
    close(room, 1)
    assert room.ask(Redraw((1,)))


def shoot_out(players: int = 12, tables: int = 3, seats: int = 4, **choices) -> SmallRoom:
    return room_of(players, tables, seats, shoot_out=ShootOut(seats, **choices))


def test_each_table_of_a_shoot_out_plays_down_to_its_winner():
    room = shoot_out()
    assert [target(room.tournament, table).stop for table in (1, 2, 3)] == [Stop("players-left", 1)] * 3
    go_out(room, 1, 3)
    go_out(room, 2, 2)

    assert room.proposed() == [], "no table is balanced or broken meanwhile"
    assert refusal(room, Redraw()) == "round-goes-on"
    assert refusal(room, HandForHand(on=True)) == "not-in-shoot-out"


def test_the_winners_meet_in_the_next_round_with_their_chips():
    room = shoot_out()
    for table, out in ((1, 3), (2, 3), (3, 3)):
        assert refusal(room, Redraw()) == "round-goes-on"
        go_out(room, table, out)
    (asked, *_) = room.proposed()
    assert (asked.action, asked.why.code, asked.why.fields["round"]) == (Redraw(), "propose-last-round", 2)
    room.ask(asked.action)
    room.tables_follow()

    assert [one.table for one in open_sittings(room.tournament)] == [1]
    assert [held.chips for held in room.tables[4].held.values()] == [40_000] * 3
    assert target(room.tournament, 4).stop is None, "the last table plays to its end"
    assert refusal(room, Redraw()) == "round-goes-on"
    go_out(room, 4, 2)
    assert room.end()
    assert [paid.finish for paid in room.paid] == list(range(1, 13))
    assert missing(room) == 0


def test_with_fresh_stacks_the_chips_stay_at_their_table():
    room = shoot_out(stacks="fresh")
    for table in (1, 2, 3):
        go_out(room, table, 3)
    room.ask(Redraw())
    assert {one.fresh for one in target(room.tournament, 1).leaving} == {10_000}
    assert missing(room) == 0
    room.tables_follow()

    assert [held.chips for held in room.tables[4].held.values()] == [10_000] * 3
    assert missing(room) == 0


def test_a_deal_is_made_between_rounds_and_not_in_the_middle_of_one():
    """A player who busts after it would tie for prizes that the deal has divided."""
    room = shoot_out()
    assert refusal(room, MakeDeal(())) != "deal-in-round"
    go_out(room, 1, 1)

    assert refusal(room, MakeDeal(())) == "deal-in-round"


def test_two_winners_of_each_table_go_on():
    room = shoot_out(8, 2, 4, winners=2)
    go_out(room, 1, 2)
    go_out(room, 2, 2)
    room.ask(Redraw())

    assert Counter(one.seat.sitting for one in drawn(room).seats) == {3: 4}


def test_heads_up_pairs_are_drawn_with_a_bye_and_the_losers_of_a_round_tie():
    room = room_of(5, 3, 2, shoot_out=HEADS_UP)
    pairs = Counter(seat.sitting for seat in room.tournament.occupied)
    assert sorted(pairs.values()) == [1, 2, 2]
    for table in (1, 2, 3):
        go_out(room, table, pairs[table] - 1)
    assert sorted(places(room.tournament.entries, room.tournament.finishes).values()) == [4, 4]
    room.ask(Redraw())
    room.tables_follow()
    assert {held.chips for table in (4, 5) for held in room.tables[table].held.values()} == {10_000}
    for table in (4, 5):
        go_out(room, table, len(room.tables[table].held) - 1)
    assert refusal(room, Redraw()) == "too-few-tables"
    close(room, 1, 2, 3)
    room.ask(Redraw())
    room.tables_follow()
    go_out(room, 6, 1)

    assert room.end()
    assert [paid.finish for paid in room.paid] == [1, 2, 3, 4, 4]
    assert sum(paid.payout for paid in room.paid) == 10_000


def test_undoing_a_bust_that_joined_its_round_leaves_the_others():
    room = room_of(4, 2, 2, shoot_out=HEADS_UP)
    go_out(room, 1, 1)
    before = room.tournament
    go_out(room, 2, 1)
    assert len(room.tournament.finishes) == 1
    assert room.ask(UndoAct(len(room.tournament.acts)))
    assert room.tournament.finishes == before.finishes


def test_settings_that_a_shoot_out_cannot_have_are_refused():
    with pytest.raises(BadInput):
        ShootOut(seats=5, winners=3)
    late = replace(CREATE, terms=EventTerms(PAID, late_levels=1, shoot_out=HEADS_UP))
    assert refusal(SmallRoom(1), late) == "shoot-out-begins-at-once"
    room = SmallRoom(1)
    room.ask(in_form(shoot_out=HEADS_UP))
    assert refusal(room, UseTable(1, 3)) == "seats-beyond-round"
    assert refusal(room, UseTable(1, 2, typed=True)) == "fresh-needs-kiosk"
