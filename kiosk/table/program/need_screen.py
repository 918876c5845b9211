"""A program with windows needs a screen. Without one, Qt ends the program and advises the user to reinstall it."""

import os
from collections.abc import Mapping
from contextlib import suppress

from kiosk.faults import Fault

WITH_A_SCREEN = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
"""Environment variables of which at least one is set if windows can be opened, or if someone has chosen a Qt
platform."""


X_PORT = 6000
PATIENCE_S = 3.0


def need_screen(environment: Mapping[str, str] = os.environ) -> None:
    """Raises `Fault` if there is no screen, or if the given one does not answer."""
    if not any(environment.get(name) for name in WITH_A_SCREEN):
        raise Fault("no-screen")
    if environment.get("QT_QPA_PLATFORM") or environment.get("WAYLAND_DISPLAY"):
        return
    display = environment["DISPLAY"]
    if not _answers(display):
        raise Fault("screen-silent", display=display)


def _answers(display: str) -> bool:
    """Whether an X server is listening at this display. Without one, Qt would end the program."""
    import socket  # noqa: PLC0415  the opening frame waits for it only where X draws it

    host, _, rest = display.rpartition(":")
    number = rest.partition(".")[0]
    if not number.isdecimal():
        return False
    path = f"/tmp/.X11-unix/X{number}"
    local = [(socket.AF_UNIX, name) for name in (f"\0{path}", path)]
    away = [(socket.AF_INET, (host, X_PORT + int(number)))]
    for family, address in away if host not in ("", "unix") else local:
        with socket.socket(family) as line:
            line.settimeout(PATIENCE_S)
            with suppress(OSError):
                line.connect(address)
                return True
    return False
