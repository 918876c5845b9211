"""The certificate for the clock's staff and tables: one that is given in the settings, or the room's own.

The room's own certificates are created at the first start, in a folder beside the database that only its user can read.
A certificate that expires, or lacks a new address of this machine, is renewed, even while the clock runs: a machine
without a battery learns the date from the network. The authority is kept, because tables recognize the clock by it.
"""

import asyncio
import errno
import logging
import os
import socket
import ssl
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from kiosk.clock.clients.site_address import own_address
from kiosk.clock.settings import ClockSettings
from kiosk.clock.tls import authority
from kiosk.faults import Fault
from kiosk.protocol.pairing import fingerprint_of, modern
from kiosk.storage.files import disk_faults, write_atomic
from kiosk.storage.plain import check_plain
from kiosk.storage.tls_files import AUTHORITY_FILE, KEY_FILE, SERVER_FILE, RoomAuthority, tls_folder

EVERY_S = 60.0
log = logging.getLogger(__name__)


class Served(NamedTuple):
    """The clock's TLS context, and its room's authority as PEM. The authority is empty if another authority issued the
    certificate. `kept` is the authority in the database, if that is on a server."""

    context: ssl.SSLContext
    authority: str = ""
    kept: RoomAuthority | None = None

    @property
    def fingerprint(self) -> str:
        return fingerprint_of(self.authority) if self.authority else ""


def served_by(settings: ClockSettings, now: datetime | None = None, kept: RoomAuthority | None = None) -> Served | None:
    """The TLS to serve with, or None for plain HTTP. `kept` is the authority in the database. Raises `Fault` for
    certificates that cannot be used."""
    if settings.certificate:
        return Served(context_of(settings.certificate, settings.certificate_key))
    if not settings.tls:
        return None
    folder = tls_folder(settings.state)
    renew(folder, names_of(settings.host), now or datetime.now(UTC), kept)
    return Served(context_of(folder / SERVER_FILE, None), authority_of(settings.state), kept)


def authority_of(database: Path) -> str:
    path = tls_folder(database) / AUTHORITY_FILE
    with disk_faults(path):
        return path.read_text("ascii")


def renew(folder: Path, names: tuple[str, ...], now: datetime, kept: RoomAuthority | None = None) -> None:
    """Create the certificates that are missing or have expired. With the authority `kept` in the database, the folder
    has only a copy of its certificate. Raises `Fault`, including for a damaged authority, because every table would
    reject a new one."""
    signs, signs_key, server = folder / AUTHORITY_FILE, folder / KEY_FILE, folder / SERVER_FILE
    with disk_faults(folder):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        folder.chmod(0o700)
    check_plain([signs, signs_key, server])
    if kept:
        if not signs.exists() or signs.read_bytes() != kept.certificate.encode():
            write_atomic(signs, kept.certificate)
    elif not signs.exists():
        if server.exists():
            raise Fault("room-ca-unusable", path=str(folder), error=f"{AUTHORITY_FILE}: {os.strerror(errno.ENOENT)}")
        made = authority.new_authority(socket.gethostname())
        write_atomic(signs_key, made.key)
        write_atomic(signs, made.certificate)
    try:
        its_own = signs.read_bytes()
        with suppress(FileNotFoundError, ValueError):
            if authority.is_fit(server.read_bytes(), its_own, names, now):
                return
        key = kept.key.encode() if kept else signs_key.read_bytes()
        made = authority.new_server(authority.CertifiedKey(its_own, key), names, now)
    except (OSError, ValueError) as error:
        if kept and isinstance(error, ValueError):
            raise Fault("room-ca-entry-damaged") from error
        raise Fault("room-ca-unusable", path=str(folder), error=str(error)) from error
    write_atomic(server, made.key + made.certificate + its_own)


def names_of(host: str) -> tuple[str, ...]:
    name = socket.gethostname()
    named = (name, f"{name.partition('.')[0]}.local", "localhost", "127.0.0.1", "::1")
    return tuple(dict.fromkeys(filter(None, (*named, host.partition("%")[0], own_address()))))


def context_of(certificate: Path, key: Path | None) -> ssl.SSLContext:
    """A TLS 1.3 context with the certificate from a file, and its key from the same file or another. Raises `Fault`."""
    context = modern(ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER))
    try:
        context.load_cert_chain(certificate, key, password=lambda: "")  # a service has no one to ask for a password
    except (OSError, ssl.SSLError) as error:
        reason = os.strerror(error.errno).lower() if isinstance(error, FileNotFoundError) and error.errno else error
        raise Fault("certificate-unusable", path=str(certificate), error=str(reason)) from error
    return context


class Renewing:
    def __init__(self, settings: ClockSettings, served: Served) -> None:
        """Raises `Fault`."""
        self._settings = settings
        self._served = served
        self._folder = None if settings.certificate else tls_folder(settings.state)
        self._certificate = settings.certificate or tls_folder(settings.state) / SERVER_FILE
        self._key = settings.certificate_key if settings.certificate else None
        self._loaded = self._read()
        self._said = ""

    def look(self, now: datetime) -> bool:
        """Renew the room's own certificate if it is due. Returns whether the files hold a usable certificate other than
        the one that is served. A problem is logged once, and the clock continues as before."""
        try:
            if self._folder:
                renew(self._folder, names_of(self._settings.host), now, self._served.kept)
            if (found := self._read()) == self._loaded:
                return False
            context_of(self._certificate, self._key)  # if it is unusable, the running one is not touched
        except Fault as fault:
            if str(fault) != self._said:
                log.error("the certificate has not changed: %s", fault)
            self._said = str(fault)
            return False
        self._loaded, self._said = found, ""
        return True

    def serve(self) -> None:
        """Serve with the certificate that `look` found. Belongs to the thread that accepts connections: no other thread
        may change an OpenSSL context that new connections use."""
        try:
            self._served.context.load_cert_chain(self._certificate, self._key, password=lambda: "")
        except OSError as error:  # replaced again since then
            self._loaded = ()
            log.error("the certificate cannot be used yet: %s", error)
        else:
            log.info("the clock now uses a different certificate")

    def _read(self) -> tuple[bytes, ...]:
        files: tuple[Path, ...] = (self._certificate, *([self._key] if self._key else ()))
        with disk_faults(self._certificate):
            return tuple(file.read_bytes() for file in files)


async def keep_renewing(settings: ClockSettings, served: Served | None) -> None:
    """Run until canceled. Returns immediately if the clock uses plain HTTP. Raises `Fault`."""
    if not served:
        return
    renewing = Renewing(settings, served)
    while True:
        await asyncio.sleep(EVERY_S)
        if await asyncio.to_thread(renewing.look, datetime.now(UTC)):
            renewing.serve()
