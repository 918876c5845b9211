"""Opening a serial line by its address, and saying in words why it does not work. Knows nothing of what is read there.

Any address of pyserial will do: a device path, `socket://host:port`, `rfc2217://host:port`, `loop://`; and `keys:` with
the path of an input device, for a scanner that types.
"""

import errno
import socket
import sys
from contextlib import suppress
from typing import Protocol
from urllib.parse import urlsplit

import serial

from hardware.keys import device as key_port
from hardware.reading.line_settings import SerialSettings
from hardware.reading.reading import Problem

if sys.platform == "win32":
    PORT_ERRORS: tuple[type[Exception], ...] = (OSError, ValueError)
else:
    import termios

    # pyserial lets this one through when a terminal dies while it is being opened.
    PORT_ERRORS = (OSError, ValueError, termios.error)

_WAKE_S = 0.05
"""How often whoever reads a silent line is woken, to look whether to stop and whether the silence ends a frame."""


class Port(Protocol):
    """What is used of an open pyserial port. Its methods raise one of `PORT_ERRORS` when the line is gone."""

    @property
    def in_waiting(self) -> int: ...

    def read(self, size: int = 1, /) -> bytes: ...

    def close(self) -> None: ...


def open_port(url: str, settings: SerialSettings) -> Port:
    """The port, open, locked against other programs where the system can. Raises one of `PORT_ERRORS`."""
    if url.startswith(key_port.SCHEME):
        return key_port.open_keys(url, _WAKE_S)
    port = _closed_port(url, settings)
    port.open()
    if urlsplit(url).scheme.lower() in _NETWORK:
        _keep_alive(port)
    return port


def check_address(url: str, settings: SerialSettings) -> None:
    """Raise `ValueError` in one line for an address or a setting that can never work."""
    if not url:
        raise ValueError("'' is no address of a reader: name its device, as in /dev/ttyACM0")
    try:
        if url.startswith(key_port.SCHEME):
            return key_port.check_keys(url)
        _check_network(url)
        with suppress(OSError):  # `hwgrep://` looks for its device at once: not there is not impossible
            _closed_port(url, settings)
    except ValueError as error:
        raise ValueError(f"{url} is no address of a reader: {error}") from error


def _check_network(url: str) -> None:
    """pyserial looks at these only when it connects."""
    parts = urlsplit(url)
    # Asking for a port that is no number, or too large, raises `ValueError`.
    if parts.scheme.lower() in _NETWORK and not (parts.hostname and parts.port):
        raise ValueError(f"a host and a port belong there, as in {parts.scheme}://192.168.1.20:4001")


def port_advice(url: str, error: Exception) -> str:
    """One line for the dealer or the floor: what is wrong with the port, and what to do."""
    problem = problem_of(error)
    if problem == "denied" and url.startswith(key_port.SCHEME):
        return f"{url} {_NOT_ALLOWED.replace('dialout', 'input')}"
    if _numbers(error) & _NO_LINE:
        return f"{url} {_NO_SERIAL_LINE}"
    if problem in _ADVICE:
        return f"{url} {_ADVICE[problem]}"
    return f"{url} was lost: check the reader's cable and its port in the settings ({' '.join(str(error).split())})"


def problem_of(error: Exception) -> Problem:
    """The same as one word."""
    if "device reports readiness to read but returned no data" in str(error):  # pyserial's words for a pulled cable
        return "unplugged"
    if isinstance(error.__context__, TimeoutError | socket.gaierror):
        return "silent"
    return next((_PROBLEMS[number] for number in _numbers(error) if number in _PROBLEMS), "lost")


def _numbers(error: BaseException) -> set[object]:
    """The system's numbers of an error. pyserial gives it for devices; for sockets it keeps the first error as the
    context, and termios has no name for its own."""
    causes = [each for each in (error, error.__context__) if each]
    return {getattr(each, "errno", None) or (each.args[0] if each.args else None) for each in causes}


_IN_USE = "is used by another program: close that one"
_NO_ANSWER = "does not answer: check that it is on, its cable and its address"
_NOT_THERE = "is not there: plug the reader in, or correct its port in the settings"
_NO_SERIAL_LINE = "is no serial line: correct its port in the settings"
_NOT_ALLOWED = "may not be opened: add this user to the group dialout (sudo usermod -aG dialout $USER) and log in again"

_ADVICE: dict[Problem, str] = {
    "unplugged": "was unplugged: plug it in again, the rest goes by itself",
    "absent": _NOT_THERE,
    "denied": _NOT_ALLOWED,
    "busy": _IN_USE,
    "silent": _NO_ANSWER,
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
        timeout=_WAKE_S,
        exclusive=True,
    )


def _keep_alive(port: serial.SerialBase) -> None:
    """Have a peer that vanished without a word noticed after some 15 s; who only listens would never notice."""
    # pyserial 3.5 has no public way to the connection of RFC 2217, whose own thread waits for ever for a dead peer.
    # Where a later pyserial calls it otherwise the line is still read.
    connection = getattr(port, "_socket", None)
    if not isinstance(connection, socket.socket):
        return
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    if sys.platform == "linux":
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPIDLE, 5)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPINTVL, 5)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPCNT, 2)
