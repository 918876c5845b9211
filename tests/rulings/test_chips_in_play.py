"""An amount that the chips in play cannot make is refused, or the player is asked, wherever the amount comes from."""

import pytest
from msgspec.structs import replace

from engine.actions import Bet, CorrectBets, Fold, ForfeitChips, Push, PutIn, RaiseTo
from engine.game.game import Game
from engine.message import message
from engine.refused import Refused
from engine.table.actions.chips import CountStacks
from engine.table.actions.hands import Overrule, ReportHand, StartHand
from engine.table.actions.people import TakeSeat
from engine.table.actions.setup import OpenTable, PlaceButton, SetLevel, SetMode
from engine.terms import AwardPots, Blinds, MoveChips, ReportedPot, SetStacks, Shares
from tests.kit.play import do
from tests.kit.story import Story
from tests.rulings.ruled import TDA, after, ruling_on, with_option

LEVEL = Blinds(9, 500, 1_000, chip=100)
ODD = r"not-in-chips .*\(TDA 2024 rule 20\)"


def by_hundreds(*stacks, said=""):
    """Blinds 500 and 1,000 in chips of 100."""
    return Story(*(stacks or [50_000] * 4), blinds=(500, 1_000), chip=100).tell(*said.split(", ") if said else ())


def at_table(*stacks):
    """A table before its first hand, whose smallest chip is 100."""
    sits = (TakeSeat(seat, f"p{seat}", f"P{seat}", chips) for seat, chips in enumerate(stacks, 1))
    return do(Game(), OpenTable(1, "Open", TDA, 6), *sits, SetLevel(LEVEL), PlaceButton(1))


def dealt(*stacks):
    return do(at_table(*stacks), StartHand())


def orders(order):
    return Overrule("Ana", "chips", order)


@pytest.mark.parametrize("to", [2_150, 2_101, 2_050, 9_999])
def test_a_raise_the_chips_cannot_make_is_refused_with_the_nearest_amounts(to):
    with pytest.raises(Refused, match=ODD) as refused:
        by_hundreds().ask(RaiseTo(3, to))

    fields = refused.value.fields
    assert (fields["below"], fields["above"]) == (to // 100 * 100, to // 100 * 100 + 100)


def test_a_bet_the_chips_cannot_make_is_refused_like_a_raise():
    story = by_hundreds(said="3 calls, 4 calls, 1 calls, 2 checks, board 2h7dKs")

    with pytest.raises(Refused, match=ODD):
        story.ask(Bet(1, 1_250))


@pytest.mark.parametrize("floor", ["", "let stand"])
def test_chips_put_in_by_a_touch_or_by_the_floor_are_refused_too(floor):
    game = dealt(50_000, 50_000, 50_000)

    with pytest.raises(Refused, match=ODD):
        do(game, PutIn(1, 2_150))
    with pytest.raises(Refused, match=ODD):
        do(game, RaiseTo(1, 2_150, floor))


def test_an_all_in_may_have_odd_chips_and_so_may_the_minimum_raise_after_it():
    story = by_hundreds(50_000, 50_000, 3_050, 50_000, said="3 raises 3050")

    with pytest.raises(Refused, match=ODD):
        story.ask(RaiseTo(4, 6_150))
    assert story.tell("4 raises 5100", "1 calls").hand.price == 5_100
    assert by_hundreds(50_000, 50_000, 3_050, said="3 raises 3050, 1 calls, 2 calls").hand.pot == 9_150


def test_whole_chips_may_be_added_to_a_call_with_odd_chips():
    story = by_hundreds(50_000, 50_000, 3_050, 50_000, said="3 raises 3050, 4 calls, 1 raises 9000, 2 folds")

    assert ruling_on(story, "", 10_000, 10_000).to == 23_050
    assert story.tell("4 raises 23050").hand.price == 23_050


@pytest.mark.parametrize(
    ("said", "near"), [("raise 2150", (2_100, 2_200)), ("2101", (2_100, 2_200)), ("raise to 2.25k", (2_200, 2_300))]
)
def test_the_floor_decides_an_announced_amount_that_the_chips_cannot_make(said, near):
    story = by_hundreds()
    ruling = ruling_on(story, said)

    assert (ruling.act, ruling.floor, ruling.actions, ruling.clause) == ("", True, (), "TDA 2024 rule 20")
    assert tuple(option.actions for option in ruling.options) == tuple((RaiseTo(3, to),) for to in near)
    assert [after(story.hand, with_option(ruling, option), TDA).price for option in (0, 1)] == list(near)


def test_near_the_minimum_and_the_stack_only_allowed_amounts_are_offered():
    chips = [option.actions[0] for option in ruling_on(by_hundreds(50_000, 50_000, 2_150, 50_000), "2120").options]

    assert chips == [RaiseTo(3, 2_100), RaiseTo(3, 2_150)]


def test_amounts_said_as_more_or_out_of_turn_are_asked_about_too():
    assert ruling_on(by_hundreds(), "raise 1050 more").act == ""
    early = ruling_on(by_hundreds(), "raise 2150", seat=4, out_of_turn=True)

    assert (early.act, early.floor, early.held, early.options) == ("", True, None, ())


def test_an_amount_completed_to_a_full_raise_needs_no_odd_chip():
    assert ruling_on(by_hundreds(), "1550").to == 2_000
    assert ruling_on(by_hundreds(), "call 1050").to == 1_000


def test_too_few_chips_are_forfeited_in_chips_in_play():
    story = by_hundreds(said="3 raises 2000, 4 raises 5000")

    forfeit = ruling_on(story, "1050").options[1]
    assert forfeit.actions[0] == ForfeitChips(1, 500, "reason-too-few-chips")
    assert after(story.hand, with_option(ruling_on(story, "1050"), 1), TDA).stacks[0] == 49_000


@pytest.mark.parametrize(
    "action",
    [
        CorrectBets((3,), (50,), "r"), CorrectBets((3,), (-50,), "r"), ForfeitChips(4, 150, "r"),
        orders(MoveChips(4, 150)), orders(MoveChips(1, 50)),
    ],
)  # fmt: skip
def test_corrections_and_moves_in_chips_not_in_play_are_refused(action):
    story = by_hundreds(said="3 raises 2000")

    with pytest.raises(Refused, match=ODD):
        story.ask(action)


def test_odd_chips_that_a_stack_has_can_be_moved():
    """A seat that faces a bet with odd chips can match it."""
    own = by_hundreds(50_000, 50_000, 50_000, 7_350, said="3 raises 2000")
    own.ask(ForfeitChips(4, 150, "r"))
    assert own.hand.stacks[3] == 7_200

    faces = by_hundreds(50_000, 50_000, 3_050, 50_000, said="3 raises 3050")
    faces.ask(RaiseTo(4, 4_000, "let stand"))
    faces.ask(CorrectBets((4,), (1_100,), "r"))
    assert faces.hand.price == 5_100


def test_the_floor_cannot_award_two_odd_halves():
    story = by_hundreds(said="3 raises 2500, 4 calls, 1 folds, 2 folds, board 2h7dKs")
    story.tell("3 checks", "4 checks", "board 3c", "3 checks", "4 checks", "board 4c", "3 checks", "4 checks")

    with pytest.raises(Refused, match=ODD):
        story.ask(orders(AwardPots((Shares(0, (3, 4), (3_250, 3_250)),))))
    story.ask(orders(AwardPots((Shares(0, (3, 4), (3_300, 3_200)),))))
    assert story.hand.over


def test_an_odd_pot_has_one_odd_share():
    story = by_hundreds(50_000, 50_000, 3_050, said="3 raises 3050, 1 folds, 2 calls, board 2h7dKs3c4c")
    pot = story.hand.pot

    story.ask(orders(AwardPots((Shares(0, (3, 2), (3_050, pot - 3_050)),))))
    assert story.hand.stacks[2] == 3_050


@pytest.mark.parametrize("stacks", [(10_050, 9_950), (10_150, 9_850), (10_001, 9_999)])
def test_stacks_and_counts_must_be_in_chips_in_play(stacks):
    game = at_table(10_000, 10_000)

    with pytest.raises(Refused, match=ODD):
        do(game, orders(SetStacks((1, 2), stacks)))
    reported = do(game, SetMode("winners", "broken"), ReportHand((ReportedPot(2_000, (1,)),)))
    with pytest.raises(Refused, match=ODD):
        do(reported, CountStacks((1, 2), stacks))


def test_the_floor_may_correct_a_stack_with_its_odd_chips():
    game = do(at_table(10_050, 10_000), orders(SetStacks((1, 2), (10_000, 10_050))))

    assert [seat.chips for seat in game.table.seats if seat] == [10_000, 10_050]


def test_a_chip_that_leaves_play_at_the_next_race_is_still_in_play_between_hands():
    """The table's smallest chip remains the old one until the race, whatever the next level has."""
    game = do(at_table(10_000, 10_000), StartHand(), Fold(1), Push(), SetLevel(replace(LEVEL, level=10, chip=500)))

    set_right = do(game, orders(SetStacks((1, 2), (10_100, 9_900))))

    assert [seat.chips for seat in set_right.table.seats if seat] == [10_100, 9_900]


def test_the_reason_names_the_chip():
    why = ruling_on(by_hundreds(), "raise 2150").why

    assert why == message("said-not-in-chips", said=2_150, chip=100)
