"""The amount meant by a short announcement: "five" may be 5, 500 or 5,000 (TDA 2024 rule 57)."""

from engine.rulings.spot import Spot

SHORT = 100
"""An announced number below this may stand for hundreds, thousands or millions."""
KINDS = (100, 1_000, 1_000_000)


def meanings(spot: Spot, amount: int, verb: str) -> tuple[int, ...]:
    """The totals that a short amount can stand for. They include the call if neither a bet nor a raise was announced.
    There are none if the amount is taken literally."""
    least = min(spot.full, spot.most) if verb or not spot.owed else spot.price
    if not 0 < amount < min(SHORT, least):
        return ()
    return tuple(amount * kind for kind in KINDS if least <= amount * kind <= max(spot.most, least))


def meant(spot: Spot, amount: int, verb: str, out: int) -> tuple[int, bool]:
    """The amount meant, and whether the book settles it. It is the highest total that is not above the pot. Failing
    that, it is the chips laid out with the announcement (`out`), and failing that, the smallest total.

    An amount that chips can make is taken literally if no larger meaning is within the pot; it is then a bet or raise
    that is too small. A player facing a bet would not name less than the call.
    """
    could_be = meanings(spot, amount, verb)
    within = [total for total in could_be if total <= spot.pot]
    if within:
        return max(within), True
    is_literal = amount % spot.unit == 0 and (verb or not spot.owed)
    if not could_be or is_literal:
        return amount, True
    return (out, True) if out in could_be else (min(could_be), False)
