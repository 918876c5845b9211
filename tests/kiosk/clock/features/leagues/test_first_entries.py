"""Leagues that score the first entry: which entry of a player was the first of an event, and its points."""

from random import Random

import pytest

from engine.tournament.actions import FlightEnded, TournamentEnded
from engine.tournament.event_terms import EventTerms
from engine.tournament.field.entries import BustAt, Entry, EntryPurchase, Forfeited
from engine.tournament.formats import CarriedFlight, GoingOn
from engine.tournament.prizes.finishes import EntryWinnings
from engine.tournament.prizes.payouts import load_payouts
from engine.tournament.state import Tournament
from kiosk.clock.features.leagues import event_result

TERMS = EventTerms(load_payouts("club"), buy_in=2_000, currency="EUR")
STACK = 5_000


def entered(number, player, nth=1, **more):
    return Entry(number, player, player.title(), STACK, nth, **more)


def over(entries, order, its_id="final", **more):
    """A tournament that is over: the entry numbers in finishing order.

    Of a pool of 100 the first won 60 and the second 40.
    """
    paid = tuple(
        EntryWinnings(entry, place, {1: 6_000, 2: 4_000}.get(place, 0)) for place, entry in enumerate(order, 1)
    )
    ended = TournamentEnded(order[0], paid)
    return Tournament(its_id, its_id, terms=TERMS, entries={one.number: one for one in entries}, ended=ended, **more)


def flight(its_id, entries, stacks):
    """A flight that is over: the entries that go on, with their stacks."""
    ended = FlightEnded(tuple(GoingOn(entry, chips) for entry, chips in stacks.items()), ())
    return Tournament(its_id, its_id, terms=TERMS, entries={one.number: one for one in entries}, flight=ended)


def led(*flights):
    """The flights that a final records."""
    return tuple(CarriedFlight(one.id, one.name, 9, 2_000 * len(one.entries), len(one.entries)) for one in flights)


def results(final, *flights, entry="first", began=None):
    found = event_result(final, flights, "2026-11-27", "full", entry=entry, began=began or {})
    assert found
    return {one.player: one for one in found.results}


def places(final, *flights, **how):
    return {player: one.place for player, one in results(final, *flights, **how).items()}


BUST = BustAt(1, 1, 1)


@pytest.mark.parametrize(
    ("entries", "order", "expected"),
    [
        ([entered(1, "ann"), entered(2, "bo")], [1, 2], {"ann": 1, "bo": 2}),
        # Ann won with her second entry: she scores for the last place, and nobody moves up.
        ([entered(1, "ann"), entered(2, "bo"), entered(3, "ann", 2)], [3, 2, 1], {"ann": 3, "bo": 2}),
        ([entered(1, "ann"), entered(2, "bo"), entered(3, "ann", 2), entered(4, "ann", 3)], [4, 2, 3, 1],
         {"ann": 4, "bo": 2}),
        # If the first entry was undone, forfeited or never let in, the next one counts as the first.
        ([entered(1, "ann", voided=True), entered(2, "bo"), entered(3, "ann")], [3, 2], {"ann": 1, "bo": 2}),
        ([entered(1, "ann", forfeit=Forfeited(0)), entered(2, "bo"), entered(3, "ann")], [3, 2], {"ann": 1, "bo": 2}),
        ([entered(1, "ann", waits=True), entered(2, "bo"), entered(3, "ann")], [3, 2], {"ann": 1, "bo": 2}),
        # A rebuy is not an entry.
        ([entered(1, "ann", bought=(EntryPurchase(1, STACK, 1),), back=True), entered(2, "bo")], [1, 2],
         {"ann": 1, "bo": 2}),
    ],
)  # fmt: skip
def test_a_player_scores_for_the_place_of_the_first_entry(entries, order, expected):
    assert places(over(entries, order)) == expected


def test_everything_in_the_formula_is_of_the_first_entry_except_the_number_of_entries():
    first = entered(1, "ann", bust=BustAt(1, 1, 1, by=(2,)), bought=(EntryPurchase(1, STACK, 1),))
    bo = entered(2, "bo", bust=BustAt(1, 9, 9, by=(3,)))
    final = over([first, bo, entered(3, "ann", 2)], [3, 2, 1])

    ann, best = (results(final, entry=entry)["ann"] for entry in ("first", "best"))

    assert (ann.place, ann.prize, ann.paid, ann.knock_outs, ann.re_entries, ann.rebuys) == (3, 0, 20, 0, 1, 1)
    assert (best.place, best.prize, best.paid, best.knock_outs, best.re_entries, best.rebuys) == (1, 60, 40, 1, 1, 1)


def test_a_player_out_of_the_first_flight_keeps_that_place_however_far_the_next_entry_got():
    a = flight("a", [entered(1, "ann", bust=BUST), entered(2, "bo")], {2: 10_000})
    b = flight("b", [entered(1, "cy"), entered(2, "ann")], {1: 6_000, 2: 4_000})
    final = over(
        [entered(1, "bo", carried=True), entered(2, "cy", carried=True), entered(3, "ann", carried=True)],
        [3, 1, 2], carried=led(a, b),
    )  # fmt: skip

    assert places(final, a, b) == {"bo": 2, "cy": 3, "ann": 4}
    assert places(final, a, b, entry="best")["ann"] == 1


def test_the_first_flight_is_the_one_that_began_first_and_not_the_one_listed_first():
    """Ann went out of flight B, and was then let into flight A, which had begun before it."""
    a = flight("a", [entered(1, "bo"), entered(2, "ann")], {1: 5_000, 2: 5_000})
    b = flight("b", [entered(1, "ann", bust=BUST), entered(2, "cy")], {2: 10_000})
    final = over(
        [entered(1, "bo", carried=True), entered(2, "ann", carried=True), entered(3, "cy", carried=True)],
        [2, 1, 3], carried=led(a, b),
    )  # fmt: skip

    assert places(final, a, b)["ann"] == 1
    assert places(final, a, b, began={"a": {1: 100, 2: 300}, "b": {1: 200, 2: 200}})["ann"] == 4


@pytest.mark.parametrize(
    ("first", "second", "place"),
    [(9_000, 4_000, 1), (4_000, 9_000, 3), (5_000, 5_000, 1)],
)
def test_the_place_in_the_final_counts_only_if_the_bag_of_the_first_entry_was_played(first, second, place):
    a = flight("a", [entered(1, "ann")], {1: first})
    b = flight("b", [entered(1, "ann"), entered(2, "bo")], {1: second, 2: 1_000})
    final = over([entered(1, "ann", carried=True), entered(2, "bo", carried=True)], [1, 2], carried=led(a, b))

    assert places(final, a, b) == {"ann": place, "bo": 2}


def test_a_bag_has_the_amount_that_was_counted_at_the_desk():
    a = flight("a", [entered(1, "ann", bag=3_000)], {1: 9_000})
    b = flight("b", [entered(1, "ann")], {1: 4_000})
    final = over([entered(1, "ann", carried=True)], [1], carried=led(a, b))

    assert places(final, a, b) == {"ann": 2}


def test_a_first_entry_is_followed_through_re_entries_to_where_it_went_out():
    a = flight("a", [entered(1, "ann", bust=BUST), entered(2, "ann", 2), entered(3, "bo")], {2: 5_000, 3: 5_000})
    final = over(
        [entered(1, "ann", carried=True), entered(2, "bo", carried=True), entered(3, "bo", 2), entered(4, "cy")],
        [3, 1, 4, 2], carried=led(a),
    )  # fmt: skip

    assert places(final, a) == {"ann": 5, "bo": 4, "cy": 3}


def test_a_stack_is_followed_through_a_final_that_is_itself_a_flight():
    a = flight("a", [entered(1, "ann", bust=BUST), entered(2, "bo")], {2: 10_000})
    b = flight("b", [entered(1, "ann"), entered(2, "cy")], {1: 5_000, 2: 5_000})
    semi = flight("s", [entered(1, "bo", carried=True), entered(2, "ann", carried=True)], {1: 8_000, 2: 9_000})
    semi = Tournament(**{name: getattr(semi, name) for name in semi.__struct_fields__} | {"carried": led(a, b)})
    final = over([entered(1, "ann", carried=True), entered(2, "bo", carried=True)], [1, 2], carried=led(semi))

    assert places(final, a, b, semi) == {"ann": 3, "bo": 2, "cy": 3}


def test_both_choices_give_the_same_results_without_re_entries():
    for seed in range(200):
        final, flights = random_event(Random(seed))
        began = {one.id: {number: Random(seed).randrange(9) for number in one.entries} for one in (*flights, final)}

        best = event_result(final, flights, "d", "full")
        first = event_result(final, flights, "d", "full", entry="first", began=began)

        assert first == best, seed


def test_re_entries_gain_nothing_and_leave_all_other_players_unchanged():
    for seed in range(200):
        random = Random(seed)
        players = [f"p{number}" for number in range(random.randrange(2, 9))]
        who = [*players, *random.choices(players, k=random.randrange(1, 9))]
        entries = [entered(number, player) for number, player in enumerate(who, 1)]
        final = over(entries, random.sample(range(1, len(who) + 1), len(who)))
        finish = {one.entry: one.finish for one in final.ended.paid}
        best, first = (results(final, entry=entry) for entry in ("best", "first"))

        assert best.keys() == first.keys()
        for player in players:
            assert first[player].place >= best[player].place
            assert first[player].place == finish[who.index(player) + 1]
            if who.count(player) == 1:
                assert first[player] == best[player]


def random_event(random):
    """Up to three flights and their final, in which everybody has one entry."""
    flights, going_on = [], []
    for its_id in "abc"[: random.randrange(4)]:
        players = [f"{its_id}{number}" for number in range(random.randrange(1, 6))]
        stacks = {n: random.randrange(1, 9) * 1_000 for n in range(1, len(players) + 1) if random.random() < 0.6}
        entries = [
            entered(n, player, bust=None if n in stacks else BustAt(1, n, n, by=tuple(stacks)[:2]),
                    bought=tuple(EntryPurchase(one, STACK, 1) for one in range(random.randrange(3))))
            for n, player in enumerate(players, 1)
        ]  # fmt: skip
        flights.append(flight(its_id, entries, stacks))
        going_on += [players[number - 1] for number in stacks]
    entries = [entered(n, player, carried=True) for n, player in enumerate(going_on, 1)]
    entries += [entered(len(going_on) + n, f"f{n}") for n in range(1, random.randrange(2, 6))]
    order = random.sample(range(1, len(entries) + 1), len(entries))
    return over(entries, order, carried=led(*flights)), tuple(flights)
