"""Every recorded no-limit hand, written as PHH and played by the `kiosk replay` command."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from engine.books.rulebook import load_book
from engine.events import Event
from engine.hand.state import apply, new_hand
from engine.history.phh.form import BadHistory, Phh, read_phh
from engine.history.phh.play import play
from tests.kit.corpus import Record, as_phh, as_phhs, clauses_broken, no_limit, records

pytestmark = pytest.mark.slow

TDA = load_book("tda")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("hands")


def replay(folder: Path, hands: list[Record], *options: str) -> tuple[int, list[dict[str, Any]]]:
    """The command's exit code and its lines, one for each hand of a `.phhs` file."""
    path = folder / "hands.phhs"
    path.write_text(as_phhs(hands), "utf-8")
    command = [sys.executable, "-m", "kiosk.cli", "replay", str(path), "--json", *options]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert [line["hand"] for line in lines] == list(range(1, len(hands) + 1)), done.stderr
    return done.returncode, lines


def settled(record: Record) -> dict[str, Any]:
    """The record's result of its hand, in the form of the command's output."""
    says = {"error": None, "ok": True, "finishing_stacks": record["finishing_stacks"]}
    if "pots" in record:
        says["pots"] = [{name: pot[name] for name in ("amount", "eligible", "awards")} for pot in record["pots"]]
        says["uncalled"] = record["uncalled"]
    return says


def wrong(hands: list[Record], lines: list[dict[str, Any]]) -> list[tuple[str, dict[str, Any]]]:
    """The hands whose result differs from their record."""
    return [
        (record["id"], line)
        for record, line in zip(hands, lines, strict=True)
        if {name: line[name] for name in settled(record)} != settled(record)
    ]


@pytest.mark.parametrize("name", ["hands_real", "hands_pokerkit_cannot_replay"])
def test_every_real_hand_has_the_result_on_its_record(shared, folder, name):
    """Finishing stacks, pots, the players who could and did win them, and the uncalled bet are those of the record."""
    hands = no_limit(records(shared, name))

    status, lines = replay(folder, hands)

    assert wrong(hands, lines) == []
    assert status == 0


def test_every_random_hand_by_the_standard_settles_as_in_two_other_programs(shared, folder):
    """
    Antes, straddles, dead small blinds, unequal stacks: every hand that the standard allows is played and settled.
    """
    hands = [record for record in records(shared, "hands_synthetic") if not clauses_broken(record)]

    status, lines = replay(folder, hands)

    assert wrong(hands, lines) == []
    assert status == 0
    assert len(hands) > 1_900


def test_a_random_hand_against_the_standard_is_refused_with_the_clause(shared, folder):
    """
    A raise below the minimum or into closed betting names the rule it breaks.
    """
    hands = [record for record in records(shared, "hands_synthetic") if clauses_broken(record)]

    status, lines = replay(folder, hands)

    named = zip(hands, lines, strict=True)
    assert [line for record, line in named if not any(c in line["error"] for c in clauses_broken(record))] == []
    assert {line["ok"] for line in lines} == {False}
    assert status == 1


def test_a_hand_against_the_standard_settles_exactly_when_the_floor_lets_it_stand(shared, folder):
    """The settlement does not depend on whether the play was allowed."""
    hands = [record for record in records(shared, "hands_synthetic") if clauses_broken(record)]

    status, lines = replay(folder, hands, "--force", "it happened")

    assert wrong(hands, lines) == []
    assert status == 0


def test_odd_chips_go_one_each_in_every_pot_separately(shared, folder):
    """Another engine carries odd chips from pot to pot. Ours splits as two independent settlements do."""
    hands = [{**record, "finishing_stacks": record["independent"]}
             for record in records(shared, "hands_odd_chips_differ")]  # fmt: skip

    # One of them straddles and raises by less than the straddle: the split is what matters here.
    status, lines = replay(folder, hands, "--force", "it happened")

    assert [line for line in lines if not line["ok"]] == []
    assert status == 0


def test_every_limit_hand_has_the_stacks_on_its_record(shared, folder):
    """Fixed limit by the standard: every bet and raise of the record has the right size, and the stacks are right."""
    hands = [record for record in records(shared, "hands_real") if record["variant"] == "FT"]

    status, lines = replay(folder, hands)

    assert [line for line in lines if not line["ok"]] == []
    assert status == 0
    assert len(hands) == 24


def test_a_limit_raise_of_the_wrong_size_is_refused_with_the_right_one(shared, folder):
    """In limit a raise is by one bet."""
    hand = next(record for record in records(shared, "hands_real")
                if record["variant"] == "FT" and "p4 cbr 400000" in record["actions"])  # fmt: skip
    hand = {**hand, "actions": ["p4 cbr 600000" if act == "p4 cbr 400000" else act for act in hand["actions"]]}

    _, lines = replay(folder, [hand])

    assert "the limit raise is to 400,000 (TDA 2024 rule 54)" in lines[0]["error"]


def floor_reasons(events: tuple[Event, ...]) -> list[str]:
    return [reason for event in events if (reason := getattr(event, "floor", ""))]


def played_hand(record: Record) -> Phh:
    hand = read_phh(as_phh(record))[""]
    assert not isinstance(hand, BadHistory)
    return hand


def test_the_floor_is_recorded_only_if_the_book_would_have_refused(shared):
    """
    A hand by the book that is forced throughout has no trace of the floor. A hand against the book has the reason.
    """
    for record in no_limit(records(shared, "hands_synthetic")):
        reasons = floor_reasons(play(played_hand(record), TDA, "it happened").events)

        assert bool(reasons) == bool(clauses_broken(record)), record["id"]
        assert set(reasons) <= {"it happened"}


def test_the_events_of_every_real_hand_give_its_final_state(shared):
    """The state is the fold of its events."""
    for record in no_limit(records(shared, "hands_real")):
        played = play(played_hand(record), TDA)
        hand = new_hand(played.final.deal)
        for event in played.events[1:]:
            hand = apply(hand, event)

        assert hand == played.final, record["id"]
