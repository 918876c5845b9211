"""Chooses the demo's folder, and locks it so that no other demo uses it."""

import os
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

from engine.bad_input import why_bad
from kiosk.faults import Fault
from kiosk.storage.files import take_lock

MOST = 9
"""The largest number of demos that one user can run at once."""


class DemoFolder(NamedTuple):
    """A folder that this demo keeps locked until it ends."""

    path: Path
    is_first: bool
    """Whether no demo has used the folder before."""
    is_other: bool
    """Whether the usual folder was taken by another demo."""


def kept(asked: Path | None, headless: bool, ending: ExitStack) -> DemoFolder:
    """Lock the folder asked for, a temporary one if headless, or the first usual one that is free. Raises `Fault`."""
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
        return DemoFolder(folder, is_first, asked is None and folder != usual[0])
    raise Fault("demo-folder-busy", folder=str(asked or usual[0]))
