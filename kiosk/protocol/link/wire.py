"""The common parts of all messages. Knows nothing about sockets or the disk."""

from typing import Annotated

import msgspec

from engine.names import one_line

MOST_RECORDS = 200
"""The maximum number of records in one message."""
LONGEST_TEXT = 500
Text = Annotated[str, msgspec.Meta(max_length=LONGEST_TEXT)]
Number = Annotated[int, msgspec.Meta(ge=0, le=2**63 - 1)]


class WireMessage(msgspec.Struct, frozen=True, tag_field="say"):
    """The base class of all messages."""


def put_in_one_line(message: msgspec.Struct, *texts: str) -> None:
    """Make text from the other side safe to show. The sender may be hostile or damaged: its sentences must not break
    lines or reverse the writing direction, on a screen or in a log."""
    for text in texts:
        if not getattr(message, text).isprintable():
            msgspec.structs.force_setattr(message, text, one_line(getattr(message, text)))


def encode(message: WireMessage) -> str:
    return _encoder.encode(message).decode()


_encoder = msgspec.json.Encoder()
