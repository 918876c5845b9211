"""The texts of the page of a table that no clock knows yet."""

import msgspec


class PairingWords(msgspec.Struct, frozen=True):
    """Its part of `Words`."""

    which_clock: str
    erase: str
    alone: str
    connect: str
    other_clock: str
    asking: str
    title: str
    not_connected: str
    number: str
    waits: str
    new_address: str
    """In the strip, below since when the clock is away."""
    where_now: str
    as_before: str
    other_address: str
    scans: str
    """Beside a QR code, after `waits`."""
    qr: str
    """What that is, for who hears the screen."""
