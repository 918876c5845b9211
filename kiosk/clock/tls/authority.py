"""The room's own certificate authority, and the certificate of its clock.

The authority may only sign for names and addresses inside a building, so a stolen key cannot be used to impersonate a
bank. RFC 5280; the server's certificate is valid for less time than browsers allow (825 days).
"""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address, ip_network
from typing import NamedTuple

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from kiosk.clock.tls.room_key import signing_key
from kiosk.protocol.pairing import CLOCK_NAME

ALWAYS = datetime(1970, 1, 1, tzinfo=UTC), datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC)
"""The validity period of an authority. One made on a machine with an empty clock battery must not be expired once the
date is correct, because the tables do not know any other authority (RFC 5280, section 4.1.2.5)."""
SERVER_DAYS = 396
RENEWED_DAYS = 180
BACKDATED = timedelta(days=400)
"""How far certificates are backdated: the clock of a table's machine may be behind by as long as the machine was in
storage."""
NETWORKS = ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "127.0.0.0/8", "fc00::/7", "fe80::/10",
            "::1/128")  # fmt: skip
DOMAINS = ("local", "localhost", "internal", "lan", "home.arpa")


class CertifiedKey(NamedTuple):
    certificate: bytes
    key: bytes


def new_authority(host: str) -> CertifiedKey:
    """An authority for a room whose clock's machine is called `host`."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, f"Poker room of {host}"[:64])])
    domains = [x509.DNSName(one) for one in (*DOMAINS, *_as_domain(host))]
    networks = [x509.IPAddress(ip_network(one)) for one in NETWORKS]
    usage = x509.KeyUsage(False, False, False, False, False, True, True, False, False)  # signs certificates and lists
    made = (
        _builder(name, name, key.public_key(), *ALWAYS)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(usage, critical=True)
        .add_extension(x509.NameConstraints([*domains, *networks], None), critical=True)
        .sign(key, hashes.SHA256())
    )
    return CertifiedKey(_pem(made), _key_pem(key))


def new_server(authority: CertifiedKey, names: Iterable[str], now: datetime) -> CertifiedKey:
    """A clock's certificate for those of the given names that the authority may sign. Raises `ValueError` for an
    invalid authority."""
    signer, its_key = (
        x509.load_pem_x509_certificate(authority.certificate),
        signing_key(authority.certificate, authority.key),
    )
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, CLOCK_NAME)])
    usage = x509.KeyUsage(True, False, False, False, False, False, False, False, False)  # signs a handshake
    begins, ends = now - BACKDATED, now + timedelta(days=SERVER_DAYS)
    made = (
        _builder(name, signer.subject, key.public_key(), begins, ends)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(usage, critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.SubjectAlternativeName(_subjects(signer, names)), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(its_key.public_key()), critical=False)
        .sign(its_key, hashes.SHA256())
    )
    return CertifiedKey(_pem(made), _key_pem(key))


def is_fit(server: bytes, authority: bytes, names: Iterable[str], now: datetime) -> bool:
    """Whether a server's certificate, as PEM, is from this authority, covers these names, and is valid for long enough.
    Raises `ValueError` for an invalid certificate."""
    mine, signer = x509.load_pem_x509_certificate(server), x509.load_pem_x509_certificate(authority)
    subjects = mine.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    lasts = mine.not_valid_before_utc <= now <= mine.not_valid_after_utc - timedelta(days=RENEWED_DAYS)
    try:
        mine.verify_directly_issued_by(signer)
    except (ValueError, TypeError, InvalidSignature):
        return False
    return lasts and set(_subjects(signer, names)) <= set(subjects)


def _builder(
    name: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePublicKey, begins: datetime, ends: datetime
) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(issuer)
        .public_key(key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(begins)
        .not_valid_after(ends)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key), critical=False)
    )


def _subjects(signer: x509.Certificate, names: Iterable[str]) -> list[x509.GeneralName]:
    allowed = signer.extensions.get_extension_for_class(x509.NameConstraints).value.permitted_subtrees or []
    domains = [str(one.value) for one in allowed if isinstance(one, x509.DNSName)]
    networks = [ip_network(str(one.value)) for one in allowed if isinstance(one, x509.IPAddress)]
    found: list[x509.GeneralName] = []
    for name in dict.fromkeys((CLOCK_NAME, *names)):
        try:
            address = ip_address(name)
        except ValueError:
            if any(name == domain or name.endswith(f".{domain}") for domain in domains):
                found.append(x509.DNSName(name))
            continue
        if any(address in network for network in networks):
            found.append(x509.IPAddress(address))
    return found


def _as_domain(host: str) -> tuple[str, ...]:
    return (host,) if host.isascii() and host.replace("-", "").replace(".", "").isalnum() else ()


def _pem(certificate: x509.Certificate) -> bytes:
    return certificate.public_bytes(serialization.Encoding.PEM)


def _key_pem(key: ec.EllipticCurvePrivateKey) -> bytes:
    plain = serialization.NoEncryption()
    return key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, plain)
