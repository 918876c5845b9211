"""Finishing places, and their prizes."""

import pytest
from msgspec.structs import replace

from engine.bad_input import BadInput
from engine.refused import Refused
from engine.terms import Stop
from engine.tournament.actions import AddEntry, ConfirmBust, End, NextLevel, SetPolicy, UndoAct
from engine.tournament.event_terms import EventTerms
from engine.tournament.prizes.finishes import places, waiting
from engine.tournament.prizes.payouts import PayoutRow, PayoutTable, amounts, divide, load_payouts, parse_payouts
from engine.tournament.proposals.proposals import accepted, proposals
from engine.tournament.tables.facts import Bust, SeatedEntry
from engine.tournament.targets import target
from engine.tournament.tournament import decide
from tests.kit.small_room import CREATE, SmallRoom
from tests.said import english
from ui.words.languages import words_in


@pytest.fixture
def room():
    """Five players at one table."""
    room = SmallRoom(2)
    room.open(5, 1, 9)
    room.tables_follow()
    return room


def refusal(room: SmallRoom, action) -> str:
    with pytest.raises(Refused) as caught:
        decide(room.tournament, action, room.now_ms, room.facts)
    return caught.value.code


def said(room: SmallRoom, action) -> str:
    """The refusal in English."""
    with pytest.raises(Refused) as caught:
        decide(room.tournament, action, room.now_ms, room.facts)
    return english(caught.value)


def goes_out(room: SmallRoom, *busts: tuple[int, int]) -> None:
    """These entries, with these stacks, bust in one hand."""
    room.lose(1, *[entry for entry, _ in busts])
    table = room.tables[1]
    had = dict(busts)
    table.busts = [Bust(b.entry, b.hand, had.get(b.entry, b.had), b.mark, b.at_ms) for b in table.busts]


def test_in_one_hand_the_larger_stack_finishes_higher(room):
    goes_out(room, (1, 3000), (2, 8000))

    assert refusal(room, ConfirmBust(2)) == "earlier-bust-first"
    room.ask(ConfirmBust(1))
    room.ask(ConfirmBust(2))

    assert places(room.tournament.entries, room.tournament.finishes) == {1: 5, 2: 4}


def test_equal_stacks_in_one_hand_tie_and_are_confirmed_together(room):
    goes_out(room, (1, 3000), (2, 3000))
    (asked,) = (one.why for one in proposals(room.tournament, room.context) if isinstance(one.action, ConfirmBust))
    assert words_in("en").say(asked) == "Player 0 and Player 1 busted in hand 1 at table 1 and share place 4"

    room.ask(ConfirmBust(2))

    assert room.tournament.finishes == ((1, 2),)
    assert places(room.tournament.entries, room.tournament.finishes) == {1: 4, 2: 4}
    assert not waiting(room.tournament.entries, room.facts)


def test_a_bust_in_the_money_is_proposed_with_its_prize_once_entries_are_closed():
    """Until then, another entry could still change the place and the prize."""
    terms = EventTerms(PayoutTable("two", (PayoutRow(1, (6_000, 4_000)),)), 2_000, currency="EUR")
    room = SmallRoom(2)
    room.open(3, 1, 9, create=replace(CREATE, terms=replace(terms, late_levels=1)))
    room.tables_follow()

    def whys() -> list[str]:
        found = proposals(room.tournament, room.context)
        return [words_in("en").say(one.why) for one in found if isinstance(one.action, ConfirmBust)]

    goes_out(room, (1, 3000), (2, 3000))
    assert whys() == ["Player 0 and Player 1 busted in hand 1 at table 1 and share place 2"]

    room.ask(NextLevel())

    shared = "Player 0 and Player 1 busted in hand 1 at table 1 and share place 2, pays 24\u00a0EUR in all"
    assert whys() == [shared]
    room.tables[1].busts = room.tables[1].busts[:1]
    assert whys() == ["Player 0 busted in hand 1 at table 1: place 3"]  # unpaid


def test_a_late_entry_moves_every_place_down_by_one(room):
    goes_out(room, (1, 3000))
    room.ask(ConfirmBust(1))
    assert places(room.tournament.entries, room.tournament.finishes) == {1: 5}

    room.ask(AddEntry("late", "Lena"))

    assert places(room.tournament.entries, room.tournament.finishes) == {1: 6}


def test_a_player_with_chips_cannot_be_confirmed_out(room):
    assert refusal(room, ConfirmBust(3)) == "entry-not-bust"
    goes_out(room, (1, 3000))
    room.ask(ConfirmBust(1))
    assert refusal(room, ConfirmBust(1)) == "entry-is-out"
    assert refusal(room, ConfirmBust(77)) == "no-such-entry"


def test_a_busted_player_who_has_chips_again_is_brought_back_once(room):
    """Found by the fault simulation: the room proposed the bust again, then the return, and so on endlessly."""
    seat = room.tables[1].held[1].seat
    goes_out(room, (1, 3000))
    room.ask(ConfirmBust(1))
    room.tables[1].held[1] = SeatedEntry(seat, 3000)
    (back,) = (one.action for one in room.proposed() if isinstance(one.action, UndoAct))

    assert room.ask(back)

    assert not [one for one in room.proposed() if isinstance(one.action, UndoAct | ConfirmBust)]
    assert refusal(room, ConfirmBust(1)) == "entry-not-bust"


def test_the_end_pays_the_whole_pool_when_one_player_has_every_chip(room):
    for entry in (1, 2, 3):
        goes_out(room, (entry, 5000))
        room.ask(ConfirmBust(entry))
    assert refusal(room, End()) == "not-one-left"
    goes_out(room, (4, 5000))
    room.ask(ConfirmBust(4))
    assert refusal(room, End()) == "entries-still-open"
    for _ in range(4):
        room.ask(NextLevel())
    held = room.tables[1].held
    kept, room.tables[1].held = held, {}
    assert refusal(room, End()) == "ledger-differs"
    room.tables[1].held = kept
    room.ask(SetPolicy("end", "accept"))
    found = accepted(room.tournament, room.context)
    assert found
    assert found.action == End()
    facts = {number: replace(table, playing=True) for number, table in room.context.tables.items()}
    assert accepted(room.tournament, room.context._replace(tables=facts)) is None

    assert room.ask(End())

    assert [(paid.finish, paid.entry, paid.payout) for paid in room.tournament.ended.paid] == [
        (1, 5, 6500), (2, 4, 3500), (3, 3, 0), (4, 2, 0), (5, 1, 0),
    ]  # fmt: skip
    assert refusal(room, End()) == "tournament-ended"
    assert refusal(room, AddEntry("late", "Lena")) == "tournament-ended"


def test_the_end_stops_every_table_until_it_is_undone(room):
    for entry in (1, 2, 3, 4):
        goes_out(room, (entry, 5000))
        room.ask(ConfirmBust(entry))
    for _ in range(4):
        room.ask(NextLevel())

    room.ask(End())
    assert target(room.tournament, 1).stop == Stop("over", 0)

    room.ask(UndoAct(len(room.tournament.acts)))
    assert target(room.tournament, 1).stop is None


def test_a_confirmed_bust_can_be_undone_until_the_next_one(room):
    goes_out(room, (1, 3000))
    room.ask(ConfirmBust(1))
    first = len(room.tournament.acts)
    goes_out(room, (2, 3000))
    room.ask(ConfirmBust(2))

    assert said(room, UndoAct(first)) == f"undo number {first + 1} first: it depends on number {first}"
    goes_out(room, (3, 3000))
    room.ask(ConfirmBust(3))
    assert said(room, UndoAct(first)) == f"undo number {first + 2} first: 2 actions depend on number {first}"
    assert room.ask(UndoAct(first + 2))
    assert room.ask(UndoAct(first + 1))
    assert room.ask(UndoAct(first))
    assert [bust.entry for group in waiting(room.tournament.entries, room.facts) for _, bust in group] == [1, 2, 3]


@pytest.mark.parametrize("entries", [1, 2, 4, 5, 10, 11, 20, 30, 41, 61, 500])
@pytest.mark.parametrize("pool", [0, 1, 99, 10_000, 123_457])
def test_payouts_decrease_by_place_and_add_up_to_the_pool(entries, pool):
    paid = amounts(pool, load_payouts("club"), entries)

    assert sum(paid) == pool
    assert list(paid) == sorted(paid, reverse=True)
    assert len(paid) <= entries


def test_tied_players_share_their_places_to_the_last_unit():
    assert divide([500, 300, 200, 0], 2, 2) == (250, 250)
    assert divide([500, 301, 200, 0], 2, 2) == (251, 250)
    assert divide([500, 300, 200, 0, 0], 4, 2) == (0, 0)


@pytest.mark.parametrize(
    "rows", [(), (PayoutRow(2, (10_000,)),), (PayoutRow(1, (10_000,)), PayoutRow(1, (6000, 4000)))]
)
def test_the_rows_of_a_payout_table_begin_at_one_entry_and_rise(rows):
    with pytest.raises(ValueError, match="rows"):
        PayoutTable("bad", rows)


@pytest.mark.parametrize(
    ("shares", "why"),
    [
        *(
            (shares, "rows, entry 1: shares must not rise from one place to the next, and must add up to 10000")
            for shares in ("5000", "4000, 6000", "10_000, 0", "5000, 6000")
        ),
        ("33.33, 66.67", "rows, entry 1, shares, entry 1: must be a whole number"),
    ],
)
def test_the_shares_of_a_row_are_whole_numbers_that_do_not_rise_and_add_up_to_the_whole(shares, why):
    with pytest.raises(BadInput) as refused:
        parse_payouts(f'name = "Own"\n[[rows]]\nentries = 1\nshares = [{shares}]\n')

    assert english(refused.value) == why


def test_places_may_have_equal_shares():
    assert PayoutRow(1, (4000, 3000, 3000)).shares == (4000, 3000, 3000)
