"""Every part may take its time to answer: the tests' machine can be slow."""

import pytest

from kiosk.commands.doctor import camera, clock, command
from tests.kit.patience import PATIENCE_S


@pytest.fixture(autouse=True)
def patience(monkeypatch):
    """For the screen, which a program of its own opens; for a clock's pages; and for a camera's pictures."""
    for asks in (camera, clock, command):
        monkeypatch.setattr(asks, "PATIENCE_S", PATIENCE_S)
