"""The address of the room's pages for phones. It is the address at which a display was opened, with this machine's
address on the network and, if there is one, the port for phones."""

import socket
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
