"""Well-formed messages that mean nothing: from a table that is connected, and from a page with the director's key.

Values are generated at random from the messages' types. `KIOSK_FUZZ_EXAMPLES` says how many conversations there are.
"""

from random import Random

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from engine.tournament.actions import DirectorOrder
from kiosk.protocol.link.wire import encode
from kiosk.protocol.messages import FromTable, Hello, Ping
from kiosk.storage.chain import Mark
from tests.kit.clock import KEY, ClockThread, RandomTable, token
from tests.kit.full_tables import FullTables, sitting_of
from tests.kit.made import encoded
from tests.kit.room import NAMES, RoomApi, room_settings
from tests.kit.sizes import size

TALKS = size("KIOSK_FUZZ_EXAMPLES", 40)
OURS = "the clock did not understand this message"
"""The answer after a bug of ours."""
SAME = ("entries", "sittings", "proposals", "ledger", "policies", "pool", "paid_in", "fees", "prizes", "denominations")
"""The state that a clock has again after a restart."""


@pytest.fixture
def clock(tmp_path, free_port):
    """With two full tables of six, and a table that is free; it must write nothing."""
    one = ClockThread(tmp_path, free_port, room_settings(free_port, tables=3), FullTables())
    one.start()
    yield one
    one.stop()


def talk(site: str, path: str, frames: list[str]) -> list[str]:
    """Send all of it, and read everything until a ping is answered or the clock hangs up."""
    said = []
    with connect(f"{site}{path}", proxy=None, compression=None) as socket:
        try:
            for frame in (*frames, encode(Ping(987_654_321))):
                socket.send(frame)
            while "987654321" not in (received := str(socket.recv(timeout=120))):
                said.append(received)
        except ConnectionClosed:
            pass
    return said


@pytest.mark.slow
@pytest.mark.fuzz
def test_a_table_may_send_any_well_formed_message(clock, tmp_path, caplog):
    """The fixture fails if the clock has written anything except that PINs were wrong."""
    dice = Random(2)
    hello = encode(Hello(token(2), 2, 1, Mark(0, bytes(32)), sitting=sitting_of(2)))
    with RandomTable(tmp_path, clock.socket) as table:
        table.sit()
        for _ in range(TALKS):
            frames = [encoded(FromTable, dice).decode() for _ in range(dice.randint(1, 5))]

            said = talk(clock.socket, "/table", [hello, *frames])

            assert not [one for one in said if OURS in one], frames
        table.play(1)
        table.wait_until_held(clock)

    assert clock.table(1)["flags"] == []
    assert {record.name for record in caplog.records} <= {"kiosk.clock.access.waits.wrong_pins"}
    caplog.clear()


@pytest.mark.slow
@pytest.mark.fuzz
def test_a_director_may_give_any_well_formed_order(clock):
    """Most orders are refused, and some are carried out; none runs into a bug of ours, and a restarted clock has the
    same tournament.
    """
    dice, done = Random(3), 0
    with RoomApi(clock) as room:
        playing = room.create("Club night", structure="demo", buy_in=2000, late_levels=2, rebuys=1)
        playing.do("open-table", table=3, seat_count=9, typed=True)
        playing.enter(*NAMES[:4])
        playing.draw()
        playing.do("start")
    site = f"{clock.site}/api/tournaments/{playing.id}"
    with httpx.Client(headers={"Authorization": f"Bearer {KEY}"}, timeout=120) as client:
        for _ in range(10 * TALKS):
            body = b'{"action":%b}' % encoded(DirectorOrder, dice)

            answer = client.post(f"{site}/act", content=body)

            assert answer.status_code < 500, body
            done += answer.status_code == 200
        before = client.get(site).json()["tournament"]
        clock.stop()
        clock.start()
        after = client.get(site).json()["tournament"]

    assert done
    ledger = before["ledger"]
    came, went = ledger["issued"] + ledger["raced"] + ledger["corrected"], ledger["removed"]
    assert came - went == ledger["waiting"] + ledger["on_tables"] + ledger["in_transit"] + ledger["bagged"]
    assert {name: after[name] for name in SAME} == {name: before[name] for name in SAME}
