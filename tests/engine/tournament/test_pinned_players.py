"""A pinned player keeps the seat: balancing skips them and redraws leave them there. Any other move says so first.

`KIOSK_PINS` sets how many rooms with random pins the nightly run plays.
"""

from functools import reduce

import pytest
from msgspec.structs import replace

from engine.refused import Refused
from engine.tournament.actions import (
    AddEntry,
    BreakTable,
    CarryOver,
    ConfirmBust,
    DrawSeats,
    EndFlight,
    HandForHand,
    MoveEntry,
    PinEntry,
    PrepareDraw,
    Rebuy,
    Redraw,
    SeatAgain,
    SeatEntry,
    SeatsRedrawn,
    SetPolicy,
    Start,
    UndoAct,
    UseTable,
)
from engine.tournament.custody.ledger import ledger
from engine.tournament.draws import draws_made, is_sound
from engine.tournament.event_terms import EventTerms
from engine.tournament.field.entries import SeatAt, crowds, left
from engine.tournament.formats import Finalist, FlightEnds, FlightResult, Redraws
from engine.tournament.orders.field.purchases import may_rebuy
from engine.tournament.proposals import seating as rules
from engine.tournament.proposals.proposal import Proposal
from engine.tournament.proposals.proposals import accepted, proposals
from engine.tournament.rules.seating.seat_rules import open_sittings
from engine.tournament.state import Tournament, apply, standing
from engine.tournament.tables.facts import SeatedEntry
from engine.tournament.tournament import decide
from tests.engine.tournament.test_small_rooms import check, check_end, check_undo
from tests.kit.sizes import size
from tests.kit.small_room import CREATE, SmallRoom

FEW, ROOMS = 8, size("KIOSK_PINS", 200)


def refused(room: SmallRoom, action) -> tuple[str, dict[str, object]]:
    with pytest.raises(Refused) as caught:
        decide(room.tournament, action, room.now_ms, room.facts)
    return caught.value.code, dict(caught.value.fields)


def seated(*tables: tuple[int, ...], seats: int = 9, create=CREATE) -> SmallRoom:
    """Entries 1, 2, ... in these seats of table 1, then of table 2, and so on. The clock runs, and everybody sits."""
    room = SmallRoom(1)
    room.create = create
    room.ask(create)
    room.ask(PrepareDraw("0123456789abcdef"))
    for number, taken in enumerate(tables, 1):
        room.ask(UseTable(number, seats))
        for seat in taken:
            entry = len(room.tournament.entries) + 1
            assert room.ask(AddEntry(f"p{entry}", f"Player {entry}"))
            assert room.ask(SeatEntry(entry, SeatAt(number, seat)))
    assert room.ask(Start())
    room.tables_follow()
    return room


def pin(room: SmallRoom, *entries: int) -> None:
    for entry in entries:
        assert room.ask(PinEntry(entry))


def balancing(room: SmallRoom) -> Proposal:
    """The one move that is proposed, or the one proposal to unpin a player for it."""
    (found,) = [one for one in room.proposed() if isinstance(one.action, MoveEntry | PinEntry)]
    return found


def late_closed(room: SmallRoom) -> SmallRoom:
    """Close the entries."""
    for _ in range(4):
        room.next_level()
    return room


def mover(room: SmallRoom) -> int:
    """The player to be moved."""
    move = balancing(room).action
    assert isinstance(move, MoveEntry)
    return move.entry


# The order


def test_a_player_is_pinned_to_the_seat_that_they_have_and_unpinned():
    room = seated((1, 2, 3), (1, 2, 3))

    pin(room, 2)
    assert room.tournament.entries[2].pinned == SeatAt(1, 2)
    assert room.tournament.entries[2].is_pinned

    assert room.ask(PinEntry(2, on=False))
    assert not room.tournament.entries[2].is_pinned


def test_a_mistaken_pin_is_refused_with_its_reason():
    room = seated((1, 2, 3), (1, 2, 3))
    room.ask(AddEntry("late", "Late"))
    pin(room, 1)

    assert refused(room, PinEntry(1)) == ("entry-pinned-already", {"name": "Player 1", "table": 1, "seat": 1})
    assert refused(room, PinEntry(2, on=False)) == ("entry-not-pinned", {"name": "Player 2"})
    assert refused(room, PinEntry(7)) == ("entry-without-seat", {"name": "Late"})
    assert refused(room, PinEntry(7, on=False))[0] == "entry-without-seat"
    assert refused(room, PinEntry(99))[0] == "no-such-entry"
    assert room.ask(PinEntry(1, on=False))
    assert refused(room, PinEntry(1, on=False))[0] == "entry-not-pinned"


def test_a_busted_player_can_be_neither_pinned_nor_unpinned():
    room = seated((1, 2, 3), (1, 2, 3))
    pin(room, 1)
    room.lose(1, 1)
    assert room.ask(ConfirmBust(1))

    assert refused(room, PinEntry(1))[0] == "entry-is-out"
    assert refused(room, PinEntry(1, on=False))[0] == "entry-is-out"
    assert not room.tournament.entries[1].is_pinned


def test_a_player_in_another_seat_than_booked_cannot_be_pinned_to_the_booked_one():
    room = seated((1, 2, 3), (1, 2, 3))
    room.tables[1].held[2] = SeatedEntry(7, room.tables[1].held[2].chips)

    assert refused(room, PinEntry(2)) == ("pin-elsewhere", {"name": "Player 2", "table": 1, "seat": 7})


def test_a_player_of_a_broken_table_is_pinned_to_the_new_seat():
    room = seated((1, 2), (1, 2, 3), (1, 2, 3))
    assert room.ask(BreakTable(1))

    pin(room, 1)  # on the way to the new seat, which they keep

    assert room.tournament.entries[1].pinned == room.seat_of(1)
    assert room.seat_of(1).sitting != 1


def test_a_player_can_be_pinned_during_hand_for_hand():
    room = late_closed(seated((1, 2, 3), (1, 2, 3)))
    assert room.ask(HandForHand(on=True))

    pin(room, 1)


def test_undo_removes_a_pin_and_redo_restores_it():
    room = seated((1, 2, 3), (1, 2, 3))
    before = room.tournament.entries

    pin(room, 2)
    assert room.ask(UndoAct(standing(room.tournament)[-1].number))
    assert room.tournament.entries == before

    assert room.ask(UndoAct(len(room.tournament.acts)))
    assert room.tournament.entries[2].is_pinned


def test_the_pins_of_a_flight_end_with_it_and_do_not_carry_into_the_final():
    room = SmallRoom(1)
    terms = EventTerms(CREATE.terms.payouts, buy_in=2000, flight=FlightEnds("players-left", 2))
    room.open(4, 1, 9, create=replace(CREATE, terms=terms))
    room.tables_follow()
    pin(room, 4)
    for entry in (1, 2):
        room.lose(1, entry)
        assert room.ask(ConfirmBust(entry))
    assert room.ask(EndFlight())

    assert refused(room, PinEntry(3))[0] == "flight-ended"
    final = SmallRoom(2)
    final.ask(CREATE)
    people = tuple(Finalist(one.entry, f"p{one.entry}", f"Player {one.entry}", 20_000) for one in room.going_on)
    assert final.ask(CarryOver(("id",), (FlightResult("id", "A", 9, 8000, 4, people, 0),)))
    assert [one.pinned for one in final.tournament.entries.values()] == [None, None]


# Balancing


def test_balancing_skips_the_pinned_player_and_says_so():
    room = seated((1, 2, 3, 4, 5, 6), (1, 2, 3))
    first = mover(room)
    pin(room, first)

    found = balancing(room)

    assert isinstance(found.action, MoveEntry)
    assert found.action.entry == first % 6 + 1  # the next seat around the table
    assert found.why.code == "propose-move-past"
    assert found.why.fields["pinned"] == f"Player {first}"
    assert found.pinned == ()


def test_balancing_chooses_the_equally_full_table_with_an_unpinned_player():
    room = seated((1, 2, 3, 4, 5), (1, 2, 3, 4, 5), (1, 2, 3))
    pin(room, 1, 2, 3, 4, 5)

    assert room.seat_of(mover(room)).sitting == 2


def test_balancing_takes_the_next_fullest_table_if_everybody_at_the_fullest_is_pinned():
    room = seated((1, 2, 3, 4, 5, 6), (1, 2, 3, 4, 5), (1, 2, 3))
    pin(room, 1, 2, 3, 4, 5, 6)

    assert room.seat_of(mover(room)).sitting == 2


def test_if_all_are_pinned_the_director_is_asked_to_unpin_the_player_who_is_due():
    room = seated((1, 2, 3, 4, 5), (1, 2, 3))
    first = mover(room)
    pin(room, 1, 2, 3, 4, 5)

    found = balancing(room)

    assert found.action == PinEntry(first, on=False)
    assert found.why.code == "propose-unpin-due"
    assert room.ask(found.action)
    assert mover(room) == first


def test_a_director_who_wants_no_balancing_is_not_asked_to_unpin():
    room = seated((1, 2, 3, 4, 5), (1, 2, 3))
    pin(room, 1, 2, 3, 4, 5)
    assert room.ask(SetPolicy("move-entry", "never"))

    assert not [one for one in room.proposed() if isinstance(one.action, MoveEntry | PinEntry)]


def test_no_policy_can_unpin_a_player():
    room = seated((1, 2, 3, 4, 5), (1, 2, 3))
    pin(room, 1, 2, 3, 4, 5)
    assert room.ask(SetPolicy("move-entry", "accept"))

    assert accepted(room.tournament, room.context) is None


def test_a_pinned_player_must_be_unpinned_before_a_move():
    room = seated((1, 2, 3), (1, 2, 3))
    pin(room, 2)

    assert refused(room, MoveEntry(2, SeatAt(2, 7))) == (
        "entry-pinned", {"name": "Player 2", "table": 1, "seat": 2}
    )  # fmt: skip
    assert room.ask(PinEntry(2, on=False))
    assert room.ask(MoveEntry(2, SeatAt(2, 7)))


# A table that breaks, and a seat that is assigned again


def test_breaking_a_table_ends_its_pins_and_the_proposal_names_the_players():
    room = seated((1, 2), (1, 2, 3), (1, 2, 3))
    pin(room, 2)

    (found,) = [one for one in room.proposed() if isinstance(one.action, BreakTable)]
    assert found.pinned == (2,)
    assert found.why.code == "propose-pinned"
    assert room.ask(SetPolicy("break-table", "accept"))
    assert accepted(room.tournament, room.context) is None  # the director has to see it

    assert room.ask(found.action)
    assert not room.tournament.entries[2].is_pinned
    assert room.ask(UndoAct(len(room.tournament.acts)))
    assert room.tournament.entries[2].is_pinned


def test_without_pins_a_policy_accepts_breaking_a_table():
    room = seated((1, 2), (1, 2, 3), (1, 2, 3))
    assert room.ask(SetPolicy("break-table", "accept"))

    found = accepted(room.tournament, room.context)

    assert found
    assert found.why.code == "propose-break"


def test_a_player_seated_elsewhere_by_the_dealer_gets_that_seat_and_the_pin_is_named():
    room = seated((1, 2, 3), (1, 2, 3))
    pin(room, 2)
    room.tables[1].held[2] = SeatedEntry(7, room.tables[1].held[2].chips)
    assert room.ask(SetPolicy("seat-again", "accept"))

    (found,) = [one for one in room.proposed() if isinstance(one.action, SeatAgain)]
    assert found.why.code == "propose-pinned"
    assert accepted(room.tournament, room.context) is None

    assert room.ask(found.action)
    assert room.seat_of(2) == SeatAt(1, 7)
    assert not room.tournament.entries[2].is_pinned


def test_a_pin_on_a_seat_taken_by_another_player_is_removed_before_a_new_seat():
    room = seated((1, 2, 3), (1, 2, 3))
    late = 7
    room.ask(AddEntry("late", "Late"))
    room.tables[1].seat_by_name(5, 10_000)
    assert room.ask(SeatEntry(late, SeatAt(1, 5)))
    pin(room, late)

    asked = [one for one in room.proposed() if isinstance(one.action, PinEntry)]
    assert [(one.action, one.why.code) for one in asked] == [(PinEntry(late, on=False), "propose-unpin")]

    assert room.ask(asked[0].action)
    assert [one.action.entry for one in room.proposed() if isinstance(one.action, MoveEntry)] == [late]


def test_a_player_who_rebuys_in_the_same_seat_is_still_pinned():
    terms = replace(CREATE.terms, rebuys=2)
    room = seated((1, 2, 3), (1, 2, 3), create=replace(CREATE, terms=terms))
    pin(room, 2)
    room.lose(1, 2)
    assert room.ask(ConfirmBust(2))
    assert may_rebuy(room.tournament, 2, room.context)

    assert room.ask(Rebuy(2))

    assert room.seat_of(2) == SeatAt(1, 2)
    assert room.tournament.entries[2].is_pinned


# Redraws


FINAL = replace(CREATE, terms=EventTerms(CREATE.terms.payouts, buy_in=2000, redraws=Redraws(final_table=6)))


def test_the_pinned_player_keeps_table_and_seat_at_the_final_table():
    room = late_closed(seated((1, 2, 3), (1, 2, 8), create=FINAL))
    pin(room, 6)

    (found,) = [one for one in room.proposed() if isinstance(one.action, Redraw)]
    assert found.pinned == ()
    assert room.ask(found.action)

    final = open_sittings(room.tournament)[0]
    assert final.table == 2  # because the pinned player is there
    assert room.seat_of(6) == SeatAt(final.number, 8)
    assert room.tournament.entries[6].is_pinned
    assert len(room.tournament.occupied) == 6
    room.tables_follow()
    assert ledger(room.tournament.entries, room.facts).missing == 0


def test_a_draw_at_another_table_ends_the_pin_and_says_so():
    room = late_closed(seated((1, 2, 3), (1, 2, 8), create=FINAL))
    pin(room, 1, 6)

    (found,) = [one for one in room.proposed() if isinstance(one.action, Redraw)]
    assert found.pinned == (6,)
    assert found.why.code == "propose-pinned"
    assert room.ask(SetPolicy("redraw", "accept"))
    assert accepted(room.tournament, room.context) is None
    assert room.ask(found.action)

    assert room.seat_of(1).seat == 1
    assert [one.number for one in left(room.tournament.entries) if one.is_pinned] == [1]


def test_a_draw_with_fewer_seats_ends_the_pin():
    room = late_closed(seated((1, 2, 3), (1, 2, 8)))
    pin(room, 6)

    assert room.ask(Redraw((2,), 6))

    assert not room.tournament.entries[6].is_pinned
    assert len(room.tournament.occupied) == 6


def test_pins_do_not_make_tables_uneven():
    room = late_closed(seated((1, 2, 3, 4, 5), (1, 2, 3), (1, 2)))
    pin(room, 1, 2, 3, 4, 5, 6, 7, 8)

    assert room.ask(Redraw((1, 3), 9))

    assert sorted(crowds(room.tournament.occupied).values()) == [5, 5]


def test_pins_are_published_with_the_draw_and_anyone_can_repeat_it():
    room = late_closed(seated((1, 2, 3), (1, 2, 8), create=FINAL))
    pin(room, 6)
    assert room.ask(Redraw())

    draw = list(draws_made(room.tournament))[-1]

    assert [(one.entry, one.table, one.seat) for one in draw.pinned] == [(6, 2, 8)]
    assert draw.tables[0].taken == (8,)
    assert 6 not in draw.entries
    assert {one.entry for one in draw.seats} == {1, 2, 3, 4, 5}
    assert is_sound(draw)


def test_a_published_draw_with_a_taken_seat_without_a_pin_is_not_sound():
    room = late_closed(seated((1, 2, 3), (1, 2, 8), create=FINAL))
    pin(room, 6)
    assert room.ask(Redraw())
    draw = list(draws_made(room.tournament))[-1]

    assert not is_sound(replace(draw, pinned=()))
    table = replace(draw.tables[0], taken=(7, 8))
    assert not is_sound(replace(draw, tables=(table,)))


def test_the_first_draw_leaves_a_player_who_was_seated_and_pinned_before_it():
    room = SmallRoom(1)
    room.ask(CREATE)
    room.ask(PrepareDraw("0123456789abcdef"))
    room.ask(UseTable(1, 9))
    for number in range(1, 6):
        room.ask(AddEntry(f"p{number}", f"Player {number}"))
    assert room.ask(SeatEntry(3, SeatAt(1, 9)))
    pin(room, 3)

    assert room.ask(DrawSeats())

    assert room.seat_of(3) == SeatAt(1, 9)
    assert room.tournament.entries[3].is_pinned
    assert all(map(is_sound, draws_made(room.tournament)))


# Whole rooms


class PinnedRoom(SmallRoom):
    """A director who pins and unpins at any time."""

    def anything(self):
        if self.dice.random() < 0.6:
            return PinEntry(self.dice.choice([*self.tournament.entries, 99]), self.dice.random() < 0.8)
        return super().anything()


def check_pins(room: PinnedRoom, before: Tournament) -> None:
    """No pinned player is chosen to move while another of the fullest table could, or without the reason being given.

    A pin applies to the player's current seat. A pinned player stays, unless a table breaks or a draw seats them
    elsewhere.
    """
    now = room.tournament
    for one in proposals(now, room.context):
        match one.action:
            case MoveEntry(entry=entry):
                seat = now.entries[entry].seat
                assert one.pinned or not now.entries[entry].is_pinned
                assert seat
            case PinEntry(entry=entry) if one.why.code == "propose-unpin-due":
                seat = now.entries[entry].seat
                assert seat
                players = crowds(now.occupied)
                fewest = min(players[at.number] for at in open_sittings(now) if players[at.number] < at.room)
                could = [
                    number
                    for number in left(now.entries)
                    if number.seat and players[number.seat.sitting] - fewest > 1 and not number.is_pinned
                ]
                assert not could
        moved = [entry for entry in one.pinned if now.entries[entry].is_pinned]
        assert bool(moved) == (one.why.code == "propose-pinned")
    for number, held in before.entries.items():
        if held.is_pinned and (after := now.entries.get(number)) and after.is_pinned:
            was, there = held.pinned, after.pinned
            assert was
            assert there
            assert was.seat == there.seat
            assert before.sittings[was.sitting].table == now.sittings[there.sitting].table


def play(seed: int) -> tuple[int, int]:
    """A whole evening: the number of pins that were set, and of redraws that kept one."""
    room = PinnedRoom(seed)
    dice = room.dice
    create = CREATE
    if dice.random() < 0.5:
        redraws = Redraws(tuple(dice.sample(range(4, 16), 2)), dice.choice((0, 5, "book")))
        create = replace(CREATE, terms=replace(CREATE.terms, redraws=redraws))
    room.open(dice.randint(6, 20), dice.randint(2, 3), dice.randint(7, 10), dice.choice((0, 0, 1)), create=create)
    before = room.tournament
    for _ in room.play(0.7):
        check(room)
        check_pins(room, before)
        if len(room.tournament.acts) == len(before.acts) + 1:
            check_undo(room, before)
        before = room.tournament
    check_end(room)
    assert all(map(is_sound, draws_made(room.tournament)))
    assert reduce(apply, room.events, Tournament()) == room.tournament
    kept = [event for event in room.events if isinstance(event, SeatsRedrawn) and event.pinned]
    pins = [event for event in room.events if event.__struct_config__.tag == "entry-pin-set"]
    return len(pins), len(kept)


@pytest.mark.parametrize("seed", range(FEW))
def test_a_random_room_never_moves_a_pinned_player_while_another_could_go(seed):
    assert play(seed)[0]


def test_a_rule_that_would_unpin_a_player_while_another_could_go_is_detected(monkeypatch):
    monkeypatch.setattr(rules, "next_to_go", lambda ring, due, pinned: 0)

    with pytest.raises(AssertionError):
        _ = [play(seed) for seed in range(FEW)]


@pytest.mark.nightly
def test_many_rooms_never_move_a_pinned_player_while_another_could_go():
    found = [play(seed) for seed in range(FEW, ROOMS)]

    assert sum(pins for pins, _ in found) > ROOMS
    assert sum(kept for _, kept in found) > ROOMS // 20
