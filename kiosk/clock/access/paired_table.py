"""A tablet that a director paired as a table."""

import msgspec


class PairedTable(msgspec.Struct, frozen=True):
    """A paired table's token, whose id is its hash. Its fields are the database's and never change."""

    table: int
    by: str
    at_ms: int
    """The wall time of the pairing."""
