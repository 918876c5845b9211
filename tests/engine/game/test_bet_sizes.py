"""The bet sizes that this event's own hands make likely: legal, in chips in play, learned, and unlearned on undo."""

import gzip
import json
from pathlib import Path
from random import Random

import pytest

from engine.actions import Amend, Bet, Check, HandOver, PutIn, RaiseTo, Redo, ReplaceAct, SeeCard, Undo
from engine.books.rulebook import load_book
from engine.cards import parse_cards
from engine.events import BetMade, Blinds, Raised
from engine.game.bet_sizes import MOST, REMEMBERED, ROUND, USUAL, BetSizes, learn, likely, sheet_sizes
from engine.game.game import Game, replay
from engine.hand.betting import Betting, betting
from engine.hand.rules import Hand
from engine.refused import Refused
from engine.table.actions.hands import StartHand
from engine.table.state import book_of
from tests.kit.randomplay import hands, tables
from tests.kit.truth import Deal, NotTold, do, of_record, table_of

TDA = load_book("tda")
NONE = BetSizes()
LEVEL = Blinds(level=3, small=100, big=200, ante=200, ante_form="big-blind", chip=100)
CORPUS = Path(__file__).parents[4] / "shared" / "corpora" / "hands_real.jsonl.gz"


def table(level: Blinds = LEVEL, stack: int = 40_000) -> Game:
    """Six seats with the same stacks, the first hand dealt: seat 4 opens."""
    return do(table_of(Deal((1, 2, 3, 4, 5, 6), (stack,) * 6, 1, level)), StartHand())


def hand_of(game: Game) -> Hand:
    """The hand in play."""
    assert game.table.hand is not None
    return game.table.hand


def turn_of(game: Game) -> Betting:
    """The seat whose turn it is."""
    turn = betting(hand_of(game), TDA)
    assert turn is not None
    return turn


def strip(game: Game, seat: int, sizes: BetSizes | None = None) -> tuple[int, ...]:
    """The amounts on a seat's strip."""
    return likely(game.bet_sizes if sizes is None else sizes, hand_of(game), seat, book_of(game.table))


def test_at_the_start_the_usual_opens_come_first():
    """
    Most opens are one of a few multiples of the big blind; the minimum has a button of its own.
    """
    assert strip(table(), 4)[:4] == (500, 600, 700, 800)
    assert 400 not in strip(table(), 4)


def test_the_strip_belongs_to_the_tapped_seat_and_not_to_the_one_whose_turn_it_is():
    """A seat is tapped while others before it are silent. Its amounts are those that apply once they are skipped."""
    game = do(table(), PutIn(4))

    assert strip(game, 1) == strip(game, 6) != ()
    assert strip(game, 4) == ()  # the seat has acted


@pytest.mark.parametrize("seed", range(4))
def test_every_amount_is_legal_in_chips_and_on_no_other_button(seed):
    """At random tables:

    at most twelve different totals, each allowed, each made of chips in play, none equal to MIN or ALL-IN.
    """
    sizes = NONE
    for step in hands(tables(Random(seed)), 150):
        hand = step.before.table.hand
        turn = betting(hand, TDA) if hand else None
        if hand and turn and turn.most:
            amounts = likely(sizes, hand, hand.deal.seats[turn.index], TDA)
            assert len(set(amounts)) == len(amounts) <= MOST
            assert all(turn.least < to < turn.most and to % hand.deal.terms.chip == 0 for to in amounts)
        for event in step.record:
            if hand and isinstance(event, BetMade | Raised):
                sizes = learn(sizes, hand, event)
    assert sizes == replay_of(seed).bet_sizes
    assert max(len(bets) for bets in sizes.bets) <= REMEMBERED


def replay_of(seed: int) -> Game:
    """The same table, restored from its record."""
    return replay([event for step in hands(tables(Random(seed)), 150) for event in step.record])


def test_a_frequent_size_comes_first_and_carries_over_to_the_next_level():
    """Players who open to 2.3 blinds do so at every level, if the chips in play can make it."""
    game, sizes = table(Blinds(2, 50, 100, chip=10)), NONE
    assert strip(game, 4)[0] == 250
    for _ in range(5):
        sizes = learn(sizes, hand_of(game), Raised(4, 230))

    assert strip(game, 4, sizes)[0] == 230
    assert strip(table(), 4, sizes)[0] == 500  # 460 cannot be made of chips of 100
    assert strip(table(Blinds(9, 1_000, 2_000, chip=100)), 4, sizes)[0] == 4_600


def test_nothing_is_learned_from_an_all_in():
    """
    The stack decided it, not the player.
    """
    game = table()

    assert learn(NONE, hand_of(game), Raised(4, 40_000)) == NONE


def test_after_the_flop_round_amounts_come_before_fractions_of_the_pot():
    """
    A pot of 1,300 at 200: half of it is 650, which no chips of 100 make; 500, 700 and 1,000 are what players throw in.
    """
    game = do(table(), RaiseTo(4, 500), PutIn(3), *[SeeCard(card) for card in parse_cards("Qh7d2c")])

    amounts = strip(game, 3)

    assert {500, 700, 1_000} <= set(amounts)
    assert all(to % 100 == 0 for to in amounts)


def test_round_amounts_come_first_and_each_place_has_the_same_leading_digits():
    """
    A pot of 2,700 at 100 and 200: 1,000 and 1,500 are there, and the same at ten times the blinds.
    """
    for times in (1, 10):
        level = Blinds(3, 100 * times, 200 * times, 200 * times, "big-blind", 100)
        to_call = [RaiseTo(4, 1_200 * times), PutIn(3), *[SeeCard(card) for card in parse_cards("Qh7d2c")]]
        game = do(table(level, 40_000 * times), *to_call)
        sheet = sheet_sizes(NONE, hand_of(game), 3, TDA)
        assert hand_of(game).pot == 2_700 * times
        assert sheet.round == tuple(times * to for to in (500, 600, 800, 1_000, 1_500, 2_000))
        assert (sheet.half_pot, sheet.pot) == (1_300 * times + (500 if times > 1 else 0), 2_700 * times)


def test_an_amount_that_is_not_possible_leaves_its_place_empty():
    """
    1,500 cannot be made of chips of 1,000, and the player has only 5,500. The others do not move.
    """
    game = do(table(Blinds(3, 1_000, 2_000, chip=1_000), 11_000), RaiseTo(4, 5_000))
    assert sheet_sizes(NONE, hand_of(game), 5, TDA).round == (10_000, 0, 0, 0, 0, 0)


@pytest.mark.parametrize("seed", range(4))
def test_every_amount_of_the_sheet_is_legal_and_in_chips(seed):
    """
    At random tables: at most six usual amounts, none of which is listed elsewhere, and every amount can be bet.
    """
    for step in hands(tables(Random(seed)), 150):
        hand = step.before.table.hand
        turn = betting(hand, TDA) if hand else None
        if hand and turn and turn.most:
            sheet = sheet_sizes(NONE, hand, hand.deal.seats[turn.index], TDA)
            assert len(sheet.round) == ROUND
            assert len(sheet.usual) == USUAL
            assert not set(filter(None, sheet.usual)) & {*sheet.round, sheet.half_pot, sheet.pot}
            assert all(turn.least < to < turn.most and to % hand.deal.terms.chip == 0 for to in sheet.all)


@pytest.mark.parametrize("seed", range(4))
def test_a_usual_amount_keeps_its_place_while_the_smallest_chip_stays(seed):
    """
    At random tables, whatever has been learned, and whoever bets.
    """
    places: dict[tuple[int, int], int] = {}
    for step in hands(tables(Random(seed)), 150):
        game = step.before
        turn = betting(game.table.hand, TDA) if game.table.hand else None
        if not turn or not turn.most:
            continue
        hand = hand_of(game)
        sheet = sheet_sizes(game.bet_sizes, hand, hand.deal.seats[turn.index], TDA)
        for place, to in enumerate(sheet.usual):
            assert not to or places.setdefault((hand.deal.terms.chip, to), place) == place

    assert len(places) > USUAL


def test_undo_redo_and_repair_unlearn_and_learn_again():
    """Sizes are learned from the surviving record: exact after undo, redo, a repaired amount and a restart."""
    before = do(table(), HandOver(), HandOver())
    seat = hand_of(before).deal.seats[turn_of(before).index]
    bet = do(before, RaiseTo(seat, 700))
    mark = bet.mark - 1
    over = do(bet, HandOver())

    assert bet.bet_sizes != before.bet_sizes
    assert do(over, Undo(), Undo()).bet_sizes == before.bet_sizes
    assert do(over, Undo(), Undo(), Redo(), Redo()).bet_sizes == over.bet_sizes
    repaired = do(over, Amend(mark, ReplaceAct(RaiseTo(seat, 900))))
    assert repaired.bet_sizes == do(before, RaiseTo(seat, 900)).bet_sizes


def test_sizes_are_learned_separately_by_street_and_kind_of_bet():
    """Opening amounts before the flop say nothing about bets on the river."""
    game, sizes = table(), NONE
    for _ in range(20):
        sizes = learn(sizes, hand_of(game), Raised(4, 1_900))
    flop = do(game, PutIn(4), PutIn(2), Check(3), *[SeeCard(card) for card in parse_cards("Qh7d2c")])

    assert strip(game, 4, sizes)[0] == 1_900
    assert strip(flop, 4, sizes) == strip(flop, 4, NONE)
    assert strip(do(game, RaiseTo(4, 600)), 5, sizes) == strip(do(game, RaiseTo(4, 600)), 5, NONE)


@pytest.mark.skipif(not CORPUS.exists(), reason="the shared hands are not there")
def test_the_sheet_has_real_amounts_as_often_as_measured_live():
    """Over every eighth shared hand in order, with learning and the chips of a card room.

    The sheet has at least as many real amounts as a learned strip in live hands: 59 of 100 after the flop, 58 of three-
    bets, and 73 of all (MIN and ALL-IN not counted).
    """
    with gzip.open(CORPUS, "rt", encoding="utf-8") as lines:
        records = [json.loads(line) for line in lines][::8]
    sizes, tried, hit = NONE, [0, 0, 0], [0, 0, 0]
    for record in records:
        if record["variant"] != "NT":
            continue
        try:
            truth = of_record(record, in_chips=True)
        except (NotTold, Refused):
            continue
        game = do(table_of(truth.deal), StartHand())
        for act in truth.acts:
            if isinstance(act, Bet | RaiseTo):
                hand, turn = hand_of(game), turn_of(game)
                if turn.least < act.to < turn.most:
                    what = 0 if hand.street else 1 if len(hand.prices) == 2 else 2
                    tried[what] += 1
                    hit[what] += act.to in sheet_sizes(sizes, hand, act.seat, TDA).all
                sizes = learn(sizes, hand, (BetMade if turn.opens else Raised)(act.seat, act.to))
            game = do(game, act)

    assert sum(tried) > 300
    assert hit[0] / tried[0] > 0.67
    assert hit[1] / tried[1] > 0.57
    assert sum(hit) / sum(tried) > 0.77
