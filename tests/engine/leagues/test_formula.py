"""Points formulas: the points that they give, and the message about one that cannot be read."""

from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.bad_input import BadInput
from engine.leagues.formula import FUNCTIONS, LONGEST, NAMES, check_formula, points, read_formula, sample
from engine.leagues.league import PRESETS


def code_of(said):
    """The code of the problem inside a message."""
    return said.fields["problem"].code


EVENT = {**dict.fromkeys(NAMES, Fraction(0)), "place": Fraction(3), "entries": Fraction(27), "buy_in": Fraction(50)}


@pytest.mark.parametrize(
    ("formula", "hundredths"),
    [
        ("1 + 2 * 3 ^ 2", 1900),
        ("-2 ^ 2", -400),
        ("2 ^ 3 ^ 2", 51200),
        ("10 - 4 - 3", 300),
        ("1 / 3 * 3", 100),
        ("2 / 3", 67),
        ("0.005", 1),
        ("-0.005", -1),
        ("sqrt(entries / place)", 300),
        ("10 * sqrt(2)", 1414),
        ("4 ^ 0.5 + 4 ^ -1", 225),
        ("log(1000) + ln(1)", 300),
        ("min(place, 2, 9) + max(place, 2)", 500),
        ("round(2.5) + round(1.25, 1) + floor(1.9) + ceil(1.1) + abs(-1)", 830),
        ("if(place <= 3 and not entries < 20, 5, 1)", 500),
        ("if(place = 1 or place <> 3, 5, 1)", 100),
        ("table(place, 25; 18; 15)", 1500),
        ("table(place + 1, 25, 18, 15)", 0),
        ("10 * sqrt(ENTRIES) / sqrt(Place) * (1 + log(buy_in + 0.25)) ^ 2", 21888),
    ],
)  # fmt: skip
def test_a_formula_gives_points_in_hundredths(formula, hundredths):
    assert points(read_formula(formula), EVENT) == hundredths


@pytest.mark.parametrize(
    ("formula", "at", "code"),
    [
        ("", "1", "formula-ends"),
        ("entries -", "10", "formula-ends"),
        ("entries ? 2", "9", "formula-sign"),
        ("(1 + 2", "7", "formula-ends"),
        ("1 2", "3", "formula-sign"),
        ("1 < 2 < 3", "3", "formula-wants-number"),
        ("plaice + 1", "1", "formula-name-unknown"),
        ("1 + system(1)", "5", "formula-function-unknown"),
        ("if(place, 1, 2)", "4", "formula-wants-condition"),
        ("1 + (place < 2)", "12", "formula-wants-number"),
        ("sqrt(1, 2)", "1", "formula-parts"),
        ("place.__class__", "6", "formula-sign"),
        ("(" * 30 + "1" + ")" * 30, "26", "formula-too-deep"),
        ("-" * 60 + "1", "26", "formula-too-deep"),
    ],
)
def test_an_unreadable_formula_is_reported_with_the_place_of_the_error(formula, at, code):
    with pytest.raises(BadInput) as caught:
        read_formula(formula)

    said = caught.value.message
    assert (said.code, said.fields["at"], code_of(said)) == ("formula-at", at, code)


@pytest.mark.parametrize(
    ("formula", "code"),
    [
        ("1 / (place - 1)", "formula-divides-by-zero"),
        ("sqrt(place - entries)", "formula-no-root"),
        ("(0 - place) ^ 0.5", "formula-no-root"),
        ("log(place - 1)", "formula-no-logarithm"),
        ("entries ^ 99", "formula-too-large"),
        ("2 ^ entries", "formula-too-large"),
    ],
)
def test_a_formula_that_gives_no_points_for_a_place_is_refused_with_its_code(formula, code):
    with pytest.raises(BadInput) as caught:
        check_formula(formula)

    assert code_of(caught.value.message) == code


@pytest.mark.parametrize("formula", PRESETS.values())
def test_a_shipped_formula_pays_the_winner_most(formula):
    read = check_formula(formula)

    worth = [points(read, sample(place, 100)) for place in range(1, 101)]

    assert worth == sorted(worth, reverse=True)
    assert worth[0] > worth[-1] >= 0


@given(st.text(alphabet="()+-*/^,<>=. 0123456789placeentriesqrtifminor_", max_size=LONGEST))
def test_any_text_is_a_formula_or_is_refused(text):
    """A formula gives points at once, however deeply it is nested."""
    try:
        points(read_formula(text), EVENT)
    except BadInput:
        return


def test_a_long_sum_of_roots_stays_short_and_exact_to_the_hundredth():
    """
    Denominators are cut at 30 decimals: no formula grows beyond its text.
    """
    formula = read_formula("+".join(f"1/{n}/sqrt({n})" for n in range(7, 40)))

    assert points(formula, EVENT) == round(100 * sum(1 / n / n**0.5 for n in range(7, 40)))


def test_the_docs_page_about_leagues_lists_every_name_function_and_preset():
    page = (Path(__file__).parents[3] / "docs" / "leagues.md").read_text("utf-8")

    assert [name for name in NAMES if f"`{name}`" not in page] == []
    assert [name for name in FUNCTIONS if f"{name}(" not in page] == []
    assert [name for name, formula in PRESETS.items() if f"| `{name}` | `{formula}` |" not in page] == []
