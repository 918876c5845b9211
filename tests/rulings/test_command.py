"""`kiosk ruling`: one file, one answer, and one line if there is none."""

import json
from pathlib import Path

import pytest

from engine.message import message
from kiosk.cli import main
from kiosk.commands.ruling import MotionFields
from ui.words.languages import words_in

HAND = """
[hand]
variant = "NT"
antes = [0, 0, 0]
blinds_or_straddles = [50, 100, 0]
min_bet = 100
starting_stacks = [5_100, 5_100, 5_100]
actions = ["p3 cc", "p1 cc", "p2 cc", "d db 2h7dKs", "p1 cbr 400"]
"""


@pytest.fixture
def ruled(tmp_path, capsys):
    """Asks for a ruling on the text of a file: the exit code and both outputs."""

    def ask(text, *words):
        path = tmp_path / "dispute.toml"
        path.write_text(text)
        code = main(["ruling", str(path), *words])
        out, err = capsys.readouterr()
        return code, out, err.replace(str(path), "FILE")

    return ask


def answer(ruled, text):
    """The JSON answer to a file."""
    code, out, err = ruled(text, "--json")
    assert (code, err, out.count("\n")) == (0, "", 1)
    return json.loads(out)


def test_the_answer_has_the_promised_fields(ruled):
    assert answer(ruled, f'book = "tournament"\n{HAND}\n[motion]\nplayer = 2\nchips = [500, 100, 50]\n') == {
        "act": "raise",
        "to": 800,
        "returned": 0,
        "clause": "Rule 9a",
        "why": "Raise to 800: 650 is at least half a raise; the minimum is 800.",
        "floor": False,
    }


def test_the_reason_for_an_all_in_says_what_the_player_owes(ruled):
    said = answer(ruled, f'{HAND}\n[motion]\nplayer = 2\nsaid = "all in"\n')

    assert (said["act"], said["floor"]) == ("all-in", False)
    assert said["why"] == "All-in for 5,000: saying “all in” commits all of the player's chips."


def test_the_answer_lists_the_open_choices(ruled):
    """
    "Check" facing a bet reads as a call, though a fold is open.
    """
    said = answer(ruled, f'{HAND}\n[motion]\nplayer = 2\nsaid = "check"\n')

    assert (said["act"], said["options"]) == ("call", ["call", "fold"])


def test_a_book_that_extends_an_impossible_file_name_gives_one_line(ruled, tmp_path):
    (tmp_path / "ours.toml").write_text('id = "ours"\nname = "Ours"\nextends = "a\\u0000.toml"\n')
    code, out, err = ruled(f'book = "ours.toml"\n{HAND}\n[motion]\nplayer = 2\nsaid = "call"\n')

    assert (code, out, err.count("\n")) == (2, "", 1)


@pytest.mark.parametrize(
    ("book", "motion", "comes_to"),
    [
        ("tda", 'player = 2\nsaid = "raise 800"\nmotions = [[400], [300], [100]]', ("raise", 800, 0)),
        ("tda", "player = 2\nmotions = [[400], [800]]", ("call", 400, 800)),
        ("tda", 'player = "p2"\nsaid = "raise"\nchips = [1000]', ("raise", 1_000, 0)),
        ("house", 'player = 2\nsaid = "raise"\nchips = [1000]', ("raise", 800, 200)),
        ("house", "player = 2\nchips = [1000]\nsplashed = true", ("", 0, 0)),
        ("tda", 'player = 3\nout_of_turn = true\nsaid = "fold"', ("fold", 0, 0)),
        ("tournament", "player = 3\nout_of_turn = true\nchips = [1000]", ("", 0, 1_000)),
        ("tda", 'player = 2\nexposed = "AhKd"\nshown_to = [1, "p3"]', ("", 0, 0)),
    ],
)
def test_each_book_rules_on_motions_as_it_says(ruled, book, motion, comes_to):
    ruling = answer(ruled, f'book = "{book}"\n{HAND}\n[motion]\n{motion}\n')

    assert (ruling["act"], ruling["to"], ruling["returned"]) == comes_to


def test_the_chips_of_an_earlier_bet_count_toward_the_total(ruled):
    hand = HAND.replace('"p3 cc", "p1 cc", "p2 cc", "d db 2h7dKs", "p1 cbr 400"', '"p3 cbr 600", "p1 f"')

    ruling = answer(ruled, f"{hand}\n[motion]\nplayer = 2\nchips = [1000]\nprior = [50, 50]\n")

    assert (ruling["act"], ruling["to"], ruling["returned"]) == ("call", 600, 500)

    total = answer(ruled, f"{hand}\n[motion]\nplayer = 2\nchips = [1000]\nprior = 100\n")
    assert total == ruling


def test_the_standard_is_the_default_book(ruled):
    assert answer(ruled, f"{HAND}\n[motion]\nplayer = 2\nchips = [1000]\n")["clause"] == "TDA 2024 rule 44"


def test_a_rooms_own_book_is_read_from_a_file(ruled, tmp_path):
    book = tmp_path / "room.toml"
    book.write_text(
        'extends = "tda"\nid = "room"\nname = "Room"\n[raise_word]\nvalue = "minimum"\nclause = "Room 3"\nsays = "x"\n'
    )

    for named in (book, "room.toml"):  # by its path, or by name in the same folder
        ruling = answer(ruled, f'book = "{named}"\n{HAND}\n[motion]\nplayer = 2\nsaid = "raise"\nchips = [1000]\n')

        assert (ruling["to"], ruling["clause"]) == (800, "Room 3")


@pytest.mark.parametrize(("variant", "to"), [('"PT"', 1_200), ('"FT"', 200)], ids=["pot-limit", "fixed-limit"])
def test_pot_limit_and_limit_set_the_size_of_an_all_in(ruled, variant, to):
    hand = HAND.replace('"NT"', variant).replace("min_bet = 100", "min_bet = 100\nsmall_bet = 100\nbig_bet = 200")
    hand = hand.replace("p1 cbr 400", "p1 cbr 100" if to == 200 else "p1 cbr 300")

    assert answer(ruled, f'{hand}\n[motion]\nplayer = 2\nsaid = "all in"\n')["to"] == to


def test_a_raise_found_too_small_is_corrected_or_stands(ruled):
    late = "[motion]\nplayer = 2\nfound_late = true\n"
    under = HAND.replace('"p1 cbr 400"', '"p1 cbr 400", "p2 cbr 600", "p3 cc"')
    stands = HAND.replace('"p1 cbr 400"', '"p1 cbr 400", "p2 cbr 600", "p3 cc", "p1 cc", "d db 3c"')

    corrected = answer(ruled, f"{under}\n{late}")

    assert (corrected["act"], corrected["to"], corrected["floor"]) == ("raise", 800, True)
    assert answer(ruled, f"{stands}\n{late}")["to"] == 600


def test_the_text_output_has_the_sentence_the_clause_and_the_choices(ruled):
    hand = HAND.replace('"p1 cbr 400"', '"p1 cbr 400", "p2 cbr 2000"')

    code, out, _ = ruled(f"{hand}\n[motion]\nplayer = 3\nchips = [500]\n")

    assert code == 0
    assert out == (
        "Call 2,000: too few chips after a raise; the floor may let the player forfeit them.\n"
        "Per TDA 2024 rule 51.\n"
        "Call the floor.\n"
        "Options: call; forfeit the chips and fold.\n"
    )


@pytest.mark.parametrize(("language", "clause"), [("de", "TDA 2024 Regel 51"), ("es", "TDA 2024 regla 51")])
def test_the_answer_is_in_the_requested_language(ruled, language, clause):
    hand = HAND.replace('"p1 cbr 400"', '"p1 cbr 400", "p2 cbr 2000"')
    words = words_in(language)
    act = message("act-call", to=2_000)

    code, out, _ = ruled(f"{hand}\n[motion]\nplayer = 3\nchips = [500]\n", "--language", language)

    assert code == 0
    assert out.splitlines() == [
        words.sentence(message("binds", act=act, why=message("too-few-after-raise"))),
        words.ruling.by_clause.format(clause=clause),
        words.ruling.call_floor,
        words.ruling.to_choose.format(
            ways="; ".join(map(words.say, (message("option-call"), message("option-forfeit"))))
        ),
    ]


def test_a_refusal_is_in_the_requested_language(ruled):
    _, _, err = ruled(f"{HAND}\n[motion]\nplayer = 2\nchips = [6000]\n", "--language", "de")

    words = words_in("de")
    refused = words.say(message("more-than-seat-has", seat=2, chips=5_000, told=6_000))
    assert err == f"FILE: {refused} (TDA 2024 Regel 62)\n"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[motion", "FILE: not TOML: "),
        (f"{HAND}", "FILE: missing required field `motion`"),
        ("[motion]\nplayer = 2\n", "FILE: missing required field `hand`"),
        (f"{HAND}\n[motion]\nplayer = 2\nchips = 3\n", "FILE: motion, chips: must be a list, not a whole number"),
        (f"{HAND}\n[motion]\nplayer = 2\nchip = [3]\n", "FILE: motion: unknown field `chip`"),
        (f"{HAND}\n[motion]\nplayer = 4\nchips = [3]\n", "FILE: there is no player 4: the hand has p1 to p3"),
        (f"{HAND}\n[motion]\nplayer = 0\nchips = [3]\n", "FILE: there is no player 0"),
        (f'{HAND}\n[motion]\nplayer = 2\nexposed = "Zz"\n', "FILE: "),
        (
            f"{HAND}\n[motion]\nplayer = 2\nfound_late = true\n",
            "FILE: seat 2 has made no bet or raise (TDA 2024 rule 52-A)",
        ),
        (
            f"{HAND}\n[motion]\nplayer = 2\nchips = [6000]\n",
            "FILE: seat 2 has 5,000 in total for this street, not 6,000",
        ),
        (f'book = "hoyle"\n{HAND}\n[motion]\nplayer = 2\n', "FILE: there is no rule book 'hoyle'"),
        (f'book = "none.toml"\n{HAND}\n[motion]\nplayer = 2\n', "FILE: none.toml: No such file or directory"),
        (f'book = "{"a" * 300}.toml"\n{HAND}\n[motion]\nplayer = 2\n', "FILE: "),
        (f'book = "a\\u0000.toml"\n{HAND}\n[motion]\nplayer = 2\n', "FILE: "),
        (
            HAND.replace("[5_100, 5_100, 5_100]", "[5_100]") + "[motion]\nplayer = 2\n",
            "FILE: [hand]: antes has 3 numbers",
        ),
        (
            HAND.replace("p1 cbr 400", "p1 cbr 4") + "[motion]\nplayer = 2\n",
            "FILE: action 5, 'p1 cbr 4': the minimum bet",
        ),
        (HAND.replace("p1 cbr 400", "p1 xx") + "[motion]\nplayer = 2\n", "FILE: action 5, 'p1 xx': not a hold'em"),
    ],
)
def test_a_question_without_an_answer_gives_one_line_and_exit_code_2(ruled, text, says):
    code, out, err = ruled(text, "--json")

    assert (code, out) == (2, "")
    assert err.startswith(says)
    assert err.count("\n") == 1


def test_a_missing_file_gives_one_line_and_exit_code_2(tmp_path, capsys):
    assert main(["ruling", str(tmp_path / "none.toml")]) == 2

    assert capsys.readouterr().err.count("\n") == 1


OUT_OF_TURN = """
[hand]
variant = "NT"
antes = [0, 0, 0, 0, 0, 0]
blinds_or_straddles = [50, 100, 0, 0, 0, 0]
min_bet = 100
starting_stacks = [5000, 5000, 5000, 5000, 5000, 5000]
actions = ["p3 cc", "p4 cc", "p5 cc", "p6 cc", "p1 cc", "p2 cc", "d db 2h7dKs", "p1 cc", "p2 cc", "p3 cbr 300", "p4 f"]
"""


@pytest.mark.parametrize(
    ("then", "comes_to", "says"),
    [
        ("", ("raise", 800, 0), "Held, raise to 800"),
        ("p5 cc", ("raise", 800, 0), "Raise to 800"),
        ("p5 f", ("raise", 800, 0), "Raise to 800"),
        ("p5 cbr 600", ("", 0, 800), "every choice is open again"),
    ],
)
def test_an_early_raise_binds_once_the_turn_has_come_unless_the_bet_changed(ruled, then, comes_to, says):
    """The example of rule 53-A: the player left of the bettor acts in between, or has not acted yet."""
    hand = OUT_OF_TURN.replace('"p4 f"', f'"p4 f", "{then}"' if then else '"p4 f"')
    motion = '[motion]\nplayer = 6\nout_of_turn = true\nsaid = "raise 800"\nchips = [500, 100, 100, 100]\n'

    ruling = answer(ruled, f"{hand}\n{motion}")

    assert (ruling["act"], ruling["to"], ruling["returned"]) == comes_to
    assert ruling["clause"] == "TDA 2024 rule 53-A"
    assert says in ruling["why"]


def test_by_rule_4_an_early_act_does_not_bind_even_when_the_turn_comes(ruled):
    hand = OUT_OF_TURN.replace('"p4 f"', '"p4 f", "p5 cc"')

    ruling = answer(
        ruled, f'book = "tournament"\n{hand}\n[motion]\nplayer = 6\nout_of_turn = true\nchips = [500, 500]\n'
    )

    assert (ruling["act"], ruling["returned"], ruling["clause"]) == ("", 1_000, "Rule 4")


def test_nothing_is_out_of_turn_for_the_first_to_act(ruled):
    code, _, err = ruled(
        f'{OUT_OF_TURN.split("actions", maxsplit=1)[0]}\n[motion]\nplayer = 3\nout_of_turn = true\nsaid = "call"\n'
    )

    assert code == 2
    assert "nothing was out of turn" in err


@pytest.mark.parametrize(
    ("then", "says"),
    [
        ('"p6 cc"', "spoke up in time"),
        ('"p6 cc", "p1 cc"', "spoke up too late"),
    ],
)
def test_a_skipped_player_must_speak_up_before_substantial_action(ruled, then, says):
    hand = OUT_OF_TURN.replace('"p4 f"', f'"p4 f", {then}')

    ruling = answer(ruled, f"{hand}\n[motion]\nplayer = 5\nskipped = true\n")

    assert (ruling["act"], ruling["floor"], ruling["clause"]) == ("", True, "TDA 2024 rule 53-B")
    assert says in ruling["why"]


def test_the_answer_says_that_a_player_was_not_skipped(ruled):
    code, out, err = ruled(f"{OUT_OF_TURN}\n[motion]\nplayer = 4\nskipped = true\n")

    assert (code, out, err) == (2, "", "FILE: nobody has acted out of turn ahead of seat 4 (TDA 2024 rule 53-B)\n")


@pytest.mark.parametrize("key", MotionFields.__struct_fields__)
def test_docs_rules_names_every_key_of_a_motion(key):
    papers = Path(__file__).parents[2] / "docs" / "rules.md"

    assert f"`{key}`" in papers.read_text("utf-8")


def test_a_file_with_a_byte_order_mark_is_read_like_any_other(ruled):
    assert answer(ruled, f"\ufeff{HAND}\n[motion]\nplayer = 2\nsaid = 'call'\n")["to"] == 400


PASSED_OVER = HAND.replace(
    'actions = ["p3 cc", "p1 cc", "p2 cc", "d db 2h7dKs", "p1 cbr 400"]',
    'actions = ["p3 cc", "p1 cc", "p2 cc", "d db 2h7dKs", "p1 cc", "p3 cc"]',
)


def test_a_skipped_player_who_closed_the_last_street_is_in_time_after_one_act(ruled):
    """TDA 53-B and 36: acts count from the skipped turn, on this street."""
    said = answer(ruled, f"{PASSED_OVER}\n[motion]\nplayer = 2\nskipped = true\n")

    assert (said["act"], said["floor"], "too late" in said["why"]) == ("", True, False)


def test_a_player_who_closed_the_last_street_and_is_to_act_was_not_skipped(ruled):
    hand = HAND.replace(', "p1 cbr 400"', ', "p1 cc"')

    code, _, err = ruled(f"{hand}\n[motion]\nplayer = 2\nskipped = true\n")

    assert (code, err.count("\n")) == (2, 1)


POT = HAND.replace('"NT"', '"PT"')
"""Facing 400 in a pot of 700: a raise to 1,500 at most."""


@pytest.mark.parametrize(
    ("then", "made", "to", "says"),
    [
        ('"p2 cbr 2000"', 2000, 1500, "is reduced for everybody"),
        ('"p2 cbr 2000", "p3 cc"', 2000, 1500, "is reduced for everybody"),
        ('"p2 cbr 2000", "p3 cc", "p1 cc"', 2000, 1500, "is reduced for everybody"),
        ('"p2 cbr 2000", "p3 cc", "p1 cc", "d db 3c"', 2000, 2000, "but stands"),
    ],
)
def test_a_pot_limit_bet_above_the_pot_is_reduced_until_the_next_street(ruled, then, made, to, says):
    """
    TDA 2024 rule 52-B.
    """
    hand = POT.replace('"p1 cbr 400"', f'"p1 cbr 400", {then}')
    ruling = answer(ruled, f"{hand}\n[motion]\nplayer = 2\nfound_late = true\n")

    assert (ruling["act"], ruling["to"], ruling["clause"]) == ("raise", to, "TDA 2024 rule 52-B")
    assert ruling["returned"] == made - to
    assert says in ruling["why"]


CASES = Path(__file__).parents[2] / ".." / "shared" / "cases" / "rulings"
ASKED = ("", 0)
RULINGS = {
    "r01_question_all_in": ASKED, "r01b_question_all_in_short": ASKED, "r01c_question_raise": ASKED,
    "r01e_question_to_call": ASKED, "r01f_call_q_no_fold": ("fold", 0), "r02_your_bet": ASKED,
    "r02b_its_your_call": ASKED, "r03_300_raise": ("call", 300), "r03b_300_no_wait_raise": ("call", 300),
    "r03d_no_i_call": ("call", 500), "r03e_no_raise_900": ("raise", 1_200), "r03g_500_raise_1200": ("call", 500),
    "r03h_500_and_raise": ("call", 500), "r03j_make_it_1200_call": ("raise", 1_200), "r03l_300_check_bb": ("bet", 300),
    "r04_put_you_all_in": ASKED, "r04b_put_him_all_in": ASKED, "r05_raise_2150_chip_100": ASKED,
    "r05b_raise_2300_chip_500": ASKED, "r05c_2101": ASKED, "r06_all_in_3000": ASKED, "r07_dash": ("raise", 500),
    "r07b_hyphen": ("raise", 500), "r08_see_and_raise": ("call", 500), "r09_eleven": ("raise", 11_000),
    "r19_three_bet": ("raise", 1_500), "r20_twelve_fifty": ("raise", 1_250),
}  # fmt: skip
"""The rulings on published disputes; nothing, and the floor, if the words declare nothing or two things."""


@pytest.mark.parametrize(("name", "comes_to"), RULINGS.items(), ids=RULINGS)
def test_published_disputes_are_ruled_by_the_first_clear_words(name, comes_to, capsys):
    case = CASES / f"{name}.toml"
    if not case.exists():
        pytest.skip("needs ../shared/cases/rulings, which does not lie beside this checkout")
    assert main(["ruling", str(case), "--json"]) == 0

    found = json.loads(capsys.readouterr().out)
    assert (found["act"], found["to"] if found["act"] else 0) == comes_to
    assert found["floor"] == (comes_to == ASKED or name == "r09_eleven")


def test_the_answer_says_when_the_book_has_no_rule_for_it(ruled):
    hand = HAND.replace(', "p1 cbr 400"', "")

    code, out, _ = ruled(f'{hand}\n[motion]\nplayer = 1\nsaid = "bet"\n')

    assert (code, out.splitlines()[1]) == (0, "TDA 2024 has no rule for this.")
