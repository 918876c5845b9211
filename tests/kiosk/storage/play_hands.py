"""A program that plays random hands into a journal, as a table does, and prints each acknowledged record on a line."""

import sys
from pathlib import Path
from random import Random

from engine.actions import Push
from engine.game.game import Game
from kiosk.storage import write_ahead
from kiosk.storage.journal import Journal
from kiosk.storage.keeper import Keeper
from kiosk.table.sitting import TABLE_RULES
from tests.kit.randomplay import next_action, opening

COMMAND = [sys.executable, "-m", "tests.kiosk.storage.play_hands"]  # with a journal's path, how many hands, and a seed
PAGES = 100
"""A journal of ten hands would never reach the page limit of a table's log."""


def main(path: str, hands: int, seed: int) -> None:
    """Play so many hands, from a fixed seed; the log is copied into the file every few hands."""
    write_ahead.PAGES = PAGES
    dice = Random(seed)
    with Journal.open(Path(path), lambda: 0) as journal:
        keeper = Keeper.resume(journal, TABLE_RULES, Game(), lambda: 0)
        for action in opening(dice, 9):
            keeper.do(action)
        over = 0
        while over < hands:
            action = next_action(keeper.state, dice)
            keeper.do(action)
            sys.stdout.write(f"kept {keeper.mark}\n")  # in one call, which a trace shows as one
            sys.stdout.flush()
            over += isinstance(action, Push)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
