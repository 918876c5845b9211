"""A finished hand step by step: exactly the chips and cards that were played."""

from itertools import pairwise
from random import Random

import pytest

from engine.actions import Push
from engine.events import AwardPots, BoardDealt, CardTabled, HandEvent, PotAwarded, Shares
from engine.history.record import HandRecord, final, hands
from engine.history.steps import hand_steps
from engine.public import public
from engine.table.actions.hands import Overrule
from tests.kit.play import dealt, do, record_of
from tests.kit.play import play as play_on
from tests.kit.randomfloor import play
from tests.kit.randomplay import BOOKS

ACTED = "start r600 f c f QhJd2c b800 c 7s k k 9d k k 4:AsAh 2:KsKd push"


def test_each_action_is_a_step_and_so_is_a_whole_flop_and_a_whole_shown_hand():
    (record,) = hands(record_of(ACTED))
    steps = hand_steps(record)

    assert steps[0].event is None
    assert [len(public(step.game).board) for step in steps if isinstance(step.event, BoardDealt)] == [3, 4, 5]
    assert sum(isinstance(step.event, CardTabled) for step in steps) == 2
    assert isinstance(steps[-1].event, PotAwarded)


def test_a_bet_stays_in_front_of_the_player_until_the_next_step():
    (record,) = hands(record_of(ACTED))
    steps = hand_steps(record)
    called, flop = next(pair for pair in pairwise(steps) if isinstance(pair[1].event, BoardDealt))

    assert [seat.bet for seat in public(called.game).seats].count(600) == 2
    assert sum(seat.bet for seat in public(flop.game).seats) == 0


SIDE = "r1500 c c c c 9h7s2c b1500 c c c Kd k k k 3h k k k 3:7h7d 4:KsQs 5:JcTc 2:AhKc 1:9d9c"


def test_the_pots_are_pushed_to_their_winners_one_after_the_other():
    """By the cards, and as the floor ordered."""
    game = dealt((1_500, 3_000, 4_500, 6_000, 20_000))
    floor = Overrule("R. Ito", "misread", AwardPots((Shares(0, (2,), (7_700,)), Shares(1, (4,), (6_000,)))))

    assert pushed(game, Push()) == [(0, 1, (3,)), (1, 0, (1,))]
    assert pushed(game, floor) == [(0, 0, (2,)), (1, 1, (4,))]


def pushed(game, end):
    """Each push: its number, the pot, and the winners."""
    felt = play_on(game, SIDE)
    timeline = do(felt, end).state.timeline
    assert timeline
    events = tuple(fact.event for fact in timeline.facts[1:] if isinstance(fact.event, HandEvent))
    record = HandRecord(game.table.hand.deal, events, game.table.book, tuple("ABCDE"))
    found = []
    for step in hand_steps(record):
        if isinstance(step.event, PotAwarded):
            award = step.awards[step.pot]
            assert award.seats == step.event.seats
            found.append((step.pot, award.pot, award.seats))
    return found


@pytest.mark.parametrize("name", sorted(BOOKS))
def test_random_hands_end_as_they_were_played_and_no_chip_is_made_or_lost(name):
    """With many orders of the floor, by every book."""
    dice, seen = Random(name), 0
    for _ in range(10):
        events = [event for step in play(dice.getrandbits(32), 6, 0.2, book=BOOKS[name]) for event in step.record]
        for record in hands(events):
            steps, chips = hand_steps(record), sum(record.deal.stacks)
            hand = steps[-1].game.table.hand
            seen += 1
            assert hand
            assert (hand.stacks, hand.board) == (final(record).stacks, final(record).board)
            for step in steps:
                table = public(step.game)
                assert sum(seat.chips for seat in table.seats) + table.pot in (chips, 2 * chips - sum(hand.stacks))
    assert seen > 20
