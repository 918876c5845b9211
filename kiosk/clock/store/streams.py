"""The names of the streams in the clock's store. A stream is a journal: records in a chain, with one writer."""

import re

TOURNAMENT = "tournament/"
"""The prefix before a tournament's id. Written by the clock."""
SITTING = "sitting/"
"""The prefix before a sitting's id: the copy of a table's journal of that sitting."""
TABLE = "table/"
"""The prefix before a table's number: the copy of a table's journal from before sittings."""
ROOM_PLAN = "room/plan"
"""The stream with the plan of the room's tables. Written by the clock."""
ROOM_DISPLAYS = "room/displays"
"""The settings of the room's displays. Written by the clock."""
ROOM_BROADCAST = "room/broadcast"
"""Whether the room broadcasts, and its delay. Written by the clock."""
ROOM_CASES = "room/cases"
"""Calls of the floor and their rulings. Written by the clock."""
ROOM = "room/"
"""The prefix for decisions about the room itself. Written by the clock."""
LEAGUES = "room/leagues"
"""The definitions of the room's leagues."""
PEOPLE = "room/people"
"""Corrected names, and merged people."""
DOWNS = "room/downs"
"""The stream with the dealers on shift, and where they are."""
_SITTING_ID = re.compile(r"([0-9a-z]+)-([1-9][0-9]*)")


def tournament_stream(tournament: str) -> str:
    """The stream of a tournament's decisions."""
    return f"{TOURNAMENT}{tournament}"


def sitting_stream(tournament: str, sitting: int) -> str:
    """The stream of a sitting's copy."""
    return f"{SITTING}{sitting_id(tournament, sitting)}"


def table_stream(table: int) -> str:
    """The stream of the copy of a table from before sittings."""
    return f"{TABLE}{table}"


def sitting_id(tournament: str, sitting: int) -> str:
    """A sitting's id on the link and in file names."""
    return f"{tournament}-{sitting}"


def read_sitting_id(text: str) -> tuple[str, int] | None:
    """The tournament and the number in a sitting's id; None for any other text."""
    found = _SITTING_ID.fullmatch(text)
    return (found[1], int(found[2])) if found else None


def is_decided_here(stream: str) -> bool:
    """Whether the clock itself writes the stream: no one else can send it again."""
    return stream.startswith((TOURNAMENT, ROOM))
