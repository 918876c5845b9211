"""A table whose sitting file is lost continues its hand, even without the clock."""

import pytest

from tests.kit.clock import RandomTable
from tests.kit.room import RoomApi, clock

__all__ = ["clock"]


@pytest.mark.slow  # a clock and a table, twice
@pytest.mark.parametrize("text", [None, "", "rot"], ids=["gone", "empty", "damaged"])
def test_the_hand_is_there_even_while_the_clock_is_away(text, tmp_path, clock, caplog):
    kiosk = tmp_path / "kiosk"
    kiosk.mkdir()
    with RoomApi(clock) as room:
        night = room.create("Club night", structure="demo")
        night.open_tables(1)
        night.enter("Ana", "Bo", "Cyd")
        night.draw()
        night.do("start")
    with RandomTable(kiosk, clock.socket) as table:
        table.wait(lambda: sum(map(bool, table.game.table.seats)) == 3)
        table.sit()
        table.play_on(2)
        before = table.game
    clock.stop()
    (pointer,) = kiosk.glob("*.sitting")
    pointer.unlink()
    if text is not None:
        pointer.write_text(text)

    with RandomTable(kiosk, clock.socket) as table:
        assert (table.game.mark, table.game.table.seats) == (before.mark, before.table.seats)
    assert "the name of the current sitting was lost" in caplog.text
    clock.start()
