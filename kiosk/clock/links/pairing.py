"""Tablets that ask to be paired with a table, phones that ask to be its camera, and the director's approval. Knows
nothing about sockets.

These requests are lost in a restart; the tablets then ask again.
"""

import logging
from collections import Counter, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from engine.refused import Refused
from kiosk.clock.access.addresses import network_of
from kiosk.clock.access.cameras import CameraTokens
from kiosk.clock.access.sessions import Identity
from kiosk.clock.access.tablets import TableTokens
from kiosk.clock.clients.latest import Latest
from kiosk.clock.times import Times
from kiosk.faults import Fault, bad_input
from kiosk.log import person
from kiosk.protocol.link.pairing import AskPairing, ClocksNonce, Paired, PairingWaits, TurnedAway
from kiosk.protocol.link.wire import encode
from kiosk.protocol.pairing import CODE_MS, CodeAndCheck, is_committed, new_nonce, shown
from kiosk.protocol.people import AskedTable
from kiosk.protocol.phone_camera import AskCamera, CameraCode

MOST_ASKING, MOST_ASKING_AT_ONE_ADDRESS = 64, 8
MOST_TRIES, MOST_TRIES_AT_ONE_ADDRESS = 400, 60
"""The maximum number of attempts in a code's lifetime. Each has a one-in-a-million chance of showing another tablet's
number."""
ALWAYS = 8
"""The number of attempts that every network is allowed, so that nobody can lock out a room's tablets."""
REMEMBERED = 10_000
LEAST_TABLE, MOST_TABLE = 1, 9999
log = logging.getLogger(__name__)


class _Asking:
    """A device that is waiting for approval, as a table or as its camera."""

    shown: CodeAndCheck | None = None
    """The code and number on the device's screen, once it has them."""
    is_decided = False
    is_camera = False

    def __init__(self, table: int, address: str, client: Latest, since_ms: int, hang_up: Callable[[], object]) -> None:
        self._table = table
        self.address = address
        self.client = client
        self.since_ms = since_ms
        self.hang_up = hang_up

    @property
    def asked(self) -> AskedTable:
        """The request as the director sees it."""
        code, check = self.shown or ("", "")
        return AskedTable(self._table, check, self.address, self.since_ms, code, self.is_camera)


class AskingTable(_Asking):
    """A tablet that asks to become a table."""

    def __init__(
        self, ask: AskPairing, address: str, client: Latest, since_ms: int, hang_up: Callable[[], object]
    ) -> None:
        super().__init__(ask.table, address, client, since_ms, hang_up)
        self._ask = ask
        self._nonce = new_nonce()
        client.put("clocks-nonce", encode(ClocksNonce(self._nonce)))

    def shows(self, nonce: str, fingerprint: str) -> None:
        """Reveal the tablet's nonce. `fingerprint` is that of the authority by which the tablet should recognize the
        clock. Raises `Fault` for a nonce that the tablet has not committed to."""
        if self.shown or not is_committed(nonce, self._ask.commitment):
            raise Fault("pairing-not-bound")
        self.shown = shown(nonce, self._nonce, fingerprint)
        self.client.put("pairing-waits", encode(PairingWaits()))


class AskingPhone(_Asking):
    """A phone that asks to become the camera of a table. The clock chooses its number: a page cannot see which
    certificate its browser has accepted, so it could not prove anything by a number of its own."""

    is_camera = True

    def __init__(
        self, ask: AskCamera, address: str, client: Latest, since_ms: int, hang_up: Callable[[], object]
    ) -> None:
        super().__init__(ask.table, address, client, since_ms, hang_up)
        self.shown = shown(new_nonce(), new_nonce(), "")
        client.put("camera-code", encode(CameraCode(*self.shown)))


class TablePairings:
    """All open requests. `changed` is called when they change, or when a tablet is paired with a table."""

    def __init__(
        self,
        tokens: TableTokens,
        cameras: CameraTokens,
        times: Times,
        changed: Callable[[], object],
        too_many: Callable[[str], object] = bool,
    ) -> None:
        """`too_many` is called with the address of a device whose request exceeds the limit."""
        self._too_many = too_many
        self._tokens = tokens
        self._cameras = cameras
        self._times = times
        self._changed = changed
        self._asking: list[AskingTable | AskingPhone] = []
        self._tries = deque[tuple[int, str]](maxlen=REMEMBERED)

    @property
    def asked(self) -> tuple[AskedTable, ...]:
        """The requests that are waiting for the director's decision, longest-waiting first."""
        return tuple(one.asked for one in self._waiting())

    @contextmanager
    def asks(
        self, ask: AskPairing, address: str, client: Latest, hang_up: Callable[[], object] = bool
    ) -> Iterator[AskingTable]:
        """Serve a tablet's request until the context ends. `hang_up` is called if the tablet has to make room for one
        from another network. Raises `Fault` if too many devices are asking."""
        self._count(address)
        asking = AskingTable(ask, address, client, self._times.mono_ms(), hang_up)
        with self._waits(asking):
            yield asking

    @contextmanager
    def asks_for_camera(
        self, ask: AskCamera, address: str, client: Latest, hang_up: Callable[[], object] = bool
    ) -> Iterator[None]:
        """Like `asks`, for a phone. It can be approved at once."""
        self._count(address)
        asking = AskingPhone(ask, address, client, self._times.mono_ms(), hang_up)
        with self._waits(asking):
            log.info("a phone at %s asks to become the camera of table %d", address, ask.table)
            self._changed()
            yield

    @contextmanager
    def _waits(self, asking: AskingTable | AskingPhone) -> Iterator[None]:
        self._asking.append(asking)
        try:
            yield
        finally:
            if asking in self._asking:
                self._asking.remove(asking)
            self._changed()

    def shows(self, asking: AskingTable, nonce: str, fingerprint: str) -> None:
        """Like `AskingTable.shows`. From then on, the request can be approved."""
        asking.shows(nonce, fingerprint)
        log.info("a tablet at %s asks to become table %d", asking.address, asking.asked.table)
        self._changed()

    async def approve(self, code: str, table: int, replace: bool, who: Identity) -> int:
        """Pair the device that shows this code or number with this table, or with the one that it asks for if `table`
        is 0. A tablet becomes the table's only one, so `replace` is required if there is one. A phone replaces the
        table's earlier camera. Raises `Refused`, `BadInput` or `Fault`, with nothing changed."""
        asking = self._that_shows(code)
        table = table or asking.asked.table
        if not LEAST_TABLE <= table <= MOST_TABLE:
            raise bad_input("table-number", most=str(MOST_TABLE), given=str(table))
        asking.is_decided = True  # only once, whatever arrives during the write
        try:
            token = await (
                self._cameras.pair(table, who) if asking.is_camera else self._tokens.pair(table, replace, who)
            )
        except BaseException:
            asking.is_decided = False
            raise
        became = "the camera of table" if asking.is_camera else "table"
        log.info("the device at %s became %s %d, approved by %s", asking.address, became, table, person(who.name))
        asking.client.put("paired", encode(Paired(table, token)))
        self._changed()
        return table

    def turn_away(self, code: str, who: Identity) -> None:
        """Turn away the device that is showing this code or number, and notify it. Raises `Refused`."""
        asking = self._that_shows(code)
        asking.is_decided = True
        log.info("the device at %s was turned away by %s", asking.address, person(who.name))
        asking.client.put("turned-away", encode(TurnedAway()))
        self._changed()

    def _that_shows(self, code: str) -> AskingTable | AskingPhone:
        plain = "".join(filter(str.isalnum, code)).upper()
        found = [one for one in self._waiting() if one.shown and plain in one.shown]
        if len(found) != 1:
            raise Refused("tablet-not-shown")
        return found[0]

    def _waiting(self) -> Iterator[AskingTable | AskingPhone]:
        now_ms = self._times.mono_ms()
        return (one for one in self._asking if one.shown and not one.is_decided and now_ms - one.since_ms < CODE_MS)

    def _count(self, address: str) -> None:
        now_ms, network = self._times.mono_ms(), network_of(address)
        while self._tries and now_ms - self._tries[0][0] >= CODE_MS:
            self._tries.popleft()
        askers = Counter(network_of(one.address) for one in self._asking)
        tried = sum(at == network for _, at in self._tries)
        is_too_often = (
            askers[network] >= MOST_ASKING_AT_ONE_ADDRESS
            or tried >= (ALWAYS if len(self._tries) >= MOST_TRIES else MOST_TRIES_AT_ONE_ADDRESS)
        )  # fmt: skip
        is_full = len(self._asking) >= MOST_ASKING
        if is_too_often or is_full:
            log.warning("too many devices ask to be paired with tables; the last one was at %s", network)
            self._too_many(address)
        crowd, most = askers.most_common(1)[0] if is_full else ("", 0)
        if is_too_often or (is_full and most <= askers[network]):
            raise Fault("pairing-too-often")
        if is_full:
            out = next(one for one in self._asking if network_of(one.address) == crowd)
            self._asking.remove(out)
            out.hang_up()
        self._tries.append((now_ms, network))
