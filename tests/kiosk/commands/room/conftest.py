"""A real clock, and `kiosk room` commands sent to it."""

import pytest

from kiosk.cli import main
from kiosk.commands.room import client
from tests.kit.patience import PATIENCE_S
from tests.kit.room import clock

__all__ = ["clock"]


@pytest.fixture(autouse=True)
def patience(monkeypatch):
    """A clock that is slow to answer has carried out the command."""
    monkeypatch.setattr(client, "PATIENCE_S", PATIENCE_S)


@pytest.fixture
def room(clock, capsys):
    def say(*words, code=0):
        assert main(["room", "--settings", str(clock.settings), *map(str, words)]) == code
        said = capsys.readouterr()
        return said.err if code else said.out

    return say
