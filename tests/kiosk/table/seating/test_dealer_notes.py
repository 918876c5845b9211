"""After the program was killed, it asks again for the chips that a correction makes the dealer move, until the dealer
confirms. It does not show again an elimination that the dealer has confirmed.
"""

from pathlib import Path

import pytest

from engine.actions import Amend, Fold, HandOver, PutIn, ReplaceAct, SeeCard, Undo
from engine.cards import parse_cards
from engine.game.game import Game
from engine.game.timeline import facts_of
from engine.table.actions.hands import StartHand
from kiosk.table.program.window import TableWindow
from kiosk.table.seating.dealer_notes import DealerNotes
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


def out_of_play(window: TableWindow) -> str:
    """The eliminations that the screen asks the dealer to confirm."""
    shown = window.screen.drawn and window.screen.drawn.out
    return shown.text if shown else ""


def busted(window: TableWindow) -> str:
    """Seat 4 loses all its chips to seat 1. Returns what the screen then says."""
    window.host.orders.seat_here(THREE)
    board = [SeeCard(card) for card in parse_cards("9h7s2cKd3h")]
    hands = [SeeCard(card, seat) for seat, two in ((4, "QsQc"), (1, "AhAc")) for card in parse_cards(two)]
    for action in (StartHand(), PutIn(4, 15_000), Fold(7), PutIn(1), *hands, *board, HandOver(start=False)):
        window.host.orders.ask(action)
    return out_of_play(window)


def test_an_elimination_is_shown_with_its_name_after_a_restart_until_confirmed(opened):
    said = busted(opened())
    assert "seat 4 Bo" in said
    again = opened()
    assert out_of_play(again) == said

    drawn = again.screen.drawn
    assert drawn
    assert drawn.out
    assert drawn.out.ok.tap
    again.screen._taps._do(drawn.out.ok.tap, again.host.game.mark)

    assert out_of_play(again) == ""
    assert out_of_play(opened()) == ""


def test_a_confirmed_elimination_and_owed_chips_are_kept_together(tmp_path):
    notes, game = DealerNotes(tmp_path / "table.journal"), Game(mark=9)
    notes.keep_owed("", 5, ((1, 200),))
    notes.keep_out_seen("", 7)
    assert notes.of("", game) == (((1, 200),), 7)

    notes.keep_owed("", 9, ())
    assert notes.of("", game) == ((), 7)
    assert notes.of("another", game) == ((), 0)
    assert notes.of("", Game(mark=6)) == ((), 0)  # the record was replaced by an older one


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
