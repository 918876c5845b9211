"""The other lines that pyserial supports: a serial server's plain socket, RFC 2217, and its own loop."""

import socket
import threading
from contextlib import closing, contextmanager, suppress
from typing import Any

import pytest
import serial
from serial.rfc2217 import PortManager

from engine.bad_input import BadInput
from engine.cards import Card
from hardware.reading.deck import PLAIN_DECK
from hardware.reading.line_settings import SerialSettings
from hardware.serial.ports import open_port, port_advice, problem_of
from hardware.serial.reader import SerialReader
from tests.kit.inbox import HandClock, stop
from tests.kit.patience import PATIENCE_S
from tests.said import refused

QUEEN, ACE = Card("Qh"), Card("As")
# pyserial 3.5 still prepares its thread for RFC 2217 in the old way.
OLD_THREADS = pytest.mark.filterwarnings("ignore:set(Daemon|Name):DeprecationWarning")


@pytest.fixture
def server():
    """A serial server's socket."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(PATIENCE_S)
        yield server


def address(server, scheme="socket"):
    """The address. pyserial gives each step of an RFC 2217 negotiation only three seconds unless told otherwise."""
    patience = "" if scheme == "socket" else f"?timeout={PATIENCE_S}"
    return f"{scheme}://127.0.0.1:{server.getsockname()[1]}{patience}"


def test_a_reader_behind_a_socket_is_read_and_reconnected(server, start_reader, received):
    start_reader(address(server))
    line, _ = server.accept()
    received.wait_for_health(True)
    line.sendall(b"Qh\r\nA")
    received.wait_for_cards(QUEEN)

    line.close()
    received.wait_for_health(True, False)

    line, _ = server.accept()
    with line:
        received.wait_for_health(True, False, True)
        line.sendall(b"s\r\nAs\r\n")
        received.wait_for_cards(QUEEN, ACE)
    assert received.codes == ["s"]


@pytest.mark.slow
def test_a_socket_closed_at_any_byte_of_a_frame_does_not_combine_the_halves(server, start_reader, received):
    frame = b"\x02]d1Qh\x03"
    cuts = range(len(frame) + 1)
    start_reader(address(server), SerialSettings(repeat_ms=0))

    for times, piece in enumerate(piece for cut in cuts for piece in (frame[:cut], frame[cut:] + b"As\r\n")):
        line, _ = server.accept()
        received.wait_for_health(*[True, False] * times, True)
        with line:
            line.sendall(piece)
        received.wait_for_health(*[True, False] * (times + 1))

    # Whole before the cut, or after it: with its identifier, or with only the code.
    expected = [[QUEEN, ACE] if cut in (0, 1, 4, len(frame)) else [ACE] for cut in cuts]
    assert received.cards == [card for cards in expected for card in cards]


def test_a_missing_server_is_reported(free_port, start_reader, received):
    start_reader(f"socket://127.0.0.1:{free_port}")

    received.wait_for_health(False)
    assert received.sentences[0].endswith("does not answer: check its power, cable and address")


@pytest.mark.parametrize("url", ["socket://127.0.0.1", "socket://127.0.0.1:99999", "rfc2217://127.0.0.1"])
def test_an_address_without_a_port_is_refused_in_one_line(url, start_reader):
    with refused(BadInput, r"is not a reader's address: .+\Z"):
        start_reader(url)


@pytest.mark.parametrize("error", [socket.gaierror(-2, "Name or service not known"), TimeoutError("timed out")])
def test_an_unknown_or_unresponsive_server_is_reported_as_silent(error, monkeypatch):
    def no_connection(*_, **__):
        raise error

    monkeypatch.setattr(socket, "create_connection", no_connection)
    url = "socket://192.168.1.20:4001"

    with pytest.raises(serial.SerialException) as failed:
        open_port(url, SerialSettings())

    assert problem_of(failed.value) == "silent"
    assert port_advice(url, failed.value) == f"{url} does not answer: check its power, cable and address"


def test_a_loop_line_is_read(received):
    opened = []

    def open_and_keep(url, settings):
        opened.append(serial.serial_for_url(url, timeout=0.1))
        return opened[-1]

    reader = SerialReader("loop://", PLAIN_DECK, "board", received.post, HandClock(), opener=open_and_keep)
    reader.start()
    received.wait_for_health(True)

    opened[0].write(b"Qh\r\n\x02As\x03")

    received.wait_for_cards(QUEEN, ACE)
    stop(reader)
    assert not opened[0].is_open


@contextmanager
def rfc_2217(server, received):
    """A serial server that has accepted the reader's connection. Yields a function that sends bytes from the device."""
    connected = received.health.count(True) + 1
    line, _ = server.accept()
    device: Any = serial.serial_for_url("loop://")
    with line, line.makefile("wb", buffering=0) as answers, device:
        manager = PortManager(device, answers)
        negotiator = threading.Thread(target=negotiate, args=(line, manager))
        negotiator.start()
        received.wait(lambda: received.health.count(True) == connected)
        yield lambda data: line.sendall(b"".join(manager.escape(data)))
        line.shutdown(socket.SHUT_RDWR)
        negotiator.join()


def negotiate(line, manager):
    """A serial server's answers to a client's requests, until the client disconnects."""
    while asked := line.recv(1024):
        b"".join(manager.filter(asked))


@OLD_THREADS
def test_a_reader_behind_rfc_2217_is_read_and_reconnected(server, received):
    reader = SerialReader(address(server, "rfc2217"), PLAIN_DECK, "board", received.post, HandClock())
    reader.start()

    with rfc_2217(server, received) as send:
        send(b"Qh\r\nA")
        received.wait_for_cards(QUEEN)
    received.wait_for_health(True, False)
    with rfc_2217(server, received) as send:
        send(b"s\r\nAs\r\n")
        received.wait_for_cards(QUEEN, ACE)
        reader.stop()

    assert received.codes == ["s"]


def answer(server):
    """A serial server for either protocol, until the client disconnects."""
    line, _ = server.accept()
    device: Any = serial.serial_for_url("loop://")
    with line, line.makefile("wb", buffering=0) as answers, device, suppress(ConnectionError):
        negotiate(line, PortManager(device, answers))


@pytest.mark.parametrize("scheme", ["socket", "rfc2217", "RFC2217"])
@OLD_THREADS
def test_the_system_notices_a_serial_server_that_vanishes(server, scheme):
    answering = threading.Thread(target=answer, args=(server,))
    answering.start()
    port: Any = open_port(address(server, scheme), SerialSettings())

    with closing(port):
        assert port._socket.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)
    answering.join(PATIENCE_S)


def test_a_serial_server_is_read_even_if_pyserial_hides_its_connection(server, monkeypatch):
    hidden = serial.serial_for_url("loop://", do_not_open=True, timeout=PATIENCE_S)
    monkeypatch.setattr(serial, "serial_for_url", lambda *_, **__: hidden)

    with closing(open_port(address(server, "rfc2217"), SerialSettings())) as port:
        hidden.write(b"Qh")
        assert port.read(2) == b"Qh"
