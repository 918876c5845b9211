"""The journal of the one tournament that a clock of before had in a file of its own: taken into the store, once."""

from pathlib import Path

from engine.tournament.events import TournamentOpened
from kiosk.clock.desk.named import FORM
from kiosk.clock.store.store import Store
from kiosk.clock.store.streams import TOURNAMENT, tournament_stream
from kiosk.storage.chain import Record
from kiosk.storage.journal import Journal


def old_path(database: Path) -> Path:
    """Where that journal lay."""
    return database.with_suffix(".room")


def adopt_old_room(store: Store, database: Path) -> None:
    """Every record as it was, with its hash. Raises `Fault` where the journal is damaged: nothing is adopted then."""
    path = old_path(database)
    if store.streams(TOURNAMENT) or not path.exists():
        return
    with Journal.open(path, lambda: 0) as journal:
        records = list(journal.walk())
    if records:
        store.adopt(tournament_stream(_its_id(records)), records)


def _its_id(records: list[Record]) -> str:
    """The id it was opened with; the oldest had none."""
    for record in records:
        event = FORM.decode(record.body)
        if isinstance(event, TournamentOpened) and event.id:
            return event.id
    return records[0].hash.hex()[:16]
