"""Plays hands at a table with the installed program, then prints how many its record has. It needs only that program.

    /opt/kiosk/current/bin/python3 hands_at_a_table.py SETTINGS HANDS SECONDS

Everybody folds in every hand. After the last one, the table stays linked to its clock until the time
is up.
"""

import sys
from itertools import count
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from engine.actions import Action, Fold, HandOver
from engine.game.game import Game
from engine.public import public
from engine.table.actions.hands import StartHand
from hardware.simulated import PtyScanner
from kiosk.demo.robot import Robot
from kiosk.table.program.command import look_of
from kiosk.table.program.window import TableWindow
from kiosk.table.settings import read_table_settings
from ui.dealer.model.surroundings import Surroundings


def main() -> int:
    path, hands, seconds = sys.argv[1:]
    application = QApplication([])
    settings = read_table_settings(Path(path))
    window = TableWindow(
        settings, look_of(settings), count(step=1000).__next__
    )  # no touch comes too soon after another

    def next_move(game: Game, _: Surroundings) -> Action | None:
        seen = public(game)
        enough = game.table.hands >= int(hands)
        if not seen.playing:
            if enough and int(hands):
                QTimer.singleShot(0, application.quit)
            return StartHand() if seen.can_start and not enough else None
        return HandOver(start=False) if seen.legal.push else Fold(seen.legal.seat)

    robot = Robot(window, PtyScanner(Path(settings.journal).with_name("no-reader")), next_move)
    window.screen.resize(1280, 800)
    window.screen.show()
    window.start()
    QTimer.singleShot(int(seconds) * 1000, application.quit)
    application.exec()
    del robot
    print("hands", window.host.game.table.hands)
    window.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
