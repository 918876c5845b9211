"""Turns the words in a command into the values in an order: entries, tables, seats, cards and counts."""

from collections.abc import Sequence
from typing import NamedTuple

from engine.cards import Card
from engine.names import name_key
from engine.tournament.field.entries import SeatAt
from engine.tournament.prizes.finishes import DealShare
from engine.tournament.tables.facts import TypedCount
from kiosk.faults import Fault
from kiosk.protocol.room_plan import RoomPlan
from kiosk.protocol.tournaments import TournamentView


class CommandContext(NamedTuple):
    """The tournament that a command is for, the plan of the room's tables, and the zone of its times of day."""

    tournament: TournamentView
    plan: RoomPlan
    zone: str


def entry_of(now: TournamentView, named: str, forfeits: bool = False) -> int:
    """The entry with this number or name: of several, the one that is still in (or that forfeited), or else the newest.
    Raises `Fault` if there is none, or several are still in."""
    if named.isdecimal():
        return int(named)
    found = [one for one in now.entries if name_key(one.name) == name_key(named) and not one.voided]
    if not found:
        raise Fault("no-entry-named", name=named)
    meant = [one.entry for one in found if (one.forfeit if forfeits else not (one.finish or one.forfeit))]
    if len(meant) > 1 and not forfeits:
        raise Fault("several-named", name=named, entries=", ".join(map(str, meant)))
    return (meant or [one.entry for one in found])[-1]


def team_or_entry(now: TournamentView, named: str, forfeits: bool = False) -> list[int]:
    """All entries in a team with this name, or else the entry that `entry_of` finds. Raises the same errors."""
    team = [one.entry for one in now.entries if one.team and name_key(one.team) == name_key(named) and not one.voided]
    return team or [entry_of(now, named, forfeits)]


def sitting_at(now: TournamentView, table: int) -> int:
    """The sitting that is open at a physical table. Raises `Fault` if there is none."""
    found = [one.sitting for one in now.sittings if one.table == table and not one.closed]
    if not found:
        raise Fault("no-table-open", table=table)
    return found[-1]


def seat_at(now: TournamentView, table: int, seat: int) -> SeatAt:
    return SeatAt(sitting_at(now, table), seat)


def card_of(said: str) -> Card:
    """The card in a string such as `Qh`, in upper or lower case. Raises `Fault`."""
    try:
        return Card(said[:1].upper() + said[1:].lower())
    except ValueError as error:
        raise Fault("no-card", card=said) from error


def count_of(now: TournamentView, said: str) -> TypedCount:
    """The count in `Ana=12500`, or in `Ana=0:Bo,Cy` with the players who took the last chips. Raises `Fault`."""
    named, is_given, rest = said.rpartition("=")
    chips, _, by = rest.partition(":")
    if not is_given or not chips.replace("_", "").isdecimal():
        raise Fault("no-count", count=said)
    return TypedCount(entry_of(now, named), int(chips), tuple(entry_of(now, one) for one in by.split(",") if one))


def own_shares(now: TournamentView, said: Sequence[str]) -> tuple[DealShare, ...]:
    """The shares in a deal, each as `Ana=15000` in the currency's minor unit. Raises `Fault`."""
    shares = []
    for one in said:
        named, is_given, amount = one.rpartition("=")
        if not is_given or not amount.replace("_", "").isdecimal():
            raise Fault("no-share", share=one)
        shares.append(DealShare(entry_of(now, named), int(amount)))
    return tuple(shares)
