"""`kiosk room --dry-run`: no order has any effect."""

import argparse

import httpx
import pytest

from kiosk.cli import main
from kiosk.commands.room.arguments import add_arguments
from kiosk.commands.room.client import RoomClient
from kiosk.commands.room.command import PEOPLE, READS, ROOM_READS
from tests.kit.clock import KEY
from ui.words.languages import words_in

HEADERS = {"Authorization": f"Bearer {KEY}"}
SAID = {
    "create": "create Dry", "league": "league spring --pattern club*",
    "place": "place 3 --section Terrace", "unplace": "unplace 3",
    "policy": "policy close-table accept",
    "break-order": "break-order 1", "erase": "erase Ana --anyway", "open": "open 2",
    "type": "type 1 Ana=9000 Bo=1000 --hands 3", "enter": "enter Eve", "check-in": "check-in Ana",
    "member": "member Ana Eve", "promote": "promote", "forfeit": "forfeit Ana", "clear": "clear Ana",
    "give-up": "give-up Ana", "turn-away": "turn-away Eve late", "schedule": "schedule 2999-01-01",
    "end-flight": "end-flight", "carry": "carry nobody", "hand-for-hand": "hand-for-hand on", "redraw": "redraw",
    "add-on": "add-on Ana", "deal": "deal chips --agree", "structure": "structure {structure}", "accept": "accept",
    "change": "change --guarantee 50000",
    "accept-difference": "accept-difference Ana --by Dana", "bag": "bag Ana 5000", "draw": "draw", "void": "void Ana",
    "bust": "bust Ana", "rebuy": "rebuy Ana", "seat": "seat Ana 1 4", "move": "move Ana 1 4", "break": "break 1",
    "pin": "pin Ana", "unpin": "unpin Ana",
    "out-of-use": "out-of-use 1 4", "in-use": "in-use 1 4",
    "close": "close 1", "halt": "halt 1", "play-on": "play-on 1", "jump": "jump 2", "time": "time 1", "act": "act JSON",
    "undo": "undo",
    "count-time": "count-time", "undo-clock": "undo-clock", "next-hand": "next-hand", "book": "book 1 Zoe",
    "send-chips": "send-chips Ana", "seat-again": "seat-again Ana", "start": "start",
    "rename": "rename Ana Anna", "same": "same Bo Ana", "corrections": "corrections --undo 1",
    "import": "import {structure}",
    "pause": "pause", "next": "next", "previous": "previous", "end": "end",
}  # fmt: skip
"""Each order, as a command for the room below."""
ORDERS = {**SAID, "act": 'act {{"do":"start"}}'}


def commands():
    """All commands that the parser knows."""
    parser = argparse.ArgumentParser()
    add_arguments(parser, words_in("en"))
    (known,) = [one for one in parser._actions if isinstance(one, argparse._SubParsersAction)]
    return set(known.choices)


def held(clock):
    """Everything that an order could change."""
    ids = [one["id"] for one in httpx.get(f"{clock.site}/api/tournaments", headers=HEADERS).json()["tournaments"]]
    tournaments = [httpx.get(f"{clock.site}/api/tournaments/{one}", headers=HEADERS).json() for one in ids]
    names = [[entry["name"] for entry in one["tournament"]["entries"]] for one in tournaments]
    marks = [one["tournament"]["mark"] for one in tournaments]
    return ids, marks, names, httpx.get(f"{clock.site}/api/plan", headers=HEADERS).json()


def test_every_order_of_the_command_line_is_tested_here():
    """Orders about people and devices are not here: they have no dry run, and the command says so."""
    assert set(ORDERS) == commands() - {*READS, *ROOM_READS, *PEOPLE}


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

    for said in ORDERS.values():
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
