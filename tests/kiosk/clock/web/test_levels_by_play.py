"""A jump to another level if levels follow each table's own play: a table plays it from its next hand on."""

import msgspec

from engine.tournament.levels.structure import Level, Structure
from tests.kit.clock import RandomTable, eventually

BY_HANDS = Structure(
    "By hands", 5_000, (25, 100), tuple(Level(25 * n, 50 * n, hands=10, name=f"Level {n}") for n in range(1, 9))
)


def at(table: RandomTable) -> tuple[int, int]:
    """The level of the table, and how many of its hands are left."""
    blinds, level = table.game.table.blinds, table.face.surroundings.level
    return (blinds.level, level.play.left) if blinds and level and level.play else (0, 0)


def test_a_jump_to_another_level_takes_the_tables_along(tmp_path, clock, room):
    """The pages follow as well; an undone jump takes them back."""
    one = room.create("Club night", structure=msgspec.to_builtins(BY_HANDS))
    one.open_tables(1)
    one.enter("Ana", "Bo", "Cyd", "Dee")
    one.draw()
    one.do("start")
    with RandomTable(tmp_path, clock.socket) as table:
        table.sit()
        table.play(1)
        table.wait_until_held(clock)

        one.do("jump", entry=4)
        table.wait(lambda: at(table) == (5, 10))
        assert clock.room()["play"]["least"] == {"index": 4, "done": 0, "left": 10}
        one.do("next")
        table.wait(lambda: at(table) == (6, 10))
        table.play(1)
        eventually(lambda: clock.room()["play"]["least"] == {"index": 5, "done": 1, "left": 9})
        one.do("previous")
        one.do("undo-clock")
        table.wait(lambda: at(table) == (6, 9))
