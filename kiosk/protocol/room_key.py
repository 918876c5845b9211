"""The key of a room's certificate authority: whether it can still sign, months before it has to."""

from pathlib import Path

from cryptography import x509
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

from kiosk.faults import Fault
from kiosk.protocol.pinned import AUTHORITY_FILE, SERVER_FILE, tls_folder
from kiosk.storage.files import disk_faults
from kiosk.storage.plain import check_plain

KEY_FILE = "room-ca.key"


def signing_key(certificate: bytes, key: bytes) -> ec.EllipticCurvePrivateKey:
    """The key of an authority; both are PEM. Raises `ValueError` where it is none, or another's."""
    try:
        found = serialization.load_pem_private_key(key, None)
    except (TypeError, UnsupportedAlgorithm) as error:  # encrypted, or of a kind that this machine does not know
        raise ValueError(str(error)) from error
    if not isinstance(found, ec.EllipticCurvePrivateKey):
        raise ValueError("not a key of ours")
    if found.public_key() != x509.load_pem_x509_certificate(certificate).public_key():
        raise ValueError("the key of another authority")
    return found


def authority_fault(database: Path) -> Fault | None:
    """What is wrong with the authority by which a clock renews the certificate of its room: it serves for months with
    the one that it has, and nobody would notice before. None where all is well, and where there is none yet."""
    folder = tls_folder(database)
    signs, signs_key = folder / AUTHORITY_FILE, folder / KEY_FILE
    try:
        with disk_faults(folder):
            if signs.exists() or (folder / SERVER_FILE).exists():
                check_plain([signs, signs_key])
                signing_key(signs.read_bytes(), signs_key.read_bytes())
    except Fault as fault:
        is_gone = isinstance(fault.__cause__, FileNotFoundError)
        return Fault("room-ca-damaged", path=str(folder)) if is_gone else fault
    except ValueError:
        return Fault("room-ca-damaged", path=str(folder))
    return None
