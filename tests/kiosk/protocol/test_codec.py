"""Events are decoded from a journal as they were encoded; an unreadable record gives the reason."""

from random import Random

import pytest

from engine.decoders import json_decoder
from engine.events import AnyEvent, Raised
from kiosk.protocol.codec import EventForm, Unreadable, Written, decode_event, encode_event
from tests.kit.randomplay import hands, tables
from tests.said import english


def test_every_event_of_random_play_is_decoded_as_it_was_encoded():
    events = [event for step in hands(tables(Random(1)), 40) for event in step.record]

    assert [decode_event(encode_event(event)) for event in events] == events


def test_an_event_is_written_in_plain_json():
    assert encode_event(Raised(3, 900)) == b'{"form":1,"event":{"is":"raised","seat":3,"to":900,"floor":""}}'


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (b'{"form":1,"event":{"is":"flown","seat":3}}', "written by a newer version: 'flown'"),
        (
            b'{"form":2,"event":{"is":"raised","seat":3,"to":1}}',
            "written by a newer version (format 2; this program reads up to",
        ),
        (b'{"form":7,"fact":[]}', "written by a newer version (format 7;"),
        (
            b'{"form":1,"event":{"is":"raised","seat":3}}',
            "not a record of this kind: event: missing required field `to`",
        ),
        (
            b'{"form":1,"event":{"is":"board-dealt","card":"Zz"}}',
            "not a record of this kind: event, card: 'Zz' is not allowed",
        ),
        (b"\xff\x00", "not a record of this kind: it cannot be read at byte 0"),
        (b"", "not a record of this kind"),
    ],
)
def test_bytes_that_are_no_event_give_the_reason(body, why):
    with pytest.raises(Unreadable) as said:
        decode_event(body)

    assert english(said.value).startswith(why)


def to_became_total(event):
    """A conversion that a later release could need: a field has another name."""
    return {key if key != "total" else "to": value for key, value in event.items()}


def test_a_later_release_reads_the_records_of_every_earlier_form():
    """A family whose events changed twice: in form 2 a field was renamed, and in form 3 one was added."""
    form = EventForm(json_decoder(Written[AnyEvent]), [to_became_total, lambda event: {"floor": "Dana", **event}])

    assert form.decode(b'{"form":1,"event":{"is":"raised","seat":3,"total":900}}') == Raised(3, 900, "Dana")
    assert form.decode(b'{"form":2,"event":{"is":"raised","seat":3,"to":900}}') == Raised(3, 900, "Dana")
    assert form.decode(form.encode(Raised(3, 900))) == Raised(3, 900)
    assert form.encode(Raised(3, 900)).startswith(b'{"form":3,')


@pytest.mark.parametrize("number", [-1, 0, 4])
def test_a_form_that_was_never_written_or_is_newer_is_not_converted(number):
    form = EventForm(json_decoder(Written[AnyEvent]), [dict, dict])

    with pytest.raises(Unreadable) as said:
        form.decode(b'{"form":%d,"event":{"is":"raised","seat":3,"to":900}}' % number)
    assert f"format {number}; this program reads up to" in english(said.value)
