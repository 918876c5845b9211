"""Messages are decoded as they were encoded; any other bytes are unreadable, with a reason."""

import pytest

from engine.tournament.tables.room_info import FreeSeats
from kiosk.protocol.codec import Unreadable, decode_event
from kiosk.protocol.link.wire import encode
from kiosk.protocol.messages import AtTable, Hello, Ping, RoomInfo, decode_from_table, decode_to_table
from kiosk.storage.chain import START
from tests.said import english, refused

DEEP = "[" * 100_000


@pytest.mark.parametrize("decode", [decode_event, decode_from_table, decode_to_table])
@pytest.mark.parametrize("text", ["", DEEP, '{"say":"ping","x":' + DEEP, '{"form":1,"x":' + DEEP, '"\\ud800"', "\x00"])
def test_an_unreadable_message_is_reported_in_one_line(decode, text):
    with pytest.raises(Unreadable) as said:
        decode(text.encode())

    assert "\n" not in english(said.value)


@pytest.mark.parametrize("message", [Hello("secret", 4, 2, START), Ping(17)])
def test_a_message_is_decoded_as_it_was_encoded(message):
    assert decode_from_table(encode(message)) == message


@pytest.mark.parametrize(
    "text", ["", "{}", '{"say":"sing"}', '{"say":"ping","t0":"noon"}', '{"say":"records","records":[{}]}']
)
def test_text_that_is_no_message_is_unreadable(text):
    with refused(Unreadable, "not a protocol 1 message"):
        decode_from_table(text)


def test_fields_that_only_a_newer_program_knows_are_ignored():
    text = encode(AtTable((), None, RoomInfo((FreeSeats(2, 9, (1, 4)),))))
    assert decode_to_table(text.replace('"room_info":', '"of-tomorrow":')) == AtTable((), None)
