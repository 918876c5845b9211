"""Only the owner can read the files of a clock and a table, whatever the umask; no secret is in a log or an archive."""

import argparse
import io
import logging
import os
import zipfile
from datetime import UTC, datetime

import httpx
import pytest

from kiosk.cli import COMMANDS, parser_of, program_of
from kiosk.clock.command import secrets_of
from kiosk.clock.recovery.backups.backups import backups_in, put_back
from kiosk.clock.settings import read_clock_settings
from kiosk.clock.store.pictures import PictureFolder
from kiosk.clock.store.place import StorePlace
from kiosk.clock.store.sqlite.integrity import files_of
from kiosk.clock.tls.served import renew
from kiosk.commands import bundle
from kiosk.log import log_path, log_to
from kiosk.storage.quarantine import quarantine
from kiosk.storage.tls_files import tls_folder
from tests.kit.clock import KEY, ClockThread, DirectorsPage, RandomTable, eventually, settings_text, token
from tests.kit.commands import arguments
from tests.kit.full_tables import FullTables
from tests.kit.signing import Asker, paired, signed_in
from ui.words.languages import words_in

PIN, WRONG_PIN, MONITOR = "831572640", "640831572", "what-the-monitor-sends"
PICTURE = b"\x89PNG\r\n\x1a\n"


@pytest.fixture
def anybody(tmp_path):
    """Set a umask that allows everything. Returns the files that others may read or write, and the folders they may
    list, except the test's own settings."""
    before = os.umask(0)
    yield lambda: {
        str(path.relative_to(tmp_path)): oct(path.stat().st_mode)
        for path in tmp_path.rglob("*")
        if path.stat().st_mode & 0o077 and path.name not in ("clock.toml", "table.toml")
    }
    os.umask(before)


@pytest.fixture
def clock(tmp_path, free_port, anybody):
    settings = f'metrics_token = "{MONITOR}"\nbackup_folder = "backups"\n{settings_text(free_port)}'
    return ClockThread(tmp_path, free_port, settings, FullTables())


@pytest.mark.slow  # a clock, a table, a backup and an archive
def test_written_files_are_private_to_their_owner_and_no_secret_is_logged_or_sent(clock, tmp_path, anybody, caplog):
    caplog.set_level(logging.DEBUG)
    renew(tls_folder(clock.database), ("localhost",), datetime.now(UTC))
    PictureFolder(clock.database).keep(PICTURE)
    with log_to(log_path(clock.database), secrets_of(read_clock_settings(clock.settings))):
        clock.start()
        try:
            secrets = {KEY, MONITOR, token(1), token(2), PIN, WRONG_PIN, *use(clock, tmp_path)}
            eventually(lambda: backups_in(tmp_path / "backups") != [])
            said = archive(clock.settings, tmp_path / "help.zip")
        finally:
            clock.stop()
    put_back(tmp_path / "backups", StorePlace(tmp_path / "again" / "clock.db"))
    quarantine(clock.database, files_of(clock.database))

    assert anybody() == {}
    written = {path.name for path in tmp_path.rglob("*")}
    assert {"clock.db", "clock.db.names", "clock.db.witness", "clock.db.decisions", "clock.db.access", "clock.db.log",
            "clock.db.tls", "clock.db.pictures", "table1.journal", "help.zip", "room-ca.key"} <= written  # fmt: skip
    said += log_path(clock.database).read_text() + caplog.text
    assert [one for one in secrets if one in said] == []
    assert "wrong" in said  # the log is there


def use(clock, folder):
    """A table plays, and staff sign in; returns the secrets that were used."""
    key = Asker(clock)
    key.hire("Ann", "floor", PIN)
    ann, device = signed_in(clock, "Ann", PIN), paired(clock, key)
    for _ in range(3):
        assert Asker(clock, "").post("session", name="Ann", pin=WRONG_PIN).status_code in (401, 429)
    httpx.get(f"{clock.site}/api/metrics", headers={"Authorization": f"Bearer {MONITOR}"}).raise_for_status()
    with RandomTable(folder, clock.socket) as table, DirectorsPage(clock, ann.token) as page:
        table.sit()
        table.play(1)
        table.wait_until_held(clock)
        page.hear_until(lambda: bool(page.room))
    return ann.token, device


def archive(settings, path):
    """The whole content of an archive by `kiosk bundle`."""
    asked = arguments("bundle", bundle, "--settings", settings, "--out", path)
    assert bundle.run(asked, io.StringIO(), io.StringIO()) == 0
    with zipfile.ZipFile(path) as packed:
        return "".join(packed.read(name).decode() for name in packed.namelist())


def test_no_secret_is_an_argument_of_a_command():
    """
    Every user of a machine can see the arguments of its programs.
    """
    words = words_in("en")
    named = set().union(*(arguments_of(parser_of(name, program_of(name), words)) for name in COMMANDS))

    assert {"settings", "out"} <= named
    assert named & {"key", "director_key", "token", "pin", "password", "secret"} == set()


def arguments_of(parser):
    """The names of a command's arguments, with those of the commands within it."""
    within = [action for action in parser._actions if isinstance(action, argparse._SubParsersAction)]
    below = [arguments_of(one) for action in within for one in action.choices.values()]
    return {action.dest for action in parser._actions if action not in within}.union(*below)
