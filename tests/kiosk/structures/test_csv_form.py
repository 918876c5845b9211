"""Structures from a table, as spreadsheets in three languages write it."""

import pytest

from engine.tournament.levels.structure import BadStructure, Break, Level
from kiosk.structures.csv_form import parse_csv
from tests.said import english
from ui.words.languages import words_in

OURS = """\
name,Friday night
starting_stack,10000
chips,25,100,500
kind,name,small,big,ante,ante_form,minutes,color_up
level,Level 1,25,50,,,20,
break,Dinner,,,,,30,25
level,7,100,200,100,each,20,
"""
HEADERS = {
    "English": 'Level,Small Blind,Big Blind,Ante,Minutes\n1,25,50,,20\nBreak,,,,10\n2,"1,000","2,000","2,000",20\n',
    "German": "Stufe;Kleiner Blind;Großer Blind;Ante;Dauer\n1;25;50;-;20\nPause;;;;10\n2;1.000;2.000;2.000;20\n",
    "Spanish": "Nivel;Ciega pequeña;Ciega grande;Ante;Duración\n1;25;50;;20\nDescanso;;;;10\n2;1 000;2 000;2 000;20\n",
    "tabs": "sep=\t\n\nsb\tbb\tante\tmin\n25\t50\t0\t20\nbreak\t10\n1000\t2000\t2000\t20\n",
    "none": "25,50,0,20\nbreak,,,10\n1000,2000,2000,20,\n",
}


def read(text):
    return parse_csv(text, "f.csv", "f")


def refused(text):
    """The one line that says what is wrong."""
    with pytest.raises(BadStructure) as refusal:
        read(text)
    said = english(refusal.value)
    assert said.startswith("f.csv: ")
    assert "\n" not in said
    return said.removeprefix("f.csv: ")


def codes(found):
    return [guess.code for guess in found.guesses]


def test_our_own_table_form_holds_everything():
    """A column for the kind is taken literally, names included."""
    found = read(OURS)

    assert (found.structure.name, found.structure.starting_stack) == ("Friday night", 10_000)
    assert found.structure.chips == (25, 100, 500)
    assert found.structure.entries == (
        Level(25, 50, 20, name="Level 1"),
        Break(30, (25,), "Dinner"),
        Level(100, 200, 20, 100, "each", "7"),
    )
    assert codes(found) == []


@pytest.mark.parametrize("text", HEADERS.values(), ids=HEADERS)
def test_a_table_of_another_program_is_read_in_three_languages_and_without_a_heading(text):
    """
    Each has its own separators and thousands, and a row for a break.
    """
    found = read(text)

    assert found.structure.entries == (
        Level(25, 50, 20, name="Level 1"),
        Break(10, name="Break"),
        Level(1_000, 2_000, 20, 2_000, "big-blind", name="Level 2"),
    )
    unheaded = [] if "in" in text.casefold() or "dur" in text.casefold() else ["columns-guessed"]
    assert codes(found) == [*unheaded, "big-blind-ante-guessed", "chips-guessed", "starting-stack-guessed"]


def test_a_column_for_a_big_blind_ante_needs_no_guess():
    """A mark in the column for color-ups also removes the chips that nothing later needs."""
    found = read("sb,bb,bb ante,min,color-up\n25,50,,20\npause,,,10,x\n100,200,100,20")

    assert found.structure.entries[1:] == (
        Break(10, (25,), "Break"),
        Level(100, 200, 20, 100, "big-blind", "Level 2"),
    )
    assert "big-blind-ante-guessed" not in codes(found)


def test_three_columns_have_no_ante():
    assert read("25,50,20\nDinner break,,45\n50,100,20").structure.entries == (
        Level(25, 50, 20, name="Level 1"),
        Break(45, name="Break"),
        Level(50, 100, 20, name="Level 2"),
    )


FIRST_ROW = "add a first row that names the columns, such as level, small blind, big blind, ante, minutes"
NO_TABLE = f"there is no table of levels: {FIRST_ROW}"
UNCLEAR = (
    "no row names the columns, and they can be read in more than one way: "
    "add a first row such as level, small blind, big blind, ante, minutes"
)
BAD = {
    "": NO_TABLE,
    "\x00\x01": NO_TABLE,
    '"' + "x" * 200_000: NO_TABLE,
    "levels\n1\n2\n": NO_TABLE,
    "5,10\n10,20\n15,30\n": UNCLEAR,
    "25,50,0,10,20\n50,100,0,10,20\n": UNCLEAR,
    "sb,bb,min\n": "entries must contain 1 to 200 levels and breaks, not 0",
    "sb,bb,min\n" + "25,50,20\n" * 5_000: "entries must contain 1 to 200 levels and breaks, not 1000",
    "sb,bb,min\n25,50,7.3": "line 2: minutes must be a multiple of 0.5, not 7.3",
    "sb,bb,min\n25,50,soon": "line 2, min: 'soon' is not a length of time: enter 20 or 20 min",
    "sb,bb,Duration\n25,50,180": "line 2, Duration: is 180 in minutes or in seconds? Enter 180 min or 180 sec",
    "sb,bb,Duration\n25,50,3:00": ("line 2, Duration: is 3:00 minutes and seconds, or hours and minutes? Add min or h"),
    "sb,bb,ante\n25,50,0": "line 2: the length is missing: add the minutes",
    "time,sb,bb\n19:00,25,50\n20:00,50,100": (
        "is 19:00 a length, or the time of day at which a level begins? Add min, or PM"
    ),
    "start,end,sb,bb\n19:00,19:00,25,50\n19:20,19:40,50,100": (
        "line 2, start: 19:00: the level times are not in ascending order"
    ),
    "sb,bb,min,break\n25,50,20,no\n50,100,20,yes\n75,150,20,no": (
        "line 3, break: is this a break, or a level with a break after it? Give the break a row of its own"
    ),
    "stakes,min\n25/50/100,20": (
        "line 2, stakes: '25/50/100' could be blinds and an ante, or three blinds: use a column for each"
    ),
    "sb,bb,min,break after\n25,50,20,yes\n50,100,20,": "line 2, break after: the length is missing: add the minutes",
    "sb,bb,min,break after\n25,50,20,soon\n50,100,20,": (
        "line 2, break after: 'soon' is not a length of time: enter 20 or 20 min"
    ),
    "sb,bb,min\nNaN,50,20": "line 2, sb: 'NaN' is not a number: enter 20, for example",
    "sb,bb,min\n25,1e400,20": "line 2, bb: '1e400' is not a number: enter 20, for example",
    "sb;bb;min\n25;50,5;20": "line 2, bb: '50,5' is not a number: enter 20, for example",
    "sb,bb,min\n-25,50,20": "line 2: small must be from 1 to big (50), not -25",
    "blinds,min\n05-Oct,20": (
        "line 2, blinds: '05-Oct' is a date: the spreadsheet changed the entry, so format the column as text "
        "and type it again"
    ),
    "sb,bb,min\n25,50,20\nbreak\n25,50,20": "line 3: the length is missing: add the minutes",
    "a,b\n\nsb,bb,min\n50,100,20\n\n25,50,20": "line 6: blinds must not go down from 50/100 to 25/50",
    f"sb,bb,min\n25,{'9' * 5_000},20": f"line 2, bb: '{'9' * 30}' is not a number: enter 20, for example",
    "sb,bb,min\n25,,20": "line 2: no big blind",
}


@pytest.mark.parametrize(("text", "problem"), BAD.items(), ids=range(len(BAD)))
def test_a_file_that_is_no_structure_is_reported_in_one_line(text, problem):
    """
    The line has the row and the column as they are in the file.
    """
    assert refused(text) == problem


@pytest.mark.parametrize("said", ["7.5", "7,5", "7:30", "7.50"])
def test_half_minutes_are_read_in_any_notation(said):
    text = f"sb;bb;min\n25;50;{said}\n50;100;.5\n75;150;8"

    assert [entry.minutes for entry in read(text).structure.entries] == [7.5, 0.5, 8]


def minutes(*said: str, head: str = "Duration") -> list[float]:
    """The lengths of these levels; separated by bars, because some contain commas and semicolons."""
    rows = "\n".join(f"{number}|{25 * number}|{50 * number}|{cell}" for number, cell in enumerate(said, 1))
    return [entry.minutes for entry in read(f"Level|SB|BB|{head}\n{rows}\n").structure.entries]


@pytest.mark.parametrize(
    ("said", "lasts"),
    [
        ("20m", 20), ("20 min", 20), ("20 Min.", 20), ("20 minutos", 20), ("20 Minuten", 20), ("20 mn", 20),
        ("20'", 20), ("20\u2032", 20), ("15:00", 15), ("0:20", 20), ("00:20:00", 20), ("1:30", 90), ("1:10:00", 70),
        ("12:20:00 AM", 20), ("1899-12-30 00:20:00", 20), ("1h", 60), ("1 h", 60), ("1h30", 90), ("1 h 30 min", 90),
        ("1.5 h", 90), ("1,5 h", 90), ("90 sec", 1.5), ("90s", 1.5), ("1200 s", 20), ("900", 15), ("1200", 20),
        ("1200000", 20), ("25.0", 25), ("20.00", 20), ("7,5", 7.5), ("0.0138888889", 20), ("PT20M", 20),
        ("PT1H30M", 90), ("120", 120), ("20", 20),
    ],
)  # fmt: skip
def test_a_length_is_read_in_common_notations(said, lasts):
    assert minutes(said, said) == [lasts, lasts]


@pytest.mark.parametrize(
    ("head", "said", "lasts"),
    [
        ("Seconds", "900", 15), ("Duration (sec)", "900", 15), ("Minutes", "180", 180),
        ("Level length (min)", "20", 20),
        ("Dauer in Minuten", "20", 20), ("Durée (min)", "20", 20), ("Hours", "1.5", 90), ("Time", "20", 20),
        ("duration_ms", "1200000", 20), ("durationMinutes", "15", 15),
    ],
)  # fmt: skip
def test_a_heading_gives_the_unit_of_its_column(head, said, lasts):
    assert minutes(said, head=head) == [lasts]


def test_lengths_that_can_only_be_seconds_are_read_as_seconds_and_reported():
    found = read("sb,bb,duration\n25,50,900\n50,100,600\n")

    assert [entry.minutes for entry in found.structure.entries] == [15, 10]
    assert english_of(found)[0] == "guessed: duration is in seconds, so 900 is 15 min"


def english_of(found):
    return [words_in("en").say(guess) for guess in found.guesses]


@pytest.mark.parametrize(
    ("heading", "form"),
    [
        ("Ante (BB)", "big-blind"), ("BB Ante in Chips", "big-blind"), ("BBA", "big-blind"), ("BB-Ante", "big-blind"),
        ("Big Blind Ante", "big-blind"), ("bb_ante", "big-blind"), ("bbAnte", "big-blind"),
        ("Ante ciega grande", "big-blind"), ("Ante per player", "each"), ("Ante each", "each"), ("Ante", "each"),
        ("Ante (chips)", "each"), ("Antes", "each"),
    ],
)  # fmt: skip
def test_a_heading_decides_who_pays_the_ante(heading, form):
    found = read(f"Level;SB;BB;{heading};Min\n1;25;50;;20\n2;50;100;25;20\n")

    assert found.structure.entries[1] == Level(50, 100, 20, 25, form, "Level 2")
    assert ("each-ante-guessed" in codes(found)) == (heading in ("Ante", "Ante (chips)", "Antes"))


@pytest.mark.parametrize(("ante", "form"), [(49, "each"), (50, "big-blind"), (100, "big-blind"), (1, "each")])
def test_an_ante_of_half_the_big_blind_is_read_as_a_big_blind_ante_and_reported(ante, form):
    found = read(f"chips,1\nsb,bb,ante,min\n50,100,{ante},20\n")

    assert found.structure.entries[0].ante_form == form
    assert f"{form}-ante-guessed" in codes(found)


@pytest.mark.parametrize(
    "said", ["25/50", "25 / 50", "25-50", "25 \u2013 50", "25|50", "25 - 50", "$25/$50", "25/50 (0)", "25.0/50.0"]
)
def test_blinds_in_one_cell_are_read(said):
    found = read(f"Level;Blinds;Min\n1;{said};20\n")

    assert found.structure.entries == (Level(25, 50, 20, name="Level 1"),)


@pytest.mark.parametrize(
    ("said", "ante", "form"),
    [
        ("100 (BB)", 100, "big-blind"), ("100 BB", 100, "big-blind"), ("BB 100", 100, "big-blind"),
        ("BB", 200, "big-blind"),
        ("1k BBA", 1_000, "big-blind"), ("25 each", 25, "each"), ("25 per player", 25, "each"), ("none", 0, "none"),
        ("-", 0, "none"), ("0", 0, "none"),
    ],
)  # fmt: skip
def test_a_cell_decides_who_pays_the_ante(said, ante, form):
    big = max(200, ante)
    found = read(f"SB;BB;Ante;Min\n100;{big};{said};20\n")

    assert found.structure.entries == (Level(100, big, 20, ante, form, "Level 1"),)
    assert not {"each-ante-guessed", "big-blind-ante-guessed"} & {*codes(found)}


@pytest.mark.parametrize(
    ("row", "name", "lasts"),
    [
        ("Pause 15 Min;;;", "Break", 15), ("Dinner Break 60 min;;;", "Dinner Break", 60),
        ("Break (10');;;", "Break", 10),
        ("BREAK;BREAK;BREAK;15m", "Break", 15), ("-;-;-;10", "Break", 10), ("Descanso 2;;;10", "Break", 10),
    ],
)  # fmt: skip
def test_a_break_is_read_in_any_common_notation(row, name, lasts):
    found = read(f"Level;SB;BB;Min\n1;25;50;20\n{row}\n2;50;100;20\n")

    assert found.structure.entries[1] == Break(lasts, name=name)


@pytest.mark.parametrize(
    "heads",
    ["Niveau;PB;GB;Minutes", "Round;Small;Big;Length", "#;sb;bb;Duration (h:mm)", "Stufe;KB;GB;Dauer", "n;CP;CG;mins"],
)
def test_abbreviated_headings_are_recognized(heads):
    length = "0:20" if "mm" in heads else "20"
    assert read(f"{heads}\n1;25;50;{length}\n").structure.entries == (Level(25, 50, 20, name="Level 1"),)


def test_an_ante_in_the_same_cell_as_the_blinds_is_read():
    found = read("Level;Blinds;Min\n1;500/1k/1k;20\n2;1k/2k ante 250;20\n3;1.5K/3,000;20\n")

    assert [(level.small, level.big, level.ante) for level in found.structure.entries] == [
        (500, 1_000, 1_000), (1_000, 2_000, 250), (1_500, 3_000, 0),
    ]  # fmt: skip


MARKED = "level,sb,bb,min,%s\n1,25,50,20,%s\n,0,0,10,%s\n2,50,100,20,%s\n"


@pytest.mark.parametrize(
    ("yes", "no"),
    [("true", "false"), ("1", "0"), ("yes", "no"), ("x", ""), ("ja", "nein"), ("TRUE", "FALSE"), ("sí", "no")],
)
@pytest.mark.parametrize("head", ["is_break", "isBreak", "Break?", "Pause"])
def test_a_column_marks_the_breaks(head, yes, no):
    assert read(MARKED % (head, no, yes, no)).structure.entries[1] == Break(10, name="Break")


def test_a_row_with_a_length_and_no_blinds_is_a_break_and_is_reported():
    """
    With the word in any of its cells the row needs no guess, and a row of totals is not a break.
    """
    found = read(
        "Level,SB,BB,Min,Notes\n1,25,50,20,\nLunch,,,30,\n2,50,100,20,\n,,,15,short break\n3,75,150,20,\nTotal,,,105,\n"
    )

    assert [entry.name for entry in found.structure.entries] == ["Level 1", "Lunch", "Level 2", "Break", "Level 3"]
    assert "guessed: breaks, because they have no blinds: line 3" in english_of(found)
    assert "not read: column 'Notes', line 7" in english_of(found)


def test_unread_content_is_listed():
    found = read(
        "My club\nPlayers,20\nStarting Stack,10000\n\nLevel,SB,BB,Ante %,Min,Starts,Min\n1,25,50,10%,20,19:00,20\n"
        "# a note\n2,50,100,10%,20,19:20,20\nLate registration to level 2\n"
    )

    assert found.structure.starting_stack == 10_000
    assert english_of(found)[-1] == (
        "not read: 'My club', 'Players 20', column 'Ante %', column 'Starts', column 'Min', line 9"
    )


def test_unnamed_columns_are_guessed_and_reported():
    """
    A first column of one, two, three counts the levels.
    """
    for text in ("1,25,50,20\n2,50,100,20\n", "25/50;20\n50/100;20\n", "25|50|0|20\n50|100|0|20\n"):
        found = read(text)
        assert [(level.small, level.big, level.minutes) for level in found.structure.entries] == [
            (25, 50, 20),
            (50, 100, 20),
        ]
        assert codes(found)[0] == "columns-guessed"


@pytest.mark.parametrize("said", ["T25", "25er", "25", "25s", "yes", "x", "ja", "25 chips"])
def test_a_color_up_is_read_in_any_notation(said):
    found = read(f"Level,SB,BB,Min,Color Up\n1,25,50,20,no\nBreak,,,10,{said}\n2,100,200,20,\n")

    assert found.structure.entries[1] == Break(10, (25,), "Break")


def test_chips_that_are_no_multiples_of_each_other_are_removed_together():
    """
    Every amount after the break is in 25s, so the tens can be removed with the fives, although 25 is no multiple of 10.
    """
    head = "starting_stack,1500\nchips,5,10,25,100\nsb,bb,min,color-up\n"
    found = read(f"{head}5,10,20,\nbreak,,10,yes\n25,50,20,\nbreak,,10,yes\n75,150,20,\n")

    assert found.structure.entries[1] == Break(10, (5, 10), "Break")
    assert english_of(found) == ["skipped: the color-up at line 7, because every chip is still needed after it"]


@pytest.mark.parametrize(
    ("said", "stack"), [("10,000", 10_000), ("10.000", 10_000), ("10 000", 10_000), ("10'000", 10_000), ("10k", 10_000)]
)
def test_amounts_are_read_with_the_thousands_separators_of_each_country(said, stack):
    assert read(f"Stack;{said}\nsb;bb;min\n25;50;20\n").structure.starting_stack == stack


@pytest.mark.parametrize(
    ("row", "lasts"),
    [
        ("15 Minute Break,,,,", 15), ("10-min break,,,,", 10), ("Break,5 min,,,", 5), ("1 hour dinner break,,,,", 60),
        ("Break (15 min),,,,", 15),
    ],
)  # fmt: skip
def test_the_length_of_a_break_is_read_from_any_cell_of_its_row(row, lasts):
    found = read(f"Level,SB,BB,Ante,Min\n1,25,50,0,20\n{row}\n2,50,100,0,20\n").structure.entries
    assert [one.minutes for one in found] == [20, lasts, 20]


def test_a_remark_below_the_levels_is_listed_and_the_file_is_accepted():
    found = read("Level,SB,BB,Ante,Min\n1,25,50,0,20\n2,50,100,0,20\nNotes:,Registration closes after level 2,,,\n")
    assert len(found.structure.entries) == 2
    assert "not read: line 4" in english_of(found)
    assert refused("Level,SB,BB,Ante,Min\n1,25,50,0,20\n2,many,100,0,20\n").startswith("line 3, SB")


TIMED = (Level(25, 50, 20, name="Level 1"), Level(50, 100, 30, name="Level 2"))


@pytest.mark.parametrize(
    "text",
    [
        "sb,bb,Start,End\n25,50,7:00 PM,7:20 PM\n50,100,7:20 PM,7:50 PM",
        "sb,bb,Start Time,End Time\n25,50,11:50 PM,12:10 AM\n50,100,12:10 AM,12:40 AM",
        "sb;bb;Von;Bis\n25;50;23:50;0:10\n50;100;0:10;0:40",
        "sb;bb;Beginn;Ende\n25;50;19.00 Uhr;19.20 Uhr\n50;100;19.20 Uhr;19.50 Uhr",
        "sb,bb,From,To\n25,50,12:50,1:10\n50,100,1:10,1:40",
        "sb,bb,Time\n25,50,7:00 PM - 7:20 PM\n50,100,7:20 PM - 7:50 PM",
        "sb,bb,Time\n25,50,7:00 - 7:20 PM\n50,100,7:20 - 7:50 PM",
        "sb,bb,Time\n25,50,19:00\u201319:20\n50,100,19:20\u201319:50",
        "sb,bb,starts,ends\n25,50,2026-03-01 19:00:00,2026-03-01 19:20:00\n"
        "50,100,2026-03-01T19:20:00Z,2026-03-01T19:50:00Z",
    ],
)
def test_times_of_day_give_the_lengths_of_levels(text):
    assert read(text).structure.entries == TIMED


def test_a_gap_between_the_times_of_two_levels_is_guessed_to_be_a_break_and_reported():
    found = read("sb,bb,Start,End\n25,50,19:00,19:20\n50,100,19:30,20:00")

    assert found.structure.entries == (TIMED[0], Break(10, name="Break"), TIMED[1])
    assert (
        words_in("en").say(found.guesses[0])
        == "guessed: a break of 10 min before line 3, because there is a gap in the times"
    )


@pytest.mark.parametrize("head", ["Start", "Starts at", "Time", "Uhrzeit", "Elapsed", "hora"])
def test_start_times_of_levels_give_their_lengths_and_the_last_is_guessed(head):
    found = read(f"sb,bb,{head}\n25,50,19:00\nbreak,,19:20\n50,100,19:30\n75,150,19:50")

    assert [entry.minutes for entry in found.structure.entries] == [20, 10, 20, 20]
    assert words_in("en").say(found.guesses[0]) == "guessed: line 5 lasts 20 min, like the level before"


def test_times_beside_a_length_are_listed_as_not_read():
    found = read("sb,bb,Start,min\n25,50,19:00,20\n50,100,19:20,30")

    assert found.structure.entries == TIMED
    assert words_in("en").say(found.guesses[-1]) == "not read: column 'Start'"


@pytest.mark.parametrize(
    "lengths", [("10:00", "15:00", "20:00"), ("20:00", "20:00", "20:00"), ("0:20", "0:20", "0:30")]
)
def test_a_column_of_lengths_is_not_taken_for_times(lengths):
    rows = "\n".join(f"{number * 25},{number * 50},{said}" for number, said in enumerate(lengths, 1))

    assert [entry.minutes for entry in read(f"sb,bb,Time\n{rows}").structure.entries] in (
        [10, 15, 20],
        [20] * 3,
        [20, 20, 30],
    )


@pytest.mark.parametrize(
    ("text", "is_guess"),
    [
        ("sb,bb,min,Break After\n25,50,20,\n50,100,30,15\n75,150,20,", False),
        ("sb,bb,min,Break after level\n25,50,20,no\n50,100,30,15 min\n75,150,20,no", False),
        ("Break length: 15 min\nsb,bb,min,break_after\n25,50,20,no\n50,100,30,yes\n75,150,20,no", False),
        ("sb;bb;min;Pause danach\n25;50;20;\n50;100;30;15\n75;150;20;", False),
        ("sb,bb,min,Break after,Break minutes\n25,50,20,,\n50,100,30,x,15\n75,150,20,,", False),
        ("sb,bb,min,Break Minutes\n25,50,20,0\n50,100,30,15\n75,150,20,0", True),
        ("sb,bb,min,Break\n25,50,20,\n50,100,30,15 min\n75,150,20,", True),
        ("Break after level,2\nBreak length,15\nsb,bb,min\n25,50,20\n50,100,30\n75,150,20", False),
        ("Break length,15\nsb,bb,min\n25,50,20\n50,100,30\n75,150,20\nBreak after level,2", False),
        ("Break every,2 levels\nBreak length,15\nsb,bb,min\n25,50,20\n50,100,30\n75,150,20", False),
    ],
)
def test_a_break_after_a_level_is_read_and_a_guess_is_reported(text, is_guess):
    found = read(text)

    assert found.structure.entries == (*TIMED, Break(15, name="Break"), Level(75, 150, 20, name="Level 3"))
    assert ("break-after-guessed" in codes(found)) is is_guess
    assert "not-read" not in codes(found)


@pytest.mark.parametrize("head", ["Stakes", "Limits", "Blinds/Ante", "SB/BB/Ante", "Blinds (Ante)"])
@pytest.mark.parametrize(
    "said",
    ["100/200 (200)", "100-200-200", "100/200/200", "100/200+200", "100/200 ante 200", "100/200 a200",
     "100/200 BBA 200", "100/200 (BBA 200)", "100/200 [200]", "$100/$200 ($200)", "100 / 200 / 200"],
)  # fmt: skip
def test_blinds_and_ante_in_one_column_are_read(head, said):
    found = read(f"Level,{head},Minutes\n1,{said},20\n2,200/400,20")

    assert found.structure.entries == (
        Level(100, 200, 20, 200, "big-blind", name="Level 1"), Level(200, 400, 20, name="Level 2"),
    )  # fmt: skip


def test_a_column_with_one_stack_is_the_starting_stack_and_one_with_several_is_listed():
    one = read("sb,bb,min,Starting Stack\n25,50,20,30000\n50,100,20,")
    several = read("sb,bb,min,Stack\n25,50,20,30000\n50,100,20,20000")

    assert (one.structure.starting_stack, codes(one)) == (30_000, ["chips-guessed"])
    assert words_in("en").say(several.guesses[-1]) == "not read: column 'Stack'"


def test_a_break_row_that_repeats_the_blinds_of_a_level_is_a_break():
    found = read("sb,bb,min,break\n25,50,20,no\n50,100,15,yes\n50,100,30,no")

    assert found.structure.entries == (TIMED[0], Break(15, name="Break"), TIMED[1])
