"""The form of a backup that tables keep: encrypted, so that whoever has the tablet learns nothing of it.

A line of JSON that says how it is read, the content by AES-256-GCM with that line authenticated, and a SHA-256 of both:
damage is told from a wrong code. The key is the recovery code's, by scrypt.
"""

import hashlib
import secrets
from pathlib import Path

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from engine.decoders import NOT_JSON, json_decoder
from kiosk.clock.backup.recovery_code import RecoveryCode, key_of
from kiosk.faults import Fault, Unsound
from kiosk.protocol.clock_backup import Age, Header
from kiosk.storage.files import disk_faults

__all__ = ["FORM", "Age", "EncryptedBackup", "encrypted", "read_encrypted"]

FORM = 1
MOST_BYTES = 64 * 1024 * 1024
"""Of one that is read."""
_DIGEST, _NONCE = 32, 12


class _Form(msgspec.Struct, frozen=True):
    kiosk_backup: int


class EncryptedBackup(msgspec.Struct, frozen=True):
    """One that was read, and is as it was written."""

    path: Path
    header: Header
    line: bytes
    sealed: bytes

    def content(self, code: str) -> bytes:
        """What is in it. Raises `Fault` for another code."""
        try:
            return AESGCM(key_of(code, self.header.salt)).decrypt(self.header.nonce, self.sealed, self.line)
        except InvalidTag:
            raise Fault("backup-code-wrong", path=str(self.path)) from None


def encrypted(content: bytes, age: Age, by: RecoveryCode) -> bytes:
    """The file."""
    nonce = secrets.token_bytes(_NONCE)
    line = msgspec.json.encode(Header(FORM, age, by.salt, nonce)) + b"\n"
    body = line + AESGCM(by.key).encrypt(nonce, content, line)
    return body + hashlib.sha256(body).digest()


def read_encrypted(path: Path) -> EncryptedBackup:
    """Raises `Fault` for what is no such file or of a newer form, `Unsound` for one that is damaged or cut short."""
    with disk_faults(path), path.open("rb") as file:
        data = file.read(MOST_BYTES)
    line, end, rest = data.partition(b"\n")
    line += end
    try:
        form = json_decoder(_Form).decode(line).kiosk_backup
        if form > FORM:
            raise Fault("written-by-newer", path=str(path), form=form, known=FORM)
        header = json_decoder(Header).decode(line)
    except NOT_JSON:
        raise Fault("no-encrypted-backup", path=str(path)) from None
    sealed, digest = rest[:-_DIGEST], rest[-_DIGEST:]
    if hashlib.sha256(line + sealed).digest() != digest:
        raise Unsound("backup-cut-short", path=str(path))
    return EncryptedBackup(path, header, line, sealed)
