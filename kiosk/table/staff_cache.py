"""The staff that the clock named, cached beside the journal for a start without the clock."""

from pathlib import Path

import msgspec

from engine.bad_input import why_bad
from engine.decoders import json_decoded
from kiosk.faults import Fault
from kiosk.protocol.staff import Member
from kiosk.storage.files import write_atomic


def write_staff(path: Path, staff: tuple[Member, ...]) -> None:
    """Write the cache, readable only by its owner. Raises `Fault`."""
    write_atomic(path, msgspec.json.encode(staff))


def read_staff(path: Path) -> tuple[Member, ...]:
    """The cached staff; empty if there is no cache. Raises `Fault` for a damaged file: without staff a table would ask
    nobody for a PIN."""
    try:
        return json_decoded(path.read_bytes(), tuple[Member, ...])
    except FileNotFoundError:
        return ()
    except (OSError, msgspec.MsgspecError, ValueError) as error:
        raise Fault("staff-unreadable", path=str(path), error=why_bad(error)) from error
