"""Untrusted sentences from the other side of the link: one line each, in the direction of the page."""

from kiosk.protocol.link.wire import WireMessage, encode
from kiosk.protocol.messages import (
    Answered,
    ReaderStatus,
    Refusal,
    RequestResult,
    TableHealth,
    decode_from_table,
    decode_to_table,
)

HOSTILE = "\x1b[2Jno\n\u202eway\u2066 \u2028 out\x07"
CLEAN = "[2Jno way   out"


def as_sent(made: WireMessage) -> str:
    """As a different program would send it: ours removes these characters before it sends."""
    return encode(made).replace("HOSTILE", HOSTILE.encode("unicode_escape").decode().replace("\\x", "\\u00"))


def test_an_impostor_of_the_clock_brings_no_control_characters_onto_a_tables_screen():
    refusal = decode_to_table(as_sent(Refusal("HOSTILE", "HOSTILE")))
    booked = decode_to_table(as_sent(RequestResult("1", "HOSTILE")))

    assert isinstance(refusal, Refusal)
    assert isinstance(booked, RequestResult)
    assert (refusal.why, refusal.fix, booked.why) == (CLEAN,) * 3


def test_an_impostor_of_a_table_brings_no_control_characters_onto_the_directors_page():
    reader = ReaderStatus("HOSTILE", "HOSTILE", "HOSTILE", "HOSTILE")
    health = decode_from_table(as_sent(TableHealth(False, (reader,))))
    answered = decode_from_table(as_sent(Answered("1", "HOSTILE")))

    assert isinstance(health, TableHealth)
    assert isinstance(answered, Answered)
    assert answered.why == CLEAN
    assert [(one.place, one.kind, one.problem, one.says) for one in health.readers] == [(CLEAN,) * 4]
