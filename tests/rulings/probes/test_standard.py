"""The standard, and the documents that are silent on chips and words: 41 and 43 to 46, 50 to 52, 54, 55, 57, 58."""

import pytest

from tests.rulings.probes.asking import asked, rows

FACING_A_BET = """
"" 1000 = call 400, 600 back
"" 500 = call 400, 100 back
"" 400 = call 400
"" 100 100 100 100 = call 400
"" 500 500 = raise 1000
"" 500 100 = raise 800
"" 500 25 25 25 = call 400, 175 back
"" 500 50 = call 400, 150 back
"" 300 200 = call 400, 100 back
"" 100 100 100 100 100 100 100 = raise 800
"" 100 100 100 100 100 = call 400, 100 back
"" 200 200 200 = raise 800
"" 200 200 100 = call 400, 100 back
"" 500 400 = raise 900
"" 1000 100 = raise 1100
"" 1000 25 = raise 1025
"" 300 = call 400
"" 100 200 = call 400
"call" = call 400
"call" 1000 = call 400, 600 back
"call" 100 = call 400
"call" 500 500 = call 400, 600 back
"raise" = raise 800
"raise" 1000 = raise 1000
"raise" 500 = raise 800
"raise" 500 500 = raise 1000
"raise" 5000 = raise 5000
"raise 800" = raise 800
"raise to 1500" = raise 1500
"raise 600" = raise 800
"raise 400" = raise 800
"raise another 600" = raise 1000
"raise 1000 more" = raise 1400
"raise fifteen hundred" = raise 1500
"raise twelve hundred and fifty" = raise 1250
"raise 1.2k" = raise 1200
"make it 1200" = raise 1200
"1200" = raise 1200
"800" = raise 800
"600" = raise 800
"550" = call 400
"400" = call 400
"one thousand" = raise 1000
"all in" = all-in 9800
"all-in" 500 = all-in 9800
"fold" = fold 0
"fold" 400 = fold 0, 400 back
"check" = call 400
"bet" = raise 800
"bet 1000" = raise 1000
"pot" = raise 800
"no raise, call" = call 400
"I call your four hundred and raise six hundred" = call 400
"call and raise 1000" = call 400
"ich erhöhe auf 1200" = raise 1200
"ich gehe mit" = call 400
"ich passe" = fold 0
"subo a 1200" = raise 1200
"me retiro" = fold 0
"bananas" = asked
"" = asked
"two five" = asked
"raise -800" = asked
"if he calls, I raise" = nothing 0, floor
"""

OPENING = """
"" 200 = bet 200
"" 500 = bet 500
"" 1000 = bet 1000
"" 100 100 = bet 200
"" 100 25 = bet 200
"" 25 = bet 200
"" 75 = bet 200
"" 99 = bet 200
"" 500 100 = bet 600
"" 100 100 100 = bet 300
"check" = check 0
"call" = check 0
"bet" = bet 200
"raise" = bet 200
"bet 100" = bet 200
"bet 500" = bet 500
"500" = bet 500
"raise 600" = bet 600
"bet" 1000 = bet 1000
"bet" 100 = bet 200
"five" = bet 500
"bet five" = bet 500
"bet six" = bet 600
"all in" = all-in 9800
"bet pot" = bet 200
"setze 400" = bet 400
"paso" = check 0
"check" 500 = check 0, 500 back
"""

BEFORE_THE_FLOP = """
"" 1000 = call 200, 800 back
"" 500 = call 200, 300 back
"" 200 = call 200
"" 100 100 = call 200
"" 500 500 = raise 1000
"" 200 100 = raise 400
"" 200 50 = call 200, 50 back
"" 200 25 25 25 = call 200, 75 back
"" 100 = call 200
"" 200 200 = raise 400
"" 500 100 = raise 600
"call" 500 = call 200, 300 back
"raise" = raise 400
"raise" 500 = raise 500
"raise 300" = raise 400
"300" = raise 400
"250" = call 200
"check" = call 200
"bet 500" = raise 500
"raise 1000" = raise 1000
"raise 400 more" = raise 600
"all in" = all-in 10000
"fold" = fold 0
"""

THE_OPTION = """
"check" = check 200
"call" = check 200
"raise" = raise 400
"bet" = raise 400
"raise 600" = raise 600
"600" = raise 600
"all in" = all-in 10000
"" 200 = raise 400
"" 100 = raise 400
"" 75 = check 200, 75 back
"" 500 = raise 700
"""

RAISED_WITH_THE_BLIND_OUT = """
"" 500 = call 600, 100 back
"" 1000 = call 600, 600 back
"" 400 = call 600
"" 500 500 = raise 1200
"" 100 500 = raise 1000
"" 100 100 100 100 = call 600
"" 100 100 100 100 100 = call 600, 100 back
"" 200 = call 600
"call" = call 600
"raise" = raise 1000
"raise 800" = raise 1000
"raise 1500" = raise 1500
"all in" = all-in 10000
"fold" = fold 200
"""

RAISED_BY_TWO = """
"" 1000 1000 = call 1200, 800 back
"" 1000 500 = call 1200, 300 back
"" 1000 200 100 = call 1200, 100 back
"" 1000 200 200 200 = raise 2000
"" 500 1000 1000 = raise 2500
"" 5000 = call 1200, 3800 back
"raise" = raise 2000
"raise 1500" = raise 2000
"raise 2500" = raise 2500
"2500" = raise 2500
"1500" = call 1200
"1600" = raise 2000
"call" = call 1200
"call" 500 = call 1200
"check" = call 1200
"""

ALONE = """
"" 500 = call 1200
"" 800 = call 1200
"" 1000 = call 1200, 200 back
"call" = call 1200
"raise" = raise 2000
"fold" = fold 400
"""

POT_LIMIT = """
"pot" = raise 1800
"raise pot" = raise 1800
"raise" = raise 800
"raise 5000" = raise 1800
"raise" 1000 = raise 1000
"raise" 5000 = raise 1800, 3200 back
"all in" = raise 1800
"call" = call 400
"" 1000 = call 400, 600 back
"1000" = raise 1000
"""

POT_LIMIT_OPENING = """
"pot" = bet 600
"bet pot" = bet 600
"bet 5000" = bet 600
"bet" = bet 200
"bet 500" = bet 500
"" 500 = bet 500
"" 1000 = bet 600, 400 back
"all in" = bet 600
"check" = check 0
"""

LIMIT = """
"raise" = raise 400
"raise 1000" = raise 400
"complete" = raise 400
"call" = call 200
"" 500 = call 200, 300 back
"all in" = raise 400
"fold" = fold 0
"""

LIMIT_OPENING = """
"bet" = bet 200
"bet 500" = bet 200
"check" = check 0
"all in" = bet 200
"""

TABLES = {
    "faces 400": FACING_A_BET,
    "opens": OPENING,
    "faces the blind": BEFORE_THE_FLOP,
    "has the option": THE_OPTION,
    "is raised to 600": RAISED_WITH_THE_BLIND_OUT,
    "faces 1200 over 400": RAISED_BY_TWO,
    "alone against 1200": ALONE,
    "faces 400 in pot-limit": POT_LIMIT,
    "opens in pot-limit": POT_LIMIT_OPENING,
    "faces 200 in limit": LIMIT,
    "opens in limit": LIMIT_OPENING,
}
SILENT = ("washburn", "intramural", "astate-2009")
"""The documents that say nothing of chips and words: the standard speaks."""


@pytest.mark.parametrize(
    ("situation", "motion", "answer"),
    [(situation, *row) for situation, table in TABLES.items() for row in rows(table)],
)
def test_the_standard_gives_this_answer(tmp_path, capsys, situation, motion, answer):
    assert asked(tmp_path / "dispute.toml", capsys, "tda", situation, motion) == answer


@pytest.mark.parametrize("book", SILENT)
@pytest.mark.parametrize(("motion", "answer"), rows(FACING_A_BET))
def test_a_document_without_such_a_rule_follows_the_standard(tmp_path, capsys, book, motion, answer):
    assert asked(tmp_path / "dispute.toml", capsys, book, "faces 400", motion) == answer
