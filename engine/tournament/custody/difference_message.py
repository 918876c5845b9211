"""A difference as message codes: whose chips differ, and where."""

from engine.message import Message, message
from engine.tournament.custody.differences import Difference
from engine.tournament.state import Tournament


def difference_message(tournament: Tournament, one: Difference) -> Message:
    """The message that says how many chips are missing or too many, where, and since when."""
    name, chips = tournament.entries[one.entry].name, abs(one.chips)
    sitting = tournament.sittings.get(one.at.sitting)
    table = sitting.table if sitting else 0
    if one.found == "move":
        return message("never-arrived", name=name, table=table, chips=chips)
    if one.found == "arrival":
        return message("arrived-short" if one.chips < 0 else "arrived-long", name=name, table=table, chips=chips)
    between, seat = message("between-hands", since=one.since, until=one.until), one.at.seat
    if one.chips < 0:
        said = message("chips-missing-at", name=name, table=table, seat=seat, chips=chips, between=between)
    else:
        said = message("chips-too-many-at", name=name, table=table, seat=seat, chips=chips, between=between)
    if not one.sure:
        return message("count-it-again", what=said)
    return message("pushed-wrongly", what=said, seat=one.opposite) if one.opposite else said
