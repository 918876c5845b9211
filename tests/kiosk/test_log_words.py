"""A fault in a program's log says what to do, once, in one line, with the code to search for."""

import logging
import signal
import subprocess
import sys

import pytest

from engine.message import message
from kiosk.faults import DiskFailed, Fault
from kiosk.log import log_path, log_to
from kiosk.log_words import in_words
from kiosk.storage.journal import Journal
from kiosk.table.program.command import written_down
from tests.kit.clock import DEADLINE_S, KillableClock, eventually, settings_text
from tests.kit.full_tables import FullTables
from ui.words.languages import words_in


@pytest.mark.slow  # a process
def test_a_tables_log_says_what_to_do_whatever_the_language_of_its_screen(tmp_path):
    journal, settings = tmp_path / "table.journal", tmp_path / "table.toml"
    text = f'table = 3\ntoken = "secret-of-3"\njournal = "{journal}"\nfull_screen = true\nlanguage = "de"\n'
    settings.write_text(text, "utf-8")
    log = log_path(journal)
    command = [sys.executable, "-m", "kiosk.cli", "dealer", "--settings", str(settings)]
    with Journal.open(journal, lambda: 0):
        table = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        try:
            eventually(lambda: log.is_file() and "cannot be opened" in log.read_text("utf-8"))
        finally:
            table.terminate()
            table.communicate(timeout=DEADLINE_S)

    lines = [line for line in log.read_text("utf-8").splitlines() if "cannot be opened" in line]
    assert [line.partition("kiosk.table.program.command: ")[2] for line in lines] == [
        f"the table cannot be opened: another kiosk has this journal open ({journal}): "
        "use that kiosk, or close it first [journal-in-use]"
    ]


@pytest.mark.slow  # a process
def test_a_clocks_log_and_its_standard_error_say_what_to_do(tmp_path, free_port):
    tmp_path.joinpath("other").write_text("no folder")
    clock = KillableClock(
        tmp_path, free_port, f'backup_folder = "other"\nlanguage = "de"\n{settings_text(free_port)}', FullTables()
    )
    clock.start()
    log = log_path(clock.database)
    try:
        eventually(lambda: log.is_file() and "no backup" in log.read_text("utf-8"))
    finally:
        code, errors = clock.end(signal.SIGTERM)

    fault = Fault("file-refused", path=str(tmp_path / "other"), error="File exists").message
    line = f"no backup: {words_in('en').fault(fault)} [file-refused]"
    assert code == 0
    assert errors.splitlines() == [line]
    assert [one for one in log.read_text("utf-8").splitlines() if one.endswith(line)] != []


def test_each_record_is_one_line_and_is_logged_once(tmp_path, capsys, caplog):
    path, log = tmp_path / "table.log", logging.getLogger("kiosk.table")
    fault = DiskFailed("disk-failed", path="/a\nb")
    with log_to(path, ("t0ken",), in_words):
        log.error("%s", fault)
        log.warning("100%% full: %s", message("no-room", path="t0ken", error="x"))
        log.info("%s", message("seat-folded", seat=4))
        written_down(lambda *_: None)(DiskFailed, fault, None)
        log.info("%(a)s of it", {"a": 1})

    said = path.read_text("utf-8").splitlines()
    failed = "/a b: the disk failed: check the disk and its space, then try again [disk-failed]"
    assert said[0].endswith(f"ERROR kiosk.table: {failed}")
    assert said[1].endswith("100% full: ***: x: free some space [no-room]")
    assert said[2].endswith(": seat-folded (seat=4)")
    assert said[3].endswith(f"stopped by an unexpected error: {failed}")
    assert said[-1].endswith(": 1 of it")
    assert "t0ken" not in capsys.readouterr().err
    caplog.clear()
