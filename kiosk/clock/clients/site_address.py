"""The address of the room's pages for phones. It is the address at which a display was opened, with this machine's
address on the network and, if there is one, the port for phones."""

import socket
from collections.abc import Sequence
from ipaddress import ip_address
from urllib.parse import urlsplit

FAR_AWAY = ("192.0.2.1", 9)
"""An address that belongs to no machine (RFC 5737). Nothing is sent to it: a datagram socket only looks up the
route."""


def site_for_phones(site: str, public_port: int = 0) -> str:
    """The site for phones. A loopback address is replaced with the machine's network address. `public_port`, if any, is
    used over HTTP."""
    parts = urlsplit(site)
    host = parts.hostname or ""
    if not is_own(host) and not public_port:
        return site.rstrip("/")
    host = (own_address() or host) if is_own(host) else host
    host = f"[{host}]" if ":" in host else host
    port = public_port or parts.port
    return f"{'http' if public_port else parts.scheme}://{host}{f':{port}' if port else ''}"


def sites_of(clocks: Sequence[str], public_port: int = 0) -> tuple[str, ...]:
    """Where the pages of these clocks are, whose addresses are those for tables. `public_port`, if any, is the same at
    each clock, and is used over HTTP."""
    parts = [urlsplit(clock) for clock in clocks]
    if not public_port:
        return tuple(f"{one.scheme.replace('ws', 'http', 1)}://{one.netloc}" for one in parts)
    hosts = [one.hostname or "" for one in parts]
    return tuple(f"http://{f'[{host}]' if ':' in host else host}:{public_port}" for host in hosts)


def consoles_of(clocks: Sequence[str], console_port: int) -> tuple[str, ...]:
    """Where each of these clocks has its console while it waits: at `console_port`. Empty if there is no such port."""
    if not console_port:
        return ()
    parts = [urlsplit(site) for site in sites_of(clocks)]
    hosts = [one.netloc.rpartition(":")[0] if one.port else one.netloc for one in parts]
    return tuple(f"{one.scheme}://{host}:{console_port}" for one, host in zip(parts, hosts, strict=True))


def is_own(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def own_address() -> str:
    """This machine's address on its network, or an empty string if it is not on a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(FAR_AWAY)
        except OSError:
            return ""
        return str(asking.getsockname()[0])
