"""A table as viewers see it at one moment: names, stacks, bets, the pots, the board, and tabled hands.

Built field by field: anything not listed here is not sent.
"""

from collections import Counter
from collections.abc import Collection, Mapping
from functools import lru_cache

import msgspec

from engine.cards import Card
from engine.events import PotAwarded
from engine.game.lines import SeatAction
from engine.hand.winning_chances import Chance, winning_chances
from engine.public import PublicSeat, PublicTable
from kiosk.protocol.numbered import Names, name_of

CARDS = 2
"""The number of cards in a complete hand."""


def tabled(seat: PublicSeat) -> tuple[Card, ...]:
    """The hand tabled at a seat if it is complete and not mucked; otherwise no cards."""
    return seat.cards if len(seat.cards) == CARDS and not seat.mucked else ()


def in_pot(table: PublicTable) -> tuple[PublicSeat, ...]:
    """The seats that can still win the main pot."""
    return tuple(seat for seat in table.seats if seat.live and not seat.mucked)


def chances_of(table: PublicTable, among: Collection[int] = ()) -> tuple[int, Mapping[int, Chance]]:
    """The number of boards that can still come, and each seat's chance of winning the main pot, or a pot that only the
    seats `among` can win. Returns 0 and no chances until every hand that can win is tabled. The first call takes up to
    half a second, so call it in a worker thread. Several threads may call it at once."""
    live = in_pot(table)
    seats = [seat for seat in live if not among or seat.seat in among]
    if not table.playing or len(seats) < 2 or not all(map(tabled, live)):
        return 0, {}
    others = [card for seat in table.seats if seat not in seats for card in tabled(seat)]
    chances = _chances(tuple(map(tabled, seats)), table.board, (*others, *table.out))
    return chances.run_outs, dict(zip([seat.seat for seat in seats], chances.hands, strict=True))


_chances = lru_cache(maxsize=256)(winning_chances)


class FrameSeat(msgspec.Struct, frozen=True):
    """A player: the `chips` behind, the `bet` in front, what they last `did`, and the whole hand if they tabled it.
    `wins` and `ties` are counts out of the frame's `run_outs`. `won` is the amount won from the pots in this hand."""

    seat: int
    name: str
    chips: int
    bet: int = 0
    dealt: bool = False
    live: bool = False
    all_in: bool = False
    turn: bool = False
    did: SeatAction = ""
    cards: tuple[Card, ...] = ()
    wins: int = 0
    ties: int = 0
    won: int = 0


class RoomFigures(msgspec.Struct, frozen=True):
    """The tournament at the moment of the frame: players left, paid places, and the time left in the level (None if
    levels are not timed). If `hand_ms` is set, a running level clock stops after that time, because the hand in play
    cannot use more."""

    left: int
    paid: int
    remaining_ms: int | None
    running: bool
    hand_ms: int | None = None


class Frame(msgspec.Struct, frozen=True):
    """A table. `price` is the total bet that a seat must have in front of it to stay in the hand. `run_outs` is 0 while
    the chances are unknown."""

    event: str
    table: int
    hand: int
    playing: bool
    street: str
    level: int
    small: int
    big: int
    ante: int
    button: int
    board: tuple[Card, ...]
    pots: tuple[int, ...]
    """The pots without the bets in front of the seats, starting with the main pot."""
    pot: int
    """All pots together with the bets in front of the seats."""
    price: int
    seats: tuple[FrameSeat, ...]
    run_outs: int = 0
    room: RoomFigures | None = None


def frame(
    table: PublicTable, names: Names, chances: tuple[int, Mapping[int, Chance]], room: RoomFigures | None
) -> Frame:
    run_outs, by_seat = chances
    stakes, won = table.blinds, _won(table)
    return Frame(
        event=table.event,
        table=table.table,
        hand=table.hand,
        playing=table.playing,
        street=table.street,
        level=stakes.level if stakes else 0,
        small=stakes.small if stakes else 0,
        big=stakes.big if stakes else 0,
        ante=stakes.ante if stakes else 0,
        button=table.button,
        board=table.board,
        pots=tuple(pot.chips for pot in table.pots),
        pot=table.pot,
        price=table.price,
        seats=tuple(
            _seat(seat, name_of(seat, names), by_seat.get(seat.seat, Chance()), won[seat.seat])
            for seat in table.seats
            if seat.player
        ),
        run_outs=run_outs,
        room=room,
    )


def _seat(seat: PublicSeat, name: str, chance: Chance, won: int) -> FrameSeat:
    return FrameSeat(
        seat=seat.seat,
        name=name,
        chips=seat.chips,
        bet=seat.bet,
        dealt=seat.dealt,
        live=seat.live and not seat.mucked,
        all_in=seat.all_in,
        turn=seat.turn,
        did=seat.did,
        cards=tabled(seat),
        wins=chance.wins,
        ties=chance.ties,
        won=won,
    )


def _won(table: PublicTable) -> Counter[int]:
    won = Counter[int]()
    for line in table.lines:
        if isinstance(line.event, PotAwarded):
            for seat, share in zip(line.event.seats, line.event.shares, strict=True):
                won[seat] += share
    return won
