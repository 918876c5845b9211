"""Practice: pretend hands on the real screen, with a finger that is perfect or not, and the review it gets."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from random import Random

import msgspec
import pytest

from engine.actions import Bet, Call, Fold, RaiseTo, SeeCard
from engine.cards import Card
from engine.game.bet_sizes import sheet_sizes
from engine.public import public
from engine.table.actions.hands import StartHand
from engine.table.state import book_of
from hardware.simulated import PtyScanner
from kiosk.demo.robot import is_offered, press
from kiosk.faults import Fault
from kiosk.practice import trainer
from kiosk.practice.command import hands_from, open_table, practice_settings, result_of
from kiosk.practice.exercises import HAND_KINDS, do, hand_of, kinds, parse_hand
from kiosk.practice.par import taps_needed
from kiosk.practice.trainer import Course, Practice
from tests.kit.patience import PATIENCE_S
from tests.kit.play import dealt, sat
from ui.dealer.model.keypad import fewest_keys
from ui.dealer.model.practice import COACH, Remark, Review
from ui.look import DARK, Look

MANY = 12
AN_HOUR_MS = 3_600_000
COMMAND = [sys.executable, "-m", "kiosk.cli", "dealer", "--practice"]


class Trainee:
    """A finger that follows the hand at the table, and taps as a perfect operator would."""

    def __init__(self, window, practice, qtbot, ticks):
        self.window, self.practice, self.qtbot, self.ticks = window, practice, qtbot, ticks

    def tap(self, *names):
        for name in names:
            self.ticks.ms += 1000
            press(self.window.screen, name)

    @property
    def game(self):
        return self.window.host.game

    @property
    def lying(self):
        table = public(self.game)
        return {*table.board, *(card for seat in table.seats for card in seat.cards)}

    def hand(self, after_each=lambda happened: None, skip=(), until=1000):
        """Play one hand from its first act to its review. `skip` has the numbers of acts that are not tapped.

        Only the first `until` acts are played.
        """
        hand, happened = self.practice.hand, 0
        taps_needed = {need.act: need for need in hand.needs}
        while not hand.is_told and happened < until:
            self.tap("practice-next")
            before, happened = happened, hand.happened
            for number in range(before, happened):
                act, need = hand.acts[number], taps_needed.get(number)
                if isinstance(act.does, SeeCard) and act.read:
                    self.qtbot.waitUntil(lambda act=act: act.read in self.lying)
                if need and number not in skip:
                    self.do(act, need)
            after_each(happened)
        return hand

    def do(self, act, need):
        match act.does:
            case Call(seat=seat):
                self.tap(f"seat-{seat}")
            case Bet(seat=seat, to=to) | RaiseTo(seat=seat, to=to):
                self.put(seat, to)
            case SeeCard(card=card) as seen:
                place = [one.does for one in self.practice.hand.acts if isinstance(one.does, SeeCard)].index(seen) + 1
                self.tap(f"board-{place}", f"pad-rank-{card.rank}", f"pad-suit-{card.suit}")
            case _ if need.what == "over":
                for _ in range(need.taps):
                    while self.window.screen.findChild(object, "push-pot"):
                        self.tap("push-pot")
                    self.tap("walk" if self.window.screen.findChild(object, "walk") else "hand-over")
            case explicit:
                names = {"muck": f"muck-{explicit.seat}"}
                self.tap(names.get(need.what, need.what))

    def put(self, seat, to, by_keys=False):
        table = public(self.game)
        offer = next(offer for offer in table.offers if offer.seat == seat)
        self.tap(f"raise-{seat}" if offer.call else f"seat-{seat}")
        sizes = sheet_sizes(self.game.bet_sizes, self.game.table.hand, seat, book_of(self.game.table))
        strip = [*sizes.round, *sizes.usual]
        shares = {sizes.half_pot: "half-pot", sizes.pot: "whole-pot"}
        if by_keys or to not in (offer.least, offer.most, *strip, *shares):
            self.tap(*fewest_keys(to), "amount-ok")
        elif to in strip:
            self.tap(f"strip-amount-{strip.index(to) + 1}")
        elif to in shares:
            self.tap(shares[to])
        else:
            self.tap("min" if to == offer.least else "all-in")


class PracticeTicks:
    ms = 0

    def __call__(self):
        return self.ms


@pytest.fixture
def practise(qtbot, tmp_path, monkeypatch):
    """Start practice with these hands, or with those of a seed."""
    # A busy machine may read a message late, but does not read it twice.
    monkeypatch.setattr(trainer, "RESCAN_MS", AN_HOUR_MS)
    opened = []

    def begin(*lines, hands=1, seed=1, pace_ms=0, language="en", coach=()):
        script = None
        if lines:
            script = tmp_path / "hands.txt"
            script.write_text("\n".join(lines))
        dice, ticks = Random(seed), PracticeTicks()
        source, hands = hands_from(script, dice, hands)
        scanner = PtyScanner(tmp_path / "reader")
        settings, course = practice_settings(tmp_path, language), Course(source, hands, pace_ms, coach)
        practice = Practice(settings, Look(DARK, 5.9), scanner, course, ticks)
        window = practice.window
        opened.append((window, scanner))
        open_table(window, dice)
        window.screen.resize(1280, 800)
        window.screen.show()
        window.start()
        qtbot.waitUntil(lambda: window.display.reads)
        trainee = Trainee(window, practice, qtbot, ticks)
        trainee.tap("hand-over")
        assert practice.hand
        return trainee

    yield begin
    for window, scanner in opened:
        window.stop()
        scanner.unplug()


def said(trainee):
    """The text of the page."""
    return trainee.window.screen.findChild(object, "page").accessibleName()


@pytest.mark.slow
def test_a_perfect_finger_gets_full_marks(practise):
    trainee = practise(hands=MANY, seed=5)

    for number in range(1, MANY + 1):
        trainee.hand()
        assert len(trainee.practice.reviews) == number
        review = trainee.practice.reviews[-1]
        assert (review.wrong, review.better, review.taps) == ((), (), review.best)
        assert "Perfect: no wasted taps." in said(trainee) or review.repairs
        trainee.tap("practice-on")

    assert trainee.practice.is_over
    assert "5 of 5 stars" in said(trainee)


def test_a_dealer_who_taps_every_fold_reads_that_the_next_touch_implies_them(practise):
    trainee = practise("f f r600 f f f f f")
    folds = [number for number, act in enumerate(trainee.practice.hand.acts, 1) if isinstance(act.does, Fold)]

    trainee.hand(after_each=lambda happened: trainee.tap("fold") if happened in folds[:-1] else None)

    review = trainee.practice.reviews[0]
    assert review.taps == review.best + 6
    assert review.better == (Remark("tapped-fold", count=6),)
    assert "6 folds were tapped" in said(trainee)


TWO_CALLERS = "f f r600 f c f c f QhJd2c k b800 f f"


def test_each_hint_comes_once_at_its_moment_and_costs_no_tap(practise):
    trainee = practise(TWO_CALLERS, TWO_CALLERS, coach=COACH)
    seen = []

    def look(_happened):
        narration = trainee.window.screen.content.surroundings.narration
        if narration.coach and is_offered(trainee.window.screen, "coach-ok"):
            seen.append((narration.coach, narration.coached))
            trainee.tap("coach-ok")

    look(0)
    trainee.hand(after_each=look, until=100)
    review = trainee.practice.reviews[0]
    trainee.tap("practice-on")
    look(0)
    trainee.hand(after_each=look)

    # A dealer who ends the hand at once does not need the hint about that.
    assert seen == [("folds", 1), ("card", 2), ("mistake", 4)]
    assert review.taps == review.best


def test_the_hand_stops_while_a_hint_is_shown(practise, qtbot):
    trainee = practise(TWO_CALLERS, pace_ms=1, coach=COACH)
    assert trainee.practice.hand.happened == 0

    trainee.tap("coach-ok")

    qtbot.waitUntil(lambda: trainee.practice.hand.happened > 0)


def test_tips_and_leaving_do_not_count_as_taps_of_the_hand(practise):
    trainee = practise(TWO_CALLERS)
    trainee.tap("floor", "page-close", "practice-next", "floor", "practice-leave")

    assert trainee.practice.is_over
    assert trainee.practice.hand.narration.taps == 0


def test_nothing_of_a_hand_is_narrated_while_it_is_reviewed(practise):
    trainee = practise(TWO_CALLERS)
    trainee.hand()

    shown = trainee.window.screen.content
    assert shown.page is not None
    assert (shown.surroundings.narration.now, shown.surroundings.narration.before) == (None, None)


def number_of(trainee, kind, which=0):
    """The number of the hand's act of this kind."""
    acts = trainee.practice.hand.acts
    return [number for number, act in enumerate(acts) if isinstance(act.does, kind)][which]


def test_a_missed_call_is_named(practise):
    trainee = practise(TWO_CALLERS)
    missed = number_of(trainee, Call)
    seat = trainee.practice.hand.acts[missed].does.seat

    trainee.hand(skip=[missed])

    assert trainee.practice.reviews[0].wrong[0] == Remark("missed-call", seat, 600, street="preflop")
    assert f"Missed: seat {seat} called 600 (preflop)." in said(trainee)
    assert "3 of 5 stars" in finished(trainee)


def finished(trainee):
    """The text of the result page."""
    trainee.tap("practice-on")
    assert trainee.practice.is_over
    return said(trainee)


def test_a_wrong_amount_is_named_and_costs_stars(practise):
    trainee = practise("f f r600 f f f f f")
    raised = number_of(trainee, RaiseTo)
    seat = trainee.practice.hand.acts[raised].does.seat

    trainee.hand(
        skip=[raised],
        after_each=lambda happened: trainee.put(seat, 6000, by_keys=True) if happened == raised + 1 else None,
    )

    assert trainee.practice.reviews[0].wrong == (Remark("wrong-amount", seat, 600, 6000, street="preflop"),)
    assert f"Seat {seat} put in 600 (preflop), not 6,000." in said(trainee)
    assert "5 of 5" not in finished(trainee)


def test_chips_tapped_for_another_seat_are_named(practise):
    trainee = practise("f f r600 f c f f f QhJd2c b800 f")
    called = number_of(trainee, Call)
    seat = trainee.practice.hand.acts[called].does.seat
    other = seat % 8 + 1

    trainee.hand(
        skip=[called], after_each=lambda happened: trainee.tap(f"seat-{other}") if happened == called + 1 else None
    )

    wrong = trainee.practice.reviews[0].wrong
    assert Remark("wrong-seat", other, street="preflop") in wrong


def test_a_mistake_corrected_during_the_hand_counts_as_a_repair_and_not_as_a_mistake(practise):
    trainee = practise("f f r600 f f f f f")
    raised = number_of(trainee, RaiseTo)
    seat = trainee.practice.hand.acts[raised].does.seat

    def slip(happened):
        if happened == raised:
            trainee.put(seat, 900, by_keys=True)
            trainee.tap("undo")

    trainee.hand(after_each=slip)

    review = trainee.practice.reviews[0]
    assert (review.wrong, review.repairs) == ((), 1)


def test_an_amount_keyed_although_it_was_on_the_strip_is_reported(practise):
    trainee = practise("f f r600 f f f f f")
    raised = number_of(trainee, RaiseTo)
    seat = trainee.practice.hand.acts[raised].does.seat

    trainee.hand(
        skip=[raised],
        after_each=lambda happened: trainee.put(seat, 600, by_keys=True) if happened == raised + 1 else None,
    )

    assert trainee.practice.reviews[0].better[0] == Remark("keyed", seat, 600)


def test_a_misread_card_that_was_not_corrected_is_named(practise):
    trainee = practise("f f r600 f c f f f QhJd2c k b800 c 9s=9h k k 3d k b900 f")
    misread = next(number for number, act in enumerate(trainee.practice.hand.acts) if act.is_misread)

    trainee.hand(skip=[misread])

    assert trainee.practice.reviews[0].wrong == (Remark("wrong-card", card=Card("9s")),)
    assert "The nine of spades is on the table" in said(trainee)


def test_a_dealer_who_ends_a_hand_too_early_reads_how_to_undo_it(practise):
    trainee = practise("f f r600 f c f f f QhJd2c k b800 f")
    called = number_of(trainee, Call)

    def slip(happened):
        if happened == called:
            trainee.tap("hand-over")
            assert "This hand is not over" in trainee.window.screen.findChild(object, "prompt").accessibleName()
            trainee.tap("undo")

    trainee.hand(after_each=slip)

    review = trainee.practice.reviews[0]
    assert review.wrong == ()
    assert review.better[0] == Remark("ended-early")


def test_the_time_of_the_taps_is_measured_from_the_chips(practise):
    trainee = practise("f f r600 f f f f f")

    trainee.hand(skip=[2], after_each=lambda happened: late(trainee) if happened == 3 else None)

    review = trainee.practice.reviews[0]
    assert review.lag_ms >= 5000
    assert review.better[0].kind == "slow"


def late(trainee):
    trainee.ticks.ms += 5000
    act = trainee.practice.hand.acts[2]
    trainee.put(act.does.seat, act.does.to)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("f f r600 f f f f", "script-without-end"),
        ("f x", "number=2, word=x, why=not-a-script-word"),
        ("f r100", "number=2, word=r100, why=raise-"),
        ("QhQh", "number=1"),
    ],
)
def test_an_unplayable_script_is_reported_in_one_clear_sentence(line, said):
    game = do(sat((20_000,) * 8), StartHand())

    with pytest.raises(Fault, match=re.escape(said)):
        parse_hand(line, game)


@pytest.mark.parametrize("seed", range(40))
def test_every_kind_of_hand_has_a_perfect_sequence_of_taps(seed):
    """
    The taps of the perfect operator record the true hand, whatever the stacks.
    """
    dice = Random(seed)
    stacks = [dice.randrange(3, 300) * 100 for _ in range(dice.randrange(2, 10))]
    for kind in HAND_KINDS:
        game = dealt(stacks, button=dice.randrange(len(stacks)) + 1)
        acts = hand_of(kind, game, dice)

        found = taps_needed(game, acts)

        assert found[-1].what == "over"
        assert all(need.what == "card" for need in found if acts[need.act].is_misread)


def test_every_ten_hands_have_each_kind_once():
    kind = kinds(Random(1))

    for _ in range(3):
        assert sorted(next(kind) for _ in HAND_KINDS) == sorted(HAND_KINDS)


@pytest.mark.slow
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
def test_practice_killed_midway_leaves_no_files(tmp_path, how):
    settings = {**os.environ, "TMPDIR": str(tmp_path), "QT_QPA_PLATFORM": "offscreen"}
    with subprocess.Popen(COMMAND, env=settings, stdout=subprocess.DEVNULL) as running:
        eventually(lambda: list(tmp_path.rglob("*.journal")), running)
        running.send_signal(how)

    eventually(lambda: not list(tmp_path.iterdir()))


def eventually(holds, running=None):
    """Wait until the condition holds."""
    ends = time.monotonic() + PATIENCE_S
    while not holds():
        assert time.monotonic() < ends
        assert running is None or running.poll() is None


def test_the_dealers_screen_needs_settings_unless_it_is_for_practice():
    done = subprocess.run(
        [sys.executable, "-m", "kiosk.cli", "dealer"], capture_output=True, text=True, timeout=120, check=False
    )

    assert done.returncode == 2
    assert "--settings" in done.stderr


def test_the_result_is_one_json_object():
    reviews = (Review(1, 3, 3, lag_ms=900), Review(2, 9, 4, (Remark("wrong-end"),), repairs=1))

    sums = json.loads(msgspec.json.encode(result_of(reviews)))

    assert (sums["hands"], sums["taps"], sums["best_taps"], sums["mistakes"], sums["stars"]) == (2, 12, 7, 1, 2)


def test_a_dealer_who_foresees_the_last_fold_does_not_end_the_hand_too_early(practise):
    trainee = practise("f f r600 f f f f f")

    trainee.hand(after_each=lambda happened: trainee.tap("hand-over") if happened == 8 else None, skip=[8], until=8)

    review = trainee.practice.reviews[0]
    assert (review.wrong, review.better, review.taps) == ((), (), review.best)


def test_the_hand_runs_by_itself_at_a_pace_up_to_its_end(practise, qtbot):
    trainee = practise("f f r600 f c f f f QhJd2c k b800 f", pace_ms=1)
    hand = trainee.practice.hand

    qtbot.waitUntil(lambda: hand.is_told)

    assert not trainee.practice.reviews
    assert "The hand is over" in trainee.window.screen.findChild(object, "prompt").accessibleName()


def test_practice_uses_the_requested_language(practise):
    trainee = practise("f f r600 f f f f f", language="de")

    trainee.tap("practice-next")

    assert "foldet" in trainee.window.screen.findChild(object, "prompt").accessibleName()
    assert trainee.window.screen.findChild(object, "hand-over").accessibleName().startswith("HAND ENDE")
