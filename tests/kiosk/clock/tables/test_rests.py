"""A hand dealt in a break or a pause is reported, once, and only if the table could have known."""

import pytest

from engine.actions import Action, Fold, Push
from engine.books.rulebook import load_book
from engine.events import Blinds
from engine.game.game import Game
from engine.public import public
from engine.table.actions.hands import StartHand
from engine.table.actions.people import TakeSeat
from engine.table.actions.setup import OpenTable, PlaceButton, SetLevel
from engine.tournament.actions import AddTime, AdvanceDue, Create, NextLevel, Pause, Recover, Start
from engine.tournament.levels.structure import load_structure
from engine.tournament.state import Tournament, apply
from engine.tournament.tournament import decide
from kiosk.clock.tables.audit import AssignedSeat, Seating
from kiosk.clock.tables.audited_tables import GRACE_MS, AuditedTables, Rest, resting
from kiosk.clock.times import Times
from kiosk.protocol.codec import encode_event
from kiosk.storage.chain import START, chain
from tests.kit.randomplay import ask
from tests.kit.small_room import CREATE
from ui.words.languages import words_in

DEMO = load_structure("demo")
SEATS = (AssignedSeat(1, "a", "Ana", 5000), AssignedSeat(2, "b", "Bo", 5000))
SEATING = Seating(1, "Test Open", "tda", 2, 1, SEATS)
BEGUN = (
    OpenTable(1, "Test Open", load_book("tda"), 2), TakeSeat(1, "a", "Ana", 5000), TakeSeat(2, "b", "Bo", 5000),
    SetLevel(Blinds(1, 25, 50, 0, "none", 25)), PlaceButton(1),
)  # fmt: skip


def after(tournament, action, now_ms=0):
    for event in decide(tournament, action, now_ms):
        tournament = apply(tournament, event)
    return tournament


PLAYING = after(after(Tournament(), Create("id", "Open", CREATE.book, DEMO, CREATE.terms)), Start(), 1_000)
PAUSED = after(PLAYING, Pause(), 2_000)
IN_BREAK = after(after(PLAYING, NextLevel(), 3_000), NextLevel(), 3_000)


class TableAtClock:
    """One table's records as they reach the floor of the clock."""

    def __init__(self) -> None:
        self.now_ms = 0
        times = Times(lambda: self.now_ms, lambda: 0, "")
        self.audited = AuditedTables(times, words_in("en"))
        self.audited.assign(1, SEATING)
        self.game = Game()
        self._mark = START

    def plays(self, *actions: Action) -> None:
        """It plays on, and its records arrive."""
        for action in actions:
            step = ask(self.game, action)
            self.game = step.after
            records = tuple(chain(self._mark, 1, 0, list(map(encode_event, step.record))))
            self.audited.taken(1, records)
            self._mark = type(self._mark)(records[-1].seq, records[-1].hash)

    def deals(self) -> None:
        """A whole hand."""
        self.plays(StartHand())
        self.plays(Fold(public(self.game).legal.seat), Push())

    def connects(self) -> None:
        """Connect with the journal it has."""
        self.audited.linked(1, linked=True, head=self._mark.seq)

    @property
    def said(self) -> tuple[str, ...]:
        """The messages to the director."""
        return self.audited.view(1).remarks


@pytest.fixture
def table():
    one = TableAtClock()
    one.plays(*BEGUN)
    one.connects()
    one.audited.follow_rest(IN_BREAK, 0)
    one.now_ms = GRACE_MS
    return one


def test_a_hand_in_a_break_is_reported_once(table):
    table.deals()
    table.deals()

    assert table.said == ("hand 1 was dealt during the break",)
    assert table.audited.view(1).flags == ()
    table.audited.follow_rest(PAUSED, 100_000)
    table.now_ms = 100_000 + GRACE_MS
    table.deals()
    assert table.said[1:] == ("hand 3 was dealt while the clock was paused",)


def test_a_hand_that_begins_just_as_the_break_does_is_not_reported(table):
    table.now_ms = GRACE_MS - 1

    table.deals()

    assert table.said == ()


def test_a_hand_during_a_level_is_not_reported(table):
    table.audited.follow_rest(PLAYING, 0)

    table.deals()

    assert table.said == ()


def test_hands_that_were_played_while_the_table_was_offline_are_not_reported(table):
    """Those records arrive after the link is back, but are older."""
    table.audited.linked(1, linked=False)
    table.deals()
    assert table.said == ()

    table.connects()
    table.deals()
    assert table.said == ("hand 2 was dealt during the break",)


def test_only_a_pause_or_a_break_counts_as_a_rest():
    room = after(Tournament(), Create("id", "Open", CREATE.book, DEMO, CREATE.terms))
    assert resting(room, None, 0) is None
    room = after(room, Start(), 1_000)
    assert resting(room, None, 1_000) is None
    assert resting(after(room, Pause(), 2_000), None, 2_000) == Rest("pause", 0, 2_000)
    assert resting(after(room, Recover(2_000, 0), 0), None, 0) is None

    room = after(after(room, NextLevel(), 3_000), NextLevel(), 3_000)
    rest = resting(room, None, 3_000)
    assert rest == Rest("break", 2, 3_000)
    assert resting(after(room, AddTime(60_000), 5_000), rest, 5_000) == rest
    assert resting(after(room, Pause(), 5_000), rest, 5_000) == rest
    assert resting(after(room, AdvanceDue(), 63_000), rest, 63_000) is None
