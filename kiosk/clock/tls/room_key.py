"""Checks months in advance that the key of a room's certificate authority can still sign."""

from pathlib import Path

from cryptography import x509
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

from kiosk.faults import Fault
from kiosk.storage.files import disk_faults
from kiosk.storage.plain import check_plain
from kiosk.storage.tls_files import AUTHORITY_FILE, KEY_FILE, SERVER_FILE, RoomAuthority, check_same, tls_folder


def signing_key(certificate: bytes, key: bytes) -> ec.EllipticCurvePrivateKey:
    """Load an authority's private key; both arguments are PEM. Raises `ValueError` if it is not a key, or belongs to
    another authority."""
    try:
        found = serialization.load_pem_private_key(key, None)
    except (TypeError, UnsupportedAlgorithm) as error:  # encrypted, or of a kind that this machine does not know
        raise ValueError(str(error)) from error
    if not isinstance(found, ec.EllipticCurvePrivateKey):
        raise ValueError("not a key of ours")
    if found.public_key() != x509.load_pem_x509_certificate(certificate).public_key():
        raise ValueError("the key of another authority")
    return found


def authority_fault(database: Path, kept: RoomAuthority | None = None) -> Fault | None:
    """A problem with the authority that renews the clock's certificate, or None if there is no problem or no authority.
    It is the one `kept` in a database on a server, or else in this machine's folder.

    The clock runs for months on its current certificate, so otherwise nobody would notice the problem until then.
    """
    folder = tls_folder(database)
    signs, signs_key = folder / AUTHORITY_FILE, folder / KEY_FILE
    try:
        if kept:
            check_same(kept, database)
            signing_key(kept.certificate.encode(), kept.key.encode())
            return None
        with disk_faults(folder):
            if signs.exists() or (folder / SERVER_FILE).exists():
                check_plain([signs, signs_key])
                signing_key(signs.read_bytes(), signs_key.read_bytes())
    except Fault as fault:
        is_gone = isinstance(fault.__cause__, FileNotFoundError)
        return Fault("room-ca-damaged", path=str(folder)) if is_gone else fault
    except ValueError:
        return Fault("room-ca-entry-damaged") if kept else Fault("room-ca-damaged", path=str(folder))
    return None
