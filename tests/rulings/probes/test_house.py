"""The house rules: a raise doubles, a bet doubles on the turn, a bet and three raises, a word without an amount is the
minimum, and what splashes uncounted is the pot's. Where they are silent the standard speaks."""

import pytest

from tests.rulings.probes.asking import asked, rows

TABLES = {
    "faces 400": """
"raise" = raise 800
"raise" 1000 = raise 800, 200 back
"raise" 5000 = raise 800, 4200 back
"raise" 500 500 = raise 1000
"raise 1000" = raise 1000
"raise 799" = raise 800
"bet" = raise 800
"" 1000 = call 400, 600 back
"" 500 100 = raise 800
"" 500 50 = call 400, 150 back
"" 500 500 = raise 1000
"" 300 = call 400
"call" = call 400
"fold" = fold 0
"check" = call 400
"all in" = all-in 9800
""",
    "opens": """
"bet" = bet 200
"bet" 1000 = bet 200, 800 back
"bet 500" = bet 500
"" 500 = bet 500
"" 100 = bet 200
"check" = check 0
""",
    "on the turn": """
"bet" = bet 400
"bet" 1000 = bet 400, 600 back
"bet 200" = bet 400
"bet 500" = bet 500
"" 300 = bet 400
"" 200 = bet 400
"" 400 = bet 400
"" 1000 = bet 1000
"check" = check 0
""",
    "faces 800 over 400": """
"raise" = raise 1600
"raise 1200" = raise 1600
"raise 2000" = raise 2000
"" 1000 200 = raise 1600
"" 1000 100 = call 800, 300 back
"" 1000 = call 800, 200 back
"call" = call 800
""",
    "faces 1200 over 400": """
"raise" = raise 2400
"raise 2000" = raise 2400
"2400" = raise 2400
""",
    "faces three raises": """
"raise" = call 3200
"raise 8000" = call 3200
"call" = call 3200
"" 5000 = call 3200, 2600 back
"fold" = fold 800
""",
    "faces the blind": """
"raise" = raise 400
"raise" 1000 = raise 400, 600 back
"" 1000 = call 200, 800 back
"call" = call 200
""",
}


@pytest.mark.parametrize(
    ("situation", "motion", "answer"),
    [(situation, *row) for situation, table in TABLES.items() for row in rows(table)],
)
def test_the_house_rules_give_this_answer(tmp_path, capsys, situation, motion, answer):
    assert asked(tmp_path / "dispute.toml", capsys, "house", situation, motion) == answer


def test_a_fold_with_nothing_to_call_goes_to_the_floor(tmp_path, capsys):
    """
    Rules During Hands: "if there has been no bet, please do not fold": the floor is asked.
    """
    assert asked(tmp_path / "dispute.toml", capsys, "house", "opens", '"fold"').endswith("floor")
