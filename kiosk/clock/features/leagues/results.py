"""A tournament's results as a league counts them: each player once, with the flights that led to it. Pure."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from engine.leagues.league import CountedEntry, EventResult, Result
from engine.money import minor_digits
from engine.tournament.event_terms import EventTerms
from engine.tournament.field.entries import counted
from engine.tournament.rules.prizes.prize_pool import field_size, paid_by, pool
from engine.tournament.state import Tournament
from kiosk.clock.features.leagues.first_entries import NO_TIMES, Began, PlayedEntry, first_entries
from kiosk.clock.settings import Shown
from kiosk.clock.tournaments.shown.shown_names import shown


def event_result(  # noqa: PLR0913  an event, and how it is counted
    tournament: Tournament,
    flights: Sequence[Tournament],
    day: str,
    names: Shown,
    *,
    entry: CountedEntry = "best",
    began: Began = NO_TIMES,
) -> EventResult | None:
    """The result. Returns None while the tournament is not over, and for a flight, which counts together with its
    final. Players who went out in a flight share the place after everyone who played in the final. `began` says when
    each entry could first play, for leagues in which only the first entry counts.
    """
    if tournament.ended is None or tournament.terms is None:
        return None
    scale = 10 ** minor_digits(tournament.terms.currency)
    own = {one.entry: one for one in tournament.ended.paid}
    by_player: dict[str, list[PlayedEntry]] = {}
    for one in (tournament, *flights):
        for each in counted(one.entries):
            by_player.setdefault(each.player, []).append(PlayedEntry(one, each))
    heads = {one.id: _heads(one) for one in (tournament, *flights)}
    results = []
    first = first_entries(tournament, flights, began) if entry == "first" else {}
    for player, every in by_player.items():
        counting = first.get(player, every)
        here = [own[one.entry.number] for one in counting if one.at is tournament and one.entry.number in own]
        results.append(
            Result(
                player,
                shown(every[0].entry, names),
                min((one.finish for one in here), default=len(own) + 1),
                Fraction(sum(one.payout for one in here), scale),
                Fraction(sum(one.bounties for one in here), scale),
                Fraction(sum(paid_by(one.entry, one.at.terms or tournament.terms) for one in counting), scale),
                sum((heads[one.at.id].get(one.entry.number, Fraction(0)) for one in counting), Fraction(0)),
                sum(not one.entry.carried for one in every) - 1,
                sum(len(one.entry.bought) for one in counting),
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
    """The price of one entry. For a final whose flights had to be paid for, it is the price of an entry to those
    flights."""
    each = [terms, *(one.terms for one in flights if one.terms)]
    return max(one.buy_in for one in each), max(one.fee for one in each)


def _heads(tournament: Tournament) -> dict[int, Fraction]:
    """How many players each entry knocked out. A shared knockout counts as a fraction."""
    found: dict[int, Fraction] = {}
    for entry in counted(tournament.entries):
        takers = entry.bust.by if entry.bust else ()
        for taker in takers:
            found[taker] = found.get(taker, Fraction(0)) + Fraction(1, len(takers))
    return found
