"""The part of a tournament that a player's phone shows: the one entry that it follows, and nothing about anyone
else.
"""

from collections.abc import Mapping
from typing import NamedTuple

import msgspec

from engine.tournament.field.entries import Entry
from engine.tournament.rules.prizes.prize_list import finishes
from engine.tournament.tables.facts import TableFacts
from kiosk.clock.settings import Shown
from kiosk.clock.tournaments.desk.desk import Desk
from kiosk.clock.tournaments.shown.shown_names import shown
from kiosk.clock.tournaments.shown.whereabouts import Section, Whereabouts
from kiosk.clock.tournaments.shown.why_moved import MoveReason, why_moved


class PhoneShows(NamedTuple):
    """How names are shown, whether a phone with its entry's code gets the entry's chips, and whether every phone gets
    what an entry won."""

    names: Shown
    with_chips: bool
    with_prizes: bool = True


class FollowedEntry(msgspec.Struct, frozen=True):
    """The seat of an entry. Until the entry has arrived there, it `moves` from `from_table`, which is 0 once it has
    left that table.

    `chips` are its chips after hand number `hand` at its table. They are None if the room does not show them, or if the
    entry's code was not given. `place` is 0 while the entry is still in, and `payout` is then its share of a deal.
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
    """Whether it is on the waiting list."""
    place: int = 0
    payout: int = 0
    why: MoveReason | None = None
    """The reason for its move."""
    near: tuple[Section, ...] = ()
    """The sections of the room where its table and the table that it is leaving are."""


def followed_entry(  # noqa: PLR0913, PLR0917  what a phone asks for, and what is calculated once for all phones
    desk: Desk, number: int, shows: PhoneShows, whereabouts: Whereabouts, won: Mapping[int, int], is_own: bool = False
) -> FollowedEntry | None:
    """The entry with this number, or None if there is none. `won` has the prizes that entries have already secured, by
    entry. The code is required to see what the entry's own player sees. Without it, anyone could go through the numbers
    and see every stack in the room."""
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
    """The sitting whose own record has the entry, or 0 if there is none. There is none while the entry is on the way,
    or while its table has not dealt a hand."""
    places_of = (entry.seat, entry.moved_from)
    sittings = [place.sitting for place in places_of if place]
    return next((one for one in sittings if one in facts and entry.number in facts[one].held), 0)
