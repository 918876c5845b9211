"""A decision about one member of a team whose members all sit applies to the others too. It is a single action, with an
event for each member."""

from msgspec.structs import replace

from engine.names import name_key
from engine.tournament.events import (
    EntryAdded,
    EntryForfeited,
    EntryPromoted,
    EntryVoided,
    ForfeitCleared,
    PersonTurnedAway,
    TournamentEvent,
)
from engine.tournament.field.entries import Entry
from engine.tournament.field.players import of_player
from engine.tournament.field.teams import of_team, team_of
from engine.tournament.state import Tournament


def with_team(tournament: Tournament, event: TournamentEvent) -> list[TournamentEvent]:
    """The event, with the same event for the other members of the team."""
    match event:
        case EntryAdded() if event.roster and not event.team and _everyone_sits(tournament):
            return list(_each_enters(tournament, event))
        case EntryPromoted(entry=number):
            return [event, *(EntryPromoted(one.number) for one in _others(tournament, number) if one.waits)]
        case EntryForfeited(entry=number):  # one fee for the team
            return [event, *(EntryForfeited(one.number, 0) for one in _others(tournament, number) if one.is_in)]
        case ForfeitCleared(entry=number, what=what):
            return [event, *(ForfeitCleared(one.number, what) for one in _others(tournament, number) if one.forfeit)]
        case PersonTurnedAway(name=name, entry=number):
            team = [one.number for one in of_team(tournament.entries, name) if one.is_in or one.waits]
            return [event, *(EntryVoided(one) for one in team if one != number)]
    return [event]


def _everyone_sits(tournament: Tournament) -> bool:
    return tournament.book is not None and tournament.book.sits.value == "everyone"


def _others(tournament: Tournament, number: int) -> list[Entry]:
    return [one for one in team_of(tournament.entries, tournament.entries[number]) if one.number != number]


def _each_enters(tournament: Tournament, event: EntryAdded) -> list[EntryAdded]:
    return [
        replace(
            event,
            entry=event.entry + index,
            player=name_key(person.name),
            name=person.name,
            nth=1 + len(of_player(tournament.entries, tournament.players, name_key(person.name))),
            roster=(person,),
            team=event.name,
        )
        for index, person in enumerate(event.roster)
    ]
