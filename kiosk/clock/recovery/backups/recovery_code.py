"""The room's recovery code, and the format of the backups at tables, which only this code opens.

The code is made once, and kept only in the clock's database. A backup is a line of JSON that says how to read it, and
the content, encrypted with AES-256-GCM, which also authenticates that line. A SHA-256 of both follows, so that damage
can be distinguished from a wrong code. The key is derived from the recovery code with scrypt.
"""

import hashlib
import re
import secrets
from functools import cached_property
from pathlib import Path

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

from engine.decoders import NOT_JSON, json_decoder
from kiosk.clock.store.port import ClockStore
from kiosk.clock.store.remembered import MemoryEntry, read_row
from kiosk.faults import Fault, Unsound
from kiosk.protocol.link.recovery import Age, Header
from kiosk.protocol.pairing import LETTERS
from kiosk.storage.files import disk_faults

KIND, ID, NOTED = "recovery-code", "room", "on-paper"
"""The kind and ids of the database rows that hold the code and the note that it is written down."""
CODE_LETTERS, GROUP = 24, 4
"""The number of letters in the code and in a group. Twenty different letters give 103 bits, which nobody can guess."""
RANDOM_BYTES, SALT_BYTES = 32, 16
FORM = 1
MOST_BYTES = 64 * 1024 * 1024
_DIGEST, _NONCE = 32, 12


class OnPaper(msgspec.Struct, frozen=True):
    """The person who confirmed that the code is written down, and the time."""

    by: str
    at_ms: int


class RecoveryCode(msgspec.Struct, frozen=True, dict=True):
    """The code as it is written down, and the salt that goes with each backup."""

    code: str
    salt: bytes

    @cached_property
    def key(self) -> bytes:
        """The encryption key of backups. Deriving it takes a tenth of a second and 32 MB."""
        return key_of(self.code, self.salt)


def new_recovery_code() -> RecoveryCode:
    """A new code. All random values in the clock come from `secrets.token_hex`, which a simulation seeds."""
    number, letters = int(secrets.token_hex(RANDOM_BYTES), 16), ""
    for _ in range(CODE_LETTERS):
        number, letter = divmod(number, len(LETTERS))
        letters += LETTERS[letter]
    groups = (letters[at : at + GROUP] for at in range(0, CODE_LETTERS, GROUP))
    return RecoveryCode("-".join(groups), bytes.fromhex(secrets.token_hex(SALT_BYTES)))


def kept_recovery_code(store: ClockStore) -> RecoveryCode:
    """The room's code. If none can be read, a new one is made now, and any code on paper becomes invalid. Raises
    `Fault`."""
    if (body := store.kept(KIND).get(ID)) and (code := read_recovery_code(body)):
        return code
    made = new_recovery_code()
    store.keep(MemoryEntry(KIND, ID, msgspec.json.encode(made)), MemoryEntry(KIND, NOTED, None))
    return made


def kept_note(store: ClockStore) -> OnPaper | None:
    """The note that the code has been written down, or None if nobody has confirmed that. Raises `Fault`."""
    body = store.kept(KIND).get(NOTED)
    return read_note(body) if body else None


def read_note(body: bytes) -> OnPaper | None:
    return read_row(body, OnPaper)


def read_recovery_code(body: bytes) -> RecoveryCode | None:
    return read_row(body, RecoveryCode)


def key_of(code: str, salt: bytes) -> bytes:
    """The encryption key derived from a code, in uppercase or lowercase, with or without separators."""
    letters = re.sub(r"[^A-Z]", "", code.upper())
    return Scrypt(salt=salt, length=32, n=2**15, r=8, p=1).derive(letters.encode())


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
    damaged."""
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
