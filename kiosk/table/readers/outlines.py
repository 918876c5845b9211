"""The camera outlines marked on the screen, stored beside the journal. They override the places of that camera in the
settings, until those settings are changed."""

from pathlib import Path

import msgspec
from msgspec.structs import replace

from engine.bad_input import not_json, unfit, why_bad
from engine.decoders import NOT_JSON, json_decoded
from engine.message import Message
from hardware.camera.settings import Area, CameraSettings
from kiosk.faults import Fault, bad_input
from kiosk.storage.files import write_atomic
from kiosk.table.place_names import check_place
from kiosk.table.settings import ReaderSettings, TableSettings

FORM = 1
UNUSABLE = (OSError, *NOT_JSON)
Places = dict[str, Area]


class CameraOutlines(msgspec.Struct, frozen=True):
    """One camera's marked places, and the places that the settings had at the time of marking."""

    places: Places
    instead_of: Places = {}


class OutlinesFile(msgspec.Struct, frozen=True):
    cameras: dict[str, CameraOutlines] = {}
    form: int = FORM


class SettingsWithOutlines(msgspec.Struct, frozen=True):
    """The settings with the stored outlines, and the reason if the outlines could not be used."""

    settings: TableSettings
    trouble: Fault | None = None


def outlines_path(journal: Path) -> Path:
    return journal.with_name(f"{journal.name}.cameras")


def save_outlines(path: Path, camera: str, outlines: CameraOutlines) -> None:
    """Store the places of the camera at this address atomically, readable by the owner only, as the address may hold a
    password. Raises `Fault`."""
    try:
        before = _read(path).cameras
    except UNUSABLE:
        before = {}
    stored = OutlinesFile({**before, camera: outlines})
    write_atomic(path, msgspec.json.encode(stored))


def with_outlines(settings: TableSettings, path: Path) -> SettingsWithOutlines:
    """The settings with the outlines marked on the screen. If the file is damaged, only the outlines are lost."""
    try:
        stored = _read(path).cameras
        return SettingsWithOutlines(
            replace(settings, readers=tuple(_newer(each, stored.get(each.url)) for each in settings.readers))
        )
    except FileNotFoundError:
        return SettingsWithOutlines(settings)
    except UNUSABLE as error:
        return SettingsWithOutlines(settings, Fault("outlines-unusable", path=str(path), error=_why(error)))


def _read(path: Path) -> OutlinesFile:
    """Raises one of the errors in `UNUSABLE`."""
    stored = json_decoded(path.read_bytes(), OutlinesFile)
    if stored.form != FORM:
        raise bad_input("other-form", found=str(stored.form), known=str(FORM))
    for outlines in stored.cameras.values():
        CameraSettings(places=outlines.places)
        for place in outlines.places:
            check_place(place)
    return stored


def _why(error: Exception) -> Message:
    if isinstance(error, msgspec.ValidationError):
        return unfit(error, OutlinesFile, in_json=True)
    return not_json(error) if isinstance(error, msgspec.DecodeError) else why_bad(error)


def _newer(reader: ReaderSettings, outlines: CameraOutlines | None) -> ReaderSettings:
    """The reader with the stored outlines, unless its places in the settings have changed since the outlines were
    marked."""
    if outlines is None or outlines.instead_of != reader.camera.places:
        return reader
    return replace(reader, camera=replace(reader.camera, places=outlines.places))
