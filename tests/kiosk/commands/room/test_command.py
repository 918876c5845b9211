"""A tournament created and directed with `kiosk room`, against a real clock."""

import json
import re

import pytest

from kiosk.cli import main
from kiosk.commands.room.shown import listed
from kiosk.protocol.tournaments import ListedTournament, TournamentList
from tests.kit.clock import eventually
from tests.kit.other_program import SSH, WEB, other_program
from tests.kit.room import NAMES
from ui.words.languages import words_in
from ui.words.main import NO_BREAK


def test_an_evening_is_created_and_started_from_the_command_line(room):
    assert "no tournament" in room("list")
    room("create", "Club night", "--structure", "demo", "--late-levels", 2)
    room("open", 1, 2, "--seats", 10)
    room("enter", *NAMES[:12])
    assert "Ana, no seat" in room("show")
    said = room("draw")
    assert re.search(r"Ana, table [12] seat \d+$", said, re.MULTILINE)  # without chips, which are not handed out yet
    assert re.search(r"^seed of the last draw: \w+$", said, re.MULTILINE)
    room("void", "Bo")
    room("enter", "Zoe")
    assert "proposal 1: Zoe has no seat" in room("show")
    room("accept")

    said = room("start")

    assert "12 of 12 entries left, 5,000 chips on average" in said
    assert "chips issued: 60,000, found: 60,000" in said
    assert "paused" not in said
    assert "paused" in room("undo")
    assert "Club night: 12 of 12 left" in room("list")


def test_a_tournament_is_created_from_a_table_of_blinds_and_continues_with_another(clock, capsys, tmp_path):
    """The guesses about a file go to standard error; an unreadable file is one line there."""
    sheet = tmp_path / "friday.csv"
    sheet.write_text("starting_stack;5000\nchips;25;100\nStufe;SB;BB;Ante;Dauer\n1;25;50;;20\n2;50;100;100;20\n")

    def say(*words):
        code = main(["room", "--settings", str(clock.settings), *map(str, words)])
        said = capsys.readouterr()
        return code, said.out, said.err

    guess = "guessed: the big blind pays the ante for the table, because the ante is half the big blind or more\n"
    assert say("create", "Friday", "--structure", sheet)[::2] == (0, guess)
    sheet.write_text(sheet.read_text() + "Pause;;;;10\n3;100;200;200;20\n")
    code, shown, beside = say("structure", sheet)
    assert (code, beside) == (0, guess)
    assert "Level 1, 20:00 left" in shown
    sheet.write_text("nothing")
    code, shown, beside = say("structure", sheet)
    assert (code, shown, beside.count("\n")) == (2, "", 1)
    assert "friday.csv: there is no table of levels" in beside


def test_a_time_of_day_is_in_the_rooms_zone_wherever_it_is_typed(room, monkeypatch):
    """Six in the evening in Berlin is five in UTC in winter, even if it is typed in New York."""
    monkeypatch.setenv("TZ", "America/New_York")
    room("create", "Club night", "--structure", "demo", "--closes", "2036-12-01 17:30")

    said = room("schedule", "2036-12-01 18:00")

    assert "starts 2036-12-01 18:00 (Europe/Berlin), in " in said
    assert json.loads(room("--json", "show"))["state"]["starts_ms"] == 2_111_763_600_000
    assert "occurs twice" in room("schedule", "2036-10-26 02:30", code=2)
    assert "that time has passed" in room("schedule", "2020-01-01 00:00", code=1)


def test_the_time_left_of_a_level_goes_down_between_commands(room):
    room("create", "Club night", "--structure", "demo")
    room("open", 1, "--typed")
    room("enter", "Ana", "Bo")
    room("draw")
    room("start")

    eventually(lambda: json.loads(room("--json", "show"))["state"]["remaining_ms"] < 180_000)


def test_a_proposals_number_is_the_one_that_was_shown(room):
    """If another proposal has that number by then, nothing is done."""
    room("create", "Club night", "--structure", "demo", "--late-levels", 2)
    room("open", 1)
    room("enter", *NAMES[:6])
    room("draw")
    room("enter", "Zoe")
    said = room("show")
    (mark,) = re.findall(r"accept NUMBER --seen (\d+)", said)
    room("enter", "Yan")

    assert "had just changed" in room("accept", 1, "--seen", mark, code=1)
    assert "Zoe, table 1" in room("accept", 1)


def test_the_clocks_texts_are_in_the_language_of_the_terminal(room, monkeypatch):
    """
    The room's own language is English.
    """
    room("create", "Club night", "--structure", "demo", "--late-levels", 2)
    room("open", 1)
    room("enter", *NAMES[:6])
    room("draw")
    room("enter", "Zoe")

    monkeypatch.setenv("LANGUAGE", "de")

    assert "Vorschlag 1: Zoe hat keinen Platz" in room("show")
    assert room("--dry-run", "pause", code=1).startswith("kiosk room: die Uhr ")


def test_the_structure_sets_late_registration_unless_the_command_does(room, tmp_path):
    sheet = tmp_path / "friday.csv"
    sheet.write_text("late_levels,2\nstarting_stack,5000\nchips,25\nsb,bb,min\n25,50,20\n50,100,20\n75,150,20\n")
    room("create", "Friday", "--structure", sheet)
    room("open", 1)
    room("enter", "Ana", "Bo")
    room("draw")
    room("start")

    assert "Cyd" in room("enter", "Cyd")
    room("create", "Saturday", "--structure", sheet, "--late-levels", 0)
    room("open", 2)
    room("enter", "Ana", "Bo")
    room("draw")
    room("start")
    room("enter", "Cyd", code=1)


def test_a_refusal_of_the_clock_is_shown_with_its_reason(room):
    room("create", "Club night")
    room("open", 1)

    assert "table 1 is in play" in room("open", 1, code=1)
    assert "table 2 is not open" in room("break", 2, code=2)
    assert "no entry has the name Ana" in room("bust", "Ana", code=2)
    assert "there is no proposal 3" in room("accept", 3, code=2)
    assert "there is no structure" in room("create", "x", "--structure", "dmo", code=1)


def test_each_undo_goes_one_act_further_back_and_names_it(room):
    """An act that was undone is not undone again, unless its number is given."""
    room("create", "Club night")
    room("open", 1)
    room("enter", "Ana")
    room("enter", "Bo")

    first, second = room("undo"), room("undo")

    assert "undone: player entered (number 4)" in first
    assert "Ana, no seat" in first
    assert "Bo" not in first
    assert "undone: player entered (number 3)" in second
    assert "Ana" not in second
    assert "Ana, no seat" in room(*second.splitlines()[0].split()[-2:])


def test_json_output_is_for_programs(room):
    room("create", "Club night")

    assert json.loads(room("--json", "list"))["tournaments"][0]["name"] == "Club night"
    assert json.loads(room("--json", "show"))["tournament"]["entries"] == []


def test_without_a_clock_the_command_says_how_to_name_one(capsys, monkeypatch):
    monkeypatch.delenv("KIOSK_KEY", raising=False)

    assert main(["room", "list"]) == 2
    assert "--settings" in capsys.readouterr().err


def test_a_wrong_key_is_refused(clock, capsys, monkeypatch):
    monkeypatch.setenv("KIOSK_KEY", "a-guess")

    assert main(["room", "--clock", clock.site, "list"]) == 2
    assert "has a different director's key" in capsys.readouterr().err


@pytest.mark.parametrize("says", [SSH, WEB])
def test_another_program_is_not_taken_for_a_clock(says, free_port, capsys, monkeypatch):
    monkeypatch.setenv("KIOSK_KEY", "a-guess")

    with other_program(free_port, says):
        assert main(["room", "--clock", f"http://127.0.0.1:{free_port}", "list"]) == 2
    assert "is not a clock" in capsys.readouterr().err


def test_nothing_claims_that_an_order_to_an_absent_clock_is_kept(free_port, capsys, monkeypatch):
    monkeypatch.setenv("KIOSK_KEY", "a-guess")

    assert main(["room", "--clock", f"http://127.0.0.1:{free_port}", "enter", "Ana"]) == 2
    said = capsys.readouterr().err
    assert "start the clock" in said
    assert "kept" not in said


def test_a_table_without_a_kiosk_is_typed_in(room):
    room("create", "Club night", "--structure", "demo")
    room("open", 1, "--typed")
    room("enter", "Ana", "Bo", "Cyd")
    room("draw")
    room("start")

    said = room("type", 1, "Ana=7500", "Bo=7_500", "3=0", "--hands", 12)

    assert "Cyd" in said
    assert "chips issued: 15,000, found: 15,000" in said
    assert "Ana, table 1 seat" in said
    assert "7,500" in said
    assert "are off by 1,500" in room("type", 1, "Ana=9000", "Bo=7500", "--hands", 13, code=1)
    assert "NAME=CHIPS" in room("type", 1, "Ana", "--hands", 12, code=2)


def test_a_newcomer_at_a_typed_table_is_shown_with_their_starting_stack(room):
    room("create", "Club night", "--structure", "demo", "--late-levels", 2)
    room("open", 1, "--typed")
    room("enter", "Ana", "Bo")
    room("draw")
    room("start")
    room("type", 1, "Ana=7500", "Bo=2500", "--hands", 12)
    room("enter", "Zoe")

    said = room("seat", "Zoe")

    assert re.search(r"Zoe, table 1 seat \d+, 5,000$", said, re.MULTILINE)
    assert "chips issued: 15,000, found: 15,000" in said


def test_entries_without_a_seat_after_the_draw_are_alternates(room):
    room("create", "Club night", "--structure", "demo")
    room("open", 1, "--seats", 2, "--typed")
    room("enter", "Ana", "Bo", "Cyd", "Dee")

    assert "2 more seats needed: open another table" in room("draw", code=1)
    said = room("draw", "--alternates")

    assert "3: Cyd, alternate 1" in said
    assert "4: Dee, alternate 2" in said
    assert "seat open for Cyd, first alternate (2)" in room("void", "Ana")
    assert re.search(r"Cyd, table 1 seat \d", room("accept"))


def test_a_canceled_entry_shows_the_refund(room):
    room("create", "Club night", "--currency", "EUR", "--buy-in", 5000, "--fee", 500, "--bounty", 1000)
    room("enter", "Ana", "Bo")

    assert "refund due to Ana: 65 EUR" in room("void", "Ana").replace(NO_BREAK, " ")
    assert "refund due to Bo: 65 EUR" in room("give-up", "Bo").replace(NO_BREAK, " ")
    assert "refund due" not in room("show")


def test_the_number_is_needed_if_two_entries_have_the_same_name(room):
    room("create", "Club night")
    room("enter", "Ana")
    room("enter", "ANA", "--player", "member-17")

    assert "several entries have the name Ana: 1, 2" in room("void", "Ana", code=2)
    room("void", 1)
    room("void", "Ana")


def test_a_captain_is_chosen_and_seen_ids_are_noted(room):
    room("create", "Hold'em", "--book", "astate-2009", "--structure", "astate-2009", "--roster", 16)
    assert "captain Bo is not on" in room(
        "enter", "Aces", "--roster", "Ann Ash", "--captain", "Bo", "--id-seen", code=1
    )
    room("enter", "Aces", "--roster", "Ann Ash", "Bo Birch", "--captain", "Bo Birch", "--id-seen")

    assert "ID" in room("member", "Aces", "Cy Cedar", code=1)
    room("member", "Aces", "Cy Cedar", "--id-seen")


def test_tables_levels_and_names_that_do_not_exist_are_refused(room):
    assert "there is no level 40: the structure has" in room("create", "Day 1", "--flight", "level:40", code=1)
    assert "a tournament needs a name" in room("create", "\u202e\u0007", code=1)
    room("create", "Fri\u202eday\u0007")
    assert "Friday:" in room("list")
    assert "there is no table 0" in room("open", 0, "--typed", "--seats", 9, code=1)
    room("open", 1, "--typed", "--seats", 9)
    room("enter", "Ana", "Bo")
    room("draw")
    room("start")
    assert "there is no late registration" in room("enter", "Cyd", code=1)


def test_any_action_of_the_api_can_be_written_as_json(room):
    room("create", "Club night", "--structure", "demo")
    room("open", 1)

    assert "Zoe" in room("act", '{"do": "add-entry", "player": "zoe", "name": "Zoe"}')
    assert "this is not an action" in room("act", '{"do": "nothing"}', code=2)
    assert "this is not an action" in room("act", "nothing", code=2)


def test_a_finished_tournament_is_listed_as_over():
    over = ListedTournament("7", "Club night", 12, 1, ended=True)

    assert listed(TournamentList((over,), ()), words_in("en")) == "7  Club night: over, 12 entries"


def test_opening_several_tables_is_refused_with_the_reason_for_the_first(room):
    room("create", "Club night", "--structure", "demo")
    room("open", 1)

    assert room("open", 1, 2, code=1) == "kiosk room: table 1 is in play\n"

    assert room("open", 2, code=1)


def test_several_players_enter_as_one_act_or_nobody_does(room):
    room("create", "Club night", "--structure", "demo")
    room("enter", "Ana", "Bo")

    said = room("enter", "Cyd", "Bo", "Dee", code=1)

    assert said == "kiosk room: Bo is still in the tournament (nobody was entered)\n"
    assert re.findall(r"\d: (\w+), no seat", room("show")) == ["Ana", "Bo"]
    room("enter", "Cyd", "Dee")
    room("undo")
    room("enter", "Cyd", "Dee")
    assert re.findall(r"\d: (\w+), no seat", room("show")) == ["Ana", "Bo", "Cyd", "Dee"]
    room("undo")
    room("undo")
    assert "creating a tournament cannot be undone" in room("undo", code=1)
    assert "Club night" in room("show")


def test_a_table_without_a_kiosk_in_the_settings_can_only_be_opened_as_typed(room):
    room("create", "Club night", "--structure", "demo")

    assert "the clock's settings have no table 7" in room("open", 7, code=1)
    room("open", 7, "--typed")


@pytest.mark.parametrize(("language", "said"), [("de", "Ana hat noch Chips"), ("es", "Ana tiene fichas")])
def test_a_refusal_is_in_the_language_of_the_terminal(room, language, said):
    """
    The clock's own language is English.
    """
    room("create", "Club night", "--structure", "demo")
    room("open", 1)
    room("enter", "Ana", "Bo")
    room("draw")

    assert said in room("--language", language, "bust", "Ana", code=1)


@pytest.mark.parametrize(("act", "said"), [("start", "clock started"), ("next", "level changed")])
def test_an_act_of_the_level_clock_is_undone_and_named(room, act, said):
    room("create", "Club night", "--structure", "demo")
    room("open", 1)
    room("enter", "Ana", "Bo")
    room("draw")
    room(act)

    assert f"undone: {said}" in room("undo")


def test_a_table_whose_opening_was_undone_is_gone_and_can_be_opened_again(room):
    room("create", "Friday")
    room("open", 1, 2)
    room("undo")
    assert [one["table"] for one in json.loads(room("--json", "show"))["tournament"]["sittings"]] == [1]

    room("open", 2)

    assert [one["sitting"] for one in json.loads(room("--json", "show"))["tournament"]["sittings"]] == [1, 3]


def test_a_dry_run_does_nothing(room):
    room("create", "Club night")

    assert "player entered" in room("--dry-run", "enter", "Ana")
    assert "0 of 0 entries" in room("show")
    room("enter", "Ana")
    assert "still in the tournament" in room("--dry-run", "enter", "Ana", code=1)


def test_results_and_hands_can_be_exported_for_other_programs(room):
    room("create", "Club night")
    room("enter", "Ana")

    assert json.loads(room("results", "--format", "ots"))["ots"]["player_count"] == 1
    assert room("results").startswith("\ufeffplace,tied,name")
    assert room("hands", "--format", "phhs", "--entry", "Ana").strip() == ""
    assert "Bo" in room("hands", "--entry", "Bo", code=2)


def test_a_name_is_erased_from_the_command_line(room):
    room("create", "Club night", "--structure", "demo")
    room("enter", "Ana", "Bo")
    assert "erase the name anyway" in room("erase", "Bo", code=1)
    room("void", "Bo")

    said = room("erase", "bo")

    assert "bo has been erased" in said
    assert "nobody in this room is called Bo" in room("erase", "Bo", code=1)
    room("erase", "Ana", "--anyway")
    assert re.search(r"1: #\d+, no seat$", room("show"), re.MULTILINE)
