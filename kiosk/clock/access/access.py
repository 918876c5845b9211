"""Access to the clock: the staff, their devices and sign-ins, the director's key and the tables' tokens."""

from collections.abc import Callable

from kiosk.clock.access.cameras import CameraTokens
from kiosk.clock.access.devices import DevicePairings, PairedDevice, StaffDevices
from kiosk.clock.access.glasses import GlassTokens
from kiosk.clock.access.keys import Keys
from kiosk.clock.access.open_sessions import OpenSessions
from kiosk.clock.access.sign_ins import SignInParts, SignIns, TablePins
from kiosk.clock.access.staff import StaffChanges, StaffDirectory
from kiosk.clock.access.tablets import TableTokens
from kiosk.clock.access.waits.turned_away import TurnAwayLog
from kiosk.clock.access.waits.wrong_keys import WrongKeys
from kiosk.clock.access.waits.wrong_pins import PinWaits, WrongPins
from kiosk.clock.settings import ClockSettings
from kiosk.clock.store.keeper import Kind
from kiosk.clock.store.port import ClockStore
from kiosk.clock.store.writer import Writer
from kiosk.clock.times import Times


class Access:
    """All the parts that give people and tables access."""

    def __init__(  # noqa: PLR0913, PLR0917  the last two are listeners
        self,
        settings: ClockSettings,
        store: ClockStore,
        writer: Writer,
        times: Times,
        slowed: Callable[[], object],
        staff_changed: Callable[[], object],
    ) -> None:
        """Must be called before the writer's first job. `slowed` is called when someone has to wait. Raises `Fault`."""
        self.turned_away = TurnAwayLog(times.mono_ms, slowed)
        self.staff = StaffDirectory(settings.staff, store)
        self.tables = TableTokens(settings.tokens, store, writer, times)
        self.glasses = GlassTokens(store, writer, times)
        self.cameras = CameraTokens(store, writer, times)
        devices = Kind(store, "device", PairedDevice)
        self.sessions = OpenSessions(store, self.staff, devices, times)
        pairings = DevicePairings(self.turned_away.for_pairing)
        self.devices = StaffDevices(devices, pairings, writer, times, self.sessions.hang_up)

        def changed() -> None:
            self.sessions.hang_up()
            staff_changed()

        self.keys = Keys(settings, self.sessions, WrongKeys(times.mono_ms), self.turned_away)
        self.staff_changes = StaffChanges(self.staff, writer, changed)
        waits = PinWaits(Kind(store, "wrong", WrongPins), times, self.turned_away)
        parts = SignInParts(self.staff, self.staff_changes, self.devices, self.sessions, waits)
        self.sign_ins = SignIns(parts, writer, times, settings.unpaired_devices)
        self.table_pins = TablePins(writer, waits, self.staff)
