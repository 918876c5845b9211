"""What the director's page is sent, besides the tables, and what it may ask. Knows no sockets."""

from typing import Self

import msgspec
from msgspec.structs import replace

from engine.decoders import NOT_JSON, json_decoder
from engine.tournament.actions import DirectorOrder
from engine.tournament.state import Tournament
from kiosk.clock.access.roles import granted
from kiosk.clock.access.sessions import Identity
from kiosk.clock.tables.view import AskedCopy, AskedHistory, AwaitedTable, FailedBackup, RejectedKiosk
from kiosk.protocol.codec import Unreadable, why_undecoded
from kiosk.protocol.messages import Message, Number, Ping, Text
from kiosk.protocol.people import Role


class Recovery(msgspec.Struct, frozen=True):
    """The director's choice after an outage: continue with `left_ms` of entry `index`, or as if the clock had run since
    `stopped_ms` (in the service's time)."""

    stopped_ms: int
    index: int
    left_ms: int
    table: int = 0
    """The table that had played this entry, so that the clock went there; 0 where none had."""

    def at_table(self, table: int) -> Self:
        """The same, with the table by its number in the room."""
        return replace(self, table=table)


class Totals(Message, frozen=True, tag="totals"):
    """All chips found against all issued, by how many the floor corrected counts and how many left play with
    disqualified players; the service's fault, the recovery that waits, and the kiosks it rejected."""

    chips_found: int
    chips_issued: int
    adjusted: int
    removed: int
    fault: str = ""
    # On the wire by the names that a page which is already open knows.
    recovery: Recovery | None = msgspec.field(default=None, name="comeback")
    rejected: tuple[RejectedKiosk, ...] = msgspec.field(default=(), name="turned_away")
    mark: int = 0
    """The record of the tournament that this is of."""
    copies: tuple[AskedCopy, ...] = ()
    """Tablets that ask for the clock's copy of a table."""
    histories: tuple[AskedHistory, ...] = ()
    """Tablets that ask that their own history of a table counts."""
    undo: str = ""
    """The last act on the clock that can be taken back, by its kind; empty where there is none."""
    needs_paper: bool = False
    """Whether somebody has to write the room's recovery code down."""
    failed_backups: tuple[FailedBackup, ...] = ()
    awaited: tuple[AwaitedTable, ...] = ()
    """Tables whose records a rebuilt clock waits for."""


class Answer(Message, frozen=True, tag="answer"):
    """The result of an order: empty when it was done, or why not."""

    id: int
    why: str


class Enter(Message, frozen=True, tag="enter"):
    """The first message of a director's page: the director's key, or the token of a session."""

    key: Text
    tournament: Text = ""
    """Its id; empty for the one that is on."""
    language: Text = ""
    """Of the page: what is said to it in words is said in that; empty for the room's."""


class You(Message, frozen=True, tag="you"):
    """Who the page is signed in as, and what they may: capabilities, and orders by their kind. `by_key` without a
    sign-in."""

    name: str
    role: Role
    can: tuple[str, ...]
    orders: tuple[str, ...]
    by_key: bool


def you(who: Identity) -> You:
    """Who it is, for their page."""
    mine = tuple(granted(who.role))
    orders = tuple(kind for one in mine for kind in one.orders)
    return You(who.name, who.role, tuple(one.name for one in mine), orders, not who.session)


class Do(Message, frozen=True, tag="do"):
    """An order to the tournament, given while record `seen` was the newest."""

    id: Number
    command: DirectorOrder
    seen: Number


class Look(Message, frozen=True, tag="look"):
    """The page shows this sitting's table whole, and is sent it as it changes; 0: none."""

    sitting: Number


FromDirector = Enter | Do | Look | Ping
_from_director: msgspec.json.Decoder[FromDirector] = json_decoder(FromDirector)


def decode_from_director(text: str | bytes) -> FromDirector:
    """A message from a director's page. Raises `Unreadable`."""
    try:
        return _from_director.decode(text)
    except NOT_JSON as error:
        raise Unreadable("page-speaks-otherwise", why=why_undecoded(error)) from error


def recovery(tournament: Tournament) -> Recovery | None:
    """The choice that waits for the director, if any."""
    if tournament.stopped_ms is None:
        return None
    reached = tournament.memory.reached
    table = reached.table if reached else 0
    return Recovery(tournament.stopped_ms, tournament.clock.index, tournament.clock.left_ms, table)
