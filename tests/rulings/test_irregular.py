"""Splashed chips, cards that somebody saw, chips behind an all-in, and bets that are found too small at odd moments."""

import pytest

from engine.actions import Call, CorrectBets, ForfeitChips, SeeCard, Undo
from engine.cards import parse_cards
from engine.events import Blinds
from engine.game.game import Game
from engine.hand.betting import actor, least_to
from engine.hand.rules import decide
from engine.hand.showdown import pots_of
from engine.hand.state import apply
from engine.refused import Refused
from engine.rulings.motion import Ruling
from engine.rulings.turn import found_late
from engine.table.actions.hands import StartHand
from engine.table.actions.people import TakeSeat
from engine.table.actions.setup import OpenTable, PlaceButton, SetLevel
from tests.kit.randomplay import ask
from tests.kit.story import Story, flop
from tests.rulings.ruled import HOUSE, TDA, after, by, let_stand, ruling_on, summary


def house_flop(*behind):
    """Blinds 100 and 200 under the house rules; a bet of 400 on the flop."""
    return flop(*behind, blinds=(100, 200), by=HOUSE).tell("1 bets 400")


def test_splashed_chips_are_forfeited_under_the_house_rules():
    story = house_flop(5_000, 5_000, 5_000)

    ruling = ruling_on(story, "", 500, 100, splashed=True)

    assert summary(ruling, HOUSE) == "nothing 0 (splash)"
    splashed = after(story.hand, ruling, HOUSE)
    assert (splashed.stacks[1], splashed.bets[1], splashed.pot) == (4_400, 0, story.hand.pot + 600)
    assert [option.says.code for option in ruling.options] == ["option-bet-again", "option-fold"]


def test_a_player_who_splashed_bets_again_with_other_chips():
    story = house_flop(5_000, 5_000, 5_000)
    story.ask(*ruling_on(story, "", 500, 100, splashed=True).actions)

    story.tell("2 calls", "3 folds")

    assert story.hand.stacks == (4_600, 4_000, 5_000)
    assert sum(pot.chips for pot in pots_of(story.hand)) == 600 + 600 + 800


def test_a_splash_that_took_the_whole_stack_is_for_the_floor():
    assert ruling_on(house_flop(5_000, 300, 5_000), "", 300, splashed=True).floor


def test_under_the_standard_the_floor_counts_splashed_chips():
    story = flop(5_000, 5_000, 5_000).tell("1 bets 400")

    assert summary(ruling_on(story, "", 500, 500, splashed=True), TDA) == "raise 1000, floor (splash)"


def test_forfeited_chips_can_be_won_only_by_a_player_who_matched_them():
    story = Story(5_000, 5_000, 100, 5_000, by=HOUSE).tell("3 calls", "4 raises 1000")
    story.ask(*ruling_on(story, "", 500, 500, splashed=True, seat=1).actions)
    story.tell("1 folds", "2 calls")

    # Seat 3 is all-in for 100: of the 1,000 surrendered on top of seat 1's blind of 50, it can win 50.
    main, side = pots_of(story.hand)
    assert (main.chips, main.eligible) == (400, (1, 2, 3))
    assert (side.chips, side.eligible) == (900 + 900 + 950, (1, 3))


def test_matched_antes_do_not_change_who_can_win_forfeited_chips():
    story = Story(5_000, 5_000, 150, 5_000, ante=50, form="each", by=HOUSE).tell("3 calls", "4 raises 1000")
    story.ask(*ruling_on(story, "", 500, 500, splashed=True, seat=1).actions)
    story.tell("1 folds", "2 calls")

    main, side = pots_of(story.hand)
    assert (main.chips, side.chips) == (400 + 200, 900 + 900 + 950)


def test_only_the_book_or_the_floor_can_forfeit_chips():
    story = flop(5_000, 5_000, 5_000)

    with pytest.raises(Refused, match="splash-counts"):
        story.ask(ForfeitChips(1, 100))
    with pytest.raises(Refused, match="not-behind"):
        story.ask(ForfeitChips(1, 6_000, "splashed"))


def test_cards_that_one_player_saw_are_shown_to_all():
    story = house_flop(5_000, 5_000, 5_000)

    ruling = ruling_on(story, seat=3, exposed=parse_cards("AhKd"), shown_to=(2,))

    assert summary(ruling, HOUSE) == "nothing 0, floor (show_one)"
    shown = after(story.hand, ruling, HOUSE)
    assert shown.tabled[2] == parse_cards("AhKd")
    assert shown.live[2]


def test_without_the_floor_no_card_is_shown_before_it_is_due():
    (card,) = parse_cards("Ah")

    with pytest.raises(Refused, match="no-card-due"):
        house_flop(5_000, 5_000, 5_000).ask(SeeCard(card, 3))


def test_a_hand_shown_early_need_not_be_shown_again_at_the_showdown():
    story = flop(5_000, 5_000).tell("1 checks", "2 checks", "board 3c", "1 checks", "2 checks", "board 4c")
    for action in ruling_on(story, exposed=parse_cards("AhKd"), shown_to=(2,)).actions:
        story.ask(action)

    story.tell("1 checks", "2 checks", "2 shows QcQd", "push")

    assert story.hand.over


def test_cards_stay_face_down_if_the_book_does_not_ask_for_them():
    story = flop(5_000, 5_000, 5_000, by=by("tda", show_one="not-required"))

    ruling = ruling_on(story, exposed=parse_cards("Ah"), shown_to=(2,))

    assert (ruling.actions, ruling.floor) == ((), True)
    assert ruling_on(story, exposed=parse_cards("Ah")).actions


@pytest.mark.parametrize(
    ("motion", "why"),
    [
        ({"exposed": parse_cards("AhKdQc")}, r"seat-holds-two-cards \(seat=1\)"),
        ({"exposed": parse_cards("2h")}, "card-on-board"),
        ({"exposed": parse_cards("Ah"), "said": "call"}, "rule-one-by-one"),
        ({"shown_to": (9,)}, r"seat-not-in-hand \(seat=9\)"),
    ],
)
def test_impossible_cards_are_refused(motion, why):
    with pytest.raises(Refused, match=why):
        ruling_on(flop(5_000, 5_000, 5_000), seat=1, **motion)


def test_chips_found_behind_an_all_in_can_be_lost_but_not_won():
    story = flop(5_000, 5_000, 5_000).tell("1 bets 5000")

    ruling = ruling_on(story, seat=1, behind=700)

    assert summary(ruling, TDA) == "nothing 5000, floor (chips_behind)"
    assert len(ruling.options) == 2
    with pytest.raises(Refused, match=r"seat-not-live-all-in \(seat=2\)"):
        ruling_on(story, seat=2, behind=700)


def found(story, sentence, seat, *then):
    """The ruling on a bet or raise that the book refuses, found after what followed."""
    before = story.hand
    let_stand(story, sentence).tell(*then)
    return found_late(before, int(sentence.split()[-1]), story.hand, seat, story.by)


def test_an_opening_bet_below_the_minimum_is_corrected():
    story = flop(5_000, 5_000, 5_000)

    ruling = found(story, "1 bets 60", 1, "2 calls")

    assert summary(ruling, TDA) == "bet 100, floor (late_error)"
    assert after(story.hand, ruling, TDA).bets == (100, 100, 0)


def test_a_caller_with_too_few_chips_adds_all_they_have():
    story = flop(5_000, 1_050, 5_000).tell("1 bets 600")

    ruling = found(story, "2 raises 1000", 2, "3 calls")

    assert (ruling.to, ruling.actions[0].chips) == (1_050, (50, 50))


def test_when_the_betting_is_complete_nobody_adds_more_than_is_matched():
    story = flop(5_000, 5_000, 1_050).tell("1 bets 600")

    ruling = found(story, "2 raises 1000", 2, "3 calls", "1 folds")

    assert ruling.actions == (CorrectBets((2, 3), (50, 50), ruling.actions[0].floor),)


def test_a_raise_that_was_raised_again_stands():
    story = flop(5_000, 5_000, 5_000).tell("1 bets 600")

    ruling = found(story, "2 raises 1000", 2, "3 raises 2000")

    assert summary(ruling, TDA) == "raise 1000 (late_error)"


def test_on_the_river_the_correction_ends_with_the_first_hand_shown():
    story = flop(5_000, 5_000).tell("1 checks", "2 checks", "board 3c", "1 checks", "2 checks", "board 4c")
    story.tell("1 bets 600")
    before = story.hand
    let_stand(story, "2 raises 1000").tell("1 calls")

    assert found_late(before, 1_000, story.hand, 2, TDA).to == 1_200
    story.tell("2 shows AhKd")
    assert found_late(before, 1_000, story.hand, 2, TDA).to == 1_000


@pytest.mark.parametrize(
    ("action", "why"),
    [
        (CorrectBets((1,), (100,), ""), "correction-incomplete"),
        (CorrectBets((1, 1), (100, 100), "r"), "correction-twice"),
        (CorrectBets((1,), (9_000,), "r"), "not-behind"),
        (CorrectBets((4,), (100,), "r"), "no-live-hand"),
    ],
)
def test_an_impossible_correction_is_refused(action, why):
    story = flop(5_000, 5_000, 5_000).tell("1 bets 600")

    with pytest.raises(Refused, match=why):
        decide(story.hand, action, TDA)


def test_nothing_is_corrected_before_anybody_has_bet():
    story = flop(5_000, 5_000, 5_000)

    with pytest.raises(Refused, match="too-late-to-correct"):
        decide(story.hand, CorrectBets((1,), (100,), "r"), TDA)


def test_the_corrected_bettor_is_not_asked_again():
    story = flop(5_000, 5_000, 5_000).tell("1 bets 600")
    ruling = found(story, "2 raises 1000", 2, "3 calls")
    for event in decide(story.hand, ruling.actions[0], TDA):
        story.hand = apply(story.hand, event)

    assert ruling_on(story, "call").actions == (Call(1),)
    story.tell("1 calls")
    assert story.hand.street == 2


@pytest.mark.parametrize(
    "action", [ForfeitChips(1, 100, "splashed"), CorrectBets((3, 1), (50, 50), "too small")], ids=["splash", "bets"]
)
def test_a_table_undoes_a_floor_correction_in_one_step(action):
    game = Game()
    for asked in (
        OpenTable(1, "Open", TDA, 6), *(TakeSeat(seat, f"p{seat}", f"Player {seat}", 1_000) for seat in (1, 2, 3)),
        SetLevel(Blinds(1, 50, 100)), PlaceButton(1), StartHand(), Call(1),
    ):  # fmt: skip
        game = ask(game, asked).after

    done = ask(game, action).after

    assert ask(done, Undo()).after.table == game.table
    assert done.table != game.table


POT_LIMIT = by("tda", betting="pot-limit")


def over_pot(*then: str) -> tuple[Story, Ruling]:
    """
    Facing 600 in a pot of 900, seat 2 puts in 4,000 although the pot allows 2,100; and the ruling when it is noticed.
    """
    story = flop(9_000, 9_000, 9_000, by=POT_LIMIT).tell("1 bets 300")
    before = story.hand
    let_stand(story, "2 raises 4000").tell(*then)
    return story, found_late(before, 4_000, story.hand, 2, POT_LIMIT)


def test_a_pot_limit_raise_above_the_pot_is_reduced_for_all_who_called_it():
    """
    TDA 2024 rule 52-B: and betting continues from there.
    """
    story, ruling = over_pot("3 calls")
    hand = after(story.hand, ruling, POT_LIMIT)

    assert ruling.clause == "TDA 2024 rule 52-B"
    assert hand.bets == (300, ruling.to, ruling.to)
    assert hand.price == hand.prices[-1] == ruling.to
    assert sum(hand.stacks) + hand.pot == sum(story.hand.stacks) + story.hand.pot
    assert least_to(hand, POT_LIMIT) == ruling.to + ruling.to - 300
    assert actor(hand) == 0


def test_it_is_also_reduced_after_everybody_has_called_until_the_turn_is_dealt():
    story, ruling = over_pot("3 calls", "1 calls")
    hand = after(story.hand, ruling, POT_LIMIT)

    assert len(set(hand.paid)) == 1
    assert sum(hand.stacks) + hand.pot == sum(story.hand.stacks) + story.hand.pot
    assert hand.stacks == (9_000 - ruling.to,) * 3


@pytest.mark.parametrize("then", [("3 raises 8000",), ("3 calls", "1 calls", "board 3c")])
def test_a_raise_above_the_pot_stands_once_raised_again_or_after_the_turn(then):
    _, ruling = over_pot(*then)

    assert (ruling.to, ruling.actions, ruling.why.code) == (4_000, (), "large-bet-stands")


def test_nobody_gets_back_more_than_is_in_front_of_them():
    story = flop(5_000, 5_000, by=POT_LIMIT).tell("1 bets 100")

    with pytest.raises(Refused, match="not-in-front"):
        decide(story.hand, CorrectBets((1,), (-100,), "r"), POT_LIMIT)
