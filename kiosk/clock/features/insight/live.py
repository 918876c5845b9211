"""One table as the page shows it in full: the current hand, as data and in words. Knows nothing about sockets."""

import msgspec

from engine.cards import Card
from engine.events import Event, HandEvent, HandStarted
from engine.game.game import Game
from engine.game.lines import SeatAction
from engine.history.record import HandRecord
from engine.public import PublicPot, PublicSeat, public
from engine.terms import Blinds
from kiosk.clock.tables.view import FloorWaited
from kiosk.clock.tournaments.room import Place
from kiosk.protocol.link.wire import WireMessage
from kiosk.protocol.numbered import Names, name_of
from ui.words import Words
from ui.words.history.hand import streets_in_words


class LiveSeat(msgspec.Struct, frozen=True):
    """A seat with a player. `chips` are behind and `bet` is in front. `dealt` is whether the player was dealt into the
    hand, `did` is their last action on this street, and `cards` are known only once they are tabled. `entry` is 0 for a
    player who was seated by name."""

    seat: int
    entry: int
    name: str
    chips: int
    bet: int
    dealt: bool
    live: bool
    all_in: bool
    turn: bool
    did: SeatAction
    cards: tuple[Card, ...]
    away: bool
    misses: int
    """How many more hands the player has to sit out as a penalty."""
    owes: int
    """How much it costs the player to call now."""


class LiveTable(WireMessage, frozen=True, tag="live"):
    """The table at record `mark` of its journal. `pots` are the pots without the bets in front of the seats, and `pot`
    is all of them plus those bets. `turn` is the seat to act (0 for none). It costs that seat `to_call` more chips to
    call, and a raise must be to at least `least`. `streets` lists the actions, with a heading for each street and a
    line for each action."""

    table: int
    sitting: int
    mark: int
    hand: int
    playing: bool
    street: str
    blinds: Blinds | None
    button: int
    small: int
    big: int
    board: tuple[Card, ...]
    pots: tuple[PublicPot, ...]
    pot: int
    price: int
    turn: int
    to_call: int
    least: int
    seats: tuple[LiveSeat, ...]
    streets: tuple[tuple[str, ...], ...]
    dealer: str
    floor: FloorWaited | None


def live_table(place: Place, words: Words) -> LiveTable:
    game, names = place.desk.audited.tables[place.key].game, place.desk.accounts.names(place.key)
    now, seen = public(game), place.publisher.director_view.table(place.key, words)
    seats = tuple(_seat(seat, now.price, names) for seat in now.seats if seat.player)
    turn = next((seat for seat in seats if seat.turn), None)
    record = hand_so_far(game, names)
    return LiveTable(
        table=seen.table,
        sitting=seen.sitting,
        mark=now.mark,
        hand=now.hand,
        playing=now.playing,
        street=seen.stage,
        blinds=now.blinds,
        button=now.button,
        small=now.small,
        big=now.big,
        board=now.board,
        pots=now.pots,
        pot=now.pot,
        price=now.price,
        turn=turn.seat if turn else 0,
        to_call=turn.owes if turn else 0,
        least=now.legal.least,
        seats=seats,
        streets=tuple(map(tuple, streets_in_words(record, words))) if record else (),
        dealer=now.dealer,
        floor=seen.floor,
    )


def hand_so_far(game: Game, names: Names) -> HandRecord | None:
    """The hand in play or the last one, as far as it is recorded. Returns None if it was only reported."""
    timeline, table = game.state.timeline, game.table
    events: list[Event] = [fact.event for fact in timeline.facts] if timeline else []
    if table.book is None or not events or not isinstance(deal := events[0], HandStarted):
        return None
    seated = (table.seats[seat - 1] for seat in deal.seats)
    there = [(one.player, one.name) if one else ("", "") for one in seated]
    return HandRecord(
        deal=deal,
        events=tuple(event for event in events[1:] if isinstance(event, HandEvent)),
        book=table.book,
        names=tuple(names.get(player) or name for player, name in there),
        table=table.number,
        seat_count=len(table.seats),
        players=tuple(player for player, _ in there),
    )


def _seat(seat: PublicSeat, price: int, names: Names) -> LiveSeat:
    return LiveSeat(
        seat=seat.seat,
        entry=int(seat.player) if seat.player.isdecimal() else 0,
        name=name_of(seat, names),
        chips=seat.chips,
        bet=seat.bet,
        dealt=seat.dealt,
        live=seat.live,
        all_in=seat.all_in,
        turn=seat.turn,
        did=seat.did,
        cards=seat.cards,
        away=seat.away,
        misses=seat.penalty_hands,
        owes=min(max(0, price - seat.bet), seat.chips) if seat.live else 0,
    )
