"""What a player's phone is shown of the one entry that it follows. Nothing of anybody else."""

from collections.abc import Mapping
from typing import NamedTuple

import msgspec

from engine.tournament.field.entries import Entry
from engine.tournament.rules.prize_list import finishes
from engine.tournament.tables.facts import TableFacts
from kiosk.clock.desk.desk import Desk
from kiosk.clock.desk.shown_names import shown
from kiosk.clock.desk.whereabouts import Section, Whereabouts
from kiosk.clock.desk.why_moved import MoveReason, why_moved
from kiosk.clock.settings import Shown


class PhoneShows(NamedTuple):
    """How names are shown; whether a phone with the code of its entry is told its chips; and whether anybody is told
    what an entry won."""

    names: Shown
    with_chips: bool
    with_prizes: bool = True


class FollowedEntry(msgspec.Struct, frozen=True):
    """Where an entry belongs. It `moves` while it has not arrived there: from `from_table`, 0 once it has left that.

    `chips` are those after `hand` of its table; None where the room does not say them, or without the entry's code.
    `place` is 0 while it is in, and `payout` is then its share of a deal.
    """

    entry: int
    name: str
    table: int = 0
    seat: int = 0
    moves: bool = False
    from_table: int = 0
    chips: int | None = None
    hand: int = 0
    waits: bool = False
    """On the waiting list."""
    place: int = 0
    payout: int = 0
    why: MoveReason | None = None
    """While it moves."""
    near: tuple[Section, ...] = ()
    """The part of the room that its table is in, and that which it leaves."""


def followed_entry(  # noqa: PLR0913, PLR0917  what a phone asks, and what is worked out once for all of them
    desk: Desk, number: int, shows: PhoneShows, whereabouts: Whereabouts, won: Mapping[int, int], is_own: bool = False
) -> FollowedEntry | None:
    """The entry of this number; None where there is none. `won` is what is certain of the prizes, by entry. Who has its
    code sees it as their own: anybody counts numbers up, and would have every stack of the room."""
    tournament, names, with_chips = desk.state, shows.names, shows.with_chips and is_own
    entry = tournament.entries.get(number)
    if entry is None or entry.voided:
        return None
    facts, name = desk.accounts.facts(), shown(entry, names)
    payout = won.get(number, 0) if is_own or shows.with_prizes else 0
    if place := finishes(tournament).get(number, 0):
        return FollowedEntry(number, name, place=place, payout=payout)
    if entry.seat is None:
        return FollowedEntry(number, name, waits=entry.waits)
    origin, here = entry.moved_from, _sits_at(entry, facts)
    moves = origin is not None and here != entry.seat.sitting
    table = facts.get(here)
    goes_to = tournament.sittings[entry.seat.sitting].table
    comes_from = tournament.sittings[here].table if moves and here else 0
    return FollowedEntry(
        entry=number,
        name=name,
        table=goes_to,
        seat=entry.seat.seat,
        moves=moves,
        from_table=comes_from,
        chips=table.held[number].chips if with_chips and table else None,
        payout=payout,
        hand=table.hands - table.playing if with_chips and table else 0,
        why=why_moved(tournament, number) if moves else None,
        near=whereabouts.of((goes_to, comes_from)),
    )


def _sits_at(entry: Entry, facts: Mapping[int, TableFacts]) -> int:
    """The sitting that has it by its own record; 0 for none, while it is on the way or its table has not dealt."""
    places_of = (entry.seat, entry.moved_from)
    sittings = [place.sitting for place in places_of if place]
    return next((one for one in sittings if one in facts and entry.number in facts[one].held), 0)
