"""The results of a tournament as a file that spreadsheets read."""

import csv
from io import StringIO

from engine.tournament.state import Tournament

COLUMNS = ("place", "tied", "name", "payout", "bounties", "currency", "entry", "nth")


def results_csv(tournament: Tournament) -> str:
    """A line for each entry by place, the winner first; amounts in the currency's minor unit, points where there is
    none. `tied` says how many share the place. Empty but for the head until the tournament is over."""
    text = StringIO()
    rows = csv.writer(text, lineterminator="\r\n")  # RFC 4180
    rows.writerow(COLUMNS)
    paid = tournament.ended.paid if tournament.ended else ()
    currency = tournament.terms.currency if tournament.terms else ""
    for one in paid:
        tied = sum(other.finish == one.finish for other in paid)
        entry = tournament.entries[one.entry]
        name = _as_text(entry.name)
        rows.writerow((one.finish, tied, name, one.payout, one.bounties, currency, one.entry, entry.nth))
    return text.getvalue()


def _as_text(name: str) -> str:
    """A name that a spreadsheet would take for a formula begins with an apostrophe."""
    return f"'{name}" if name[:1] in ("=", "+", "-", "@", "\t", "\r") else name
