"""Adopts the journal of an old clock's only tournament, which had its own file, into the store, once."""

from pathlib import Path

from engine.tournament.events import TournamentOpened
from kiosk.clock.desk.named import FORM
from kiosk.clock.store.store import Store
from kiosk.clock.store.streams import TOURNAMENT, tournament_stream
from kiosk.storage.chain import Record
from kiosk.storage.journal import Journal


def old_path(database: Path) -> Path:
    """The path of that journal."""
    return database.with_suffix(".room")


def adopt_old_room(store: Store, database: Path) -> None:
    """Adopt every record unchanged, with its hash. Raises `Fault` if the journal is damaged. Nothing is adopted in that
    case.
    """
    path = old_path(database)
    if store.streams(TOURNAMENT) or not path.exists():
        return
    with Journal.open(path, lambda: 0) as journal:
        records = list(journal.walk())
    if records:
        store.adopt(tournament_stream(_its_id(records)), records)


def _its_id(records: list[Record]) -> str:
    """The id that the tournament was opened with. The oldest tournaments had none."""
    for record in records:
        event = FORM.decode(record.body)
        if isinstance(event, TournamentOpened) and event.id:
            return event.id
    return records[0].hash.hex()[:16]
