"""The only tournament in a clock's store, without the rest of the clock."""

from kiosk.clock.store.port import ClockStore
from kiosk.clock.store.writer import Writer
from kiosk.clock.times import Times
from kiosk.clock.tournaments.desk.desk import Desk, DeskServices
from kiosk.clock.tournaments.records.named import TournamentForms
from kiosk.clock.tournaments.records.records import RecordServices, TournamentOpener, TournamentRecords
from ui.words.languages import words_in


def opened(store: ClockStore, times: Times) -> TournamentRecords:
    """Its records, as at the start of the service."""
    (records,) = TournamentOpener(store, RecordServices(TournamentForms(store.names), times, words_in("en"))).opened()
    return records


def begun(store: ClockStore, writer: Writer, times: Times) -> Desk:
    """Its desk, running."""
    desk = Desk(opened(store, times), DeskServices(writer, times))
    desk.begin()
    return desk
