"""A battery that drains is told in time: to the dealer at the table, and to the director at the clock."""

from random import Random

from engine.message import message
from kiosk.table.battery import EVERY_MS, Battery
from kiosk.table.host import TableHost
from kiosk.table.services import Services
from kiosk.table.settings import TableSettings
from tests.kit.clock import NoFace, eventually, token


def test_the_dealer_is_warned_and_the_director_sees_it_until_it_is_plugged_in(tmp_path, clock):
    tablet = Battery(15, drains=True)
    now_ms = 0
    face = NoFace()
    settings = TableSettings(1, str(tmp_path / "table1.journal"), clock.socket, token(1))
    services = Services(lambda: now_ms, lambda: now_ms, Random(1), lambda: None, battery=lambda: tablet)
    host = TableHost(settings, face, services)
    host.start()
    try:
        assert face.told == [message("battery-low-here", percent=15)]
        eventually(lambda: clock.table(1)["flags"] == ["its battery is at 15% and is not charging"])

        tablet = Battery(15, drains=False)
        now_ms += EVERY_MS
        host.tick()
        eventually(lambda: clock.table(1)["flags"] == [])
        assert len(face.told) == 1
    finally:
        host.stop()
