"""The two things that identify a clock under its room's certificate authority: its fixed name and the fingerprint."""

import hashlib
import re
import ssl
from pathlib import Path

CLOCK_NAME = "clock.kiosk.internal"
"""The name in every certificate that a room makes for its clock, regardless of the clock's current address. Public
authorities do not sign it."""
AUTHORITY_PATH = "/room-ca.crt"
"""The path at which the clock gives its authority's certificate to anyone. The certificate is not a secret."""
AUTHORITY_FILE, SERVER_FILE = "room-ca.crt", "clock.pem"
_FINGERPRINT = re.compile(r"[0-9a-f]{64}")


def fingerprint_of(authority: str) -> str:
    """The fingerprint of a PEM certificate: the SHA-256 of its DER, 64 hexadecimal digits. Raises `ValueError` if it is
    not one."""
    return hashlib.sha256(ssl.PEM_cert_to_DER_cert(authority)).hexdigest()


def plain_fingerprint(written: str) -> str:
    """Normalize a fingerprint written in capitals, or with colons or spaces. Empty if it is not a fingerprint."""
    digits = re.sub(r"[\s:]", "", written).lower()
    return digits if _FINGERPRINT.fullmatch(digits) else ""


def tls_folder(database: Path) -> Path:
    """The folder of the room's own certificates, next to the clock's database."""
    return database.with_name(f"{database.name}.tls")


def modern(context: ssl.SSLContext) -> ssl.SSLContext:
    """A TLS context that accepts only TLS 1.3."""
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    return context
