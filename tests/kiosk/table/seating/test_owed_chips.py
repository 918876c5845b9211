"""After the program was killed, it asks again for the chips that a correction makes the dealer move, until the dealer
confirms.
"""

from pathlib import Path

import pytest

from engine.actions import Amend, PutIn, ReplaceAct, Undo
from engine.game.timeline import facts_of
from engine.table.actions.hands import StartHand
from kiosk.table.program.window import TableWindow
from kiosk.table.settings import TableSettings
from tests.kiosk.table.seating.test_standalone import THREE
from ui.dealer.model.taps import SeeNotice
from ui.look import Look


@pytest.fixture
def opened(qapp, tmp_path):
    """Open the table's program again. A running one ends without writing to the disk."""
    running: list[TableWindow] = []

    def open_again() -> TableWindow:
        if running:
            running.pop().stop()
        window = TableWindow(TableSettings(3, str(tmp_path / "table.journal")), Look())
        running.append(window)
        window.start()
        return window

    yield open_again
    running[0].stop()


def asked(window: TableWindow) -> str:
    """The chips that the screen asks the dealer to move."""
    shown = window.screen.drawn and window.screen.drawn.answer
    return shown.text if shown and shown.name == "notice" else ""


def corrected(window: TableWindow) -> str:
    """Correct a raise to a larger one before the flop. Returns what the screen then asks for."""
    window.host.orders.seat_here(THREE)
    for action in (StartHand(), PutIn(4, 600), PutIn(7), PutIn(1)):
        window.host.orders.ask(action)
    mark = next(fact.mark for fact in facts_of(window.host.game.state) if getattr(fact.event, "to", 0) == 600)
    window.host.orders.ask(Amend(mark, ReplaceAct(PutIn(4, 800))))
    return asked(window)


def test_owed_chips_are_asked_for_again_after_a_restart_until_confirmed(opened):
    said = corrected(opened())
    assert "adds 200" in said
    again = opened()
    assert asked(again) == said

    again.screen._taps._do(SeeNotice(), again.host.game.mark)

    assert asked(again) == ""
    assert asked(opened()) == ""


def test_a_correction_made_just_before_the_program_was_killed_is_asked_for_too(opened, tmp_path):
    window = opened()
    said = corrected(window)
    Path(tmp_path, "table.journal.owed").unlink()

    assert asked(opened()) == said


def test_an_undone_correction_is_no_longer_asked_for(opened):
    window = opened()
    corrected(window)
    window.host.orders.ask(Undo())

    assert asked(window) == ""
    assert asked(opened()) == ""


@pytest.mark.parametrize("content", [b"", b"{", b'{"owed":[[1,"x"]]}', b'{"sitting":"7ab-1","mark":1,"owed":[[1,-5]]}'])
def test_a_damaged_file_or_one_of_another_sitting_asks_for_nothing(opened, tmp_path, content):
    window = opened()
    window.host.orders.seat_here(THREE)
    Path(tmp_path, "table.journal.owed").write_bytes(content)

    assert asked(opened()) == ""
