"""When the floor was called: the time in the journal's record, so that it survives a restart."""

from engine.events import FloorCalled, FloorCallWithdrawn, FloorCame
from kiosk.protocol.codec import decode_event
from kiosk.protocol.sync import Log

AT_ONCE = 200
"""The number of records per read, going backward from the newest."""


def called_at_ms(journal: Log) -> int | None:
    """The wall-clock time of the unanswered call; None if there is none."""
    called: int | None = None
    upto = journal.head.seq
    while upto > 0:
        after = max(0, upto - AT_ONCE)
        for record in reversed(journal.read(after, upto - after)):
            event = decode_event(record.body)
            if isinstance(event, FloorCame | FloorCallWithdrawn):
                return called
            if isinstance(event, FloorCalled):
                called = record.at_ms  # a repeated call only adds the reason: the first one counts
        upto = after
    return called
