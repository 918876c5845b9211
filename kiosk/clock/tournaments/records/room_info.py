"""The rest of the room, as a table sees it: where players may go, who has left it, and who finished where. Pure."""

from collections import defaultdict
from collections.abc import Mapping

from engine.tournament.field.entries import Entry, SeatAt, free_seats
from engine.tournament.prizes.finishes import places
from engine.tournament.rules.barrier import to_confirm
from engine.tournament.rules.field.away_rules import is_under_way, was_let_go
from engine.tournament.rules.seating.seat_rules import open_sittings
from engine.tournament.state import Tournament
from engine.tournament.tables.facts import Tables, in_transit
from engine.tournament.tables.room_info import FreeSeats, Gone, OutPlace
from kiosk.protocol.messages import RoomInfo

MOST_TABLES = 40
"""The maximum number of tables listed: those with the most free seats. The director can choose any other."""


def room_infos(tournament: Tournament, tables: Tables) -> Mapping[int, RoomInfo]:
    others, gone, out = _with_room(tournament), _gone(tournament, tables), _out(tournament, tables)
    return {
        number: RoomInfo(others, tuple(gone[number]), tuple(out[number]))
        for number, sitting in tournament.sittings.items()
        if not sitting.closed
    }


def _with_room(tournament: Tournament) -> tuple[FreeSeats, ...]:
    """The tables, including full ones, because a dealer looks up a table by its number."""
    found = [
        FreeSeats(one.table, one.seat_count, tuple(seat.seat for seat in free_seats(one, tournament.occupied)))
        for one in open_sittings(tournament)
    ]
    found.sort(key=lambda one: (-len(one.free), one.table))
    return tuple(found[:MOST_TABLES])


def _gone(tournament: Tournament, tables: Tables) -> dict[int, list[Gone]]:
    found: dict[int, list[Gone]] = defaultdict(list)
    for number, chips in in_transit(tables).items():
        entry = tournament.entries.get(number)
        # A player whom the table knows by another name can be called back only by the director.
        if entry and entry.is_in and not entry.alias and (at := _left(entry, tables)):
            to = entry.seat if entry.seat and is_under_way(entry, tables) else None
            there = (tournament.sittings[to.sitting].table, to.seat) if to else (0, 0)
            found[at.sitting].append(Gone(str(number), entry.name, chips, at.seat, *there))
    return found


def _left(entry: Entry, tables: Tables) -> SeatAt | None:
    if is_under_way(entry, tables):
        return entry.moved_from
    return entry.seat if was_let_go(entry, tables) else None


def _out(tournament: Tournament, tables: Tables) -> dict[int, list[OutPlace]]:
    """For each table, the players who went out in its last hand."""
    found: dict[int, list[OutPlace]] = defaultdict(list)
    place_of = _places(tournament, tables)
    has_bounties = tournament.terms is not None and tournament.terms.prizes.bounty > 0
    for number, table in tables.items():
        last = max((bust.hand for bust in table.busts), default=0)
        for bust in table.busts:
            if bust.hand == last and bust.entry in place_of:
                confirmed = not tournament.entries[bust.entry].is_in
                player = _player(tournament, number, bust.entry)
                booked = (
                    tournament.entries[bust.entry].bust if confirmed else None
                )  # the director may have corrected it
                takers = (booked.by if booked else bust.by) if has_bounties else ()
                bounty_to = tuple(_player(tournament, number, one) for one in takers if one in tournament.entries)
                found[number].append(OutPlace(player, place_of[bust.entry], confirmed, bounty_to))
    return found


def _places(tournament: Tournament, tables: Tables) -> dict[int, int]:
    """The places as they will be once the director has confirmed all who are out, except those that another table may
    still change."""
    groups = [tuple(bust.entry for _, bust in group) for group in to_confirm(tournament, tables)]
    return places(tournament.entries, (*tournament.finishes, *groups))


def _player(tournament: Tournament, sitting: int, number: int) -> str:
    alias = tournament.entries[number].alias
    return alias.player if alias and alias.sitting == sitting else str(number)
