"""Tables with more than one history, because of old disks, second kiosks or disks that lied; and what people do about
it."""

from pathlib import Path
from random import Random

from kiosk.table.recovery.clock_copy import TableCopy
from tests.lab.faults.caches import Image
from tests.lab.faults.machines import PowerCut
from tests.lab.faults.mending import TableFetcher, recovered
from tests.lab.faults.power import RESTART_S, Power
from tests.lab.faults.room import TWIN, FaultRoom, name_of
from tests.lab.faults.tables import DisplayedTable

SEEN_S = 20.0
"""The staff notices a read-only table after this time."""


class Forks:
    """The forks of all tables in a room."""

    def __init__(self, room: FaultRoom, power: Power) -> None:
        self._room = room
        self._power = power
        power.asks = self._recover
        self._fetching = TableFetcher(room.network, room.clock, Random(f"fetching {room.plan.seed}"))
        self._is_resting = False
        self._true: dict[int, tuple[Image, dict[str, DisplayedTable]]] = {}
        """By table, its original disk, which an older one has replaced, and what its screen had promised."""
        self._let_in: set[int] = set()
        """The tables in `_true` whose older disk the clock may have accepted, because the clock lost its newer
        records."""
        self._twins: dict[int, int] = {}
        """The table of each machine that runs on a copy of its disk. Both machines are on."""
        self._given_up: set[int] = set()
        """Tables that could not be restored from the clock."""

    def rest(self) -> None:
        """Put all the original disks back. Nobody does anything else afterward."""
        self._is_resting = True
        for number in list(self._true):
            self._put_back(number)

    def one_writes(self) -> None:
        """Check that at rest, only one of a table's two kiosks can still write. Then switch the second kiosk off, and
        restore lost tables from the clock."""
        tables, fetched = self._room.tables, self._power.fetched
        for key, number in list(self._twins.items()):
            if not (tables[key].is_lost or tables[number].is_lost or number in fetched):
                self._room.broken(f"{name_of(key)} and {name_of(number)} both write")
            self._switch_off(key)
        for number in sorted(self._room.forkable):
            self._mend(number)

    # An older disk

    def stale(self, number: int, after_s: float, for_s: float) -> None:
        """Copy a table's disk now. The copy takes the disk's place later."""
        image, seen = self._room.machines[number].disk.image(), self._room.tables[number].at
        self._room.then(after_s, lambda: self._resurrect(number, image, seen, for_s))

    def _resurrect(self, number: int, image: Image, seen: DisplayedTable, for_s: float) -> None:
        """Start a kiosk with an old copy of the disk in a table's place, if the clock has newer records by then."""
        table, machine = self._room.tables[number], self._room.machines[number]
        if self._is_resting or number in self._true or not machine.is_alive:
            return
        if not self._room.oracles.is_older(table, seen):
            return
        self._power.die(number)
        self._true[number] = machine.disk.image(), table.promised
        table.promised = {}
        machine.disk.replace(image)
        self._power.boot(number)
        self._room.then(for_s, lambda: self._put_back(number))

    def clock_forgot(self) -> None:
        """The clock has lost the records that showed that a disk was old. An old disk may now play its own history."""
        self._let_in.update(self._true)
        self._room.forkable.update(self._true)

    def _put_back(self, number: int) -> None:
        """Put the original kiosk back."""
        if number in self._true:
            self._power.die(number)
            machine = self._room.machines[number]
            if number in self._let_in:
                self._let_in.discard(number)
                self._room.oracles.others.setdefault(number, []).append(self._kept(number, machine.disk.image()))
                self._room.then(SEEN_S, lambda: self._mend(number))
            left, self._room.tables[number].promised = self._true.pop(number)
            machine.disk.replace(left)
            self._power.start(number)

    def _kept(self, number: int, image: Image) -> Path:
        """Save what an old disk held when it was removed."""
        folder = self._room.folder / f"{name_of(number)}-older-{self._room.machines[number].boots}"
        folder.mkdir()
        for name, (_, data) in image.items():
            (folder / name).write_bytes(data)
        return folder

    # A disk that has lied

    def lied(self, number: int, for_s: float) -> None:
        """Cut the power of a table whose disk has lied."""
        self._power.lost(number, for_s)
        self._room.then(for_s + SEEN_S, lambda: self._see(number))

    def _see(self, number: int) -> None:
        """The staff notices that the table is read-only, or that it stopped because a journal is not whole."""
        self._mend(number)
        self._power.touch(number)

    def _recover(self, number: int) -> None:
        """A table does not start because its journal is not whole. The staff answers its question."""
        machine = self._room.machines[number]
        assert machine.run
        dice = Random(f"answer {self._room.plan.seed} {number} {machine.boots}")
        self._room.say("is asked", machine.name)
        table = self._room.tables[number]
        try:
            done = machine.run.do(lambda: recovered(table, dice, number in self._given_up))
        except PowerCut:
            return
        if done:
            self._power.restart(number)
        else:
            self._fetch(number)

    # A second kiosk

    def clone(self, number: int, for_s: float, cut_s: float) -> None:
        """Start a second kiosk with a copy of the table's disk, until the staff notices it."""
        room, key = self._room, TWIN + number
        if number in self._true or key in room.machines or not room.machines[number].is_alive:
            return
        room.forkable.add(number)
        room.add_twin(key, number)
        self._twins[key] = number
        if cut_s:
            room.network.cut(number)
            room.then(cut_s, lambda: room.network.heal(number))
        self._power.boot(key)
        room.then(for_s, lambda: self._notice(key))

    def _notice(self, key: int) -> None:
        """The staff notices that there are two kiosks."""
        if key in self._twins and not self._is_resting and not self._power.is_night:
            number = self._twins[key]
            self._switch_off(key)
            self._mend(number)
            self._room.then(SEEN_S, lambda: self._mend(number))

    def _switch_off(self, key: int) -> None:
        self._power.die(key)
        self._room.tables[key].plays = False
        self._room.oracles.others.setdefault(self._twins.pop(key), []).append(self._room.remove(key))

    # Fetched from the clock

    def _mend(self, number: int) -> None:
        """Restore a table from the clock if its screen says that it is lost."""
        if not self._room.machines[number].is_alive:
            return
        if number not in self._power.fetched and number not in self._true and self._room.tables[number].is_lost:
            self._fetch(number)

    def _fetch(self, number: int) -> None:
        """The staff touches the button that restores the table from the clock."""
        self._power.die(number)
        machine, run = self._power.switched_on(number)
        self._power.fetched.add(number)
        self._room.say("fetches", machine.name)
        run.spawn(self._fetching.fetch(number, self._room.tables[number], lambda copy: self._came(number, copy)))

    def _came(self, number: int, copy: TableCopy | None) -> None:
        """Continue with the clock's copy, which has replaced the journal. If no copy arrived, the table is as it
        was."""
        self._room.say("fetched", self._room.machines[number].name, len(copy.records) if copy else "nothing")
        self._given_up.discard(number) if copy else self._given_up.add(number)
        if copy:
            self._room.tables[number].promised.pop(copy.sitting, None)
        self._power.die(number)
        self._room.network.later(RESTART_S, lambda: self._power.start(number))
