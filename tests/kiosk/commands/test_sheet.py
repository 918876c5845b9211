"""`kiosk sheet`: the printed sheets for the dealer and the director, in the words of their screens."""

import pypdfium2
import pytest

from kiosk.cli import main
from kiosk.commands.sheet import BUTTON, PAPERS, as_page, as_text
from tests.kit.chromium import CHROMIUM, chromium
from ui.words.languages import LANGUAGES, words_in

SHEETS = tuple(words_in("en").sheets)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("who", SHEETS)
def test_every_button_has_the_name_that_is_on_its_screen(who, language):
    """A sheet refers to the button's own text, so that neither can change without the other."""
    words = words_in(language)
    named = [path for part in words.sheets[who].parts.values() for step in part.steps.values() for path in
             BUTTON.findall(step)]  # fmt: skip

    text = as_text(words.sheets[who], words)

    assert len(named) > 5
    assert "{" not in text
    assert words.asking.push_next in text or who != "dealer"


def test_a_sheet_is_written_to_a_file_or_printed(tmp_path, capsys):
    page = tmp_path / "dealer.html"

    assert main(["sheet", "dealer", "--language", "de", "--paper", "letter", "--html", str(page)]) == 0
    assert "@page{size:letter" in page.read_text("utf-8")
    assert f"<b>{words_in('de').undo}</b>" in page.read_text("utf-8")
    assert main(["sheet", "dealer", "--language", "de"]) == 0
    assert f"{words_in('de').undo} nimmt" in capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium: apt-get install chromium")
def test_each_sheet_is_one_page_on_each_paper_in_each_language():
    with chromium() as browser:
        page = browser.new_page()
        for language in LANGUAGES:
            for who in SHEETS:
                for paper in PAPERS:
                    page.set_content(as_page(words_in(language).sheets[who], words_in(language), paper))
                    with pypdfium2.PdfDocument(page.pdf(prefer_css_page_size=True)) as printed:
                        assert len(printed) == 1, (language, who, paper)
