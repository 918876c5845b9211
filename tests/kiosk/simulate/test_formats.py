"""Formats that no document has, from registration to their end, through the tables' own programs and the clock."""

import pytest

from tests.kiosk.simulate.simulated import simulated
from tests.kit.sizes import by_hand

SLOW = pytest.mark.slow
NIGHT = range(by_hand("KIOSK_EVENINGS", 1))


@SLOW
def test_heads_up_goes_from_pairs_with_a_bye_to_the_last_two(capsys):
    outcome = simulated(capsys, "--format", "heads-up", "--players", 5, "--seed", 1, "--structure", "demo")

    assert outcome["tables"] == 3
    assert [finish["finish"] for finish in outcome["finishes"]] == [1, 2, 3, 4, 4]
    assert sum(finish["payout"] for finish in outcome["finishes"]) == 5 * 2_000


@pytest.mark.nightly
def test_a_shoot_out_goes_from_three_tables_to_their_winners(capsys):
    outcome = simulated(capsys, "--format", "shoot-out", "--players", 20, "--seed", 1, "--structure", "demo")

    assert outcome["tables"] == 3
    assert [finish["finish"] for finish in outcome["finishes"]][:3] == [1, 2, 3]
    assert outcome["chips"]["issued"] == outcome["chips"]["found"] == 20 * 5_000


@pytest.mark.nightly
def test_a_shoot_out_of_fresh_stacks_leaves_the_chips_of_each_round_behind(capsys):
    outcome = simulated(capsys, "--format", "fresh-shoot-out", "--players", 20, "--seed", 1, "--structure", "demo")

    assert outcome["chips"]["issued"] == outcome["chips"]["found"] == 3 * 5_000


@pytest.mark.nightly
def test_all_players_draw_new_seats_at_two_tables_and_for_the_final_table(capsys):
    outcome = simulated(capsys, "--format", "redraws", "--players", 30, "--seed", 1, "--structure", "demo")

    assert outcome["chips"]["issued"] == outcome["chips"]["found"]
    assert outcome["parts"][0]["redraws"] >= 2


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("form", "players"), [("redraws", 30), ("shoot-out", 27), ("fresh-shoot-out", 27), ("heads-up", 11)]
)
def test_every_format_adds_up(form, players, capsys):
    for seed in NIGHT:
        simulated(capsys, "--players", players, "--seed", seed, "--format", form)
