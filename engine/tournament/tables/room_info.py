"""Facts that a table learns only from the room, about its own players and about other tables. They are shown on the
table's screen."""

import msgspec

from engine.money import Money


class IncomingPlayer(msgspec.Struct, frozen=True):
    """A player who has left table `came_from` for this one, with chips. The `seat` is 0 if any seat will do."""

    player: str
    name: str
    chips: int
    came_from: int
    seat: int = 0


class FreeSeats(msgspec.Struct, frozen=True):
    """Another table of the same tournament that can seat players, its number of `seats`, and the free ones."""

    table: int
    seats: int
    free: tuple[int, ...]


class Gone(msgspec.Struct, frozen=True):
    """A player who has left this `seat` with chips and has not been seated again yet. `to` is the table the player is
    moving to; 0 if no move has been recorded."""

    player: str
    name: str
    chips: int
    seat: int
    to: int = 0
    to_seat: int = 0


class Relief(msgspec.Struct, frozen=True):
    """The dealer who comes to a table at the next push, and when the push is due, as wall-clock time in UTC
    milliseconds. None if the time is not known yet."""

    name: str
    due_ms: int | None = None


class OutPlace(msgspec.Struct, frozen=True):
    """The finishing place of a player who busted here. Several players may share it. It is provisional until the
    director has `confirmed` it."""

    player: str
    place: int
    confirmed: bool = False
    bounty_to: tuple[str, ...] = ()
    """The players at this table who won the bounty on this player."""
    prize: Money | None = None
    """The prize for the place; None if there is none, if it is shared, or if it is not certain yet."""
