"""Every part may take long to answer, because the tests' machine can be slow."""

import pytest

from hardware.camera import camera
from kiosk.commands.doctor import clock, command
from tests.kit.patience import PATIENCE_S


@pytest.fixture(autouse=True)
def patience(monkeypatch):
    """Longer limits for the screen, which a separate program opens, a clock's pages, and a camera's pictures."""
    for asks in (clock, command):
        monkeypatch.setattr(asks, "PATIENCE_S", PATIENCE_S)
    monkeypatch.setattr(camera, "PATIENCE_MS", round(PATIENCE_S * 1_000))
