"""Opens a serial port by its address and explains failures in plain words. Knows nothing about the data. Accepts any
pyserial address: a device path, `socket://host:port`, `rfc2217://host:port`, `loop://`."""

import errno
import socket
import sys
from contextlib import suppress
from typing import Protocol
from urllib.parse import urlsplit

import serial

from engine.bad_input import BadInput
from engine.message import message
from hardware.reading.line_settings import SerialSettings
from hardware.reading.reading import Problem

if sys.platform == "win32":
    PORT_ERRORS: tuple[type[Exception], ...] = (OSError, ValueError)
else:
    import termios

    # pyserial does not wrap this error if a terminal disappears while it is being opened.
    PORT_ERRORS = (OSError, ValueError, termios.error)

WAKE_S = 0.05
"""The read timeout in seconds, which sets how often a thread checks whether to stop and whether a gap has ended a
frame."""


class SerialPort(Protocol):
    """The part of an open pyserial port that is used here. Its methods raise one of `PORT_ERRORS` once the connection
    is lost."""

    @property
    def in_waiting(self) -> int: ...

    def read(self, size: int = 1, /) -> bytes: ...

    def close(self) -> None: ...


def open_port(url: str, settings: SerialSettings) -> SerialPort:
    """The open port, locked against other programs if the system supports it. Raises one of `PORT_ERRORS`."""
    port = _closed_port(url, settings)
    port.open()
    if urlsplit(url).scheme.lower() in _NETWORK:
        _keep_alive(port)
    return port


def check_address(url: str, settings: SerialSettings) -> None:
    """Raise `BadInput` for an address or a setting that can never work."""
    if not url:
        raise BadInput("reader-without-address")
    try:
        _check_network(url)
        with suppress(OSError):  # `hwgrep://` searches immediately; a missing device is not an invalid address
            _closed_port(url, settings)
    except ValueError as error:
        why = error.message if isinstance(error, BadInput) else message("address-not-read")
        raise BadInput("no-reader-address", url=url, why=why) from error


def _check_network(url: str) -> None:
    parts = urlsplit(url)
    # `parts.port` raises `ValueError` if it is not a number or is too large.
    if parts.scheme.lower() in _NETWORK and not (parts.hostname and parts.port):
        raise BadInput("host-and-port", scheme=parts.scheme)


def port_advice(url: str, error: Exception, group: str = "dialout") -> str:
    """One line for the dealer or the floor: the problem with the port and what to do. `group` is the Linux group whose
    members may open it."""
    problem = problem_of(error)
    if _numbers(error) & _NO_LINE:
        return f"{url} {_NO_SERIAL_LINE}"
    if problem in _ADVICE:
        return f"{url} {_ADVICE[problem].format(group=group)}"
    return f"{url} was lost: check the reader's cable and its address in the settings ({' '.join(str(error).split())})"


def problem_of(error: Exception) -> Problem:
    if "device reports readiness to read but returned no data" in str(error):  # pyserial's message for a pulled cable
        return "unplugged"
    if isinstance(error.__context__, TimeoutError | socket.gaierror):
        return "silent"
    return next((_PROBLEMS[number] for number in _numbers(error) if number in _PROBLEMS), "lost")


def _numbers(error: BaseException) -> set[object]:
    """The errno values of an error. pyserial sets one for devices, and keeps the first error of a socket as the
    context. termios has it as its first argument."""
    causes = [each for each in (error, error.__context__) if each]
    return {getattr(each, "errno", None) or (each.args[0] if each.args else None) for each in causes}


_NO_SERIAL_LINE = "is not a serial port: correct its address in the settings"
_ADVICE: dict[Problem, str] = {
    "unplugged": "was unplugged: plug it in again; it reconnects automatically",
    "absent": "was not found: plug the reader in, or correct its address in the settings",
    "denied": "may not be opened: add this user to the group {group} (sudo usermod -aG {group} $USER) and log in again",
    "busy": "is in use by another program: close it",
    "silent": "does not answer: check its power, cable and address",
}
_NO_LINE = frozenset((errno.ENOTTY, errno.EISDIR))
_NETWORK = ("socket", "rfc2217")
_PROBLEMS: dict[object, Problem] = {
    errno.EIO: "unplugged",
    **dict.fromkeys((errno.ENOENT, errno.ENODEV, errno.ENXIO, *_NO_LINE), "absent"),
    **dict.fromkeys((errno.EACCES, errno.EPERM), "denied"),
    **dict.fromkeys((errno.EBUSY, errno.EAGAIN), "busy"),
    **dict.fromkeys((errno.ECONNREFUSED, errno.EHOSTUNREACH, errno.ENETUNREACH, errno.ETIMEDOUT), "silent"),
}


def _closed_port(url: str, settings: SerialSettings) -> serial.Serial:
    return serial.serial_for_url(
        url,
        do_not_open=True,
        baudrate=settings.baud,
        bytesize=settings.data_bits,
        parity=settings.parity,
        stopbits=settings.stop_bits,
        xonxoff=settings.xonxoff,
        timeout=WAKE_S,
        exclusive=True,
    )


def _keep_alive(port: serial.SerialBase) -> None:
    """Detect a dead peer after about 15 s, using TCP keep-alive. A connection that only receives would never notice."""
    # pyserial 3.5 has no public access to the RFC 2217 connection, whose own thread waits forever for a dead peer. If a
    # later version of pyserial renames the attribute, the line is still read, but without keep-alive.
    connection = getattr(port, "_socket", None)
    if not isinstance(connection, socket.socket):
        return
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    if sys.platform == "linux":
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPIDLE, 5)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPINTVL, 5)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPCNT, 2)
