"""How a clock is known by its room's certificate authority: the name that it always has, and the fingerprint."""

import hashlib
import re
import ssl
from pathlib import Path

CLOCK_NAME = "clock.kiosk.internal"
"""In every certificate that a room makes for its clock, whatever its address is today. No public authority signs it."""
AUTHORITY_PATH = "/room-ca.crt"
"""Where the clock gives its authority's certificate to anybody; a secret it is not."""
AUTHORITY_FILE, SERVER_FILE = "room-ca.crt", "clock.pem"
_FINGERPRINT = re.compile(r"[0-9a-f]{64}")


def fingerprint_of(authority: str) -> str:
    """Of a certificate as PEM: the SHA-256 of its DER, 64 hexadecimal digits. Raises `ValueError` for none."""
    return hashlib.sha256(ssl.PEM_cert_to_DER_cert(authority)).hexdigest()


def plain_fingerprint(written: str) -> str:
    """A fingerprint however it was written: in capitals, with colons or spaces. Empty for none."""
    digits = re.sub(r"[\s:]", "", written).lower()
    return digits if _FINGERPRINT.fullmatch(digits) else ""


def tls_folder(database: Path) -> Path:
    """Where the room's own certificates are, beside the clock's database."""
    return database.with_name(f"{database.name}.tls")


def modern(context: ssl.SSLContext) -> ssl.SSLContext:
    """TLS 1.3 alone."""
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    return context
