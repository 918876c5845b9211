"""The results of a tournament as an Open Tournament Summary, for programs that keep players' results.

Format: ts-specs.handhistory.org, specification 1.1.5; one JSON object `{"ots": {...}}`. Amounts are in the currency's
main unit, or in play money if there is no currency.
"""

from collections import defaultdict
from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime
from functools import partial
from typing import NamedTuple

import msgspec
from msgspec import UNSET, UnsetType

from engine.history.ohh.text import INTERNAL_VERSION, PLAY_MONEY, SITE
from engine.money import minor_digits
from engine.tournament.actions import ClockStarted, TournamentEnded
from engine.tournament.event_terms import EventTerms
from engine.tournament.field.entries import Entry, counted
from engine.tournament.levels.structure import Level
from engine.tournament.order import Context
from engine.tournament.rules.prizes.prize_list import finishes, prize_list
from engine.tournament.state import Event, Ordered, Tournament
from kiosk.clock.service import Service
from kiosk.clock.tournaments.publishing.publisher import Publisher

SPEC_VERSION = "1.1.5"
SINGLE, SEVERAL = "STT", "MTT"
"""The codes for a single-table tournament and for a multi-table tournament."""
SECONDS_A_MINUTE = 60
AT_ONCE = 1_000


class Speed(msgspec.Struct, frozen=True):
    """The length of the first level in seconds, or 0 if levels are not timed."""

    round_time: int
    type: str = "Normal"


class FinishLine(msgspec.Struct, frozen=True):
    """A player's place and prize. Neither is included while the player is still in."""

    player_name: str
    still_playing: bool
    finish_position: int | UnsetType = UNSET
    prize: float | UnsetType = UNSET


class RebuyCount(msgspec.Struct, frozen=True):
    """How many times a player bought in again. A re-entry counts like a rebuy."""

    player_name: str
    rebuys: int
    addons: int


class Summary(msgspec.Struct, frozen=True):
    """A tournament."""

    tournament_number: str
    tournament_name: str
    start_date_utc: str
    end_date_utc: str | None
    currency: str
    buyin_amount: float
    fee_amount: float
    bounty_fee_amount: float
    initial_stack: int
    type: str
    flags: tuple[str, ...]
    speed: Speed
    prize_pool: float
    player_count: int
    tournament_finishes_and_winnings: tuple[FinishLine, ...]
    rebuy_cost: float
    addon_cost: float
    tournament_rebuys: tuple[RebuyCount, ...]
    spec_version: str = SPEC_VERSION
    site_name: str = SITE
    network_name: str = SITE
    internal_version: str = INTERNAL_VERSION


class SummaryFile(msgspec.Struct, frozen=True):
    """The whole file."""

    ots: Summary


class Lasted(NamedTuple):
    """When the tournament began and when it ended, in the form `2026-05-01T19:30:00Z`. Either is empty if it has not
    happened yet."""

    began: str
    ended: str


async def lasted_of(service: Service, publisher: Publisher) -> Lasted:
    """When the tournament ran, according to its records: from the start of its clock to its end. Raises `Fault`."""
    began = ended = ""
    async for at_ms, event in _events(service, publisher):
        if isinstance(event, ClockStarted) and not began:
            began = _utc(at_ms)
        elif isinstance(event, TournamentEnded):
            ended = _utc(at_ms)
    return Lasted(began, ended if publisher.desk.state.ended else "")


async def ended_at(service: Service, publisher: Publisher) -> int | None:
    """When the tournament ended, in wall-clock UTC ms, or None if it did not, such as a flight. Raises `Fault`."""
    state = publisher.desk.state
    if not state.ended:
        return None
    if (held := service.ends.held(state.id, (state.ended,))) is not None:
        return held
    ends = [at_ms async for at_ms, event in _events(service, publisher) if isinstance(event, TournamentEnded)]
    return service.ends.keep(state.id, (state.ended,), ends[-1])


async def began_at(service: Service, publisher: Publisher) -> int | None:
    """When the tournament's clock first started, in wall-clock UTC ms, or None if it did not. Raises `Fault`."""
    state = publisher.desk.state
    if not state.started:
        return None
    if (held := service.begins.held(state.id, ())) is not None:
        return held
    async for at_ms, event in _events(service, publisher):
        if isinstance(event, ClockStarted):
            return service.begins.keep(state.id, (), at_ms)
    return None


async def times_of(service: Service, publisher: Publisher) -> list[int]:
    """When each act was ordered, as wall-clock time in UTC milliseconds. Raises `Fault`."""
    return [at_ms async for at_ms, event in _events(service, publisher) if isinstance(event, Ordered)]


async def _events(service: Service, publisher: Publisher) -> AsyncIterator[tuple[int, Event]]:
    mark, form = 0, service.forms.of(publisher.desk.state.id)
    while records := await publisher.desk.decisions(mark, AT_ONCE):
        for record in records:
            yield record.at_ms, form.decode(record.body)
        mark = records[-1].seq


def to_ots(tournament: Tournament, context: Context, lasted: Lasted) -> bytes:
    """The text of an `.ots` file. If the tournament is not over, it includes the players who are still in."""

    structure, terms = context.structure, context.terms
    money = partial(_money, currency=terms.currency)
    first = next(entry for entry in structure.entries if isinstance(entry, Level))
    field = counted(tournament.entries)
    summary = Summary(
        tournament_number=tournament.id,
        tournament_name=tournament.name,
        start_date_utc=lasted.began,
        end_date_utc=lasted.ended or None,
        currency=terms.currency or PLAY_MONEY,
        buyin_amount=money(terms.buy_in),
        fee_amount=money(terms.fee),
        bounty_fee_amount=money(terms.prizes.bounty),
        initial_stack=structure.starting_stack,
        type=SINGLE if len(tournament.sittings) == 1 else SEVERAL,
        flags=tuple(_flags(terms)),
        speed=Speed(round(first.minutes * SECONDS_A_MINUTE)),
        prize_pool=money(prize_list(tournament, context).pool),
        player_count=len(field),
        tournament_finishes_and_winnings=tuple(_finishes(tournament, context, field)),
        rebuy_cost=money(terms.rebuy_cost),
        addon_cost=money(terms.prizes.add_on_cost),
        tournament_rebuys=tuple(_bought(field)),
    )
    return msgspec.json.encode(SummaryFile(summary))


def _money(minor: int, currency: str) -> float:
    """An amount in the minor unit, converted to the currency's major unit."""
    return float(minor / 10 ** minor_digits(currency))


def _flags(terms: EventTerms) -> Iterator[str]:
    if terms.prizes.bounty:
        yield "Bounty"
    if terms.rebuys or terms.prizes.add_on_cost:
        yield "Rebuy"
    if terms.re_entries:
        yield "Re-Entry"


def _finishes(tournament: Tournament, context: Context, field: list[Entry]) -> Iterator[FinishLine]:
    """The entries: first those still in play, then those that are out, by place, starting with the winner."""
    place, won = finishes(tournament), prize_list(tournament, context).won
    heads = {one.entry: one.bounties for one in tournament.ended.paid} if tournament.ended else {}
    for entry in sorted(field, key=lambda one: place.get(one.number, 0)):
        if entry.number not in place:
            yield FinishLine(entry.name, still_playing=True)
            continue
        prize = _money(won.get(entry.number, 0) + heads.get(entry.number, 0), context.terms.currency)
        yield FinishLine(entry.name, still_playing=False, finish_position=place[entry.number], prize=prize)


def _bought(field: list[Entry]) -> Iterator[RebuyCount]:
    players = defaultdict[str, list[Entry]](list)
    for entry in field:
        players[entry.player].append(entry)
    for entries in players.values():
        chips = [one for entry in entries for one in entry.bought]
        add_ons = sum(one.cost is not None for one in chips)
        again = len(entries) - 1 + len(chips) - add_ons
        if again or add_ons:
            yield RebuyCount(entries[0].name, again, add_ons)


def _utc(at_ms: int) -> str:
    return datetime.fromtimestamp(at_ms / 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
