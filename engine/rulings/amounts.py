"""Which amount was meant where it was said short: "five" may be 5, 500 or 5,000 (TDA 2024 rule 57)."""

from engine.rulings.spot import Spot

SHORT = 100
"""What is said below this may stand for hundreds, thousands or millions."""
KINDS = (100, 1_000, 1_000_000)


def meanings(spot: Spot, amount: int, verb: str) -> tuple[int, ...]:
    """The totals that a short amount can stand for, the call among them where neither bet nor raise was said; none
    where it is taken as said."""
    least = min(spot.full, spot.most) if verb or not spot.owed else spot.price
    if not 0 < amount < min(SHORT, least):
        return ()
    return tuple(amount * kind for kind in KINDS if least <= amount * kind <= max(spot.most, least))


def meant(spot: Spot, amount: int, verb: str) -> tuple[int, bool]:
    """The amount meant, and whether the book settles it: the highest that is not above the pot, else the least.

    An amount that chips can make and no larger meaning explains is what was said.
    """
    could_be = meanings(spot, amount, verb)
    within = [total for total in could_be if total <= spot.pot]
    if within:
        return max(within), True
    if not could_be or amount % spot.unit == 0:
        return amount, True
    return min(could_be), False
