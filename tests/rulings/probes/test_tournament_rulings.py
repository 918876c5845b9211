"""The tournament rulings: 9a and 9b for bets and raises alike, 11a to 11f for one chip, 3 for words, 10 for the cap."""

import pytest

from tests.rulings.probes.asking import asked, rows

TABLES = {
    "faces 400": """
"" 500 100 50 = raise 800
"" 500 50 = call 400, 150 back
"" 500 100 = raise 800
"" 500 75 = call 400, 175 back
"" 500 500 = raise 1000
"" 1000 = call 400, 600 back
"raise" 1000 = raise 1000
"raise" 500 = raise 800
"raise" = raise 800
"raise 600" = raise 800
"raise 1000" = raise 1000
"call" 1000 = call 400, 600 back
"call" = call 400
"fold" 400 = fold 0, 400 back
"all in" = all-in 9800
""",
    "opens": """
"" 1000 = bet 1000
"" 50 50 = bet 200
"" 100 = bet 200
"" 50 25 = check 0, 75 back
"" 75 = check 0, 75 back
"" 100 50 = bet 200
"" 100 100 = bet 200
"bet" = bet 200
"bet 100" = bet 200
"bet" 1000 = bet 1000
"check" = check 0
""",
    "faces the blind": """
"" 1000 = call 200, 800 back
"" 500 = call 200, 300 back
"" 200 100 = raise 400
"" 200 50 = call 200, 50 back
"raise" 500 = raise 500
"raise" = raise 400
""",
    "has the option": """
"" 1000 = check 200, 1000 back
"" 500 = check 200, 500 back
"raise" 500 = raise 700
"check" = check 200
""",
    "faces 1200 over 400": """
"" 1000 1000 = call 1200, 800 back
"raise" = raise 2000
"" 1000 500 500 = raise 2000
""",
    "opens in pot-limit": """
"pot" = bet 600
"bet" 1000 = bet 600, 400 back
"bet 300" = bet 300
""",
    "faces 400 in pot-limit": """
"raise" 1000 = raise 1000
"raise" 5000 = raise 1800, 3200 back
"pot" = raise 1800
"call" = call 400
""",
    "faces 200 in limit": """
"" 500 = call 200, 300 back
"" 1000 = call 200, 800 back
"raise" = raise 400
"raise" 500 = raise 400, 100 back
""",
}


@pytest.mark.parametrize(
    ("situation", "motion", "answer"),
    [(situation, *row) for situation, table in TABLES.items() for row in rows(table)],
)
def test_the_tournament_rulings_give_this_answer(tmp_path, capsys, situation, motion, answer):
    assert asked(tmp_path / "dispute.toml", capsys, "tournament", situation, motion) == answer
