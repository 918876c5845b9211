"""The addresses that requests come from."""

from contextlib import suppress
from ipaddress import IPv6Address, ip_address, ip_network

NETWORK_BITS = 64


def network_of(address: str) -> str:
    """The address itself or, for IPv6, its network, because one machine can use any address in its network."""
    with suppress(ValueError):
        ip = ip_address(address)
        if isinstance(ip, IPv6Address):
            return str(ip.ipv4_mapped or ip_network((ip, NETWORK_BITS), strict=False))
    return address


def is_here(address: str) -> bool:
    """Whether the address belongs to the clock's own machine."""
    with suppress(ValueError):
        ip = ip_address(address)
        mapped = getattr(ip, "ipv4_mapped", None)
        return (mapped or ip).is_loopback
    return False
