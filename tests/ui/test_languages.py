"""Every text is in every language, complete, and has room on both screens in every state."""

import ast
import re
import tomllib
from collections.abc import Iterator
from unittest.mock import patch

import msgspec
import pytest
from msgspec.structs import replace
from PySide6.QtWidgets import QApplication

from tests.screens.dealer import STATES, kept
from tests.screens.shots import SCREENS, shoot, throw_away
from tests.tools.words import WORDS, english, languages, not_translated, translation
from tests.ui.fitting import assert_fits, misfits
from tests.ui.given import GIVEN
from tests.ui.painting import painted, read_aloud
from tests.ui.pseudo import plain, pseudo, pseudo_words, ungiven
from tests.ui.sweep import hard_to_hit
from ui.dealer.model.values import PageView
from ui.dealer.pages.chips import ladder
from ui.dealer.pages.menu import MenuPage
from ui.dealer.pages.override import page as override
from ui.dealer.pages.page import PageContext
from ui.dealer.pages.people import kill, penalty
from ui.text_compiler.catalog import BRACES, TextCatalog
from ui.text_compiler.output import PAGES
from ui.words import Words
from ui.words.languages import LANGUAGES, words_in

OTHERS = tuple(language for language in LANGUAGES if language != "en")
ROOM = frozenset((
    "fold", "check", "call", "bet", "raise", "all", "in", "muck", "pot", "main", "side", "split", "ante", "button",
    "color", "up", "push", "hand", "chips", "stacks", "deck", "board", "ok", "preflop", "flop", "turn", "river",
    "s", "showdown", "h", "d", "floor", "dealer", "misdeal", "ruling", "level", "sb", "bb", "st", "min", "straddle",
    "antes", "heads", "rebuy", "blinds", "total", "april", "august", "september", "november", "rabbit", "hunt",
    "hunting",
))  # fmt: skip
"""Text that is the same at a table in every language, units, and months with the same spelling."""
ENGLISH = frozenset((
    "the", "of", "to", "is", "and", "with", "not", "by", "for", "from", "has", "are", "were", "this", "that", "it",
    "its", "on", "at", "be", "or", "if", "where", "there", "which", "seat", "seats", "cards", "player", "wins",
))  # fmt: skip
"""Words that mark a sentence as English: neither German nor Spanish has them."""

CODE = re.compile(r"`[^`]*`|„[^“]*“|«[^»]*»|--\S+|\S*[:/_=]\S*")
"""Text that is in a file or is typed exactly like this: in quotes, an address, a setting."""


def test_every_language_is_compiled() -> None:
    """
    No PO file is left out.
    """
    assert sorted(LANGUAGES) == sorted(("en", *languages()))


def test_a_text_is_in_the_file_or_folder_of_its_page() -> None:
    """
    So it can be found. A text without a page of its own is in the folder `table`. The texts of an order are together in
    the folder `orders`, and those of a table's event in `events.toml`, no matter where they are shown.
    """
    groups: dict[str, set[str]] = {}
    for path in (WORDS / "en").rglob("*.toml"):
        page = path.relative_to(WORDS / "en").parts[0].removesuffix(".toml")
        groups.setdefault(page, set()).update(tomllib.loads(path.read_text("utf-8")))

    assert groups.pop("table").isdisjoint(groups)
    assert groups.pop("orders") <= set(groups)
    assert groups.pop("events") == {"done", "messages"}
    assert groups == {name: {name} for name in groups}


COMPILED = {"commands.argparse"}
"""The texts that only the compiler uses: they become the catalog from which argparse takes its sentences."""


def test_every_text_is_used_somewhere() -> None:
    """
    Translators get no text that nobody sees. Codes, and the texts of the clock's pages, have their own tests.
    """
    root = WORDS.parents[1]
    files = [path for top in ("hardware", "kiosk", "ui") for path in (root / top).rglob("*.py")]
    made = {"compiled", "text_compiler"}
    named = {
        node.attr
        for path in files
        if made.isdisjoint(path.parts)
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Attribute)
    }
    scripts = "".join(path.read_text("utf-8") for path in (root / "ui").rglob("*.js"))

    unused = {key for key in names(Words) if key.rpartition(".")[2] not in named and key not in scripts}
    assert unused == COMPILED


def test_every_reason_in_a_record_has_a_text_and_no_text_is_left_over() -> None:
    """
    A code without a text would be shown as it is. The console offers some of the reasons by name.
    """
    root = WORDS.parents[1]
    files = [path for top in ("engine", "kiosk", "ui") for path in (root / top).rglob("*.py")]
    written = {code for path in files for code in re.findall('"(reason-[a-z-]+)"', path.read_text("utf-8"))}
    offered = {f"reason-{name}" for page in (kill, ladder, override, penalty) for name in page.REASONS}
    forms = (root / "ui/director/insight/floor/forms.js").read_text("utf-8")
    lists = re.findall(r"\[(.*)\]\.map\(\(one\) => `reason-", forms)
    console = {f"reason-{name}" for names in lists for name in re.findall('"([a-z]+)"', names)}

    assert len(lists) == 3
    assert console <= offered
    assert written | offered == set(words_in("en").reasons)


def names(kind: type[msgspec.Struct]) -> Iterator[str]:
    """The texts that Python uses by name, and the groups from which it takes one by a code."""
    for field in msgspec.structs.fields(kind):
        if field.name in PAGES:
            continue
        if isinstance(field.type, type) and issubclass(field.type, msgspec.Struct):
            yield from (f"{field.name}.{name}" for name in field.type.__struct_fields__)
        else:
            yield field.name


@pytest.mark.parametrize("language", OTHERS)
def test_every_text_is_translated(language: str) -> None:
    """A text that is the same in both languages is a card-room word, or has no words in it. "No" is Spanish, too."""
    same = {
        f"{path} {form}"
        for path, text in translation(language).texts.items()
        for form in set(text.forms) & set(text.source)
        if not path.startswith("people.keyboard.")
        and (language, path) != ("es", "commands.no")
        and not ROOM.issuperset(re.findall(r"[a-z]+", BRACES.sub("", form).lower()))
    }

    assert same == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_amounts_and_decimals_use_the_languages_own_separators(language: str) -> None:
    """
    Thousands have the language's own separator, which is not its decimal mark.
    """
    words = words_in(language)

    assert words.amount(1_234_567) == {"en": "1,234,567", "de": "1.234.567", "es": "1.234.567"}[language]
    assert words.decimal != words.thousands


DAILY = (("de", 0), ("pseudo", 1))
"""The languages and turns of the daily run."""
SHOWN = [
    pytest.param(language, turn, marks=pytest.mark.slow if (language, turn) in DAILY else pytest.mark.nightly)
    for language in (*LANGUAGES, "pseudo")
    for turn in (0, 1)
]


@pytest.mark.parametrize(("language", "turn"), SHOWN)
@pytest.mark.long(10)
def test_in_every_state_every_text_has_room(qapp: QApplication, language: str, turn: int) -> None:
    """
    Nothing is cut short, leaves its place or becomes too small to read, and no page needs more room than there is. No
    target is under 15 mm or under another one, and each has words for a screen reader. All of it is in the language: in
    the pseudo-language every letter that is painted or read aloud has an accent. The daily run tests each state on one
    of the two screens in German, and on the other one in the pseudo-language: these have the longest words.
    """
    words = pseudo_words() if language == "pseudo" else words_in(language)
    problems: set[str] = set()
    for number, name in enumerate(STATES):
        size = list(SCREENS)[(number + turn) % len(SCREENS)]
        with misfits() as found, painted() as texts:
            screen = shoot(kept(name), size, "dark", words)
            screen.grab()
        problems |= {
            f"{name} {size}: {text}" for text in found if len(text) > 1
        }  # a winner's cards are shown larger elsewhere
        problems |= {
            f"{name}: {word} in {text}" for text in texts | read_aloud(screen) for word in foreign(text, language)
        }
        problems |= {f"{name} {size}: {problem}" for problem in hard_to_hit(screen)}
        if screen.drawn and screen.drawn.page:
            assert_fits(screen.drawn.page, (screen.width() / SCREENS[size][2], screen.height() / SCREENS[size][2]))
        throw_away(screen)

    assert problems == set()


def foreign(text: str, language: str) -> list[str]:
    """The words of a text that cannot be in this language."""
    if language == "pseudo":
        return plain(text, GIVEN)
    if language == "en":
        return []
    return sorted(
        ENGLISH.intersection(re.findall("[a-z]+", ungiven(text, GIVEN.union(not_translated(language))).lower()))
    )


def test_a_word_that_is_in_no_catalog_is_found(qapp: QApplication) -> None:
    """
    It is found in a picture of the screen, in the pseudo-language and in German. Otherwise the test above would find
    nothing.
    """
    texts: dict[str, set[str]] = {}
    for language, words in (("pseudo", pseudo_words()), ("de", words_in("de"))):
        with patch.object(MenuPage, "show", _with_english), painted() as texts[language]:
            screen = shoot(STATES["menu"], "10in", "dark", words)
            screen.grab()
        throw_away(screen)

    assert {word for text in texts["pseudo"] for word in foreign(text, "pseudo")} == {"Ask", "the", "director"}
    assert {word for text in texts["de"] for word in foreign(text, "de")} == {"the"}


_show_menu = MenuPage.show


def _with_english(page: MenuPage, context: PageContext) -> PageView:
    return replace(_show_menu(page, context), title="Ask the director")


@pytest.mark.parametrize("language", OTHERS)
def test_no_text_in_another_language_has_english_grammar(language: str) -> None:
    """
    Poker terms are English, but sentences about poker are not.
    """
    texts = translation(language).texts.items()
    said = {
        f"{path}: {form}"
        for path, text in texts
        for form in text.forms
        if foreign(CODE.sub(" ", BRACES.sub("", form)), language)
    }

    assert said == set()


def test_the_pseudo_language_is_two_fifths_longer_and_every_letter_has_an_accent() -> None:
    """
    Texts whose note says that there is little room are only as long as the English.
    """
    longer = pseudo(english())

    assert _letters(longer) > 1.4 * _letters(english())
    texts = (text for path, text in longer.texts.items() if not path.startswith("people.keyboard."))
    forms = (form for text in texts for form in text.forms)
    assert [form for form in forms if re.search("[A-Za-z]", BRACES.sub("", form))] == []


def _letters(catalog: TextCatalog) -> int:
    return sum(len(form) for text in catalog.texts.values() for form in text.forms)
