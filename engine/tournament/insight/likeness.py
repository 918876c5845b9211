"""How similar two floor calls are: each matching fact counts as one, so that a director can see why."""

from typing import NamedTuple


class Facts(NamedTuple):
    """The facts of a floor call: why the floor was called, on which street, and the clause of the ruling. An empty
    field matches anything."""

    why: str = ""
    street: str = ""
    clause: str = ""


def alike(wanted: Facts, facts: Facts) -> int:
    """How many of the wanted facts match."""
    return sum(bool(one) and one == other for one, other in zip(wanted, facts, strict=True))
