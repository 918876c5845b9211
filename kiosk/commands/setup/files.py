"""Where a machine's settings are, what is in them, and what to do next."""

import os
import shlex
import shutil
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from secrets import token_hex
from typing import Literal, NamedTuple, get_args
from urllib.parse import quote

import msgspec

from engine.message import Message, message
from kiosk import settings_file
from kiosk.clock.settings import parse_clock_settings
from kiosk.host.settings import HostSettings
from kiosk.settings import parse_settings
from kiosk.settings_file import NAMED, own_folder, places_of
from kiosk.storage.files import disk_faults, write_atomic
from kiosk.storage.quarantine import quarantine
from kiosk.table.settings import TableSettings

Machine = Literal["clock", "table", "display", "host"]
MACHINES: tuple[Machine, ...] = get_args(Machine)
FILES: dict[Machine, str] = {
    "clock": "clock.toml",
    "table": "table.toml",
    "display": "display.env",
    "host": "host.toml",
}
HEAD = "# Written by `kiosk setup`. {page} describes every setting.\n\n"
KEY_BYTES = 16
TLS_PORT, PLAIN_PORT = 8443, 8080
STATE = Path("/var/lib")
ACCOUNTS: dict[Machine, str] = {"clock": "kiosk-clock", "table": "kiosk", "host": "kiosk-host"}
"""The accounts of the services, which are also the names of their folders below `STATE`."""
UNITS = (Path("/etc/systemd/system"), Path("/usr/lib/systemd/system"))
"""The folders in which an installer or a package puts the unit of a service."""
KINDS: dict[Machine, type[msgspec.Struct]] = {"table": TableSettings, "host": HostSettings}
STARTS: dict[Machine, str] = {"clock": "kiosk clock", "table": "kiosk dealer", "host": "kiosk host"}


class Answers(NamedTuple):
    """The answers to the questions. `clock` is the clock's address, or a display's site; `name` is a display's name."""

    tables: tuple[int, ...] = ()
    clock: str = ""
    name: str = ""
    only_here: bool = False
    language: str = ""


class SettingsPlace(NamedTuple):
    """The settings file to write, and the folder for the program's own files: beside the settings if it is empty."""

    path: Path
    state: str = ""
    is_system: bool = False

    def below(self, name: str) -> str:
        return str(Path(self.state) / name)


def place_for(machine: Machine, to: Path | None) -> SettingsPlace:
    """Where the settings are written, so that the program finds them without `--settings` unless `to` is given."""
    if to:
        return SettingsPlace(to / FILES[machine])
    if machine != "display" and os.environ.get(NAMED):
        return SettingsPlace(places_of(machine)[0])
    if os.geteuid() == 0:
        state = str(STATE / ACCOUNTS[machine]) if machine in ACCOUNTS else ""
        return SettingsPlace(settings_file.SYSTEM / FILES[machine], state, is_system=True)
    named = os.environ.get("XDG_STATE_HOME", "")
    state = named if os.path.isabs(named) else os.path.expanduser("~/.local/state")
    return SettingsPlace(own_folder() / FILES[machine], f"{state}/kiosk")


def write(machine: Machine, answers: Answers, place: SettingsPlace) -> Path | None:
    """Write the settings, and create the folders that the program needs. Returns the folder with the file that was
    replaced. Raises `Fault`, with nothing changed, if the settings could not be used."""
    path, text = place.path, text_of(machine, answers, place)
    if machine == "clock":
        parse_clock_settings(text, str(path))
    elif machine in KINDS:
        parse_settings(text, str(path), KINDS[machine])
    with disk_faults(path):
        path.parent.mkdir(mode=0o755 if place.is_system else 0o700, parents=True, exist_ok=True)
        kept = quarantine(path, [path]) if path.exists() else None
        write_atomic(path, text, shared=machine == "display")
        if machine != "display" and place.state:
            _need_state(Path(place.state), ACCOUNTS[machine] if place.is_system else "")
        if machine != "display" and place.is_system:
            with suppress(LookupError):  # the service is not installed
                shutil.chown(path, group=ACCOUNTS[machine])
                path.chmod(0o640)
    return kept


def _need_state(folder: Path, account: str) -> None:
    if folder.exists():
        return
    folder.mkdir(mode=0o750 if account else 0o700, parents=True)
    with suppress(LookupError):  # as above
        if account:
            shutil.chown(folder, account, account)


def text_of(machine: Machine, answers: Answers, place: SettingsPlace) -> str:
    """The text of the settings file."""
    if machine == "display":
        return f"{HEAD.format(page='docs/displays.md')}KIOSK_DISPLAY={display_address(answers)}\n"
    language = {"language": answers.language} if answers.language else {}
    clock = {"clock": answers.clock} if answers.clock else {}
    fields: dict[str, object]
    if machine == "clock":
        port = {"host": "127.0.0.1", "port": PLAIN_PORT}
        ports = {"host": "0.0.0.0", "tls": True, "port": TLS_PORT, "public_port": PLAIN_PORT}
        key = {"director_key": token_hex(KEY_BYTES), "database": place.below("clock.db")}
        fields = {**key, **(port if answers.only_here else ports), **language}
    elif machine == "table":
        table = {"table": answers.tables[0], "journal": place.below("table.journal")}
        fields = {**table, **clock, **language, **({"full_screen": True} if place.is_system else {})}
    else:
        fields = {"tables": answers.tables, **clock, "folder": place.below("tables"), **language}
    lines = (f"{name} = {msgspec.json.encode(value).decode()}\n" for name, value in fields.items())
    return HEAD.format(page="docs/settings.md") + "".join(lines)


def display_address(answers: Answers) -> str:
    language = f"&lang={answers.language}" if answers.language else ""
    return f"{answers.clock}/display/?name={quote(answers.name, safe='')}{language}"


def next_steps(machine: Machine, answers: Answers, place: SettingsPlace) -> Iterator[Message]:
    """How to start the program, and what to do then."""
    unit = f"kiosk-{machine}"
    is_service = place.is_system and any((folder / f"{unit}.service").exists() for folder in UNITS)
    if is_service:
        start = f"sudo systemctl restart {unit}"
        yield message("setup-start", command=start)
    elif machine == "display":
        yield message("setup-open-display", address=display_address(answers))
    if machine == "display":
        return
    is_found = next(filter(os.path.exists, places_of(machine)), None) == place.path
    named = "" if is_found else f" --settings {shlex.quote(str(place.path))}"
    if not is_service:
        yield message("setup-start", command=f"{STARTS[machine]}{named}")
    if machine == "clock":
        console = f"http://127.0.0.1:{PLAIN_PORT}" if answers.only_here else f"https://localhost:{TLS_PORT}"
        yield message("setup-open-console", address=f"{console}/director/", path=str(place.path))
    elif machine == "table":
        yield message("setup-pair-table")
    else:
        yield message("setup-pair-host")
    check = f"{'sudo ' if place.is_system else ''}kiosk doctor{named}"
    yield message("setup-check", command=check)
