"""The room's recovery code: opens the backups of the clock that tables keep. Made once, and kept in the clock's
database alone."""

import re
import secrets
from functools import cached_property

import msgspec
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

from kiosk.clock.store.remembered import Kept
from kiosk.clock.store.rows import read_row
from kiosk.clock.store.store import Store
from kiosk.protocol.pairing import LETTERS

KIND, ID, NOTED = "recovery-code", "room", "on-paper"
"""Where the database has it, and that somebody has it on paper."""
CODE_LETTERS, GROUP = 24, 4
"""Of twenty letters: 103 bits, that no computer guesses."""
RANDOM_BYTES, SALT_BYTES = 32, 16


class OnPaper(msgspec.Struct, frozen=True):
    """Who said when that the code is written down."""

    by: str
    at_ms: int


class RecoveryCode(msgspec.Struct, frozen=True, dict=True):
    """The code as it is written down, and the salt that goes with each backup."""

    code: str
    salt: bytes

    @cached_property
    def key(self) -> bytes:
        """What backups are encrypted with. It takes a tenth of a second and 32 MB."""
        return key_of(self.code, self.salt)


def new_recovery_code() -> RecoveryCode:
    """One that nobody can guess. All chance of the clock is from `secrets.token_hex`, which a simulation seeds."""
    number, letters = int(secrets.token_hex(RANDOM_BYTES), 16), ""
    for _ in range(CODE_LETTERS):
        number, letter = divmod(number, len(LETTERS))
        letters += LETTERS[letter]
    groups = (letters[at : at + GROUP] for at in range(0, CODE_LETTERS, GROUP))
    return RecoveryCode("-".join(groups), bytes.fromhex(secrets.token_hex(SALT_BYTES)))


def kept_recovery_code(store: Store) -> RecoveryCode:
    """The room's, made now if it has none yet, or none that can be read: whatever is on paper is another one then.
    Raises `Fault`."""
    if (body := store.kept(KIND).get(ID)) and (code := read_recovery_code(body)):
        return code
    made = new_recovery_code()
    store.keep(Kept(KIND, ID, msgspec.json.encode(made)), Kept(KIND, NOTED, None))
    return made


def kept_note(store: Store) -> OnPaper | None:
    """That it is written down; None where nobody has said so. Raises `Fault`."""
    body = store.kept(KIND).get(NOTED)
    return read_note(body) if body else None


def read_note(body: bytes) -> OnPaper | None:
    """As the database has it; None for what cannot be read."""
    return read_row(body, OnPaper)


def read_recovery_code(body: bytes) -> RecoveryCode | None:
    """As the database has it; None for what cannot be read."""
    return read_row(body, RecoveryCode)


def key_of(code: str, salt: bytes) -> bytes:
    """The key of a code, however that was typed."""
    letters = re.sub(r"[^A-Z]", "", code.upper())
    return Scrypt(salt=salt, length=32, n=2**15, r=8, p=1).derive(letters.encode())
