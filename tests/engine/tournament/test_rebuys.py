"""Chips that an entry buys while it is in, handed out once by the table where it was."""

import pytest
from msgspec.structs import replace

from engine.refused import Refused
from engine.tournament.actions import (
    AddEntry,
    ConfirmBust,
    DrawSeats,
    MoveEntry,
    NextLevel,
    OpenTable,
    PrepareDraw,
    Rebuy,
    SeatEntry,
    SendPurchases,
    Undo,
)
from engine.tournament.custody.ledger import ledger
from engine.tournament.events import Rebought
from engine.tournament.field.entries import Bought, SeatAt
from engine.tournament.rules.prize_pool import pool
from engine.tournament.tables.facts import Arrival, Departure, Held
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


def test_what_is_bought_waits_until_the_table_has_handed_it_out(room):
    entry = at(room, 1)
    issued = ledger(room.tournament.entries, room.facts).issued

    assert room.ask(Rebuy(entry))

    seat = room.tournament.entries[entry].seat
    assert room.events[-1] == Rebought(entry, seat, 10_000, 1)
    held = ledger(room.tournament.entries, room.facts)
    assert (held.issued, held.waiting, held.missing) == (issued + 10_000, 10_000, 0)
    assert target(room.tournament, 1).bought == (Purchase(1, entry, 10_000),)
    room.tables_follow()
    room.tables_follow()
    assert room.facts[1].held[entry].chips == 20_000
    assert ledger(room.tournament.entries, room.facts).waiting == 0
    assert missing(room) == 0


def test_who_has_more_than_the_starting_stack_or_has_used_all_rebuys_buys_none(room):
    entry = at(room, 1)
    room.ask(Rebuy(entry))
    assert refusal(room, Rebuy(entry)) == "rebuy-above-stack"  # it is on its way
    room.tables_follow()
    assert refusal(room, Rebuy(entry)) == "rebuy-above-stack"

    room.tables[1].held[entry] = Held(room.tables[1].held[entry].seat, 50)
    assert room.ask(Rebuy(entry))
    room.tables_follow()
    room.tables[1].held[entry] = Held(room.tables[1].held[entry].seat, 50)

    assert refusal(room, Rebuy(entry)) == "rebuys-used"


def test_rebuys_end_with_late_registration_and_with_the_chips(room):
    entry = at(room, 1)
    assert refusal(room, Rebuy(99)) == "no-such-entry"
    room.lose(1, entry)
    assert refusal(room, Rebuy(entry)) == "rebuy-without-chips"
    for _ in range(TERMS.late_levels + 1):
        room.ask(NextLevel())

    assert refusal(room, Rebuy(at(room, 2))) == "entries-closed"


@pytest.mark.parametrize(
    ("terms", "code"),
    [(replace(TERMS, rebuys=0), "no-rebuys"), (replace(TERMS, rebuy_chips=1030), "purchase-unpayable")],
)
def test_a_tournament_says_whether_and_what_may_be_bought(terms, code):
    room = SmallRoom(1)
    for action in (
        replace(CREATE, terms=terms), OpenTable(1, 9), PrepareDraw("0123456789abcdef"), AddEntry("a", "Ana")
    ):  # fmt: skip
        room.ask(action)
    room.ask(DrawSeats())

    assert refusal(room, Rebuy(1)) == code


def test_who_has_no_seat_or_is_on_the_way_buys_nothing(room):
    room.ask(AddEntry("late", "Lena"))
    assert refusal(room, Rebuy(10)) == "entry-without-seat"
    entry = at(room, 1)
    room.ask(MoveEntry(entry, free_at(room, 2)))

    assert refusal(room, Rebuy(entry)) == "entry-on-the-way"


def test_who_buys_before_sitting_down_and_is_moved_is_handed_it_at_the_new_table(room):
    room.ask(AddEntry("late", "Lena"))
    room.ask(OpenTable(3, 9))
    room.ask(SeatEntry(10, free_at(room, 3)))
    room.ask(Rebuy(10))

    room.ask(MoveEntry(10, free_at(room, 1)))

    assert not target(room.tournament, 3).bought
    room.tables_follow()
    assert room.facts[1].held[10].chips == 20_000
    assert missing(room) == 0


def test_who_is_moved_after_buying_is_handed_it_before_leaving_and_never_twice(room):
    """
    The old table may have done so before anybody hears of it: the new one does not.
    """
    entry = at(room, 1)
    room.ask(Rebuy(entry))

    room.ask(MoveEntry(entry, free_at(room, 2)))

    assert target(room.tournament, 1).bought == (Purchase(1, entry, 10_000),)
    assert not target(room.tournament, 2).bought
    room.tables_follow()
    assert room.facts[2].arrivals == (Arrival(entry, 20_000, room.tables[2].mark),)
    assert missing(room) == 0


def test_who_left_before_it_was_handed_out_is_given_it_at_the_new_table(room):
    """
    The dealer let the player go while the clock was away.
    """
    entry, to = at(room, 1), free_at(room, 2)
    room.ask(Rebuy(entry))
    assert refusal(room, SendPurchases(entry)) == "nothing-left-behind"
    room.tables[1].mark += 1
    room.tables[1].departures.append(Departure(entry, room.tables[1].held.pop(entry).chips, room.tables[1].mark))
    room.tables[2].mark += 1
    room.tables[2].held[entry] = Held(to.seat, 10_000)
    room.tables[2].arrivals.append(Arrival(entry, 10_000, room.tables[2].mark))
    room.tournament = replace(
        room.tournament,
        entries={**room.tournament.entries, entry: replace(room.tournament.entries[entry], seat=to)},
    )

    (found,) = [one for one in room.proposed() if isinstance(one.action, SendPurchases)]
    assert (found.action.entry, found.why.code, found.why.fields["chips"]) == (entry, "propose-hand-out", 10_000)
    assert room.ask(found.action)

    assert room.tournament.entries[entry].bought == (Bought(1, 10_000, 2, 25),)
    room.tables_follow()
    assert room.facts[2].held[entry].chips == 20_000
    assert missing(room) == 0


def test_a_rebuy_is_taken_back_until_it_is_handed_out_and_its_number_is_not_used_again(room):
    one, other = at(room, 1), at(room, 2)
    before = room.tournament
    room.ask(Rebuy(one))
    bought = len(room.tournament.acts)

    assert room.ask(Undo(bought))

    assert replace(room.tournament, acts=()) == replace(before, acts=())
    room.ask(Rebuy(other))
    assert target(room.tournament, 2).bought == (Purchase(2, other, 10_000),)
    room.tables_follow()
    assert refusal(room, Undo(bought + 2)) == "act-followed"


def test_the_undo_of_an_undone_rebuy_is_not_taken_back_once_it_is_handed_out(room):
    room.ask(Rebuy(at(room, 1)))
    bought = len(room.tournament.acts)
    room.ask(Undo(bought))
    room.ask(Undo(bought + 1))
    room.tables_follow()

    assert refusal(room, Undo(bought + 2)) == "act-followed"


def test_who_goes_out_before_it_is_handed_out_is_paid_back(room):
    """
    It was bought in the middle of the hand that was lost.
    """
    entry = at(room, 1)
    room.ask(Rebuy(entry))
    room.lose(1, entry)
    room.ask(ConfirmBust(entry))

    assert not room.tournament.entries[entry].bought
    assert ledger(room.tournament.entries, room.facts).waiting == 0
    assert missing(room) == 0
    assert room.ask(Undo(len(room.tournament.acts)))
    assert len(room.tournament.entries[entry].bought) == 1


def test_the_pool_grows_by_what_is_bought(room):
    assert pool(room.tournament, TERMS) == 9 * TERMS.buy_in

    room.ask(Rebuy(at(room, 1)))

    assert pool(room.tournament, TERMS) == 9 * TERMS.buy_in + TERMS.rebuy.cost
