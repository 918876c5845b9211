"""A table moves to the sitting that its clock names: between two hands, with nothing lost, even in a power cut."""

import shutil
from pathlib import Path

import pytest

from engine.table.actions.hands import StartHand
from engine.table.actions.setup import ChangeDeck
from engine.table.actions.staff import SignIn
from kiosk.cli import main
from kiosk.faults import Fault, Unsound
from kiosk.protocol.messages import Ack, GoTo
from kiosk.storage import sitting_files
from kiosk.storage.chain import START, Mark
from kiosk.storage.files import write_atomic
from kiosk.table.link.events import StateReceived
from tests.kit.table_bench import FRIDAY, REFUSED, SATURDAY, SILENT, TableBench, begins, state, target


@pytest.fixture
def bench(tmp_path):
    bench = TableBench(tmp_path)
    yield bench
    bench.stop()


def journals(bench):
    return sorted(path.name for path in Path(bench.settings.journal).parent.glob("*.journal"))


def test_a_kiosk_in_no_tournament_waits_until_the_clock_names_a_sitting(bench):
    bench.sent_to("")
    assert bench.line.opened[-1].sitting == ""

    bench.sent_to(FRIDAY)

    assert [at.sitting for at in bench.line.opened] == ["", FRIDAY]
    assert bench.line.is_open
    assert journals(bench) == [f"table-1-{FRIDAY}.journal", "table-1.journal"]


def test_a_table_stays_until_its_hand_is_over_and_the_clock_holds_all_its_records(bench):
    bench.at_friday(1, 4, 7)
    bench.host.orders.ask(StartHand())
    bench.hears(Ack(Mark(bench.game.mark, START.hash)))
    bench.sent_to(SATURDAY)
    assert bench.line.opened[-1].sitting == FRIDAY

    bench.play_out()
    bench.host.tick()
    assert bench.line.opened[-1].sitting == FRIDAY

    bench.delivered()
    assert bench.line.opened[-1].sitting == SATURDAY
    assert bench.names == []


def test_a_table_that_will_move_says_so_while_its_hand_is_in_play(bench):
    bench.at_friday(1, 4, 7)
    bench.host.orders.ask(StartHand())
    assert not bench.face.surroundings.leaves

    bench.sent_to(SATURDAY)

    assert bench.face.surroundings.leaves


@pytest.mark.parametrize("away", [SILENT, REFUSED], ids=["the clock is silent", "its disk or server has failed"])
def test_a_connection_lost_before_the_last_record_keeps_the_table_until_the_clock_sends_it_again(bench, away):
    bench.at_friday(1, 4)
    bench.sent_to(FRIDAY)
    bench.host.orders.ask(StartHand())
    bench.sent_to(SATURDAY)
    bench.hears(away)
    bench.play_out()
    bench.host.tick()
    assert bench.line.opened[-1].sitting == FRIDAY

    bench.welcomed()
    bench.sent_to(SATURDAY)
    assert bench.line.opened[-1].sitting == SATURDAY


def test_a_journal_that_the_clock_rejects_is_kept_and_left_at_once(bench):
    bench.at_friday(1, 4)
    bench.hears(REFUSED)
    bench.sent_to(SATURDAY)

    assert bench.line.opened[-1].sitting == SATURDAY
    assert f"table-1-{FRIDAY}.journal" in journals(bench)


def test_naming_the_tables_current_sitting_changes_nothing(bench):
    bench.at_friday(1, 4)
    mark = bench.game.mark
    for _ in range(3):
        bench.sent_to(FRIDAY)
    assert (len(bench.line.opened), bench.game.mark) == (2, mark)


@pytest.mark.parametrize("sitting", ["../../etc/passwd", "3f2a-1\n", "A-1", "x" * 65 + "-1", "-1", "3f2a"])
def test_an_invalid_sitting_id_never_becomes_a_file_name(bench, sitting):
    bench.sent_to(sitting)
    assert journals(bench) == ["table-1.journal"]
    assert bench.said == ["no-sitting-of-that-name"]

    bench.host.tick()
    assert bench.said == ["no-sitting-of-that-name"]  # once, until the clock names it again


def test_the_dealer_and_the_deck_stay_at_the_table(bench):
    bench.at_friday(1, 4)
    bench.host.orders.ask(SignIn("Dee"))
    bench.host.orders.ask(ChangeDeck("blue"))
    bench.delivered()
    bench.sent_to(SATURDAY)
    bench.welcomed(target(1, *begins(2, 3)))

    assert bench.table.staffing.dealer == "Dee"
    assert bench.table.deck == "blue"


def test_unread_messages_for_the_old_sitting_are_not_applied_to_the_new_one(bench):
    bench.at_friday(1, 4)
    bench.hears(GoTo(SATURDAY), Ack(Mark(900, START.hash)), StateReceived(state(), (), target(80, *begins(5, 6))))

    assert bench.line.opened[-1].sitting == SATURDAY
    assert bench.names == []


@pytest.mark.parametrize("cut", ["before the pointer", "after the pointer"])
def test_a_power_cut_during_the_move_is_repaired_when_the_sitting_is_named_again(bench, tmp_path, monkeypatch, cut):
    """The files at the moment of the cut are copied to a folder of their own."""
    bench.at_friday(1, 4)
    disk = tmp_path / "disk"
    write = write_atomic

    def cut_here(path, text):
        if cut == "after the pointer":
            write(path, text)
        shutil.copytree(tmp_path, disk, ignore=shutil.ignore_patterns("disk"))
        if cut == "before the pointer":
            write(path, text)

    monkeypatch.setattr(sitting_files, "write_atomic", cut_here)
    bench.sent_to(SATURDAY)
    monkeypatch.undo()

    again = TableBench(disk)
    assert again.line.opened[-1].sitting == (FRIDAY if cut == "before the pointer" else SATURDAY)
    again.welcomed()
    again.sent_to(SATURDAY)
    again.welcomed(target(1, *begins(2, 3)))
    assert again.names == ["Player 2", "Player 3"]
    again.stop()


def test_a_disk_that_refuses_the_pointer_leaves_the_table_where_it_was(bench, monkeypatch):
    bench.at_friday(1, 4)

    def refuse(path, text):
        raise Fault("file-refused", path=str(path), error="read only")

    monkeypatch.setattr(sitting_files, "write_atomic", refuse)
    bench.sent_to(SATURDAY)
    monkeypatch.undo()
    bench.host.orders.ask(StartHand())
    assert bench.said[0] == "file-refused"
    assert bench.line.opened[-1].sitting == FRIDAY

    bench.play_out()
    bench.delivered()
    bench.sent_to(SATURDAY)
    assert bench.line.opened[-1].sitting == SATURDAY


def test_an_incomplete_journal_is_asked_about_when_its_table_is_reopened(bench, caplog):
    """The disk had reported the pointer to the sitting and its records as written, and holds neither."""
    bench.at_friday(1, 4)
    bench.sent_to(SATURDAY)
    bench.welcomed(target(1, *begins(2, 3)))
    bench.stop()
    folder = Path(bench.settings.journal).parent
    for lost in folder.glob(f"table-1-{SATURDAY}.journal*"):
        if lost.suffix != ".witness":
            lost.unlink()
    sitting_files.SittingFiles(Path(bench.settings.journal)).go_to(FRIDAY)
    bench.boot()
    bench.welcomed()
    assert not bench.host.is_frozen

    bench.sent_to(SATURDAY)

    assert bench.host.is_frozen
    assert bench.face.surroundings.disk is not None  # which shows the button
    assert bench.said == ["journal-shorter"]
    with pytest.raises(Unsound):
        TableBench(folder)
    caplog.clear()


def test_after_a_restart_the_table_continues_at_its_last_sitting(bench):
    bench.at_friday(1, 4, 7)
    bench.host.orders.ask(StartHand())
    bench.play_out()
    bench.stop()

    bench.boot()
    assert bench.line.opened[-1].sitting == FRIDAY
    assert bench.table.hands == 1

    bench.welcomed()
    bench.sent_to(SATURDAY)
    bench.stop()
    bench.boot()
    assert bench.line.opened[-1].sitting == SATURDAY
    assert bench.table.hands == 0


def test_a_sitting_that_is_named_again_continues_where_the_table_left_it(bench):
    bench.at_friday(1, 4, 7)
    mark = bench.game.mark
    bench.sent_to(SATURDAY)
    bench.sent_to(FRIDAY)
    bench.welcomed(target(1, *begins(1, 4, 7)))

    assert bench.game.mark == mark
    assert bench.names == ["Player 1", "Player 4", "Player 7"]


@pytest.mark.parametrize("command", ["history", "restore"])
def test_a_command_given_the_settings_journal_names_the_one_in_play(bench, capsys, command):
    bench.at_friday(1, 4)
    bench.stop()
    main([command, bench.settings.journal])
    assert f"table-1-{FRIDAY}.journal" in capsys.readouterr().err

    main([command, str(bench.line.opened[-1].path)])
    assert "another journal" not in capsys.readouterr().err
    bench.boot()
