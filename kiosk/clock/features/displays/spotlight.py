"""The all-in that displays show for a while: the tabled hands once no further betting is possible, and their chances of
winning. An untabled hand is never shown. Belongs to the event loop's thread."""

import asyncio
from collections.abc import Iterator, Mapping
from typing import NamedTuple

import msgspec

from engine.cards import Card
from engine.hand.betting import actor, has_all_in
from engine.hand.showdown import pots_of
from engine.hand.state import Hand
from engine.hand.winning_chances import PARTS, Chance
from engine.public import PublicSeat, PublicTable, public
from engine.table.state import is_playing
from kiosk.clock.features.broadcast.frame import CARDS, chances_of, in_pot
from kiosk.clock.settings import Shown
from kiosk.clock.times import Times
from kiosk.clock.tournaments.desk.desk import Desk
from kiosk.clock.tournaments.shown.shown_names import shown
from kiosk.protocol.displays import ChooseRoom
from kiosk.protocol.link.wire import WireMessage

MOST_MS = 30_000
"""The maximum time on screen, in milliseconds. After that, the display returns to the clock."""
MOST_KEPT = 50
"""The maximum number of boards whose chances are cached."""
Counted = tuple[int, Mapping[int, Chance]]
"""The number of boards that can still come, and each seat's chance of winning a pot."""


class AllInSeat(msgspec.Struct, frozen=True):
    """A tabled hand: the player, with `chips` behind. `share` is the player's average share of the main pot, in
    thousandths, over all boards that can still come. It is None until it has been calculated. `shares` has the same
    figure for each pot, with None also for a pot that the player cannot win. `can_win` lists the numbers, starting at
    0, of the pots that the player can win."""

    name: str
    cards: tuple[Card, ...]
    chips: int
    put_in: int
    share: int | None
    can_win: tuple[int, ...] = (0,)
    shares: tuple[int | None, ...] = ()


class AllIn(WireMessage, frozen=True, tag="all-in"):
    """An all-in at a table, which is shown until this time (in the service's time). It has no seats if there is no
    all-in. `pots` are those that two or more players can win, main pot first."""

    room: str
    table: int = 0
    hand: int = 0
    board: tuple[Card, ...] = ()
    pot: int = 0
    seats: tuple[AllInSeat, ...] = ()
    run_outs: int = 0
    until_ms: int = 0
    pots: tuple[int, ...] = ()


class _Played(NamedTuple):
    """A table with tabled hands, and its pots, each with its chips and the seats that can win it."""

    table: PublicTable
    pots: tuple[tuple[int, tuple[int, ...]], ...]


class _Shown(NamedTuple):
    """A table's hand on display, and when it stops being shown."""

    key: int
    hand: int
    until_ms: int


class Spotlight:
    """Chooses the all-in to show. `names` is how the room shows names."""

    def __init__(self, times: Times, names: Shown) -> None:
        self._times = times
        self._names: Shown = names
        self._shown: dict[str, _Shown] = {}
        """For each tournament, the newest hand that was shown."""
        self._counted: dict[object, tuple[Counted, ...]] = {}
        self._counting: set[asyncio.Task[None]] = set()

    def of(self, desk: Desk, room: ChooseRoom) -> AllIn:
        """The tournament's all-in to show now."""
        nothing = AllIn(desk.state.id)
        found = dict(_all_ins(desk, room))
        now_ms, before = self._times.mono_ms(), self._shown.get(desk.state.id)
        if before and before.key in found and found[before.key].table.hand == before.hand:
            return self._view(desk, found[before.key], before) if now_ms < before.until_ms else nothing
        if not found:
            return nothing
        key = max(found, key=lambda one: found[one].table.pot)
        new = self._shown[desk.state.id] = _Shown(key, found[key].table.hand, now_ms + MOST_MS)
        return self._view(desk, found[key], new)

    def _view(self, desk: Desk, played: _Played, shown_now: _Shown) -> AllIn:
        table, counted = played.table, self._chances(desk, played, shown_now)
        return AllIn(
            room=desk.state.id,
            table=desk.table_of(shown_now.key),
            hand=table.hand,
            board=table.board,
            pot=table.pot,
            seats=tuple(self._seat(desk, seat, played, counted) for seat in in_pot(table)),
            run_outs=counted[0][0] if counted else 0,
            until_ms=shown_now.until_ms,
            pots=tuple(chips for chips, _ in played.pots),
        )

    def _seat(self, desk: Desk, seat: PublicSeat, played: _Played, counted: tuple[Counted, ...]) -> AllInSeat:
        shares = tuple(_share(one, seat.seat) for one in counted) or (None,) * len(played.pots)
        can_win = tuple(number for number, (_, eligible) in enumerate(played.pots) if seat.seat in eligible)
        main = shares[0] if shares else None
        entry = desk.state.entries.get(int(seat.player)) if seat.player.isdecimal() else None
        name = shown(entry, self._names) if entry else str(seat.seat) if self._names == "numbers" else seat.name
        return AllInSeat(name, seat.cards, seat.chips, seat.put_in, main, can_win, shares)

    def _chances(self, desk: Desk, played: _Played, shown_now: _Shown) -> tuple[Counted, ...]:
        """The chances in each pot; empty until a worker has calculated them."""
        table = played.table
        who, cards = tuple(seats for _, seats in played.pots), tuple(one.cards for one in table.seats)
        asked = (desk.state.id, shown_now.key, table.hand, table.board, table.out, who, cards)
        if asked not in self._counted:
            if len(self._counted) >= MOST_KEPT:
                self._counted.clear()
            self._counted[asked] = ()
            task = asyncio.get_running_loop().create_task(self._count(asked, played))
            self._counting.add(task)
            task.add_done_callback(self._counting.discard)
        return self._counted[asked]

    async def _count(self, asked: object, played: _Played) -> None:
        self._counted[asked] = await asyncio.to_thread(_count_all, played)


def _count_all(played: _Played) -> tuple[Counted, ...]:
    return tuple(chances_of(played.table, seats) for _, seats in played.pots)


def _share(counted: Counted, seat: int) -> int | None:
    """A seat's average share of a pot, in thousandths, or None for a pot that it cannot win."""
    run_outs, chances = counted
    return round(1000 * chances[seat].parts / (PARTS * run_outs)) if seat in chances else None


def is_face_up(hand: Hand) -> bool:
    """Whether a player is all-in, no further betting is possible, and every hand that can win is fully tabled."""
    live = [index for index, is_in in enumerate(hand.live) if is_in and not hand.mucked[index]]
    if len(live) < CARDS or any(len(hand.tabled[index]) != CARDS for index in live):
        return False
    with_chips = sum(hand.stacks[index] > 0 for index in live)
    return has_all_in(hand) and with_chips <= 1 and actor(hand) < 0


def _all_ins(desk: Desk, room: ChooseRoom) -> Iterator[tuple[int, _Played]]:
    """Each table with an all-in that may be shown, by the table's key."""
    if room.spotlight == "off":
        return
    playing = [one for one in desk.state.sittings.values() if not one.closed and not one.typed]
    if room.spotlight == "last-table" and len(playing) != 1:
        return
    for sitting in playing:
        if room.spotlight == "table" and sitting.table != room.table:
            continue
        audited = desk.audited.tables.get(sitting.number)
        hand = audited.game.table.hand if audited else None
        if audited and hand and is_playing(audited.game.table) and is_face_up(hand):
            yield sitting.number, _Played(public(audited.game), _pots(hand))


def _pots(hand: Hand) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """The pots that two or more players can win, main pot first, including the bets in front."""
    each = [
        (pot.chips, tuple(hand.deal.seats[index] for index in pot.eligible if not hand.mucked[index]))
        for pot in pots_of(hand)
    ]
    return tuple(one for one in each if len(one[1]) > 1)
