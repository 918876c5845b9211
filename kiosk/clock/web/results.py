"""The results of a tournament as a file that spreadsheets read."""

import csv
from collections.abc import Iterator, Sequence
from io import StringIO

from engine.tournament.event_terms import EventTerms
from engine.tournament.events import Paid
from engine.tournament.rules.prize_pool import fee_of, paid_by
from engine.tournament.state import Tournament

COLUMNS = ("place", "tied", "name", "payout", "bounties", "currency", "entry", "nth", "paid_in", "fee")


def results_csv(tournament: Tournament) -> str:
    """A line for each entry by place, the winner first; amounts in the currency's minor unit, points where there is
    none. `tied` says how many share the place; `paid_in` went to the pool, what payouts are above it is the overlay,
    and `fee` went to the room. Empty but for the head until the tournament is over."""
    text = StringIO()
    rows = csv.writer(text, lineterminator="\r\n")  # RFC 4180
    rows.writerow(COLUMNS)
    if tournament.ended and tournament.terms:
        rows.writerows(_rows(tournament, tournament.ended.paid, tournament.terms))
    return text.getvalue()


def _rows(tournament: Tournament, paid: Sequence[Paid], terms: EventTerms) -> Iterator[tuple[str | int, ...]]:
    for one in paid:
        tied = sum(other.finish == one.finish for other in paid)
        entry = tournament.entries[one.entry]
        won = (one.finish, tied, as_text(entry.name), one.payout, one.bounties, terms.currency)
        yield (*won, one.entry, entry.nth, paid_by(entry, terms), fee_of(entry, terms))


def as_text(name: str) -> str:
    """A name that a spreadsheet would take for a formula begins with an apostrophe."""
    return f"'{name}" if name[:1] in ("=", "+", "-", "@", "\t", "\r") else name
