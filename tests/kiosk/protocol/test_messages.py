"""Whatever bytes arrive, they are read or they are unreadable: nothing else."""

import pytest

from kiosk.protocol.messages import Unreadable, decode_event, decode_from_table, decode_to_table

DEEP = "[" * 100_000


@pytest.mark.parametrize("decode", [decode_event, decode_from_table, decode_to_table])
@pytest.mark.parametrize("text", ["", DEEP, '{"say":"ping","x":' + DEEP, '{"form":1,"x":' + DEEP, '"\\ud800"', "\x00"])
def test_what_cannot_be_read_is_said_in_one_line(decode, text):
    with pytest.raises(Unreadable) as said:
        decode(text.encode())

    assert "\n" not in str(said.value)
