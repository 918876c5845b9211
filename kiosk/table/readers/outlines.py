"""What a camera's picture shows where, as it was marked on the screen: kept beside the journal for the next start.

It stands in the place of what the settings say of that camera, until somebody changes that there.
"""

from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from hardware.camera.settings import Area, CameraSettings
from kiosk.storage.files import put_file
from kiosk.table.place_names import check_place
from kiosk.table.settings import ReaderSettings, TableSettings

FORM = 1
UNUSABLE = (OSError, ValueError, RecursionError, msgspec.MsgspecError)
Places = dict[str, Area]


class MarkedCamera(msgspec.Struct, frozen=True):
    """One camera: its places, and what the settings said when they were marked."""

    places: Places
    instead_of: Places = {}


class MarkedCameras(msgspec.Struct, frozen=True):
    """All cameras of a table, by their addresses."""

    cameras: dict[str, MarkedCamera] = {}
    form: int = FORM


class MarkedSettings(NamedTuple):
    """The settings with what was kept, and why nothing of it could be used; empty where all is well."""

    settings: TableSettings
    trouble: str = ""


def marks_path(journal: Path) -> Path:
    """Where the marks of a table lie."""
    return journal.with_name(f"{journal.name}.cameras")


def keep_places(path: Path, camera: str, marked: MarkedCamera) -> None:
    """Put the places of the camera at this address down, whole or not at all; the address may hold a password. Raises
    `Fault`."""
    try:
        before = _read(path).cameras
    except UNUSABLE:
        before = {}
    marks = MarkedCameras({**before, camera: marked})
    put_file(path, msgspec.json.encode(marks), mine=True)


def with_marks(settings: TableSettings, path: Path) -> MarkedSettings:
    """The settings of a table with what was marked on its screen. A file that is damaged loses its marks, no table."""
    try:
        marks = _read(path).cameras
        return MarkedSettings(
            replace(settings, readers=tuple(_marked(each, marks.get(each.url)) for each in settings.readers))
        )
    except FileNotFoundError:
        return MarkedSettings(settings)
    except UNUSABLE as error:
        why = " ".join(str(error).split())
        return MarkedSettings(settings, f"{path} cannot be used ({why}): mark the camera's places again, MORE, READERS")


def _read(path: Path) -> MarkedCameras:
    """Raises one of `UNUSABLE`."""
    marks = msgspec.json.decode(path.read_bytes(), type=MarkedCameras)
    if marks.form != FORM:
        raise ValueError(f"its form is {marks.form}, and this program knows form {FORM}")
    for marked in marks.cameras.values():
        CameraSettings(places=marked.places)
        for place in marked.places:
            check_place(place)
    return marks


def _marked(reader: ReaderSettings, marked: MarkedCamera | None) -> ReaderSettings:
    """The newer of two words: what was marked, unless the settings were changed since."""
    if marked is None or marked.instead_of != reader.camera.places:
        return reader
    return replace(reader, camera=replace(reader.camera, places=marked.places))
