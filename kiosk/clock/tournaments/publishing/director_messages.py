"""The messages to and from the director's page, except those about the tables. Knows nothing about sockets."""

import msgspec

from engine.decoders import NOT_JSON, json_decoder
from engine.tournament.actions import DirectorOrder
from kiosk.clock.access.kiosk_access import RejectedKiosk
from kiosk.clock.access.roles import granted
from kiosk.clock.access.sessions import Identity
from kiosk.clock.tables.view import AwaitedTable, FailedBackup
from kiosk.protocol.codec import Unreadable, why_undecoded
from kiosk.protocol.link.wire import Number, Text, WireMessage
from kiosk.protocol.messages import Ping
from kiosk.protocol.people import AskedCopy, AskedHistory, Role


class OutageChoice(msgspec.Struct, frozen=True):
    """The director's choice after an outage: continue with `left_ms` of entry `index` left, or as if the clock had kept
    running since `stopped_ms` (in the service's time)."""

    stopped_ms: int
    index: int
    left_ms: int
    table: int = 0
    """The first table to reach this entry, or 0."""


class TookOver(msgspec.Struct, frozen=True):
    """This `clock` took over from the clock `before`, at `at_ms` in the service's time and at `wall_ms` by the wall
    clock. For `away_ms` before that, the room had no clock. `is_counted` says whether running level clocks continued,
    and that time counted."""

    clock: str
    before: str
    at_ms: int
    wall_ms: int
    away_ms: int
    is_counted: bool


class Restored(msgspec.Struct, frozen=True):
    """At `at_ms` in the service's time, the clock restored data that its database had lost. It was decisions of these
    `tournaments`, where an empty name stands for the room itself, and this many `entries` for staff, devices and
    tokens. `is_short` says that other changes to those may be lost."""

    at_ms: int
    tournaments: tuple[str, ...]
    entries: int
    is_short: bool


class Totals(WireMessage, frozen=True, tag="totals"):
    """The chips found and the chips issued in the whole tournament, how many chips the floor's count corrections added,
    and how many left play with disqualified players. Also the service's fault, a pending recovery, and rejected
    kiosks."""

    chips_found: int
    chips_issued: int
    adjusted: int
    removed: int
    fault: str = ""
    recovery: OutageChoice | None = None
    rejected: tuple[RejectedKiosk, ...] = ()
    mark: int = 0
    copies: tuple[AskedCopy, ...] = ()
    histories: tuple[AskedHistory, ...] = ()
    undo: str = ""
    """The kind of the newest action on the clock that can be undone, or an empty string."""
    needs_paper: bool = False
    failed_backups: tuple[FailedBackup, ...] = ()
    awaited: tuple[AwaitedTable, ...] = ()
    took_over: TookOver | None = None
    restored: Restored | None = None


class OrderResult(WireMessage, frozen=True, tag="answer"):
    """The result of an order: an empty string if it was carried out, otherwise the reason why not."""

    id: int
    why: str


class Enter(WireMessage, frozen=True, tag="enter"):
    """The first message of a director's page: the director's key, or the token of a session."""

    key: Text
    tournament: Text = ""
    """The tournament's id, or an empty string for the current one."""
    language: Text = ""
    """The page's language. If it is empty, the room's language is used."""


class You(WireMessage, frozen=True, tag="you"):
    """The person signed in on the page, with that person's capabilities and the kinds of orders that they allow.
    `by_key` means that the director's key was used. `follows` is the clock that runs the room, if this one only shows
    it."""

    name: str
    role: Role
    can: tuple[str, ...]
    orders: tuple[str, ...]
    by_key: bool
    follows: str = ""


def you(who: Identity, follows: str = "") -> You:
    mine = tuple(granted("viewer" if follows else who.role))
    orders = tuple(kind for one in mine for kind in one.orders)
    return You(who.name, who.role, tuple(one.name for one in mine), orders, not who.session, follows)


class Do(WireMessage, frozen=True, tag="do"):
    """An order to the tournament, given while record `seen` was the newest."""

    id: Number
    command: DirectorOrder
    seen: Number


class ViewSitting(WireMessage, frozen=True, tag="look"):
    """The page now shows the table of one sitting in full, and receives its changes. If `sitting` is 0, the page shows
    no table."""

    sitting: Number


FromDirector = Enter | Do | ViewSitting | Ping
_from_director: msgspec.json.Decoder[FromDirector] = json_decoder(FromDirector)


def decode_from_director(text: str | bytes) -> FromDirector:
    """A message from a director's page. Raises `Unreadable`."""
    try:
        return _from_director.decode(text)
    except NOT_JSON as error:
        raise Unreadable("page-speaks-otherwise", why=why_undecoded(error)) from error
