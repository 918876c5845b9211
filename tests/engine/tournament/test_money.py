"""Prizes in addition to places: guarantees, rounding, curves, bounties, add-ons, deals; all sums exact."""

import math
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.refused import Refused
from engine.tournament.actions import AddOn, ConfirmBust, End, HandForHand, MakeDeal, NextLevel, Rebuy, UndoAct
from engine.tournament.custody.ledger import ledger
from engine.tournament.event_terms import EventTerms, Prizes
from engine.tournament.field.entries import BustAt, Entry, left
from engine.tournament.prizes.finishes import DealShare, bounties
from engine.tournament.prizes.icm import chip_chop, even, icm, rounded
from engine.tournament.prizes.payouts import PayoutRow, PayoutTable, amounts, curve, divide, load_payouts
from engine.tournament.proposals.proposals import proposals
from engine.tournament.rules.prizes.deal_rules import offer
from engine.tournament.rules.prizes.prize_list import prize_list
from engine.tournament.rules.prizes.prize_pool import fees, paid_by, paid_in, places_paid, pool
from engine.tournament.state import Tournament
from engine.tournament.tournament import decide
from kiosk.clock.tournaments.records.room_info import room_infos
from tests.kit.paid_again import curve_again, each_place, paid_again, shares_again
from tests.kit.small_room import CREATE, SmallRoom

CLUB, CURVE = load_payouts("club"), load_payouts("curve")
MONEY = Prizes(bounty=500, guarantee=30_000, round_to=100, add_on_chips=5_000, add_on_cost=1_500, add_on_after=3)
EVENT = replace(CREATE, terms=EventTerms(CLUB, 2_000, late_levels=3, rebuys=1, rebuy_cost=1_000, prizes=MONEY))


def room_of(players: int = 5, create=EVENT) -> SmallRoom:
    room = SmallRoom(1)
    room.open(players, 1, 9, create=create)
    room.tables_follow()
    return room


def refusal(room: SmallRoom, action) -> str:
    with pytest.raises(Refused) as caught:
        decide(room.tournament, action, room.now_ms, room.facts)
    return caught.value.code


def close_entries(room: SmallRoom) -> None:
    for _ in range(4):
        room.next_level()


def out(room: SmallRoom, *entries: int) -> None:
    for entry in entries:
        out_at(room, 1, entry)


def out_at(room: SmallRoom, sitting: int, entry: int) -> None:
    room.lose(sitting, entry)
    assert room.ask(ConfirmBust(entry))


# Pool and places


def test_the_pool_is_the_buy_ins_or_the_guarantee():
    assert pool(room_of(5).tournament, EVENT.terms) == 30_000
    assert pool(room_of(9, replace(EVENT, terms=replace(EVENT.terms, buy_in=4_000))).tournament,
                replace(EVENT.terms, buy_in=4_000)) == 36_000  # fmt: skip


def test_the_overlay_and_the_fees_of_the_house_are_known():
    terms = replace(EVENT.terms, fee=300)
    room = room_of(5, replace(EVENT, terms=terms))
    assert (paid_in(room.tournament, terms), pool(room.tournament, terms)) == (10_000, 30_000)
    assert fees(room.tournament, terms) == 1_500

    room.tables[1].held[1] = replace(room.tables[1].held[1], chips=1_000)
    assert room.ask(Rebuy(1))
    entries = room.tournament.entries
    assert (paid_by(entries[1], terms), paid_by(entries[2], terms)) == (3_000, 2_000)
    assert (paid_in(room.tournament, terms), pool(room.tournament, terms)) == (11_000, 30_000)


def test_places_are_rounded_and_the_first_gets_the_rest():
    assert amounts(30_050, CLUB, 5, 100) == (19_550, 10_500)
    assert sum(places_paid(room_of().tournament, EVENT.terms)) == 30_000


@given(st.integers(1, 20_000), st.integers(0, 10**9), st.sampled_from((1, 5, 100, 2_500)))
def test_every_curve_decreases_and_adds_up(entries, money, unit):
    paid = amounts(money, CURVE, entries, unit)

    assert sum(paid) == money
    assert list(paid) == sorted(paid, reverse=True)
    assert min(paid) >= 0
    assert len(paid) <= max(1, -(-entries * 15 // 100))
    assert min(paid[1:], default=1) > 0


@pytest.mark.parametrize("places", [*range(1, 41), 100])
def test_a_curve_has_the_shares_of_a_second_computation(places):
    assert list(curve(places)) == curve_again(places)


@given(st.data())
def test_payouts_equal_those_of_a_second_computation_whatever_ties(data):
    table, entries = data.draw(st.sampled_from((CLUB, CURVE))), data.draw(st.integers(1, 120))
    money, step = data.draw(st.integers(0, 3_000)), data.draw(st.sampled_from((1, 5, 7, 100)))
    ties = data.draw(st.lists(st.integers(1, 5), min_size=1))
    paid = amounts(money, table, entries, step)

    assert list(paid) == each_place(money, shares_again(table, entries), step)
    by_place, place, won = [*paid, *[0] * sum(ties)], 1, dict[int, int]()
    groups = []
    for tied in ties:
        groups.append(range(place, place + tied))
        won |= dict(zip(groups[-1], divide(by_place, place, tied), strict=True))
        place += tied
    assert won == paid_again(paid, groups)


def test_a_place_that_is_rounded_to_nothing_is_not_paid():
    assert amounts(21_000, CLUB, 21, 5_000) == (16_000, 5_000)
    assert amounts(0, CLUB, 21, 5_000) == (0,)


def test_tied_players_are_paid_the_same_to_the_unit_whatever_the_rounding():
    assert divide((19_000, 10_000, 5_000, 1_000), 2, 2) == (7_500, 7_500)
    assert divide((19_000, 10_000, 5_000, 2_000), 2, 3) == (5_667, 5_667, 5_666)


def test_the_bubble_is_one_place_before_the_last_that_is_paid():
    four = PayoutTable("Four", (PayoutRow(1, (4_400, 2_700, 1_700, 1_200)),))
    terms = EventTerms(four, 1_000, prizes=Prizes(round_to=1_200))
    room = SmallRoom(1)
    room.open(8, 2, 9, create=replace(CREATE, terms=terms))
    room.tables_follow()
    assert places_paid(room.tournament, terms) == (5_600, 1_200, 1_200)
    while len(left(room.tournament.entries)) > 4:
        sitting = max(room.tables, key=lambda number: len(room.tables[number].held))
        out_at(room, sitting, min(room.tables[sitting].held))
        asked = [one.action for one in proposals(room.tournament, room.context)]
        assert (HandForHand(on=True) in asked) == (len(left(room.tournament.entries)) == 4)


@pytest.mark.parametrize(("tables", "places_before"), [(2, 1), (3, 1), (4, 2), (8, 2), (9, 3)])
def test_hand_for_hand_begins_earlier_with_more_tables(tables, places_before):
    """Two players who bust at once do not skip the bubble."""
    players = tables * 3
    for over in range(5):
        shares = (10_000 - 100 * (players - over - 1), *[100] * (players - over - 1))
        terms = EventTerms(PayoutTable("Wide", (PayoutRow(1, shares),)), 1_000)
        room = SmallRoom(1)
        room.open(players, tables, 9, create=replace(CREATE, terms=terms))
        room.tables_follow()
        asked = [one.action for one in proposals(room.tournament, room.context)]
        assert (HandForHand(on=True) in asked) == (1 <= over <= places_before)


def test_hand_for_hand_is_proposed_and_ordered_while_a_bust_waits():
    """A busted player who is not confirmed no longer counts, and no table deals on meanwhile."""
    terms = EventTerms(PayoutTable("Four", (PayoutRow(1, (4_400, 2_700, 1_700, 1_200)),)), 1_000)
    room = SmallRoom(1)
    room.open(6, 2, 9, create=replace(CREATE, terms=terms))
    room.tables_follow()
    assert HandForHand(on=True) not in [one.action for one in room.proposed()]
    room.lose(1, loser := min(room.tables[1].held))

    assert HandForHand(on=True) in [one.action for one in room.proposed()]
    assert room.ask(HandForHand(on=True))
    assert room.ask(ConfirmBust(loser))


@pytest.mark.parametrize("currency", ["XYZ", "<b>", "EUR\n", "E", "Euro"])
def test_a_currency_must_be_a_code_of_the_standard(currency):
    create = replace(CREATE, terms=replace(CREATE.terms, currency=currency))

    with pytest.raises(Refused, match="no-such-currency"):
        decide(Tournament(), create, 0)


@pytest.mark.parametrize(("places", "first"), [(1, 10_000), (2, 6_500), (3, 5_000), (9, 3_000), (27, 2_500)])
def test_the_first_place_gets_its_usual_share_for_the_number_of_places(places, first):
    assert abs(curve(places)[0] - first) <= places


# Add-ons and bounties


def test_an_add_on_is_taken_once_after_its_level_and_goes_to_the_pool():
    room = room_of()
    assert refusal(room, AddOn(1)) == "add-on-later"
    assert room.ask(NextLevel())
    assert refusal(room, AddOn(1)) == "add-on-later"
    close_to_break(room)
    assert room.ask(AddOn(1))
    assert refusal(room, AddOn(1)) == "add-on-taken"
    room.tables_follow()

    assert room.tables[1].held[1].chips == 15_000
    assert ledger(room.tournament.entries, room.facts).missing == 0
    terms = replace(EVENT.terms, prizes=replace(MONEY, guarantee=0))
    assert pool(room.tournament, terms) == 5 * 2_000 + 1_500


def close_to_break(room: SmallRoom) -> None:
    """Go to the break after level 3, when late registration is still open."""
    while not hasattr(EVENT.structure.entries[room.tournament.clock.index], "color_up"):
        room.next_level()


@pytest.mark.parametrize(("after", "late", "is_late"), [(3, 3, False), (2, 3, False), (2, 2, True), (4, 3, True)])
def test_an_add_on_that_nobody_could_take_before_entries_close_is_refused(after, late, is_late):
    """The club's evening has a break after level 3 and none after level 2."""
    prizes = Prizes(add_on_chips=5_000, add_on_after=after)
    create = replace(CREATE, terms=replace(CREATE.terms, late_levels=late, prizes=prizes))

    assert SmallRoom(1).ask(create) is not is_late


def test_an_add_on_does_not_count_as_a_rebuy():
    terms = replace(EVENT.terms, late_levels=9, prizes=replace(MONEY, add_on_after=0))
    room = room_of(5, replace(EVENT, terms=terms))
    assert room.ask(AddOn(1))
    room.tables_follow()
    room.tables[1].held[1] = replace(room.tables[1].held[1], chips=1_000)

    assert room.ask(Rebuy(1))
    assert refusal(room, Rebuy(1)) == "rebuys-used"


def test_an_event_without_add_ons_refuses_them():
    assert refusal(room_of(create=CREATE), AddOn(1)) == "no-add-ons"


def test_a_bounty_goes_to_the_winner_of_the_last_chips_or_is_split_between_winners():
    entries = {
        1: Entry(1, "a", "A", 100),
        2: Entry(2, "b", "B", 100, bust=BustAt(1, 1, 1, by=(1,))),
        3: Entry(3, "c", "C", 100, bust=BustAt(1, 2, 2, by=(4, 1))),
        4: Entry(4, "d", "D", 100, bust=BustAt(1, 3, 3)),  # knocked out by an unknown player
        5: Entry(5, "e", "E", 100, voided=True),
    }

    assert bounties(entries, 501) == {1: 501 + 251, 4: 250}
    assert bounties(entries, 501, winner=1) == {1: 501 + 251 + 501 + 501, 4: 250}
    assert sum(bounties(entries, 501, winner=1).values()) == 4 * 501


@pytest.mark.parametrize(("create", "takers"), [(EVENT, ("2", "4")), (CREATE, ())])
def test_a_table_learns_who_won_a_bounty_if_there_are_bounties(create, takers):
    """The director's correction counts."""
    room = room_of(create=create)
    room.lose(1, 1)
    room.tables[1].busts[-1] = replace(room.tables[1].busts[-1], by=(2, 4))
    (out,) = room_infos(room.tournament, room.facts)[1].out
    assert (out.player, out.bounty_to) == ("1", takers)

    assert room.ask(ConfirmBust(1, (3,)))

    (out,) = room_infos(room.tournament, room.facts)[1].out
    assert out.bounty_to == (("3",) if takers else ())


def test_the_director_can_say_who_won_a_bounty_before_and_after_the_bust_is_confirmed():
    room = room_of()
    room.lose(1, 1)
    room.tables[1].busts[-1] = replace(room.tables[1].busts[-1], by=(2,))
    assert refusal(room, ConfirmBust(1, (1,))) == "knocked-out-by-itself"
    assert room.ask(ConfirmBust(1, (3,)))
    assert bounties(room.tournament.entries, 500) == {3: 500}

    assert room.ask(ConfirmBust(1, (5, 4)))

    assert bounties(room.tournament.entries, 500) == {4: 250, 5: 250}
    assert refusal(room, ConfirmBust(1)) == "entry-is-out"
    assert room.ask(UndoAct(len(room.tournament.acts)))
    assert bounties(room.tournament.entries, 500) == {3: 500}


def test_the_director_can_name_who_knocked_out_one_of_two_busts_together():
    room = room_of()
    room.lose(1, 1, 2)
    assert room.ask(ConfirmBust(1, (3,)))
    out_now = [entry.bust for entry in room.tournament.entries.values() if entry.bust]
    assert [bust.by for bust in out_now] == [(3,), ()]


# Deals


def by_orders(stacks, prizes) -> list[float]:
    """Malmuth-Harville, by going through every order."""
    shares = [0.0] * len(stacks)

    def place(left: tuple[int, ...], number: int, chance: float) -> None:
        whole = sum(stacks[one] for one in left)
        for one in left:
            now = chance * stacks[one] / whole
            shares[one] += now * prizes[number]
            place(tuple(other for other in left if other != one), number + 1, now)

    place(tuple(range(len(stacks))), 0, 1.0)
    return shares


@given(st.data())
def test_icm_equals_the_result_of_going_through_all_orders(data):
    stacks = data.draw(st.lists(st.integers(1, 10**6), min_size=2, max_size=6))
    prizes = sorted(
        data.draw(st.lists(st.integers(0, 10**6), min_size=len(stacks), max_size=len(stacks))), reverse=True
    )

    found = icm(stacks, prizes)

    assert sum(found) == sum(prizes)
    assert all(abs(mine - theirs) < 1.000_01 for mine, theirs in zip(found, by_orders(stacks, prizes), strict=True))


def by_waiting(stacks, prizes) -> list[Fraction]:
    """The same by waiting times, exactly: a player with stack s waits longer than time t with probability u ** s, where
    u is exp(-t). The result for each place is a polynomial in u, whose integral from 0 to 1 is a fraction.
    """
    shares = []
    for player, chips in enumerate(stacks):
        ahead: list[Mapping[int, int]] = [{0: 1}]  # the polynomial, by the number of players ahead
        for other in (each for number, each in enumerate(stacks) if number != player):
            grown: list[Counter[int]] = [Counter() for _ in range(len(ahead) + 1)]
            for count, powers in enumerate(ahead):
                for power, times in powers.items():
                    grown[count][power + other] += times
                    grown[count + 1][power] += times
                    grown[count + 1][power + other] -= times
            ahead = [*grown]
        each = (
            prize * sum(Fraction(times * chips, power + chips) for power, times in powers.items())
            for prize, powers in zip(prizes, ahead, strict=True)
        )
        shares.append(sum(each, Fraction()))
    return shares


@pytest.mark.parametrize("players", [3, 9, 20])
def test_icm_equals_exact_fractions_to_the_unit(players):
    """A long and a short stack among others. The largest remainders get the units that are left."""
    stacks = [1, 40, *(5 + number % 4 for number in range(players - 2))]
    prizes = [10**6 // place for place in range(1, players + 1)]
    exact = by_waiting(stacks, prizes)
    assert sum(exact) == sum(prizes)

    down = [math.floor(share) for share in exact]
    by_rest = sorted(range(players), key=lambda one: (down[one] - exact[one], one))
    more = by_rest[: sum(prizes) - sum(down)]
    assert icm(stacks, prizes) == tuple(chips + (one in more) for one, chips in enumerate(down))
    if players < 8:
        assert all(abs(mine - theirs) < 1e-6 for mine, theirs in zip(exact, by_orders(stacks, prizes), strict=True))


def test_icm_of_two_players_and_of_equal_stacks_has_the_known_values():
    assert icm([3_000, 1_000], [1_000, 600]) == (900, 700)
    assert icm([5, 5, 5], [300, 200, 101]) == (201, 200, 200)
    assert len(icm(list(range(1, 21)), list(range(2_000, 0, -100)))) == 20


@given(st.data())
def test_a_chop_by_chips_adds_up_and_gives_nobody_less_than_the_last_prize(data):
    stacks = data.draw(st.lists(st.integers(1, 10**9), min_size=2, max_size=20))
    prizes = sorted(
        data.draw(st.lists(st.integers(0, 10**12), min_size=len(stacks), max_size=len(stacks))), reverse=True
    )

    found = chip_chop(stacks, prizes)

    assert sum(found) == sum(prizes)
    assert min(prizes) <= min(found) <= max(found) <= max(prizes)


def test_a_chop_by_chips_gives_nobody_more_than_the_first_prize():
    assert chip_chop([9_000, 500, 500], [500, 300, 200]) == (500, 250, 250)
    assert chip_chop([9_000, 750, 250], [500, 300, 200]) == (500, 275, 225)
    assert chip_chop([5_000, 5_000, 1], [500, 500, 200]) == (500, 500, 200)
    assert chip_chop([1_000, 0, 0], [500, 300, 200]) == (500, 250, 250)


def test_players_without_chips_share_the_last_prizes():
    assert icm([3_000, 0, 1_000, 0], [1_000, 600, 300, 200]) == (900, 250, 700, 250)
    assert icm([0, 0], [300, 200]) == chip_chop([0, 0], [300, 200]) == (250, 250)


def at_the_end(players: int = 2) -> SmallRoom:
    """This many of five are left, and no entries are taken."""
    room = room_of()
    close_entries(room)
    out(room, *range(1, 6 - players))
    return room


def test_a_deal_is_offered_made_and_paid_and_the_rest_is_played_for():
    room = at_the_end()
    offered = offer(room.tournament, room.context, "icm", for_winner=1_000)
    assert sum(share.amount for share in offered.shares) + 1_000 == sum(offered.prizes) == 30_000

    assert room.ask(MakeDeal(offered.shares, offered.for_winner))
    assert refusal(room, End()) == "not-one-left"
    out(room, 4)
    assert room.end()

    paid = {one.entry: one.payout for one in room.paid}
    agreed = {share.entry: share.amount for share in offered.shares}
    assert (paid[5], paid[4]) == (agreed[5] + 1_000, agreed[4])
    assert sum(paid.values()) == 30_000
    assert sum(one.bounties for one in room.paid) == 5 * 500


def test_if_nothing_is_left_to_play_for_places_go_by_chips():
    room = at_the_end()
    held = {entry: one.chips for entry, one in room.facts[1].held.items()}
    second, first = sorted(held, key=lambda entry: held[entry])
    shares = (DealShare(first, 16_000), DealShare(second, 14_000))
    assert room.ask(MakeDeal(shares))
    (asked,) = [one for one in proposals(room.tournament, room.context) if isinstance(one.action, End)]
    assert asked.why.fields["name"] == room.tournament.entries[first].name

    assert room.end()

    paid = room.paid
    assert [(one.finish, one.entry, one.payout) for one in paid[:2]] == [(1, first, 16_000), (2, second, 14_000)]
    assert paid[1].bounties == 500  # a player still in keeps their own bounty
    assert sum(one.bounties for one in paid) == 5 * 500


def test_a_deal_waits_for_unconfirmed_busts_and_for_uncounted_tables():
    room = at_the_end(3)
    room.lose(1, 3)
    with pytest.raises(Refused, match="deal-after-bust"):
        offer(room.tournament, room.context, "icm")
    assert refusal(room, MakeDeal((DealShare(3, 0), DealShare(4, 14_000), DealShare(5, 16_000)))) == "deal-after-bust"

    typed = SmallRoom(1)
    typed.open(3, 1, 9, typed=1, create=EVENT)
    close_entries(typed)
    with pytest.raises(Refused, match="entry-not-counted"):
        offer(typed.tournament, typed.context, "icm")


@pytest.mark.parametrize(
    ("shares", "for_winner", "code"),
    [
        ((DealShare(5, 30_000),), 0, "deal-leaves-out"),
        ((DealShare(4, 15_000), DealShare(4, 15_000)), 0, "deal-leaves-out"),
        ((DealShare(4, -1), DealShare(5, 30_001)), 0, "deal-below-nothing"),
        ((DealShare(4, 15_000), DealShare(5, 15_000)), 1, "deal-differs"),
    ],
)
def test_a_deal_must_name_everybody_once_and_add_up(shares, for_winner, code):
    assert refusal(at_the_end(), MakeDeal(shares, for_winner)) == code


def test_a_deal_is_refused_while_entries_are_open_or_when_repeated_or_too_high():
    early = room_of()
    with pytest.raises(Refused, match="entries-still-open"):
        offer(early.tournament, early.context, "chips")
    room = at_the_end()
    with pytest.raises(Refused, match="too-much-for-winner"):
        offer(room.tournament, room.context, "chips", 10**6)
    shares = (DealShare(4, 14_000), DealShare(5, 16_000))
    room.ask(MakeDeal(shares))
    assert refusal(room, MakeDeal(shares)) == "deal-made"
    assert room.ask(UndoAct(len(room.tournament.acts)))
    assert room.ask(MakeDeal(shares))


stacks_and_prizes = st.lists(st.tuples(st.integers(0, 10**6), st.integers(0, 10**7)), min_size=2, max_size=20)


@pytest.mark.parametrize("most", [8, pytest.param(20, marks=pytest.mark.nightly)])
@given(
    pairs=stacks_and_prizes, unit=st.sampled_from((1, 5, 100, 500, 12_345)), way=st.sampled_from((icm, chip_chop, even))
)
def test_rounded_shares_add_up_and_only_the_largest_stack_gets_less_than_a_unit(most, pairs, unit, way):
    """Twenty players; in the daily run eight for the chip model, whose time grows with the cube of their number."""
    pairs = pairs[:most] if way is icm else pairs
    stacks, prizes = [max(1, chips) for chips, _ in pairs], sorted((prize for _, prize in pairs), reverse=True)
    exact = way(stacks, prizes)

    found = rounded(exact, sum(prizes), unit, stacks)

    assert sum(found) == sum(exact) == sum(prizes)
    largest = stacks.index(max(stacks))
    assert all(share % unit == 0 for one, share in enumerate(found) if one != largest)
    assert all(abs(share - exact[one]) < unit for one, share in enumerate(found) if one != largest)
    assert abs(found[largest] - exact[largest]) < 2 * unit


def test_even_shares_differ_by_at_most_a_cent_and_the_largest_stacks_get_it():
    assert even([10, 30, 20], [100, 0, 0]) == (33, 34, 33)
    assert even([10, 30, 20], [60, 40, 1]) == (33, 34, 34)
    assert rounded((33_33, 33_34, 33_33), 100_00, 5_00, (10, 30, 20)) == (30_00, 35_00, 35_00)
    assert rounded((33_33, 33_34, 33_34), 100_01, 5_00, (10, 30, 20)) == (30_00, 35_01, 35_00)


def test_a_deal_is_rounded_and_never_above_the_prizes_left():
    room = at_the_end()

    offered = offer(room.tournament, room.context, "icm", 1_000, 500)

    assert [share.amount % 500 for share in offered.shares] == [0, 0]
    assert sum(share.amount for share in offered.shares) == 29_000
    assert [share.amount for share in offer(room.tournament, room.context, "even").shares] == [15_000, 15_000]
    for unit in (0, -5, 15_001):
        with pytest.raises(Refused, match="deal-rounding"):
            offer(room.tournament, room.context, "even", 0, unit)


@pytest.mark.parametrize("entries", [893, 894, 895, 1_000, 2_345, 10_043, 40_000])
def test_no_place_of_a_curve_is_paid_less_than_a_buy_in(entries):
    for buy_in in (1, 500, 2_000):
        paid = amounts(entries * buy_in, CURVE, entries)

        assert len(paid) == -(-entries * 15 // 100)
        assert paid[-1] >= buy_in
        assert sum(paid) == entries * buy_in
        assert list(paid) == sorted(paid, reverse=True)
        assert buy_in == 1 or abs(paid[0] - sum(paid) // 5) <= sum(paid) // 100  # whole units: the first has the rest


def test_a_curve_that_pays_nearly_everybody_still_decreases_and_adds_up():
    most = PayoutTable("most", (PayoutRow(1, (10_000,)),), 95)

    paid = amounts(1_000 * 100, most, 1_000)

    assert sum(paid) == 100_000
    assert list(paid) == sorted(paid, reverse=True)


def test_places_that_nobody_can_take_are_shared_in_proportion():
    own = PayoutTable("own", (PayoutRow(1, (4_000, 2_000, 1_500, 1_000, 800, 700)),))

    assert amounts(180_000, own, 18) == (72_000, 36_000, 27_000, 18_000, 14_400, 12_600)
    assert amounts(180_000, own, 18, most=4) == (84_708, 42_352, 31_764, 21_176)
    assert amounts(180_000, own, 18, 1_000, most=4) == (86_000, 42_000, 31_000, 21_000)
    assert amounts(180_000, own, 18, most=1) == (180_000,)
    assert amounts(180_000, own, 18, most=9) == amounts(180_000, own, 18)


@pytest.mark.parametrize("players", [2, 3, 5])
def test_a_payout_table_with_more_places_than_players_shows_the_shared_amount(players):
    own = PayoutTable("own", (PayoutRow(1, (4_000, 2_000, 1_500, 1_000, 800, 700)),))
    room = room_of(players, replace(CREATE, terms=EventTerms(own, 10_000)))

    found = prize_list(room.tournament, room.context)

    assert len(found.prizes) == players
    assert found.unclaimed == 6 - players
    assert sum(found.amounts) == found.pool == players * 10_000
    assert found.shared == sum((4_000, 2_000, 1_500, 1_000, 800, 700)[players:]) * players
