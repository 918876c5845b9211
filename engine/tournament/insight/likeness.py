"""How alike two calls of the floor are, by their facts: each that is the same counts one. Simple, so that a director
can see why something was found."""

from typing import NamedTuple


class Facts(NamedTuple):
    """Why the floor was called, on which street, and by which clause it was ruled; empty for any."""

    why: str = ""
    street: str = ""
    clause: str = ""


def alike(wanted: Facts, facts: Facts) -> int:
    """How many of the wanted facts are these."""
    return sum(bool(one) and one == other for one, other in zip(wanted, facts, strict=True))
