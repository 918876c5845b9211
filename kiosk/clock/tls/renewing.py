"""Renews the clock's certificate while the clock is running. If the certificate has expired or its file was replaced,
the next connection uses a new one. A machine without a battery learns the date only once it has a network connection,
after the clock has started.
"""

import asyncio
import logging
from datetime import UTC, datetime
from pathlib import Path

from kiosk.clock.settings import ClockSettings
from kiosk.clock.tls.served import Served, context_of, names_of, renew
from kiosk.faults import Fault
from kiosk.protocol.pinned import SERVER_FILE, tls_folder
from kiosk.storage.files import disk_faults

EVERY_S = 60.0
log = logging.getLogger(__name__)


class Renewing:
    """Renews the certificate of one running clock."""

    def __init__(self, settings: ClockSettings, served: Served) -> None:
        """Raises `Fault`."""
        self._settings = settings
        self._served = served
        self._folder = None if settings.certificate else tls_folder(settings.database)
        self._certificate = settings.certificate or tls_folder(settings.database) / SERVER_FILE
        self._key = settings.certificate_key if settings.certificate else None
        self._loaded = self._read()
        self._said = ""

    def look(self, now: datetime) -> bool:
        """Renew the room's own certificate if it is due. Returns whether the files hold a usable certificate other
        than the one that is served. A problem is logged once, and the clock continues as before."""
        try:
            if self._folder:
                renew(self._folder, names_of(self._settings.host), now)
            if (found := self._read()) == self._loaded:
                return False
            context_of(self._certificate, self._key)  # if it is unusable, the running one is not touched
        except Fault as fault:
            if str(fault) != self._said:
                log.error("the certificate is as it was: %s", fault)
            self._said = str(fault)
            return False
        self._loaded, self._said = found, ""
        return True

    def serve(self) -> None:
        """Serve with the certificate that `look` found. Call this in the thread that accepts connections, because
        OpenSSL allows no other thread to change what new connections start with."""
        try:
            self._served.context.load_cert_chain(self._certificate, self._key, password=lambda: "")
        except OSError as error:  # replaced again since then
            self._loaded = ()
            log.error("the certificate cannot be used yet: %s", error)
        else:
            log.info("the clock serves with another certificate from now on")

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
