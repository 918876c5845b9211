"""The camera outlines marked on the screen, stored beside the journal.

They override the places of that camera in the settings, until those are changed there.
"""

from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from hardware.camera.settings import Area, CameraSettings
from kiosk.storage.files import write_atomic
from kiosk.table.place_names import check_place
from kiosk.table.settings import ReaderSettings, TableSettings

FORM = 1
UNUSABLE = (OSError, ValueError, RecursionError, msgspec.MsgspecError)
Places = dict[str, Area]


class MarkedCamera(msgspec.Struct, frozen=True):
    """One camera: its places, and the settings' places when they were marked."""

    places: Places
    instead_of: Places = {}


class MarkedCameras(msgspec.Struct, frozen=True):
    """All cameras of a table, by their addresses."""

    cameras: dict[str, MarkedCamera] = {}
    form: int = FORM


class MarkedSettings(NamedTuple):
    """The settings with the stored outlines, and why they could not be used, if so."""

    settings: TableSettings
    trouble: str = ""


def marks_path(journal: Path) -> Path:
    """The file of a table's outlines."""
    return journal.with_name(f"{journal.name}.cameras")


def keep_places(path: Path, camera: str, marked: MarkedCamera) -> None:
    """Store the places of the camera at this address atomically, readable by the owner only, as the address may hold a
    password. Raises `Fault`."""
    try:
        before = _read(path).cameras
    except UNUSABLE:
        before = {}
    marks = MarkedCameras({**before, camera: marked})
    write_atomic(path, msgspec.json.encode(marks), private=True)


def with_marks(settings: TableSettings, path: Path) -> MarkedSettings:
    """The settings with the outlines marked on the screen. A damaged file costs only the outlines."""
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
    """The newer of the two: the outlines, unless the settings have changed since."""
    if marked is None or marked.instead_of != reader.camera.places:
        return reader
    return replace(reader, camera=replace(reader.camera, places=marked.places))
