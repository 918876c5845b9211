"""The format of a backup that tables keep. It is encrypted, so that anyone who has the tablet learns nothing from
it.

A line of JSON says how to read it. The content follows, encrypted with AES-256-GCM, which also authenticates that
line, and then a SHA-256 of both, so that damage can be distinguished from a wrong code. The key is derived from the
recovery code with scrypt.
"""

import hashlib
import secrets
from pathlib import Path

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from engine.decoders import NOT_JSON, json_decoder
from kiosk.clock.recovery.backups.recovery_code import RecoveryCode, key_of
from kiosk.faults import Fault, Unsound
from kiosk.protocol.clock_backup import Age, Header
from kiosk.storage.files import disk_faults

__all__ = ["FORM", "Age", "EncryptedBackup", "encrypted", "read_encrypted"]

FORM = 1
MOST_BYTES = 64 * 1024 * 1024
"""The maximum size, in bytes, of a backup that is read."""
_DIGEST, _NONCE = 32, 12


class _Form(msgspec.Struct, frozen=True):
    kiosk_backup: int


class EncryptedBackup(msgspec.Struct, frozen=True):
    """An encrypted backup that was read and is undamaged."""

    path: Path
    header: Header
    line: bytes
    sealed: bytes

    def content(self, code: str) -> bytes:
        """The decrypted content. Raises `Fault` for a wrong code."""
        try:
            return AESGCM(key_of(code, self.header.salt)).decrypt(self.header.nonce, self.sealed, self.line)
        except InvalidTag:
            raise Fault("backup-code-wrong", path=str(self.path)) from None


def encrypted(content: bytes, age: Age, by: RecoveryCode) -> bytes:
    nonce = secrets.token_bytes(_NONCE)
    line = msgspec.json.encode(Header(FORM, age, by.salt, nonce)) + b"\n"
    body = line + AESGCM(by.key).encrypt(nonce, content, line)
    return body + hashlib.sha256(body).digest()


def read_encrypted(path: Path) -> EncryptedBackup:
    """Read an encrypted backup. Raises `Fault` if the file is not one or has a newer format, or `Unsound` if it is
    damaged or truncated.
    """
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
