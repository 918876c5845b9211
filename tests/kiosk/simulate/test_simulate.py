"""Tournaments by seed, over the real table program and the real clock."""

import pytest

from engine.books.rulebook import load_book
from engine.history.pokerstars import to_pokerstars
from engine.history.record import final
from engine.tournament.levels.structure import load_structure
from kiosk.cli import main
from kiosk.commands.history import read_hands
from kiosk.simulate.tournament import Plan, simulate
from tests.kiosk.simulate.simulated import simulated
from tests.kit.pokerstars import read_hand
from ui.words.languages import words_in


@pytest.mark.slow
def test_an_evening_goes_from_registration_to_payout(capsys):
    outcome = simulated(capsys, "--players", 11, "--seed", 4, "--structure", "demo")

    assert (outcome["book"], outcome["players"], outcome["tables"]) == ("tda", 11, 2)
    assert outcome["chips"]["issued"] == outcome["chips"]["found"] == 5000 * len(outcome["finishes"])
    assert [finish["finish"] for finish in outcome["finishes"]] == sorted(
        finish["finish"] for finish in outcome["finishes"]
    )
    assert sum(finish["payout"] for finish in outcome["finishes"]) == 2_000 * len(outcome["finishes"])


@pytest.mark.slow
def test_the_same_seed_plays_the_same_evening(capsys):
    first, second = (simulated(capsys, "--players", 4, "--seed", 7, "--structure", "demo") for _ in range(2))

    assert first == second


@pytest.mark.slow
def test_chips_in_transit_for_a_long_time_are_not_signed_for(capsys):
    """In this evening two moved players sit down more than ten minutes later, with all the chips that they
    left with.
    """
    simulated(capsys, "--players", 20, "--seed", 3, "--structure", "demo")


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--players", "1"), "players"),
        (("--book", "nobody"), "there is no rule book"),
        (("--structure", "none"), "there is no structure"),
    ],
)
def test_an_impossible_simulation_is_reported(words, why, capsys):
    assert main(["simulate", *words]) == 2
    assert why in capsys.readouterr().err


@pytest.mark.slow
def test_every_hand_of_an_evening_reaches_a_tracker_with_its_chips(tmp_path):
    """
    The PokerStars text format: the hands of a table follow each other, no number comes twice, and no chip is lost.
    """
    assert simulate(Plan(load_book("tda"), load_structure("demo"), 7, 5), tmp_path).ok
    numbers: list[int] = []
    for path in sorted(tmp_path.glob("table-*.journal")):
        records, problem = read_hands(path, words_in("en"))
        assert not problem
        for record in records:
            hand = read_hand(to_pokerstars(record))
            assert hand.stacks == dict(zip(record.deal.seats, final(record).stacks, strict=True))
            numbers.append(hand.number)

    assert len(numbers) > 20
    assert len(set(numbers)) == len(numbers)
