"""What a disk that has lied said it held, and what its table or the clock still promises of that."""

from pathlib import Path

from kiosk.simulate.faults.plan import CLOCK
from kiosk.simulate.faults.room import FaultRoom, name_of


class Lies:
    """Of all tables."""

    def __init__(self, room: FaultRoom) -> None:
        self._room = room
        self._before: dict[int, Path] = {}
        """By table, what its disk said that it held, until it starts again."""

    def lost(self, number: int, death: int) -> None:
        """Its power has gone: what the screen showed is not all there."""
        room, disk = self._room, self._room.machines[number].disk
        before = room.folder / f"{name_of(number)}-before-{death}"
        before.mkdir()
        for name, (_, data) in disk.lost.items():
            (before / name).write_bytes(data)
        disk.lost = {}
        if number == CLOCK:
            room.oracles.forgot(before)
            return
        room.forkable.add(number)
        room.oracles.others.setdefault(number, []).append(before)
        self._before[number] = before
        room.tables[number].promised.clear()

    def promised(self, number: int) -> int:
        """As it starts for the first time since: how many records it promises; 0 for all others."""
        before = self._before.pop(number, None)
        return self._room.oracles.after_a_lie(self._room.machines[number].disk.folder, before) if before else 0
