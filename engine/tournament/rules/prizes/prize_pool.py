"""The money paid in and where it goes: the pool, the places paid, and the fees."""

from engine.refused import Refused
from engine.tournament.event_terms import EventTerms
from engine.tournament.field.entries import Entry, counted
from engine.tournament.formats import Finalist, FlightResult
from engine.tournament.prizes.finishes import bounties
from engine.tournament.prizes.payouts import amounts
from engine.tournament.rules.field.entry_rules import choice_clause
from engine.tournament.state import Tournament


def places_paid(tournament: Tournament, terms: EventTerms) -> tuple[int, ...]:
    """The payment for each place under the terms, starting with first place, before any deal. Empty in a flight,
    because places are paid in its final. `prize_list` says who is paid."""
    whole = pool(tournament, terms)
    if terms.flight or not whole:
        return ()
    field, most = field_size(tournament), _most_places(tournament)
    return amounts(whole, terms.payouts, field, terms.prizes.round_to, most)


def unclaimed(tournament: Tournament, terms: EventTerms) -> tuple[int, int]:
    """The number of places in the payout table that nobody can take because there are fewer entries than paid places,
    and the total money for them. The other places share it in proportion to their parts of the pool."""
    whole, most = pool(tournament, terms), _most_places(tournament)
    if terms.flight or not whole or not counted(tournament.entries):
        return 0, 0
    left_over = amounts(whole, terms.payouts, field_size(tournament), terms.prizes.round_to)[most:]
    return len(left_over), sum(left_over)


def _most_places(tournament: Tournament) -> int:
    """The number of entries that can take a place here. Entries that were eliminated in a flight did not take one."""
    return max(1, len(counted(tournament.entries)))


def pool(tournament: Tournament, terms: EventTerms) -> int:
    """The money paid out for places: the amount paid in, or the guarantee if it is higher. A flight guarantees
    nothing."""
    paid = paid_in(tournament, terms)
    return paid if terms.flight else max(paid, terms.prizes.guarantee)


def paid_in(tournament: Tournament, terms: EventTerms) -> int:
    """The money paid in by all entries that count, and by the flights that lead to this tournament."""
    carried = sum(flight.pool for flight in tournament.carried)
    return carried + sum(paid_by(entry, terms) for entry in counted(tournament.entries))


def paid_by(entry: Entry, terms: EventTerms) -> int:
    """The money that an entry paid into the pool here. A player who was carried over from a flight paid the buy-in
    there."""
    bought = sum(terms.rebuy_cost if one.cost is None else one.cost for one in entry.bought)
    return bought + (0 if entry.carried else terms.buy_in)


def fee_of(entry: Entry, terms: EventTerms) -> int:
    """The fee that an entry paid to the room here."""
    return 0 if entry.carried else terms.fee


def refund_of(entry: Entry, terms: EventTerms) -> int:
    """The amount to refund if an entry is canceled: everything it paid here, or nothing while it is on the waiting
    list."""
    head = 0 if entry.carried else terms.prizes.bounty
    return 0 if entry.waits or entry.voided else paid_by(entry, terms) + fee_of(entry, terms) + head


def fees(tournament: Tournament, terms: EventTerms) -> int:
    """The fees that entries paid to the room here."""
    return sum(fee_of(entry, terms) for entry in counted(tournament.entries))


def carried_heads(tournament: Tournament) -> int:
    """The total of the bounties funded in the flights but not won there."""
    return sum(flight.heads for flight in tournament.carried)


def field_size(tournament: Tournament) -> int:
    """The number of entries in the event, including those of its flights."""
    own = sum(not entry.carried for entry in counted(tournament.entries))
    return own + sum(flight.entries for flight in tournament.carried)


def result_of(tournament: Tournament, mark: int) -> FlightResult:
    """The result of a flight at its record `mark`, to be carried to its final. Raises `Refused` while the flight is not
    over."""
    if tournament.flight is None or tournament.terms is None:
        raise Refused("flight-goes-on", choice_clause(tournament, "flights"), name=tournament.name)
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
