"""Main and side pots from what each place put in, and how a pot is split. Knows nothing of cards or turns."""

from collections.abc import Sequence

import msgspec


class Pot(msgspec.Struct, frozen=True):
    """Chips, and the places that can win them, clockwise from left of the button."""

    chips: int
    eligible: tuple[int, ...]


def split_pots(
    paid: Sequence[int],
    live: Sequence[bool],
    antes: Sequence[int],
    antes_matched: bool = False,
    forfeited: Sequence[tuple[int, int]] = (),
) -> tuple[Pot, ...]:
    """The pots, the main pot first. All sequences run by place.

    Antes lie in the main pot for everyone live, unless `antes_matched`: then they count as the first chips each place
    put in, and a short ante wins only its match. Layers that the same places can win are one pot; a layer with nobody
    live in it falls to the pot below, and without one to everyone live. Chips `forfeited` count as if somebody who
    folded had paid from the one number up to the other.
    """
    if antes_matched:
        forfeited = [(start + max(antes), end + max(antes)) for start, end in forfeited]
        paid, antes = [ante + bet for ante, bet in zip(antes, paid, strict=True)], [0] * len(paid)
    everyone = tuple(place for place, is_live in enumerate(live) if is_live)
    pots = [Pot(sum(antes), everyone)] if any(antes) else []
    floor = 0
    for level in sorted({chips for chips in {*paid}.union(*forfeited) if chips > 0}):
        reached = [place for place, put in enumerate(paid) if put >= level]
        eligible = tuple([place for place in reached if live[place]])
        payers = len(reached) + sum([start <= floor and level <= end for start, end in forfeited])
        _lay(pots, Pot((level - floor) * payers, eligible or (pots[-1].eligible if pots else everyone)))
        floor = level
    return tuple(pots)


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
