"""What a tablet that asks to be a table and its clock show, for a director to compare: a code and a number.

Both follow from a nonce of either side and from the certificate authority that the tablet sees. The tablet is bound to
its nonce before it learns the clock's, so that who stands between them, with another certificate, cannot choose what
either shows (short authentication strings, as in RFC 6189, section 4.4.1.1).
"""

import hashlib
import hmac
import re
import secrets
from ipaddress import ip_address
from typing import NamedTuple
from urllib.parse import urlsplit

LETTERS = "ABCDEFGHJKMNPRSTWXYZ"
"""None looks like another, or like a digit: no I, L, O, Q, U, V."""
CODE_LETTERS, CHECK_DIGITS = 8, 6
CODE_MS = 10 * 60_000
"""How long a code can be approved."""
NONCE_BYTES = 32
TRUSTED = "trusted"
"""In place of a fingerprint where the clock speaks TLS by a certificate that its tables' machines trust."""
_NONCE = re.compile(r"[0-9a-f]{64}")


class CodeAndCheck(NamedTuple):
    """What both screens show."""

    code: str
    check: str


def new_nonce() -> str:
    """64 hexadecimal digits that nobody can guess."""
    return secrets.token_hex(NONCE_BYTES)


def commitment(nonce: str) -> str:
    """What binds to a nonce without telling it."""
    return hashlib.sha256(nonce.encode()).hexdigest()


def is_committed(nonce: str, committed: str) -> bool:
    """Whether it is a nonce, and the one that was bound to."""
    return bool(_NONCE.fullmatch(nonce)) and hmac.compare_digest(commitment(nonce).encode(), committed.encode())


def shown(tablets: str, clocks: str, fingerprint: str) -> CodeAndCheck:
    """What follows from the nonces and the authority's fingerprint, `TRUSTED`, or nothing where the clock speaks no
    TLS."""
    number = int.from_bytes(hashlib.sha256(f"pairing {tablets} {clocks} {fingerprint}".encode()).digest())
    number, check = divmod(number, 10**CHECK_DIGITS)
    code = ""
    for _ in range(CODE_LETTERS):
        number, letter = divmod(number, len(LETTERS))
        code += LETTERS[letter]
    return CodeAndCheck(code, f"{check:0{CHECK_DIGITS}}")


def approval_page(clock: str, code: str) -> str:
    """Where a director lets in the tablet that shows this code, for the camera of a phone: to nobody else does it open.
    `clock` is its address as tables have it; empty where that is the tablet's own machine, which no phone finds."""
    host = urlsplit(clock).hostname or ""
    try:
        is_own = ip_address(host).is_loopback
    except ValueError:
        is_own = host == "localhost"
    return "" if is_own else f"{clock.replace('ws', 'http', 1)}/director/#tablet={code}"
