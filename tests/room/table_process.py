"""The kiosks of the whole-path test, in their own process that can be killed: real screens, readers and links.

    python -m tests.room.table_process FOLDER SHARED CLOCK HALT_TABLE HALT_MARK

Once all tables are seated, plays one after the other by its script, and prints `over TABLE` on standard output. At
HALT_TABLE, once the record is HALT_MARK long, it prints `halted TABLE` and waits to be killed. Once, in the middle of a
board, the reader is unplugged and plugged in again. Ends with standard input.
"""

import os
import resource
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

from PySide6.QtCore import QSocketNotifier, QTimer
from PySide6.QtWidgets import QApplication

from engine.actions import Action
from engine.game.game import Game
from engine.public import public
from engine.table.actions.hands import StartHand
from hardware.reading.line_settings import SerialSettings
from hardware.simulated import PtyScanner
from kiosk.demo.robot import Robot
from kiosk.table.program.command import look_of
from kiosk.table.program.window import TableWindow
from kiosk.table.settings import ReaderSettings, TableSettings
from tests.room.scripts import HandScript, next_move, scripts
from ui.dealer.model.surroundings import Surroundings

UNPLUGGED_AT = 12
"""The table whose reader loses its cable with one card on the board."""


SELECTABLE = 1024
"""File numbers from here on `select` does not know."""


@contextmanager
def low_numbers_kept() -> Iterator[None]:
    """Files opened inside get high numbers and leave the low ones to files that are opened later.

    pyserial waits for a reader with `select`, which knows only low numbers. A dealer's program has one table and never
    that many files. Here are more than fifty tables, whose readers would fail depending on the order in which threads
    open files.
    """
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    held = [os.open(os.devnull, os.O_RDONLY)]
    while held[-1] < SELECTABLE - 1:
        held.append(os.dup(held[0]))
    yield
    for number in held:
        os.close(number)


def say(line: str) -> None:
    print(line, flush=True)


class ScriptedTable:
    """One table and its script, which it plays when it is its turn. Calls `over` when the hand is over."""

    def __init__(self, settings: TableSettings, script: HandScript, halt_mark: int, over: Callable[[], None]) -> None:
        self.settings = settings
        self.script = script
        self.halt_mark = halt_mark
        self.over = over
        self.is_its_turn = False
        self.cable_was_cut = settings.table != UNPLUGGED_AT
        self.scanner = PtyScanner(Path(settings.readers[0].url))
        self.window = TableWindow(settings, look_of(settings), count(step=1000).__next__)
        self.window.screen.resize(1280, 800)
        self.robot = Robot(self.window, self.scanner, self.next_move)
        self.window.display.watch(self.look)

    def play(self) -> None:
        """It is this table's turn. Only its screen is shown: fifty that follow the room would paint for each other."""
        self.is_its_turn = True
        self.window.screen.show()
        self.window.display.notify_watchers()

    def next_move(self, game: Game, _: Surroundings) -> Action | None:
        if not self.is_its_turn:
            return None
        if 0 < self.halt_mark <= game.mark and public(game).playing:
            say(f"halted {self.settings.table}")
            return None
        if not game.table.hands:
            return StartHand() if public(game).can_start else None
        return next_move(self.script, game)

    def look(self) -> None:
        game = self.window.host.game
        if not self.cable_was_cut and game.table.hand and len(game.table.hand.board) == 1:
            self.cable_was_cut = True
            self.scanner.unplug()
            say(f"unplugged {self.settings.table}")
        elif not self.window.display.reads and self.settings.table == UNPLUGGED_AT and self.cable_was_cut:
            self.scanner.replug()
        if self.is_its_turn and game.table.hands and not public(game).playing:
            self.is_its_turn = False
            self.window.screen.hide()
            say(f"over {self.settings.table}")
            self.over()

    @property
    def is_seated(self) -> bool:
        """Whether the clock has issued its seats, now or before."""
        table = self.window.host.game.table
        return table.blinds is not None and sum(seat is not None for seat in table.seats) > 0


class PlayedTables:
    """All tables, seated first, then played one after the other."""

    def __init__(self, folder: str, shared: str, clock: str, halt: dict[int, int]) -> None:
        self.waiting: list[ScriptedTable] = []
        self.started = False
        with low_numbers_kept():
            for table, script in enumerate(scripts(Path(shared)), 1):
                reader = ReaderSettings(f"{folder}/reader-{table}", line=SerialSettings(repeat_ms=0, idle_ms=0))
                journal = f"{folder}/table-{table}.journal"
                settings = TableSettings(table, journal, clock, f"token-{table}", readers=(reader,))
                self.waiting.append(ScriptedTable(settings, script, halt.get(table, 0), self.play_next))
        self.tables = tuple(self.waiting)
        for kiosk in self.tables:
            kiosk.window.display.watch(self.start)
            kiosk.window.start()

    def start(self) -> None:
        if not self.started and all(kiosk.is_seated for kiosk in self.tables):
            self.started = True
            say("all seated")
            self.play_next()

    def play_next(self) -> None:
        if self.waiting:
            QTimer.singleShot(0, self.waiting.pop(0).play)
        else:
            say("all over")


def main() -> int:
    folder, shared, clock, halt_table, halt_mark = sys.argv[1:]
    application = QApplication(sys.argv[:1])
    ending = QSocketNotifier(sys.stdin.fileno(), QSocketNotifier.Type.Read)
    ending.activated.connect(application.quit)
    kiosks = PlayedTables(folder, shared, clock, {int(halt_table): int(halt_mark)})
    code = application.exec()
    for kiosk in kiosks.tables:
        kiosk.window.stop()
        kiosk.scanner.unplug()
    return code


if __name__ == "__main__":
    sys.exit(main())
