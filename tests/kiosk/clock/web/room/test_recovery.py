"""The code for the tables' backups on the console: shown by a touch, stored nowhere, and the console asks about it
until it is on paper.
"""

import logging

from kiosk.cli import main
from kiosk.clock.recovery.backups.recovery_code import read_encrypted
from kiosk.table.link.clock_backup_files import clock_backup_path
from tests.kit.clock import DirectorsPage, RandomTable
from tests.kit.signing import Asker, signed_in

NOTHING: dict[str, object] = {"tables": 0, "newest_ms": 0, "on_paper": None, "failed": [], "awaited": []}


def newest(page, field):
    """The value in the newest totals; None before the first."""
    return next((one[field] for one in reversed(page.said) if one["say"] == "totals"), None)


def test_the_director_sees_the_code_that_opens_a_tables_file_and_a_reminder_until_it_is_on_paper(clock, room, tmp_path):
    room.create("Club night", structure="demo").open_tables(1)
    ask = Asker(clock)
    assert ask.get("recovery").json() == NOTHING
    with DirectorsPage(clock) as page, RandomTable(tmp_path, clock.socket) as table:
        # A table takes a backup of the clock only once the clock has welcomed it to a tournament.
        table.wait_until_kept()
        page.hear_until(lambda: newest(page, "needs_paper") is True)
        held = ask.get("recovery").json()
        file = read_encrypted(clock_backup_path(table.journal))
        assert (held["tables"], held["newest_ms"] > 0) == (1, True)

        shown = ask.post("recovery/code").json()
        assert file.content(shown["code"])
        assert shown["qr"].startswith("<svg")

        Asker(clock).hire("Dee", "director")
        signed_in(clock, "Dee").post("recovery/on-paper").raise_for_status()
        page.hear_until(lambda: newest(page, "needs_paper") is False)
    clock.stop()
    clock.start()
    assert ask.get("recovery").json()["on_paper"]["by"] == "Dee"


def test_the_code_is_in_no_log_and_in_no_cache(clock, caplog, capsys):
    caplog.set_level(logging.DEBUG)
    said = Asker(clock).post("recovery/code")

    assert main(["recovery-code", "--settings", str(clock.settings)]) == 0
    assert said.json()["code"] == capsys.readouterr().out.strip()
    assert said.headers["cache-control"] == "no-store"
    assert said.headers["x-content-type-options"] == "nosniff"
    assert said.json()["code"] not in caplog.text
    assert "the recovery code was shown to ‹director›" in caplog.text
