"""A tablet without a token asks to be a table. It shows a code and a number, and plays once a director has approved it.
Before, each table's token and the fingerprint of the room's authority were typed into its settings.
"""

import asyncio
from contextlib import ExitStack, suppress
from itertools import count

import numpy as np
import pytest
import zxingcpp
from PySide6.QtCore import QTimer
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QPushButton

from engine.refused import Refused
from kiosk.clock.access.cameras import CameraTokens
from kiosk.clock.access.devices import hashed
from kiosk.clock.access.sessions import Identity
from kiosk.clock.access.tablets import TableTokens
from kiosk.clock.clients.latest import Latest
from kiosk.clock.links.pairing import ALWAYS, MOST_ASKING_AT_ONE_ADDRESS, MOST_TRIES_AT_ONE_ADDRESS, TablePairings
from kiosk.clock.store.sqlite.store import SqliteStore
from kiosk.clock.store.writer import Writer
from kiosk.clock.times import Times
from kiosk.faults import Fault
from kiosk.protocol.link.addresses import possible_addresses
from kiosk.protocol.link.pairing import AskPairing
from kiosk.protocol.pairing import CODE_MS, CodeAndCheck, approval_page, commitment, new_nonce, shown
from kiosk.storage.journal import Journal
from kiosk.table.pairing.paired import (
    PairedClock,
    is_unpaired,
    keep_paired,
    paired_path,
    second_path,
    table_settings,
)
from kiosk.table.pairing.pairing import PairingByTouch
from kiosk.table.settings import TableSettings, read_table_settings
from tests.kit.asking_tablet import TabletThread
from tests.kit.clock import KEY, RandomTable, eventually
from tests.kit.room import clock, room
from tests.kit.signing import Asker, signed_in
from ui.dealer.notices.pairing import PairingPage
from ui.dealer.splash import SplashScreen
from ui.look import THEMES, Look
from ui.words.languages import words_in

__all__ = ["clock", "room"]


def listed(clock):
    return Asker(clock).get("tournaments").json()


def approve(clock, shown_code, by=KEY, **more):
    return Asker(clock, by).post("devices/tables/approve", shown=shown_code, **more)


def test_an_approved_tablet_becomes_a_table_without_settings_at_the_clock_and_stays_one(clock, tmp_path):
    Asker(clock).hire("Dee", "director")
    dee = signed_in(clock, "Dee")
    with TabletThread(clock.socket, 7) as tablet:
        code, check = tablet.shows()
        eventually(lambda: bool(listed(clock)["asked"]))
        ((asked,), known) = listed(clock)["asked"], listed(clock)["tables"]
        assert (asked["table"], asked["check"], asked["address"], 7 in known) == (7, check, "127.0.0.1", False)

        assert approve(clock, "ABCD EFGH").json()["code"] == "tablet-not-shown"
        assert tablet.got == []
        said = approve(clock, f"{code[:4].lower()} {code[4:]}", dee.token).json()
        given = tablet.has()

    assert [(one["table"], one["by"]) for one in said["tablets"]] == [(7, "Dee")]
    assert (given.clock, given.table, given.fingerprint, listed(clock)["asked"]) == (clock.socket, 7, "", [])
    kept = clock.on_disk()
    assert (given.token.encode() in kept, hashed(given.token).encode() in kept) == (False, True)
    clock.stop()
    clock.start()
    assert 7 in listed(clock)["tables"]
    with RandomTable(tmp_path, clock.socket, 7, given.token) as table:
        table.wait(lambda: table.face.surroundings.link is not None and table.face.surroundings.link.connected)
        dee.post("devices/tables/revoke", table=7).raise_for_status()
        table.wait(lambda: table.face.away is not None)
    assert Asker(clock, given.token).get("kiosk/7").status_code == 401
    assert dee.post("devices/tables/allow", table=7).json().get("revoked_tables", []) == []
    assert Asker(clock, given.token).get("kiosk/7").status_code == 200


def test_the_director_names_the_table_and_which_tablet_it_replaces(clock):
    """The previous token is revoked: first the one of the settings, then another tablet's."""
    with TabletThread(clock.socket) as first:
        check = first.shows().check
        assert approve(clock, check).json()["code"] == "table-number"
        assert approve(clock, check, table=1).json()["code"] == "table-has-tablet"
        assert Asker(clock, "secret-of-1").get("kiosk/1").status_code == 200
        approve(clock, check, table=1, replace=True).raise_for_status()
        one = first.has()
    assert Asker(clock, "secret-of-1").get("kiosk/1").status_code == 401
    with TabletThread(clock.socket, 1) as second:
        approve(clock, second.shows().code, replace=True).raise_for_status()
        other = second.has()

    assert [Asker(clock, given.token).get("kiosk/1").status_code for given in (one, other)] == [401, 200]
    assert Asker(clock, other.token).get("kiosk/2").status_code == 401


def test_a_rejected_tablet_says_so_and_stops_asking(clock, tmp_path, qtbot):
    settings = TableSettings(3, str(tmp_path / "table.journal"))
    look = Look(THEMES["dark"], 5.9)
    opening = SplashScreen(look, settings.table, words_in("en"))
    qtbot.addWidget(opening)
    pairing, looks = PairingByTouch(settings, opening, look), QTimer()
    answers: list[str] = []

    def look_at_page():
        if pairing.page.code.text() and not answers:
            answer = Asker(clock).post("devices/tables/turn-away", shown=pairing.page.code.text()).json()
            answers.append(answer.get("asked", ""))
        elif answers and "rejected this tablet" in pairing.page.status.text():
            answers.append(pairing.page.status.text())
            pairing.page.alone.emit()

    looks.timeout.connect(look_at_page)
    looks.start(20)

    assert pairing.run(clock.socket) == settings

    looks.stop()
    assert answers[0] == ""
    assert listed(clock)["asked"] == []


@pytest.mark.parametrize("language", ["en", "de", "es"])
@pytest.mark.parametrize("code", ["pairing-turned-away", "clock-not-ours"])
def test_a_tablet_that_is_not_let_in_says_why_in_full_and_reconnects_with_a_touch(qtbot, language, code):
    words, asked = words_in(language), list[str]()
    page = PairingPage(Look(THEMES["dark"], 5.9), 3, words, "wss://10.0.0.1")
    qtbot.addWidget(page)
    page.chosen.connect(asked.append)
    page.resize(1280, 800)
    page.choose("192.168.178.100:8443")
    page.show_code("ABCDEFGH", "482913")
    page.show_failed(str(words.fault(Fault(code, clock="192.168.178.100:8443").message)), is_over=True)
    page.grab()

    assert page.status.height() >= page.status.heightForWidth(page.status.width())
    shown = [button for button in page.findChildren(QPushButton) if button.isVisibleTo(page)]
    assert shown == [page.alone_button, page.other, page.go]
    for button in shown:
        assert button.fontMetrics().horizontalAdvance(button.text()) < button.width() - 20
    assert page.alone_button.isVisibleTo(page)
    page.go.click()
    assert asked == ["192.168.178.100:8443"] * 2
    assert not page.go.isVisibleTo(page)


@pytest.mark.parametrize(("width", "height", "px_per_mm"), [(1280, 800, 5.9), (1024, 600, 4.6), (800, 1280, 5.9)])
def test_the_keys_of_the_clocks_address_have_room_for_their_letters(qtbot, width, height, px_per_mm):
    page = PairingPage(Look(THEMES["dark"], px_per_mm), 3, words_in("en"))
    qtbot.addWidget(page)
    page.resize(width, height)
    page.grab()

    keys = page.keys.findChildren(QPushButton)
    assert len(keys) == 40
    for key in keys:
        assert key.fontMetrics().horizontalAdvance(key.text()) < key.width() - px_per_mm
        assert key.height() >= 10 * px_per_mm
        assert page.rect().contains(key.geometry().translated(page.keys.pos()))


class PairingRoom:
    """The tablet that asks and the director who approves it, with a time that the test sets."""

    def __init__(self, folder):
        self.now_ms, self.changes = 0, count()
        times = Times(lambda: self.now_ms, lambda: self.now_ms, "")
        self.store = SqliteStore(folder / "clock.db")
        self.writer = Writer(self.store, lambda *_: None)
        self.tokens = TableTokens({}, self.store, self.writer, times)
        self.reports: list[str] = []
        self.pairing = TablePairings(
            self.tokens, CameraTokens(self.store, self.writer, times), times,
            lambda: next(self.changes), self.reports.append,
        )  # fmt: skip

    def asks(self, address="10.0.0.5", hang_up=bool):
        nonce = new_nonce()
        return self.pairing.asks(AskPairing(commitment(nonce), 1), address, Latest(), hang_up), nonce


@pytest.fixture
def asking(tmp_path):
    room = PairingRoom(tmp_path)
    yield room
    room.writer.close()


DEE = Identity("Dee", "director")


def test_a_code_lasts_ten_minutes(asking):
    context, nonce = asking.asks()
    with context as tablet:
        asking.pairing.shows(tablet, nonce, "")
        asking.now_ms = CODE_MS

        assert asking.pairing.asked == ()
        with pytest.raises(Refused, match="tablet-not-shown"):
            asyncio.run(asking.pairing.approve(tablet.shown.code, 0, False, DEE))


def test_a_tablet_whose_nonce_does_not_match_its_commitment_shows_no_code(asking):
    context, _ = asking.asks()
    with context as tablet:
        with pytest.raises(Fault, match="pairing-not-bound"):
            asking.pairing.shows(tablet, new_nonce(), "")
        assert asking.pairing.asked == ()


def test_one_address_may_ask_only_so_often_while_others_still_may(asking, caplog):
    held = [asking.asks()[0] for _ in range(MOST_ASKING_AT_ONE_ADDRESS)]
    for one in held:
        one.__enter__()
    with pytest.raises(Fault, match="pairing-too-often"), asking.asks()[0]:
        pass
    with asking.asks("10.0.0.6")[0]:
        pass
    for one in held:
        one.__exit__(None, None, None)

    for _ in range(MOST_TRIES_AT_ONE_ADDRESS - len(held)):
        with asking.asks()[0]:
            pass
    with pytest.raises(Fault, match="pairing-too-often"), asking.asks()[0]:
        pass
    asking.now_ms = CODE_MS
    with asking.asks()[0]:
        pass


ADDRESSES = {
    "eight": [f"10.0.9.{number}" for number in range(8)],
    "one network of IPv6": [f"2001:db8::{number:x}" for number in range(500)],
    "a hundred": [f"10.0.9.{number}" for number in range(100)],
}


@pytest.mark.parametrize("addresses", ADDRESSES)
def test_no_flood_of_tries_keeps_a_rooms_tablet_from_asking(asking, caplog, addresses):
    """
    Before, four hundred tries from eight addresses shut a room out for ten minutes, without a message.
    """
    for number in range(1200):
        with suppress(Fault), asking.asks(ADDRESSES[addresses][number % len(ADDRESSES[addresses])])[0]:
            pass
    assert asking.reports
    for _ in range(ALWAYS):
        context, nonce = asking.asks("10.0.0.6")
        with context as tablet:
            asking.pairing.shows(tablet, nonce, "")
            assert len(asking.pairing.asked) == 1
    caplog.clear()


def test_waiting_tablets_of_a_crowded_network_make_room_for_another_network(asking, caplog):
    out: list[str] = []
    with ExitStack() as opened:
        mine = opened.enter_context(asking.asks("10.0.0.6", lambda: out.append("10.0.0.6"))[0])
        for number in range(8):
            for _ in range(8):
                with suppress(Fault):
                    address = f"10.0.9.{number}"
                    context = asking.asks(address, lambda address=address: out.append(address))[0]
                    opened.enter_context(context)
        opened.enter_context(asking.asks("10.0.0.7")[0])
        assert out == ["10.0.9.0", "10.0.9.1"]  # the oldest of the addresses with the most tablets
        assert mine in asking.pairing._asking
    assert asking.pairing.asked == ()
    caplog.clear()


def test_a_different_authority_gives_a_different_code():
    tablets, clocks = new_nonce(), new_nonce()

    one, other = shown(tablets, clocks, "ab" * 32), shown(tablets, clocks, "cd" * 32)
    assert one.code != other.code
    assert shown(tablets, clocks, "ab" * 32) == one


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("192.168.1.10", "wss://192.168.1.10:8443"),
        ("clock.local:8080", "wss://clock.local:8080"),
        ("ws://10.0.0.1:8080", "ws://10.0.0.1:8080"),
        (" https://clock:8443/director/ ", "wss://clock:8443"),
        ("[::1]:8080", "wss://[::1]:8080"),
        ("ftp://clock", ""),
        ("clock:99999", ""),
        ("a b", ""),
        ("", ""),
    ],
)
def test_an_address_is_accepted_in_every_form_that_people_type(typed, first):
    assert next(iter(possible_addresses(typed)), "") == first


@pytest.mark.parametrize(
    ("clock", "page"),
    [
        ("wss://192.168.1.10:8443", "https://192.168.1.10:8443/director/#tablet=ABCDEFGH"),
        ("ws://clock.local:8080", "http://clock.local:8080/director/#tablet=ABCDEFGH"),
        ("ws://127.0.0.1:8080", ""),
        ("wss://[::1]:8443", ""),
        ("ws://localhost:8080", ""),
    ],
)
def test_the_approval_page_is_at_the_address_where_the_tablet_found_the_clock(clock, page):
    assert approval_page(clock, "ABCDEFGH") == page


@pytest.mark.parametrize("theme", ["dark", "glare"])
def test_a_waiting_tablet_shows_a_qr_code_of_its_approval_page(tmp_path, qtbot, monkeypatch, theme):
    """The code is decoded from the whole screen, as a camera sees it.
    It holds only the code: no token, and nothing that the screen hides.
    """

    def found(asked, show, left):
        show(CodeAndCheck("ABCDEFGH", "482913"), f"wss://{asked.address}:8443")

    monkeypatch.setattr("kiosk.table.pairing.pairing.ask_to_be_table", found)
    settings, look = TableSettings(3, str(tmp_path / "table.journal")), Look(THEMES[theme], 5.9)
    opening = SplashScreen(look, settings.table, words_in("en"))
    qtbot.addWidget(opening)
    opening.resize(1280, 800)
    opening.show()
    pairing, looks, read = PairingByTouch(settings, opening, look), QTimer(), list[str]()

    def look_at_page():
        if pairing.page.qr.isVisible():
            picture = pairing.page.grab().toImage().convertToFormat(QImage.Format.Format_Grayscale8)
            lines = np.frombuffer(picture.constBits(), np.uint8).reshape(picture.height(), picture.bytesPerLine())
            code = zxingcpp.read_barcode(np.ascontiguousarray(lines[:, : picture.width()]))
            if code:
                read.append(code.text)
                pairing.page.alone.emit()

    looks.timeout.connect(look_at_page)
    looks.start(20)
    pairing.run("192.168.1.10")
    looks.stop()

    assert read == ["https://192.168.1.10:8443/director/#tablet=ABCDEFGH"]


def test_a_pairing_is_saved_privately_and_the_clock_may_move(tmp_path):
    path, journal = tmp_path / "table.toml", tmp_path / "table.journal"
    path.write_text(f'table = 0\njournal = "{journal}"\n')
    unpaired = table_settings(path)
    assert is_unpaired(unpaired)

    now = keep_paired(unpaired, PairedClock("wss://10.0.0.1:8443", "ab" * 32, 7, "t0ken"))

    assert paired_path(journal).stat().st_mode & 0o777 == 0o600
    assert table_settings(path) == now
    assert (now.table, now.token, now.clock_fingerprint, is_unpaired(now)) == (7, "t0ken", "ab" * 32, False)
    assert table_settings(path, "10.0.0.9").clock == "wss://10.0.0.9:8443"
    assert table_settings(path).clock == "wss://10.0.0.9:8443"
    with pytest.raises(Fault):  # never unencrypted to a clock that was known by its authority
        table_settings(path, "ws://10.0.0.9:8080")


@pytest.fixture
def paired(tmp_path):
    """The settings file of a paired tablet, and its journal."""
    path, journal = tmp_path / "table.toml", tmp_path / "table.journal"
    path.write_text(f'table = 7\njournal = "{journal}"\n')
    keep_paired(table_settings(path), PairedClock("wss://10.0.0.1:8443", "ab" * 32, 7, "t0ken"))
    return path, journal


@pytest.mark.parametrize("rot", [b"", b"{", b"\xff" * 300], ids=["empty", "cut short", "rot"])
def test_a_damaged_file_costs_no_tablet_its_token(rot, paired):
    path, journal = paired
    before = table_settings(path)
    paired_path(journal).write_bytes(rot)

    assert before.token == "t0ken"
    assert table_settings(path) == before


def test_if_both_copies_are_damaged_the_tablet_asks_again_even_if_it_has_played(paired):
    path, journal = paired
    Journal.open(journal, lambda: 0).close()
    paired_path(journal).write_bytes(b"{")
    second_path(journal).write_bytes(b"rot")

    with pytest.raises(Fault, match="paired-unreadable"):
        table_settings(path)
    assert is_unpaired(read_table_settings(path))


def test_deleting_the_file_unpairs_the_tablet(paired):
    path, journal = paired
    paired_path(journal).unlink()

    assert table_settings(path).token == ""


def test_the_page_takes_the_address_from_its_keys_and_the_table_continues_once_approved(clock, tmp_path, qtbot):
    settings = TableSettings(0, str(tmp_path / "table.journal"))
    look = Look(THEMES["dark"], 5.9)
    opening = SplashScreen(look, settings.table, words_in("en"))
    qtbot.addWidget(opening)
    pairing, looks = PairingByTouch(settings, opening, look), QTimer()
    keys = {one.text(): one for one in pairing.page.keys.findChildren(QPushButton)}
    approved: list[int] = []

    def look_at_page():
        if pairing.page.code.text() and not approved:
            approved.append(approve(clock, pairing.page.code.text(), table=8).status_code)

    looks.timeout.connect(look_at_page)
    looks.start(20)
    pairing.page.field.setText("ws://")
    for sign in f"127.0.0.1:{clock.port}1":
        keys[sign].click()
    keys["←"].click()
    QTimer.singleShot(0, pairing.page.go.click)

    now = pairing.run("")
    assert now

    looks.stop()
    assert (approved, now.table, now.clock, opening.windowTitle()) == ([200], 8, clock.socket, "Table 8")
    assert Asker(clock, now.token).get("kiosk/8").status_code == 200
    assert table_token(tmp_path) == now.token


def table_token(folder):
    path = folder / "table.toml"
    path.write_text(f'table = 0\njournal = "{folder / "table.journal"}"\n')
    return table_settings(path).token


@pytest.mark.parametrize("shown", ["ws://192.168.1.10:8080/", "wss://clock.club:8443/", "wss://[fd00::1]:8443/"])
def test_the_part_of_the_clocks_address_after_the_slashes_is_enough(shown):
    bare = shown.partition("//")[2]

    assert set(possible_addresses(shown)) <= set(possible_addresses(bare))
