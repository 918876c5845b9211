"""A tablet that a director paired as a table."""

import msgspec


class PairedTable(msgspec.Struct, frozen=True):
    """A paired table's token. Its id is the token's hash. Its fields are those stored in the database and never
    change."""

    table: int
    by: str
    at_ms: int
    """The wall-clock time of the pairing."""
