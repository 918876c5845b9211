"""The main and side pots from each player's chips, and how a pot is split. Knows nothing about cards or turns."""

from collections.abc import Collection, Sequence

import msgspec


class Pot(msgspec.Struct, frozen=True, gc=False):
    """A pot and the players who can win it, clockwise from the left of the button. If none can, the floor decides."""

    chips: int
    eligible: tuple[int, ...]


def split_pots(
    paid: Sequence[int],
    live: Sequence[bool],
    antes: Sequence[int],
    forfeited: Sequence[tuple[int, int]] = (),
    all_in: Collection[int] = (),
) -> tuple[Pot, ...]:
    """The pots, main pot first. All sequences are indexed by player. Antes belong to the main pot, which every live
    player can win. A layer without a live player goes to the live players who are not `all_in`, because an all-in
    player cannot win a pot that they are not in (tournament rules 16 and 17; Washburn, Side-Pots). Each pair in
    `forfeited` counts as if a folded player had paid from the first number up to the second."""
    everyone = tuple(index for index, is_live in enumerate(live) if is_live)
    pots = [Pot(sum(antes), everyone)] if any(antes) else []
    behind = tuple(index for index in everyone if index not in all_in)
    floor = 0
    for level in sorted({chips for chips in {*paid}.union(*forfeited) if chips > 0}):
        reached = [index for index, put in enumerate(paid) if put >= level]
        eligible = tuple([index for index in reached if live[index]])
        payers = len(reached) + sum([start <= floor and level <= end for start, end in forfeited])
        _lay(pots, Pot((level - floor) * payers, eligible or behind))
        floor = level
    return tuple(pots)


def with_antes(
    paid: Sequence[int], antes: Sequence[int], forfeited: Sequence[tuple[int, int]]
) -> tuple[list[int], list[tuple[int, int]]]:
    """The chips paid and forfeited if antes are matched. In that case antes count as each player's first chips, and a
    player with a short ante can win only a matching part of the others."""
    nominal = max(antes)
    whole = [ante + bet for ante, bet in zip(antes, paid, strict=True)]
    return whole, [(start + nominal, end + nominal) for start, end in forfeited]


def _lay(pots: list[Pot], layer: Pot) -> None:
    if pots and layer.eligible == pots[-1].eligible:
        pots[-1] = Pot(pots[-1].chips + layer.chips, layer.eligible)
    else:
        pots.append(layer)


def split(chips: int, winners: Sequence[int], unit: int, one_each: bool) -> tuple[int, ...]:
    """The shares of one pot, by winner, clockwise from the left of the button. Odd units go one at a time to the
    winners, starting with the first (TDA 2024 rule 20), or all to the first, who also gets any remainder smaller than a
    unit."""
    units, crumbs = divmod(chips, unit)
    even, odd = divmod(units, len(winners))
    shares = [even * unit] * len(winners)
    for turn in range(odd):
        shares[turn if one_each else 0] += unit
    shares[0] += crumbs
    return tuple(shares)
