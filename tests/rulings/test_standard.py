"""The worked examples of the standard's addendum, rule by rule and number for number."""

import pytest

from engine.hand.betting import least_to
from engine.refused import Refused
from engine.rulings.turn import found_late
from tests.kit.story import Story, flop
from tests.rulings.ruled import TDA, after, let_stand, ruling_on, summary, with_option

DEEP = 50_000


def table(*blinds, stack=DEEP, last=DEEP):
    """Six players preflop; the big blind, seat 2, has `last`."""
    return Story(stack, last, stack, stack, stack, stack, blinds=blinds)


@pytest.mark.parametrize(
    ("story", "to"),
    [
        (lambda: flop(*[DEEP] * 4, blinds=(100, 200)).tell("1 bets 600", "2 raises 1600", "3 raises 3600"), 5_600),
        (lambda: Story(DEEP, DEEP, 150, DEEP, blinds=(50, 100)).tell("3 raises 150"), 250),
        (lambda: flop(*[DEEP] * 3, blinds=(50, 100)).tell("1 bets 300", "2 raises 1000"), 1_700),
        (lambda: table(25, 50).tell("3 raises 125", "4 raises 200", "5 raises 500"), 800),
        (lambda: table(25, 50).tell("3 raises 500"), 950),
    ],
    ids=["Ex1", "Ex2", "Ex3", "Ex4-A", "Ex4-B"],
)
def test_rule_43_gives_the_next_minimum_raise(story, to):
    played = story()

    ruling = ruling_on(played, "raise")

    assert least_to(played.hand, TDA) == to
    assert (ruling.act, ruling.to) == ("raise", to)


@pytest.mark.parametrize(
    ("story", "chips", "comes_to"),
    [
        (lambda: flop(DEEP, DEEP, DEEP).tell("1 bets 1200"), (1_000, 1_000), "call 1200, 800 back (multiple_chips)"),
        (lambda: table(250, 500).tell("3 raises 1100"), (500, 1_000), "call 1100, 400 back (multiple_chips)"),
        (lambda: table(250, 500).tell("3 raises 1100"), (1_000, *[100] * 5), "raise 1700 (half_rule)"),
        (lambda: table(250, 500).tell("3 raises 1100"), (1_000, *[100] * 3), "call 1100, 200 back (half_rule)"),
        (lambda: flop(DEEP, DEEP, DEEP).tell("1 bets 1400"), (1_000, *[500] * 3), "raise 2800 (half_rule)"),
        (lambda: flop(DEEP, DEEP, DEEP).tell("1 bets 1400"), (1_000, *[500] * 2), "call 1400, 600 back (half_rule)"),
        (lambda: flop(DEEP, 2_000, DEEP).tell("1 bets 1400"), (1_000, *[500] * 2), "all-in 2000 (multiple_chips)"),
        (lambda: flop(DEEP, 1_500, DEEP).tell("1 bets 1400"), (1_000, 500), "call 1400, 100 back (multiple_chips)"),
    ],
    ids=["two-1000", "500+1000", "1000+5x100", "1000+3x100", "1000+3x500", "1000+2x500", "last-chips", "last-call"],
)
def test_rule_45_several_chips_are_ruled_as_in_its_examples(story, chips, comes_to):
    assert summary(ruling_on(story(), "", *chips), TDA) == comes_to


def test_rule_61_betting_over_for_change_counts_every_chip():
    assert summary(ruling_on(flop(DEEP, DEEP, DEEP).tell("1 bets 325"), "", 500, 25), TDA) == "raise 650 (half_rule)"


def big_blind_facing(to):
    """Blinds 25 and 50; a raise before the big blind, seat 2, everyone else out."""
    return table(25, 50).tell(f"3 raises {to}", "4 folds", "5 folds", "6 folds", "1 folds")


@pytest.mark.parametrize(
    ("to", "chips", "prior", "pulled", "comes_to"),
    [
        (600, (1_000,), (25, 25), (), "call 600, 450 back (oversized_chip)"),
        (600, (500, 500), (25, 25), (), "call 600, 450 back (multiple_chips)"),
        (600, (100, 500), (25, 25), (), "call 600, 50 back (multiple_chips)"),
        (600, (1_000, 500), (25, 25), (), "raise 1550 (multiple_chips)"),
        # Taken back whole: only the new chips are judged, in the same way.
        (600, (1_000,), (25, 25), (25, 25), "call 600, 400 back (oversized_chip)"),
        (600, (500, 500), (25, 25), (25, 25), "call 600, 400 back (multiple_chips)"),
        (600, (500, 100), (25, 25), (25, 25), "call 600 (calling)"),
        (600, (1_000, 500), (25, 25), (25, 25), "raise 1500 (multiple_chips)"),
        # Taken back in part: the total decides.
        (600, (1_000,), (25, 25), (25,), "raise 1150 (half_rule)"),
        (600, (500, 500), (25, 25), (25,), "raise 1150 (half_rule)"),
        (600, (500, 100), (25, 25), (25,), "call 600, 25 back (half_rule)"),
        # A chip of 1,000 from which the blind's change is still due covers the raise to 700: full at 1,350.
        (700, (25,), (1_000,), (), "raise 1350 (half_rule)"),
        (700, (500,), (1_000,), (), "raise 1500 (prior_chips)"),
        (750, (25,), (1_000,), (), "call 750, 275 back (half_rule)"),
    ],
)
def test_rule_46_chips_of_an_earlier_bet_are_still_out(to, chips, prior, pulled, comes_to):
    ruling = ruling_on(big_blind_facing(to), "", *chips, prior=prior, pulled=pulled)

    assert summary(ruling, TDA) == comes_to


def test_rule_46_the_big_blind_adds_a_chip_when_nobody_raised():
    story = Story(DEEP, DEEP, DEEP, blinds=(50, 100)).tell("3 calls", "1 calls")

    assert summary(ruling_on(story, "", 25), TDA) == "check 100, 25 back (half_rule)"
    assert summary(ruling_on(story, "", 50), TDA) == "raise 200 (half_rule)"
    assert summary(ruling_on(story, "", 1_000), TDA) == "raise 1100 (prior_chips)"


@pytest.mark.parametrize("said", ["", "fold", "check"])
def test_rule_46_a_chip_taken_back_binds_to_call_or_raise(said):
    ruling = ruling_on(big_blind_facing(600), said, prior=(25, 25), pulled=(25,))

    assert (ruling.act, ruling.to) == ("call", 600)


def test_rule_51_too_few_chips_facing_a_raise_among_several_is_for_the_floor():
    story = flop(DEEP, DEEP, DEEP).tell("1 bets 2000", "2 raises 8000")

    ruling = ruling_on(story, "", 1_000, 1_000)

    assert summary(ruling, TDA) == "call 8000, floor (under_call)"
    assert [option.says.code for option in ruling.options] == ["option-call", "option-forfeit"]
    left = after(story.hand, with_option(ruling, 1), TDA)
    assert (left.stacks[2], left.live[2], left.pot) == (DEEP - 2_000, False, story.hand.pot + 2_000)


@pytest.mark.parametrize("said", ["", "2000"])
def test_rule_51_too_few_chips_facing_the_opening_bet_are_a_full_call(said):
    story = flop(DEEP, DEEP, DEEP).tell("1 bets 8000")

    assert summary(ruling_on(story, said, 1_000, 1_000), TDA) == "call 8000 (under_call)"


def test_rule_51_the_big_blind_is_the_opening_bet_before_the_flop():
    assert summary(ruling_on(table(1_000, 2_000), "", 500, 1_000), TDA) == "call 2000 (under_call)"


def test_rule_51_too_few_chips_between_two_players_are_a_full_call():
    story = flop(DEEP, DEEP).tell("1 bets 2000", "2 raises 8000")

    assert summary(ruling_on(story, "", 1_000, 2_000), TDA) == "call 8000 (under_call)"


def test_rule_51_only_players_still_in_the_hand_count_as_two_players():
    story = flop(DEEP, DEEP, DEEP).tell("1 bets 2000", "2 raises 8000", "3 folds")

    assert summary(ruling_on(story, "", 1_000, 2_000), TDA) == "call 8000 (under_call)"


def test_rule_51_the_word_call_binds_to_the_full_call():
    story = flop(DEEP, DEEP, DEEP).tell("1 bets 2000", "2 raises 8000")

    assert summary(ruling_on(story, "call", 2_000), TDA) == "call 8000 (under_call)"


def test_rule_41_one_tiny_chip_is_for_the_floor():
    story = Story(DEEP, DEEP, DEEP, blinds=(50, 100), chip=25)

    assert summary(ruling_on(story, "", 25), TDA) == "call 100 (under_call)"
    story.tell("3 raises 1000")
    assert summary(ruling_on(story, "", 25), TDA) == "call 1000, floor (calling)"


def test_rule_52_a_raise_found_too_small_is_corrected_until_the_turn_is_dealt():
    story = flop(DEEP, DEEP, DEEP).tell("1 bets 600")
    then = story.hand
    let_stand(story, "2 raises 1000").tell("3 calls")

    ruling = found_late(then, 1_000, story.hand, 2, TDA)

    assert summary(ruling, TDA) == "raise 1200, floor (late_error)"
    corrected = after(story.hand, ruling, TDA)
    assert corrected.bets == (600, 1_200, 1_200)
    assert corrected.prices == (600, 1_200)
    assert least_to(corrected, TDA) == 1_800


def test_rule_52_a_raise_is_corrected_after_the_betting_until_the_turn_is_dealt():
    story = flop(DEEP, DEEP, DEEP).tell("1 bets 600")
    then = story.hand
    let_stand(story, "2 raises 1000").tell("3 calls", "1 calls")

    ruling = found_late(then, 1_000, story.hand, 2, TDA)

    assert after(story.hand, ruling, TDA).paid == (1_300, 1_300, 1_300)


def test_rule_52_after_the_turn_the_error_stands():
    story = flop(DEEP, DEEP, DEEP).tell("1 bets 600")
    then = story.hand
    let_stand(story, "2 raises 1000").tell("3 calls", "1 calls", "board 3c")

    ruling = found_late(then, 1_000, story.hand, 2, TDA)

    assert summary(ruling, TDA) == "raise 1000 (late_error)"
    assert ruling.actions == ()
    story.tell("1 checks", "2 checks", "3 checks")
    assert found_late(then, 1_000, story.hand, 2, TDA).actions == ()


def test_rule_52_a_raise_of_the_right_size_has_nothing_to_correct():
    story = flop(DEEP, DEEP, DEEP).tell("1 bets 600")
    then = story.hand
    story.tell("2 raises 1200")

    with pytest.raises(Refused, match=r"no-wrong-bet \(seat=2\) \(TDA 2024 rule 52-A\)"):
        found_late(then, 1_200, story.hand, 2, TDA)
