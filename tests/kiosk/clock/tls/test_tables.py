"""A table that knows its room's clock by a fingerprint connects to no other server, and keeps playing meanwhile."""

import asyncio
import json
import socket
import ssl
import threading
from contextlib import ExitStack, suppress
from datetime import UTC, datetime, timedelta
from functools import partial
from queue import SimpleQueue

import httpx
import pytest
from PySide6.QtCore import QTimer

from kiosk.clock import command
from kiosk.clock.settings import read_clock_settings
from kiosk.clock.tls.authority import SERVER_DAYS, new_authority, new_server
from kiosk.clock.tls.served import authority_of, renew
from kiosk.clock.web.sockets.connection_limits import Limits
from kiosk.commands.doctor.clock import check_clock, check_running
from kiosk.commands.room.client import RequestFailed, client_for
from kiosk.faults import Fault
from kiosk.protocol.pairing import AUTHORITY_PATH, CodeAndCheck, fingerprint_of
from kiosk.storage.chain import START
from kiosk.storage.tls_files import authority_in, tls_folder
from kiosk.table.link.events import TableCredentials
from kiosk.table.pairing.paired import PairedClock, keep_paired, may_move, table_settings
from kiosk.table.pairing.pairing_request import PairingRequest, ask_to_be_table, clock_found_at
from kiosk.table.program.readdress import AddressButton, readdress_by_touch
from kiosk.table.program.window import TableWindow
from kiosk.table.recovery.clock_copy import held_by_clock
from kiosk.table.settings import TableSettings
from tests.kit.clock import (
    DEADLINE_S,
    KEY,
    ON_SERVER,
    ClockThread,
    RandomTable,
    eventually,
    however_slow,
    settings_text,
    token,
)
from tests.kit.full_tables import FullTables, sitting_of
from tests.kit.ports import unused_port
from ui.dealer.notices.pairing import PairingPage
from ui.dealer.splash import SplashScreen
from ui.look import THEMES, Look
from ui.words.languages import words_in


class SecureClock(ClockThread):
    public = ""
    """The address for phones."""


@pytest.fixture
def clock(tmp_path, free_port):
    """A clock that speaks TLS, with a port for phones."""
    public = unused_port()
    one = SecureClock(
        tmp_path, free_port, f"tls = true\npublic_port = {public}\n{settings_text(free_port)}", FullTables()
    )
    one.site, one.socket = f"https://127.0.0.1:{free_port}", f"wss://127.0.0.1:{free_port}"
    one.public = f"http://127.0.0.1:{public}"
    one.start()
    yield one
    one.stop()


def fingerprint(clock):
    return fingerprint_of(authority_of(clock.database))


def reports_server(folder, address, pinned, *reported):
    """A table with this pin shows one of these messages about the server that answers; it can still be played at.

    If the clock took too long to answer, it reports that first.
    """
    folder.mkdir(exist_ok=True)
    with RandomTable(folder, address, clock_fingerprint=pinned) as table:
        table.wait(lambda: table.face.away is not None and why(table) != "clock-silent")
        assert why(table) in reported


def why(table):
    """Its message about the clock."""
    away = table.face.away
    assert away
    assert away.trouble
    return away.trouble.code


@pytest.fixture
def hurried(monkeypatch):
    monkeypatch.setattr(command, "HANDSHAKE_S", 0.1)


@pytest.mark.parametrize("said", [b"", b"\x16\x03\x01\x02"])
def test_a_client_that_does_not_finish_the_handshake_is_disconnected(hurried, clock, said):
    half_open = socket.create_connection(("127.0.0.1", clock.port), timeout=DEADLINE_S)
    with half_open, suppress(ConnectionResetError, BrokenPipeError):
        half_open.sendall(said)
        assert half_open.recv(1) == b""


def test_a_client_that_does_not_finish_the_handshake_counts_as_a_connection(monkeypatch, tmp_path, free_port, caplog):
    monkeypatch.setattr(command, "HANDSHAKE_S", 10 * DEADLINE_S)
    monkeypatch.setattr(command, "STAFF", Limits(2, 100))
    one = ClockThread(tmp_path, free_port, f"tls = true\n{settings_text(free_port)}", FullTables())
    one.start()
    try:
        with ExitStack() as half_open:
            dialled = [
                half_open.enter_context(socket.create_connection(("127.0.0.1", free_port), timeout=DEADLINE_S))
                for _ in range(3)
            ]
            with suppress(ConnectionResetError):
                assert dialled[2].recv(1) == b""
    finally:
        one.stop()
    assert "too many connections; the last one was from 127.0.0.1" in caplog.text
    caplog.clear()


@pytest.mark.slow  # a hand is played, and the doctor asks
def test_a_table_with_the_right_fingerprint_plays_and_the_rooms_tools_find_the_clock(clock, tmp_path):
    pinned = fingerprint(clock)
    with RandomTable(tmp_path, clock.socket, clock_fingerprint=pinned) as table:
        table.sit()
        table.play(1)
        who = TableCredentials(f"{clock.socket}/table", 1, token(1), 1, sitting_of(1), fingerprint=pinned)
        eventually(lambda: held_by_clock(who, START) == table.game.mark)

    words = words_in("en")
    settings = TableSettings(1, "t.journal", clock.socket, token(1), pinned)
    assert check_clock(settings).in_words(words).ok
    assert [one.fix for one in check_running(read_clock_settings(clock.settings), "en")] == ["", ""]
    assert b"Test Open" in client_for(clock.settings, "", "", "").get("/api/tournaments")
    assert httpx.get(f"{clock.public}{AUTHORITY_PATH}").text == authority_of(clock.database)
    devices = client_for(clock.settings, "", "", "").get("/api/devices").decode()
    assert pinned in devices
    assert httpx.get(f"{clock.public}/display/").status_code == 200
    with pytest.raises(httpx.HTTPError):  # no key is ever answered in clear
        httpx.get(clock.site.replace("https", "http"), headers={"Authorization": f"Bearer {KEY}"})


def test_a_renewed_certificate_needs_no_new_fingerprint(clock, tmp_path):
    pinned = fingerprint(clock)
    clock.stop()
    kept = authority_in(tls_folder(clock.file())) if ON_SERVER else None
    renew(tls_folder(clock.database), ("10.9.8.7",), datetime.now(UTC) + timedelta(days=SERVER_DAYS - 10), kept)
    clock.start()

    with RandomTable(tmp_path, clock.socket, clock_fingerprint=pinned) as table:
        table.sit()


class Impostor:
    """An attacker between the tables and the clock, which shows this authority to every client, uses this certificate,
    and records everything else that it receives.
    """

    def __init__(self, folder, authority, server, version=ssl.TLSVersion.TLSv1_3):
        (folder / "impostor.pem").write_bytes(server.key + server.certificate)
        self._context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._context.minimum_version = self._context.maximum_version = version
        self._context.load_cert_chain(folder / "impostor.pem")
        self._authority = authority.certificate
        self._up = threading.Event()
        self.heard = b""

    def __enter__(self):
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()))
        self._thread.start()
        assert self._up.wait(DEADLINE_S)
        return self

    def __exit__(self, *_):
        self._loop.call_soon_threadsafe(self._ending.set)
        self._thread.join(DEADLINE_S)

    async def _serve(self):
        self._loop, self._ending = asyncio.get_running_loop(), asyncio.Event()
        self._loop.set_exception_handler(lambda *_: None)  # handshakes that the tables break off
        server = await asyncio.start_server(self._answer, "127.0.0.1", 0, ssl=self._context)
        self.socket = f"wss://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        self._up.set()
        async with server:
            await self._ending.wait()

    async def _answer(self, reader, writer):
        asked = await reader.read(4096)
        if AUTHORITY_PATH.encode() in asked:
            writer.write(b"HTTP/1.0 200 OK\r\n\r\n" + self._authority)
        else:
            self.heard += asked
        writer.close()


NOW = datetime.now(UTC)
OURS, OTHER = new_authority("room"), new_authority("room")


@pytest.mark.parametrize(
    ("shown", "server", "version", "reported"),
    [
        (OTHER, new_server(OTHER, (), NOW), "TLSv1_3", {"clock-not-ours"}),
        (OURS, new_server(OTHER, (), NOW), "TLSv1_3", {"clock-not-ours"}),
        (OURS, new_server(OURS, (), NOW - timedelta(days=400)), "TLSv1_3", {"clock-certificate-date"}),
        (OURS, new_server(OURS, (), NOW), "TLSv1_2", {"clock-speaks-no-tls", "clock-not-there"}),
    ],
    ids=["another authority", "our authority and another's certificate", "an expired one", "an older TLS"],
)
def test_a_table_sends_nothing_to_an_impostor_of_the_clock(tmp_path, shown, server, version, reported):
    pinned = fingerprint_of(OURS.certificate.decode())
    with Impostor(tmp_path, shown, server, ssl.TLSVersion[version]) as impostor:
        reports_server(tmp_path / "table", impostor.socket, pinned, *reported)

    assert impostor.heard == b""


def test_a_table_sends_nothing_to_a_clock_without_tls(tmp_path, free_port, caplog):
    plain = ClockThread(tmp_path, free_port)
    plain.start()
    try:
        reports_server(tmp_path / "table", f"wss://127.0.0.1:{free_port}", "ab" * 32, "clock-speaks-no-tls")
        assert plain.tables()["tables"][0].get("linked", False) is False
    finally:
        plain.stop()


def test_a_clock_that_this_machine_does_not_trust_is_rejected_without_a_fingerprint(clock, tmp_path):
    reports_server(tmp_path / "table", clock.socket, "", "clock-not-ours")


class Between(Impostor):
    """An attacker that forwards all traffic between tablets and the clock, with a certificate of its own authority."""

    def __init__(self, folder, authority, server, port):
        super().__init__(folder, authority, server)
        self._port = port

    async def _answer(self, reader, writer):
        asked = await reader.read(4096)
        if AUTHORITY_PATH.encode() in asked:
            writer.write(b"HTTP/1.0 200 OK\r\n\r\n" + self._authority)
            writer.close()
            return
        anybody = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        anybody.check_hostname, anybody.verify_mode = False, ssl.CERT_NONE
        clocks, clock = await asyncio.open_connection("127.0.0.1", self._port, ssl=anybody)
        clock.write(asked)
        await asyncio.wait(
            [asyncio.create_task(handed_on(*way)) for way in ((reader, clock), (clocks, writer))],
            return_when=asyncio.FIRST_COMPLETED,
        )
        for each in (clock, writer):
            each.transport.abort()


async def handed_on(reader, writer):
    while part := await reader.read(4096):
        writer.write(part)
        await writer.drain()


def what_both_show(clock, address):
    """The code and the number on a tablet that asks at this address, and the number on the console; then the tablet's
    result once the director has typed its code.
    """
    seen, given, left = SimpleQueue[CodeAndCheck](), SimpleQueue[PairedClock | None](), threading.Event()
    director = client_for(clock.settings, "", "", "")
    asked = PairingRequest(address, 7, "en")
    ask = partial(ask_to_be_table, asked, lambda shown, _: seen.put(shown), left.is_set)
    tablet = threading.Thread(target=lambda: given.put(however_slow(ask)))
    tablet.start()
    try:
        shown = seen.get(timeout=DEADLINE_S)
        (listed,) = json.loads(director.get("/api/tournaments"))["asked"]
        with suppress(RequestFailed):
            director.post("/api/devices/tables/approve", {"shown": shown.code})
            return shown, listed["check"], given.get(timeout=DEADLINE_S)
    finally:
        left.set()
        tablet.join(DEADLINE_S)
    return shown, listed["check"], given.get(timeout=DEADLINE_S)


def test_a_tablet_is_paired_only_if_both_screens_show_the_same_number(clock, tmp_path):
    """An attacker in between shows a different number than the console, and a code that the clock does not know."""
    with Between(tmp_path, OTHER, new_server(OTHER, ("127.0.0.1",), NOW), clock.port) as between:
        shown, number, given = what_both_show(clock, between.socket)
        assert (shown.check != number, given) == (True, None)

    shown, number, given = what_both_show(clock, clock.socket)
    assert (shown.check, given.fingerprint, given.clock) == (number, fingerprint(clock), clock.socket)
    with RandomTable(tmp_path, given.clock, 7, given.token, clock_fingerprint=given.fingerprint) as table:
        table.wait(lambda: table.face.surroundings.link is not None and table.face.surroundings.link.connected)


def refused(typed, before, pinned):
    with pytest.raises(Fault) as fault:
        clock_found_at(typed, before, pinned)
    return fault.value.message.code


def test_a_clock_that_has_moved_is_recognized_only_by_its_authority(clock, tmp_path):
    """Whether its port is typed again or stays, and whatever else answers there: another server receives nothing."""
    before, pinned = f"wss://127.0.0.9:{clock.port}", fingerprint(clock)

    assert clock_found_at(f" https://127.0.0.1:{clock.port}/director/ ", before, pinned) == clock.socket
    assert clock_found_at("127.0.0.1", before, pinned) == clock.socket
    assert refused(f"ws://127.0.0.1:{clock.port}", before, pinned) == "clock-address"
    assert refused(f"127.0.0.1:{unused_port()}", before, pinned) == "clock-silent"
    for shown in (OURS, OTHER):
        with Impostor(tmp_path, shown, new_server(OTHER, (), NOW)) as impostor:
            ours = fingerprint_of(OURS.certificate.decode())
            assert refused(impostor.socket, before, ours) == "clock-not-ours"
        assert impostor.heard == b""


def test_a_table_that_cannot_find_its_clock_can_be_given_the_new_address_by_touch(clock, tmp_path, qtbot):
    path, journal = tmp_path / "table.toml", tmp_path / "table.journal"
    path.write_text(f'table = 0\njournal = "{journal}"\n')
    away = f"wss://127.0.0.1:{unused_port()}"
    settings = keep_paired(table_settings(path), PairedClock(away, fingerprint(clock), 1, token(1)))
    assert may_move(settings)
    assert not may_move(TableSettings(1, str(journal), clock.socket, token(1), fingerprint(clock)))
    look, left = Look(THEMES["dark"], 5.9), []
    opening = SplashScreen(look, 1, words_in("en"))
    qtbot.addWidget(opening)
    opening.resize(1280, 800)
    window = TableWindow(settings, look)
    window.start()
    opening.give_way(window.screen)
    opening.show()
    offer = AddressButton(window, opening, look, lambda: left.append(True), after_ms=0)
    qtbot.waitUntil(lambda: offer.button is not None, timeout=DEADLINE_S * 1000)
    assert offer.button
    assert "NEW ADDRESS" in offer.button.text()
    offer.button.click()
    offer.take_away()
    window.stop()
    assert left == [True]

    typed = [f"127.0.0.1:{unused_port()}", f"127.0.0.1:{clock.port}"]
    looks = QTimer()

    def look_at_page():
        page = opening.findChild(PairingPage)
        if page and typed and page.status.text():
            page.other.click()
        if page and typed and page.field.isVisibleTo(page):
            page.field.setText(typed.pop(0))
            page.go.click()

    looks.timeout.connect(look_at_page)
    looks.start(20)
    now = readdress_by_touch(settings, opening, look)
    looks.stop()

    assert now.clock == clock.socket
    assert table_settings(path) == now
