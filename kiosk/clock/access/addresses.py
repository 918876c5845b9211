"""Where somebody asks from."""

from contextlib import suppress
from ipaddress import IPv6Address, ip_address, ip_network

NETWORK_BITS = 64
"""Of an IPv6 address; in its network one machine may have any."""


def network_of(address: str) -> str:
    """The address; of IPv6 the network, in which one machine may have any."""
    with suppress(ValueError):
        ip = ip_address(address)
        if isinstance(ip, IPv6Address):
            return str(ip.ipv4_mapped or ip_network((ip, NETWORK_BITS), strict=False))
    return address


def is_here(address: str) -> bool:
    """Whether it is the clock's own machine."""
    with suppress(ValueError):
        ip = ip_address(address)
        mapped = getattr(ip, "ipv4_mapped", None)
        return (mapped or ip).is_loopback
    return False
