"""Since when a table waits for the floor: the time of the journal's record, so that a restart does not begin anew."""

from engine.events import FloorCalled, FloorCallWithdrawn, FloorCame
from kiosk.protocol.codec import decode_event
from kiosk.protocol.sync import Log

AT_ONCE = 200
"""Records read at a time, from the newest back."""


def called_at_ms(journal: Log) -> int | None:
    """The wall time of the call that nobody has answered yet; None where there is none."""
    called: int | None = None
    upto = journal.head.seq
    while upto > 0:
        after = max(0, upto - AT_ONCE)
        for record in reversed(journal.read(after, upto - after)):
            event = decode_event(record.body)
            if isinstance(event, FloorCame | FloorCallWithdrawn):
                return called
            if isinstance(event, FloorCalled):
                called = record.at_ms  # a call that only says why comes after the first one
        upto = after
    return called
