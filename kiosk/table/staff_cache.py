"""How a table keeps the staff that its clock told, for a start without it."""

from pathlib import Path

import msgspec

from kiosk.faults import Fault
from kiosk.protocol.staff import Member
from kiosk.storage.files import write_atomic


def remember(path: Path, staff: tuple[Member, ...]) -> None:
    """Keep what the clock told of the staff, for a start without it; nobody else on the machine may read it. Raises
    `Fault`."""
    write_atomic(path, msgspec.json.encode(staff), private=True)


def recall(path: Path) -> tuple[Member, ...]:
    """What was kept; nothing where nothing was. Raises `Fault` for a file that is damaged: without staff a table would
    ask nobody for a PIN."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=tuple[Member, ...])
    except FileNotFoundError:
        return ()
    except (OSError, msgspec.MsgspecError, ValueError) as error:
        raise Fault(f"{path} cannot be read: {error}", "delete it: the clock tells the staff again") from error
