"""Finds a command's settings file: the one that is named, or else the user's own, or else the machine's."""

import argparse
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Literal, TextIO

from kiosk.arguments import words_for
from kiosk.faults import Fault
from ui.words import Words

Role = Literal["clock", "table", "host"]
ROLES: tuple[Role, ...] = ("clock", "table", "host")
NAMED = "KIOSK_SETTINGS"
"""The environment variable with the path of a settings file, or of a folder with settings files."""
SYSTEM = Path("/etc/kiosk")


def own_folder() -> Path:
    """The folder for the user's own settings files (XDG Base Directory Specification)."""
    named = os.environ.get("XDG_CONFIG_HOME", "")
    return Path(named if os.path.isabs(named) else os.path.expanduser("~/.config")) / "kiosk"


def places_of(role: Role) -> tuple[Path, ...]:
    """Where the settings file of a role may be. The first one that exists is used."""
    if named := os.environ.get(NAMED):
        return (Path(named) / f"{role}.toml" if os.path.isdir(named) else Path(named),)
    return own_folder() / f"{role}.toml", SYSTEM / f"{role}.toml"


def add_settings(parser: argparse.ArgumentParser, words: Words, said: str, *roles: Role) -> None:
    """Add the argument `--settings`, with its help text and the places in which files are looked for."""
    default = words.commands.help["every"]["settings"].format(files=", ".join(f"{role}.toml" for role in roles))
    parser.add_argument("--settings", type=Path, help=f"{said} {default}")


def found_settings(args: argparse.Namespace, err: TextIO, roles: Iterable[Role] = ROLES) -> list[Path]:
    """The file named with `--settings`, or else the file of each of these roles that has one. A file that was not
    named with `--settings` is announced on `err`."""
    return _announced(_found(args, roles), args, err)


def settings_of(args: argparse.Namespace, err: TextIO, *roles: Role) -> Path:
    """The only settings file for these roles, as found by `found_settings`. Raises `Fault` if there is none, or if
    there are several."""
    found = _found(args, roles)
    if not found:
        raise Fault("settings-not-found", places=looked_at(*roles))
    if len(found) > 1:
        raise Fault("settings-several", files=", ".join(map(str, found)))
    return _announced(found, args, err)[0]


def looked_at(*roles: Role) -> str:
    """The places in which a settings file for these roles is looked for, for a message."""
    return ", ".join(dict.fromkeys(str(path) for role in roles for path in places_of(role)))


def _found(args: argparse.Namespace, roles: Iterable[Role]) -> list[Path]:
    if args.settings:
        return [args.settings]
    firsts = (next(filter(os.path.exists, places_of(role)), None) for role in roles)
    return list(dict.fromkeys(filter(None, firsts)))  # KIOSK_SETTINGS may name one file for all roles


def _announced(found: list[Path], args: argparse.Namespace, err: TextIO) -> list[Path]:
    for path in found if not args.settings else ():
        print(words_for(args).commands.found_settings.format(path=path), file=err, flush=True)
    return found
