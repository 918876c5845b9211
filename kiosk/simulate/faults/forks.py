"""Tables with more than one history: older disks, second kiosks, disks that have lied, and what people do then."""

from pathlib import Path
from random import Random

from kiosk.simulate.faults.caches import Image
from kiosk.simulate.faults.machines import PowerCut
from kiosk.simulate.faults.mending import Fetching, recovered
from kiosk.simulate.faults.power import RESTART_S, Power
from kiosk.simulate.faults.room import TWIN, FaultRoom, name_of
from kiosk.simulate.faults.tables import Shown
from kiosk.table.link.copy import TableCopy

SEEN_S = 20.0
"""Somebody sees that a table only shows."""


class Forks:
    """Of all tables of a room."""

    def __init__(self, room: FaultRoom, power: Power) -> None:
        self._room = room
        self._power = power
        power.asks = self._recover
        self._fetching = Fetching(room.network, room.clock, Random(f"fetching {room.plan.seed}"))
        self._is_resting = False
        self._true: dict[int, tuple[Image, dict[str, Shown]]] = {}
        """By table: the disk that an older one has taken the place of, and what its screen promised."""
        self._let_in: set[int] = set()
        """Of those, the tables whose older disk the clock may have let in, because it had forgotten."""
        self._twins: dict[int, int] = {}
        """By the key of a machine that has a copy of a table's disk: the table. Both are on."""
        self._given_up: set[int] = set()
        """Tables that could not be fetched."""

    def rest(self) -> None:
        """True disks are put back, and nobody does anything else."""
        self._is_resting = True
        for number in list(self._true):
            self._put_back(number)

    def one_writes(self) -> None:
        """Of two kiosks of one table one at most may still write, with all at rest. Then the other is switched off, and
        a table that is lost is fetched."""
        tables, fetched = self._room.tables, self._power.fetched
        for key, number in list(self._twins.items()):
            if not (tables[key].is_lost or tables[number].is_lost or number in fetched):
                self._room.broken(f"{name_of(key)} and {name_of(number)} both write")
            self._switch_off(key)
        for number in sorted(self._room.forkable):
            self._mend(number)

    # An older disk

    def stale(self, number: int, after_s: float, for_s: float) -> None:
        """A copy of a table's disk is taken, which later takes its place."""
        image, seen = self._room.machines[number].disk.image(), self._room.tables[number].at
        self._room.then(after_s, lambda: self._resurrect(number, image, seen, for_s))

    def _resurrect(self, number: int, image: Image, seen: Shown, for_s: float) -> None:
        """A kiosk with an old copy of the disk takes a table's place, if the clock has heard of more since."""
        table, machine = self._room.tables[number], self._room.machines[number]
        if self._is_resting or number in self._true or not machine.is_alive:
            return
        if not self._room.oracles.is_older(table, seen):
            return
        self._power.die(number)
        self._true[number] = machine.disk.left, table.promised
        table.promised = {}
        machine.disk.replace(image)
        self._power.boot(number)
        self._room.then(for_s, lambda: self._put_back(number))

    def clock_forgot(self) -> None:
        """The clock has lost what told it that a disk is an older one: what that one plays may be a history of its
        own."""
        self._let_in.update(self._true)
        self._room.forkable.update(self._true)

    def _put_back(self, number: int) -> None:
        """The true kiosk is there again."""
        if number in self._true:
            self._power.die(number)
            machine = self._room.machines[number]
            if number in self._let_in:
                self._let_in.discard(number)
                self._room.oracles.others.setdefault(number, []).append(self._kept(number, machine.disk.left))
                self._room.then(SEEN_S, lambda: self._mend(number))
            left, self._room.tables[number].promised = self._true.pop(number)
            machine.disk.replace(left)
            self._power.start(number)

    def _kept(self, number: int, image: Image) -> Path:
        """What an older disk held as it was taken away."""
        folder = self._room.folder / f"{name_of(number)}-older-{self._room.machines[number].boots}"
        folder.mkdir()
        for name, (_, data) in image.items():
            (folder / name).write_bytes(data)
        return folder

    # A disk that has lied

    def lied(self, number: int, for_s: float) -> None:
        """The power goes of a table whose disk has lied."""
        self._power.lost(number, for_s)
        self._room.then(for_s + SEEN_S, lambda: self._see(number))

    def _see(self, number: int) -> None:
        """Somebody sees that the table only shows, or that it has stopped on its way to a journal that is not whole."""
        self._mend(number)
        self._power.touch(number)

    def _recover(self, number: int) -> None:
        """A table that does not start, for its journal is not whole: somebody answers its question."""
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
        """A second kiosk with a copy of the table's disk, until somebody notices."""
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
        """Somebody sees that there are two."""
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
        """A table whose screen says that it is lost is fetched."""
        if not self._room.machines[number].is_alive:
            return
        if number not in self._power.fetched and number not in self._true and self._room.tables[number].is_lost:
            self._fetch(number)

    def _fetch(self, number: int) -> None:
        """Somebody touches the button that fetches the table from the clock."""
        self._power.die(number)
        machine, run = self._power.switched_on(number)
        self._power.fetched.add(number)
        self._room.say("fetches", machine.name)
        run.spawn(self._fetching.fetch(number, self._room.tables[number], lambda copy: self._came(number, copy)))

    def _came(self, number: int, copy: TableCopy | None) -> None:
        """The clock's copy is in the journal's place: the table goes on from there; without one it is as it was."""
        self._room.say("fetched", self._room.machines[number].name, len(copy.records) if copy else "nothing")
        self._given_up.discard(number) if copy else self._given_up.add(number)
        if copy:
            self._room.tables[number].promised.pop(copy.sitting, None)
        self._power.die(number)
        self._room.network.later(RESTART_S, lambda: self._power.start(number))
