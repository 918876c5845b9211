"""Where a demo is kept, and that nobody else's runs there."""

import os
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

from engine.bad_input import why_bad
from kiosk.faults import Fault
from kiosk.storage.files import take_lock

MOST = 9
"""So many demos at once, for one person."""


class Kept(NamedTuple):
    """A folder that is ours until the demo ends."""

    path: Path
    is_first: bool
    """Whether nothing was there before."""
    is_other: bool
    """Whether another demo runs in the usual one."""


def kept(asked: Path | None, headless: bool, ending: ExitStack) -> Kept:
    """The folder asked for; else a temporary one when headless, else a usual one that is free. Raises `Fault`."""
    if asked is None and headless:
        asked = Path(ending.enter_context(tempfile.TemporaryDirectory(prefix="kiosk-demo-")))
    state = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    usual = [Path(state) / f"kiosk-demo{number}" for number in ("", *(f"-{more}" for more in range(2, MOST + 1)))]
    for folder in [asked] if asked else usual:
        is_first = not (folder / "room.json").exists()
        try:
            folder.mkdir(parents=True, exist_ok=True)
            ending.enter_context(take_lock(folder / "demo.lock"))
        except BlockingIOError:
            continue
        except OSError as error:
            raise Fault("demo-folder", folder=str(folder), error=why_bad(error)) from error
        return Kept(folder, is_first, asked is None and folder != usual[0])
    raise Fault("demo-folder-busy", folder=str(asked or usual[0]))
