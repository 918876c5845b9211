"""The dealers' next push as displays show it: when it is due, and which dealer goes to which table."""

import msgspec

from kiosk.clock.features.dealers.view import DownsView
from kiosk.protocol.link.wire import WireMessage


class ComingDealer(msgspec.Struct, frozen=True):
    """A dealer who will deal at a table after the next push."""

    table: int
    name: str


class NextPush(WireMessage, frozen=True, tag="push"):
    """When the push is due (UTC ms, or None before the first), every table that gets a different dealer, and the
    dealers who are off after that. Empty while no display is set to show it."""

    due_ms: int | None = None
    tables: tuple[ComingDealer, ...] = ()
    off: tuple[str, ...] = ()


def next_push_of(view: DownsView) -> NextPush:
    """The push as the rota proposes it."""
    return NextPush(
        view.due_ms,
        tuple(ComingDealer(one.table, one.next_name) for one in view.tables if one.next and one.next != one.dealer),
        tuple(one.name for one in view.dealers if not one.next),
    )
