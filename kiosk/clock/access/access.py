"""Access to the clock: the staff, their devices and sign-ins, the director's key and the tables' tokens."""

from collections.abc import Callable

from kiosk.clock.access.devices import DevicePairings, PairedDevice, StaffDevices
from kiosk.clock.access.keys import Keys
from kiosk.clock.access.memory import Kind
from kiosk.clock.access.open_sessions import OpenSessions
from kiosk.clock.access.sign_ins import SignInParts, SignIns, TablePins
from kiosk.clock.access.staff import StaffChanges, StaffDirectory
from kiosk.clock.access.tablets import TableTokens
from kiosk.clock.access.waits.turned_away import TurnAwayLog
from kiosk.clock.access.waits.wrong_keys import WrongKeys
from kiosk.clock.access.waits.wrong_pins import PinWaits, WrongPins
from kiosk.clock.settings import ClockSettings
from kiosk.clock.store.store import Store
from kiosk.clock.store.writer import Writer
from kiosk.clock.times import Times


class AccessState:
    def __init__(
        self, settings: ClockSettings, store: Store, writer: Writer, times: Times, slowed: Callable[[], object]
    ) -> None:
        """Must be called before the writer's first job. `slowed` is called when someone has to wait. Raises `Fault`."""
        self.turned_away = TurnAwayLog(times.mono_ms, slowed)
        self.staff = StaffDirectory(settings.staff, store)
        self.devices = Kind(store, "device", PairedDevice)
        self.sessions = OpenSessions(store, self.staff, self.devices, times)
        self.pin_waits = PinWaits(Kind(store, "wrong", WrongPins), times, self.turned_away)
        self.tables = TableTokens(settings.tokens, store, writer, times)


class Access:
    """All the parts that give people and tables access."""

    def __init__(
        self,
        settings: ClockSettings,
        state: AccessState,
        writer: Writer,
        times: Times,
        staff_changed: Callable[[], object],
    ) -> None:
        """`staff_changed` is called when the list of staff changes."""
        self.turned_away, self.staff, self.sessions, self.tables = (
            state.turned_away, state.staff, state.sessions, state.tables,
        )  # fmt: skip

        def changed() -> None:
            state.sessions.hang_up()
            staff_changed()

        pairings = DevicePairings(state.turned_away.for_pairing)
        self.keys = Keys(settings, state.sessions, WrongKeys(times.mono_ms), state.turned_away)
        self.devices = StaffDevices(state.devices, pairings, writer, times, state.sessions.hang_up)
        self.staff_changes = StaffChanges(state.staff, writer, changed)
        parts = SignInParts(state.staff, self.staff_changes, self.devices, state.sessions, state.pin_waits)
        self.sign_ins = SignIns(parts, writer, times, settings.unpaired_devices)
        self.table_pins = TablePins(writer, state.pin_waits, state.staff)
