"""A tablet that a director made a table."""

import msgspec


class PairedTable(msgspec.Struct, frozen=True):
    """Its token, whose id is its hash. Its fields are the database's: they stay."""

    table: int
    by: str
    at_ms: int
    """In wall time."""
