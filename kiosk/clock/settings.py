"""The clock's settings: the event, its structure, the seats, tokens and staff."""

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import msgspec

from engine.books.rulebook import BadBook, RuleBook
from engine.table.state import MOST_SEATS
from engine.tournament.seats import AssignedSeat, Seating
from engine.tournament.structure import BadStructure, Structure, load_structure, misfit, parse_structure
from kiosk.faults import Fault
from kiosk.protocol.staff import Member, check_staff
from kiosk.rulebooks import find_book
from kiosk.settings import parse_settings, read_settings
from ui.words.languages import LANGUAGES

Word = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
Key = Annotated[str, msgspec.Meta(min_length=6, max_length=200)]
TableNumber = Annotated[int, msgspec.Meta(ge=1, le=9999)]
SeatNumber = Annotated[int, msgspec.Meta(ge=1, le=MOST_SEATS)]
Port = Annotated[int, msgspec.Meta(ge=0, le=65535)]


class SeatSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player in a seat; `chips` 0 stands for the structure's starting stack."""

    seat: SeatNumber
    name: Word
    player: str = ""
    """The id in all records; the name if it is empty."""
    chips: Annotated[int, msgspec.Meta(ge=0, le=10**12)] = 0


class SeatedTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table: the secret it shares with its kiosk, the seat of the first button (0: the first seat with a player), and
    the players."""

    table: TableNumber
    token: Key
    seats: tuple[SeatSettings, ...] = ()
    seat_count: Annotated[int, msgspec.Meta(ge=2, le=MOST_SEATS)] = 9
    button: Annotated[int, msgspec.Meta(ge=0, le=MOST_SEATS)] = 0


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The settings file."""

    event: Word
    structure: Word
    director_key: Key
    tables: tuple[SeatedTable, ...]
    book: Word = "tda"
    staff: tuple[Member, ...] = ()
    language: str = "en"
    database: Word = "clock.db"
    host: Word = "127.0.0.1"
    port: Port = 8080


class ClockSettings(msgspec.Struct, frozen=True):
    """The checked settings. `port` 0 is any free one."""

    event: str
    structure: Structure
    book: RuleBook
    tables: tuple[Seating, ...]
    tokens: dict[int, str]
    """By table number."""
    director_key: str
    database: Path
    host: str
    port: int
    staff: tuple[Member, ...] = ()
    """Who signs in at the tables with a PIN."""
    language: str = "en"
    """Of the pages."""


def read_clock_settings(path: Path) -> ClockSettings:
    """The settings in a file; paths in them are beside it. Raises `Fault`, one line."""
    return _resolve(read_settings(path, _File), str(path))


def parse_clock_settings(text: str, source: str) -> ClockSettings:
    """The settings in a TOML text; paths in them are beside the file `source`. Raises `Fault`, one line."""
    return _resolve(parse_settings(text, source, _File), source)


def _resolve(file: _File, source: str) -> ClockSettings:
    try:
        structure = _structure(file.structure, Path(source).parent)
        book = find_book(str(Path(source).parent / file.book) if file.book.endswith(".toml") else file.book)
    except (BadStructure, BadBook) as error:
        raise _bad(source, str(error)) from error
    if problem := misfit(structure, book):
        raise _bad(source, problem)
    if file.language not in LANGUAGES:
        raise _bad(source, f"language must be one of {', '.join(LANGUAGES)}, not {file.language!r}")
    tables = tuple(_seating(file, table, structure, book) for table in file.tables)
    if problem := _problem(tables, file, structure.chips[0]):
        raise _bad(source, problem)
    return ClockSettings(
        event=file.event,
        structure=structure,
        book=book,
        tables=tables,
        tokens={table.table: table.token for table in file.tables},
        director_key=file.director_key,
        database=Path(source).parent / file.database,
        host=file.host,
        port=file.port,
        staff=file.staff,
        language=file.language,
    )


def _bad(source: str, problem: str) -> Fault:
    return Fault("settings-problem", path=source, problem=problem)


def _structure(name: str, folder: Path) -> Structure:
    """The name of one that ships, or a file beside the settings."""
    if not name.endswith(".toml"):
        return load_structure(name)
    try:
        return parse_structure((folder / name).read_text("utf-8"), name)
    except (OSError, UnicodeDecodeError) as error:
        raise BadStructure(f"structure {name} cannot be read: {getattr(error, 'strerror', '') or error}") from error


def _seating(file: _File, table: SeatedTable, structure: Structure, book: RuleBook) -> Seating:
    seats = tuple(
        AssignedSeat(seat.seat, seat.player or seat.name, seat.name, seat.chips or structure.starting_stack)
        for seat in sorted(table.seats, key=lambda seat: seat.seat)
    )
    button = table.button or (seats[0].seat if seats else 1)
    rules = book if file.book.endswith(".toml") else None
    return Seating(table.table, file.event, book.id, table.seat_count, button, seats, rules)


def _problem(tables: tuple[Seating, ...], file: _File, chip: int) -> str:
    """What is wrong with the tables; empty when all is well. `chip` is the smallest."""
    try:
        check_staff(file.staff)
    except ValueError as error:
        return str(error)
    if twice := _twice(table.table for table in tables):
        return f"table {twice} is there twice"
    if problem := next(filter(None, (_table_problem(table, chip) for table in tables)), ""):
        return problem
    if twice := _twice(seat.player for table in tables for seat in table.seats):
        return f"player {twice!r} has two seats; give players of one name a different `player` each"
    if twice := _twice(table.token for table in file.tables):
        owners = [str(table.table) for table in file.tables if table.token == twice]
        return f"tables {' and '.join(owners)} have the same token; each needs its own"
    return ""


def _table_problem(table: Seating, chip: int) -> str:
    if twice := _twice(seat.seat for seat in table.seats):
        return f"table {table.table}: two players in seat {twice}"
    if max(table.button, *(seat.seat for seat in table.seats), 0) > table.seat_count:
        return f"table {table.table} has {table.seat_count} seats; a player or the button is in a higher one"
    for seat in table.seats:
        if seat.chips % chip:
            problem = f"chips must be a multiple of the smallest chip ({chip}), not {seat.chips:,}"
            return f"table {table.table}, seat {seat.seat}: {problem}"
    return ""


def _twice(items: Iterable[int | str]) -> int | str:
    """The first that is there more than once; 0 where none is."""
    return next((item for item, times in Counter(items).items() if times > 1), 0)
