"""The log beside the journal has messages of readers, link and errors, contains no secret, and never stops a table."""

import logging
import os
import socket
import stat
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from engine.message import Message
from engine.table.actions.hands import StartHand
from hardware.reading.reading import Health
from kiosk.log import FILES, MOST_BYTES, log_path, log_to
from kiosk.pins import hash_pin
from kiosk.protocol.messages import Welcome
from kiosk.protocol.staff import Member
from kiosk.storage.chain import START
from kiosk.table.host import TableHost
from kiosk.table.link.events import Away
from kiosk.table.program.command import written_down
from kiosk.table.services import Services
from kiosk.table.settings import ReaderSettings
from tests.kiosk.table.test_host import FaceThatRemembers, HostBench, seat_three, word

CAMERA = "camera:rtsp://admin:S3cret@10.255.255.1/s"
KEYED = "ws://clock:8600/table?key=K3yed"


@pytest.fixture
def bench(tmp_path):
    bench = HostBench(tmp_path)
    yield bench
    bench.host.stop()


def begin(bench, **settings):
    """The program restarts with these; its readers have not begun to read."""
    bench.host.stop()
    bench.settings = replace(bench.settings, **settings)
    bench.face = FaceThatRemembers()
    bench.host = TableHost(bench.settings, bench.face, Services(lambda: 0, lambda: 0, Random(1), lambda: None))
    bench.host.show()


def logged(bench):
    return log_path(Path(bench.settings.journal)).read_text("utf-8")


def test_messages_of_readers_the_link_and_errors_are_logged(bench):
    with log_to(log_path(Path(bench.settings.journal))):
        begin(bench, readers=(ReaderSettings("/dev/none", "board"),))
        for _ in range(2):
            bench.hear(Health(False, "was unplugged: plug it in again", "board", 0, problem="unplugged"))
        bench.hear(Away(Message("clock-silent", {"clock": "clock"})), Welcome(START, word()))
        written_down(lambda *_: None)(ValueError, ValueError("a mistake of ours"), None)

    said = logged(bench)
    assert said.count("board: was unplugged: plug it in again") == 1
    assert "the clock is offline: clock-silent (clock=clock)" in said
    assert "connected to the clock, which has 0 records" in said
    assert "ValueError: a mistake of ours" in said
    assert stat.S_IMODE(os.stat(log_path(Path(bench.settings.journal))).st_mode) == 0o600


def test_no_secret_is_in_the_log(bench, caplog):
    """
    A wrong PIN is keyed, a camera with a password fails, a clock's address with a key is refused, and an error quotes
    all of them.
    """
    staff = (Member("Flo", "floor", hash_pin("471183")),)
    with log_to(log_path(Path(bench.settings.journal)), ("t0ken",)):
        begin(bench, token="t0ken", staff=staff, readers=(ReaderSettings(CAMERA, "board"),))
        bench.host.pins.enter("floor", "905566")
        bench.host.pins.enter("floor", "471183")
        bench.hear(Health(False, f"{CAMERA} does not answer", "board", 0, CAMERA, "silent"))
        bench.hear(Away(Message("clock-address", {"url": f"{KEYED} t0ken"})))
        logging.getLogger("kiosk.table").error("%s %s t0ken", CAMERA, KEYED)

    said = logged(bench)
    assert "does not answer" in said
    assert "clock is offline" in said
    for secret in ("905566", "471183", "S3cret", "admin", "K3yed", "t0ken", "$argon2"):
        assert secret not in said, secret


@pytest.mark.parametrize("broken", ["full", "no folder", "a folder"])
def test_a_failing_disk_of_the_log_stops_no_table(bench, tmp_path, capsys, broken):
    """
    It is also not reported with every line.
    """
    path = tmp_path / ("none" if broken == "no folder" else "") / "table.log"
    if broken == "full":
        path.symlink_to("/dev/full")
    elif broken == "a folder":
        path.mkdir()

    with log_to(path):
        seat_three(bench.host)
        bench.hear(Away(Message("clock-silent", {"clock": "clock"})))
        bench.host.orders.ask(StartHand())

    assert bench.table.hands == 1
    assert bench.face.refusals == []
    assert capsys.readouterr().err == ""


def test_the_log_is_a_ring_of_small_private_files(tmp_path):
    path = tmp_path / "table.log"
    line = "x" * 10_000

    with log_to(path):
        for _ in range(FILES * MOST_BYTES // len(line) + 10):
            logging.getLogger("kiosk.table").info(line)

    files = sorted(tmp_path.iterdir())
    assert [file.name for file in files] == ["table.log", *(f"table.log.{number}" for number in range(1, FILES))]
    assert sum(file.stat().st_size for file in files) <= FILES * MOST_BYTES
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}


def test_foreign_text_breaks_no_line_of_the_log_and_reverses_no_text(tmp_path):
    log = logging.getLogger("kiosk.test")
    with log_to(tmp_path / "clock.db.log"):
        log.info("the clock is offline: %s", "\x1b[2J\u202egnirts\nERROR kiosk: all is lost\u2028\x9b31m\ttabs")
        try:
            raise ValueError("two\nlines \x1b[31m")
        except ValueError:
            log.info("a mistake\nof ours", exc_info=True)

    lines = (tmp_path / "clock.db.log").read_text().splitlines()
    assert lines[0].endswith("the clock is offline: [2Jgnirts ERROR kiosk: all is lost 31m tabs")
    assert lines[1].endswith("a mistake of ours")
    assert all(line.isprintable() for line in lines)


LOGS = """
import logging, sys
from pathlib import Path
from kiosk.log import log_to

log = logging.getLogger("kiosk.clock")
with log_to(Path(sys.argv[1]), ("t0ken",)):
    log.debug("a detail")
    log.info("table 1 with t0ken is here")
    log.warning("the disk is slow")
    try:
        raise ValueError("a mistake of ours")
    except ValueError:
        log.exception("stopped")
"""


@pytest.mark.slow  # a process that imports the log
@pytest.mark.parametrize("is_journal", [True, False])
def test_the_journal_of_systemd_gets_all_lines_with_priorities_and_no_times(tmp_path, is_journal):
    ours, its = socket.socketpair()  # the journal is a socket, too
    of = os.fstat(its.fileno())
    stream = f"{of.st_dev}:{of.st_ino if is_journal else of.st_ino + 1}"

    with ours, its, ours.makefile() as lines:
        command = [sys.executable, "-c", LOGS, str(tmp_path / "clock.db.log")]
        subprocess.run(
            command, stderr=its.fileno(), env={**os.environ, "JOURNAL_STREAM": stream}, check=True, timeout=60
        )
        its.close()
        said = lines.read().splitlines()

    file = (tmp_path / "clock.db.log").read_text()
    assert "INFO kiosk.clock: table 1 with *** is here" in file
    if not is_journal:
        assert said[:2] == ["the disk is slow", "stopped"]
        return
    assert said[:3] == [
        "<6>kiosk.clock: table 1 with *** is here",
        "<4>kiosk.clock: the disk is slow",
        "<3>kiosk.clock: stopped",
    ]
    assert said[-1] == "<3>ValueError: a mistake of ours"
    assert all(line.startswith("<3>") for line in said[3:])
