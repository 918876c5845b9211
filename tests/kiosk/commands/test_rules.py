"""`kiosk rules`: the card of a book, as text, JSON and a page, with marks on everything that its document
does not say.
"""

import io
import json
import re
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

from engine.books.card import rule_card
from engine.books.rulebook import CHOICES, load_book, shipped_ids
from kiosk.cli import main
from tests.kit.chromium import CHROMIUM, chromium
from ui.words.languages import LANGUAGES, words_in

OWN = """
id = "friday"
name = "Friday <night>"
extends = "house"

[straddle]
value = "under-the-gun"
clause = "Friday 1"
says = "One straddle, from the player left of the big blind."
"""


def rules(*words: str) -> tuple[int, str, str]:
    """The exit code, standard output and standard error."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        status = main(["rules", *words])
    return status, out.getvalue(), err.getvalue()


@pytest.fixture
def own(tmp_path: Path) -> Path:
    path = tmp_path / "friday.toml"
    path.write_text(OWN, "utf-8")
    return path


def test_without_a_book_the_books_are_listed():
    """
    Each book has one line, with its document.
    """
    status, out, _ = rules()

    assert status == 0
    assert [line.split()[0] for line in out.splitlines()] == list(shipped_ids())
    assert "Arkansas State University" in out


@pytest.mark.parametrize("book_id", shipped_ids())
def test_the_card_has_every_choice_and_marks_those_that_are_not_in_the_document(book_id):
    """
    Each choice has its value, sentence and clause, and a mark if it comes from another book.
    """
    book = load_book(book_id)

    status, out, _ = rules(book_id)

    assert status == 0
    for name in CHOICES:
        rule = getattr(book, name)
        assert rule.says in out
        marked = rule.clause if rule.book == book_id else f"not in the document; {rule.clause}"
        assert f"[{marked}]" in out
    assert ("not in the document" in out) is (book_id != "tda")


def test_the_card_has_the_choices_in_the_order_of_the_book():
    """
    The choices of one group are declared together.
    """
    sections = rule_card(load_book("tda")).sections

    assert [line.field for section in sections for line in section.lines] == list(CHOICES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_value_of_every_choice_has_words(language):
    """
    This covers every language, and every value that a room's own book may have.
    """
    words = words_in(language).rule_card

    assert set(words.groups) == {choice.group for choice in CHOICES.values()}
    assert {name: set(values) for name, values in words.values.items()} == {
        name: set(choice.values) for name, choice in CHOICES.items()
    }
    assert set(words.titles) == set(CHOICES)


@pytest.mark.parametrize("language", ["de", "es"])
def test_the_card_in_another_language_has_translated_values_clauses_and_the_rooms_own_sentences(own, language):
    """
    The English sentences of the books that ship are left out; the room's own sentences stay.
    """
    words, book = words_in(language).rule_card, load_book("house")

    status, out, _ = rules(str(own), "--language", language)

    assert status == 0
    assert f"  {words.titles['straddle']}: {words.values['straddle']['under-the-gun']}" in out
    assert "One straddle, from the player left of the big blind." in out
    assert words.groups["blinds"].upper() in out
    assert f"[{words.not_in_document.format(clause=book.min_raise.clause)}]" in out
    assert book.min_raise.says not in out


def test_the_card_as_json_is_one_object():
    """The JSON form is for programs."""
    status, out, _ = rules("washburn", "--json")
    card = json.loads(out)
    lines = {line["field"]: line for section in card["sections"] for line in section["lines"]}

    assert (status, card["book"], card["structure"]) == (0, "washburn", "washburn")
    choices = {name: (line["in_document"], line["clause"], line["origin"]) for name, line in lines.items()}
    assert choices["first_button"] == (True, "Washburn 4", "washburn")
    assert choices["odd_chips"] == (False, "TDA 2024 rule 20", "tda")


def test_a_rooms_own_book_is_shown_from_its_file(own):
    """
    Only its own choice is from its document; the choices of the house and the standard are marked.
    """
    status, out, _ = rules(str(own))

    assert status == 0
    assert "[Friday 1]" in out
    assert "[not in the document; House rules, Raises]" in out
    assert "[not in the document; TDA 2024 rule 40]" not in out  # the house rules cover that


def test_a_book_may_extend_a_file_beside_it(own):
    """
    The file is found whatever the working directory is.
    """
    beside = own.with_name("saturday.toml")
    beside.write_text('id = "saturday"\nname = "Saturday"\nextends = "friday.toml"\n', "utf-8")

    assert "Straddle: under the gun" in rules(str(beside))[1]
    own.unlink()
    status, out, err = rules(str(beside))
    assert (status, out) == (2, "")
    assert "line 3: extends:" in err
    assert "friday.toml cannot be read: No such file" in err


WRONG = {
    "no such book": (("hous",), "there is no rule book 'hous'; available: astate-2009, house"),
    "no such file": (("nowhere.toml",), "nowhere.toml: No such file or directory"),
    "a page of nothing": (("--html", "x.html"), "--html needs a book"),
}


@pytest.mark.parametrize(("words", "says"), WRONG.values(), ids=WRONG)
def test_an_impossible_request_is_reported_in_one_line(words, says):
    """
    The exit code is 2.
    """
    status, out, err = rules(*words)

    assert (status, out) == (2, "")
    assert says in err
    assert err.count("\n") == 1


def test_an_error_in_a_book_is_reported_by_the_command(own):
    """
    Standard error has the file, the line, the field and the allowed values.
    """
    own.write_text(OWN.replace('"under-the-gun"', '"button"'), "utf-8")

    done = subprocess.run(
        [sys.executable, "-m", "kiosk.cli", "rules", str(own)], capture_output=True, text=True, check=False
    )

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (f"{own}, line 7: straddle: 'button' is not allowed; allowed: none, under-the-gun\n")


def test_the_page_loads_nothing_from_other_sites(own, tmp_path):
    """
    The page is one file of HTML with its text escaped.
    """
    page = tmp_path / "card.html"

    assert rules(str(own), "--html", str(page)) == (0, "", "")

    text = page.read_text("utf-8")
    assert "<h1>Friday &lt;night&gt;</h1>" in text
    assert re.findall(r"(?:src|href|url|@import)", text) == []
    assert text.count(" †</dt>") == len(CHOICES) - 1


@pytest.mark.slow
@pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium")
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_prints_on_a4_without_cutting_off_a_rule(tmp_path, language):
    """
    Nothing is wider than the paper without its margins.
    """
    page_file = tmp_path / "card.html"
    assert rules("house", "--html", str(page_file), "--language", language)[0] == 0

    with chromium() as browser:
        page = browser.new_page(viewport={"width": 688, "height": 1017})  # A4 less 14 mm margins at 96 dots an inch
        page.emulate_media(media="print")
        page.goto(page_file.as_uri())
        wide = page.evaluate("document.documentElement.scrollWidth")
        pdf = page.pdf(prefer_css_page_size=True)

    assert wide <= 688
    assert pdf.count(b"/Type /Page\n") <= 5
    assert b"/MediaBox [0 0 594.95996 841.91998]" in pdf or b"/MediaBox [0 0 595" in pdf
