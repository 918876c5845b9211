"""What the director's page is sent, besides the tables, and what it may ask. Knows no sockets."""

import msgspec

from engine.tournament.actions import DirectorAction
from engine.tournament.tournament import Tournament
from kiosk.clock.tables.view import TurnedAway
from kiosk.protocol.codec import NOT_JSON, Unreadable
from kiosk.protocol.messages import Message, Number, Ping, Text


class Comeback(msgspec.Struct, frozen=True):
    """The choice after the service was away: go on with `left_ms` of entry `index`, or as if the clock had run on from
    there since `stopped_ms` (in the service's time)."""

    stopped_ms: int
    index: int
    left_ms: int


class Totals(Message, frozen=True, tag="totals"):
    """All chips in the room against all that were given out, by how many the floor corrected counts and how many left
    play with disqualified players; what is wrong with the service, its comeback, and whom it turned away."""

    chips_found: int
    chips_issued: int
    adjusted: int
    removed: int
    fault: str = ""
    comeback: Comeback | None = None
    turned_away: tuple[TurnedAway, ...] = ()


class Answer(Message, frozen=True, tag="answer"):
    """What came of an order: empty when it was done, or why not."""

    id: int
    why: str


class Enter(Message, frozen=True, tag="enter"):
    """The first message of a director's page: the key."""

    key: Text


class Do(Message, frozen=True, tag="do"):
    """An order to the clock by somebody who saw the room at `seen`."""

    id: Number
    command: DirectorAction
    seen: Number


FromDirector = Enter | Do | Ping
_from_director: msgspec.json.Decoder[FromDirector] = msgspec.json.Decoder(FromDirector)


def decode_from_director(text: str | bytes) -> FromDirector:
    """What a director's page said. Raises `Unreadable`."""
    try:
        return _from_director.decode(text)
    except NOT_JSON as error:
        raise Unreadable(f"this page does not speak as the clock does ({error})") from error


def comeback(tournament: Tournament) -> Comeback | None:
    """The choice that waits for the director, if one does."""
    if tournament.stopped_ms is None:
        return None
    return Comeback(tournament.stopped_ms, tournament.clock.index, tournament.clock.left_ms)
