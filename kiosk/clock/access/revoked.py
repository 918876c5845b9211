"""Tables whose token counts no more: one that was stolen is of no use from the moment a director says so.

Known by its hash alone. Another token in the settings counts from the next start.
"""

import msgspec


class RevokedToken(msgspec.Struct, frozen=True):
    """A table's token, whose id is its hash. Its fields are the database's: they stay."""

    table: int
    by: str
    at_ms: int
    """In wall time."""
