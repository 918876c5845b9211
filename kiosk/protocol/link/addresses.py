"""The address of a clock, as in the settings of tables and clocks: `wss://192.168.1.10:8443`."""

from urllib.parse import urlsplit

TABLE_PATH = "/table"
"""The path of the clock's endpoint for tables."""
SCHEMES = {"http": "ws", "https": "wss", "ws": "ws", "wss": "wss"}
USUAL = ("wss://{}:8443", "wss://{}:8080", "ws://{}:8080")
"""The addresses to try if only the clock's machine is known."""


def is_clock_address(url: str) -> bool:
    try:
        parts = urlsplit(url)
        return parts.scheme in ("ws", "wss") and bool(parts.hostname) and parts.port != 0
    except ValueError:  # a host with an unclosed bracket, or a port that is not a number
        return False


def table_url(clock: str) -> str:
    """The URL of the clock's endpoint for tables."""
    return f"{clock.rstrip('/')}{TABLE_PATH}"


def possible_addresses(typed: str) -> list[str]:
    """The possible addresses of the clock, TLS first, for an address as typed or as copied from a browser's address
    bar. Empty for text that is not an address."""
    scheme, _, rest = typed.strip().rpartition("://")
    host = rest.partition("/")[0]
    try:
        parts = urlsplit(f"//{host}")
        if not parts.hostname or (scheme and scheme.lower() not in SCHEMES) or any(map(str.isspace, host)):
            return []
        if scheme:
            return [f"{SCHEMES[scheme.lower()]}://{host}"]
        return [f"wss://{host}", f"ws://{host}"] if parts.port else [one.format(host) for one in USUAL]
    except ValueError:  # a host with an unclosed bracket, or a port that is not a number
        return []
