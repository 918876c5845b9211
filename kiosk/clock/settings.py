"""The clock's settings: the tables with their tokens, the staff, and the address at which it serves."""

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import parse_qs, urlsplit

import msgspec
from msgspec.structs import asdict, replace

from engine.bad_input import BadInput
from kiosk.faults import Fault
from kiosk.protocol.link.addresses import is_clock_address
from kiosk.protocol.staff import Member, check_staff
from kiosk.settings import check_secret, parse_settings, read_settings, secret_in
from kiosk.zone import UTC_NAME, check_zone, machine_zone
from ui.words.languages import LANGUAGES

Word = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
Key = Annotated[str, msgspec.Meta(min_length=6, max_length=200)]
TableNumber = Annotated[int, msgspec.Meta(ge=1, le=9999)]
Port = Annotated[int, msgspec.Meta(ge=0, le=65535)]


Shown = Literal["full", "short", "numbers"]
"""How names are shown. `short` is the first name with the initial of the last name, except for a team's name, which has
no shorter form. `numbers` shows entry numbers."""


class TableWithToken(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table in the room."""

    table: TableNumber
    """The table's number, which must be unique in the room."""
    token: Key = ""
    """The secret that the clock shares with this table's kiosk. It must be unique in the room. Required, unless
    `token_file` is given."""
    token_file: str = ""
    """A file that contains the token."""

    def __post_init__(self) -> None:
        check_secret("token", self.token, self.token_file, is_required=True)


STATE = "clock"
"""The beginning of the names of a clock's own files, if its database is on a server."""
PATHS = {name: name.removesuffix("_named") for name in ("database_named", "state_named", "backup_folder_named",
         "certificate_named", "certificate_key_named")}  # fmt: skip
"""The names of the settings that are paths: as fields, and in the file."""


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename=PATHS):
    """The clock's settings file."""

    director_key: Key = ""
    """The secret that gives access to the director's page and `kiosk room`. Required, unless `director_key_file` is
    given."""
    tables: tuple[TableWithToken, ...] = ()
    """The tables whose kiosks have a token in their settings. All other tables are paired on their touch screens."""
    staff: tuple[Member, ...] = ()
    """The staff who sign in at the tables with a PIN."""
    language: str = ""
    """The language of the pages: `en`, `de` or `es`. If it is empty, each page is in its browser's language, or in
    English if there is no translation."""
    zone: str = ""
    """The time zone for times of day, such as `Europe/Berlin`. If it is empty, the machine's time zone is used."""
    names: Shown = "full"
    """How players are shown. `full` shows the whole name, `short` shows the first name and the initial of the last
    name, and `numbers` shows entry numbers."""
    phone_stacks: bool = False
    """Whether a player's phone shows the chips of the entry that it follows."""
    public_prizes: bool = True
    """Whether the results page shows prizes, and displays show the names beside them. Anyone may read both."""
    unpaired_devices: bool = False
    """Whether staff can sign in with just a PIN on any device. Otherwise, each device except the clock's own machine
    must first be paired once."""
    database_named: Word = "clock.db"
    """The file that contains all of the room's data. Back it up. For a room that must survive the loss of a machine, it
    is the address of a PostgreSQL database instead, such as `postgresql://kiosk@db1/room`."""
    state_named: str = ""
    """With a PostgreSQL database, where this machine keeps its own files, such as the log and the certificates. Their
    names begin with this path. If it is empty, they begin with `clock`, in the folder of this file."""
    backup_folder_named: str = ""
    """A folder on another disk to which `database` is backed up automatically while the clock is running. If it is
    empty, there are no automatic backups to a disk.
    """
    backup_minutes: Annotated[int, msgspec.Meta(ge=1, le=1440)] = 15
    """The number of minutes between backups. The last 48 backups are kept."""
    host: Word = "127.0.0.1"
    """The address on which the clock listens. With `0.0.0.0`, kiosks and phones can reach the clock. With the
    default, only this machine can.
    """
    port: Port = 8080
    """The port on which the clock listens. 0 means any free port."""
    public_port: Port = 0
    """A second port that serves only displays, players' phones, results and standings. 0 means none. It does not accept
    orders, keys or cookies, and the QR codes for phones lead to it."""
    console_port: Port = 0
    """Another port for the console, with the same TLS as `port`, if the database is on a server. 0 means none. While
    this clock waits, the console at this port only shows the room. All of the room's clocks must have the same port."""
    name: str = ""
    """This clock's name. `kiosk setup` offers the clock by this name, and directors see it if a second clock takes over
    from the first. If it is empty, the machine's name is used."""
    addresses: tuple[Word, ...] = ()
    """The addresses of all of the room's clocks, as in tables' settings, if a second clock takes over from the first.
    Tables and pages receive them."""
    tls: bool = False
    """Whether tables and staff use TLS at `port`. The room's own certificate is created when the clock first starts, in
    a folder beside the database. Displays and phones then use `public_port`."""
    announce: bool = True
    """Whether the clock announces its name, address and ports on its network, so that `kiosk setup` on other machines
    can offer it. This needs the package `zeroconf` (the extra `announce`). `host` must be an IPv4 address that other
    machines can reach."""
    metrics_token: Key = ""
    """A secret with which a monitoring system may read `/api/metrics`, but nothing else. Without it, only staff may
    read that page."""
    director_key_file: str = ""
    """A file that contains the director's key, such as a systemd credential or a container's secret."""
    metrics_token_file: str = ""
    """A file that contains `metrics_token`."""
    certificate_named: str = ""
    """A PEM file with a different certificate to use for TLS, followed by the rest of its certificate chain."""
    certificate_key_named: str = ""
    """The file with the private key of `certificate`, if the key is in a separate file."""

    def __post_init__(self) -> None:
        check_secret("director_key", self.director_key, self.director_key_file, is_required=True)
        check_secret("metrics_token", self.metrics_token, self.metrics_token_file)

    @property
    def server(self) -> str:
        """The URL of the room's PostgreSQL database, or an empty string if the database is a file."""
        return self.database_named if is_server(self.database_named) else ""

    @property
    def state(self) -> Path:
        """The database file, or where this machine's own files are if the database is on a server. The names of all
        other files begin with this path."""
        return Path(self.state_named if self.server else self.database_named)

    @property
    def backup_folder(self) -> Path | None:
        return _path(self.backup_folder_named)

    @property
    def certificate(self) -> Path | None:
        return _path(self.certificate_named)

    @property
    def certificate_key(self) -> Path | None:
        return _path(self.certificate_key_named)


class ClockSettings(_File, frozen=True):
    """The checked settings, with paths resolved relative to the settings file, and a time zone. If `port` is 0, any
    free port is used."""

    zone: str = UTC_NAME
    source: Path | None = None
    """The file that the settings were read from."""

    @property
    def tokens(self) -> dict[int, str]:
        return {table.table: table.token for table in self.tables}

    @property
    def is_tls(self) -> bool:
        """Whether `port` uses TLS."""
        return self.tls or self.certificate is not None


def read_clock_settings(path: Path) -> ClockSettings:
    """The settings in a file. Paths in them are relative to the file. Raises `Fault` with a one-line message."""
    return replace(_resolve(_with_secrets(read_settings(path, _File), path), str(path)), source=path)


def parse_clock_settings(text: str, source: str) -> ClockSettings:
    """The settings in TOML text, without the secrets in other files. Paths are relative to the file `source`. Raises
    `Fault` with a one-line message."""
    return _resolve(parse_settings(text, source, _File), source)


def _with_secrets(file: _File, path: Path) -> _File:
    """The settings with the secrets from the files that they name. Raises `Fault`."""
    return replace(
        file,
        director_key=secret_in(path, file.director_key, file.director_key_file),
        director_key_file="",
        metrics_token=secret_in(path, file.metrics_token, file.metrics_token_file),
        metrics_token_file="",
        tables=tuple(TableWithToken(one.table, secret_in(path, one.token, one.token_file)) for one in file.tables),
    )


def _resolve(file: _File, source: str) -> ClockSettings:
    try:
        if file.language and file.language not in LANGUAGES:
            raise BadInput("language-unknown", allowed=", ".join(LANGUAGES), given=repr(file.language))
        zone = file.zone or machine_zone()
        check_zone(zone)
        check_staff(file.staff)
        _check_tables(file)
        _check_database(file)
        for clock in file.addresses:
            if not is_clock_address(clock):
                raise BadInput("clock-no-address", given=repr(clock))
    except BadInput as error:
        raise Fault("settings-problem", path=source, problem=error.message) from error
    folder = Path(source).parent
    named = {name: getattr(file, name) for name in PATHS}
    if is_server(file.database_named):
        del named["database_named"]
        named["state_named"] = named["state_named"] or STATE
    paths = {name: str(folder / path) for name, path in named.items() if path}
    return ClockSettings(**asdict(replace(file, zone=zone, **paths)))


def _path(name: str) -> Path | None:
    return Path(name) if name else None


def is_server(database: str) -> bool:
    """Whether this is the address of a PostgreSQL database, and not a file."""
    return database.startswith(("postgresql://", "postgres://"))


def _check_database(file: _File) -> None:
    """Raises `BadInput` for a password in the address, because the settings are copied into backups, and for `state` if
    it has no effect."""
    if not is_server(file.database_named):
        if file.state_named:
            raise BadInput("state-without-server")
        return
    there = urlsplit(file.database_named)
    if there.password or "password" in parse_qs(there.query):
        raise BadInput("database-password")


def _check_tables(file: _File) -> None:
    """Raises `BadInput` if a table or a token occurs twice."""
    if twice := _twice(table.table for table in file.tables):
        raise BadInput("table-twice", table=str(twice))
    if twice := _twice(table.token for table in file.tables if table.token):
        one, other, *_ = (str(table.table) for table in file.tables if table.token == twice)
        raise BadInput("token-twice", one=one, other=other)


def _twice(items: Iterable[int | str]) -> int | str:
    """The first item that occurs more than once, or 0 if there is none."""
    return next((item for item, times in Counter(items).items() if times > 1), 0)
