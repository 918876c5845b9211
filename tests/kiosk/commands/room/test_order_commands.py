"""The arguments of a command follow from the fields of its order."""

import argparse
import json
from typing import Any, Literal

import pytest

from engine.tournament.field.entries import SeatAt
from engine.tournament.order import TournamentActionBase
from kiosk.commands.room.orders.fields import CommandContext, converters
from kiosk.faults import Fault
from kiosk.protocol.room_plan import RoomPlan
from kiosk.protocol.tournaments import EntryView, SittingView, TournamentView

NOW = CommandContext(
    TournamentView("one", "Friday", 1, (EntryView(4, "ana", "Ana", 1),), (SittingView(3, 7, 9, False, False),)),
    RoomPlan(),
    "UTC",
)


class Serenade(TournamentActionBase, frozen=True, tag="serenade"):
    """An order with a field of each kind."""

    entry: int
    seat: SeatAt
    song_ms: int
    tune: Literal["waltz", "tango"]
    on: bool = True
    loud: bool = False
    songs: int = 2
    singer: str = ""
    by: tuple[int, ...] = ()
    at_ms: int = 0

    def decide(self, tournament, context):
        return ()


class Riddle(TournamentActionBase, frozen=True, tag="riddle"):
    """An order with a field that no argument can stand for."""

    answer: bytes

    def decide(self, tournament, context):
        return ()


def serenade(*words):
    """The order in a command line."""
    fields, parser = converters(Serenade, {}), argparse.ArgumentParser()
    for field in fields.values():
        for one in field.arguments:
            parser.add_argument(one.name, **one.options)
    args = parser.parse_args(words)
    values: dict[str, Any] = {name: one.value(args, NOW) for name, one in fields.items()}
    return Serenade(**values)


def test_a_field_without_a_default_value_is_a_positional_argument_and_any_other_is_an_option():
    least = Serenade(4, SeatAt(3, 5), 90_000, "tango")

    assert serenade("Ana", "7", "5", "1.5", "tango") == least
    assert serenade(
        "4", "7", "5", "1.5", "tango", "off", "--loud", "--songs", "3", "--singer", "Bo", "--by", "ana"
    ) == (Serenade(4, SeatAt(3, 5), 90_000, "tango", on=False, loud=True, songs=3, singer="Bo", by=(4,)))


@pytest.mark.parametrize(("words", "code"), [
    (("Zoe", "7", "5", "1", "tango"), "no-entry-named"), (("Ana", "8", "5", "1", "tango"), "no-table-open"),
])  # fmt: skip
def test_an_entry_or_a_table_that_does_not_exist_is_named(words, code):
    with pytest.raises(Fault) as fault:
        serenade(*words)

    assert fault.value.message.code == code


def test_a_required_field_without_an_argument_is_named():
    with pytest.raises(TypeError, match="answer of Riddle"):
        converters(Riddle, {})


def test_one_table_is_paused_for_a_reason_and_plays_on(room):
    room("create", "Club night", "--structure", "demo")
    room("open", 1, 2)

    room("pause-table", 2, "--reason", "Ruling")
    assert [one["paused"] for one in json.loads(room("--json", "show"))["tournament"]["sittings"]] == [False, True]
    assert "table 2 is already paused" in room("pause-table", 2, code=1)

    room("pause-table", 2, "off")
    assert [one["paused"] for one in json.loads(room("--json", "show"))["tournament"]["sittings"]] == [False, False]


def test_all_tables_are_paused_after_their_last_hands_and_play_on(room):
    room("create", "Club night", "--structure", "demo")
    room("open", 1, 2)

    room("pause-tables", "--more-hands", 2, "--reason", "Dinner")
    assert [one["paused_after"] for one in json.loads(room("--json", "show"))["tournament"]["sittings"]] == [2, 2]
    assert "no table with a kiosk is playing" in room("pause-tables", code=1)

    room("pause-tables", "off")
    assert [one["paused"] for one in json.loads(room("--json", "show"))["tournament"]["sittings"]] == [False, False]
