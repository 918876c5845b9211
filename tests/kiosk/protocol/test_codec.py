"""Events come back from a journal as they were; a record that cannot be read gives the reason."""

from random import Random

import pytest

from engine.events import Raised
from kiosk.protocol.codec import Unreadable, decode_event, encode_event
from tests.kit.randomplay import hands, tables
from tests.said import english


def test_every_event_of_random_play_comes_back_as_it_was():
    events = [event for step in hands(tables(Random(1)), 40) for event in step.record]

    assert [decode_event(encode_event(event)) for event in events] == events


def test_an_event_is_written_in_plain_words():
    assert encode_event(Raised(3, 900)) == b'{"form":1,"event":{"is":"raised","seat":3,"to":900,"floor":""}}'


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (b'{"form":1,"event":{"is":"flown","seat":3}}', "written by a newer version: 'flown'"),
        (
            b'{"form":2,"event":{"is":"raised","seat":3,"to":1}}',
            "written by a newer version (format 2; this program knows",
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
def test_what_is_no_event_says_why(body, why):
    with pytest.raises(Unreadable) as said:
        decode_event(body)

    assert english(said.value).startswith(why)
