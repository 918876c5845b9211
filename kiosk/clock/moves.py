"""Players who carry their chips from table to table: who is on the way, and who came without having been sent.

Each table writes down only its own half, and one of them may be away for long: the halves are paired here. Pure.
"""

from collections.abc import Iterable

import msgspec


class Carried(msgspec.Struct, frozen=True):
    """A player who took chips from table `came_from` to table `to`, as one of the two tells it."""

    player: str
    name: str
    chips: int
    came_from: int
    to: int


def pair(left: Iterable[Carried], came: Iterable[Carried]) -> tuple[tuple[Carried, ...], tuple[Carried, ...]]:
    """Who left a table and has yet to come to one, and who came and is not known to have left.

    A name keyed by hand is a player too; where they were meant to go does not matter: the floor may have sent them on.
    """
    waiting = list(left)
    unsent: list[Carried] = []
    for arrival in came:
        sent = next((one for one in waiting if _same(one, arrival)), None)
        if sent:
            waiting.remove(sent)
        else:
            unsent.append(arrival)
    return tuple(one for one in waiting if one.to), tuple(unsent)


def _same(sent: Carried, arrival: Carried) -> bool:
    if (sent.came_from, sent.chips) != (arrival.came_from, arrival.chips):
        return False
    return sent.player == arrival.player or sent.name.casefold() == arrival.name.casefold()
