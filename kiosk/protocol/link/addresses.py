"""The address of a clock, as in the settings of tables and clocks: `wss://192.168.1.10:8443`."""

from urllib.parse import urlsplit

TABLE_PATH = "/table"
"""The path of the clock's endpoint for tables."""


def is_clock_address(url: str) -> bool:
    try:
        parts = urlsplit(url)
        return parts.scheme in ("ws", "wss") and bool(parts.hostname) and parts.port != 0
    except ValueError:  # a host with an unclosed bracket, or a port that is not a number
        return False


def table_url(clock: str) -> str:
    """The URL of the clock's endpoint for tables."""
    return f"{clock.rstrip('/')}{TABLE_PATH}"
