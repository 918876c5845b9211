"""Where the room's pages are for a phone: the address that a display was opened at, or this machine's in its network
where that is the machine itself; at the port for phones where there is one."""

import socket
from ipaddress import ip_address
from urllib.parse import urlsplit

FAR_AWAY = ("192.0.2.1", 9)
"""Of no machine (RFC 5737). Nothing is sent: a datagram's socket only asks which way it would go."""


def site_for_phones(site: str, public_port: int = 0) -> str:
    """The site, with this machine's address in place of one that only means the machine itself, and at the port for
    phones where there is one: that speaks HTTP."""
    parts = urlsplit(site)
    host = parts.hostname or ""
    if not is_own(host) and not public_port:
        return site.rstrip("/")
    host = (own_address() or host) if is_own(host) else host
    host = f"[{host}]" if ":" in host else host
    port = public_port or parts.port
    return f"{'http' if public_port else parts.scheme}://{host}{f':{port}' if port else ''}"


def is_own(host: str) -> bool:
    """Whether a name or address means the machine that asks."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def own_address() -> str:
    """This machine's address in its network; empty where it is in none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(FAR_AWAY)
        except OSError:
            return ""
        return str(asking.getsockname()[0])
