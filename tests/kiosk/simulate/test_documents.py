"""Each document's event, from registration to its end, through the tables' own programs and the clock.

`KIOSK_EVENINGS`: how many of each at night; `KIOSK_PLAYERS`: how many at the large evening.
"""

import os

import pytest

from tests.kiosk.simulate.simulated import simulated

SLOW = pytest.mark.slow
NIGHT = range(int(os.environ.get("KIOSK_EVENINGS", "1")))
FIELD = int(os.environ.get("KIOSK_PLAYERS", "200"))
"""Of the large evening."""


@SLOW
def test_r1_4_r3_2_r3_3_thirty_teams_in_crews_of_five_send_their_top_stacks_to_the_winners_table(capsys):
    outcome = simulated(capsys, "--book", "astate-2009", "--players", 35, "--seed", 2)

    tables, winners = outcome["parts"]
    assert outcome["tables"] == 6
    assert (tables["entries"], tables["went_on"], tables["forfeits"], tables["waited"]) == (30, 6, 2, 2)
    assert (winners["name"], winners["entries"]) == ("Winners' table", 6)
    assert [finish["finish"] for finish in outcome["finishes"]][:7] == [1, 2, 3, 4, 5, 6, 7]
    assert len(outcome["finishes"]) == len({finish["entry"] for finish in outcome["finishes"]}) == 30
    assert outcome["chips"]["issued"] == outcome["chips"]["found"] == 30 * 100


@SLOW
def test_intramural_2_and_3_the_same_game_without_registration(capsys):
    outcome = simulated(capsys, "--book", "intramural", "--players", 10, "--seed", 1)

    tables, winners = outcome["parts"]
    assert (tables["entries"], tables["went_on"], winners["entries"]) == (10, 2, 2)


@SLOW
def test_vector_18_washburn_2_flights_end_with_two_each_and_the_final_table_carries_the_exact_counts(capsys):
    outcome = simulated(capsys, "--book", "washburn", "--players", 18, "--seed", 1)

    *flights, final = outcome["parts"]
    assert [(flight["entries"], flight["went_on"]) for flight in flights] == [(6, 2)] * 3
    assert (final["entries"], final["issued"]) == (6, 18 * 10_000)
    assert sum(finish["payout"] for finish in outcome["finishes"]) == 18 * 2_000
    assert len(outcome["finishes"]) == 18
    assert outcome["chips"]["issued"] == outcome["chips"]["found"] == 18 * 10_000


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("book", "players"),
    [("astate-2009", 45), ("intramural", 30), ("washburn", 36), ("house", 45), ("tournament", 30), ("tda", 60)],
)
def test_every_documents_event_adds_up(book, players, capsys):
    for seed in NIGHT:
        simulated(capsys, "--players", players, "--seed", seed, "--book", book)


@pytest.mark.nightly
def test_tda_two_hundred_with_late_entries_re_entries_bounties_hand_for_hand_payouts_and_a_deal(capsys):
    outcome = simulated(capsys, "--book", "tda", "--players", FIELD, "--seed", 1)

    (whole,) = outcome["parts"]
    assert whole["entries"] > FIELD, "some came back"
    assert whole["hands_for_hands"] >= 1
    assert whole["deals"] == 1
    assert whole["counts"] > outcome["hands"], "every chip was counted after everything that happened"
    assert sum(finish["bounties"] for finish in outcome["finishes"]) == 500 * whole["entries"]
    assert whole["issued"] == 10_000 * whole["entries"]
    assert outcome["chips"]["issued"] == outcome["chips"]["found"]
    raced = abs(outcome["chips"]["found"] - whole["issued"])
    assert raced < 1_000 * outcome["tables"], "chip races round at each table"


@pytest.mark.nightly
@pytest.mark.parametrize("betting", ["pot-limit", "fixed-limit"])
def test_the_tournament_rulings_in_pot_limit_and_limit_add_up(betting, capsys, tmp_path):
    """
    A room chooses by a book of its own that extends the shipped one (rules 8 to 11).
    """
    book = tmp_path / f"{betting}.toml"
    lines = ['id = "room"', 'name = "Our rules"', 'extends = "tournament"', "[betting]", f'value = "{betting}"',
             'clause = "Rules 8 to 11"', 'says = "Our game."']  # fmt: skip
    book.write_text("\n".join(lines), "utf-8")

    for seed in NIGHT:
        outcome = simulated(capsys, "--players", 12, "--seed", seed, "--book", book)
        assert outcome["book"] == "room"
