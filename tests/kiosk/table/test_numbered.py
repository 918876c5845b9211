"""A table's journal has the numbers of its tournament's entries. Their names are kept beside it, and can be erased."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.public import public
from engine.table.actions.hands import StartHand
from engine.table.actions.people import LeaveSeat, SeatTaken, TakeSeat, TakeSeats
from engine.tournament.targets import EntryName, OutHere
from kiosk.cli import main
from kiosk.protocol.codec import decode_event
from kiosk.protocol.numbered import target_path
from kiosk.storage.files import HALF_WRITTEN
from kiosk.storage.journal import Journal
from kiosk.storage.journal_reader import open_reader
from kiosk.table.link.cached_state import cache_path
from kiosk.table.link.events import StateReceived
from tests.kit.table_bench import FRIDAY, SATURDAY, SILENT, TableBench, begins, state, target


@pytest.fixture
def bench(tmp_path):
    bench = TableBench(tmp_path)
    yield bench
    bench.stop()


def called(**names):
    """The names of entries, such as `e4="Dora"`."""
    return tuple(EntryName(int(entry[1:]), name) for entry, name in names.items())


def wanted(rev, names, *entries, **more):
    """The target in which these entries sit here, under these names."""
    by_entry = {one.entry: one.name for one in names}
    roster = tuple(replace(seat, name=by_entry[seat.entry]) for seat in begins(*entries))
    return target(rev, *roster, names=names, **more)


ALL = called(e1="Dora Quint", e4="Emil Quart", e7="Fred Sept")


@pytest.fixture
def seated(bench):
    bench.sent_to(FRIDAY)
    bench.welcomed(wanted(1, ALL, 1, 4, 7))
    bench.delivered()
    return bench


def files_with(bench, text):
    """The kiosk's files that contain `text`."""
    folder = Path(bench.settings.journal).parent
    return {file.name for file in folder.rglob("*") if file.is_file() and text.encode() in file.read_bytes()}


def recorded(bench):
    """The names of seated players in the journal itself."""
    with open_reader(bench.line.opened[-1].path) as log:
        events = [decode_event(record.body) for record in log.walk()]
    return {event.player: event.name for event in events if isinstance(event, SeatTaken)}


TARGET = f"table-1-{FRIDAY}.journal.target"


def test_the_record_has_numbers_and_the_table_shows_names(seated):
    assert seated.names == ["Dora Quint", "Emil Quart", "Fred Sept"]
    assert recorded(seated) == {"1": "", "4": "", "7": ""}
    assert files_with(seated, "Quint") == {TARGET}


def test_a_table_restarted_while_the_clock_is_away_still_shows_names(seated):
    seated.host.orders.ask(StartHand())
    before = seated.game

    seated.stop()
    seated.boot()

    assert seated.names == ["Dora Quint", "Emil Quart", "Fred Sept"]
    assert seated.game == before


@pytest.mark.parametrize("damage", [b"", b"\xff{", b'{"rev":', None])
def test_a_damaged_or_missing_file_of_names_costs_only_the_names(damage, seated):
    seated.host.orders.ask(StartHand())
    seated.play(2)
    before = public(seated.game)
    seated.stop()
    file = Path(seated.settings.journal).with_name(TARGET)
    if damage is None:
        file.unlink()
    else:
        file.write_bytes(damage)

    seated.boot()

    assert seated.names == ["1", "4", "7"]
    unnamed = replace(public(seated.game), seats=before.seats)
    assert unnamed == before
    seated.welcomed(wanted(1, ALL, 1, 4, 7))
    assert public(seated.game) == before  # and with names again, in the middle of the hand
    seated.play_out()
    assert seated.said == []


def test_names_are_on_disk_before_a_record_relies_on_them(bench, monkeypatch):
    there, append = [], Journal.append

    def watched(journal, at_ms, bodies):
        if any(b'"seat-taken"' in body for body in bodies):
            there.append(b"Dora Quint" in target_path(journal.path).read_bytes())
        append(journal, at_ms, bodies)

    monkeypatch.setattr(Journal, "append", watched)
    bench.sent_to(FRIDAY)
    bench.welcomed(wanted(1, ALL, 1, 4, 7))

    assert there == [True] * 3


def test_names_that_cannot_be_saved_beside_the_record_are_written_into_it(bench):
    bench.sent_to(FRIDAY)
    Path(bench.settings.journal).with_name(TARGET + HALF_WRITTEN).mkdir()

    bench.welcomed(wanted(1, ALL, 1, 4))

    assert recorded(bench) == {"1": "Dora Quint", "4": "Emil Quart"}


def test_an_older_clock_sends_no_separate_names_so_the_record_has_them(bench):
    bench.at_friday(1, 4)

    assert recorded(bench) == {"1": "Player 1", "4": "Player 4"}


def test_an_erased_name_leaves_screen_and_disk_even_if_nothing_else_has_changed(seated):
    seated.host.orders.ask(StartHand())
    mark, stacks = seated.game.mark, public(seated.game).pot
    names = called(e1="#17", e4="Emil Quart", e7="Fred Sept")

    seated.hears_target(wanted(1, names, 1, 4, 7))

    assert seated.names == ["#17", "Emil Quart", "Fred Sept"]
    assert (seated.game.mark, public(seated.game).pot) == (mark, stacks)
    assert files_with(seated, "Quint") == set()
    seated.play_out()
    seated.stop()
    seated.boot()
    assert seated.names == ["#17", "Emil Quart", "Fred Sept"]


def test_a_busted_player_who_may_reenter_is_erased_too(seated):
    seated.hears_target(wanted(2, ALL, 1, 4, out=(OutHere("member-4711", "Fred Sept"),)))

    seated.hears_target(wanted(2, called(e1="Dora Quint", e4="Emil Quart", e7="#9"), 1, 4, out=(OutHere("#10", "#9"),)))

    assert files_with(seated, "Sept") == files_with(seated, "member-4711") == set()
    assert seated.face.surroundings.booking.out == (("#10", "#9"),)


def test_a_target_with_the_same_revision_that_changes_more_than_names_is_ignored(seated):
    names = called(e1="#17", e4="Emil Quart", e7="Fred Sept")

    seated.hears_target(wanted(1, names, 1, 4))

    assert seated.names[0] == "Dora Quint"


def test_a_name_in_an_older_journal_is_shown_as_the_room_now_shows_it(bench):
    bench.at_friday(1, 4)

    bench.hears_target(wanted(2, called(e1="#17", e4="Player 4"), 1, 4))

    assert bench.names == ["#17", "Player 4"]
    assert recorded(bench)["1"] == "Player 1"  # the record never changes


def test_a_player_whom_a_dealer_seats_by_name_is_recorded_by_name(seated):
    seated.hears(SILENT)

    seated.host.orders.ask(TakeSeat(9, "Walk In", "Walk In", 5000))

    assert recorded(seated)["Walk In"] == "Walk In"
    assert seated.names[-1] == "Walk In"


def test_a_player_who_returns_by_number_is_recorded_by_number(seated):
    seated.hears(SILENT)
    seated.host.orders.ask(LeaveSeat(7))
    seated.host.orders.ask(TakeSeat(7, "7", "Fred Sept", 5000))

    assert files_with(seated, "Sept") == {TARGET}
    assert seated.names[-1] == "Fred Sept"


def test_players_who_sit_down_in_one_action_are_recorded_by_number(seated):
    seated.hears(SILENT)
    seated.host.orders.ask(LeaveSeat(4))
    seated.host.orders.ask(LeaveSeat(7))
    seated.host.orders.ask(TakeSeats((TakeSeat(4, "4", "Emil Quart", 5000), TakeSeat(7, "7", "Fred Sept", 5000))))

    assert files_with(seated, "Quart") == files_with(seated, "Sept") == {TARGET}
    assert seated.names[-2:] == ["Emil Quart", "Fred Sept"]


def test_the_last_hands_show_the_names_of_players_who_have_left(seated):
    seated.host.orders.ask(StartHand())
    seated.play_out()
    seated.hears(SILENT)
    (seat,) = {one for one, _ in seated.host.last_hands(1)[0].winners}
    name = {1: "Dora Quint", 4: "Emil Quart", 7: "Fred Sept"}[seat]
    seated.host.orders.ask(LeaveSeat(seat))

    assert seated.host.last_hands(1)[0].winners == ((seat, name),)


def test_hands_exported_from_the_kiosk_have_the_names_beside_its_journal(seated, capsys):
    seated.host.orders.ask(StartHand())
    seated.play_out()
    path = str(seated.line.opened[-1].path)

    assert main(["history", path, "--format", "ohh"]) == 0
    assert "Dora Quint" in capsys.readouterr().out
    seated.hears_target(wanted(1, called(e1="#17", e4="Emil Quart", e7="Fred Sept"), 1, 4, 7))
    assert main(["history", path, "--format", "ohh"]) == 0

    exported = capsys.readouterr().out
    assert "Dora Quint" not in exported
    assert "#17" in exported


def test_names_of_a_sitting_are_deleted_when_the_table_moves_to_another(seated):
    journal = seated.line.opened[-1].path
    assert cache_path(journal).exists()

    seated.sent_to(SATURDAY)

    assert files_with(seated, "Quint") == set()
    assert not cache_path(journal).exists()
    seated.sent_to(FRIDAY)
    assert seated.names == ["1", "4", "7"]
    seated.welcomed(wanted(1, ALL, 1, 4, 7))
    assert seated.names == ["Dora Quint", "Emil Quart", "Fred Sept"]


def test_names_that_a_power_cut_left_of_another_sitting_are_deleted_at_the_next_start(seated):
    folder = Path(seated.settings.journal).parent
    left = [f"table-1-{SATURDAY}.journal.target", f"table-1-{SATURDAY}.journal.target{HALF_WRITTEN}"]
    others = [f"table-12-{SATURDAY}.journal.target", f"table-1-{SATURDAY}.journal.target.mine", "table-1.journal.room"]
    for name in (*left, *others):
        (folder / name).write_text("Dora Quint")
    seated.stop()

    seated.boot()

    assert files_with(seated, "Quint") == {TARGET, *others}


def test_a_new_name_of_an_unseated_player_does_not_replay_the_record(seated):
    seated.host.orders.ask(StartHand())
    before = seated.game

    seated.hears_target(wanted(2, (*ALL, *called(e9="Gina Neun")), 1, 4, 7))
    seated.hears(StateReceived(state(2), (), None))

    assert seated.game.state.table.hand is before.state.table.hand
