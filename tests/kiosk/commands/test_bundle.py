"""`kiosk bundle` packs what helps a supporter, but no secret and no name."""

import io
import json
import logging
import stat
import zipfile

import msgspec
import pytest

from engine.books.rulebook import load_book
from engine.table.actions.setup import TableOpened
from kiosk.commands import bundle as command
from kiosk.commands.bundle import masked_settings
from kiosk.faults import Fault
from kiosk.log import log_path, log_to, person
from kiosk.protocol.codec import encode_event
from kiosk.storage.journal import Journal
from tests.kit.clock import KEY, ON_SERVER, ClockThread, settings_text, token
from tests.kit.commands import arguments

HASH_OF_NONE = f"$argon2id$v=19$m=19456,t=2,p=1${'A' * 22}${'A' * 43}"
"""A hash that matches no PIN because it is all zeros."""
TABLE = """table = 3
journal = "{journal}"
token = "the-tables-secret"
clock = "ws://somebody:their-password@127.0.0.1:9"
[[readers]]
url = "/dev/is-not-there"
[[staff]]
name = "Ana"
role = "floor"
pin = "{pin}"
"""


def bundle(folder, settings):
    """The output, and the parts of the archive."""
    out, path = io.StringIO(), folder / "help.zip"
    assert command.run(arguments("bundle", command, "--settings", settings, "--out", path), out, io.StringIO()) == 0
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None
        return out.getvalue(), {name: archive.read(name).decode() for name in archive.namelist()}


@pytest.fixture
def table(tmp_path):
    """The settings of a table that has written one record and some lines of a log."""
    journal, settings = tmp_path / "table.journal", tmp_path / "table.toml"
    with Journal.open(journal, lambda: 0) as writer:
        writer.append(1_000, [encode_event(TableOpened(3, "Ana's Open", load_book("tda"), 9))])
    log_path(journal).write_text("refused the-tables-secret, and ?token=another\n")
    settings.write_text(TABLE.format(journal=journal, pin=HASH_OF_NONE))
    return settings


def test_a_tables_archive_has_checks_logs_and_storage_and_nothing_secret(tmp_path, table):
    said, parts = bundle(tmp_path, table)

    assert "help.zip has been written" in said
    assert set(parts) == {"about.json", "settings.toml", "doctor.jsonl", "stored.json", "table.journal.log"}
    assert "the-tables-secret" not in str(parts)
    assert "their-password" not in str(parts)
    assert "argon2" not in str(parts)
    assert "table = 3" in parts["settings.toml"]
    assert {json.loads(line)["check"] for line in parts["doctor.jsonl"].splitlines()} >= {"settings", "disk", "reader"}
    assert stat.S_IMODE((tmp_path / "help.zip").stat().st_mode) == 0o600


def test_the_archive_has_the_kind_of_a_record_but_not_its_content(tmp_path, table):
    _, parts = bundle(tmp_path, table)

    stored = json.loads(parts["stored.json"])
    assert (stored["records"], stored["promised"], stored["fault"]) == (1, 1, "")
    assert stored["last"] == [{"seq": 1, "epoch": 1, "at_ms": 1_000, "kind": "table-opened"}]
    assert "Ana" not in str(parts)


def test_a_hosts_archive_has_its_log_and_the_parts_of_each_table(tmp_path, table):
    settings, folder = tmp_path / "host.toml", tmp_path / "tables"
    settings.write_text('tables = [3, 4]\nclock = "ws://127.0.0.1:9"\n')
    (folder / "table-3").mkdir(parents=True)
    table.rename(folder / "table-3" / "table.toml")
    log_path(folder / "host").write_text("table 3 of the host: the-tables-secret\n")

    _, parts = bundle(tmp_path, settings)

    assert set(parts) == {
        "about.json", "settings.toml", "doctor.jsonl", "host.log",
        "table-3/settings.toml", "table-3/stored.json", "table-3/table.journal.log",
    }  # fmt: skip
    assert "of the host" in parts["host.log"]
    assert "the-tables-secret" not in str(parts)
    assert "their-password" not in str(parts)


def test_a_damaged_journal_is_reported(tmp_path, table):
    (tmp_path / "table.journal").write_bytes(b"shopping list" * 500)

    _, parts = bundle(tmp_path, table)

    assert json.loads(parts["stored.json"])["fault"]


def test_a_missing_journal_leaves_the_rest_of_the_archive(tmp_path, table):
    for path in tmp_path.glob("table.journal*"):
        path.unlink()

    _, parts = bundle(tmp_path, table)

    assert "table.journal" in parts["stored.json.missing.txt"]
    assert "doctor.jsonl" in parts


def test_a_running_clocks_archive_has_counts_of_its_rows_and_no_names(tmp_path, free_port):
    clock = ClockThread(tmp_path, free_port)
    clock.start()
    try:
        _, parts = bundle(tmp_path, clock.settings)
    finally:
        clock.stop()

    everything = str(parts)
    assert KEY not in everything
    assert token(1) not in everything
    assert "Ana 1" not in everything
    assert "[[tables]]" in parts["settings.toml"]
    assert ON_SERVER or json.loads(parts["stored.json"])["rows"]  # only a database file is described


def test_an_existing_file_is_not_overwritten(tmp_path, table):
    (tmp_path / "help.zip").write_text("of last week")

    with pytest.raises(Fault) as refused:
        bundle(tmp_path, table)

    assert refused.value.message.code == "file-there-already"
    assert (tmp_path / "help.zip").read_text() == "of last week"


@pytest.mark.parametrize(
    "text",
    ['token = "abcd"', "token = '''ab\ncd'''", '{broken\ntoken = "abcd"', '[[staff]]\nname = "Ana"\npin_hash = "abcd"',
     'smtp = { password = "abcd" }', 'pins = ["abcd", "efgh"]', 'token = "a\\u0062cd"'],
)  # fmt: skip
def test_a_secret_is_masked_in_any_notation(text):
    shown = masked_settings(text)

    assert not any(secret in shown for secret in ("abcd", "ab\ncd", "efgh", "Ana", "a\\u0062cd"))


@pytest.mark.parametrize(
    "text",
    ["director_key = abcd", 'director_key = "abcd', "director_key = \u201cabcd\u201d", "director_key: abcd",
     'director_key = """\nabcd\n"""\nx', "[[staff]]\nname = Ana", "pin = 1234", "clock = ws://ana:abcd@clock\nx"],
)  # fmt: skip
def test_a_secret_is_masked_even_if_a_forgotten_quote_makes_the_settings_invalid_toml(text):
    """A user may ask for help in just this case. Before, the archive included the director's key."""
    shown = masked_settings(f"[[tables]]\nport = 8080\ntls = true\n{text}\n= broken")

    assert not any(secret in shown for secret in ("abcd", "Ana", "ana", "1234"))
    assert shown.startswith("[[tables]]\nport = 8080\ntls = true\n")


def test_masked_settings_of_a_clock_are_still_valid_toml():
    shown = masked_settings(settings_text(80))

    assert "***" in shown
    assert msgspec.toml.decode(shown)["database"] == "clock.db"


@pytest.mark.parametrize("name", ["Ana", "Zoë ›Keller‹", "Mary-Jane O'Neil (floor)", "a\nb"])
def test_no_name_in_the_log_is_in_the_archive(tmp_path, table, name):
    """The log names whoever guessed a PIN or revoked a table; the archive does not."""
    log = logging.getLogger("kiosk.test")
    with log_to(log_path(tmp_path / "table.journal")):
        log.info("wrong PINs of %s from table 3", person(name))
        log.info("table 3 was kept out by %s", person(name))

    _, parts = bundle(tmp_path, table)

    said = parts["table.journal.log"]
    assert said.count("‹***›") == 2
    assert "from table 3" in said
    assert not [part for part in ("Ana", "Zoë", "Keller", "Mary", "O'Neil") if part in said]
