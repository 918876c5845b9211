"""A dozen hands are dealt by touch on a tablet, and recorded as on a table's own screen."""

import os
import signal
import subprocess
import sys
import time
from contextlib import closing
from functools import partial

import pytest

from kiosk.storage.journal_reader import open_reader
from tests.browser.glass.conftest import ENDS, ENDS_MS, ROOT, SPY, TAPS_MS, GlassPage, GlassTable

pytestmark = pytest.mark.nightly
CHIPS, HANDS = 72_000, 12
DEVICES = {
    "an iPad": (1180, 820, 2.0),
    "an Android tablet held upright": (800, 1280, 1.0),
    "an Android tablet": (1280, 800, 1.0),
    "a phone": (390, 844, 1.0),
}


class OwnScreen(GlassTable):
    """The same program on a kiosk, which has a screen of its own."""

    def start(self) -> None:
        environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
        environment.update(KIOSK_SPY=str(self._spy), PYTHONPATH=f"{SPY}{os.pathsep}{ROOT}")
        command = [sys.executable, "-m", "kiosk.cli", "dealer", "--settings", str(self._settings)]
        self._log = (self.folder / "kiosk.log").open("ab")
        self.process = subprocess.Popen(command, env=environment, stderr=self._log, text=True, cwd=ROOT)

    def press(self, names: list[str]) -> None:
        """Press these buttons, and wait until the action is recorded."""
        before = self.ask("state")["mark"]
        for name in names:
            time.sleep((ENDS_MS if name in ENDS else TAPS_MS) / 1000)  # the time that the screen ignores a finger
            self.wait(partial(self.ask, "press", name=name))
        self.wait(lambda: self.ask("state")["mark"] > before)


def events(table: GlassTable) -> list[bytes]:
    with closing(open_reader(table.folder / "table-3.journal")) as journal:
        return [record.body for record in journal.walk()]


@pytest.mark.parametrize("device", DEVICES)
def test_a_dozen_hands_by_touch_are_recorded_as_on_a_kiosk(browser, tmp_path, table, device: str) -> None:
    """
    There are raises with the keypad, all-ins with side pots, and showdowns.
    """
    glass = GlassPage(browser, table, *DEVICES[device])
    glass.open()
    table.seated()
    glass.play(HANDS, folds=False)
    assert glass.state["chips"] == CHIPS
    glass.close()
    table.stop(signal.SIGTERM)

    (tmp_path / "kiosk").mkdir()
    kiosk = OwnScreen(tmp_path / "kiosk", 0)
    kiosk.seated()
    for names in glass.played:
        kiosk.press(names)
    kiosk.stop()

    recorded = events(table)
    assert recorded == events(kiosk)
    said = b"\n".join(recorded)
    assert [word for word in (b"raise", b"all-in", b"show", b"pots") if word not in said] == []
