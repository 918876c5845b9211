"""No screen of a test stays in memory after it."""

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication

from tests.screens.shots import throw_away
from ui.dealer.screen import Screen


@pytest.fixture(autouse=True)
def no_screens_left() -> Iterator[None]:
    """Delete the screens of the test: each keeps 15 MB, and Python finds none of them as garbage."""
    yield
    for each in QApplication.topLevelWidgets():
        if isinstance(each, Screen):
            throw_away(each)
