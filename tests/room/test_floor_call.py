"""From the felt to the director: a dealer signs in, the table calls the floor, the director sees the call, the floor
comes.
"""

import pytest

from engine.table.actions.staff import FloorCame, PinEntered
from kiosk.pins import hash_pin
from kiosk.protocol.codec import decode_event
from kiosk.protocol.staff import Member
from kiosk.storage.journal_reader import open_reader
from kiosk.storage.sitting_files import SittingFiles
from kiosk.table.program.window import TableWindow
from kiosk.table.settings import TableSettings
from tests.kit.clock import DirectorsPage, clock, token
from tests.kit.finger import Finger
from tests.kit.ticks import Ticks
from ui.look import DARK, Look

__all__ = ["clock"]
STAFF = (Member("Flo", "floor", hash_pin("471183")), Member("Ana", "dealer", hash_pin("2580")))


@pytest.fixture
def touch_ms():
    """The clock that separates one touch from the next."""
    return Ticks()


@pytest.fixture
def window(clock, qtbot, tmp_path, touch_ms):
    """A real table of the clock, seated by it."""
    journal = str(tmp_path / "table.journal")
    settings = TableSettings(table=1, journal=journal, clock=clock.socket, token=token(1), staff=STAFF)
    window = TableWindow(settings, Look(DARK, 5.9), touch_ms)
    window.screen.resize(1280, 800)
    window.screen.show()
    window.start()
    qtbot.waitUntil(lambda: bool(window.host.game.table.blinds and window.host.game.table.button))
    yield window
    window.stop()


def test_a_dealer_signs_in_and_calls_the_floor_and_the_director_sees_the_call(clock, window, tmp_path, touch_ms):
    finger = Finger(window.screen, touch_ms)

    def key(pin):
        finger.tap(*(f"pin-key-{digit}" for digit in pin), "pin-ok")

    with DirectorsPage(clock) as director:

        def table():
            said = [message for message in director.said if message["say"] == "table" and message["table"] == 1]
            return said[-1] if said else {}

        finger.tap("more", "menu-signin", "signin-name-0")
        key("2580")
        director.hear_until(lambda: table().get("dealer") == "Ana")

        finger.tap("floor")
        director.hear_until(lambda: bool(table().get("floor")))
        assert table()["floor"]["why"] == ""
        finger.tap("floor-why-chips")
        director.hear_until(lambda: table()["floor"]["why"] == "chips")

        finger.tap("floor-here")
        key("9999")
        director.hear_until(lambda: table()["wrong_pins"] == 1)
        assert table()["floor"]
        key("471183")
        director.hear_until(lambda: table()["floor"] is None)
        assert table()["wrong_pins"] == 0
        assert table()["flags"] == []

    journal = SittingFiles(tmp_path / "table.journal").path_now
    with_events = [decode_event(record.body) for record in open_reader(journal).read(0, 1_000)]
    assert FloorCame("Flo") in with_events
    assert [event for event in with_events if isinstance(event, PinEntered)] == [
        PinEntered("floor", ""),
        PinEntered("floor", "Flo"),
    ]
