"""The certificate authority that all clocks of a room on a server share: the first of them puts it into the database,
and no clock starts with another."""

import socket
from contextlib import suppress

from kiosk.clock.settings import ClockSettings
from kiosk.clock.store.kept_authority import KIND, entry_of, kept_authority
from kiosk.clock.store.place import StorePlace, kept_on_server
from kiosk.clock.store.port import ClockStore
from kiosk.clock.tls.authority import new_authority
from kiosk.clock.tls.room_key import authority_fault
from kiosk.faults import Fault
from kiosk.storage.tls_files import AUTHORITY_FILE, SERVER_FILE, RoomAuthority, authority_in, check_same, tls_folder


def room_authority(store: ClockStore, settings: ClockSettings) -> RoomAuthority | None:
    """The authority in the database on a server. A database that has none gets the one in this machine's folder, or a
    new one. None if the clock's certificates are not in the database. Raises `Fault`."""
    if not settings.server or not settings.tls or settings.certificate:
        return None
    try:
        kept = kept_authority(store.kept(KIND))
    except Fault:
        if store.news:
            return None  # a clock that only follows signs nothing
        raise
    if kept is None and not store.news and (kept := _first(settings)):
        store.keep(entry_of(kept))
    if kept:
        check_same(kept, settings.state)
    return kept


def check_authority(settings: ClockSettings) -> None:
    """Raises `Fault` if this clock could not take over, because it has other certificates than the room. If the server
    does not answer, this is found out later."""
    rows = dict[str, bytes]()
    if settings.tls and not settings.certificate:
        with suppress(Fault):
            rows = kept_on_server(StorePlace(settings.state, settings.server), KIND)
    if kept := kept_authority(rows):
        check_same(kept, settings.state)


def _first(settings: ClockSettings) -> RoomAuthority | None:
    """The authority for a database that has none. None if this machine's folder has one without a sound key: the clock
    then keeps its current certificate until that expires, as a clock without a server does."""
    folder = tls_folder(settings.state)
    if (folder / AUTHORITY_FILE).exists() or (folder / SERVER_FILE).exists():
        return None if authority_fault(settings.state) else authority_in(folder)
    made = new_authority(socket.gethostname())
    return RoomAuthority(made.certificate.decode(), made.key.decode())
