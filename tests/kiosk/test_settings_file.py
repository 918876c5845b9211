"""A command finds its settings without `--settings`, and says which file it uses."""

import io
from pathlib import Path

import pytest

from kiosk import settings_file
from kiosk.cli import main
from kiosk.commands import restore
from kiosk.commands.room import command as room
from kiosk.faults import Fault
from kiosk.settings_file import ROLES, Role, found_settings, settings_of
from tests.kit.commands import arguments


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Path]:
    """The folders of the user and of the machine, both empty."""
    folders = {"own": tmp_path / "config" / "kiosk", "system": tmp_path / "etc"}
    for folder in folders.values():
        folder.mkdir(parents=True)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setattr(settings_file, "SYSTEM", folders["system"])
    return folders


def found(role: Role, *given: str) -> tuple[Path, str]:
    """The settings file of a command for this role, and what it prints about it."""
    err = io.StringIO()
    return settings_of(arguments("restore", restore, "1", *given), err, role), err.getvalue()


def test_the_named_file_comes_first_then_the_variable_the_user_and_the_machine(machine, tmp_path, monkeypatch):
    with pytest.raises(Fault) as none:
        found("table")
    assert none.value.message.fields["places"] == f"{machine['own']}/table.toml, {machine['system']}/table.toml"

    of_machine = machine["system"] / "table.toml"
    of_machine.write_text("")
    assert found("table") == (of_machine, f"using the settings in {of_machine}\n")
    own = machine["own"] / "table.toml"
    own.write_text("")
    assert found("table")[0] == own
    named = tmp_path / "named.toml"
    named.write_text("")
    monkeypatch.setenv("KIOSK_SETTINGS", str(named))
    assert found("table") == (named, f"using the settings in {named}\n")
    assert found("table", "--settings", "x.toml") == (Path("x.toml"), "")


def test_the_variable_may_name_a_folder_and_nothing_else_is_used_then(machine, tmp_path, monkeypatch):
    (machine["system"] / "clock.toml").write_text("")
    (machine["system"] / "table.toml").write_text("")
    (tmp_path / "container").mkdir()
    (tmp_path / "container" / "clock.toml").write_text("")
    monkeypatch.setenv("KIOSK_SETTINGS", str(tmp_path / "container"))

    assert found("clock")[0] == tmp_path / "container" / "clock.toml"
    with pytest.raises(Fault, match="settings-not-found"):
        found("table")


@pytest.mark.parametrize("name", ["", "config"])
def test_without_the_variable_of_xdg_or_with_a_relative_one_it_is_the_home_folder(name, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", name)
    monkeypatch.setenv("HOME", str(tmp_path))

    assert settings_file.own_folder() == tmp_path / ".config" / "kiosk"


def test_a_command_for_one_of_several_files_asks_for_its_name(machine, monkeypatch):
    args = arguments("restore", restore, "1")
    for role in ("clock", "host"):
        (machine["system"] / f"{role}.toml").write_text("")

    with pytest.raises(Fault, match="settings-several"):
        settings_of(args, io.StringIO(), *ROLES)
    assert [path.name for path in found_settings(args, io.StringIO())] == ["clock.toml", "host.toml"]

    monkeypatch.setenv("KIOSK_SETTINGS", str(machine["system"] / "host.toml"))
    assert [path.name for path in found_settings(args, io.StringIO())] == ["host.toml"]


def test_a_folder_that_cannot_be_read_is_passed_over(machine, monkeypatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", f"/{'x' * 300}")  # the name is too long for any file system
    (machine["system"] / "table.toml").write_text("")

    assert found("table")[0] == machine["system"] / "table.toml"


@pytest.mark.parametrize(
    "command",
    [["clock"], ["dealer"], ["dealer", "--glass"], ["host"], ["bundle"], ["recovery-code"], ["restore", "7"],
     ["backup", "usb"], ["room", "list"]],
)  # fmt: skip
def test_every_command_without_settings_names_the_places_and_the_way_out(command, machine, capsys):
    assert main(command) == 2

    said = capsys.readouterr().err
    assert str(machine["own"]) in said
    assert str(machine["system"]) in said
    assert "--settings" in said


def test_the_doctor_checks_every_role_of_this_machine(machine, capsys):
    (machine["system"] / "table.toml").write_text('table = 4\njournal = "table.journal"\n')
    (machine["system"] / "clock.toml").write_text('director_key = "secret"\nlanguage = "en"\nport = 1\n')

    main(["doctor"])

    said = capsys.readouterr().out
    assert f"{machine['system'] / 'table.toml'}: table 4" in said
    assert f"{machine['system'] / 'clock.toml'}: a clock" in said


def test_a_key_in_a_file_that_nobody_named_is_not_sent_to_another_clock(machine):
    (machine["system"] / "clock.toml").write_text('director_key = "secret"\n')
    args = arguments("room", room, "--clock", "http://192.0.2.1:8080", "list")

    with pytest.raises(Fault, match="no-clock-named"):
        room.run(args, io.StringIO(), io.StringIO())
