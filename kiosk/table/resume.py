"""Restores a table's keeper from its journal."""

from msgspec.structs import replace

from engine.actions import Action
from engine.events import Event
from engine.game.game import BadRecord, Game, apply, step
from engine.hand.state import ChipsNotConserved
from kiosk.faults import Fault
from kiosk.protocol.codec import decode_event, encode_event
from kiosk.protocol.numbered import NumberedForm
from kiosk.storage.journal import Journal
from kiosk.storage.keeper import Keeper, Rules
from kiosk.table.services import Services
from kiosk.table.settings import TableSettings

TABLE_RULES: Rules[Game, Action, Event] = Rules(step, apply, encode_event, decode_event)


def resume_keeper(
    journal: Journal, form: NumberedForm, settings: TableSettings, services: Services
) -> Keeper[Game, Action, Event]:
    """The keeper, with the state of the journal. Raises `Fault` for a journal that belongs to another table or does not
    belong to any table.
    """
    rules = replace(TABLE_RULES, encode=form.encode, decode=form.decode)
    try:
        keeper = Keeper.resume(journal, rules, Game(), services.wall_ms)
    except (BadRecord, ChipsNotConserved) as error:
        raise Fault("journal-of-no-table", path=str(journal.path), error=error.message) from error
    table = keeper.state.table
    if table.book is not None and table.number != settings.table:
        raise Fault("journal-of-other-table", path=str(journal.path), other=table.number, table=settings.table)
    return keeper
