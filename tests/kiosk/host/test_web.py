"""A browser reaches a table only with its secret address, one device at a time, and nothing else on the machine."""

import asyncio
import json
import struct
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from kiosk.host import glass as glass_module
from kiosk.host.glass import Glass
from kiosk.host.web import MOST_UNKNOWN, GlassServer, page_file
from kiosk.protocol.glass import IN_USE, NOT_ALLOWED, NOT_PAIRED, SCREEN_GONE, TAKEN_OVER, GlassTone

TOKEN = "the-secret-of-table-3-in-its-address"
GREETING = b"RFB 003.008\n\x01\x01"
PRESS = struct.pack(">BBHH", 5, 1, 10, 20)


class FakeScreen:
    """A screen that keeps what it receives and greets like Xvnc."""

    def __init__(self, socket: Path) -> None:
        self.socket = socket
        self.received = b""
        self.ended = asyncio.Event()

    async def serve(self, reader, writer):
        writer.write(b"RFB 003.008\n")
        with suppress(OSError):
            while part := await reader.read(1000):
                self.received += part
        writer.close()
        self.ended.set()


class FakeRun:
    """A table's program that only notes the scale and the size."""

    def __init__(self, screen: FakeScreen) -> None:
        self.screen: FakeScreen | None = screen
        self.scales: list[float] = []
        self.sizes: list[tuple[int, int]] = []

    def scale(self, px_per_mm):
        self.scales.append(px_per_mm)

    def resized(self, *size):
        self.sizes.append(size)


class Served:
    def __init__(self, run, glass, port) -> None:
        self.run, self.glass, self.port = run, glass, port
        self.screen = run.screen  # also while it is starting again

    def open(self, **more):
        return connect(f"ws://127.0.0.1:{self.port}/glass/socket", proxy=None, **more)

    @asynccontextmanager
    async def glass_of(self, device="one", token=TOKEN, take=False):
        async with self.open() as socket:
            await socket.send(hello(device, token, take))
            yield socket


def hello(device="one", token=TOKEN, take=False):
    return json.dumps({"say": "hello", "token": token, "device": device, "px_per_mm": 5.5, "take": take})


def served(tmp_path, use):
    async def main():
        screen = FakeScreen(tmp_path / "pictures")
        run, glass = FakeRun(screen), Glass(3)
        async with await asyncio.start_unix_server(screen.serve, str(screen.socket)):
            server = await GlassServer(TOKEN, partial(glass.serve, run=run), "en").listen("127.0.0.1", 0)
            async with server:
                return await use(Served(run, glass, server.sockets[0].getsockname()[1]))

    return asyncio.run(main())


async def code_of(socket):
    """The code with which the connection is closed."""
    with suppress(ConnectionClosed):
        while True:
            await socket.recv()
    return socket.close_code


async def welcomed(socket):
    assert json.loads(await socket.recv()) == {"say": "welcome", "table": 3}


def test_the_holder_of_the_address_sees_the_table_and_its_size_is_passed_on(tmp_path):
    async def use(served):
        async with served.glass_of() as socket:
            await welcomed(socket)
            seen = [await socket.recv() for _ in range(2)]
            assert b"RFB 003.008\n" in seen
            assert {"say": "beat", "beat": 1} in [json.loads(one) for one in seen if isinstance(one, str)]
            assert served.run.scales == [5.5]

    served(tmp_path, use)


@pytest.mark.parametrize("token", ["", "wrong", TOKEN[:-1], TOKEN + "x"])
def test_another_token_sees_nothing(tmp_path, token):
    async def use(served):
        async with served.glass_of(token=token) as socket:
            assert await code_of(socket) == NOT_PAIRED
        assert served.screen.received == b""
        assert served.run.scales == []

    served(tmp_path, use)


@pytest.mark.parametrize("said", ["", "{}", "[1]", '{"say":"beat","beat":1}', b"RFB 003.008\n", "{" * 10_000,
                                  '{"say":' + "[" * 10_000, hello("x" * 100), hello(token="y" * 1000)])  # fmt: skip
def test_a_first_message_that_is_no_hello_is_refused(tmp_path, said):
    async def use(served):
        async with served.open() as socket:
            await socket.send(said)
            assert await code_of(socket) == NOT_ALLOWED

    served(tmp_path, use)


def test_a_second_device_sees_the_table_only_if_it_takes_it_and_the_first_is_told(tmp_path):
    async def use(served):
        async with served.glass_of("one") as first:
            await welcomed(first)
            async with served.glass_of("two") as second:
                assert await code_of(second) == IN_USE
            async with served.glass_of("two", take=True) as second:
                await welcomed(second)
                assert await code_of(first) == TAKEN_OVER

    served(tmp_path, use)


def test_the_same_page_takes_its_own_place_again(tmp_path):
    async def use(served):
        async with served.glass_of("one") as first:
            await welcomed(first)
            async with served.glass_of("one") as second:
                await welcomed(second)
                assert await code_of(first) == TAKEN_OVER

    served(tmp_path, use)


@pytest.mark.parametrize(
    "said",
    [
        b"\x04\x01\x00\x00\x00\x00\xff\x08",
        b"\x06" + bytes(7),
        b"\xff" * 60_000,
        "not JSON",
        '{"x":' + "[" * 10_000,
        hello("x" * 100),
    ],
)
def test_a_device_that_sends_what_no_glass_may_send_is_disconnected(tmp_path, said, caplog):
    async def use(served):
        async with served.glass_of() as socket:
            await welcomed(socket)
            await socket.send(GREETING)
            await socket.send(said)
            assert await code_of(socket) == NOT_ALLOWED
        await served.screen.ended.wait()
        assert served.screen.received in (b"RFB 003.008\n\x01\x00", b"")

    served(tmp_path, use)


def test_a_message_that_is_too_long_ends_the_connection(tmp_path):
    async def use(served):
        async with served.glass_of() as socket:
            await welcomed(socket)
            await socket.send(b"\0" * 70_000)
            assert await code_of(socket) == 1009

    served(tmp_path, use)


async def press(socket, beat):
    await socket.send(json.dumps({"say": "press", "beat": beat}))
    await socket.send(PRESS)


async def until(socket, said):
    while True:
        found = await socket.recv()
        if isinstance(found, str) and json.loads(found)["say"] == said:
            return json.loads(found)


def test_a_press_counts_only_with_a_beat_that_was_sent_a_moment_ago(tmp_path, monkeypatch):
    monkeypatch.setattr(glass_module, "BEAT_S", 0.05)

    async def use(served):
        async with served.glass_of() as socket:
            await socket.send(GREETING)
            beat = (await until(socket, "beat"))["beat"]
            for wrong in (beat + 1000, 0, -1):
                await press(socket, wrong)
                assert await until(socket, "late") == {"say": "late"}
                await socket.send(struct.pack(">BBHH", 5, 0, 10, 20))
            await press(socket, beat)
            while PRESS not in served.screen.received:
                await until(socket, "beat")
        assert served.screen.received.count(PRESS) == 1

    served(tmp_path, use)


def test_a_press_with_an_old_beat_is_late(tmp_path, monkeypatch):
    monkeypatch.setattr(glass_module, "BEAT_S", 0.02)
    monkeypatch.setattr(glass_module, "FRESH_S", 0.1)

    async def use(served):
        async with served.glass_of() as socket:
            await socket.send(GREETING)
            first = (await until(socket, "beat"))["beat"]
            while (await until(socket, "beat"))["beat"] < first + 10:
                pass
            await press(socket, first)
            assert await until(socket, "late") == {"say": "late"}
        assert PRESS not in served.screen.received

    served(tmp_path, use)


def test_a_press_that_comes_long_after_its_announcement_is_late(tmp_path, monkeypatch):
    """A link that is cut between the two delivers the second one when it is back."""
    monkeypatch.setattr(glass_module, "BEAT_S", 0.02)
    monkeypatch.setattr(glass_module, "FRESH_S", 0.1)

    async def use(served):
        async with served.glass_of() as socket:
            await socket.send(GREETING)
            beat = (await until(socket, "beat"))["beat"]
            await socket.send(json.dumps({"say": "press", "beat": beat}))
            while (await until(socket, "beat"))["beat"] < beat + 10:
                pass
            await socket.send(PRESS)
            assert await until(socket, "late") == {"say": "late"}
        assert PRESS not in served.screen.received

    served(tmp_path, use)


def test_late_presses_of_a_device_that_reads_nothing_fill_no_memory(tmp_path, monkeypatch):
    sent = []

    async def blocked(_, said):
        sent.append(said)
        await asyncio.Event().wait()

    monkeypatch.setattr(glass_module, "_sent", blocked)

    async def use(served):
        async with served.glass_of() as socket:
            await socket.send(GREETING)
            lift = struct.pack(">BBHH", 5, 0, 10, 20)
            await socket.send((PRESS + lift) * 1000)
            while served.screen.received.count(lift) < 1000:
                await until(socket, "beat")
        assert sent == ['{"say":"late"}']

    served(tmp_path, use)


def test_a_device_that_is_silent_loses_its_place(tmp_path, monkeypatch):
    monkeypatch.setattr(glass_module, "BEAT_S", 0.02)
    monkeypatch.setattr(glass_module, "SILENT_S", 0.2)

    async def use(served):
        async with served.glass_of("one") as socket:
            assert await code_of(socket) == SCREEN_GONE
            async with served.glass_of("two") as other:
                await welcomed(other)

    served(tmp_path, use)


def test_sounds_go_to_the_device_by_name(tmp_path):
    async def use(served):
        served.glass.say_tone(GlassTone("pot"))  # nobody hears it
        async with served.glass_of() as socket:
            await welcomed(socket)
            served.glass.say_tone(GlassTone("pot"))
            assert await until(socket, "tone") == {"say": "tone", "tone": "pot"}

    served(tmp_path, use)


def test_while_the_screen_starts_the_device_is_asked_to_come_again(tmp_path):
    async def use(served):
        served.run.screen = None
        async with served.glass_of() as socket:
            assert await code_of(socket) == SCREEN_GONE

    served(tmp_path, use)


def test_a_hundred_strangers_keep_nobody_out(tmp_path):
    async def use(served):
        strangers = [await served.open() for _ in range(100)]
        refused = [one for one in strangers[MOST_UNKNOWN:] if await code_of(one) == NOT_ALLOWED]
        assert len(refused) == 100 - MOST_UNKNOWN
        await strangers[0].close()
        async with served.glass_of() as socket:
            await welcomed(socket)
        for one in strangers:
            await one.close()

    served(tmp_path, use)


def test_a_page_of_another_site_cannot_open_the_socket(tmp_path):
    async def use(served):
        with pytest.raises(InvalidStatus):
            async with served.open(origin="http://elsewhere.example"):
                pass

    served(tmp_path, use)


PAGES = [
    "/glass/",
    "/glass/glass.js",
    "/glass/novnc/core/rfb.js",
    "/glass/tones.json",
    "/web/words.js",
    "/web/look.css",
]


@pytest.mark.parametrize("path", PAGES)
def test_the_page_is_served(path):
    assert page_file(path)


@pytest.mark.parametrize(
    "path",
    ["/glass/../words/en/glass.toml", "/glass/..%2f..%2fpyproject.toml", "/web/../../pyproject.toml", "/director/",
     "/dealer/screen.py", "/glass", "/glass/novnc/LICENSE.txt", "//etc/passwd", "/glass//etc/passwd", "/glass/\0",
     "/glass/./glass.js", "/words/compiled/en.json", "/", ""],
)  # fmt: skip
def test_no_other_file_is_served(path):
    assert page_file(path) is None
