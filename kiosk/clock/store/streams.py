"""The names of the streams in the clock's store. A stream is a journal: records in a chain, with one writer."""

import re

TOURNAMENT = "tournament/"
"""Then the tournament's id. The clock writes it."""
SITTING = "sitting/"
"""Then the sitting's id: the copy of a table's journal of that sitting."""
TABLE = "table/"
"""Then the table's number: the copy of a table's journal of before sittings."""
ROOM_PLAN = "room/plan"
"""Where the room's tables stand. The clock writes it."""
ROOM_DISPLAYS = "room/displays"
"""What its displays show. The clock writes it."""
ROOM_BROADCAST = "room/broadcast"
"""Whether and how late the room broadcasts. The clock writes it."""
ROOM_CASES = "room/cases"
"""Calls of the floor and what was ruled. The clock writes it."""
ROOM = "room/"
"""Then what of the room itself is decided. The clock writes it."""
LEAGUES = "room/leagues"
"""What the room's leagues are."""
PEOPLE = "room/people"
"""Names that were corrected, and people who are one."""
DOWNS = "room/downs"
"""Which dealers are on shift, and where."""
_SITTING_ID = re.compile(r"([0-9a-z]+)-([1-9][0-9]*)")


def tournament_stream(tournament: str) -> str:
    """The stream of a tournament's decisions."""
    return f"{TOURNAMENT}{tournament}"


def sitting_stream(tournament: str, sitting: int) -> str:
    """The stream of a sitting's copy."""
    return f"{SITTING}{sitting_id(tournament, sitting)}"


def table_stream(table: int) -> str:
    """The stream of the copy of a table of before sittings."""
    return f"{TABLE}{table}"


def sitting_id(tournament: str, sitting: int) -> str:
    """What a sitting is called on the link and in the names of files."""
    return f"{tournament}-{sitting}"


def read_sitting_id(text: str) -> tuple[str, int] | None:
    """The tournament and the number of a sitting's id; None for any other text."""
    found = _SITTING_ID.fullmatch(text)
    return (found[1], int(found[2])) if found else None


def is_decided_here(stream: str) -> bool:
    """Whether the clock itself writes the stream: nobody else can send it again."""
    return stream.startswith((TOURNAMENT, ROOM))
