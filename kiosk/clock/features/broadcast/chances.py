"""The winning chances of the tabled hands at a table, once every hand that can still win is tabled."""

from collections.abc import Collection, Mapping
from functools import lru_cache

from engine.cards import Card
from engine.hand.winning_chances import Chance, Chances, winning_chances
from engine.public import PublicSeat, PublicTable

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
    half a second, so call it in a worker. Several threads may call it at once."""
    live = in_pot(table)
    seats = [seat for seat in live if not among or seat.seat in among]
    if not table.playing or len(seats) < 2 or not all(map(tabled, live)):
        return 0, {}
    others = [card for seat in table.seats if seat not in seats for card in tabled(seat)]
    chances = _chances(tuple(map(tabled, seats)), table.board, (*others, *table.out))
    return chances.run_outs, dict(zip([seat.seat for seat in seats], chances.hands, strict=True))


@lru_cache(maxsize=256)
def _chances(hands: tuple[tuple[Card, ...], ...], board: tuple[Card, ...], dead: tuple[Card, ...]) -> Chances:
    return winning_chances(hands, board, dead)
