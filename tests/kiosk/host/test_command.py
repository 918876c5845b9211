"""`kiosk host` serves each of its tables to the holder of that table's address. With real programs on real screens."""

import json
import os
import re
import shutil
import signal
import stat
import subprocess
import sys
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from engine.message import Message
from kiosk.faults import Fault
from kiosk.host.settings import MOST_TABLES, read_host_settings, table_file
from kiosk.protocol.glass import NOT_PAIRED, SCREEN_GONE
from kiosk.table.settings import read_table_settings
from tests.kit.patience import PATIENCE_S

ROOT = Path(__file__).parents[3]


def settings(folder, text):
    path = folder / "host.toml"
    path.write_text(text)
    return read_host_settings(path)


def test_a_new_table_gets_a_folder_of_its_own_with_its_settings(tmp_path):
    clock = 'clock = "wss://10.0.0.5:8443"\nclock_fingerprint = "' + "ab" * 32 + '"'
    made = settings(tmp_path, f'tables = [3]\nlanguage = "de"\n{clock}')

    path = table_file(made, 3)

    table = read_table_settings(path)
    assert path == tmp_path / "tables" / "table-3" / "table.toml"
    assert (table.table, table.language, table.clock) == (3, "de", "wss://10.0.0.5:8443")
    assert table.clock_fingerprint == "ab" * 32
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_a_tables_own_settings_are_kept(tmp_path):
    made = settings(tmp_path, "tables = [3]")
    path = table_file(made, 3)
    path.write_text('table = 3\njournal = "other.journal"\ntheme = "light"\n')

    assert table_file(made, 3) == path
    assert read_table_settings(path).theme == "light"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("tables = []", "host-tables"),
        ("tables = [3, 3]", "host-tables"),
        (f"tables = {list(range(1, MOST_TABLES + 2))}", "host-tables"),
        ('tables = [3]\nclock = "10.0.0.5"', "clock-no-address"),
        ('tables = [3]\nlanguage = "xx"', "language-unknown"),
    ],
)
def test_settings_that_cannot_be_used_are_reported(tmp_path, text, code):
    with pytest.raises(Fault) as fault:
        settings(tmp_path, text)

    problem = fault.value.message.fields["problem"]
    assert isinstance(problem, Message)
    assert problem.code == code


def test_a_folder_that_cannot_be_made_is_reported(tmp_path):
    (tmp_path / "tables").write_text("a file")

    with pytest.raises(Fault) as fault:
        table_file(settings(tmp_path, "tables = [3]"), 3)

    assert fault.value.message.code == "host-folder"


@contextmanager
def hosting(folder):
    """A host with tables 3 and 4, and the addresses that it prints."""
    if shutil.which("Xvnc") is None:
        pytest.skip("needs TigerVNC: apt-get install tigervnc-standalone-server")
    (folder / "host.toml").write_text('tables = [3, 4]\nhost = "127.0.0.1"\nport = 0\n')
    environment = {key: value for key, value in os.environ.items() if key not in ("QT_QPA_PLATFORM", "DISPLAY")}
    with subprocess.Popen(
        [sys.executable, "-m", "kiosk.cli", "host", "--settings", str(folder / "host.toml")],
        cwd=ROOT, env={**environment, "PYTHONUNBUFFERED": "1"}, stdout=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        assert process.stdout
        lines = [process.stdout.readline() for _ in range(2)]
        try:
            yield re.findall(r"//(\S+)/glass/#table=(\d)&token=(\S+)", "".join(lines))
        finally:
            process.send_signal(signal.SIGTERM)
            assert process.wait(PATIENCE_S) == 0


def table_shown(site, token):
    """The table that the holder of a token sees; None if none."""
    while True:
        with connect(f"ws://{site}/glass/socket", proxy=None) as socket:
            hello = {"say": "hello", "token": token, "device": "test", "px_per_mm": 5.9, "take": True}
            socket.send(json.dumps(hello))
            with suppress(ConnectionClosed):
                return json.loads(socket.recv(PATIENCE_S))["table"]
            assert socket.close_code in (NOT_PAIRED, SCREEN_GONE)
            if socket.close_code == NOT_PAIRED:
                return None  # otherwise, it is still starting


@pytest.mark.slow
def test_each_address_shows_its_own_table_and_stays_the_same(tmp_path):
    with hosting(tmp_path) as addresses:
        assert [(table, table_shown(site, token)) for site, table, token in addresses] == [("3", 3), ("4", 4)]
        assert table_shown(addresses[0][0], "another-token") is None
        tokens = [token for _, _, token in addresses]
        assert len(set(tokens)) == 2
    for table, token in zip((3, 4), tokens, strict=True):
        kept = tmp_path / "tables" / f"table-{table}" / "table.journal.glass"
        assert kept.read_text().strip() == token
        assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    with hosting(tmp_path) as again:
        assert [token for _, _, token in again] == tokens
