"""The names of the streams in the clock's store. A stream is a journal: records in a chain, with one writer."""

import re

TOURNAMENT = "tournament/"
SITTING = "sitting/"
ROOM_PLAN = "room/plan"
ROOM_DISPLAYS = "room/displays"
ROOM_BROADCAST = "room/broadcast"
ROOM_CASES = "room/cases"
ROOM = "room/"
"""The prefix for decisions about the room itself."""
LEAGUES = "room/leagues"
PEOPLE = "room/people"
DOWNS = "room/downs"
_SITTING_ID = re.compile(r"([0-9a-z]+)-([1-9][0-9]*)")


def tournament_stream(tournament: str) -> str:
    return f"{TOURNAMENT}{tournament}"


def sitting_stream(tournament: str, sitting: int) -> str:
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
