"""The staff's devices, and how one is paired: it shows a code, and a director approves it."""

import secrets
from collections.abc import Callable
from hashlib import sha256

import msgspec
from msgspec.structs import replace

from engine.names import name_key, one_line
from engine.refused import Refused
from kiosk.clock.access.addresses import network_of
from kiosk.clock.access.roles import at_most
from kiosk.clock.access.sessions import Identity
from kiosk.clock.store.keeper import Kind
from kiosk.clock.store.writer import Writer
from kiosk.clock.times import Times
from kiosk.faults import bad_input
from kiosk.protocol.pairing import CODE_LETTERS, CODE_MS, LETTERS
from kiosk.protocol.people import Role

SECRET_BYTES, SECRET_LETTERS = 32, 43
"""The size in bytes of the secret of a device or a sign-in, and its length in Base64 characters."""
UNUSED_MS = 180 * 24 * 3_600_000
"""A device that no one has signed in on for this long is no longer paired."""
MOST_ASKING, MOST_ASKING_AT_ONE_ADDRESS = 50, 3
LONGEST_DEVICE_NAME = 40


class PairedDevice(msgspec.Struct, frozen=True):
    """A paired device. Its fields are stored in the database, so they must never change."""

    id: str
    """The hash of the device's secret."""
    name: str
    most: Role
    """The highest role that anyone can have on this device."""
    paired_ms: int
    by: str
    seen_ms: int
    """When someone last signed in on this device (wall-clock time)."""


class Asking(msgspec.Struct, frozen=True):
    id: str
    code: str
    address: str
    since_ms: int


def new_secret() -> str:
    return secrets.token_urlsafe(SECRET_BYTES)


def is_secret(text: str) -> bool:
    """Whether the text has the form of a secret."""
    return len(text) == SECRET_LETTERS and text.isascii() and text.replace("-", "").replace("_", "").isalnum()


def hashed(secret: str) -> str:
    """The hash that the clock stores for a secret with more than 128 bits."""
    return sha256(secret.encode()).hexdigest()


class DevicePairings:
    """The devices that are showing a code now. They are lost in a restart, and the devices then ask again."""

    def __init__(self, on_overflow: Callable[[str], object] = bool) -> None:
        """`on_overflow` is called with the address of a device that asks to be paired when the limit has been
        reached."""
        self._on_overflow = on_overflow
        self._asking: dict[str, Asking] = {}

    def ask(self, address: str, now_ms: int) -> tuple[str, str]:
        """A new device's secret and its code. If there is no room left, the oldest code from the same network expires,
        or else the oldest from the network with the most codes, so that nobody can lock others out."""
        secret = new_secret()
        code = "".join(secrets.choice(LETTERS) for _ in range(CODE_LETTERS))
        self._forget(now_ms)
        of: dict[str, list[str]] = {}
        for asking in self._asking.values():
            of.setdefault(network_of(asking.address), []).append(asking.id)
        same = of.get(network_of(address), [])
        over = same[: max(0, len(same) + 1 - MOST_ASKING_AT_ONE_ADDRESS)]
        if len(self._asking) >= MOST_ASKING:
            self._on_overflow(address)
            over = over or (same or max(of.values(), key=len))[:1]
        for old in over:
            del self._asking[old]
        one = Asking(hashed(secret), code, address, now_ms)
        self._asking[one.id] = one
        return secret, code

    def waits(self, device: str, now_ms: int) -> bool:
        """Whether the code of the device with this id can be approved now."""
        self._forget(now_ms)
        return device in self._asking

    def shown(self, code: str, now_ms: int) -> Asking | None:
        """The device that is showing this code. Case, spaces and hyphens in the code do not matter."""
        self._forget(now_ms)
        typed = "".join(filter(str.isalpha, code)).upper()
        return next((one for one in self._asking.values() if secrets.compare_digest(one.code.encode(), typed.encode())),
                    None)  # fmt: skip

    def approved(self, device: str) -> None:
        self._asking.pop(device, None)

    def _forget(self, now_ms: int) -> None:
        for one in [one for one in self._asking.values() if not 0 <= now_ms - one.since_ms <= CODE_MS]:
            del self._asking[one.id]


class StaffDevices:
    def __init__(
        self,
        paired: Kind[PairedDevice],
        pairings: DevicePairings,
        writer: Writer,
        times: Times,
        revoked: Callable[[], object],
    ) -> None:
        self._paired = paired
        self._pairings = pairings
        self._writer = writer
        self._times = times
        self._revoked = revoked

    @property
    def all(self) -> list[PairedDevice]:
        """The paired devices, sorted by name."""
        now_ms = self._times.wall_ms()
        paired = (one for one in self._paired.all.values() if now_ms - one.seen_ms < UNUSED_MS)
        return sorted(paired, key=lambda one: (name_key(one.name), one.id))

    def of_secret(self, secret: str) -> PairedDevice | None:
        one = self._paired.all.get(hashed(secret)) if secret else None
        return one if one and self._times.wall_ms() - one.seen_ms < UNUSED_MS else None

    def ask_pairing(self, address: str) -> tuple[str, str]:
        return self._pairings.ask(address, self._times.wall_ms())

    def waits_for_pairing(self, secret: str) -> bool:
        """Whether the device with this secret is showing a code that can be approved."""
        return bool(secret) and self._pairings.waits(hashed(secret), self._times.wall_ms())

    async def approve(self, code: str, name: str, most: Role, who: Identity) -> None:
        """Pair the device that is showing the code. Raises `Refused` if no device is showing it, `BadInput` or
        `Fault`."""
        now_ms, name = self._times.wall_ms(), one_line(name)
        if not name or len(name) > LONGEST_DEVICE_NAME:
            raise bad_input("device-name", letters=str(LONGEST_DEVICE_NAME))
        asking = self._pairings.shown(code, now_ms)
        if asking is None:
            raise Refused("code-not-shown")
        device = PairedDevice(asking.id, name, at_most(most, who.role), now_ms, who.name, now_ms)
        lapsed = [one.id for one in self._paired.all.values() if now_ms - one.seen_ms >= UNUSED_MS]
        await self._paired.change(self._writer, {**dict.fromkeys(lapsed), device.id: device})
        self._pairings.approved(device.id)

    async def signed_in_on(self, device: PairedDevice) -> None:
        """Note that someone has just signed in on the device. Raises `Fault`."""
        await self._paired.change(self._writer, {device.id: replace(device, seen_ms=self._times.wall_ms())})

    async def revoke(self, device: str) -> None:
        """Revoke a device's pairing and sign out everyone on it. Raises `Refused` if it is not paired, or `Fault`."""
        if device not in self._paired.all:
            raise Refused("no-such-device")
        await self._paired.change(self._writer, {device: None})
        self._revoked()
