"""How the parts of an event become one: flights that stop when few are left, and their chips at the final table. Knows
counts by player; nothing of tables or hands."""

from collections.abc import Mapping, Sequence

import msgspec

from engine.refused import Refused

CLAUSE = "Washburn 2"
KEPT = 2
"""How many finish a flight (Washburn 2)."""


class Flight(msgspec.Struct, frozen=True):
    """One first round: chips `issued` to all who began, and the `stacks` of those who are left, by player."""

    name: str
    issued: int
    stacks: Mapping[str, int]


def is_over(flight: Flight, kept: int = KEPT) -> bool:
    """Whether no more than `kept` players have chips."""
    return len(_left(flight)) <= kept


def final_stacks(flights: Sequence[Flight], kept: int = KEPT) -> dict[str, int]:
    """Who is at the final table, each with exactly the chips they had. Raises `Refused` while a flight goes on, where
    its chips do not add up, or where a player is left in two."""
    stacks: dict[str, int] = {}
    for flight in flights:
        left = _left(flight)
        if not is_over(flight, kept):
            raise Refused("flight-not-over", CLAUSE, flight=flight.name, players=len(left), most=kept)
        held = sum(left.values())
        if held != flight.issued:
            raise Refused("flight-chips", flight=flight.name, chips=held, issued=flight.issued)
        if twice := next(iter(stacks.keys() & left.keys()), None):
            raise Refused("two-flights", CLAUSE, player=twice)
        stacks |= left
    return stacks


def _left(flight: Flight) -> dict[str, int]:
    return {player: chips for player, chips in flight.stacks.items() if chips}
