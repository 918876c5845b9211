"""A table's journal that a lying disk cut in the middle of a step: the step is completed when the table opens."""

from functools import reduce
from random import Random

import pytest

from engine.actions import Amend, Fold, HandOver, Push, PutIn, ReplaceAct, Undo
from engine.books.rulebook import load_book
from engine.events import Asked, Folded
from engine.game.game import Game, apply, step
from engine.public import public
from engine.table.actions.hands import StartHand
from engine.table.actions.people import TakeSeat
from engine.table.actions.setup import OpenTable, PlaceButton, SetLevel
from kiosk.protocol.codec import decode_event, encode_event
from kiosk.protocol.numbered import NO_NAMES, NumberedForm
from kiosk.storage.chain import START, Record, chain, mark_of
from kiosk.storage.journal import Journal, create
from kiosk.storage.promised import replace_promises
from kiosk.storage.witness import witness_path
from kiosk.table.services import Services
from kiosk.table.settings import TableSettings
from kiosk.table.sitting import resume_keeper
from tests.kit.play import LEVEL, NAMES

FORM = NumberedForm(lambda: NO_NAMES, lambda: NO_NAMES)
SERVICES = Services(lambda: 0, lambda: 9_000, Random(1), lambda: None, "this boot")
ACTIONS = (
    OpenTable(7, "Autumn Open", load_book("tda"), 4),
    *[TakeSeat(seat, f"p{seat}", NAMES[seat - 1], 20_000) for seat in (1, 2, 3, 4)],
    PlaceButton(1), SetLevel(LEVEL), StartHand(), Fold(4), Undo(), Fold(4), HandOver(start=True), Fold(1), Fold(2),
)  # fmt: skip


def repair(game):
    """The first fold of the hand was a call. The fold after it is played again."""
    fold = next(line for line in public(game).lines if isinstance(line.event, Folded))
    return Amend(fold.mark, ReplaceAct(PutIn(1)))


def played():
    """The records of some actions, one append for each, and the positions at which an append begins."""
    game, records, begun = Game(), list[Record](), list[int]()
    for at_ms in range(len(ACTIONS) + 1):
        events = step(game, ACTIONS[at_ms] if at_ms < len(ACTIONS) else repair(game))
        begun.append(len(records))
        end = mark_of(records[-1]) if records else START
        records += chain(end, 3, at_ms, [encode_event(event) for event in events])
        game = reduce(apply, events, game)
    return records, begun


def resumed(path, records):
    """The records of a journal that held these when the table opened."""
    create(path, records)
    replace_promises(witness_path(path), records, 3)
    with Journal.open(path, lambda: 9_000) as journal:
        keeper = resume_keeper(journal, FORM, TableSettings(7, str(path)), SERVICES)
        found = list(journal.walk())
        assert keeper.state == reduce(apply, [decode_event(record.body) for record in found], Game())
    with Journal.open(path, lambda: 9_000) as journal:  # the second copy holds them, too
        assert list(journal.walk()) == found
    return found


def test_a_step_cut_anywhere_is_completed_with_the_records_that_were_lost(tmp_path):
    """As in seed 1636: a fold was recorded without what followed from it, and the clock refused the next call."""
    records, begun = played()
    for cut in range(1, len(records) + 1):
        whole = min([start for start in begun if start >= cut], default=len(records))

        assert resumed(tmp_path / f"{cut}.journal", records[:cut]) == records[:whole]


@pytest.mark.parametrize(
    "events", [[Asked(Push(), 3)], [Asked(Fold(1), 3), Folded(1, inferred=True)]], ids=["refused", "decided otherwise"]
)
def test_an_incomplete_step_that_the_engine_would_not_decide_so_is_left_as_it_is(tmp_path, events):
    records, begun = played()
    before = records[: begun[ACTIONS.index(Fold(1))]]
    found = [*before, *chain(mark_of(before[-1]), 3, 0, [encode_event(event) for event in events])]

    assert resumed(tmp_path / "table.journal", found) == found
