"""The end of a flight, and the final to which its players carry their chips."""

from engine.refused import Refused
from engine.tournament.field.entries import counted
from engine.tournament.formats.flight import (
    Finalist,
    FlightResult,
)
from engine.tournament.prizes.bounties import bounties
from engine.tournament.rules.prizes.prize_pool import carried_heads, field_size, paid_in
from engine.tournament.state import Tournament


def result_of(tournament: Tournament, mark: int) -> FlightResult:
    """The result of a flight in the form in which its final takes it over, as of the flight's record `mark`. Raises
    `Refused` while the flight is not over."""
    if tournament.flight is None or tournament.terms is None:
        raise Refused("flight-goes-on", flight_clause(tournament), name=tournament.name)
    entries = [tournament.entries[one.entry] for one in tournament.flight.going_on]
    chips = {one.entry: one.chips for one in tournament.flight.going_on}
    chips |= {one.number: one.bag for one in entries if one.bag is not None}
    finalists = tuple(
        Finalist(one.number, one.player, one.name, chips[one.number], one.captain, one.roster, one.team)
        for one in entries
    )
    paid = paid_in(tournament, tournament.terms)
    bounty = tournament.terms.prizes.bounty
    won = sum(bounties(tournament.entries, bounty).values())
    heads = bounty * (len(counted(tournament.entries)) - len(finalists)) - won + carried_heads(tournament)
    size = field_size(tournament)
    return FlightResult(tournament.id, tournament.name, mark, paid, size, finalists, bounty, heads)


def flight_clause(tournament: Tournament) -> str:
    return tournament.book.flights.clause if tournament.book else ""
