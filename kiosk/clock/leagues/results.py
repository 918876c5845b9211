"""The results of a tournament as a league counts them: of each player once, with the flights that led to it. Pure."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from engine.leagues.standings import EventResult, Result
from engine.money import minor_digits
from engine.tournament.event_terms import EventTerms
from engine.tournament.field.entries import Entry, counted
from engine.tournament.rules.prize_pool import field_size, paid_by, pool
from engine.tournament.state import Tournament
from kiosk.clock.desk.shown_names import shown
from kiosk.clock.settings import Shown


def event_result(tournament: Tournament, flights: Sequence[Tournament], day: str, names: Shown) -> EventResult | None:
    """None while it is not over, and for a flight, which counts with its final. Who went out in a flight shares the
    place after all who played the final."""
    if tournament.ended is None or tournament.terms is None:
        return None
    scale = 10 ** minor_digits(tournament.terms.currency)
    own = {one.entry: one for one in tournament.ended.paid}
    by_player: dict[str, list[tuple[Tournament, Entry]]] = {}
    for one in (tournament, *flights):
        for entry in counted(one.entries):
            by_player.setdefault(entry.player, []).append((one, entry))
    heads = {one.id: _heads(one) for one in (tournament, *flights)}
    results = []
    for player, entries in by_player.items():
        here = [own[entry.number] for one, entry in entries if one is tournament and entry.number in own]
        results.append(
            Result(
                player,
                shown(entries[0][1], names),
                min((one.finish for one in here), default=len(own) + 1),
                Fraction(sum(one.payout for one in here), scale),
                Fraction(sum(one.bounties for one in here), scale),
                Fraction(sum(paid_by(entry, one.terms or tournament.terms) for one, entry in entries), scale),
                sum((heads[one.id].get(entry.number, Fraction(0)) for one, entry in entries), Fraction(0)),
                sum(not entry.carried for _, entry in entries) - 1,
                sum(len(entry.bought) for _, entry in entries),
            )
        )
    buy_in, fee = _price(tournament, flights, tournament.terms)
    return EventResult(
        tournament.id,
        tournament.name,
        day,
        field_size(tournament),
        Fraction(pool(tournament, tournament.terms), scale),
        Fraction(buy_in, scale),
        Fraction(fee, scale),
        tuple(sorted(results, key=lambda one: (one.place, one.name))),
    )


def _price(tournament: Tournament, flights: Iterable[Tournament], terms: EventTerms) -> tuple[int, int]:
    """What one entry cost; of a final whose flights were paid, what those did."""
    each = [terms, *(one.terms for one in flights if one.terms)]
    return max(one.buy_in for one in each), max(one.fee for one in each)


def _heads(tournament: Tournament) -> dict[int, Fraction]:
    """How many each entry knocked out; a part of one that it shares."""
    found: dict[int, Fraction] = {}
    for entry in counted(tournament.entries):
        takers = entry.bust.by if entry.bust else ()
        for taker in takers:
            found[taker] = found.get(taker, Fraction(0)) + Fraction(1, len(takers))
    return found
