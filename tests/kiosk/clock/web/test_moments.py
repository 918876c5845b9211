"""A client that holds the structure gets it again only once it has changed; a client that does not gets it
each time.
"""

import json

import pytest
from websockets.sync.client import connect

from tests.kit.clock import DEADLINE_S, KEY
from tests.kit.room import NAMES, KioskConnection, RoomApi, clock

__all__ = ["clock"]


@pytest.fixture
def evening(clock):
    """Six players at a table, drawn, with the largest structure."""
    with RoomApi(clock) as room:
        one = room.create("Club night", structure="astate-2009")
        one.open_tables(1)
        one.enter(*NAMES[:6])
        one.draw()
        yield one


class PageFeed:
    """The messages to a page, and the state that it makes of them."""

    def __init__(self, socket):
        self.said = []
        self.state = {}
        self.levels = None
        self._socket = socket

    def hear_until_like(self, state):
        while self.state != state:
            message = json.loads(self._socket.recv(timeout=DEADLINE_S))
            self.said.append(message["say"])
            self._take(message)

    def _take(self, message):
        match message["say"]:
            case "room":
                self.state = message["room"]
            case "levels":
                self.levels = message["structure"]
            case "moment":
                assert "structure" not in message["room"]
                self.state = message["room"] | {"structure": self.levels}


def edited(state, number):
    structure = state["structure"]
    *others, last = structure["entries"]
    return structure | {"entries": [*others, last | {"name": f"The end {number}"}]}


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("/room?moments=1", ["levels", "moment", "moment", "levels", "moment", "moment"]),
        ("/room", ["room", "room", "room", "room"]),
    ],
)
def test_a_display_has_the_state_and_its_structure_at_every_moment(path, said, clock, evening):
    with connect(f"{clock.socket}{path}", proxy=None) as socket:
        page = PageFeed(socket)
        page.hear_until_like(clock.room())
        evening.do("start")
        page.hear_until_like(clock.room())
        evening.do("edit-structure", structure=edited(clock.room(), 7))
        page.hear_until_like(clock.room())
        evening.do("pause")
        page.hear_until_like(clock.room())

    assert page.said == said


@pytest.mark.slow
def test_a_page_that_reads_slowly_still_has_each_moment_with_its_structure(clock, evening):
    address = f"{clock.socket}/director?moments=1"
    with connect(address, proxy=None, max_queue=1, close_timeout=0) as socket:  # the clock's farewell is not read
        socket.send(json.dumps({"say": "enter", "key": KEY}))
        for number in range(1, 31):
            evening.do("edit-structure", structure=edited(clock.room(), number))

        PageFeed(socket).hear_until_like(clock.room())


class InParts:
    """A page that puts the tournament together."""

    def __init__(self, clock):
        self._opening = connect(f"{clock.socket}/director?moments=1&parts=1", proxy=None)
        self.said = []
        self._tournament = {}
        self._entries = {}

    def __enter__(self):
        self._socket = self._opening.__enter__()
        self._socket.send(json.dumps({"say": "enter", "key": KEY}))
        return self

    def __exit__(self, *_):
        self._socket.close()

    @property
    def tournament(self):
        entries = [entry for those in self._entries.values() for entry in those]
        return self._tournament | {"entries": sorted(entries, key=lambda entry: entry["entry"])}

    def hear_until_like(self, view):
        self.said = []
        while self.tournament != {"say": "tournament"} | view:
            said = json.loads(self._socket.recv(timeout=DEADLINE_S))
            for message in said if isinstance(said, list) else [said]:
                self.said.append(message["say"])
                if message["say"] == "tournament":
                    self._tournament = message
                if message["say"] == "entries":
                    self._entries[message["sitting"]] = message["entries"]


def test_a_page_that_takes_parts_has_the_whole_tournament_and_receives_only_changes(clock, evening):
    with InParts(clock) as page, InParts(clock) as other:
        page.hear_until_like(evening.view)
        evening.enter("Zoe")
        page.hear_until_like(evening.view)
        assert page.said.count("entries") == 1  # the entries without a seat; the table's are unchanged
        evening.do("undo", act=evening.view["acts"][-1]["act"])
        page.hear_until_like(evening.view)
        evening.do("undo", act=next(act["act"] for act in evening.view["acts"] if "seats-drawn" in act["kinds"]))
        for one in (page, other):
            one.hear_until_like(evening.view)


def test_a_kiosk_at_its_sitting_receives_moments_after_its_welcome(clock, evening):
    with KioskConnection(clock, 1) as kiosk:
        sitting = kiosk.hello()["sitting"]
    with KioskConnection(clock, 1) as kiosk:
        welcome = kiosk.hello(sitting)
        evening.do("start")
        moment = kiosk.hear("room", "moment")
        while not moment["room"]["running"]:
            moment = kiosk.hear("room", "moment")

    assert welcome["room"]["structure"] == clock.room()["structure"]
    assert moment["say"] == "moment"
    assert len(json.dumps(moment)) < 1000
