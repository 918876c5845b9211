"""A tablet that a director paired with a table."""

import msgspec


class PairedTable(msgspec.Struct, frozen=True):
    """A paired table's token. Its id is the token's hash. Its fields are stored in the database, so they must never
    change."""

    table: int
    by: str
    at_ms: int
    """The wall-clock time of the pairing."""
