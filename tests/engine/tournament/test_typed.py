"""A table without a kiosk: the director types the counts, and everything else works as at other tables."""

import pytest
from msgspec.structs import replace

from engine.refused import Refused
from engine.tournament.actions import AddEntry, ConfirmBust, MoveEntry, Rebuy, SeatEntry, TypeTable, UndoAct
from engine.tournament.custody.ledger import ledger
from engine.tournament.field.entries import SeatAt
from engine.tournament.prizes.finishes import bounties
from engine.tournament.tables.facts import Arrival, Bust, Departure, SeatedEntry, TypedCount, in_transit
from engine.tournament.targets import target
from engine.tournament.tournament import decide
from tests.kit.small_room import SmallRoom


@pytest.fixture
def room():
    """Nine players at two tables. The first, with five players, is typed, and its counts were typed once."""
    room = SmallRoom(1)
    room.open(9, 2, 9, typed=1)
    room.tables_follow()
    return room


def refusal(room: SmallRoom, action) -> str:
    with pytest.raises(Refused) as caught:
        decide(room.tournament, action, room.now_ms, room.facts)
    return caught.value.code


def at(room: SmallRoom, sitting: int) -> list[int]:
    """The entries of this sitting."""
    return [entry for seat, entry in sorted(room.tournament.occupied.items()) if seat.sitting == sitting]


def free_at(room: SmallRoom, sitting: int) -> SeatAt:
    seats = (SeatAt(sitting, seat) for seat in range(1, 10))
    return next(seat for seat in seats if seat not in room.tournament.occupied)


def missing(room: SmallRoom) -> int:
    return ledger(room.tournament.entries, room.facts).missing


def typed(room: SmallRoom, *changes: tuple[int, int], adjust: bool = False) -> TypeTable:
    """The counts of table 1 with these changes, after nine hands."""
    chips = {**room.chips_there(1), **dict(changes)}
    counts = tuple(TypedCount(entry, count) for entry, count in chips.items())
    return TypeTable(1, counts, 9, 3, adjust, at_ms=777)


def test_the_winner_of_a_bust_is_typed_with_the_counts(room):
    one, other, third, *_ = at(room, 1)
    lost = typed(room, (one, 0), (other, 20_000))
    counts = tuple(replace(count, by=(third, other, other)) if count.entry == one else count for count in lost.counts)

    assert room.ask(replace(lost, counts=counts))
    assert room.ask(ConfirmBust(one))

    assert room.tournament.entries[one].bust.by == tuple(sorted((other, third)))
    assert bounties(room.tournament.entries, 500) == {other: 250, third: 250}


@pytest.mark.parametrize(("by", "code"), [(0, "knocked-out-by-itself"), (99, "no-such-entry")])
def test_a_bounty_can_go_only_to_another_player_of_the_field(room, by, code):
    one, other, *_ = at(room, 1)
    lost = typed(room, (one, 0), (other, 20_000))
    counts = tuple(replace(count, by=(by or one,)) if count.entry == one else count for count in lost.counts)

    assert refusal(room, replace(lost, counts=counts)) == code
    named = tuple(replace(count, by=(one,)) if count.entry == other else count for count in lost.counts)
    assert refusal(room, replace(lost, counts=named)) == "entry-not-bust"


def test_typed_counts_become_facts_of_the_table(room):
    one, other, *_ = at(room, 1)
    before = room.tournament

    assert room.ask(typed(room, (one, 4000), (other, 16_000)))

    facts = room.facts[1]
    assert (facts.hands, facts.button, facts.mark) == (9, 3, 2)
    seat = room.tournament.entries[one].seat
    assert seat
    assert facts.held[one] == SeatedEntry(seat.seat, 4000)
    assert missing(room) == 0
    assert refusal(room, UndoAct(2)) == "act-needed"  # the table opened
    assert room.ask(UndoAct(len(room.tournament.acts)))
    assert room.tournament.typed == before.typed


def test_a_player_typed_at_0_is_bust_and_is_confirmed_like_anybody(room):
    one, other, *_ = at(room, 1)
    room.ask(typed(room, (one, 0), (other, 20_000)))

    assert room.facts[1].busts == (Bust(one, 9, 10_000, 2, 777),)
    (found, *_) = room.proposed()
    assert found.action == ConfirmBust(one)
    assert room.ask(found.action)
    assert refusal(room, UndoAct(len(room.tournament.acts) - 1)) == "act-needed"
    assert missing(room) == 0


def test_a_player_moved_away_leaves_with_the_last_typed_count(room):
    entry, to = at(room, 1)[0], free_at(room, 2)
    room.ask(MoveEntry(entry, to))

    assert room.facts[1].departures == (Departure(entry, 10_000, 1),)
    assert in_transit(room.facts) == {entry: 10_000}
    assert room.ask(UndoAct(len(room.tournament.acts)))  # no table has followed it
    assert not room.facts[1].departures
    room.ask(MoveEntry(entry, to))
    assert refusal(room, UndoAct(len(room.tournament.acts) - 3)) != ""  # the typed counts with which the player left
    room.tables_follow()
    assert room.facts[2].held[entry].chips == 10_000
    assert missing(room) == 0


def test_a_player_who_is_called_back_and_sent_again_has_left_once(room):
    """Sent to a table with a kiosk, seated there and called back. The typed table is broken before anybody comes."""
    entry = at(room, 1)[0]
    room.ask(MoveEntry(entry, free_at(room, 2)))
    room.tables_follow()
    room.ask(MoveEntry(entry, free_at(room, 1)))
    room.ask(MoveEntry(entry, free_at(room, 2)))

    assert room.facts[1].departures == (Departure(entry, 10_000, 1),)
    assert (in_transit(room.facts), missing(room)) == ({}, 0)


def test_typing_confirms_an_arrival_and_the_player_may_return_with_other_chips(room):
    entry = at(room, 1)[0]
    room.ask(MoveEntry(entry, free_at(room, 2)))
    room.tables_follow()
    held = room.tables[2].held
    winner = next(one for one in held if one != entry)
    held[entry], held[winner] = (
        SeatedEntry(held[entry].seat, 7000),
        SeatedEntry(held[winner].seat, held[winner].chips + 3000),
    )
    room.ask(MoveEntry(entry, free_at(room, 1)))
    room.tables_follow()

    assert room.facts[1].arrivals == (Arrival(entry, 7000, 2),)
    assert room.facts[1].held[entry].chips == 7000
    assert not in_transit(room.facts)
    assert missing(room) == 0


def test_everybody_must_be_counted_except_players_who_have_not_arrived(room):
    room.ask(AddEntry("late", "Lena"))
    room.ask(SeatEntry(10, free_at(room, 1)))
    one, other, *_ = at(room, 1)
    counts = tuple(TypedCount(entry, held.chips) for entry, held in room.facts[1].held.items())

    assert refusal(room, TypeTable(1, counts[1:], 9, 1)) == "not-counted"
    assert refusal(room, TypeTable(1, (*counts, counts[0]), 9, 1)) == "counted-twice"
    assert refusal(room, TypeTable(1, (*counts, TypedCount(at(room, 2)[0], 1)), 9, 1)) == "not-at-table"
    assert refusal(room, TypeTable(1, (*counts, TypedCount(77, 1)), 9, 1)) == "not-at-table"
    assert refusal(room, typed(room, (one, -5), (other, 20_005))) == "stack-below-zero"
    assert room.ask(TypeTable(1, counts, 9, 1))
    assert ledger(room.tournament.entries, room.facts).waiting == 10_000
    assert refusal(room, TypeTable(1, counts, 8, 1)) == "hands-go-back"
    assert refusal(room, TypeTable(1, counts, 9, 10)) == "no-such-seat"
    assert refusal(room, TypeTable(5, counts, 9, 1)) == "no-such-sitting"


def test_counts_that_do_not_add_up_are_accepted_only_with_an_adjustment(room):
    one = at(room, 1)[0]
    wrong = typed(room, (one, 9900))

    with pytest.raises(Refused) as caught:
        decide(room.tournament, wrong, 0, room.facts)
    assert (caught.value.code, caught.value.fields["chips"]) == ("counts-differ", -100)

    assert room.ask(typed(room, (one, 9900), adjust=True))
    assert room.facts[1].adjusted == -100
    assert missing(room) == 0


def test_a_purchase_is_handed_out_with_the_next_typed_counts(room):
    entry = at(room, 1)[0]
    room.ask(Rebuy(entry))
    room.tables_follow()

    assert room.facts[1].purchases == (1,)
    assert room.facts[1].held[entry].chips == 20_000
    assert missing(room) == 0


def test_a_kiosk_may_take_over_only_while_nothing_was_typed(room):
    assert refusal(room, TypeTable(2, (), 9, 1)) == "table-has-kiosk"
    assert not target(room.tournament, 1).roster

    fresh = SmallRoom(1)
    fresh.open(9, 2, 9, typed=1)
    assert len(target(fresh.tournament, 1).roster) == 5
    assert refusal(fresh, TypeTable(1, (), 9, 1)) == "nobody-counted"
