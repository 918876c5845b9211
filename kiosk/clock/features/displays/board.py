"""A tournament's board on displays, apart from its clock: seats, moves, prizes, and the leaders if they are shown."""

from collections.abc import Mapping

import msgspec

from engine.tournament.field.entries import Entry, left
from engine.tournament.tables.facts import TableFacts, sitting_of, stacks_held
from kiosk.clock.settings import Shown
from kiosk.clock.tournaments.desk.desk import Desk
from kiosk.clock.tournaments.shown.prizes import PublicPrizes, public_prizes
from kiosk.clock.tournaments.shown.shown_names import shown
from kiosk.protocol.link.wire import WireMessage

MOST_LEADERS = 10


class BoardSeat(msgspec.Struct, frozen=True):
    """A player's seat. `came_from` is the table that the player is to leave, or 0 if there is none."""

    name: str
    table: int
    seat: int
    came_from: int = 0


class BoardLeader(msgspec.Struct, frozen=True):
    """A player's stack after the last hand at their table."""

    name: str
    chips: int
    table: int


class Board(WireMessage, frozen=True, tag="board"):
    """The part of a tournament that displays show besides its clock. Names are as the room shows them."""

    room: str
    """The tournament's id."""
    prizes: PublicPrizes = PublicPrizes()
    seats: tuple[BoardSeat, ...] = ()
    """All seats, until the clock starts running."""
    moves: tuple[BoardSeat, ...] = ()
    """Players who are to move to another table and have not sat down there yet."""
    is_reseating: bool = False
    """Whether some of them come from a table that was broken or redrawn."""
    leaders: tuple[BoardLeader, ...] = ()
    counted_ms: int | None = None
    """When the clock last received something from the table that has been silent longest, in the service's time, or
    None while the clock is in contact with all tables."""


def board(desk: Desk, names: Shown, with_leaders: bool, with_prizes: bool = True) -> Board:
    """The current board. If `with_prizes` is true, it includes who gets what in a deal."""
    tournament = desk.state
    facts, entries = desk.accounts.facts(), left(tournament.entries)
    movers = [one for one in entries if _is_to_move(one, facts)]
    return Board(
        room=tournament.id,
        prizes=public_prizes(desk, names, with_prizes),
        seats=() if tournament.started else tuple(_seat(desk, one, names) for one in entries if one.seat),
        moves=tuple(_move(desk, one, facts, names) for one in movers),
        is_reseating=any(_has_lost_table(desk, one) for one in movers),
        leaders=_leaders(desk, facts, names) if with_leaders else (),
        counted_ms=_counted_ms(desk),
    )


def _seat(desk: Desk, entry: Entry, names: Shown, came_from: int = 0) -> BoardSeat:
    assert entry.seat is not None
    return BoardSeat(shown(entry, names), desk.table_of(entry.seat.sitting), entry.seat.seat, came_from)


def _is_to_move(entry: Entry, facts: Mapping[int, TableFacts]) -> bool:
    """Whether a move was recorded and the player has not sat down at the new table yet."""
    if entry.seat is None or entry.moved_from is None:
        return False
    return sitting_of(facts, entry.number) != entry.seat.sitting


def _has_lost_table(desk: Desk, entry: Entry) -> bool:
    """Whether the entry moves because its table was broken or redrawn, and not to balance the tables."""
    assert entry.moved_from is not None
    before = desk.state.sittings[entry.moved_from.sitting]
    return before.breaking or before.closed


def _move(desk: Desk, entry: Entry, facts: Mapping[int, TableFacts], names: Shown) -> BoardSeat:
    here = sitting_of(facts, entry.number)
    return _seat(desk, entry, names, desk.table_of(here) if here else 0)


def _leaders(desk: Desk, facts: Mapping[int, TableFacts], names: Shown) -> tuple[BoardLeader, ...]:
    entries, stacks = desk.state.entries, stacks_held(facts)
    held = sorted((number for number in stacks if number in entries), key=lambda number: (-stacks[number], number))
    return tuple(
        BoardLeader(shown(one, names), stacks[one.number], desk.table_of(one.seat.sitting) if one.seat else 0)
        for one in (entries[number] for number in held[:MOST_LEADERS])
    )


def _counted_ms(desk: Desk) -> int | None:
    """The value of `counted_ms` on the board. Closed tables and tables without a kiosk are ignored."""
    if desk.is_followed:
        return None  # which tables are connected is known only to the clock that runs the room
    playing = (one for one in desk.state.sittings.values() if not one.closed and not one.typed)
    links = [desk.audited.links.of(one.number) for one in playing]
    since = [link.heard_ms for link in links if not link.linked and link.heard_ms is not None]
    return min(since, default=None)
