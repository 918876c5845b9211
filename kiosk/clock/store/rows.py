"""Decodes database rows with data that the clock remembers. No row can stop the clock: one that is damaged, or that a
newer program wrote, is treated as missing."""

import logging
from typing import TypeVar

from engine.decoders import NOT_JSON, json_decoder

T = TypeVar("T")
log = logging.getLogger(__name__)


def read_row(body: bytes | str, kind: type[T]) -> T | None:
    """The row's value. If the row is not of this kind, logs that and returns None."""
    try:
        return json_decoder(kind).decode(body)
    except NOT_JSON:
        log.error("a row of %s cannot be read, and counts as if it were not there", kind.__name__)
        return None
