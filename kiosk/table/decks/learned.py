"""Where a table keeps the faces that its cameras have learned on the screen. They replace the registered deck in the
settings. The nets are loaded only if there are such faces."""

from hashlib import sha256
from pathlib import Path

from msgspec.structs import replace

from hardware.recognition.errors import LearnedRefused
from kiosk.faults import Fault
from kiosk.table.settings import ReaderSettings, TableSettings

FACES = "faces"


def faces_path(journal: Path, camera: str) -> Path:
    """The file for the camera at this address. Its name does not show the address, which may hold a password."""
    return journal.with_name(FACES) / f"{sha256(camera.encode()).hexdigest()[:12]}.deck"


def with_faces(settings: TableSettings) -> tuple[TableSettings, list[Fault]]:
    """The settings with the faces learned on the screen, and why any of them cannot be used."""
    troubles: list[Fault] = []
    readers = tuple(_with_faces(each, faces_path(Path(settings.journal), each.url), troubles)
                    for each in settings.readers)  # fmt: skip
    return replace(settings, readers=readers), troubles


def _with_faces(reader: ReaderSettings, path: Path, troubles: list[Fault]) -> ReaderSettings:
    if not path.exists():
        return reader
    from hardware.recognition.learned_deck import load_learned  # noqa: PLC0415  most tables have none

    try:
        load_learned(path)
    except LearnedRefused as refused:
        troubles.append(Fault("learned-deck-refused", error=refused.message))
        return reader
    return replace(reader, camera=replace(reader.camera, learned=str(path)))
