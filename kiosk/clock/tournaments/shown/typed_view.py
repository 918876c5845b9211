"""A table without a kiosk as the director sees it: what was last typed for it, or who was seated there. Pure."""

from msgspec.structs import replace

from engine.tournament.field.entries import Entry, seated_at
from engine.tournament.state import Tournament
from engine.tournament.tables.facts import TableFacts
from kiosk.clock.tables.view import SeatView, TableView


def as_typed(view: TableView, tournament: Tournament, number: int, facts: TableFacts | None) -> TableView:
    """The view of a table without a kiosk, filled in with what was typed. Any other view is unchanged. `facts` are
    those of the sitting."""
    sitting = tournament.sittings.get(number)
    typings = tournament.typed.get(number, ())
    if sitting is None or not (sitting.typed or typings):
        return view
    now = facts if facts and typings else TableFacts(number)
    out = {one.entry for one in typings[-1].out} if typings else set()

    def chips_of(entry: Entry) -> int:
        if entry.number in now.held:
            return now.held[entry.number].chips
        return 0 if entry.number in out or entry.moved_from else entry.chips

    seats = tuple(
        SeatView(entry.seat.seat, entry.name, chips_of(entry), 0, live=False, all_in=False, turn=False)
        for entry in seated_at(tournament.entries, tournament.occupied, sitting)
        if entry.seat
    )
    found = sum(seat.chips for seat in seats)
    return replace(
        view,
        typed=True,
        hand=now.hands,
        button=now.button,
        seats=seats,
        players=sum(seat.chips > 0 for seat in seats),
        chips_found=found,
        chips_issued=found,
        adjusted=0,
        removed=0,
        flags=(),
    )
