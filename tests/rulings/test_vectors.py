"""The half rule and the oversized chip, number by number, by each book that covers them."""

import pytest

from tests.kit.story import Story, book, flop
from tests.rulings import ruled
from tests.rulings.ruled import FIXED_LIMIT, HOUSE, POT_LIMIT, TDA, TOURNAMENT, bet_then, ruling_on, summary

BLINDS = (100, 200)


def bet_of_400(stack=5_000, by=TOURNAMENT):
    """Blinds 50 and 100; a bet of 400, and the next seat has this stack."""
    return flop(5_000, stack, 5_000, by=by).tell("1 bets 400")


def facing_200(by=TDA, stack=5_000):
    """Blinds 100 and 200; a bet of 200 on the flop, and the next seat has this stack."""
    return flop(5_000, stack, 5_000, blinds=BLINDS, by=by).tell("1 bets 200")


@pytest.mark.parametrize("by", [TOURNAMENT, TDA], ids=lambda book: book.id)
@pytest.mark.parametrize(
    ("stack", "chips", "comes_to"),
    [
        (5_000, (500, 100, 50), "raise 800 (half_rule)"),
        (5_000, (500, 50), "call 400, 150 back (half_rule)"),
        (5_000, (100, 100, 100, 100, 100, 50), "call 400, 150 back (half_rule)"),
        (700, (500, 100, 50), "all-in 700 (half_rule)"),
        (5_000, (200, 200, 200), "raise 800 (half_rule)"),
        (5_000, (500, 99), "call 400, 199 back (half_rule)"),
        (5_000, (100, 100, 100, 100, 100, 99), "call 400, 199 back (half_rule)"),
        (5_000, (500, 100), "raise 800 (half_rule)"),
        (5_000, (500, 100, 100, 99), "raise 800 (half_rule)"),
        (5_000, (500, 100, 100, 100), "raise 800 (multiple_chips)"),
        (5_000, (500, 100, 100, 100, 100), "raise 900 (multiple_chips)"),
    ],
)
def test_half_of_a_raise_facing_a_bet_of_400(by, stack, chips, comes_to):
    assert summary(ruling_on(bet_of_400(stack, by), "", *chips), by) == comes_to


@pytest.mark.parametrize("by", [TOURNAMENT], ids=lambda book: book.id)
@pytest.mark.parametrize(
    ("chips", "comes_to"),
    [
        ((50, 10), "bet 100 (half_rule)"),
        ((25, 10, 5), "check 0, 40 back (half_rule)"),
        ((40,), "check 0, 40 back (half_rule)"),
        ((50,), "bet 100 (half_rule)"),
        ((49,), "check 0, 49 back (half_rule)"),
        ((100,), "bet 100 (oversized_chip)"),
        ((100, 50), "bet 150 (min_bet)"),
    ],
)
def test_half_of_a_bet_in_an_unopened_pot_with_a_big_blind_of_100(by, chips, comes_to):
    assert summary(ruling_on(flop(5_000, 5_000, 5_000, by=by), "", *chips), by) == comes_to


@pytest.mark.parametrize(("chips", "comes_to"), [((10, 2), "check 0, 12 back"), ((10, 3), "bet 25")])
def test_half_of_an_odd_minimum_is_not_rounded_down(chips, comes_to):
    by = book(half_rule="half-completes")
    ruling = ruling_on(flop(5_000, 5_000, 5_000, blinds=(10, 25), by=by), "", *chips)

    assert summary(ruling, by) == f"{comes_to} (half_rule)"


@pytest.mark.parametrize("by", [TDA, TOURNAMENT, HOUSE], ids=lambda book: book.id)
def test_before_the_flop_one_oversized_chip_without_a_word_is_a_call(by):
    story = Story(5_000, 5_000, 5_000, 5_000, blinds=BLINDS, by=by)

    assert summary(ruling_on(story, "", 1_000), by) == "call 200, 800 back (oversized_chip)"


@pytest.mark.parametrize("by", [TDA, TOURNAMENT, HOUSE], ids=lambda book: book.id)
def test_after_the_flop_one_chip_first_in_is_a_bet_of_its_size(by):
    story = flop(5_000, 5_000, 5_000, blinds=BLINDS, by=by)

    assert summary(ruling_on(story, "", 1_000), by) == "bet 1000 (oversized_chip)"


@pytest.mark.parametrize("by", [TDA, TOURNAMENT, HOUSE], ids=lambda book: book.id)
def test_facing_a_bet_one_oversized_chip_is_a_call(by):
    assert summary(ruling_on(facing_200(by), "", 1_000), by) == "call 200, 800 back (oversized_chip)"


@pytest.mark.parametrize("by", [TDA, TOURNAMENT], ids=lambda book: book.id)
def test_raise_with_one_chip_is_a_raise_to_the_value_of_the_chip(by):
    ruling = ruling_on(facing_200(by), "raise", 1_000)

    assert summary(ruling, by) == f"raise 1000 ({'oversized_chip' if by is TDA else 'raise_word'})"


def test_raise_with_one_chip_under_the_house_rules_is_the_minimum():
    ruling = ruling_on(facing_200(HOUSE), "raise", 1_000)

    assert (ruling.act, ruling.to, ruling.returned, ruling.clause) == ("raise", 400, 600, HOUSE.raise_word.clause)


def test_raise_with_one_chip_in_pot_limit_is_at_most_the_pot():
    # 300 in the middle and the bet of 200: a call of 200 makes the pot 700.
    story = Story(5_000, 5_000, 5_000, blinds=(50, 100), by=POT_LIMIT).tell("3 calls", "1 calls", "2 checks")
    story.tell("board 2h7dKs", "1 bets 200")
    assert story.hand.pot == 500

    ruling = ruling_on(story, "raise", 1_000)

    assert summary(ruling, POT_LIMIT) == "raise 900, 100 back (oversized_chip)"
    assert str(ruling.why) == "at-most-call-and-pot (why=raise-and-one-chip, call=200, pot=700)"


def test_an_oversized_chip_in_limit_is_a_call_or_a_bet_of_the_fixed_size():
    limit = flop(5_000, 5_000, 5_000, blinds=BLINDS, by=FIXED_LIMIT)

    assert summary(ruling_on(limit, "", 1_000), FIXED_LIMIT) == "bet 200, 800 back (oversized_chip)"
    limit.tell("1 bets 200")
    assert summary(ruling_on(limit, "", 1_000), FIXED_LIMIT) == "call 200, 800 back (oversized_chip)"
    raised = ruling_on(limit, "raise", 1_000)
    assert (raised.act, raised.to, raised.returned) == ("raise", 400, 600)
    assert raised.why.code == "limit-is-fixed"


def test_a_players_last_chip_is_a_call_too():
    assert summary(ruling_on(facing_200(stack=1_000), "", 1_000), TDA) == "call 200, 800 back (oversized_chip)"


def test_last_chips_that_do_not_reach_the_call_are_a_call_for_less():
    story = facing_200(stack=150)
    ruling = ruling_on(story, "", 100, 50)

    assert summary(ruling, TDA) == "call 150 (calling)"
    assert bet_then(story.hand, 2, ruling, TDA) == 150


def test_a_last_chip_first_in_is_an_all_in_however_small():
    assert summary(ruling_on(flop(30, 500, 500), "", 25, 5), TDA) == "all-in 30 (min_bet)"


@pytest.mark.parametrize(
    ("place", "said", "clause"),
    [
        (lambda: Story(5_000, 5_000, 5_000, blinds=BLINDS, by=TOURNAMENT), "", "Rule 11b"),
        (lambda: flop(5_000, 5_000, 5_000, blinds=BLINDS, by=TOURNAMENT), "", "Rule 11c"),
        (lambda: facing_200(TOURNAMENT), "", "Rule 11d"),
        (lambda: facing_200(TOURNAMENT), "raise", "Rule 11e"),
        (lambda: facing_200(ruled.by("tournament", betting="pot-limit")), "raise", "Rule 11f"),
        (lambda: facing_200(ruled.by("tournament", betting="fixed-limit")), "", "Rule 11a"),
    ],
)
def test_one_chip_is_ruled_by_the_clause_of_rule_11_that_covers_it(place, said, clause):
    assert ruling_on(place(), said, 1_000).clause == clause


@pytest.mark.parametrize(("chips", "clause"), [((500, 100, 50), "Rule 9a"), ((500, 50), "Rule 9b")])
def test_rule_9a_covers_half_a_raise_and_rule_9b_less(chips, clause):
    assert ruling_on(bet_of_400(), "", *chips).clause == clause


@pytest.mark.parametrize(
    ("by", "comes_to"),
    [(TOURNAMENT, "check 200, 500 back"), (TDA, "raise 700")],
    ids=lambda summary: getattr(summary, "id", ""),
)
def test_by_rule_11b_one_chip_from_the_big_blind_with_the_option_is_not_a_raise(by, comes_to):
    """
    Before the flop it is a call, and there is nothing to call; the standard counts it with the blind (rule 46).
    """
    story = Story(5_000, 5_000, 5_000, blinds=BLINDS, by=by).tell("3 calls", "1 calls")

    assert summary(ruling_on(story, "", 500), by).startswith(comes_to)


def test_the_reason_for_a_bet_above_the_pot_mentions_no_call():
    ruling = ruling_on(flop(5_000, 5_000, 5_000, blinds=BLINDS, by=POT_LIMIT), "", 1_000)

    assert (ruling.act, ruling.to, ruling.returned) == ("bet", 600, 400)
    assert str(ruling.why) == "at-most-pot (why=one-chip-is-bet, pot=600)"
