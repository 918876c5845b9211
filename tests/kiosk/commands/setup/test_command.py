"""`kiosk setup` asks a few questions, and writes settings with which the programs start."""

import io
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from kiosk import settings_file
from kiosk.cli import main
from kiosk.clock.settings import parse_clock_settings, read_clock_settings
from kiosk.commands.setup import command, files
from kiosk.host.settings import read_host_settings
from kiosk.protocol.link.announced import AnnouncedClock
from kiosk.table.settings import read_table_settings

DEPLOY = Path(__file__).parents[4] / "deploy"


@pytest.fixture
def user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folders of a user who is not root, and a machine without settings, on a network without clocks."""
    nearby(monkeypatch)
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setattr(settings_file, "SYSTEM", tmp_path / "etc")
    return tmp_path


@pytest.fixture
def root(user: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine on which root runs `kiosk setup`, without the accounts of the services."""
    monkeypatch.setattr("os.geteuid", lambda: 0)
    monkeypatch.setattr(files, "STATE", user / "var")
    monkeypatch.setattr(files, "UNITS", (user / "systemd",))
    monkeypatch.setattr(files, "ACCOUNTS", {"clock": "no-such-clock", "table": "no-such-table", "host": "no-such-host"})
    return user


def nearby(monkeypatch: pytest.MonkeyPatch, *clocks: AnnouncedClock) -> None:
    """The clocks that the network announces."""
    monkeypatch.setattr(command, "clocks_nearby", lambda: clocks)


def typed(monkeypatch: pytest.MonkeyPatch, *answers: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{answer}\n" for answer in answers)))


def test_three_times_enter_make_a_clock_for_the_network(user, monkeypatch, capsys):
    typed(monkeypatch, "", "", "")

    assert main(["setup"]) == 0

    path = user / "config" / "kiosk" / "clock.toml"
    made, shipped = read_clock_settings(path), parse_clock_settings(
        (DEPLOY / "clock.toml").read_text().replace('director_key = ""', 'director_key = "a secret"'), "clock.toml"
    )  # fmt: skip
    for name in ("host", "port", "public_port", "tls", "language", "names", "tables"):
        assert getattr(made, name) == getattr(shipped, name)
    assert len(made.director_key) == 32
    assert made.state == user / "state" / "kiosk" / "clock.db"
    assert made.state.parent.is_dir()
    assert oct(path.stat().st_mode & 0o777) == "0o600"
    said = capsys.readouterr()
    assert said.err.count("]: ") == 3
    assert "start it with: kiosk clock\n" in said.out
    assert "https://localhost:8443/director/" in said.out


def test_wrong_answers_are_asked_again_and_each_role_has_at_most_five_questions(user, monkeypatch, capsys):
    typed(monkeypatch, "tabel", "table", "twelve", "12", "192.168.1.10:8080", "ws://192.168.1.10:8080", "xx", "de")

    assert main(["setup", "--to", str(user)]) == 0

    table = read_table_settings(user / "table.toml")
    assert (table.table, table.clock, table.language) == (12, "ws://192.168.1.10:8080", "de")
    assert table.journal == str(user / "table.journal")
    said = capsys.readouterr()
    assert "enter a number from 1 to 4, not 'tabel'" in said.err
    assert "not '192.168.1.10:8080'" in said.err
    assert f"start it with: kiosk dealer --settings {user / 'table.toml'}" in said.out


def test_a_machine_can_be_set_up_without_questions(user, monkeypatch, capsys):
    typed(monkeypatch)

    assert main(["setup", "clock", "--only-here", "--language", "es", "--to", str(user)]) == 0
    assert main(["setup", "host", "--table", "1-3", "5", "--clock", "10.0.0.1", "--to", str(user)]) == 0
    assert main(["setup", "display", "--name", "Hall & bar", "--clock", "wss://10.0.0.1:8443", "--to", str(user)]) == 0

    clock, host = read_clock_settings(user / "clock.toml"), read_host_settings(user / "host.toml")
    assert (clock.host, clock.port, clock.is_tls, clock.language) == ("127.0.0.1", 8080, False, "es")
    assert (host.tables, host.clock, host.folder) == ((1, 2, 3, 5), "wss://10.0.0.1:8443", str(user / "tables"))
    assert (
        (user / "display.env")
        .read_text()
        .endswith("\nKIOSK_DISPLAY=http://10.0.0.1:8080/display/?name=Hall%20%26%20bar\n")
    )
    assert "http://10.0.0.1:8080/display/?name=Hall%20%26%20bar in a browser" in capsys.readouterr().out


def test_with_ask_a_named_machine_is_asked_about_what_no_option_sets(user, monkeypatch, capsys):
    nearby(monkeypatch, MAIN)
    typed(monkeypatch, "", "es")

    assert main(["setup", "host", "--ask", "--table", "3", "--to", str(user)]) == 0

    host = read_host_settings(user / "host.toml")
    assert (host.tables, host.clock, host.language) == ((3,), "wss://10.0.0.5:8443", "es")
    typed(monkeypatch, "no")
    assert main(["setup", "host", "--ask", "--to", str(user)]) == 1
    assert "Replace it" in capsys.readouterr().err
    assert read_host_settings(user / "host.toml") == host


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (["host", "--clock", "10.0.0.1", "--table", "0"], "tables must have 1 to 40 table numbers"),
        (["host", "--clock", "10.0.0.1", "--table", "1-41"], "tables must have 1 to 40 table numbers"),
        (["host"], "enter the clock's address"),
        (["display"], "enter the clock's address"),
        (["table", "--table", "1", "2"], "enter a table's number"),
        (["table", "--clock", "http://"], "enter the clock's address"),
    ],
)
def test_an_unusable_option_is_named_and_nothing_is_written(options, why, user, capsys):
    assert main(["setup", *options, "--to", str(user / "new")]) == 2

    assert why in capsys.readouterr().err
    assert not (user / "new").exists()


def test_existing_settings_are_replaced_only_if_asked_for_and_a_copy_is_kept(user, monkeypatch, capsys):
    path = user / "clock.toml"
    path.write_text('director_key = "the old key"\n')

    assert main(["setup", "clock", "--to", str(user)]) == 2
    assert "already exists" in capsys.readouterr().err
    typed(monkeypatch, "1", "")
    assert main(["setup", "--to", str(user)]) == 1
    assert path.read_text() == 'director_key = "the old key"\n'

    typed(monkeypatch, "1", "yes", "no", "")
    assert main(["setup", "--to", str(user)]) == 0
    assert read_clock_settings(path).director_key != "the old key"
    kept = Path(capsys.readouterr().out.split("the files as found: ")[1].splitlines()[0])
    assert (kept / "clock.toml").read_text() == 'director_key = "the old key"\n'


def test_tables_and_displays_are_offered_the_clock_on_the_same_machine(user, monkeypatch):
    assert main(["setup", "clock"]) == 0
    typed(monkeypatch, "4", "1-2", "", "")
    assert main(["setup"]) == 0
    typed(monkeypatch, "3", "", "", "")
    assert main(["setup"]) == 0

    assert read_host_settings(user / "config" / "kiosk" / "host.toml").clock == "wss://127.0.0.1:8443"
    assert "KIOSK_DISPLAY=http://127.0.0.1:8080/" in (user / "config" / "kiosk" / "display.env").read_text()


MAIN, BAR = AnnouncedClock("Main room", "10.0.0.5", 8443, True, 8080), AnnouncedClock("", "10.0.0.6", 8080)


@pytest.mark.parametrize(
    ("answer", "clock"),
    [("", "wss://10.0.0.5:8443"), ("2", "ws://10.0.0.6:8080"), ("0", ""), ("10.0.0.7", "wss://10.0.0.7:8443")],
)
def test_a_table_is_offered_the_clocks_on_the_network(answer, clock, user, monkeypatch, capsys):
    nearby(monkeypatch, MAIN, BAR)
    typed(monkeypatch, "2", "7", "3", answer, "")

    assert main(["setup", "--to", str(user)]) == 0

    assert read_table_settings(user / "table.toml").clock == clock
    said = capsys.readouterr().err
    assert "  1  Main room  wss://10.0.0.5:8443\n  2  ws://10.0.0.6:8080\n  0  asked later" in said
    assert "[wss://10.0.0.5:8443]: " in said
    assert "enter a number from 1 to 2, not '3'" in said


def test_displays_and_hosts_are_offered_the_clock_that_was_found(user, monkeypatch):
    nearby(monkeypatch, MAIN)
    typed(monkeypatch, "3", "", "", "")
    assert main(["setup", "--to", str(user)]) == 0
    typed(monkeypatch, "4", "1-2", "1", "")
    assert main(["setup", "--to", str(user)]) == 0

    assert "KIOSK_DISPLAY=http://10.0.0.5:8080/display/" in (user / "display.env").read_text()
    assert read_host_settings(user / "host.toml").clock == "wss://10.0.0.5:8443"


@pytest.mark.parametrize("options", [["host"], ["display"]])
def test_a_clock_on_the_network_is_never_used_without_a_question(options, user, monkeypatch, capsys):
    nearby(monkeypatch, MAIN)

    assert main(["setup", *options, "--to", str(user)]) == 2

    assert "enter the clock's address" in capsys.readouterr().err


def test_a_closed_terminal_ends_the_questions(user, monkeypatch):
    typed(monkeypatch, "1")

    assert main(["setup"]) == 130
    assert not (user / "config").exists()


def test_root_sets_up_the_machine_and_restarts_its_service(root, capsys):
    (root / "systemd").mkdir()
    (root / "systemd" / "kiosk-table.service").touch()

    assert main(["setup", "table"]) == 0
    assert main(["setup", "clock"]) == 0

    table = read_table_settings(root / "etc" / "table.toml")
    assert (table.full_screen, table.journal) == (True, str(root / "var" / "no-such-table" / "table.journal"))
    assert (root / "var" / "no-such-clock").is_dir()
    said = capsys.readouterr().out
    assert "start it with: sudo systemctl restart kiosk-table" in said
    assert "start it with: kiosk clock\n" in said
    assert "sudo kiosk doctor" in said


def test_the_group_of_the_service_may_read_the_settings_of_its_machine(root, monkeypatch):
    groups = []
    monkeypatch.setattr("shutil.chown", lambda path, user=None, group=None: groups.append((path.name, group)))

    assert main(["setup", "clock"]) == 0

    path = root / "etc" / "clock.toml"
    assert groups == [("no-such-clock", "no-such-clock"), ("clock.toml", "no-such-clock")]
    assert oct(path.stat().st_mode & 0o777) == "0o640"


def test_settings_are_written_where_the_variable_names_them(user, monkeypatch):
    monkeypatch.setenv("KIOSK_SETTINGS", str(user / "config.toml"))

    assert main(["setup", "table", "--table", "3"]) == 0

    assert tomllib.loads((user / "config.toml").read_text())["journal"] == "table.journal"


@pytest.mark.slow  # a clock in a process of its own
def test_a_clock_that_was_set_up_starts_and_takes_orders_without_naming_its_settings(user, free_port, capfd):
    assert main(["setup", "clock", "--only-here"]) == 0
    path = user / "config" / "kiosk" / "clock.toml"
    path.write_text(path.read_text().replace("port = 8080", f"port = {free_port}"))

    with subprocess.Popen([sys.executable, "-m", "kiosk.cli", "clock"], stdout=subprocess.PIPE, text=True) as clock:
        try:
            assert clock.stdout
            assert f":{free_port}/director/" in clock.stdout.readline()
            assert main(["room", "create", "Friday night"]) == 0
            assert main(["room", "list"]) == 0
        finally:
            clock.terminate()

    said = capfd.readouterr()
    assert "Friday night" in said.out
    assert said.err.count(f"using the settings in {path}") == 3
