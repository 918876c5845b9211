"""Revoked table tokens: a stolen token stops working the moment a director revokes it.

A token is identified only by its hash. A new token in the settings takes effect at the next start.
"""

import msgspec


class RevokedToken(msgspec.Struct, frozen=True):
    """A table's revoked token. Its id is the token's hash. Its fields are stored in the database, so they must never
    change."""

    table: int
    by: str
    at_ms: int
    """The wall-clock time of the revocation."""
