"""A table's connection, over a real WebSocket, to a clock that sends only the test's messages."""

import json
import threading
from queue import SimpleQueue
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace
from websockets.exceptions import ConnectionClosed
from websockets.sync.server import ServerConnection, serve

from engine.table.actions.staff import MeetFloor
from kiosk.protocol.link.clock_state import moment_of
from kiosk.protocol.link.wire import WireMessage, encode
from kiosk.protocol.messages import (
    PROTOCOL,
    Answered,
    AtTable,
    FloorAnswer,
    GoTo,
    Levels,
    Moment,
    MoveAsked,
    Request,
    RequestResult,
    Welcome,
)
from kiosk.storage.chain import START
from kiosk.storage.journal import Journal
from kiosk.table.link import session
from kiosk.table.link.events import StateReceived
from kiosk.table.link.line import ClockLine, OpenJournal
from kiosk.table.services import Services
from kiosk.table.settings import TableSettings
from tests.kit.patience import PATIENCE_S
from tests.kit.table_bench import FRIDAY, begins, state, target

WELCOME = Welcome(START, state(), target=target(1, *begins(1, 4)))
MOVE = Request("ask-1", MoveAsked(1, 2))


class FakeClock:
    """A clock that receives everything, and sends only what the test gives it."""

    def __init__(self, port: int) -> None:
        self.received: SimpleQueue[dict[str, Any]] = SimpleQueue()
        self._opened: SimpleQueue[ServerConnection] = SimpleQueue()
        self._server = serve(self._serve, "127.0.0.1", port)
        self._thread = threading.Thread(target=self._server.serve_forever)
        self._thread.start()

    def _serve(self, connection: ServerConnection) -> None:
        self._opened.put(connection)
        try:
            for text in connection:
                said = json.loads(text)
                if said["say"] != "ping":
                    self.received.put(said)
        except ConnectionClosed:
            pass

    def meets(self) -> dict[str, Any]:
        """The hello of the next connection."""
        self._connection = self._opened.get(timeout=PATIENCE_S)
        return self.hears("hello")

    def says(self, *messages: WireMessage) -> None:
        for message in messages:
            self._connection.send(encode(message))

    def hears(self, kind: str) -> dict[str, Any]:
        """The next message of this kind."""
        while (said := self.received.get(timeout=PATIENCE_S))["say"] != kind:
            pass
        return said

    def hangs_up(self) -> None:
        self._connection.close()

    def stop(self) -> None:
        self._server.shutdown()
        self._thread.join(PATIENCE_S)


@pytest.fixture
def clock(free_port):
    clock = FakeClock(free_port)
    yield clock
    clock.stop()


@pytest.fixture
def events():
    return SimpleQueue()


@pytest.fixture
def line(tmp_path, free_port, clock, events, monkeypatch):
    monkeypatch.setattr(session, "PATIENCE_S", PATIENCE_S)  # this clock answers no ping
    path = tmp_path / f"table-1-{FRIDAY}.journal"
    with Journal.open(path, lambda: 0) as journal:
        settings = TableSettings(
            1, str(tmp_path / "table-1.journal"), f"ws://127.0.0.1:{free_port}", "s", language="de"
        )
        line = ClockLine(
            settings, Services(lambda: 0, lambda: 0, Random(1), lambda: None), lambda event, _: events.put(event)
        )
        line.open(OpenJournal(path, journal.epoch, FRIDAY), ())
        yield line
        line.close()


def next_of(events, kind):
    while not isinstance(event := events.get(timeout=PATIENCE_S), kind):
        pass
    return event


def test_a_table_names_its_sitting_and_language_and_receives_its_target(clock, line, events):
    hello = clock.meets()
    assert (hello["sitting"], hello["protocol"], hello["language"]) == (FRIDAY, PROTOCOL, "de")

    clock.says(WELCOME, GoTo("b-2"))
    assert next_of(events, Welcome).target == WELCOME.target
    assert next_of(events, GoTo).sitting == "b-2"


def test_a_table_that_is_sent_elsewhere_sends_nothing_from_its_journal(clock, line, events):
    clock.meets()
    clock.says(GoTo(""))
    assert next_of(events, GoTo).sitting == ""
    line.request(MOVE)
    clock.says(GoTo("b-2"))
    assert next_of(events, GoTo).sitting == "b-2"
    assert clock.received.empty()


def test_a_request_is_sent_again_with_the_same_id_until_it_is_answered(clock, line, events):
    clock.meets()
    clock.says(WELCOME)
    line.request(MOVE)
    assert clock.hears("request")["ask"]["entry"] == 1
    clock.hangs_up()

    clock.meets()
    clock.says(WELCOME)
    assert clock.hears("request")["id"] == "ask-1"
    clock.says(RequestResult("ask-1", "table 2 is full"))
    assert next_of(events, RequestResult) == RequestResult("ask-1", "table 2 is full")
    clock.says(RequestResult("ask-1", "table 2 is full"))  # a repeat is not news
    clock.hangs_up()

    clock.meets()
    clock.says(WELCOME, GoTo("b-2"))
    while not isinstance(event := events.get(timeout=PATIENCE_S), GoTo):
        assert not isinstance(event, RequestResult)
    line.request(Request("ask-2", MoveAsked(4, 2)))
    assert clock.hears("request")["id"] == "ask-2"


def test_the_result_of_the_floors_answer_is_sent_when_the_clock_is_back(clock, line, events):
    clock.meets()
    clock.says(WELCOME, FloorAnswer("floor-1", 7, "Flo", MeetFloor("")))
    assert next_of(events, FloorAnswer) == FloorAnswer("floor-1", 7, "Flo", MeetFloor(""))
    clock.hangs_up()
    clock.meets()

    line.answered(Answered("floor-1", "nein"))
    clock.says(WELCOME)
    answered = clock.hears("answered")
    assert (answered["id"], answered["why"]) == ("floor-1", "nein")


def test_a_structure_is_never_shown_with_a_moment_of_the_one_before(clock, line, events):
    """
    A message that waited is sent after later ones, so another message may come between the structure and its moment.
    """
    clock.meets()
    clock.says(WELCOME)
    before, after = state(), state(seq=2)
    shorter = replace(before.structure, entries=before.structure.entries[:1])

    clock.says(Levels(shorter), AtTable((), target(2, *begins(1, 4, 7))), Moment(moment_of(after)))

    between, then = next_of(events, StateReceived), next_of(events, StateReceived)
    assert (between.room, between.target.rev) == (before, 2)
    assert (then.room, then.target) == (replace(after, structure=shorter), None)
