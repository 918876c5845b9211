"""A decision about one member of a team whose members all sit applies to the others too. It is a single action, with an
event for each member."""

from engine.tournament.field.entries import Entry
from engine.tournament.field.teams import team_of
from engine.tournament.state import Tournament


def everyone_sits(tournament: Tournament) -> bool:
    """Whether all members of a team sit."""
    return tournament.book is not None and tournament.book.sits.value == "everyone"


def others_of_team(tournament: Tournament, number: int) -> list[Entry]:
    """The entries of the other members of an entry's team."""
    return [one for one in team_of(tournament.entries, tournament.entries[number]) if one.number != number]
