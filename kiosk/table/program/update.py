"""Asks this machine to install another version of the program, and reads the result. Knows nothing about apt or the
screen: a service that runs as root installs the packages (deploy/kiosk-update.sh)."""

import fcntl
import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, Literal, NamedTuple

from engine.message import Message
from engine.names import one_line
from kiosk.faults import Fault
from kiosk.storage.files import write_atomic

REQUEST, RESULT = "KIOSK_UPDATE_REQUEST", "KIOSK_UPDATE_RESULT"
"""The environment variables that the package's service sets. A table not installed from packages has neither."""
PLAYING = "KIOSK_UPDATE_PLAYING"
"""The variable that names the file of the `PlayingLock`, for the tables of a host."""
LONGEST_RESULT = 4096
LONGEST_DETAIL = 160

NO_RESULT = Fault("update-no-result").message
Stage = Literal["none", "requested", "running", "installed", "failed"]


class UpdateState(NamedTuple):
    """The progress of an update and, if it failed, the reason."""

    stage: Stage
    why: Message | None = None


class UpdateFiles(NamedTuple):
    """The files through which this machine is updated. The table writes a version to `request`. The service deletes
    that file when it starts, and writes to `result` what happened."""

    request: Path
    result: Path
    playing: Path | None = None
    """At a table on a host, the file of the `PlayingLock`."""

    def ask(self, version: str) -> None:
        """Request this version, unless a request is already waiting. Raises `Fault`."""
        if not self.request.exists():
            write_atomic(self.request, f"{version}\n")

    def withdraw(self) -> None:
        """Withdraw a request that the service has not started."""
        with suppress(OSError):
            self.request.unlink()

    def state(self, version: str) -> UpdateState:
        """The progress of the update to this version. A request replaces any earlier result."""
        try:
            if self.request.exists():
                return UpdateState("requested")
            with self.result.open("rb") as file:
                said = file.read(LONGEST_RESULT).decode(errors="replace")
        except FileNotFoundError:
            return UpdateState("none")
        except OSError:
            return UpdateState("failed", NO_RESULT)
        stage, _, detail = said.partition("\n")
        return _read(stage, one_line(detail)[:LONGEST_DETAIL], version)


class PlayingLock:
    """Shows whether anyone is playing at another table of the same host. All tables of a host restart together, so each
    one locks the same file while it cannot be updated. The lock ends with the program."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._held: BinaryIO | None = None

    def hold(self) -> None:
        if not self._held:
            with suppress(OSError):  # then the other tables cannot open the file either, and do not restart this one
                self._held = self._path.open("ab")
                fcntl.flock(self._held, fcntl.LOCK_SH)

    def release(self) -> None:
        if self._held:
            self._held.close()
            self._held = None

    def is_held_elsewhere(self) -> bool:
        """Whether another program holds the lock, or the file cannot be used."""
        try:
            with self._path.open("ab") as file:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return True
        return False


def _read(stage: str, detail: str, version: str) -> UpdateState:
    match stage:
        case "running" | "installed":
            return UpdateState(stage)
        case "no-repository":
            return UpdateState("failed", Fault("update-no-repository").message)
        case "unreachable":
            return UpdateState("failed", Fault("update-unreachable", error=detail).message)
        case "not-there":
            return UpdateState("failed", Fault("update-not-there", version=version).message)
        case "failed":
            return UpdateState("failed", Fault("update-failed", error=detail).message)
        case _:
            return UpdateState("failed", NO_RESULT)


def update_files(environment: Mapping[str, str] = os.environ) -> UpdateFiles | None:
    """The update files of this machine; None if the table was not installed from packages."""
    request, result, playing = (environment.get(name) for name in (REQUEST, RESULT, PLAYING))
    return UpdateFiles(Path(request), Path(result), Path(playing) if playing else None) if request and result else None
