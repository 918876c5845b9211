"""Text that is the same on the tests' screens in every language: typed by a person, a name, or a quotation."""

from collections.abc import Iterator

from engine.books.rulebook import CHOICES, load_book, shipped_ids
from tests.kit.play import NAMES
from tests.screens.table import LONG_NAMES, STAFF
from ui.words.languages import LANGUAGES, words_in


def _quoted() -> Iterator[str]:
    """Documents and their clauses."""
    for book in map(load_book, shipped_ids()):
        yield book.name
        for choice in CHOICES:
            rule = getattr(book, choice)
            yield from (rule.clause, *rule.cases.values())


PEOPLE = (
    *NAMES,
    *LONG_NAMES,
    *(person.name for person in STAFF),
    "Nia",
    "Fire",
    "Fire alarm",
    "Maximiliane Schweinsteiger",
)
DECKS = ("Red", "Green", "Blue 2", "Table 7,", *(f"{color} backs" for color in
         ("red", "blue", "green", "black", "yellow", "orange", "purple")))  # fmt: skip
READERS = (
    "Maker HD Camera", "Maker Scanner", "Maker Keys", "Other Barcode Reader", "antenna-of-seat-12", "antenna-of-seat",
    "cable out", "/dev/serial/by-id/usb-Other_Barcode_Reader-if00", "/dev/serial/by-id/usb-Maker_Scanner_0042-if00",
    "camera:/dev/v4l/by-id/usb-Maker_HD_Camera_7F31-video-index0", "/dev/ttyUSB0", "04A2B9C2D15E80",
    "keys:/dev/input/by-id/usb-Maker_Keys-event-kbd", "socket://10.0.7.4:4001",
)  # fmt: skip
SETTINGS = ("[[readers]]", "url =", 'place = "hand-held"')
"""Text that a technician writes into a file."""
CLOCK = (
    "http://127.0.0.1:8080/display/",
    "http://127.0.0.1:8080/director/",
    "B6EJ23qdLlZN",
    "clock.club.lan:8080",
    "wrong token",
    "see settings",
)
"""The clock's addresses, and its texts when it refuses a table."""
LANGUAGE_NAMES = tuple(words_in(code).profile.this_language for code in LANGUAGES)
"""Each language's name in that language."""
STANDARDS = ("TDA", "WSOP")
"""The standards whose clauses are cited in the catalog's words."""
OPTIONS = ("--go-on",)
"""Options of the commands."""
GIVEN = frozenset(
    (
        *PEOPLE,
        *DECKS,
        *READERS,
        *SETTINGS,
        *OPTIONS,
        *STANDARDS,
        *CLOCK,
        *LANGUAGE_NAMES,
        "Autumn Open",
        "Tournament Directors",
        "Association standard",
        *_quoted(),
    )
) - {""}
