"""An entry and the seat that it is assigned. Knows nothing about play."""

import msgspec

from engine.tournament.field.entries import SeatAt


class Assigned(msgspec.Struct, frozen=True, gc=False):
    """An entry and the seat that it is given. `begun` is set if it has had chips at another table and brings them."""

    entry: int
    seat: SeatAt
    begun: bool = False
