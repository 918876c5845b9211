"""The health of a table's readers, as messages for the director. Knows nothing about readers or the link."""

from collections.abc import Iterable

from hardware.readers import kind_of
from kiosk.protocol.link.wire import LONGEST_TEXT
from kiosk.protocol.messages import MOST_READERS, ReaderStatus
from kiosk.table.readers.states import ReaderState


def reader_words(states: Iterable[ReaderState]) -> tuple[ReaderStatus, ...]:
    """The status of each reader, in order, for at most as many readers as a message holds. It is `waits` before a
    reader's first report."""
    return tuple(map(_status, states))[:MOST_READERS]


def _status(state: ReaderState) -> ReaderStatus:
    reader = state.settings
    kind = "camera" if kind_of(reader.url).is_camera else "reader"
    if state.problem == "waits":
        return ReaderStatus(reader.place, kind, "waits", f"the {kind} is not connected yet")
    if not state.problem:
        return ReaderStatus(reader.place, kind)
    # The address stays at the table: it may hold a password.
    says = state.says.replace(reader.url, f"the {kind}")
    return ReaderStatus(reader.place, kind, state.problem, says[:LONGEST_TEXT])
