"""The address of a table's page for the device that shows it. Its secret part is kept beside the table's journal."""

import secrets
from contextlib import suppress
from pathlib import Path

from kiosk.clock.clients.site_address import own_address
from kiosk.faults import Fault
from kiosk.storage.files import write_atomic

EVERY_ADDRESS = "0.0.0.0"
PORT = 8090
TOKEN_BYTES, TOKEN_LETTERS = 32, 43


def kept_token(journal: Path) -> str:
    """The secret part of the table's address, which stays the same from one start to the next. It is in a file beside
    the journal that only this user can read. Raises `Fault`."""
    path = journal.with_name(f"{journal.name}.glass")
    try:
        with suppress(FileNotFoundError, UnicodeDecodeError):
            token = path.read_text("utf-8").strip()
            if len(token) == TOKEN_LETTERS:
                return token
        token = secrets.token_urlsafe(TOKEN_BYTES)
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomic(path, f"{token}\n")
    except OSError as error:
        raise Fault("glass-token", path=str(path), error=error.strerror or str(error)) from error
    return token


def glass_address(host: str, port: int, token: str) -> str:
    """The address to open on the device."""
    host = (own_address() or "127.0.0.1") if host in (EVERY_ADDRESS, "::") else host
    host = f"[{host}]" if ":" in host else host
    return f"http://{host}:{port}/glass/#token={token}"
