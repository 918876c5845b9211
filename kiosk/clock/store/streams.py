"""The names of the streams in the clock's store. A stream is a journal: records in a chain, with one writer."""

import re

TOURNAMENT = "tournament/"
"""The prefix before a tournament's id. The clock writes these streams."""
SITTING = "sitting/"
"""The prefix before a sitting's id. The stream is the copy of the table's journal for that sitting."""
ROOM_PLAN = "room/plan"
"""The stream with the plan of the room's tables. The clock writes it."""
ROOM_DISPLAYS = "room/displays"
"""The stream with the settings of the room's displays. The clock writes it."""
ROOM_BROADCAST = "room/broadcast"
"""The stream with the setting of the room's broadcast and its delay. The clock writes it."""
ROOM_CASES = "room/cases"
"""The stream with the calls for the floor and their rulings. The clock writes it."""
ROOM = "room/"
"""The prefix for decisions about the room itself. The clock writes these streams."""
LEAGUES = "room/leagues"
"""The stream with the definitions of the room's leagues."""
PEOPLE = "room/people"
"""The stream with corrected names and merged people."""
DOWNS = "room/downs"
"""The stream with the dealers on shift, and where they are."""
_SITTING_ID = re.compile(r"([0-9a-z]+)-([1-9][0-9]*)")


def tournament_stream(tournament: str) -> str:
    """The stream of a tournament's decisions."""
    return f"{TOURNAMENT}{tournament}"


def sitting_stream(tournament: str, sitting: int) -> str:
    """The stream of a sitting's copy."""
    return f"{SITTING}{sitting_id(tournament, sitting)}"


def sitting_id(tournament: str, sitting: int) -> str:
    """A sitting's id, used in messages to and from kiosks and in file names."""
    return f"{tournament}-{sitting}"


def read_sitting_id(text: str) -> tuple[str, int] | None:
    """The tournament and the number in a sitting's id, or None for any other text."""
    found = _SITTING_ID.fullmatch(text)
    return (found[1], int(found[2])) if found else None


def is_decided_here(stream: str) -> bool:
    """Whether the clock itself writes the stream, so that no one else can send it again."""
    return stream.startswith((TOURNAMENT, ROOM))
