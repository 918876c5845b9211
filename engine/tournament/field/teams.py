"""Teams whose members all sit: each member is an entry with a seat and a stack, and they are let in, wait and forfeit
together. A team whose members play one at a time is a single entry and is not handled here."""

from collections.abc import Iterable

from engine.names import name_key
from engine.tournament.field.entries import Entries, Entry


def team_of(entries: Entries, entry: Entry) -> list[Entry]:
    """The entry and those of its teammates that were not canceled, by number; only the entry itself if it does not have
    a team."""
    if not entry.team:
        return [entry]
    return sorted(of_team(entries, entry.team), key=lambda one: one.number)


def of_team(entries: Entries, team: str) -> list[Entry]:
    """The entries of a team that were not canceled."""
    key = name_key(team)
    return [one for one in entries.values() if one.team and not one.voided and name_key(one.team) == key]


def unit(entry: Entry) -> str:
    """A key that all entries of a team share with each other and with nobody else."""
    return name_key(entry.team) if entry.team else f"#{entry.number}"


def units(entries: Iterable[Entry]) -> int:
    """The number of these entries, with each team counted once."""
    return len({unit(one) if one.team else one.number for one in entries})
