"""Settings files: an error is reported in one line, with the value that is expected."""

import re
from pathlib import Path

import pytest

from engine.bad_input import BadInput
from kiosk.clock.command import secrets_of
from kiosk.clock.settings import parse_clock_settings, read_clock_settings
from kiosk.commands.doctor.clock import is_of_clock
from kiosk.commands.room.client import client_for
from kiosk.faults import Fault
from kiosk.settings import parse_settings, read_settings
from kiosk.table.decks.rotation import usable_decks
from kiosk.table.settings import ReaderSettings, TableSettings, read_table_settings
from tests.kit import guide
from tests.said import english, refused

WHOLE = """
table = 4
journal = "/var/lib/kiosk/table-4.journal"
clock = "ws://192.168.1.10:8600"
token = "s3cret"
readers = [{ url = "/dev/ttyACM0", line = { baud = 115200 } }]
theme = "light"
"""


def test_a_whole_file_is_read():
    settings = parse_settings(WHOLE, "table.toml", TableSettings)

    assert settings.table == 4
    assert settings.readers[0].line.baud == 115200


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("ws://192.168.1.10:8600", "ws://192.168.1.10:99999"), "ports 1 to 65535"),
        (("ws://192.168.1.10:8600", "http://192.168.1.10"), "an address such as ws://"),
        (("ws://192.168.1.10:8600", "ws://[fe80::1"), "an address such as ws://"),
        (
            ("/var/lib/kiosk/table-4.journal", ""),
            "journal must name a file, such as /var/lib/kiosk/table.journal, not ''",
        ),
        (("/var/lib/kiosk/table-4.journal", "."), "journal must name a file"),
        (("/var/lib/kiosk/table-4.journal", "/"), "journal must name a file"),
        (("/dev/ttyACM0", "camera:rtsp://[fe80::1"), "camera:rtsp://[fe80::1 is not a camera's address: its host"),
        (
            ("/dev/ttyACM0", "camera:rtsp://10.0.0.9:99999"),
            "a camera's address: its host is incomplete, or its port",
        ),
        (("table = 4", "table = 0"), "table must be from 1 to 9999"),
        (("table = 4", "table = 10000"), "table must be from 1 to 9999"),
        (("table = 4", "table = 4\npx_per_mm = -5.9"), "px_per_mm must be from 1 to 100"),
        (("table = 4", "table = 4\npx_per_mm = nan"), "px_per_mm must be from 1 to 100"),
        (("table = 4", 'table = "four"'), "table: must be a whole number, not text in quotes"),
        (("theme", "color"), "unknown field `color`"),
        (("/dev/ttyACM0", "gopher://reader"), "gopher://reader is not a reader's address"),
        (("baud = 115200", "boud = 115200"), "unknown field `boud`"),
        (("baud = 115200", "baud = 0"), "line, baud: must be at least 1"),
        (("baud = 115200", "idle_ms = -5"), "line, idle_ms: must be at least 0"),
        (("baud = 115200", "repeat_ms = -5"), "line, repeat_ms: must be at least 0"),
        (("baud = 115200", "places = { 0 = 4 }"), "line, places: must be text in quotes, not a whole number"),
        (("/dev/ttyACM0", "socket://reader"), "it needs a host and a port"),
        (('"light"', '"light"\nlanguage = "fr"'), "language must be one of de, en, es, not 'fr'"),
        (("baud = 115200", "pattern = '(?P<uid>'"), "cannot be used"),
        (("baud = 115200", "pattern = '(?P<pos>.)(?P<uid>.+)', places = { 0 = 'baord' }"), "not 'baord'"),
        (("line = { baud = 115200 }", "camera = { height = 0 }"), "camera, height: must be at least 1"),
        (("line = { baud = 115200 }", "camera = { rate = 0 }"), "camera, rate: must be at least 1"),
        (('url = "/dev/ttyACM0"', 'url = "/dev/ttyACM0", place = "seat 11"'), "place must be board, seat 1 to seat 10"),
        (('"light"', "light"), "is not valid TOML: "),
        (('"light"', "[" * 5_000), "is not valid TOML: "),
        (("table = 4", "table = " + "9" * 5_000), "is not valid TOML: "),
    ],
)
def test_an_error_is_one_line_with_the_file_and_the_field(change, said):
    with pytest.raises(Fault, match=r"path=table\.toml") as caught:
        parse_settings(WHOLE.replace(*change), "table.toml", TableSettings)

    assert said in english(caught.value)
    assert "\n" not in str(caught.value)


def test_a_missing_file_is_reported(tmp_path):
    with pytest.raises(Fault, match=r"settings-unreadable .*No such file"):
        read_settings(tmp_path / "none.toml", TableSettings)


def test_a_deck_of_fifty_one_codes_is_refused_with_the_missing_card(tmp_path):
    deck = tmp_path / "deck.toml"
    codes = [f"{rank}{suit}" for rank in "23456789TJQKA" for suit in "cdhs"]
    deck.write_text('name = "short"\n[codes]\n' + "".join(f'{card} = "{card}"\n' for card in codes if card != "Qh"))

    with refused(Fault, "no code for Qh"):
        usable_decks(TableSettings(table=1, journal="j", deck=str(deck)))


def test_two_decks_are_refused_with_the_file_that_cannot_be_read(tmp_path):
    with refused(Fault, r"blue\.toml cannot be read"):
        usable_decks(TableSettings(table=1, journal="j", other_decks=(str(tmp_path / "blue.toml"),)))


def test_decks_that_ship_can_be_given_by_their_names():
    decks, _ = usable_decks(TableSettings(table=1, journal="j", deck="stickers", other_decks=("plain",)))
    assert decks.names == (
        "stickers",
        "plain",
    )


def test_a_simulated_reader_needs_no_device():
    assert ReaderSettings(url="sim:///tmp/script.txt").place == "table"


def test_keyboard_input_at_the_screen_can_be_only_one_reader():
    keys = ReaderSettings(url="keys:screen", place="board")

    assert TableSettings(table=1, journal="j", readers=(keys, ReaderSettings(url="sim:///s"))).readers[0] is keys
    with refused(BadInput, "keys:screen can appear only once: to tell several scanners apart"):
        TableSettings(table=1, journal="j", readers=(keys, ReaderSettings(url="keys:screen", place="muck")))


def test_a_device_can_be_only_one_reader():
    readers = (ReaderSettings(url="/dev/ttyACM0", place="board"), ReaderSettings(url="/dev/ttyACM0", place="muck"))

    with refused(BadInput, "two readers have /dev/ttyACM0: if one device covers several places"):
        TableSettings(table=1, journal="j", readers=readers)


def test_the_settings_of_the_guide_are_valid_and_fit_together():
    of_clock, of_table = guide.settings()

    clock = parse_clock_settings(of_clock, "clock.toml")
    table = parse_settings(of_table, "table.toml", TableSettings)

    assert clock.tokens[table.table] == table.token
    assert table.clock.endswith(f":{clock.port}")
    assert clock.host == "0.0.0.0"


CLOCK_WITH_FILES = """
director_key_file = "director"
metrics_token_file = "metrics"
[[tables]]
table = 1
token_file = "table"
"""


@pytest.fixture
def secrets(tmp_path: Path) -> Path:
    """A folder with three secrets."""
    for name in ("director", "metrics", "table"):
        (tmp_path / name).write_text(f"secret of {name}\n")
    return tmp_path


def test_secrets_are_read_from_the_files_that_settings_name(secrets):
    clock_file, table_file = secrets / "clock.toml", secrets / "table.toml"
    clock_file.write_text(CLOCK_WITH_FILES)
    table_file.write_text('table = 1\njournal = "table.journal"\nclock = "ws://10.0.0.1:8080"\ntoken_file = "table"\n')

    clock, table = read_clock_settings(clock_file), read_table_settings(table_file)

    assert (clock.director_key, clock.metrics_token) == ("secret of director", "secret of metrics")
    assert clock.tokens == {1: table.token} == {1: "secret of table"}
    assert secrets_of(clock) == ("secret of director", "secret of metrics", "secret of table")
    assert client_for(clock_file, "", "", "en")._key == "secret of director"
    assert is_of_clock(clock_file)


def test_a_backup_of_settings_can_be_read_without_the_files(secrets):
    """
    A backup has the text of the settings, and is restored on a new machine before its secrets are there.
    """
    (secrets / "director").unlink()

    assert parse_clock_settings(CLOCK_WITH_FILES, str(secrets / "clock.toml")).state == secrets / "clock.db"


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (None, "cannot be read: No such file"),
        (b"", "must contain a secret of 6 to 200 characters in one line"),
        (b"short\n", "must contain a secret of 6 to 200 characters in one line"),
        (b"a first line\nand another\n", "must contain a secret of 6 to 200 characters in one line"),
        (b"x" * 201, "must contain a secret of 6 to 200 characters in one line"),
        (b"\xff\xfe\x00secret", "must contain a secret of 6 to 200 characters in one line"),
    ],
)
def test_a_file_without_a_usable_secret_is_named(content, why, secrets):
    (secrets / "director").unlink()
    if content is not None:
        (secrets / "director").write_bytes(content)
    (secrets / "clock.toml").write_text(CLOCK_WITH_FILES)

    with refused(Fault, rf"{re.escape(str(secrets / 'director'))} {why}"):
        read_clock_settings(secrets / "clock.toml")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("port = 8080", "missing required field `director_key`"),
        ('director_key = "the key"\ndirector_key_file = "x"', "give director_key or director_key_file, but not both"),
        ('director_key = "the key"\nmetrics_token = "a token"\nmetrics_token_file = "x"', "give metrics_token or"),
        ('director_key = "the key"\n[[tables]]\ntable = 1', "missing required field `token`"),
        ('director_key = "the key"\n[[tables]]\ntable = 1\ntoken = "a token"\ntoken_file = "x"', "give token or"),
    ],
)
def test_a_secret_is_given_once(text, why):
    with refused(Fault, re.escape(why)):
        parse_clock_settings(text, "clock.toml")


def test_a_table_with_a_token_in_a_file_has_a_number_and_one_token():
    start = 'journal = "table.journal"\ntoken_file = "x"\n'

    with refused(Fault, "table must be from 1 to 9999"):
        parse_settings(f"{start}table = 0", "table.toml", TableSettings)
    with refused(Fault, "give token or token_file, but not both"):
        parse_settings(f'{start}table = 1\ntoken = "a token"', "table.toml", TableSettings)
