"""A device shows a table's screen through the clock, once a director has approved it, and until one revokes it."""

import threading
import time
from contextlib import ExitStack, suppress

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from kiosk.clock.access.glasses import MOST_AT_ONCE
from kiosk.clock.links import glasses
from kiosk.protocol.glass import HOST_AWAY, IN_USE, NOT_ALLOWED, NOT_PAIRED, TURNED_AWAY
from tests.kit.clock import eventually
from tests.kit.glasses import GlassRoom

REVOKED_S = 5.0
PICTURES, PICTURE_BYTES = 1_000, 60_000
"""More than a slow connection's buffers on this machine hold."""


@pytest.fixture
def glass_room(clock) -> GlassRoom:
    return GlassRoom(clock)


def test_a_device_that_the_director_approves_shows_the_table_through_its_host(glass_room):
    with glass_room.host(3) as host, glass_room.glass(3) as glass:
        code = glass.hear("code")["code"]
        assert glass.hear() == {"say": "code", "code": code}  # the link works
        (asked,) = glass_room.devices()["asked_glasses"]
        assert (asked["table"], asked["code"], asked["address"]) == (3, code, "127.0.0.1")

        spoken = f"{code[:4]} {code[4:]}".lower()
        assert glass_room.director.post("devices/glasses/approve", code=spoken).status_code == 200

        token = glass.hear("paired")["token"]
        assert glass.code() == 1000
        with glass_room.glass(3, token) as shown:
            hello = {"say": "hello", "token": "", "device": "one", "px_per_mm": 5.5, "take": False, "table": 3}
            assert host.hear("hello") == hello  # a host never learns the token
            host.say(say="welcome", table=3)
            assert shown.hear() == {"say": "welcome", "table": 3}
            host.socket.send(b"picture")
            assert shown.socket.recv() == b"picture"
            shown.socket.send(b"touch")
            assert host.socket.recv() == b"touch"
            (line,) = glass_room.devices()["glasses"]
            assert (line["table"], line["by"], line["connected"]) == (3, "director", True)
        assert host.code() == 1000  # the device has left


def test_the_host_ends_the_connection_with_a_reason_for_the_device(glass_room):
    token = glass_room.paired(3)
    with glass_room.host(3) as host, glass_room.glass(3, token) as glass:
        host.hear("hello")
        host.socket.close(IN_USE)
        assert glass.code() == IN_USE


def test_a_device_that_is_turned_away_gets_no_token(glass_room):
    with glass_room.host(3), glass_room.glass(3) as glass:
        code = glass.hear("code")["code"]
        assert glass_room.director.post("devices/glasses/turn-away", code=code).status_code == 200
        assert glass.code() == TURNED_AWAY
    assert "glasses" not in glass_room.devices()


def test_a_revoked_device_is_disconnected_at_once_and_cannot_come_back(glass_room):
    token = glass_room.paired(3)
    with glass_room.host(3) as host, glass_room.glass(3, token) as glass:
        host.hear("hello")
        host.say(say="welcome", table=3)
        glass.hear("welcome")

        revoked_s = glass_room.revoke()

        assert glass.code() == NOT_PAIRED
        assert time.monotonic() - revoked_s < REVOKED_S
        assert host.code() == 1000  # so no touch arrives any more
    with glass_room.host(3), glass_room.glass(3, token) as glass:
        assert glass.code() == NOT_PAIRED


def test_the_pictures_for_a_device_that_reads_nothing_wait_at_the_host_and_it_can_be_revoked(glass_room):
    """The clock reads the next picture only once the device has taken the one before."""
    token, sent, seen = glass_room.paired(3), [0], []

    def send(host):
        with suppress(ConnectionClosed):
            while sent[0] < PICTURES:
                host.socket.send(bytes(PICTURE_BYTES))
                sent[0] += 1

    def is_stuck():
        seen.append(sent[0])
        return sent[0] and seen[-20:] == [sent[0]] * 20

    with glass_room.host(3) as host, glass_room.glass(3, token):
        host.hear("hello")
        sending = threading.Thread(target=send, args=(host,))
        sending.start()
        eventually(is_stuck)
        assert sent[0] < PICTURES

        glass_room.revoke()

        sending.join(REVOKED_S)
        assert not sending.is_alive()


def test_a_device_waits_for_its_host_a_moment_and_then_learns_that_there_is_none(glass_room, monkeypatch):
    monkeypatch.setattr(glasses, "NEXT_OFFER_S", 0.1)
    token = glass_room.paired(3)
    with glass_room.glass(3, token) as glass:
        assert glass.code() == HOST_AWAY
    with glass_room.glass(3) as glass:
        assert glass.code() == HOST_AWAY  # it cannot ask for a table that no host offers
    with glass_room.host(2), glass_room.glass(3, token) as glass:
        assert glass.code() == HOST_AWAY


def test_the_newest_offer_of_a_table_counts(glass_room):
    token = glass_room.paired(3)
    with glass_room.host(3) as older, glass_room.host(3) as newer:
        assert older.code() == 1000
        with glass_room.glass(3, token):
            assert newer.hear("hello")["table"] == 3


@pytest.mark.parametrize("token", ["", "secret-of-2", "wrong"])
def test_a_host_without_the_tables_token_offers_nothing(glass_room, token):
    with glass_room.connected("/glass/table") as host:
        host.say(say="offer", table=3, token=token)
        assert host.code() == NOT_PAIRED
    assert "hosted" not in glass_room.devices()


def test_a_table_whose_token_is_revoked_is_no_longer_offered(glass_room):
    token = glass_room.paired(3)
    with glass_room.host(3) as host, glass_room.glass(3, token) as glass:
        host.hear("hello")
        assert glass_room.director.post("devices/tables/revoke", table=3).status_code == 200
        assert glass.code() == HOST_AWAY
        assert host.code() == 1000
    eventually(lambda: "hosted" not in glass_room.devices())


@pytest.mark.parametrize("said", ["", "{}", '{"say":"press","beat":1}', '{"say":"offer"}', b"RFB 003.008\n",
                                  '{"say":"hello","token":"\\ud800","device":"a","px_per_mm":5}',
                                  '{"say":"offer","token":"","table":' + "9" * 5_000 + "}"])  # fmt: skip
@pytest.mark.parametrize("path", ["/glass/socket", "/glass/table"])
def test_a_first_message_that_the_door_does_not_know_is_refused(glass_room, path, said):
    with glass_room.connected(path) as client:
        client.socket.send(said)
        assert client.code() == NOT_ALLOWED


def test_a_message_that_is_too_long_for_a_glass_ends_its_connection(glass_room):
    token = glass_room.paired(3)
    with glass_room.host(3) as host, glass_room.glass(3, token) as glass:
        host.hear("hello")
        glass.socket.send(bytes(70_000))
        assert glass.code() == NOT_ALLOWED


def test_a_host_that_speaks_before_a_glass_has_come_is_disconnected(glass_room):
    with glass_room.host(3) as host:
        host.say(say="welcome", table=3)
        assert host.code() == NOT_ALLOWED


def test_a_glass_has_a_few_connections_at_most(glass_room):
    token = glass_room.paired(3)
    with ExitStack() as shown:
        for _ in range(MOST_AT_ONCE):
            host = shown.enter_context(glass_room.host(3))
            shown.enter_context(glass_room.glass(3, token))
            host.hear("hello")
        with glass_room.glass(3, token) as glass:
            assert glass.code() == NOT_ALLOWED


def test_too_many_devices_that_ask_are_refused(glass_room, monkeypatch, caplog):
    monkeypatch.setattr(glasses, "MOST_ASKING_AT_ONE_ADDRESS", 1)
    with glass_room.host(3), glass_room.glass(3) as one:
        one.hear("code")
        with glass_room.glass(3) as other:
            assert other.code() == 1000
        assert len(glass_room.devices()["asked_glasses"]) == 1


def test_glasses_outlive_a_restart_and_only_a_hash_of_their_token_is_kept(clock, glass_room):
    token = glass_room.paired(3)
    assert token.encode() not in clock.on_disk()
    clock.stop()
    clock.start()
    with glass_room.host(3) as host, glass_room.glass(3, token):
        assert host.hear("hello")["table"] == 3


def test_the_address_of_a_tables_screen_is_shown_as_text_and_as_a_qr_code(clock, glass_room):
    assert httpx.get(f"{clock.site}/glass-address?table=3").text.endswith(f":{clock.port}/glass/#table=3")
    assert httpx.get(f"{clock.site}/glass-qr.svg?table=3").text.startswith("<svg")
    for table in ("", "x", "12345", "-1", "3&table=x"):
        assert httpx.get(f"{clock.site}/glass-qr.svg?table={table}").status_code == 404
