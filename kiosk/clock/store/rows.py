"""Rows of what the clock remembers, as values. No row keeps the clock from its work: one that cannot be read, because
it is damaged or a newer program wrote it, is as if it were not there."""

import logging
from typing import TypeVar

from engine.decoders import NOT_JSON, json_decoder

T = TypeVar("T")
log = logging.getLogger(__name__)


def read_row(body: bytes | str, kind: type[T]) -> T | None:
    """The value; None, and a line in the log, for what is none of this kind."""
    try:
        return json_decoder(kind).decode(body)
    except NOT_JSON:
        log.error("a row of %s cannot be read, and counts as if it were not there", kind.__name__)
        return None
