"""A connection that loses the clock's answer: the order is sent again, and done only once."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread

from kiosk.commands.room.client import RoomClient
from tests.kit.clock import KEY, ClockClient


@contextmanager
def forgetful(clock: ClockClient, loses: int) -> Iterator[int]:
    """A proxy to the clock that loses the first answers; its port."""
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def carry() -> None:
            for number in range(loses + 1):
                near, _ = listening.accept()
                with near, socket.create_connection(("127.0.0.1", clock.port)) as far:
                    asked = near.recv(65536)
                    while b"\r\n\r\n" not in asked or len(asked.partition(b"\r\n\r\n")[2]) < length(asked):
                        asked += near.recv(65536)
                    far.sendall(asked)
                    while answer := far.recv(65536):
                        if number >= loses:
                            near.sendall(answer)

        thread = Thread(target=carry)
        thread.start()
        yield listening.getsockname()[1]
        thread.join()


def length(asked: bytes) -> int:
    """The length of the body according to the head."""
    lines = asked.partition(b"\r\n\r\n")[0].lower().split(b"\r\n")
    return int(next(line for line in lines if line.startswith(b"content-length:")).partition(b":")[2])


def test_an_order_whose_answer_is_lost_is_carried_out_once(clock, room):
    room("create", "Club night")
    its_id = RoomClient(clock.site, KEY).get("/api/tournaments").decode().split('"id":"')[1][:16]
    order = {"action": {"do": "add-entry", "player": "ana", "name": "Ana"}}

    with forgetful(clock, loses=1) as port:
        said = RoomClient(f"http://127.0.0.1:{port}", KEY).post(f"/api/tournaments/{its_id}/act", order)

    assert b'"repeated":true' in said
    assert room("show").count("Ana") == 1
