"""Restores a table's keeper from its journal."""

from functools import reduce

from msgspec.structs import replace

from engine.actions import Action
from engine.events import Asked, Event
from engine.game.game import BadRecord, Game, apply, decide_asked, step
from engine.hand.state import ChipsNotConserved
from engine.refused import Refused
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
        _complete_step(journal, rules)
        keeper = Keeper.resume(journal, rules, Game(), services.wall_ms)
    except (BadRecord, ChipsNotConserved) as error:
        raise Fault("journal-of-no-table", path=str(journal.path), error=error.message) from error
    table = keeper.state.table
    if table.book is not None and table.number != settings.table:
        raise Fault("journal-of-other-table", path=str(journal.path), other=table.number, table=settings.table)
    return keeper


def _complete_step(journal: Journal, rules: Rules[Game, Action, Event]) -> None:
    """Record the missing events of a last step that is incomplete. A step is written atomically, but a disk that
    falsely reports data as written can lose the end of one. Its action is still there, so the engine decides it again.
    """
    action, found = _last_step(journal, rules)
    if action is None or len(found) >= action.events:
        return
    before = journal.head.seq - len(found) - 1
    events = (rules.decode(record.body) for record in journal.walk() if record.seq <= before)
    try:
        decided = decide_asked(reduce(apply, events, Game()), action)
    except Refused:  # not a step of ours: the clock's audit reports that, too
        return
    if decided[: len(found)] == found:
        journal.complete([rules.encode(event) for event in decided[len(found) :]])


def _last_step(journal: Journal, rules: Rules[Game, Action, Event]) -> tuple[Asked | None, list[Event]]:
    """The last recorded action, and the events after it. They include the actions that a repair played again, so the
    steps are counted from an earlier record: the records of one step have the same time."""
    found: list[Event] = []
    written = (0, 0)
    for seq in range(journal.head.seq, 0, -1):
        (record,) = journal.read(seq - 1, 1)
        if found and (record.epoch, record.at_ms) != written:
            break
        written = (record.epoch, record.at_ms)
        try:
            found.insert(0, rules.decode(record.body))
        except ValueError:  # the keeper says which record it does not understand
            return None, []
    while found and isinstance(asked := found[0], Asked):
        if asked.events + 1 >= len(found):
            return asked, found[1:]
        del found[: asked.events + 1]
    return None, []
