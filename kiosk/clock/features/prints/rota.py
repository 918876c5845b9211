"""The rota on paper, for the dealers' room: who deals at each table now, and who will after the next push."""

from kiosk.clock.features.dealers.view import DownsView
from kiosk.clock.features.prints.listing import Cell, Column, Listing, NameCell, listing_pdf
from kiosk.protocol.tournaments import PaperName
from ui.words import Words


def rota_pdf(view: DownsView, at: str, due: str, paper: PaperName, words: Words) -> bytes:
    """The rota as of `at`; the next push is due at `due`. Both are times of day, and empty before the first push.
    Dealers who are off at either time are in rows without a table."""
    said = words.prints
    rows: list[list[Cell]] = [
        [str(one.table), _named(one.dealer, one.name), _named(one.next, one.next_name)] for one in view.tables
    ]
    resting = [_named(one.dealer, one.name) for one in view.dealers if not one.table]
    to_rest = [_named(one.dealer, one.name) for one in view.dealers if not one.next]
    for number in range(max(len(resting), len(to_rest))):
        rows.append([said.off, *(names[number] if number < len(names) else "" for names in (resting, to_rest))])
    about = (said.as_of.format(time=at), *([said.push_at.format(time=due)] if due else []))
    columns = (Column(said.table, 2), Column(said.deals, 5), Column(said.deals_next, 5))
    return listing_pdf(Listing(said.titles["rota"], about, columns, rows), paper, words)


def _named(dealer: int, name: str) -> Cell:
    return NameCell(dealer, name) if dealer else "–"
