"""A phone that is a table's camera, without a browser, and the table's end of its line."""

import json
from typing import Any, Self

import cv2
import httpx
import numpy as np
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tests.kit.clock import DEADLINE_S, KEY, ClockClient, token


def jpeg(width: int = 64, height: int = 48, seed: int = 1) -> bytes:
    """A picture of noise."""
    pixels = np.random.default_rng(seed).integers(0, 255, (height, width, 3), np.uint8)
    return bytes(cv2.imencode(".jpg", pixels)[1].tobytes())


class SocketEnd:
    """A client of the clock that reads what it is sent."""

    def __init__(self, clock: ClockClient, path: str, say: str, **more: Any) -> None:
        """`say` is its first message, with these fields."""
        self._opening = connect(f"{clock.socket}{path}", proxy=None, compression=None, open_timeout=DEADLINE_S)
        self._first = {"say": say, **more}

    def __enter__(self) -> Self:
        self.socket = self._opening.__enter__()
        self.socket.send(json.dumps(self._first))
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def say(self, what: str, **more: Any) -> None:
        self.socket.send(json.dumps({"say": what, **more}))

    def hear(self, what: str) -> dict[str, Any]:
        """The next message of this kind; others are skipped."""
        while True:
            said = self.socket.recv(timeout=DEADLINE_S)
            assert isinstance(said, str), "a picture"
            message: dict[str, Any] = json.loads(said)
            if message["say"] == what:
                return message

    def is_silent(self) -> bool:
        """Whether the clock has nothing to say but the answer to a ping."""
        self.say("ping", t0=7)
        said = self.socket.recv(timeout=DEADLINE_S)
        return isinstance(said, str) and json.loads(said)["say"] == "pong"

    def refused(self) -> str:
        """The code of the reason why the clock has disconnected it."""
        code = str(self.hear("refusal")["code"])
        try:
            while True:
                self.socket.recv(timeout=DEADLINE_S)
        except ConnectionClosed:
            return code


class PhoneEnd(SocketEnd):
    """A phone."""

    def __init__(self, clock: ClockClient, table: int = 1, secret: str = "") -> None:
        """With a secret, it is the table's camera already."""
        hello = {"say": "camera", "token": secret} if secret else {"say": "ask-camera"}
        super().__init__(clock, "/camera/socket", table=table, **hello)

    def send(self, frame: bytes) -> None:
        self.socket.send(frame)


class WatcherEnd(SocketEnd):
    """A table's program."""

    def __init__(self, clock: ClockClient, table: int = 1, secret: str = "") -> None:
        super().__init__(clock, "/table/camera", "watch-camera", table=table, token=secret or token(table))

    def picture(self) -> bytes:
        """The next picture; messages before it are skipped."""
        while not isinstance(said := self.socket.recv(timeout=DEADLINE_S), bytes):
            pass
        return said


def order(clock: ClockClient, path: str, **body: Any) -> httpx.Response:
    """The director's order."""
    headers = {"Authorization": f"Bearer {KEY}"}
    return httpx.post(f"{clock.site}/api{path}", json=body, headers=headers, verify=False, timeout=DEADLINE_S)


def paired(clock: ClockClient, table: int = 1) -> str:
    """The token of a phone that the director has just approved as the table's camera."""
    with PhoneEnd(clock, table) as phone:
        order(clock, "/devices/tables/approve", shown=phone.hear("camera-code")["check"]).raise_for_status()
        return str(phone.hear("paired")["token"])
