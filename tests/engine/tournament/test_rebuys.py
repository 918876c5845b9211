"""Chips that an entry buys while it is in, handed out once by the table where it sat."""

import pytest
from msgspec.structs import replace

from engine.refused import Refused
from engine.tournament.actions import (
    AddEntry,
    AddOn,
    BreakTable,
    CloseTable,
    ConfirmBust,
    DrawSeats,
    MoveEntry,
    NextLevel,
    PrepareDraw,
    Rebought,
    Rebuy,
    SeatAgain,
    SeatEntry,
    SendPurchases,
    UndoAct,
    UseTable,
)
from engine.tournament.custody.ledger import ledger
from engine.tournament.event_terms import Prizes
from engine.tournament.field.entries import EntryPurchase, SeatAt
from engine.tournament.prizes.finishes import places
from engine.tournament.rules.field.entry_rules import takes_entries
from engine.tournament.rules.prizes.prize_pool import fees, places_paid, pool
from engine.tournament.tables.facts import Arrival, Departure, SeatedEntry
from engine.tournament.targets import Purchase, target
from engine.tournament.tournament import decide
from tests.kit.small_room import CREATE, TERMS, SmallRoom


@pytest.fixture
def room():
    """Nine players at two tables, five at the first; everyone has the starting stack."""
    room = SmallRoom(1)
    room.open(9, 2, 9)
    room.tables_follow()
    return room


def refusal(room: SmallRoom, action) -> str:
    with pytest.raises(Refused) as caught:
        decide(room.tournament, action, room.now_ms, room.facts)
    return caught.value.code


def at(room: SmallRoom, sitting: int) -> int:
    """An entry of this sitting."""
    return next(entry for seat, entry in room.tournament.occupied.items() if seat.sitting == sitting)


def free_at(room: SmallRoom, sitting: int) -> SeatAt:
    seats = (SeatAt(sitting, seat) for seat in range(1, 10))
    return next(seat for seat in seats if seat not in room.tournament.occupied)


def missing(room: SmallRoom) -> int:
    return ledger(room.tournament.entries, room.facts).missing


def test_a_purchase_waits_until_the_table_has_handed_it_out(room):
    entry = at(room, 1)
    issued = ledger(room.tournament.entries, room.facts).issued

    assert room.ask(Rebuy(entry))

    seat = room.tournament.entries[entry].seat
    assert room.events[-1] == Rebought(entry, seat, 10_000, 1)
    held = ledger(room.tournament.entries, room.facts)
    assert (held.issued, held.waiting, held.missing) == (issued + 10_000, 10_000, 0)
    assert target(room.tournament, 1).bought == (Purchase(1, entry, 10_000, seat.seat),)
    room.tables_follow()
    room.tables_follow()
    assert room.facts[1].held[entry].chips == 20_000
    assert ledger(room.tournament.entries, room.facts).waiting == 0
    assert missing(room) == 0


def test_a_rebuy_is_refused_above_the_starting_stack_and_after_the_last_one(room):
    entry = at(room, 1)
    room.ask(Rebuy(entry))
    assert refusal(room, Rebuy(entry)) == "rebuy-above-stack"  # the chips are on their way
    room.tables_follow()
    assert refusal(room, Rebuy(entry)) == "rebuy-above-stack"

    room.tables[1].held[entry] = SeatedEntry(room.tables[1].held[entry].seat, 50)
    assert room.ask(Rebuy(entry))
    room.tables_follow()
    room.tables[1].held[entry] = SeatedEntry(room.tables[1].held[entry].seat, 50)

    assert refusal(room, Rebuy(entry)) == "rebuys-used"


def test_rebuys_end_with_late_registration_even_for_a_player_without_chips(room):
    entry = at(room, 1)
    assert refusal(room, Rebuy(99)) == "no-such-entry"
    room.lose(1, entry)
    while takes_entries(room.tournament, room.context):
        assert decide(room.tournament, Rebuy(entry), room.now_ms, room.facts)
        room.ask(NextLevel())

    assert refusal(room, Rebuy(at(room, 2))) == "entries-closed"
    assert refusal(room, Rebuy(entry)) == "entries-closed"
    assert room.ask(ConfirmBust(entry))


@pytest.mark.parametrize(
    ("terms", "code"),
    [(replace(TERMS, rebuys=0), "no-rebuys"), (replace(TERMS, rebuy_chips=1030), "purchase-unpayable")],
)
def test_the_terms_decide_whether_a_rebuy_is_possible(terms, code):
    room = SmallRoom(1)
    for action in (
        replace(CREATE, terms=terms), UseTable(1, 9), PrepareDraw("0123456789abcdef"), AddEntry("a", "Ana")
    ):  # fmt: skip
        room.ask(action)
    room.ask(DrawSeats())

    assert refusal(room, Rebuy(1)) == code


def test_a_player_without_a_seat_or_in_transit_cannot_rebuy(room):
    room.ask(AddEntry("late", "Lena"))
    assert refusal(room, Rebuy(10)) == "entry-without-seat"
    entry = at(room, 1)
    room.ask(MoveEntry(entry, free_at(room, 2)))

    assert refusal(room, Rebuy(entry)) == "entry-on-the-way"


def test_a_purchase_before_sitting_down_follows_a_moved_player(room):
    room.ask(AddEntry("late", "Lena"))
    room.ask(UseTable(3, 9))
    room.ask(SeatEntry(10, free_at(room, 3)))
    room.ask(Rebuy(10))

    room.ask(MoveEntry(10, free_at(room, 1)))

    assert not target(room.tournament, 3).bought
    room.tables_follow()
    assert room.facts[1].held[10].chips == 20_000
    assert missing(room) == 0


def test_a_player_moved_after_buying_gets_the_chips_before_leaving_and_never_twice(room):
    """The old table may have handed them out before the clock hears of it, so the new table does not."""
    entry = at(room, 1)
    seat = room.seat_of(entry)
    room.ask(Rebuy(entry))

    room.ask(MoveEntry(entry, free_at(room, 2)))

    assert target(room.tournament, 1).bought == (Purchase(1, entry, 10_000, seat.seat),)
    assert not target(room.tournament, 2).bought
    room.tables_follow()
    assert room.facts[2].arrivals == (Arrival(entry, 20_000, room.tables[2].mark),)
    assert missing(room) == 0


def test_a_player_who_left_before_getting_their_purchase_gets_it_at_the_new_table(room):
    """
    The dealer let the player go while the clock was away.
    """
    entry, to = at(room, 1), free_at(room, 2)
    room.ask(Rebuy(entry))
    assert refusal(room, SendPurchases(entry)) == "nothing-left-behind"
    room.tables[1].mark += 1
    room.tables[1].departures.append(Departure(entry, room.tables[1].held.pop(entry).chips, room.tables[1].mark))
    room.tables[2].mark += 1
    room.tables[2].held[entry] = SeatedEntry(to.seat, 10_000)
    room.tables[2].arrivals.append(Arrival(entry, 10_000, room.tables[2].mark))
    room.tournament = replace(
        room.tournament,
        entries={**room.tournament.entries, entry: replace(room.tournament.entries[entry], seat=to)},
    )

    (found,) = [one for one in room.proposed() if isinstance(one.action, SendPurchases)]
    assert (found.action.entry, found.why.code, found.why.fields["chips"]) == (entry, "propose-hand-out", 10_000)
    assert room.ask(found.action)

    assert room.tournament.entries[entry].bought == (EntryPurchase(1, 10_000, 2, 25),)
    room.tables_follow()
    assert room.facts[2].held[entry].chips == 20_000
    assert missing(room) == 0


def test_a_rebuy_can_be_undone_until_handed_out_and_its_number_is_not_used_again(room):
    one, other = at(room, 1), at(room, 2)
    before = room.tournament
    room.ask(Rebuy(one))
    bought = len(room.tournament.acts)

    assert room.ask(UndoAct(bought))

    assert replace(room.tournament, acts=()) == replace(before, acts=())
    room.ask(Rebuy(other))
    assert target(room.tournament, 2).bought == (Purchase(2, other, 10_000, room.seat_of(other).seat),)
    room.tables_follow()
    assert refusal(room, UndoAct(bought + 2)) == "act-followed"


def test_a_redone_rebuy_cannot_be_undone_once_it_is_handed_out(room):
    room.ask(Rebuy(at(room, 1)))
    bought = len(room.tournament.acts)
    room.ask(UndoAct(bought))
    room.ask(UndoAct(bought + 1))
    room.tables_follow()

    assert refusal(room, UndoAct(bought + 2)) == "act-followed"


def test_a_player_who_rebuys_during_a_hand_and_loses_it_plays_on_with_those_chips(room):
    """
    Chips behind: the player said so before the hand, and owes them.
    """
    entry, seat = at(room, 1), room.seat_of(at(room, 1))
    room.ask(Rebuy(entry))
    room.lose(1, entry)

    assert refusal(room, ConfirmBust(entry)) == "bust-has-bought"
    assert not [one for one in room.proposed() if isinstance(one.action, ConfirmBust)]
    room.tables_follow()
    assert room.facts[1].held[entry] == SeatedEntry(seat.seat, 10_000)
    assert missing(room) == 0


def test_the_pool_grows_by_the_cost_of_a_purchase(room):
    assert pool(room.tournament, TERMS) == 9 * TERMS.buy_in

    room.ask(Rebuy(at(room, 1)))

    assert pool(room.tournament, TERMS) == 9 * TERMS.buy_in + TERMS.rebuy_cost


# Players without chips


def broke(room: SmallRoom, sitting: int = 1) -> tuple[int, SeatAt]:
    """An entry that has just lost all its chips, and the seat that it had."""
    entry = at(room, sitting)
    seat = room.seat_of(entry)
    room.lose(sitting, entry)
    return entry, seat


def to_confirm(room: SmallRoom) -> list[int]:
    return [one.action.entry for one in room.proposed() if isinstance(one.action, ConfirmBust)]


def test_a_player_without_chips_rebuys_in_the_same_seat_as_the_same_entry(room):
    entry, seat = broke(room)
    assert to_confirm(room) == [entry]
    before = room.tournament.entries[entry]

    assert room.ask(Rebuy(entry))

    after = room.tournament.entries[entry]
    assert (len(room.tournament.entries), after.nth, after.seat, after.bust) == (9, before.nth, seat, None)
    assert fees(room.tournament, TERMS) == 9 * TERMS.fee
    assert to_confirm(room) == []
    assert missing(room) == 0
    room.tables_follow()
    assert room.facts[1].held[entry] == SeatedEntry(seat.seat, 10_000)
    assert (missing(room), to_confirm(room), room.tournament.finishes) == (0, [], ())


def test_a_double_rebuy_is_one_order_for_a_player_without_chips(room):
    entry, seat = broke(room)
    assert refusal(room, Rebuy(at(room, 2), times=2)) == "rebuy-twice-with-chips"
    assert refusal(room, Rebuy(entry, times=3)) == "rebuys-at-once"

    assert room.ask(Rebuy(entry, times=2))

    assert pool(room.tournament, TERMS) == 9 * TERMS.buy_in + 2 * TERMS.rebuy_cost
    room.tables_follow()
    assert room.facts[1].held[entry] == SeatedEntry(seat.seat, 20_000)
    assert missing(room) == 0
    room.lose(1, entry)
    assert refusal(room, Rebuy(entry)) == "rebuys-used"
    assert to_confirm(room) == [entry]


def test_a_player_without_chips_may_also_rebuy_twice_in_a_row(room):
    entry, _ = broke(room)

    assert room.ask(Rebuy(entry))
    assert room.ask(Rebuy(entry))

    room.tables_follow()
    assert room.facts[1].held[entry].chips == 20_000
    assert missing(room) == 0


def test_a_double_rebuy_is_refused_if_one_is_left_and_a_single_one_is_sold(room):
    entry, _ = broke(room)
    room.ask(Rebuy(entry))
    room.tables_follow()
    room.lose(1, entry)

    assert refusal(room, Rebuy(entry, times=2)) == "rebuys-left"
    assert room.ask(Rebuy(entry))


def test_a_second_rebuy_before_the_first_hand_is_above_the_starting_stack(room):
    room.ask(Rebuy(at(room, 1)))

    assert refusal(room, Rebuy(at(room, 1))) == "rebuy-above-stack"


def test_a_player_who_busts_again_after_a_rebuy_is_confirmed_once(room):
    entry, _ = broke(room)
    room.ask(Rebuy(entry))
    room.tables_follow()
    room.lose(1, entry)

    assert to_confirm(room) == [entry]
    assert room.ask(ConfirmBust(entry))

    assert room.tournament.finishes == ((entry,),)
    assert (missing(room), to_confirm(room)) == (0, [])


def test_a_player_who_was_confirmed_out_can_rebuy_and_is_in_again(room):
    entry, seat = broke(room)
    other, _ = broke(room, 2)
    room.ask(ConfirmBust(entry))
    room.ask(ConfirmBust(other))
    assert room.tournament.finishes == ((entry,), (other,))

    assert room.ask(Rebuy(entry))

    assert room.seat_of(entry) == seat
    assert room.tournament.finishes == ((other,),)
    assert places(room.tournament.entries, room.tournament.finishes) == {other: 9}
    room.tables_follow()
    assert room.facts[1].held[entry] == SeatedEntry(seat.seat, 10_000)
    assert missing(room) == 0


def test_a_rebuy_after_the_seat_was_given_away_takes_another_seat_of_the_table(room):
    entry, seat = broke(room)
    room.ask(ConfirmBust(entry))
    room.ask(AddEntry("late", "Lena"))
    room.ask(SeatEntry(10, seat))

    assert room.ask(Rebuy(entry))

    new = room.seat_of(entry)
    assert (new.sitting, new != seat) == (1, True)
    room.tables_follow()
    assert room.facts[1].held[entry] == SeatedEntry(new.seat, 10_000)
    assert room.facts[1].held[10] == SeatedEntry(seat.seat, 10_000)
    assert missing(room) == 0


def test_a_player_who_re_entered_cannot_rebuy_for_the_old_entry(room):
    entry, _ = broke(room)
    room.ask(ConfirmBust(entry))
    one = room.tournament.entries[entry]
    assert room.ask(AddEntry(one.player, one.name))

    assert refusal(room, Rebuy(entry)) == "entry-is-out"


def test_a_re_entry_is_refused_until_the_bust_is_confirmed(room):
    entry, _ = broke(room)
    one = room.tournament.entries[entry]

    assert refusal(room, AddEntry(one.player, one.name)) == "player-without-chips"


def test_an_add_on_needs_chips_or_a_purchase():
    room = SmallRoom(1)
    terms = replace(TERMS, prizes=Prizes(add_on_chips=5_000, add_on_cost=1000))
    room.open(9, 2, 9, create=replace(CREATE, terms=terms))
    room.tables_follow()
    entry, _ = broke(room)
    assert refusal(room, AddOn(entry)) == "add-on-without-chips"

    room.ask(Rebuy(entry))
    assert room.ask(AddOn(entry))

    room.tables_follow()
    assert room.facts[1].held[entry].chips == 15_000
    assert missing(room) == 0


def test_a_rebuy_after_losing_all_can_be_undone_until_the_table_has_seated_the_player(room):
    entry, _ = broke(room)
    room.ask(Rebuy(entry))

    assert room.ask(UndoAct(len(room.tournament.acts)))
    assert to_confirm(room) == [entry]
    room.ask(Rebuy(entry))
    room.tables_follow()
    assert refusal(room, UndoAct(len(room.tournament.acts))) == "act-followed"


def test_undoing_a_rebuy_that_brought_a_player_back_takes_them_out_again(room):
    entry, seat = broke(room)
    room.ask(ConfirmBust(entry))
    before = room.tournament
    room.ask(Rebuy(entry))

    assert room.ask(UndoAct(len(room.tournament.acts)))

    assert replace(room.tournament, acts=()) == replace(before, acts=())
    assert seat not in room.tournament.occupied


def test_a_player_whose_table_breaks_before_they_decide_rebuys_at_the_new_one(room):
    entry, _ = broke(room)
    assert room.ask(BreakTable(1))
    seat = room.seat_of(entry)
    assert seat.sitting == 2

    assert room.ask(Rebuy(entry))
    room.tables_follow()

    assert room.facts[2].held[entry] == SeatedEntry(seat.seat, 10_000)
    assert missing(room) == 0
    assert room.ask(CloseTable(1))
    assert not [one for one in room.proposed() if isinstance(one.action, SeatAgain)]


def test_a_player_whose_table_breaks_after_a_rebuy_gets_the_chips_there_and_moves(room):
    entry, _ = broke(room)
    room.ask(Rebuy(entry))
    assert room.ask(BreakTable(1))

    assert refusal(room, CloseTable(1)) in ("table-not-empty", "table-to-hand-out")
    room.tables_follow()

    assert room.facts[2].held[entry] == SeatedEntry(room.seat_of(entry).seat, 10_000)
    assert missing(room) == 0
    assert room.ask(CloseTable(1))


def test_a_player_who_moved_and_rebought_there_may_be_moved_again(room):
    entry = at(room, 1)
    room.ask(MoveEntry(entry, free_at(room, 2)))
    room.tables_follow()
    room.lose(2, entry)
    assert room.ask(Rebuy(entry))
    room.tables_follow()

    assert room.ask(MoveEntry(entry, free_at(room, 1)))
    assert not [one for one in room.proposed() if isinstance(one.action, SeatAgain)]
    room.tables_follow()

    assert room.facts[1].held[entry] == SeatedEntry(room.seat_of(entry).seat, 10_000)
    assert missing(room) == 0


def test_a_player_confirmed_out_at_a_table_that_broke_cannot_rebuy(room):
    entry, _ = broke(room)
    room.ask(ConfirmBust(entry))
    room.ask(BreakTable(1))

    assert refusal(room, Rebuy(entry)) == "rebuy-table-broken"


def test_a_rebuying_player_whose_seat_was_taken_is_offered_another(room):
    entry, seat = broke(room)
    room.tables[1].seat_by_name(seat.seat)
    room.ask(Rebuy(entry))
    room.tables_follow()
    assert entry not in room.facts[1].held

    (found,) = [one for one in room.proposed() if isinstance(one.action, MoveEntry)]
    assert (found.action.entry, found.why.code) == (entry, "propose-other-seat")
    assert room.ask(found.action)

    room.tables_follow()
    assert room.facts[1].held[entry] == SeatedEntry(room.seat_of(entry).seat, 10_000)


@pytest.mark.parametrize("confirmed", [False, True])
def test_at_a_typed_table_a_player_typed_at_0_can_rebuy_and_is_counted_with_it(confirmed):
    room = SmallRoom(1)
    room.open(6, 1, 6, typed=1)
    stacks = dict.fromkeys(range(1, 7), 10_000)
    assert room.type_table(1, {**stacks, 1: 0, 2: 20_000})
    assert to_confirm(room) == [1]
    seat = room.seat_of(1)
    if confirmed:
        room.ask(ConfirmBust(1))

    assert room.ask(Rebuy(1))

    assert (to_confirm(room), room.seat_of(1), missing(room)) == ([], seat, 0)
    assert room.type_table(1, {**stacks, 1: 5_000, 2: 25_000})
    assert room.facts[1].held[1] == SeatedEntry(seat.seat, 5_000)
    assert missing(room) == 0
    assert room.type_table(1, {**stacks, 1: 0, 2: 30_000})
    assert (to_confirm(room), missing(room)) == ([1], 0)


def test_a_player_moved_from_a_typed_table_brings_the_rebuy_to_the_new_one():
    room = SmallRoom(1)
    room.open(6, 2, 6, typed=1)
    room.tables_follow()
    there = [entry for seat, entry in room.tournament.occupied.items() if seat.sitting == 1]
    room.type_table(1, {**dict.fromkeys(there, 10_000), there[0]: 0, there[1]: 20_000})
    room.ask(Rebuy(there[0]))

    assert room.ask(MoveEntry(there[0], SeatAt(2, 6)))

    room.tables_follow()
    assert room.facts[2].held[there[0]] == SeatedEntry(6, 10_000)
    assert missing(room) == 0


@pytest.mark.parametrize("breaks", [False, True])
def test_chips_of_an_earlier_rebuy_lost_at_a_typed_table_are_not_handed_out_again(breaks):
    room = SmallRoom(1)
    room.open(6, 2, 6, typed=1)
    room.tables_follow()
    there = [entry for seat, entry in room.tournament.occupied.items() if seat.sitting == 1]
    others = dict.fromkeys(there[2:], 10000)
    room.type_table(1, {there[0]: 0, there[1]: 20_000, **others})
    room.ask(Rebuy(there[0]))
    room.type_table(1, {there[0]: 0, there[1]: 30_000, **others})
    room.ask(Rebuy(there[0]))

    assert room.ask(BreakTable(1) if breaks else MoveEntry(there[0], SeatAt(2, 6)))

    room.tables_follow()
    assert room.facts[2].held[there[0]].chips == 10_000
    assert missing(room) == 0


def test_no_prize_shrinks_when_a_player_without_chips_rebuys():
    room = SmallRoom(1)
    terms = replace(TERMS, rebuys=20, re_entries=0)
    room.open(10, 2, 9, create=replace(CREATE, terms=terms))
    room.tables_follow()
    before = places_paid(room.tournament, terms)
    for _ in range(5):
        entry, _ = broke(room)
        assert room.ask(Rebuy(entry))
        room.tables_follow()

        after = places_paid(room.tournament, terms)
        assert len(after) == len(before)
        assert all(one >= other for one, other in zip(after, before, strict=True))
        assert sum(after) == sum(before) + terms.rebuy_cost
        before = after
