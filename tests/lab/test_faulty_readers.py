"""Cards that are read while a room fails: every card of a hand was read whole or keyed, and no table waits for a
reader.

Each of these promises is also broken on purpose, and the simulation must notice.
"""

import re
from itertools import takewhile

import pytest
from msgspec.structs import replace

from engine.actions import BOARD, SeeCard
from engine.game import questions
from engine.hand import actions
from engine.public import public
from hardware.reading.reading import RepeatFilter
from hardware.serial.reader import SerialReader
from kiosk.storage.keeper import Decided
from kiosk.table.control.orders import TableOrders
from kiosk.table.decks.rotation import TableCodes
from kiosk.table.readers import card_judge
from kiosk.table.readers.card_judge import CardJudge
from kiosk.table.readers.table_readers import TableReaders
from tests.lab.faults.command import played
from tests.lab.faults.dealing import Dealing
from tests.lab.faults.plan import FaultPlan, PlannedFault

MISREADS = FaultPlan(
    10, 2, 10, 90.0, (PlannedFault(20.0, "misread", 1, 60.0, 1), PlannedFault(20.0, "misread", 2, 60.0, 1))
)
"""Every card is misread: each is brought to the reader of table 1, and table 2 has one at its board."""
UNPLUGS = FaultPlan(10, 2, 10, 120.0, (PlannedFault(20.0, "unplug", 1, 95.0), PlannedFault(40.0, "unplug", 2, 1.0)))
ANTENNAS = FaultPlan(5, 2, 10, 120.0, (PlannedFault(40.0, "unplug", 2, 20.0),))
"""Both tables have antennas at their boards and seats."""


TRIES = 10
"""Evenings of a plan. The rarest of these faults shows in 44 of the first 60."""


def found(plan, pattern):
    """Whether one of the plan's first evenings breaks this promise, or what they break."""
    all_broken = []
    for seed in range(plan.seed, plan.seed + TRIES):
        broken = played(replace(plan, seed=seed)).broken
        if any(re.fullmatch(pattern, what) for what in broken):
            return True
        all_broken.append(broken)
    return all_broken


def undecided(action):
    """An action that the keeper has to decide about."""
    return Decided(None, action, ())


@pytest.mark.slow
@pytest.mark.parametrize(("plan", "places"), [(MISREADS, {None, BOARD}), (UNPLUGS, {BOARD})], ids=["misread", "unplug"])
def test_cards_are_read_and_unreadable_ones_are_keyed(plan, places, monkeypatch):
    read, keyed = [], []
    judge, key = CardJudge.judge, Dealing._keyed

    def judged(*args):
        verdict = judge(*args)
        if isinstance(verdict, Decided) and isinstance(verdict.action, SeeCard):
            read.append(verdict.action)
        return verdict

    def touched(*args):
        keyed.append(key(*args))
        return keyed[-1]

    monkeypatch.setattr(CardJudge, "judge", judged)
    monkeypatch.setattr(Dealing, "_keyed", touched)

    assert played(plan).broken == ()
    assert len(read) > 15
    assert {card.seat for card in read} >= places
    assert any(card.seat == BOARD for card in keyed)


@pytest.mark.slow
def test_a_damaged_code_taken_for_the_nearest_card_is_detected(monkeypatch):
    find = TableCodes.find

    def nearest(codes, code):
        cards = codes.rotation.decks[0].codes.values()
        near = [
            one for one in cards if len(one) == len(code) and sum(a != b for a, b in zip(one, code, strict=True)) < 2
        ]
        return find(codes, near[0] if near else code)

    monkeypatch.setattr(TableCodes, "find", nearest)

    assert found(MISREADS, r"table-\d has \w\w in hand \d+, which no reader and nobody named") is True


@pytest.mark.slow
def test_a_card_that_counts_again_each_time_it_is_read_is_detected(monkeypatch):
    def counts(_, reading, game, aimed=None):
        return undecided(aimed or SeeCard(reading.card, BOARD))

    monkeypatch.setattr(CardJudge, "judge", counts)
    monkeypatch.setattr(actions, "refuse_seen", lambda *_: None)

    assert found(MISREADS, r"table-\d has \w\w twice in hand \d+") is True


@pytest.mark.slow
def test_a_card_given_to_the_wrong_seat_is_detected(monkeypatch):
    judge = CardJudge.judge

    def elsewhere(judging, reading, game, aimed=None):
        verdict, due = judge(judging, reading, game, aimed), public(game).legal.due
        seats = [seat for seat in due if seat != BOARD]
        is_card = isinstance(verdict, Decided) and isinstance(verdict.action, SeeCard)
        return undecided(SeeCard(reading.card, seats[1])) if is_card and len(seats) > 1 else verdict

    monkeypatch.setattr(CardJudge, "judge", elsewhere)

    assert (
        found(replace(UNPLUGS, faults=UNPLUGS.faults[1:]), r"table-1 has .+ at \d in hand \d+, and there lie .+")
        is True
    )


@pytest.mark.slow
def test_a_card_left_from_the_previous_hand_that_counts_is_detected(monkeypatch):
    monkeypatch.setattr(RepeatFilter, "_is_repeat", lambda *_: False)

    assert found(MISREADS, r"table-\d asks who-called without need") is True


@pytest.mark.slow
def test_a_face_down_card_that_counts_is_detected(monkeypatch):
    """Before, every table did this: a player who looked at their cards on the river was taken to have shown them."""
    assert played(ANTENNAS).broken == ()
    monkeypatch.setattr(card_judge, "_is_betting", lambda _: False)

    assert found(ANTENNAS, r"table-\d takes a card that lies face down in hand \d+") is True


@pytest.mark.slow
def test_an_all_in_that_ends_with_an_unread_hand_is_detected(monkeypatch):
    monkeypatch.setattr(questions, "_check_board", lambda *_: None)
    monkeypatch.setattr(questions, "refuse_unread", lambda *_: None)

    assert found(ANTENNAS, r"table-\d asks who-won without need") is True


@pytest.mark.slow
def test_a_table_that_does_not_ask_about_an_unknown_code_is_detected(monkeypatch):
    monkeypatch.setattr(CardJudge, "odd_code", lambda *_: None)

    assert found(MISREADS, r"table-\d has not asked about [0-9A-F]{14}") is True


@pytest.mark.slow
def test_a_table_that_takes_a_card_of_the_resting_deck_is_detected(monkeypatch):
    monkeypatch.setattr(CardJudge, "deck_in_play", lambda *_: "")

    assert found(MISREADS, r"table-\d has not asked about spare") is True


@pytest.mark.slow
def test_a_dealer_keys_all_cards_while_the_reader_is_gone(monkeypatch):
    modes = []
    rung = Dealing.rung

    def watched(*args):
        action = rung(*args)
        modes.extend([action.mode] if action else [])
        return action

    monkeypatch.setattr(Dealing, "rung", watched)

    assert played(ANTENNAS).broken == ()
    assert modes[:2] == ["pad", "readers"]


@pytest.mark.slow
def test_a_table_that_does_not_ask_for_a_missed_card_is_detected(monkeypatch):
    monkeypatch.setattr(TableReaders, "_missing", lambda *_: None)

    assert found(MISREADS, r"table-\d asks for no card though \w\w was not read") is True


@pytest.mark.slow
def test_a_table_that_waits_for_its_reader_is_detected(monkeypatch):
    ask = TableOrders.ask

    def waits(orders, action, *args, **more):
        if not (isinstance(action, SeeCard) and any(one.problem for one in orders.cards._readers.states)):
            ask(orders, action, *args, **more)

    monkeypatch.setattr(TableOrders, "ask", waits)

    assert found(UNPLUGS, r"table-1 waits for a card in hand \d+ though it was keyed") is True


@pytest.mark.slow
def test_a_reader_that_is_not_read_again_after_it_was_unplugged_is_detected(monkeypatch):
    turns = SerialReader.turns
    monkeypatch.setattr(SerialReader, "turns", lambda reader: (yield from takewhile(lambda s: not s, turns(reader))))

    assert found(UNPLUGS, r"the reader of table \d is unplugged in the end") is True
