"""An order that is sent twice is carried out once: its act records the key that the sender gave it.

The key is in the same record as the act, so it survives a crash too. Format of the header: the IETF's draft on the
Idempotency-Key header field.
"""

from hashlib import sha256

from engine.bad_input import BadInput

LONGEST_KEY = 64
DIGEST = 16


def request_of(key: str, body: bytes) -> str:
    """How an act records its request: the key, and what was asked for. It is empty if there is no key. Raises
    `BadInput`.
    """
    if not key:
        return ""
    if len(key) > LONGEST_KEY or not key.isascii() or not key.isprintable() or " " in key:
        raise BadInput("key-unlike", most=str(LONGEST_KEY))
    return f"{key} {sha256(body).hexdigest()[:DIGEST]}"


def id_of(request: str, tournament: str, sitting: int) -> str:
    """The id of a request to a table. A repeated request has the same id, so the table carries it out only once."""
    return sha256(f"{tournament} {sitting} {request}".encode()).hexdigest()[:DIGEST]
