"""A page of another site, opened on a staff phone, can give no orders here and receives nothing."""

import socket

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from kiosk.clock.web.sockets.connection_limits import HEADERS
from tests.kit.clock import DEADLINE_S, KEY
from tests.kit.room import clock

__all__ = ["clock"]
NO_ADDRESSES = ("http://[", "http://[::1", "[", "//", "http://a:b:c", "http://[v1.x]", "x" * 5_000)
FOREIGN = ("http://evil.example", "null", "http://127.0.0.1:1", "https://127.0.0.1", *NO_ADDRESSES)


def asked(clock, origin, **more):
    headers = {"Authorization": f"Bearer {KEY}", "Origin": origin, **more}
    return httpx.post(f"{clock.site}/api/plan/place", json={}, headers=headers, timeout=DEADLINE_S)


@pytest.mark.parametrize("origin", FOREIGN)
def test_a_page_of_another_site_can_give_no_orders_even_with_the_key(clock, origin):
    refused = asked(clock, origin)

    assert (refused.status_code, refused.json()["code"]) == (403, "origin-foreign")
    assert "content-security-policy" in refused.headers
    assert asked(clock, clock.site).status_code != 403


@pytest.mark.parametrize("origin", ["http://evil.example", "http://["])
@pytest.mark.parametrize(
    "path", ["director", "table", "room", "camera/socket", "table/camera", "glass/socket", "glass/table"]
)
def test_a_page_of_another_site_can_open_no_socket(clock, path, origin):
    url, evil = f"{clock.socket}/{path}", Origin(origin)
    with pytest.raises(InvalidStatus) as refused, connect(url, origin=evil, proxy=None):
        pass
    assert refused.value.response.status_code == 403
    with connect(url, origin=Origin(clock.site), proxy=None):
        pass


UPGRADE = "GET {path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n{more}\r\n"
KEYED = "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: {version}\r\n"


@pytest.mark.parametrize(
    "asked",
    [
        UPGRADE.format(path="/director", more=KEYED.format(version=13) + "Origin: http://evil.example\r\n"),
        UPGRADE.format(path="/nothing", more=KEYED.format(version=13)),
        UPGRADE.format(path="/room", more=KEYED.format(version=12)),
        UPGRADE.format(path="/room", more=KEYED.format(version=13).replace("AAAA", "?", 1)),
        UPGRADE.format(path="/room", more=""),
        "GET / HTTP/1.1\r\n\r\n", "no request\r\n\r\n", "GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n",
    ],
)  # fmt: skip
def test_a_refused_socket_and_a_refused_request_carry_the_same_headers_as_every_answer(clock, asked, caplog):
    with socket.create_connection(("127.0.0.1", clock.port), timeout=DEADLINE_S) as one:
        one.sendall(asked.encode())
        said = b""
        while part := one.recv(65536):
            said += part
    head = said.partition(b"\r\n\r\n")[0].decode().lower()
    assert head.startswith("http/1.1 4"), head
    for name, value in HEADERS.items():
        assert head.count(f"{name}: {value}".lower()) == 1, head
    caplog.clear()  # bytes that are no request are logged once a minute


def test_a_proxy_may_report_the_name_that_the_client_used(clock):
    behind = asked(clock, "https://clock.club.example", **{"X-Forwarded-Host": "clock.club.example"})

    assert behind.status_code != 403


def test_a_page_with_a_rebound_name_has_no_key_and_receives_none(clock):
    """DNS rebinding: its Host is the same as its Origin, and passes.

    A browser would send a cookie by itself; there is none.
    """
    lured = {"Host": "evil.example:8080", "Origin": "http://evil.example:8080"}

    ordered = httpx.post(f"{clock.site}/api/plan/place", json={}, headers=lured, timeout=DEADLINE_S)
    read = httpx.get(f"{clock.site}/api/tournaments", headers=lured, timeout=DEADLINE_S)
    pages = [
        httpx.get(f"{clock.site}{path}", headers=lured, timeout=DEADLINE_S) for path in ("/director/", "/display/")
    ]

    assert [one.status_code for one in (ordered, read, *pages)] == [401, 401, 200, 200]
    assert not any("set-cookie" in one.headers for one in (ordered, read, *pages))


@pytest.mark.parametrize("name", ["Host", "X-Forwarded-Host", "Accept-Language", "Range", "If-None-Match", "Cookie"])
@pytest.mark.parametrize("value", NO_ADDRESSES)
def test_no_header_makes_the_clock_fail(clock, name, value):
    for path in ("/", "/display-qr.svg", "/display/", "/api/phone", "/api/results"):
        answer = httpx.get(f"{clock.site}{path}", headers={name: value}, timeout=DEADLINE_S)
        assert answer.status_code < 500
        assert "content-security-policy" in answer.headers


def test_answers_by_name_key_or_code_are_cached_by_no_browser(clock):
    key = {"Authorization": f"Bearer {KEY}"}
    for path in ("/api/staff", "/api/tournaments", "/api/phone?entry=1", "/api/nothing"):
        answer = httpx.get(f"{clock.site}{path}", headers=key, timeout=DEADLINE_S)
        assert answer.headers["cache-control"] == "no-store"
    assert httpx.get(f"{clock.site}/display/", timeout=DEADLINE_S).headers["cache-control"] == "no-cache"
