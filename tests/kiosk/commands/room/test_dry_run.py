"""`kiosk room --dry-run`: no order has any effect."""

import argparse

import httpx
import pytest

from kiosk.cli import main
from kiosk.commands.room.arguments import COMMANDS, add_arguments
from kiosk.commands.room.client import RoomClient
from kiosk.commands.room.command import PEOPLE, READS, ROOM_READS
from tests.kit.clock import KEY
from ui.words.languages import words_in

HEADERS = {"Authorization": f"Bearer {KEY}"}
SAID = {
    "create": "create Dry", "league": "league spring --pattern club*", "place": "place 3 --section Terrace",
    "unplace": "unplace 3", "policy": "policy close-table accept", "break-order": "break-order 1",
    "erase": "erase Ana --anyway", "open": "open 2", "type": "type 1 Ana=9000 Bo=1000 --hands 3",
    "enter": "enter Eve", "member": "member Ana Eve", "turn-away": "turn-away Eve late",
    "schedule": "schedule 2999-01-01", "carry": "carry nobody", "deal": "deal chips --agree",
    "structure": "structure {structure}", "change": "change --guarantee 50000",
    "accept-difference": "accept-difference Ana --by Dana", "bag": "bag Ana 5000", "seat": "seat Ana 1 4",
    "jump": "jump 2", "time": "time 1", "act": 'act {{"do":"start"}}', "book": "book 1 Zoe",
    "rename": "rename Ana Anna", "same": "same Bo Ana", "corrections": "corrections --undo 1",
    "import": "import {structure}",
}  # fmt: skip
"""The orders that need more than the usual arguments, as commands for the room below."""
USUAL = {"ENTRY": "Ana", "TABLE": "1", "SEAT": "4"}


def commands():
    """The parser of each command."""
    parser = argparse.ArgumentParser()
    add_arguments(parser, words_in("en"))
    (known,) = [one for one in parser._actions if isinstance(one, argparse._SubParsersAction)]
    return known.choices


def usual(name, parser):
    """The command with a value for each argument that it needs."""
    needed = [one for one in parser._actions if not one.option_strings and one.nargs not in ("?", "*")]
    return " ".join([name, *(next(iter(one.choices)) if one.choices else USUAL[one.metavar] for one in needed)])


def orders():
    """Every order, as a command. Orders about people and devices are left out: they have no dry run, and the command
    says so.
    """
    others = {*READS, *ROOM_READS, *PEOPLE}
    return {name: SAID.get(name) or usual(name, one) for name, one in commands().items() if name not in others}


def held(clock):
    """Everything that an order could change."""
    ids = [one["id"] for one in httpx.get(f"{clock.site}/api/tournaments", headers=HEADERS).json()["tournaments"]]
    tournaments = [httpx.get(f"{clock.site}/api/tournaments/{one}", headers=HEADERS).json() for one in ids]
    names = [[entry["name"] for entry in one["tournament"]["entries"]] for one in tournaments]
    marks = [one["tournament"]["mark"] for one in tournaments]
    return ids, marks, names, httpx.get(f"{clock.site}/api/plan", headers=HEADERS).json()


def test_every_command_has_a_help_text_and_is_listed_once():
    assert commands().keys() == COMMANDS.keys()
    assert SAID.keys() <= COMMANDS.keys()


@pytest.mark.slow
def test_a_dry_run_of_any_order_changes_nothing(clock, room, capsys, monkeypatch, tmp_path):
    """Orders against the rules are refused; the rest report what they would do.

    Every request to the clock is a dry run.
    """
    structure = tmp_path / "x.csv"
    structure.write_text("starting_stack,5000\nchips,25,100\nsb,bb,minutes\n25,50,5\n50,100,5\n")
    room("create", "Club night", "--structure", "demo")
    room("open", 1, "--typed")
    room("enter", "Ana", "Bo")
    before, sent = held(clock), []
    post = RoomClient.post

    def watched(client, path, body):
        sent.append(path)
        return post(client, path, body)

    monkeypatch.setattr(RoomClient, "post", watched)

    for said in orders().values():
        words = [word.format(structure=structure) for word in said.split()]
        sent.clear()
        code = main(["room", "--settings", str(clock.settings), "--dry-run", *words])
        assert (code == 0) == bool(capsys.readouterr().out.strip()), said
        assert all(path.endswith("?dry_run=true") for path in sent), said
        assert sent or code, said
    assert held(clock) == before


def test_a_dry_run_of_an_order_to_the_room_shows_its_effect(room):
    room("create", "Club night", "--structure", "demo")
    room("open", 1, "--typed")
    room("enter", "Ana")

    assert "tournament" in room("--dry-run", "create", "Dry")
    assert room("--dry-run", "place", 3, "--section", "Terrace") == "table 3 has been placed on the floor plan\n"
    assert "Ana is playing in" in room("--dry-run", "erase", "Ana", code=1)
    assert room("--dry-run", "erase", "Ana", "--anyway").startswith("Ana has been erased")
    assert "Ana, no seat" in room("--dry-run", "show")


def test_a_dry_run_reports_that_an_order_would_change_nothing(room):
    room("place", 3, "--section", "Terrace")

    assert room("--dry-run", "place", 3, "--section", "Terrace") == "nothing would change\n"
    assert room("--dry-run", "unplace", 3) == "table 3 has been taken off the floor plan\n"


def test_a_dry_run_of_a_deal_agrees_to_nothing(clock, room):
    room("create", "Club night", "--structure", "demo", "--buy-in", 1000)
    room("open", 1, "--typed")
    room("enter", "Ana", "Bo", "Cyd")
    room("draw")
    room("start")
    room("type", 1, "Ana=7500", "Bo=7500", "Cyd=0", "--hands", 12)
    room("bust", "Cyd")
    before = held(clock)

    assert room("--dry-run", "deal", "chips", "--agree") == "deal made\n"
    assert held(clock) == before
