"""The settings of a host: the tables that it runs for tablets and laptops, and the clock that they belong to."""

from pathlib import Path
from typing import Annotated

import msgspec
from msgspec.structs import replace

from kiosk.faults import Fault, bad_input
from kiosk.settings import read_settings
from kiosk.table.settings import check_clock
from ui.words.languages import LANGUAGES

MOST_TABLES = 40
HostTable = Annotated[int, msgspec.Meta(ge=1, le=9999)]


class HostSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A host's settings file. The host runs one program for each table. The clock shows each table on one tablet or
    laptop."""

    tables: tuple[HostTable, ...]
    """The numbers of the tables, at most 40."""
    clock: str
    """The clock's address, as in a table's settings. A table's own settings may name another one."""
    clock_fingerprint: str = ""
    """The fingerprint of the room's certificate authority for new tables, as in a table's settings."""
    folder: str = "tables"
    """The folder with one folder for each table, relative to the settings file. A table's own settings are there in
    `table.toml`, which the host creates: add card readers to it."""
    language: str = "en"
    """The language of new tables: `en`, `de` or `es`."""
    memory_mb: Annotated[int, msgspec.Meta(ge=0)] = 400
    """The megabytes of memory that a table's program may use. Above that, it is started again. 0 means no limit."""
    cores: Annotated[int, msgspec.Meta(ge=0)] = 0
    """The processor cores that one table may use. 0 means half of the machine's cores. Tables are given cores in turn,
    so that a busy table leaves some to the clock and to other tables."""

    def __post_init__(self) -> None:
        if not 1 <= len(set(self.tables)) == len(self.tables) <= MOST_TABLES:
            raise bad_input("host-tables", most=str(MOST_TABLES))
        if self.language not in LANGUAGES:
            raise bad_input("language-unknown", allowed=", ".join(LANGUAGES), given=repr(self.language))
        check_clock(self.clock)


def read_host_settings(path: Path) -> HostSettings:
    """A host's settings, with the folder resolved relative to the settings file. Raises `Fault`."""
    settings = read_settings(path, HostSettings)
    return replace(settings, folder=str(path.parent / settings.folder))


def path_of_table(settings: HostSettings, table: int) -> Path:
    """The settings file of a table. It may not exist yet."""
    return Path(settings.folder) / f"table-{table}" / "table.toml"


def table_file(settings: HostSettings, table: int) -> Path:
    """The settings file of a table. It is created with its folder if it does not exist. Raises `Fault`."""
    path = path_of_table(settings, table)
    folder = path.parent
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not path.exists():
            fields = {"table": table, "journal": "table.journal", "language": settings.language}
            fields |= {name: value for name in ("clock", "clock_fingerprint") if (value := getattr(settings, name))}
            text = "".join(f"{name} = {msgspec.json.encode(value).decode()}\n" for name, value in fields.items())
            path.write_text(text, "utf-8")
    except OSError as error:
        raise Fault("host-folder", folder=str(folder), error=error.strerror or str(error)) from error
    return path
