"""The facts in one sitting's records for its tournament. A pure fold beside the audit, without any checks of its own.

At a table, an entry is the player whose id is the entry's number.
"""

import msgspec
from msgspec.structs import replace

from engine.events import Event, HandEnded, HandStarted, HandVoided, PlayEvent, PotAwarded, TakenBack
from engine.game.game import Game
from engine.hand.showdown import pots_of
from engine.table.actions.chips import ChipsRaced
from engine.table.actions.hands import HandReported
from engine.table.actions.people import ChipsBought, SeatLeft, SeatTaken, StackRemoved
from engine.table.chip_race import Race
from engine.table.next_deal import play_so_far
from engine.table.seats import count_next
from engine.table.state import Table, hands_ended, is_playing
from engine.tournament.insight.pace import TimedHand
from engine.tournament.tables.facts import Arrival, Bust, Departure, Raced, SeatedEntry, TableFacts, Unbooked

HandTimes = tuple[TimedHand, ...]
"""The hands in order. Undone and voided hands are left out."""


class SittingRecord(msgspec.Struct, frozen=True, gc=False):
    """The eliminations, departures, arrivals and chip purchases of a sitting, up to the last record read."""

    busts: tuple[Bust, ...] = ()
    departures: tuple[Departure, ...] = ()
    arrivals: tuple[Arrival, ...] = ()
    bought: tuple[ChipsBought | SeatTaken, ...] = ()
    awards: tuple[tuple[int, int, tuple[int, ...]], ...] = ()
    """The pots of the last hand, in the order in which they were pushed. Each has the number of its record, the pot's
    number, and the seats that won it."""
    races: tuple[Raced, ...] = ()
    unbooked: tuple[Unbooked, ...] = ()
    """The players who were seated by name, with the chips that they brought to the table. Their current chip counts are
    read from the table."""


def read_event(  # noqa: PLR0911  one return for each event
    record: SittingRecord, before: Game, event: Event, seq: int, at_ms: int
) -> SittingRecord:
    """The record after event number `seq` of the journal. `before` is the game before the event."""
    match event:
        case SeatLeft() | StackRemoved():
            return _left(record, before, event, seq, at_ms)
        case SeatTaken():
            return _seated(record, event, seq)
        case HandStarted() | PotAwarded():
            pushed = (*record.awards, (seq, event.pot, event.seats)) if isinstance(event, PotAwarded) else ()
            return replace(record, awards=pushed)
        case ChipsBought():  # a purchase stays valid after an undo
            return replace(record, bought=(*record.bought, event))
        case ChipsRaced():
            return _raced(record, before.table.race, seq)
        case TakenBack(to=to):
            return _taken_back(record, to)
    return record


def table_facts(sitting: int, record: SittingRecord, game: Game) -> TableFacts:
    """The facts for the tournament. Chip counts are those at the end of the last finished hand."""
    table = game.table
    held = {
        int(seat.player): SeatedEntry(number, seat.chips, seat.last_count)
        for number, seat in enumerate(table.seats, 1)
        if seat and seat.player.isdecimal()
    }
    return TableFacts(
        sitting=sitting,
        mark=game.mark,
        hands=table.hands,
        orbits=play_so_far(table)[1],
        playing=is_playing(table),
        button=table.at.button or table.button,
        held=held,
        busts=record.busts,
        departures=record.departures,
        arrivals=record.arrivals,
        adjusted=table.adjusted,
        raced=table.raced,
        removed=table.removed,
        purchases=table.purchases,
        races=record.races,
        unbooked=tuple(_as_seated(table, one) for one in record.unbooked),
        at=table.at,
        count_next=() if table.uncounted else count_next(table.seats, hands_ended(table)),
    )


def _had(table: Table, seat: int) -> int:
    """The seat's chips at the start of the last hand, or 0 if they were not recorded."""
    deal = table.hand.deal if table.hand else None
    return deal.stacks[deal.seats.index(seat)] if deal and seat in deal.seats else 0


def _taken_back(record: SittingRecord, to: int) -> SittingRecord:
    """The record after an undo back to record `to`. Undoing a pot reinstates the players who went out in it."""
    back = tuple(replace(one, bust=None) if one.bust and one.bust.mark > to else one for one in record.unbooked)
    busts = tuple(bust for bust in record.busts if bust.mark <= to)
    awards = tuple(award for award in record.awards if award[0] <= to)
    races = tuple(race for race in record.races if race.mark <= to)
    return replace(record, busts=busts, unbooked=back, awards=awards, races=races)


def _raced(record: SittingRecord, race: Race | None, seq: int) -> SittingRecord:
    done = (Raced(race.odd, race.chip, race.lying, race.brought, seq),) if race else ()
    return replace(record, races=(*record.races, *done))


def _takers(record: SittingRecord, table: Table, seat: int) -> tuple[int, ...]:
    """The entries that won the last pot for which the seat was eligible, and with it the seat's last chips."""
    hand = table.hand
    if hand is None or not record.awards or seat not in hand.deal.seats:
        return ()
    index = hand.deal.seats.index(seat)
    mine = [number for number, pot in enumerate(pots_of(hand)) if index in pot.eligible]
    last = max(mine, default=0)
    seats = next((seats for _, pot, seats in reversed(record.awards) if pot == last), ())
    winners = (table.seats[one - 1] for one in seats if one != seat)
    return tuple(int(one.player) for one in winners if one and one.player.isdecimal())


def _seated(record: SittingRecord, event: SeatTaken, seq: int) -> SittingRecord:
    if event.purchase:
        return _back(record, event)
    if not event.player.isdecimal():
        if event.came_from:
            return record
        new = Unbooked(event.seat, event.player, event.name, event.chips, event.chips, seq)
        return replace(record, unbooked=(*record.unbooked, new))
    entry = int(event.player)
    back = not event.came_from
    if back and all(one.entry != entry for one in record.departures):
        return record
    return replace(record, arrivals=(*record.arrivals, Arrival(entry, event.chips, seq, back)))


def _back(record: SittingRecord, event: SeatTaken) -> SittingRecord:
    """The record after a player who had lost all their chips bought more and sat down again. The player is no longer
    out."""
    busts = tuple(bust for bust in record.busts if str(bust.entry) != event.player)
    return replace(record, busts=busts, bought=(*record.bought, event))


def _left(record: SittingRecord, before: Game, event: SeatLeft | StackRemoved, seq: int, at_ms: int) -> SittingRecord:
    """The record after a player has left with chips, or is out. If the player was disqualified, nobody has won the
    chips."""
    entry = int(event.player) if event.player.isdecimal() else 0
    if isinstance(event, SeatLeft) and event.chips:
        left = Departure(entry, event.chips, seq, event.to, at_ms)
        return replace(record, departures=(*record.departures, left)) if entry else _gone(record, event, left)
    by = _takers(record, before.table, event.seat) if isinstance(event, SeatLeft) else ()
    bust = Bust(entry, before.table.hands, _had(before.table, event.seat), seq, at_ms, by)
    return replace(record, busts=(*record.busts, bust)) if entry else _gone(record, event, bust)


def _gone(record: SittingRecord, event: SeatLeft | StackRemoved, how: Bust | Departure) -> SittingRecord:
    """The record after a player who was seated by name has gone; `how` is their bust or departure. If several players
    had this id, the most recent one is meant."""
    found = [one for one in record.unbooked if one.player == event.player and not one.bust and not one.left]
    if not found:
        return record
    gone = replace(found[-1], bust=how) if isinstance(how, Bust) else replace(found[-1], left=how)
    return replace(record, unbooked=tuple(gone if one is found[-1] else one for one in record.unbooked))


def _as_seated(table: Table, one: Unbooked) -> Unbooked:
    """The player in the seat that they have now, with their chips as of the last finished hand; without chips if the
    player is gone."""
    there = [(number, seat) for number, seat in enumerate(table.seats, 1) if seat and seat.player == one.player]
    if not there or one.bust or one.left:
        return replace(one, chips=0)
    number, seat = there[0]
    return replace(one, seat=number, chips=seat.chips)


def timed(  # noqa: PLR0911  one return for each event
    hands: HandTimes, event: Event, seq: int, at_ms: int, dealer: str
) -> HandTimes:
    """The hands after event number `seq` of the journal. `dealer` is the dealer at the time of the event."""
    match event:
        case HandStarted():
            return (*hands, TimedHand(seq, event.hand, event.terms.level, dealer, at_ms))
        case HandReported():
            return (*hands, TimedHand(seq, event.hand, event.terms.level, dealer, at_ms, at_ms, at_ms, seq))
        case TakenBack(to=to):
            return tuple(_as_of(one, to) for one in hands if one.mark <= to)
        case HandVoided():
            return hands[:-1]
        case HandEnded() if hands:
            return (*hands[:-1], replace(hands[-1], ended_ms=at_ms, ended=seq))
        case PlayEvent() if hands:
            return (*hands[:-1], replace(hands[-1], acted_ms=at_ms))
    return hands


def _as_of(one: TimedHand, to: int) -> TimedHand:
    return replace(one, ended_ms=0, ended=0) if one.ended > to else one
