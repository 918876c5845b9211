"""The ways to start in the README. Its commands lead from an empty folder to a clock, a first level and a host."""

import re

import pytest

from kiosk.cli import main
from kiosk.commands.room import client
from kiosk.host.settings import HostSettings
from kiosk.settings import read_settings
from tests.kit import docs
from tests.kit.clock import DEADLINE_S, KillableClock
from tests.kit.ports import unused_port

WAYS = {
    one.title: [command for line in one.commands for command in docs.of_kiosk(line)]
    for one in docs.sections()
    if one.page == "README.md"
}

LAPTOP = "One laptop and typed counts"


class OwnClock(KillableClock):
    """A clock whose settings `kiosk setup` has written."""

    def _move_to_server(self) -> None:
        """Its database is a file."""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("KIOSK_SETTINGS", str(tmp_path))
    monkeypatch.setattr(client, "PATIENCE_S", DEADLINE_S)
    return tmp_path


def kiosk(*words):
    assert main([*words]) == 0


@pytest.mark.slow
def test_a_laptop_without_other_hardware_runs_an_evening_with_typed_counts(folder, free_port):
    setup, start = WAYS[LAPTOP]
    assert start == ("clock",)
    kiosk(*setup)
    text = (folder / "clock.toml").read_text("utf-8").replace("0.0.0.0", "127.0.0.1")
    for name, port in {"port": free_port, "public_port": unused_port()}.items():
        text = re.sub(rf"^{name} = .*", f"{name} = {port}", text, flags=re.MULTILINE)
    clock = OwnClock(folder, free_port, text)
    clock.start()
    try:
        kiosk("room", "create", "Friday night")
        kiosk("room", "open", "1", "--typed", "--seats", "6")
        kiosk("room", "enter", "Ana", "Bo", "Cyd")
        kiosk("room", "draw")
        kiosk("room", "start")
        kiosk("room", "type", "1", "Ana=20000", "Bo=10000", "Cyd=0", "--hands", "9")
        kiosk("room", "accept")
    finally:
        clock.stop()


def test_the_host_for_tablets_finds_the_clock_of_the_same_machine(folder):
    setup, start = WAYS["Tablets that you own"]
    kiosk(*WAYS[LAPTOP][0])
    kiosk(*setup)

    host = read_settings(folder / "host.toml", HostSettings)
    assert start == ("host",)
    assert (host.tables, host.clock) == ((1, 2), "wss://127.0.0.1:8443")
