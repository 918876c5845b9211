"""The results of a tournament as a file for spreadsheets."""

import csv
from collections.abc import Iterator, Sequence
from io import StringIO

from engine.money import Money
from engine.tournament.event_terms import EventTerms
from engine.tournament.prizes.finishes import EntryWinnings
from engine.tournament.rules.prizes.prize_pool import fee_of, paid_by
from engine.tournament.state import Tournament

COLUMNS = ("place", "tied", "name", "payout", "bounties", "currency", "entry", "nth", "paid_in", "fee")


def results_csv(tournament: Tournament) -> str:
    """A line for each entry by place, winner first. Amounts are in the currency's main unit, or in points if there is
    no currency. `tied` is how many entries share the place, or 0 if none do. `paid_in` went to the pool, and `fee` to
    the room. The amount by which payouts exceed the sum of `paid_in` is the overlay. Until the tournament is over,
    there is only the heading."""
    text = StringIO()
    rows = csv.writer(text, lineterminator="\r\n")  # RFC 4180
    rows.writerow(COLUMNS)
    if tournament.ended and tournament.terms:
        rows.writerows(_rows(tournament, tournament.ended.paid, tournament.terms))
    return text.getvalue()


def _rows(tournament: Tournament, paid: Sequence[EntryWinnings], terms: EventTerms) -> Iterator[tuple[str | int, ...]]:
    for one in paid:
        sharing = sum(other.finish == one.finish for other in paid)
        entry = tournament.entries[one.entry]
        payout, heads, paid_in, fee = (
            Money(minor, terms.currency).decimal
            for minor in (one.payout, one.bounties, paid_by(entry, terms), fee_of(entry, terms))
        )
        who = (one.finish, sharing if sharing > 1 else 0, as_text(entry.name))
        yield (*who, payout, heads, terms.currency, one.entry, entry.nth, paid_in, fee)


def as_text(name: str) -> str:
    """A name as text. If a spreadsheet would take it for a formula, an apostrophe is put in front of it."""
    return f"'{name}" if name[:1] in ("=", "+", "-", "@", "\t", "\r") else name
