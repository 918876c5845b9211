"""What is written and said can be read again, and what cannot be read says why."""

from random import Random

import pytest

from engine.events import Raised
from kiosk.protocol.messages import Hello, Ping, Unreadable, decode_event, decode_from_table, encode, encode_event
from kiosk.storage.chain import START
from tests.engine.randomplay import hands, tables


def test_every_event_of_random_play_comes_back_as_it_was():
    events = [event for step in hands(tables(Random(1)), 40) for event in step.events]

    assert [decode_event(encode_event(event)) for event in events] == events


def test_an_event_is_written_in_plain_words():
    assert encode_event(Raised(3, 900)) == b'{"form":1,"event":{"is":"raised","seat":3,"to":900,"floor":""}}'


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (b'{"form":1,"event":{"is":"flown","seat":3}}', "written by a newer version: 'flown'"),
        (
            b'{"form":2,"event":{"is":"raised","seat":3,"to":1}}',
            "written by a newer version (form 2; this program knows",
        ),
        (b'{"form":7,"fact":[]}', "written by a newer version (form 7;"),
        (
            b'{"form":1,"event":{"is":"raised","seat":3}}',
            "not a record of this kind: Object missing required field `to`",
        ),
        (b'{"form":1,"event":{"is":"board-dealt","card":"Zz"}}', "not a record of this kind: Invalid enum value 'Zz'"),
        (b"\xff\x00", "not a record of this kind: JSON is malformed"),
        (b"", "not a record of this kind"),
    ],
)
def test_what_is_no_event_says_why(body, why):
    with pytest.raises(Unreadable) as said:
        decode_event(body)

    assert str(said.value).startswith(why)


@pytest.mark.parametrize("message", [Hello("secret", 4, 2, START), Ping(17)])
def test_a_message_comes_back_as_it_was(message):
    assert decode_from_table(encode(message)) == message


@pytest.mark.parametrize(
    "text", ["", "{}", '{"say":"sing"}', '{"say":"ping","t0":"noon"}', '{"say":"records","records":[{}]}']
)
def test_what_is_no_message_is_unreadable(text):
    with pytest.raises(Unreadable, match="not a message of protocol 1"):
        decode_from_table(text)
