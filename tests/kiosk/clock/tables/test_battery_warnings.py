"""Warnings about a draining battery and a filling disk come in time: to the dealer at the table, and to the director at
the clock.
"""

from random import Random

from engine.message import message
from kiosk.table.battery import EVERY_MS, Battery
from kiosk.table.host import TableHost
from kiosk.table.recovery.disk import MIB
from kiosk.table.services import Services
from kiosk.table.settings import TableSettings
from tests.kit.clock import NoFace, eventually, token


def test_the_dealer_and_the_director_are_warned_until_battery_and_disk_recover(tmp_path, clock):
    tablet, free = Battery(15, drains=True), 100 * MIB
    now_ms = 0
    face = NoFace()
    settings = TableSettings(1, str(tmp_path / "table1.journal"), clock.socket, token(1))
    services = Services(
        lambda: now_ms, lambda: now_ms, Random(1), lambda: None, battery=lambda: tablet, free_bytes=lambda _: free
    )
    host = TableHost(settings, face, services)

    def flags_after_posts() -> object:
        host.take_posts()
        return clock.table(1)["flags"]

    host.start()
    try:
        assert face.notices == [message("battery-low-here", percent=15), message("disk-low-here", free=100)]
        flags = ["its battery is at 15% and is not charging", "its disk is nearly full"]
        eventually(lambda: flags_after_posts() == flags)

        tablet, free = Battery(15, drains=False), 1000 * MIB
        now_ms += EVERY_MS
        host.tick()
        eventually(lambda: flags_after_posts() == [])
        assert len(face.notices) == 2
    finally:
        host.stop()
