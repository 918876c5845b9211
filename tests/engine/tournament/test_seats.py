"""Tables, the draw, moves and table breaks."""

import hashlib
from collections import Counter

import pytest
from msgspec.structs import replace

from engine.books.rulebook import load_book, shipped_ids
from engine.button import Positions
from engine.cards import parse_cards
from engine.message import message
from engine.refused import Refused
from engine.tournament.actions import (
    AddEntry,
    BreakTable,
    CloseTable,
    ConfirmBust,
    DrawSeats,
    HaltTable,
    MoveEntry,
    PrepareDraw,
    SeatEntry,
    SetBreakOrder,
    Start,
    UndoAct,
    UseTable,
    VoidEntry,
)
from engine.tournament.custody.ledger import ledger
from engine.tournament.event_terms import Registration
from engine.tournament.field.entries import SeatAt, Sitting, free_seats
from engine.tournament.formats import CarriedFlight
from engine.tournament.orders.seating.breaks import DrawnCard
from engine.tournament.proposals.proposals import proposals
from engine.tournament.rules.seating.break_rules import break_pile, crowds_now
from engine.tournament.rules.seating.seat_rules import alternates, draw_pile
from engine.tournament.seating.balance import SeatRing, break_order
from engine.tournament.seating.balance import draw_pile as balance_pile
from engine.tournament.seating.draw import commitment, draw_seats, rank, seat_pile
from engine.tournament.tables.facts import SeatedEntry
from engine.tournament.targets import target
from engine.tournament.tournament import decide, legal
from tests.kit.small_room import CREATE, SmallRoom

SEED = "0123456789abcdef"


def two_tables(players: int = 9) -> SmallRoom:
    room = SmallRoom(1)
    room.open(players, 2, 9)
    room.tables_follow()
    return room


def refusal(room: SmallRoom, action) -> str:
    with pytest.raises(Refused) as caught:
        decide(room.tournament, action, room.now_ms, room.facts)
    return caught.value.code


def test_the_draw_can_be_verified_with_only_the_seed():
    """The hash is published before the list is closed. Afterwards anyone can compute the same order."""
    assert commitment(SEED) == hashlib.sha256(SEED.encode()).hexdigest()
    assert rank(SEED, "entry 7") == hashlib.sha256(f"{SEED} entry 7".encode()).hexdigest()

    drawn = draw_seats(SEED, range(1, 8), [Sitting(1, 1, 4), Sitting(2, 2, 4)], {})

    order = sorted(range(1, 8), key=lambda entry: rank(SEED, f"entry {entry}"))
    assert [drawn[entry].sitting for entry in order] == [1, 2, 1, 2, 1, 2, 1]
    assert len(set(drawn.values())) == 7


def test_the_tables_are_filled_evenly_even_if_some_players_already_sit():
    taken = {SeatAt(1, seat): seat for seat in (1, 2, 3)}

    drawn = draw_seats(SEED, [11, 12, 13, 14, 15], [Sitting(1, 1, 9), Sitting(2, 2, 9)], taken)

    assert sorted(seat.sitting for seat in drawn.values()) == [1, 2, 2, 2, 2]


def test_a_draw_needs_a_seed_entries_and_seats():
    room = SmallRoom(1)
    room.ask(CREATE)
    assert refusal(room, PrepareDraw("short")) == "seed-too-short"
    room.ask(PrepareDraw(SEED))
    assert refusal(room, PrepareDraw(SEED)) == "draw-prepared"
    assert refusal(room, DrawSeats()) == "nobody-to-seat"
    room.ask(AddEntry("a", "Ana"))
    assert refusal(room, DrawSeats()) == "too-few-seats"


def too_few_seats() -> SmallRoom:
    """Six players, and a table with four seats; nobody is seated yet."""
    room = SmallRoom(1)
    room.ask(CREATE)
    room.ask(UseTable(1, 4))
    for number in range(1, 7):
        room.ask(AddEntry(f"p{number}", f"Player {number}"))
    room.ask(PrepareDraw(SEED))
    return room


def test_a_draw_before_the_start_with_too_few_seats_seats_nobody_and_says_how_many_are_needed():
    room = too_few_seats()
    assert legal(room.tournament, room.context).seats_needed == 2

    for order in (DrawSeats(), DrawSeats(parse_cards("2c3c4c5c"))):
        with pytest.raises(Refused) as refused:
            order.decide(room.tournament, room.context)
        assert refused.value.message == message("too-few-seats", count=2)

    assert room.ask(UseTable(2, 2))
    assert room.ask(DrawSeats())
    assert all(one.seat for one in room.tournament.entries.values())
    assert not legal(room.tournament, room.context).seats_needed


def test_a_late_player_for_whom_no_seat_is_free_is_an_alternate_however_the_others_were_seated():
    room = SmallRoom(1)
    room.ask(CREATE)
    room.ask(UseTable(1, 2))
    for seat in (1, 2):
        room.ask(AddEntry(f"p{seat}", f"Player {seat}"))
        room.ask(SeatEntry(seat, SeatAt(1, seat)))
    room.ask(Start())
    room.ask(AddEntry("late", "Lena"))

    assert alternates(room.tournament, room.context) == [3]
    assert legal(room.tournament, room.context).seats_needed == 1


def test_alternates_are_drawn_for_by_order_of_entry_and_get_freed_seats():
    room = too_few_seats()

    assert room.ask(DrawSeats(alternates=True))

    assert {number for number, one in room.tournament.entries.items() if one.seat} == {1, 2, 3, 4}
    assert refusal(room, DrawSeats()) == "too-few-seats"
    room.ask(Start())
    assert not any(isinstance(one.action, SeatEntry) for one in room.proposed())
    room.ask(VoidEntry(2))
    room.ask(AddEntry("late", "Lena"))
    first = next(one for one in room.proposed() if isinstance(one.action, SeatEntry))
    assert first.why == message("propose-alternate", name="Player 5", alternates=3)
    assert room.ask(first.action)
    assert not any(isinstance(one.action, SeatEntry) for one in room.proposed())


def test_a_draw_before_check_in_names_the_players_it_waits_for():
    room = SmallRoom(1)
    terms = replace(CREATE.terms, registration=Registration(check_in=True))
    room.ask(replace(CREATE, terms=terms))
    room.ask(UseTable(1, 4))
    room.ask(AddEntry("a", "Ana"))
    room.ask(PrepareDraw(SEED))

    assert refusal(room, DrawSeats()) == "nobody-checked-in"


def test_a_physical_table_can_be_in_play_only_once():
    room = two_tables()

    assert refusal(room, UseTable(1, 9)) == "table-in-play"
    assert refusal(room, UseTable(3, 11)) == "seat-count"
    assert room.ask(UseTable(3, 8))


def test_the_number_of_an_undone_sitting_is_not_used_again():
    room = SmallRoom(1)
    room.ask(CREATE)
    for table in (1, 2):
        room.ask(UseTable(table, 9))

    room.ask(UndoAct(2))
    room.ask(UseTable(3, 9))

    assert [(one.number, one.table) for one in room.tournament.sittings.values()] == [(2, 2), (3, 3)]


def test_a_late_entry_is_drawn_to_the_table_with_fewer_players():
    room = two_tables(9)
    room.ask(AddEntry("late", "Lena"))

    assert room.ask(SeatEntry(10))

    seat = room.tournament.entries[10].seat
    assert seat
    assert seat.sitting == 2
    assert refusal(room, SeatEntry(10)) == "entry-has-seat"


def test_a_moved_player_is_counted_in_transit_until_the_new_dealer_confirms():
    room = two_tables(9)
    was, entry = next((seat, entry) for seat, entry in room.tournament.occupied.items() if seat.sitting == 1)
    free = next(SeatAt(2, seat) for seat in range(1, 10) if SeatAt(2, seat) not in room.tournament.occupied)

    assert room.ask(MoveEntry(entry, free))

    assert target(room.tournament, 1).leaving[0].entry == entry
    place = next(one for one in target(room.tournament, 2).roster if one.entry == entry)
    assert (place.seat, place.chips, place.came_from) == (free.seat, 0, 1)
    assert refusal(room, MoveEntry(entry, was)) == "entry-on-the-way"
    room.tables_follow()
    assert room.facts[2].held[entry].chips == 10_000
    assert refusal(room, MoveEntry(entry, SeatAt(1, 12))) == "no-such-seat"
    assert room.ask(MoveEntry(entry, was))


def test_a_player_moved_before_sitting_down_gets_chips_at_the_new_table():
    """Nobody leaves a table where nobody has sat, so the chips would stay in transit forever."""
    room = two_tables(9)
    room.ask(AddEntry("late", "Lena"))
    room.ask(UseTable(3, 9))
    room.ask(SeatEntry(10, SeatAt(3, 1)))
    free = next(SeatAt(1, seat) for seat in range(1, 10) if SeatAt(1, seat) not in room.tournament.occupied)

    assert room.ask(MoveEntry(10, free))
    assert not target(room.tournament, 3).leaving
    room.tables_follow()

    assert room.facts[1].held[10].chips == 10_000
    assert ledger(room.tournament.entries, room.facts).missing == 0


def test_a_player_cannot_be_moved_to_a_taken_seat_or_to_a_missing_table():
    room = two_tables(18)
    entry = room.tournament.occupied[SeatAt(1, 1)]

    assert refusal(room, MoveEntry(entry, SeatAt(2, 1))) == "seat-assigned"
    assert refusal(two_tables(2), MoveEntry(1, SeatAt(9, 1))) == "no-such-sitting"


def test_a_broken_table_is_closed_once_everyone_has_left():
    room = two_tables(8)

    assert room.ask(BreakTable(1))

    assert refusal(room, CloseTable(1)) == "table-not-empty"
    assert refusal(room, SeatEntry(1, SeatAt(1, 1))) == "entry-has-seat"
    room.tables_follow()
    assert sorted(room.facts[2].held) == list(range(1, 9))
    assert room.ask(CloseTable(1))
    assert target(room.tournament, 1).closed


def test_a_table_cannot_break_while_there_are_no_seats_for_its_players():
    assert refusal(two_tables(12), BreakTable(1)) == "too-few-seats"
    room = SmallRoom(1)
    room.open(6, 1, 9)
    assert refusal(room, BreakTable(1)) == "last-table"


def test_balancing_proposes_the_next_big_blind_and_never_a_seat_in_the_small_blind():
    """
    Table 1 has two players more than table 2 (TDA 2024 rule 11).
    """
    room = two_tables(14)
    for entry in [entry for seat, entry in room.tournament.occupied.items() if seat.sitting == 2][:2]:
        room.lose(2, entry)
        room.ask(room.proposed()[0].action)
    taken = sorted(seat.seat for seat in room.tournament.occupied if seat.sitting == 1)
    room.tables[1].at = Positions(9, taken[0], taken[1])

    found = [one for one in proposals(room.tournament, room.context) if isinstance(one.action, MoveEntry)]

    assert [one.clause for one in found] == ["TDA 2024 rule 11-C; TDA 2024 rule 11-A"]
    move = found[0].action
    assert isinstance(move, MoveEntry)
    assert room.tournament.occupied[SeatAt(1, taken[2])] == move.entry
    assert move.to.sitting == 2
    assert move.to.seat not in {room.tables[2].at.button + 1, room.tables[2].at.big}


def test_no_move_is_proposed_before_the_busts_are_confirmed():
    """A player without chips would be moved, or counted as a player of the table."""
    room = two_tables(14)
    for entry in [entry for seat, entry in room.tournament.occupied.items() if seat.sitting == 2][:3]:
        room.lose(2, entry)
    asked = []
    while isinstance(room.proposed()[0].action, ConfirmBust):
        asked.append([type(one.action) for one in proposals(room.tournament, room.context)])
        room.ask(room.proposed()[0].action)

    assert asked
    assert not {MoveEntry, BreakTable}.intersection(kind for kinds in asked for kind in kinds)
    assert MoveEntry in [type(one.action) for one in proposals(room.tournament, room.context)]


def test_no_table_is_opened_with_more_seats_than_the_book_allows():
    """
    Washburn 3: eight in the first flights.
    """
    room = SmallRoom(1)
    room.ask(replace(CREATE, book=load_book("washburn")))

    with pytest.raises(Refused) as refused:
        decide(room.tournament, UseTable(1, 9), room.now_ms, room.facts)

    assert (refused.value.message.code, refused.value.clause) == ("seats-beyond-book", "Washburn 3")
    assert room.ask(UseTable(1, 8))


@pytest.mark.parametrize(("book", "clause"), [("astate-2009", "R3.2"), ("intramural", "Intramural 2")])
def test_r3_2_registered_players_are_grouped_in_crews_of_five(book, clause):
    """The draw fills the tables as evenly as it can. The winners' table is no crew, and may seat six."""
    room = SmallRoom(1)
    room.ask(replace(CREATE, book=load_book(book)))
    with pytest.raises(Refused) as refused:
        decide(room.tournament, UseTable(1, 10), room.now_ms, room.facts)
    assert (refused.value.message.code, refused.value.clause) == ("seats-beyond-book", clause)

    for table in (1, 2, 3):
        assert room.ask(UseTable(table, 5))
    for number in range(12):
        assert room.ask(AddEntry(f"{number}", f"Team {number}", id_seen=True))
    room.ask(PrepareDraw(SEED))
    assert room.ask(DrawSeats())
    assert Counter(seat.sitting for seat in room.tournament.occupied) == {1: 4, 2: 4, 3: 4}

    final = replace(room.tournament, carried=(CarriedFlight("f", "Tables", 1, 0, 30),))
    assert decide(final, UseTable(4, 6), room.now_ms, room.facts)


def of_house(sizes, seats: int = 7, book: str = "house") -> SmallRoom:
    """This many players at each table, the button at seat 1."""
    room, of_book = SmallRoom(3), load_book(book)
    room.create = replace(CREATE, book=replace(of_book, identity=replace(of_book.identity, value="of-the-room")))
    room.ask(room.create)
    for table, size in enumerate(sizes, 1):
        room.ask(UseTable(table, seats))
        for seat in range(1, size + 1):
            room.ask(AddEntry(f"t{table}s{seat}", f"Player {table}-{seat}"))
            assert room.ask(SeatEntry(len(room.tournament.entries), SeatAt(table, seat)))
    room.ask(PrepareDraw("0123456789abcdef"))
    room.ask(Start())
    room.tables_follow()
    return room


STANDARD = ("TDA 2024 rule 11-C; TDA 2024 rule 11-A", "TDA 2024 rule 11-D")


@pytest.mark.parametrize("book", shipped_ids())
def test_each_book_names_the_clause_for_balancing_and_for_a_halt(book):
    """
    Three tables of 5, 5 and 2. `house` has its own clause for the table that gives a player up, and none for a halt.
    """
    found = {type(one.action): one for one in of_house((5, 5, 2), 5, book).proposed()}
    cites = [(found[kind].clause, found[kind].standard) for kind in (MoveEntry, HaltTable)]

    if book == "house":
        assert cites == [("House rules, Consolidating Tables", "TDA 2024 rule 11-A"), ("", "TDA 2024 rule 11-D")]
    else:
        assert cites == [(clause, "") if book == "tda" else ("", clause) for clause in STANDARD]


def test_tables_break_in_the_directors_order_or_else_the_smallest_first():
    room = of_house((5, 3, 4))

    def next_broken() -> list[int]:
        return [one.action.sitting for one in room.proposed() if isinstance(one.action, BreakTable)]

    assert next_broken() == [2]
    assert refusal(room, SetBreakOrder((3, 9))) == "no-such-table"
    assert refusal(room, SetBreakOrder((3, 3))) == "table-twice"
    assert room.ask(SetBreakOrder((3,)))
    assert next_broken() == [3]
    assert break_order(crowds_now(room.tournament), room.tournament.break_order) == [3, 2, 1]

    assert room.ask(UndoAct(len(room.tournament.acts)))
    assert next_broken() == [2]


def test_vector_17_house_consolidating_the_smallest_table_breaks_by_cards_to_the_nearest_seats():
    room = of_house((5, 5, 4))
    broken = next(one for one in room.proposed() if isinstance(one.action, BreakTable))
    assert (broken.action, broken.clause) == (BreakTable(3), "House rules, Consolidating Tables")
    cards = tuple(DrawnCard(seat, card) for seat, card in zip((1, 2, 3, 4), parse_cards("2c3c4c5c"), strict=True))
    assert refusal(room, BreakTable(3, cards[:3])) == "draw-one-card"

    assert room.ask(BreakTable(3, cards))

    # 2c and 3c are seats of table 1, 4c and 5c of table 2; seats 6 and 7 are free. Seat 1 was the button.
    moved = {f"t3s{seat}": room.seat_of(10 + seat) for seat in (1, 2, 3, 4)}
    assert {name: seat.sitting for name, seat in moved.items()} == {"t3s1": 1, "t3s2": 1, "t3s3": 2, "t3s4": 2}
    assert moved["t3s1"] == SeatAt(1, 7)
    assert moved["t3s3"] == SeatAt(2, 6)  # of two equally near seats, the blinds come first


def test_house_consolidating_the_seed_draws_the_cards_if_there_are_none():
    room = of_house((5, 5, 4))
    assert room.ask(BreakTable(3))

    drawn = [room.seat_of(10 + seat) for seat in (1, 2, 3, 4)]
    assert len(set(drawn)) == 4
    assert {seat.seat for seat in drawn} == {6, 7}
    again = of_house((5, 5, 4))
    again.ask(BreakTable(3))
    assert [again.seat_of(10 + seat) for seat in (1, 2, 3, 4)] == drawn


def test_under_the_standard_each_player_draws_a_card_that_means_a_seat():
    """Four players of table 2 go to table 1. The four cards of the pile mean its lowest free seats."""
    room = two_tables(8)
    pile = break_pile(room.tournament, 2, room.context)
    free = [seat.seat for seat in free_seats(room.tournament.sittings[1], room.tournament.occupied)]
    assert pile == {card: (1, seat) for card, seat in zip(parse_cards("2c3c4c5c"), free[:4], strict=True)}
    seats = sorted(seat.seat for seat in room.tournament.occupied if seat.sitting == 2)
    who = [room.tournament.occupied[SeatAt(2, seat)] for seat in seats]

    def drawn(cards: str) -> BreakTable:
        there = zip(seats, parse_cards(cards), strict=False)
        return BreakTable(2, tuple(DrawnCard(seat, card) for seat, card in there))

    assert refusal(room, drawn("2c3c4c")) == "draw-one-card"
    assert refusal(room, drawn("2c3c4c4c")) == "card-drawn-twice"
    assert refusal(room, drawn("2c3c4cAs")) == "card-not-in-draw"
    assert room.ask(drawn("5c4c3c2c"))
    assert [room.seat_of(entry) for entry in who] == [SeatAt(1, seat) for seat in reversed(free[:4])]
    assert not room.tournament.draws.get("break 2")


def test_the_first_seats_can_be_drawn_by_cards_in_the_order_of_entry():
    room = SmallRoom(1)
    room.ask(CREATE)
    for table in (1, 2):
        room.ask(UseTable(table, 9))
    for number in range(3):
        room.ask(AddEntry(f"{number}", f"Player {number}"))
    pile = draw_pile(room.tournament, room.context)
    assert pile == dict(zip(parse_cards("2c3c4c"), (SeatAt(1, 1), SeatAt(1, 2), SeatAt(2, 1)), strict=True))

    assert refusal(room, DrawSeats(parse_cards("2c3c"))) == "draw-one-card-each"
    assert refusal(room, DrawSeats(parse_cards("2c3c3c"))) == "card-drawn-twice"
    assert refusal(room, DrawSeats(parse_cards("2c3cAs"))) == "card-not-in-draw"
    assert room.ask(DrawSeats(parse_cards("4c2c3c")))
    assert [room.seat_of(entry) for entry in (1, 2, 3)] == [SeatAt(2, 1), SeatAt(1, 1), SeatAt(1, 2)]


def test_a_deck_is_too_small_for_a_large_field_and_its_cards_are_balanced_over_the_tables():
    with pytest.raises(Refused) as refused:
        seat_pile([Sitting(table, table, 10) for table in range(1, 7)], {}, 53)
    assert refused.value.code == "deck-too-small"

    rings = [SeatRing(table, 10, 1, (1, 2, 3)) for table in range(1, 12)]
    assert Counter(balance_pile(rings, 11).values()) == {table: 6 if table < 3 else 5 for table in range(1, 11)}


def test_a_new_player_can_be_moved_to_another_table_after_their_table_confirms_the_seat():
    """A table that is cut off may seat them later, and they would have two stacks.

    If another player sits in their seat, the table seats nobody. A new seat at the same table is still one seat.
    """
    room = two_tables(6)
    new, other, *_ = sorted(room.tables[1].held)
    here, away = (
        SeatAt(one.number, free_seats(one, room.tournament.occupied)[0].seat)
        for one in room.tournament.sittings.values()
    )
    held, theirs = room.tables[1].held.pop(new), room.tables[1].held[other]

    def moved(to):
        return decide(room.tournament, MoveEntry(new, to), room.now_ms, room.facts)

    assert refusal(room, MoveEntry(new, away)) == "before-seated"
    assert moved(here)

    room.tables[1].held[other] = SeatedEntry(held.seat, theirs.chips)
    assert moved(away)
    room.tables[1].held |= {new: held, other: theirs}
    assert moved(away)
