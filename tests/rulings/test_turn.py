"""Action out of turn, held and binding or not; and skipped players."""

import pytest

from engine.actions import KillHand
from engine.message import message
from engine.refused import Refused
from engine.rulings.rule import settle
from engine.rulings.turn import skipped
from tests.kit.story import Story, book, flop
from tests.rulings.ruled import HOUSE, TDA, TOURNAMENT, after, let_stand, ruling_on, summary


def raise_before_seat_5():
    """Rule 53's table: seat 3 bets 300, seat 4 folds, and seat 6 says "raise 800" before seat 5 has acted."""
    story = flop(*[5_000] * 6).tell("1 checks", "2 checks", "3 bets 300", "4 folds")
    return story, ruling_on(story, "raise 800", seat=6)


def test_a_raise_out_of_turn_is_held():
    _, ruling = raise_before_seat_5()

    assert summary(ruling, TDA) == "raise 800 (out_of_turn)"
    assert ruling.actions == ()
    assert ruling.held is not None
    assert ruling.why == message("early-binds-if-unchanged", first=5)


def settled_now(ruling, story):
    """The current form of the held ruling. Raises `Refused`."""
    assert ruling.held
    return settle(ruling.held, story.hand, story.by)


@pytest.mark.parametrize("answer", ["5 calls", "5 folds"])
def test_a_held_raise_binds_after_a_call_or_a_fold(answer):
    story, ruling = raise_before_seat_5()
    story.tell(answer)

    settled = settled_now(ruling, story)

    assert summary(settled, TDA) == "raise 800 (out_of_turn)"
    assert after(story.hand, settled, TDA).price == 800


def test_a_held_raise_does_not_bind_after_another_raise_and_every_choice_is_open():
    story, ruling = raise_before_seat_5()
    story.tell("5 raises 600")

    settled = settled_now(ruling, story)

    assert summary(settled, TDA) == "nothing 0 (out_of_turn)"
    assert settled.why == message("early-and-changed", seat=6, before=300, now=600)
    assert ruling_on(story, "call").to == 600
    assert ruling_on(story, "raise").to == 900
    assert ruling_on(story, "fold").act == "fold"


def test_chips_out_of_turn_go_back_when_the_action_changes():
    story = flop(*[5_000] * 4).tell("1 bets 300")
    ruling = ruling_on(story, "", 1_000, 500, seat=3)
    story.tell("2 raises 900")

    assert summary(settled_now(ruling, story), TDA) == "nothing 0, 1500 back (out_of_turn)"


def test_a_check_out_of_turn_binds_when_the_others_check():
    story = flop(*[5_000] * 3)
    ruling = ruling_on(story, "check", seat=2)
    story.tell("1 checks")

    assert summary(settled_now(ruling, story), TDA) == "check 0 (out_of_turn)"


def test_a_check_out_of_turn_does_not_bind_when_somebody_bets():
    story = flop(*[5_000] * 3)
    ruling = ruling_on(story, "check", seat=2)
    story.tell("1 bets 300")

    assert settled_now(ruling, story).act == ""


def test_a_short_amount_said_out_of_turn_keeps_the_meaning_it_had_when_said():
    story = flop(*[30_000] * 4, blinds=(200, 400)).tell("1 bets 600")
    ruling = ruling_on(story, "raise 20", seat=3)
    assert ruling.to == 2_000
    story.tell("2 calls")

    assert settled_now(ruling, story).to == 2_000


def test_a_raise_out_of_turn_becomes_a_call_once_nobody_can_answer_it():
    story = flop(300, 5_000, 5_000).tell("1 bets 300")
    ruling = ruling_on(story, "raise 900", seat=3)
    story.tell("2 folds")

    assert summary(settled_now(ruling, story), TDA) == "call 300 (uncalled)"


def test_a_raise_out_of_turn_under_the_cap_stays_a_call_when_the_cap_is_lifted():
    by = book(betting="fixed-limit", cap_heads_up="lifted")
    story = flop(*[5_000] * 3, by=by).tell("1 bets 100", "2 raises 200", "3 raises 300", "1 raises 400")
    ruling = ruling_on(story, "raise", seat=3)
    story.tell("2 folds")

    assert (ruling_on(story, "raise").act, settled_now(ruling, story).act) == ("raise", "call")


def test_held_action_waits_for_the_players_before_it():
    story, ruling = raise_before_seat_5()

    with pytest.raises(Refused, match=r"turn-not-yet \(seat=6\)"):
        settled_now(ruling, story)


def test_held_action_from_another_street_is_void():
    story = flop(*[5_000] * 3)
    ruling = ruling_on(story, "check", seat=3)
    story.tell("1 checks", "2 checks", "3 checks", "board 3c")

    assert settled_now(ruling, story).act == ""


@pytest.mark.parametrize("by", [TDA, TOURNAMENT, HOUSE], ids=lambda book: book.id)
def test_a_fold_out_of_turn_binds_by_every_book(by):
    story = flop(*[5_000] * 3, by=by).tell("1 bets 300")

    ruling = ruling_on(story, "fold", seat=3)

    assert summary(ruling, by) == "fold 0 (fold_out_of_turn)"
    folded = after(story.hand, ruling, by)
    assert folded.live == (True, True, False)


def test_under_the_tournament_rules_action_out_of_turn_does_not_bind():
    story = flop(*[5_000] * 3, by=TOURNAMENT).tell("1 bets 300")

    ruling = ruling_on(story, "raise 800", 500, 500, seat=3, out_of_turn=True)

    assert summary(ruling, TOURNAMENT) == "nothing 0, 1000 back (out_of_turn)"
    assert (ruling.held, ruling.actions) == (None, ())


def test_action_in_turn_cannot_be_ruled_out_of_turn():
    story = flop(*[5_000] * 3)

    with pytest.raises(Refused, match=r"nothing-out-of-turn \(seat=1\) \(TDA 2024 rule 50-A\)"):
        ruling_on(story, "check", seat=1, out_of_turn=True)


def test_a_skipped_player_who_speaks_up_in_time_acts_now():
    story = flop(*[5_000] * 5).tell("1 bets 300")
    then = story.hand
    let_stand(story, "3 calls")

    ruling = skipped(then, story.hand, 2, TDA)

    assert summary(ruling, TDA) == "nothing 0, floor (skipped)"
    assert ruling.why == message("skipped-in-time", seat=2)


def test_the_floor_decides_on_a_skipped_player_who_speaks_up_after_substantial_action():
    story = flop(*[5_000] * 5).tell("1 bets 300")
    then = story.hand
    let_stand(let_stand(story, "3 calls"), "4 folds")

    ruling = skipped(then, story.hand, 2, TDA)

    assert ruling.why == message("skipped-too-late", seat=2)
    assert [option.says.code for option in ruling.options] == ["option-hand-dead", "option-no-raise"]
    (kill,) = ruling.options[0].actions
    assert isinstance(kill, KillHand)
    assert kill.seat == 2


def test_two_checks_after_a_skipped_player_are_not_substantial():
    story = flop(*[5_000] * 5).tell("1 checks")
    then = story.hand
    let_stand(let_stand(story, "3 checks"), "4 checks")

    assert skipped(then, story.hand, 2, TDA).why == message("skipped-in-time", seat=2)


def test_preflop_a_posted_blind_does_not_count_as_action_out_of_turn():
    story = Story(*[5_000] * 4)

    ruling = ruling_on(story, "", 500, seat=1, prior=(50,))

    assert (ruling.act, ruling.to, ruling.returned) == ("call", 100, 450)
    assert ruling.held is not None
