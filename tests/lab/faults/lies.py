"""The files that a lying disk claimed to hold, and how much of them the table or the clock still promises."""

from tests.lab.faults.plan import CLOCK
from tests.lab.faults.room import FaultRoom, name_of


class LyingDisks:
    """The lies that all disks have told."""

    def __init__(self, room: FaultRoom) -> None:
        self._room = room

    def lost(self, number: int, death: int) -> None:
        """The power has gone out, so not everything that the screen showed is on the disk."""
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
        disk.claimed = before
        room.tables[number].promised.clear()

    def promised(self, number: int) -> int:
        """The number of records that a table promises at its first start after the lie. Otherwise 0."""
        disk = self._room.machines[number].disk
        claimed, disk.claimed = disk.claimed, None
        return self._room.oracles.after_a_lie(disk.folder, claimed) if claimed else 0
