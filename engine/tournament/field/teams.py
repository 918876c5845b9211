"""Teams of which everyone sits: each of them is an entry with a seat and a stack, and they are let in, wait and forfeit
together. Where one of a team sits at a time, the team is one entry and this has nothing to say."""

from collections.abc import Iterable

from engine.names import name_key
from engine.tournament.field.entries import Entries, Entry


def team_of(entries: Entries, entry: Entry) -> list[Entry]:
    """The entry and those of its team that were not cancelled, by number; itself alone where it is of none."""
    if not entry.team:
        return [entry]
    return sorted(of_team(entries, entry.team), key=lambda one: one.number)


def of_team(entries: Entries, team: str) -> list[Entry]:
    """Those of a team that were not cancelled."""
    key = name_key(team)
    return [one for one in entries.values() if one.team and not one.voided and name_key(one.team) == key]


def unit(entry: Entry) -> str:
    """What is the same for all of a team, and for nobody else."""
    return name_key(entry.team) if entry.team else f"#{entry.number}"


def units(entries: Iterable[Entry]) -> int:
    """How many entries these are, a team counted once."""
    return len({unit(one) if one.team else one.number for one in entries})
