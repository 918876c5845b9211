"""Players carrying their chips from table to table: who is in transit, and who arrived without having been sent.

Each table records only its own half, and may be offline for a long time. The halves are paired here by a pure function.
"""

from collections.abc import Iterable

import msgspec

from engine.names import name_key


class Transfer(msgspec.Struct, frozen=True, gc=False):
    """A player who took chips from table `came_from` to table `to`, as one of the two tables recorded it."""

    player: str
    name: str
    chips: int
    came_from: int
    to: int


def pair(
    departures: Iterable[Transfer], arrivals: Iterable[Transfer]
) -> tuple[tuple[Transfer, ...], tuple[Transfer, ...]]:
    """The departures that do not have an arrival yet, and the arrivals without a known departure.

    A name that a dealer keyed in counts as a player. The table named at departure does not matter, because the floor
    may have redirected the player.
    """
    waiting = list(departures)
    unsent: list[Transfer] = []
    for arrival in arrivals:
        sent = next((one for one in waiting if _same(one, arrival)), None)
        if sent:
            waiting.remove(sent)
        else:
            unsent.append(arrival)
    return tuple(one for one in waiting if one.to), tuple(unsent)


def _same(sent: Transfer, arrival: Transfer) -> bool:
    if (sent.came_from, sent.chips) != (arrival.came_from, arrival.chips):
        return False
    return sent.player == arrival.player or name_key(sent.name) == name_key(arrival.name)
