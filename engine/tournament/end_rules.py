"""Entries that go out, and the end of the tournament."""

from engine.refused import Refused
from engine.tournament.actions import ConfirmBust
from engine.tournament.context import Context
from engine.tournament.entries import BustAt, counted, left
from engine.tournament.entry_rules import entry_in, takes_entries
from engine.tournament.event_terms import EventTerms
from engine.tournament.events import EntriesOut, Paid, TournamentEnded, WentOut
from engine.tournament.finishes import ordered, waiting
from engine.tournament.ledger import ledger
from engine.tournament.payouts import amounts, divide
from engine.tournament.rebuy_rules import unpaid
from engine.tournament.state import Tournament


def confirm_bust(tournament: Tournament, action: ConfirmBust, context: Context) -> EntriesOut:
    """Raises `Refused` for an entry that has chips, or while an earlier bust is not confirmed."""
    entry = entry_in(tournament, action.entry)
    groups = waiting(tournament.entries, context.tables)
    if not any(entry.number == bust.entry for group in groups for _, bust in group):
        raise Refused("entry-not-bust", name=entry.name)
    first = groups[0]
    if entry.number not in [bust.entry for _, bust in first]:
        earlier = tournament.entries[first[0][1].entry]
        raise Refused("earlier-bust-first", name=earlier.name)
    out = (
        WentOut(
            bust.entry, BustAt(number, bust.hand, bust.mark), unpaid(tournament.entries[bust.entry], context.tables)
        )
        for number, bust in first
    )
    return EntriesOut(tuple(sorted(out, key=lambda one: one.entry)))


def end(tournament: Tournament, context: Context) -> TournamentEnded:
    """Raises `Refused` unless exactly one entry is left, no more are taken, and every chip is found."""
    if tournament.ended:
        raise Refused("tournament-ended")
    if context.terms.ends:
        raise Refused("flight-goes-on", name=tournament.name)
    still_in = left(tournament.entries)
    if len(still_in) != 1:
        raise Refused("not-one-left", entries=len(still_in))
    if takes_entries(tournament, context):
        raise Refused("entries-still-open", levels=context.terms.late_levels)
    if missing := ledger(tournament.entries, context.tables).missing:
        raise Refused("ledger-differs", chips=missing)
    winner = still_in[0].number
    return TournamentEnded(winner, tuple(payouts(tournament, context.terms, winner)))


def payouts(tournament: Tournament, terms: EventTerms, winner: int) -> list[Paid]:
    """What each place wins, by place; adds up to the pool."""
    field = field_size(tournament)
    by_place = [*amounts(pool(tournament, terms), terms.payouts, field), *[0] * field]
    return [
        Paid(entry, place, amount)
        for place, group in ordered(tournament.entries, tournament.finishes, winner)
        for entry, amount in zip(sorted(group), divide(by_place, place, len(group)), strict=True)
    ]


def pool(tournament: Tournament, terms: EventTerms) -> int:
    """What is paid out: of all entries that count, and of the flights that came here; who carries over pays once."""
    entries = counted(tournament.entries)
    carried = sum(flight.pool for flight in tournament.carried)
    bought = terms.rebuy.cost * sum(len(entry.bought) for entry in entries)
    return carried + bought + terms.buy_in * sum(not entry.carried for entry in entries)


def field_size(tournament: Tournament) -> int:
    """How many entries the event had, its flights' among them."""
    own = sum(not entry.carried for entry in counted(tournament.entries))
    return own + sum(flight.entries for flight in tournament.carried)
