"""A clock's announcement on its network (DNS-SD): what is sent, and what is shown of it. Anyone on the network can send
one, so it is never trusted: it only saves typing an address. Knows nothing about sockets."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

SERVICE = "_kiosk-clock._tcp.local."
LONGEST_NAME = 40
"""The most characters of a name that are sent or shown."""
LARGEST_PORT = 65535


class AnnouncedClock(NamedTuple):
    """The announcement of a clock. `public_port` is the port for displays and phones, or 0."""

    name: str
    address: str
    """An IPv4 address."""
    port: int
    is_tls: bool = False
    public_port: int = 0

    @property
    def for_tables(self) -> str:
        """The clock's address, as in a table's settings."""
        return f"{'wss' if self.is_tls else 'ws'}://{self.address}:{self.port}"

    @property
    def for_displays(self) -> str:
        """The site with the clock's displays."""
        if self.public_port:
            return f"http://{self.address}:{self.public_port}"
        return f"{'https' if self.is_tls else 'http'}://{self.address}:{self.port}"

    def texts(self) -> dict[str, str]:
        """The texts that are announced with the address and the port."""
        return {"name": shown_name(self.name), "tls": str(int(self.is_tls)), "public": str(self.public_port)}


def announced_clock(
    addresses: Sequence[str], port: int | None, texts: Mapping[bytes, bytes | None]
) -> AnnouncedClock | None:
    """The clock of an announcement with these IPv4 addresses, or None if the announcement cannot be used."""
    if not addresses or not port:
        return None
    name = shown_name((texts.get(b"name") or b"").decode("utf-8", "replace"))
    return AnnouncedClock(name, addresses[0], port, texts.get(b"tls") == b"1", _port(texts.get(b"public") or b""))


def shown_name(name: str) -> str:
    """A name as one short line of printable characters."""
    printable = (one if one.isprintable() else " " if one.isspace() else "" for one in name)
    return " ".join("".join(printable).split())[:LONGEST_NAME].rstrip()


def _port(text: bytes) -> int:
    with suppress(ValueError):
        port = int(text) if len(text) <= len(str(LARGEST_PORT)) else 0
        return port if 0 < port <= LARGEST_PORT else 0
    return 0
