"""Pairing: the code and number that a tablet and its clock both show, for a director to compare.

Also the fixed name and the fingerprint that identify a clock under its room's certificate authority. The code and
number are derived from a nonce from each side and from the certificate authority that the tablet sees. The tablet
commits to its nonce before it learns the clock's nonce. Therefore, an attacker between them, with another certificate,
cannot choose what either side shows (short authentication strings, as in RFC 6189, section 4.4.1.1).
"""

import hashlib
import hmac
import re
import secrets
import ssl
from ipaddress import ip_address
from typing import NamedTuple
from urllib.parse import urlsplit

LETTERS = "ABCDEFGHJKMNPRSTWXYZ"
"""Letters that could be mistaken for another letter or for a digit are left out: I, L, O, Q, U and V."""
CODE_LETTERS, CHECK_DIGITS = 8, 6
CODE_MS = 10 * 60_000
"""How long a code can be approved, in milliseconds."""
NONCE_BYTES = 32
TRUSTED = "trusted"
"""Used in place of a fingerprint when the clock's TLS certificate is one that the tables' machines already trust."""
_NONCE = re.compile(r"[0-9a-f]{64}")
CLOCK_NAME = "clock.kiosk.internal"
"""The name in every certificate that a room makes for its clock, regardless of the clock's current address. No public
certificate authority signs this name."""
AUTHORITY_PATH = "/room-ca.crt"
"""The path at which the clock serves its certificate authority's certificate to anyone. The certificate is not a
secret."""
_FINGERPRINT = re.compile(r"[0-9a-f]{64}")


def fingerprint_of(authority: str) -> str:
    """The SHA-256 of a PEM certificate's DER form, as 64 hexadecimal digits. Raises `ValueError` if `authority` is not
    a PEM certificate."""
    return hashlib.sha256(ssl.PEM_cert_to_DER_cert(authority)).hexdigest()


def plain_fingerprint(written: str) -> str:
    """Normalize a fingerprint written in capitals, or with colons or spaces. Empty if it is not a fingerprint."""
    digits = re.sub(r"[\s:]", "", written).lower()
    return digits if _FINGERPRINT.fullmatch(digits) else ""


def modern(context: ssl.SSLContext) -> ssl.SSLContext:
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    return context


class CodeAndCheck(NamedTuple):
    """The code and number that both screens show."""

    code: str
    check: str


def new_nonce() -> str:
    return secrets.token_hex(NONCE_BYTES)


def commitment(nonce: str) -> str:
    """A hash that commits to a nonce without revealing it."""
    return hashlib.sha256(nonce.encode()).hexdigest()


def is_committed(nonce: str, committed: str) -> bool:
    return bool(_NONCE.fullmatch(nonce)) and hmac.compare_digest(commitment(nonce).encode(), committed.encode())


def shown(tablets: str, clocks: str, fingerprint: str) -> CodeAndCheck:
    """Derive the code and number from both nonces and the fingerprint of the authority. The fingerprint is `TRUSTED`
    for a certificate that the tables' machines already trust, and empty if the clock does not use TLS."""
    number = int.from_bytes(hashlib.sha256(f"pairing {tablets} {clocks} {fingerprint}".encode()).digest())
    number, check = divmod(number, 10**CHECK_DIGITS)
    code = ""
    for _ in range(CODE_LETTERS):
        number, letter = divmod(number, len(LETTERS))
        code += LETTERS[letter]
    return CodeAndCheck(code, f"{check:0{CHECK_DIGITS}}")


def approval_page(clock: str, code: str) -> str:
    """The URL of the page on which a director may approve the tablet that shows this code, to be scanned with a phone.
    `clock` is the clock's address as tables know it. Empty if that is a loopback address, which a phone cannot
    reach."""
    host = urlsplit(clock).hostname or ""
    try:
        is_own = ip_address(host).is_loopback
    except ValueError:
        is_own = host == "localhost"
    return "" if is_own else f"{clock.replace('ws', 'http', 1)}/director/#tablet={code}"
