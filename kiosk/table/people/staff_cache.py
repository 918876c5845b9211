"""The staff who sign in at a table, as the clock last sent them: names and roles beside the journal, for a start
without the clock. It never holds the hash of a PIN.
"""

import logging
from pathlib import Path

import msgspec

from engine.bad_input import why_bad
from engine.decoders import NOT_JSON, json_decoded
from kiosk.faults import Fault
from kiosk.protocol.staff import Signer
from kiosk.storage.files import write_atomic

log = logging.getLogger(__name__)

SOMEBODY = (Signer("?", "floor"),)
"""The staff if the names are damaged: an unknown person whom only the clock knows. With no staff at all, a table would
not ask anyone for a PIN, but the table has to start.
"""


class StaffCache:
    """The file `table.journal.signers`."""

    def __init__(self, journal: Path) -> None:
        self._path = journal.with_name(f"{journal.name}.signers")

    def read(self) -> tuple[Signer, ...]:
        """The staff sent last; empty if there is no cache. `SOMEBODY` if it is damaged, until the clock sends them
        again."""
        try:
            return _read(self._path)
        except Fault as fault:
            log.error("%s; no PIN of the floor counts until the clock is there", fault)
            return SOMEBODY

    def write(self, staff: tuple[Signer, ...]) -> None:
        """Save their names and roles, readable only by the owner. Raises `Fault`."""
        write_atomic(self._path, msgspec.json.encode(_named(staff)))


def _named(staff: tuple[Signer, ...]) -> tuple[Signer, ...]:
    return tuple(Signer(one.name, one.role) for one in staff)


def _read(path: Path) -> tuple[Signer, ...]:
    try:
        return json_decoded(path.read_bytes(), tuple[Signer, ...])
    except FileNotFoundError:
        return ()
    except (OSError, *NOT_JSON) as error:
        raise Fault("staff-unreadable", path=str(path), error=why_bad(error)) from error
