"""The clock's machine is lost with its disks, and somebody rebuilds it from what a table has kept."""

from pathlib import Path

from kiosk.clock.backup.rebuilding import newest_of, rebuild
from kiosk.faults import Fault
from kiosk.simulate.faults.plan import CLOCK
from kiosk.simulate.faults.power import RESTART_S, Power
from kiosk.simulate.faults.room import FaultRoom
from kiosk.table.link.kept_here import before_path, clock_backup_path

SETTINGS = """\
director_key = "simulated-simulated"
database = "{database}"
[[tables]]
table = 1
token = "simulated-simulated"
"""
"""Of which a rebuilding asks for the database alone."""


class Fires:
    """Of one room, and the recovery code that somebody wrote down."""

    def __init__(self, room: FaultRoom, power: Power) -> None:
        self._room = room
        self._power = power
        self._code = ""

    def burn(self, for_s: float) -> None:
        """The clock is lost, if a table has anything of it; so much later somebody has another machine."""
        service, machine = self._room.clock.service, self._room.machines[CLOCK]
        if not machine.is_alive or service is None or not self._kept():
            return
        self._code = service.beside_tables.recovery.code
        machine.disk.burn()
        self._power.burnt.add(CLOCK)
        self._power.die(CLOCK, power=True)
        self._room.then(for_s, self.rebuilt)

    def rebuilt(self) -> None:
        """From the newest that any table has; once a table has a sound one."""
        room, machine = self._room, self._room.machines[CLOCK]
        if CLOCK not in self._power.burnt:
            return
        machine.disk.boot()
        settings = room.folder / "clock.toml"
        settings.write_text(SETTINGS.format(database=machine.disk.folder / "clock.db"))
        try:
            done = rebuild(newest_of(self._kept()), self._code, settings)
        except Fault as fault:
            room.say("is not rebuilt", fault)
            room.then(RESTART_S, self.rebuilt)
            return
        room.say("is rebuilt", done.records, done.age.made_ms)
        self._power.burnt.discard(CLOCK)
        self._power.start(CLOCK)

    def _kept(self) -> list[Path]:
        """What the disks of the tables have of it, copied together."""
        to, found = self._room.folder / "kept-by-tables", list[Path]()
        to.mkdir(exist_ok=True)
        journal = Path("table.journal")
        for number, machine in self._room.machines.items():
            image = machine.disk.image() if machine.is_alive else machine.disk.left
            for name in (clock_backup_path(journal).name, before_path(journal).name):
                if number != CLOCK and name in image:
                    found.append(to / f"{machine.name}-{name}")
                    found[-1].write_bytes(image[name][1])
        return found
