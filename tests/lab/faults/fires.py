"""The clock's machine is lost with its disks, and is rebuilt from the backup on a table."""

from pathlib import Path

from kiosk.clock.backup.restore_command import rebuild_newest
from kiosk.faults import Fault
from kiosk.table.link.clock_backup_files import before_path, clock_backup_path
from tests.lab.faults.plan import CLOCK
from tests.lab.faults.power import RESTART_S, Power
from tests.lab.faults.room import FaultRoom

SETTINGS = """\
director_key = "simulated-simulated"
database = "{database}"
[[tables]]
table = 1
token = "simulated-simulated"
"""
"""The settings for a rebuild, which needs only the database."""


class Fires:
    """The fires in one room. Keeps the recovery code that the staff wrote down."""

    def __init__(self, room: FaultRoom, power: Power) -> None:
        self._room = room
        self._power = power
        self._code = ""

    def burn(self, for_s: float) -> None:
        """Destroy the clock's machine, if a table has a backup of it. A new machine is available after `for_s`
        seconds."""
        service, machine = self._room.clock.service, self._room.machines[CLOCK]
        if not machine.is_alive or service is None or not self._kept():
            return
        self._code = service.clock_recovery.recovery.code
        machine.disk.burn()
        self._power.burnt.add(CLOCK)
        self._power.die(CLOCK, power=True)
        self._room.then(for_s, self.rebuilt)

    def rebuilt(self) -> None:
        """Rebuild the clock from the newest backup that any table has. If there is no sound backup yet, try again
        later."""
        room, machine = self._room, self._room.machines[CLOCK]
        if CLOCK not in self._power.burnt:
            return
        machine.disk.boot()
        settings = room.folder / "clock.toml"
        settings.write_text(SETTINGS.format(database=machine.disk.folder / "clock.db"))
        try:
            done, _ = rebuild_newest(self._kept(), self._code, settings)
        except Fault as fault:
            room.say("is not rebuilt", fault)
            room.then(RESTART_S, self.rebuilt)
            return
        room.say("is rebuilt", done.records, done.age.made_ms)
        self._power.burnt.discard(CLOCK)
        self._power.start(CLOCK)

    def _kept(self) -> list[Path]:
        """Collect copies, in one folder, of the clock's backups on the tables' disks."""
        to, found = self._room.folder / "kept-by-tables", list[Path]()
        to.mkdir(exist_ok=True)
        journal = Path("table.journal")
        for number, machine in self._room.machines.items():
            image = machine.disk.image()
            for name in (clock_backup_path(journal).name, before_path(journal).name):
                if number != CLOCK and name in image:
                    found.append(to / f"{machine.name}-{name}")
                    found[-1].write_bytes(image[name][1])
        return found
