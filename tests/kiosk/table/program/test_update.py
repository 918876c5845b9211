"""A table is offered the clock's newer version while nobody plays. One touch requests it from the machine, and the
screen shows the result.
"""

from pathlib import Path, PurePath

import pytest
from msgspec.structs import replace
from PySide6.QtWidgets import QLabel

from engine.table.actions.hands import StartHand
from engine.terms import Stop
from kiosk.protocol.link.versions import own_version
from kiosk.protocol.messages import GoTo, Welcome
from kiosk.storage.chain import START, Mark
from kiosk.table.program.command import open_window, window_from_disk
from kiosk.table.program.update import PLAYING, REQUEST, RESULT, PlayingLock, UpdateFiles, update_files
from kiosk.table.program.update_offer import MOST_CHECKS, MOST_WAITING_CHECKS, UpdateOffer, command_of, update_offer
from kiosk.table.settings import GLASS_LINE, TableSettings
from tests.kit.table_bench import FRIDAY, SATURDAY, SILENT, TableBench, begins, leaves, state, target
from ui.look import THEMES, Look

NEW = "99.0.0"
LOOK = Look(THEMES["dark"], 6.0)


class VersionedBench(TableBench):
    """A table with a version of its own, and a clock with a newer one."""

    own = "0.2.0"

    @property
    def offered(self):
        return self.face.surroundings.update

    def welcomed(self, wanted=None, version="0.3.0", winner=""):
        room = replace(state(), winner=winner)
        self.hears(Welcome(Mark(self.game.mark, START.hash), room, target=wanted, version=version))

    def sent_to(self, sitting, version="0.3.0"):
        self.hears(GoTo(sitting, version=version))


@pytest.fixture
def bench(tmp_path):
    one = VersionedBench(tmp_path)
    yield one
    one.stop()


def test_a_table_without_a_tournament_is_offered_only_a_newer_version(bench):
    for version, offered in (("0.3.0", "0.3.0"), ("0.2.0", ""), ("0.1.9", ""), ("", ""), ("nonsense", "")):
        bench.sent_to("", version)
        assert bench.offered == offered


def test_nothing_is_offered_during_a_tournament_and_the_new_version_once_it_is_over(bench):
    bench.sent_to(FRIDAY)
    assert bench.offered == ""
    bench.welcomed(target(1, *begins(1, 4)))
    bench.delivered()
    assert bench.offered == ""
    bench.host.orders.ask(StartHand())
    bench.hears_target(target(2, *begins(1, 4), stop=Stop("over", 0)))
    assert bench.offered == ""

    bench.play_out()

    assert bench.offered == "0.3.0"
    bench.sent_to(SATURDAY)
    assert bench.offered == ""


def test_a_table_that_connects_after_its_tournament_is_offered_the_new_version(bench):
    bench.sent_to(FRIDAY)
    bench.welcomed(target(1, *begins(1, 4)), winner="Ana")

    assert bench.offered == "0.3.0"


def test_a_closed_table_is_offered_the_new_version_once_nobody_sits_there(bench):
    bench.at_friday(1, 4)
    bench.hears_target(target(2, *begins(1), leaving=leaves(4), closed=True))
    assert (bench.names, bench.offered) == (["Player 1"], "")
    bench.hears_target(target(3, leaving=(*leaves(1), *leaves(4)), closed=True))

    assert (bench.names, bench.offered) == ([], "0.3.0")


def test_nothing_is_offered_while_the_clock_is_away(bench):
    bench.sent_to("")
    bench.hears(SILENT)

    assert bench.offered == ""


@pytest.fixture
def updates(tmp_path):
    return UpdateFiles(tmp_path / "request", tmp_path / "result")


@pytest.fixture
def screen(qtbot, tmp_path):
    """The window of a table at which nobody plays, and where the notices are shown."""
    opening = open_window(TableSettings(3, str(tmp_path / "table.journal")))
    qtbot.addWidget(opening)
    window = window_from_disk(TableSettings(3, str(tmp_path / "table.journal")), opening)
    window.host.show()
    yield window, opening, qtbot
    window.stop()


class OfferedTable:
    """An offer over a window, with everything that a dealer can do there."""

    def __init__(self, screen, how):
        self.window, opening, self._qtbot = screen
        self.left: list[bool] = []
        self.offer = UpdateOffer(self.window, opening, LOOK, lambda: self.left.append(True), how)
        self.can_update(NEW)

    def can_update(self, version):
        surroundings = replace(self.window.display.surroundings, update=version)
        self.window.display.show(self.window.host.sittings.now.table, self.window.host.game, surroundings)

    @property
    def said(self):
        notice = self.offer.notice
        return " ".join(label.text() for label in notice.findChildren(QLabel)) if notice else ""

    @property
    def geometry(self):
        assert self.offer.notice
        return self.offer.notice.geometry()

    def install(self):
        notice = self.offer.notice
        assert notice
        self._touch(notice.install)

    def later(self):
        assert self.offer.notice
        self._touch(self.offer.notice.close_key)

    def _touch(self, key):
        assert not key.isEnabled()
        self._qtbot.waitUntil(key.isEnabled)
        key.click()


def test_the_request_is_written_once_and_the_program_ends_when_the_version_is_installed(screen, updates):
    table = OfferedTable(screen, updates)
    assert f"Version {NEW} is ready" in table.said
    assert f"This table runs version {own_version()}." in table.said
    assert not updates.request.exists()

    table.install()
    written = updates.request.stat().st_ino
    assert updates.request.read_text() == f"{NEW}\n"
    assert "Installing" in table.said
    table.offer.check()
    updates.ask(NEW)
    assert updates.request.stat().st_ino == written

    updates.request.unlink()
    updates.result.write_text("running\n")
    table.offer.check()
    assert table.left == []
    updates.result.write_text("installed\n")
    table.offer.check()
    assert table.left == [True]
    table.offer.take_away()


def test_a_touch_that_was_meant_for_the_table_does_not_install(screen, updates):
    table = OfferedTable(screen, updates)
    assert table.offer.notice
    assert table.offer.notice.install
    table.offer.notice.install.click()
    table.offer.notice.close_key.click()

    assert not updates.request.exists()
    assert f"Version {NEW} is ready" in table.said


def test_the_notice_follows_the_size_and_the_scale_of_the_screen(screen, on_host):
    """A host starts its tables before a tablet shows them."""
    window, opening, qtbot = screen
    updates, other = on_host
    other.hold()
    table = OfferedTable(screen, updates)
    opening.give_way(window.screen)
    opening.resize(800, 480)
    qtbot.waitUntil(lambda: table.geometry.right() == 799)
    geometry = table.geometry
    assert opening.rect().contains(geometry)
    assert geometry.bottom() == 479

    window.screen.scale(2 * LOOK.px_per_mm)
    assert table.geometry.height() > geometry.height()
    other.release()
    table.offer.check_others()
    table.install()
    assert updates.request.exists()
    table.offer.take_away()


def test_later_postpones_the_offer_until_another_hand_has_been_played(screen, updates):
    table = OfferedTable(screen, updates)
    table.later()
    table.can_update("")
    table.can_update(NEW)
    assert table.said == ""
    assert not updates.request.exists()

    table.can_update("99.1.0")
    assert "Version 99.1.0 is ready" in table.said
    table.offer.take_away()


def test_the_offer_is_withdrawn_when_a_tournament_starts(screen, updates):
    table = OfferedTable(screen, updates)
    table.can_update("")

    assert table.said == ""


FAILURES = [
    ("no-repository\n", "package repository is not set up on this table"),
    ("unreachable\nFailed to fetch http://192.168.1.10:8081", "does not respond (Failed to fetch http://192.168.1.10"),
    ("not-there\n", f"does not have version {NEW}"),
    ("failed\nYou don't have enough free space\n", "could not be installed (You don't have enough free space)"),
    ("", "did not report a result"),
    ("instal", "did not report a result"),
    ("\0\xff\xfe" * 5000, "did not report a result"),
]


@pytest.mark.parametrize(("result", "said"), FAILURES)
def test_a_failure_is_explained_and_the_old_version_keeps_running(screen, updates, result, said):
    """Also if the result is damaged."""
    table = OfferedTable(screen, updates)
    table.install()
    updates.request.unlink()
    updates.result.write_text(result, "latin-1")
    table.offer.check()

    assert f"Version {NEW} was not installed" in table.said
    assert said in table.said
    assert f"The table is still running version {own_version()}." in table.said
    assert table.left == []
    table.install()  # again
    assert updates.request.exists()
    table.offer.check()
    assert "Installing" in table.said
    table.offer.take_away()


def test_a_request_that_the_service_does_not_start_is_withdrawn(screen, updates):
    table = OfferedTable(screen, updates)
    table.install()
    for _ in range(MOST_WAITING_CHECKS):
        table.offer.check()
    assert "Installing" in table.said
    table.offer.check()

    assert "did not report a result" in table.said
    assert not updates.request.exists()
    table.offer.take_away()


def test_an_update_without_a_result_fails_and_can_be_tried_again(screen, updates):
    table = OfferedTable(screen, updates)
    table.install()
    updates.request.unlink()
    updates.result.write_text("running\n")
    for _ in range(MOST_CHECKS + 1):
        table.offer.check()
    assert "did not report a result" in table.said

    table.install()
    assert updates.request.exists()
    table.offer.take_away()


@pytest.mark.parametrize("has_started", [False, True])
def test_a_table_that_restarts_during_the_update_waits_for_its_result(screen, updates, has_started):
    (updates.result if has_started else updates.request).write_text("running\n" if has_started else f"{NEW}\n")
    table = OfferedTable(screen, updates)
    assert "Installing" in table.said
    table.later()
    assert table.said == ""


@pytest.mark.parametrize("old", ["installed\n", "failed\nno space\n", "damaged"])
def test_the_result_of_an_earlier_update_does_not_count(screen, updates, old):
    updates.result.write_text(old)
    table = OfferedTable(screen, updates)

    assert f"Version {NEW} is ready" in table.said
    assert table.left == []


def test_a_request_that_cannot_be_written_is_explained(screen, tmp_path):
    table = OfferedTable(screen, UpdateFiles(tmp_path / "no-folder" / "request", tmp_path / "result"))
    table.install()

    assert f"Version {NEW} was not installed" in table.said
    table.offer.take_away()


@pytest.fixture
def on_host(tmp_path):
    """The update files of a table on a host, and the lock of another table there."""
    other = PlayingLock(tmp_path / "playing")
    yield UpdateFiles(tmp_path / "request", tmp_path / "result", tmp_path / "playing"), other
    other.release()


def test_a_host_is_updated_only_when_nobody_plays_at_its_other_tables(screen, on_host):
    updates, other = on_host
    other.hold()
    table = OfferedTable(screen, updates)
    assert "when nobody is playing at the other tables" in table.said
    assert table.offer.notice
    assert table.offer.notice.install is None
    table.offer.check_others()
    assert "when nobody is playing at the other tables" in table.said

    other.release()
    table.offer.check_others()
    assert "They all restart in about a minute." in table.said
    table.install()
    assert updates.request.read_text() == f"{NEW}\n"
    table.offer.take_away()


def test_a_host_is_not_updated_if_somebody_has_begun_to_play_since_the_offer(screen, on_host):
    updates, other = on_host
    table = OfferedTable(screen, updates)
    other.hold()
    table.install()

    assert not updates.request.exists()
    assert "when nobody is playing at the other tables" in table.said
    table.offer.take_away()


def test_a_table_keeps_its_host_from_an_update_as_long_as_it_cannot_be_updated_itself(screen, on_host):
    updates, other = on_host
    table = OfferedTable(screen, updates)
    assert not other.is_held_elsewhere()
    table.can_update("")
    assert other.is_held_elsewhere()
    table.can_update(NEW)
    assert not other.is_held_elsewhere()
    table.offer.take_away()


def test_a_lock_that_cannot_be_opened_keeps_the_host_from_an_update(screen, tmp_path):
    table = OfferedTable(screen, UpdateFiles(tmp_path / "a", tmp_path / "b", tmp_path / "no-folder" / "playing"))
    assert "when nobody is playing at the other tables" in table.said
    table.offer.take_away()


@pytest.mark.parametrize(
    ("environment", "said"),
    [
        ({}, "run this in a checkout of the new version: ./dev kiosk dealer"),
        ({GLASS_LINE: "3"}, "Update the program on that machine."),
        ({GLASS_LINE: "3", REQUEST: "/run/a", RESULT: "/run/b"}, "This table runs on another machine"),
    ],
)
def test_a_table_that_was_not_installed_from_packages_says_how_to_update_it(screen, environment, said):
    window, opening, qtbot = screen
    offer = update_offer(window, opening, LOOK, lambda: None, environment)
    surroundings = replace(window.display.surroundings, update=NEW)
    window.display.show(window.host.sittings.now.table, window.host.game, surroundings)

    assert offer.notice
    assert offer.notice.install is None
    assert said in " ".join(label.text() for label in offer.notice.findChildren(QLabel))
    qtbot.waitUntil(offer.notice.close_key.isEnabled)
    offer.notice.close_key.click()
    assert offer.notice is None


@pytest.mark.parametrize(
    ("prefix", "command"),
    [
        ("/opt/kiosk/releases/20270101T000000Z", "sudo deploy/install.sh table"),
        ("/home/ann/.local/share/uv/tools/dealer-assist-kiosk", "uv tool install --force '.[table]'"),
        ("/home/ann/.local/share/pipx/venvs/dealer-assist-kiosk", "pipx install --force '.[table]'"),
        ("/home/ann/kiosk/.venv", "./dev kiosk dealer"),
    ],
)
def test_the_command_is_the_one_that_installed_the_program(prefix, command):
    assert command_of(PurePath(prefix)) == command


def test_a_table_of_a_host_from_packages_can_be_updated_on_its_glass(screen, tmp_path):
    window, opening, _ = screen
    files = {name: str(tmp_path / name) for name in (REQUEST, RESULT, PLAYING)}
    offer = update_offer(window, opening, LOOK, lambda: None, {GLASS_LINE: "3", **files})
    surroundings = replace(window.display.surroundings, update=NEW)
    window.display.show(window.host.sittings.now.table, window.host.game, surroundings)

    assert offer.notice
    assert offer.notice.install
    offer.take_away()


def test_only_the_service_of_the_package_names_the_update_files():
    assert update_files({}) is None
    assert update_files({REQUEST: "/run/a"}) is None
    assert update_files({REQUEST: "/run/a", RESULT: "/run/b"}) == UpdateFiles(Path("/run/a"), Path("/run/b"))
