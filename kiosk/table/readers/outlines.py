"""What was set up with a reader at the table, stored beside the journal: the outlines marked in a camera's picture, and
the keyboard layout of a scanner. Outlines override the places of that camera in the settings, until those settings are
changed."""

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
    layouts: dict[str, str] = {}
    """What each scanner that types sends for the layout code, by the scanner's address."""


class SettingsWithOutlines(msgspec.Struct, frozen=True):
    """The settings with the stored outlines, and the reason if the outlines could not be used."""

    settings: TableSettings
    trouble: Fault | None = None


def outlines_path(journal: Path) -> Path:
    return journal.with_name(f"{journal.name}.cameras")


def save_outlines(path: Path, camera: str, outlines: CameraOutlines) -> None:
    """Store the places of the camera at this address atomically, readable by the owner only, as the address may hold a
    password. Raises `Fault`."""
    before = _before(path)
    write_atomic(path, msgspec.json.encode(replace(before, cameras={**before.cameras, camera: outlines})))


def save_layout(path: Path, scanner: str, typed: str) -> None:
    """Store what the scanner at this address sent for the layout code. Raises `Fault`."""
    before = _before(path)
    write_atomic(path, msgspec.json.encode(replace(before, layouts={**before.layouts, scanner: typed})))


def with_outlines(settings: TableSettings, path: Path) -> SettingsWithOutlines:
    """The settings with the outlines marked on the screen, and with the layouts of the scanners. If the file is
    damaged, only these are lost."""
    try:
        stored = _read(path)
        readers = (_newer(each, stored.cameras.get(each.url)) for each in settings.readers)
        return SettingsWithOutlines(
            replace(settings, readers=tuple(_with_layout(each, stored.layouts.get(each.url)) for each in readers))
        )
    except FileNotFoundError:
        return SettingsWithOutlines(settings)
    except UNUSABLE as error:
        return SettingsWithOutlines(settings, Fault("outlines-unusable", path=str(path), error=_why(error)))


def _before(path: Path) -> OutlinesFile:
    try:
        return _read(path)
    except UNUSABLE:
        return OutlinesFile()


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


def _with_layout(reader: ReaderSettings, typed: str | None) -> ReaderSettings:
    return reader if typed is None else replace(reader, line=replace(reader.line, layout=typed))
