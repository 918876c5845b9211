"""An order that is sent twice is done once: the key that its sender gave it, as its act remembers it.

The key is in the same record as the act, so that it is known after a crash as well. Form of the header: the IETF's
draft on the Idempotency-Key header field.
"""

from hashlib import sha256

from engine.bad_input import BadInput

LONGEST_KEY = 64
DIGEST = 16


def request_of(key: str, body: bytes) -> str:
    """What an act remembers of its request: the key, and what was asked; empty without a key. Raises `BadInput`."""
    if not key:
        return ""
    if len(key) > LONGEST_KEY or not key.isascii() or not key.isprintable() or " " in key:
        raise BadInput("key-unlike", most=str(LONGEST_KEY))
    return f"{key} {sha256(body).hexdigest()[:DIGEST]}"


def id_of(request: str, tournament: str, sitting: int) -> str:
    """The id of what a table is asked, the same for the same request: the table does it once."""
    return sha256(f"{tournament} {sitting} {request}".encode()).hexdigest()[:DIGEST]
