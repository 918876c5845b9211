"""Main and side pots from what each place put in, and how a pot is split. Knows nothing of cards or turns."""

from collections.abc import Collection, Sequence

import msgspec


class Pot(msgspec.Struct, frozen=True):
    """Chips, and the places that can win them, clockwise from left of the button; without any, the floor awards it."""

    chips: int
    eligible: tuple[int, ...]


def split_pots(
    paid: Sequence[int],
    live: Sequence[bool],
    antes: Sequence[int],
    forfeited: Sequence[tuple[int, int]] = (),
    all_in: Collection[int] = (),
) -> tuple[Pot, ...]:
    """The pots, the main pot first. All sequences run by place.

    Antes lie in the main pot for everyone live. Layers that the same places can win are one pot. A layer with nobody
    live in it is for those live who are not among `all_in`: who is all-in wins no pot they are not in (tournament rules
    16 and 17; Washburn, Side-Pots). Chips `forfeited` count as if somebody who folded had paid from the one number up
    to the other.
    """
    everyone = tuple(place for place, is_live in enumerate(live) if is_live)
    pots = [Pot(sum(antes), everyone)] if any(antes) else []
    behind = tuple(place for place in everyone if place not in all_in)
    floor = 0
    for level in sorted({chips for chips in {*paid}.union(*forfeited) if chips > 0}):
        reached = [place for place, put in enumerate(paid) if put >= level]
        eligible = tuple([place for place in reached if live[place]])
        payers = len(reached) + sum([start <= floor and level <= end for start, end in forfeited])
        _lay(pots, Pot((level - floor) * payers, eligible or behind))
        floor = level
    return tuple(pots)


def with_antes(
    paid: Sequence[int], antes: Sequence[int], forfeited: Sequence[tuple[int, int]]
) -> tuple[list[int], list[tuple[int, int]]]:
    """What was paid and forfeited where antes are matched: they are the first chips each place put in, and a short ante
    wins only its match."""
    nominal = max(antes)
    whole = [ante + bet for ante, bet in zip(antes, paid, strict=True)]
    return whole, [(start + nominal, end + nominal) for start, end in forfeited]


def _lay(pots: list[Pot], layer: Pot) -> None:
    if pots and layer.eligible == pots[-1].eligible:
        pots[-1] = Pot(pots[-1].chips + layer.chips, layer.eligible)
    else:
        pots.append(layer)


def split(chips: int, winners: Sequence[int], unit: int, one_each: bool) -> tuple[int, ...]:
    """The shares of one pot, by winner, `winners` running clockwise from left of the button.

    Whole units are dealt evenly. Odd units go one each from the first winner on (TDA 2024 rule 20), or all to the
    first.
    What is smaller than a unit goes to the first winner, so that nothing is lost.
    """
    units, crumbs = divmod(chips, unit)
    even, odd = divmod(units, len(winners))
    shares = [even * unit] * len(winners)
    for turn in range(odd):
        shares[turn if one_each else 0] += unit
    shares[0] += crumbs
    return tuple(shares)
