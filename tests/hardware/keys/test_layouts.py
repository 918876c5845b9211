"""A scanner that types never makes another card, whichever layout it and the system are set to, with or without Caps
Lock."""

from collections import defaultdict

import pytest

from engine.cards import Card
from hardware.keys.layouts import LAYOUT_CODE, LAYOUTS, TypedUnder, at_screen, of_device
from hardware.keys.typed_lines import TypedLines
from hardware.reading.deck import PLAIN_DECK, STICKER_DECK, Deck
from hardware.reading.line_settings import ParsedLine, SerialSettings

PREFIXED = Deck.of("red", {str(card): f"D1{code}" for card, code in STICKER_DECK.codes.items()})
DECKS = (STICKER_DECK, PLAIN_DECK, PREFIXED)
KEYS = 48
"""The number of keys in the table of layouts."""
SOME = 23
"""There are 1,234 pairs of layouts. Every 23rd covers each layout on both sides."""
DEAD = " "
"""In the table, a key that types nothing by itself."""
CAPS = ("off", "letters", "every key")


def lines_of(layouts, deck=STICKER_DECK, layout=""):
    return TypedLines(deck, "board", SerialSettings(layout=layout), layouts, prefix="")


def typed_by(way, code, caps="off"):
    """What arrives if a scanner sends this code."""
    return "".join(_arrived(way, char, caps) for char in code)


def _arrived(way, char, caps):
    if way.pad and char.isdigit():
        return char
    key = way.sent.index(char)
    if caps == "every key" or (caps == "letters" and char.isalpha()):
        key = (key + KEYS) % (2 * KEYS)
    return way.heard[key]


def device(name, pad=False):
    """A grabbed scanner that is set to this layout."""
    heard = of_device().ways[0].heard
    return TypedUnder(heard, "".join(LAYOUTS[name]), pad)


def at_system(heard, sent):
    return TypedUnder("".join(LAYOUTS[heard]), "".join(LAYOUTS[sent]))


def causes_of(ways, deck):
    """Every text that a scanner can send for a card, with the cards that it may be for."""
    causes = defaultdict(set)
    for way in ways:
        for card, code in deck.codes.items():
            for caps in CAPS:
                causes[typed_by(way, code, caps)].add(card)
    return causes


def check_that_no_card_becomes_another(layouts, ways, deck):
    lines = lines_of(layouts, deck)

    for typed, cards in causes_of(ways, deck).items():
        parsed = lines.parse(typed)
        assert parsed is None or parsed.hint or {deck.card(parsed.code)} in ({None}, cards), typed


@pytest.mark.parametrize("deck", DECKS, ids=lambda deck: deck.name)
def test_no_layout_of_a_grabbed_scanner_makes_another_card_with_or_without_caps_lock(deck):
    check_that_no_card_becomes_another(of_device(), of_device().ways, deck)


def test_no_pair_of_layouts_at_the_screen_makes_another_card_with_or_without_caps_lock():
    check_that_no_card_becomes_another(at_screen(), at_screen().ways[::SOME], STICKER_DECK)


@pytest.mark.slow
@pytest.mark.parametrize("deck", DECKS, ids=lambda deck: deck.name)
def test_no_pair_of_layouts_at_all_makes_another_card(deck):
    check_that_no_card_becomes_another(at_screen(), at_screen().ways, deck)


@pytest.mark.parametrize(
    ("layouts", "ways"),
    [(of_device(), of_device().ways), (at_screen(), at_screen().ways[::SOME])],
    ids=["grabbed", "at the screen"],
)
def test_after_the_layout_code_every_card_is_read_and_none_as_another(layouts, ways):
    for way in ways:
        lines = lines_of(layouts)
        assert lines.parse(typed_by(way, LAYOUT_CODE)).hint == "learned"
        for code in STICKER_DECK.codes.values():
            typed = typed_by(way, code)
            assert lines.parse(typed) == ParsedLine(code, "board") or DEAD in typed
            for caps in CAPS[1:]:
                parsed = lines.parse(typed_by(way, code, caps))
                assert parsed.hint or parsed.code not in {*STICKER_DECK.codes.values()} - {code}


def test_an_ace_typed_under_the_french_layout_is_not_a_queen():
    lines, french = lines_of(of_device()), device("fr")
    assert typed_by(french, "AS") == "QS"

    assert lines.parse("QS").hint == "layout"
    assert lines.parse(typed_by(french, LAYOUT_CODE)).hint == "learned"
    assert lines.parse("QS") == ParsedLine("AS", "board")


def test_a_card_that_is_the_same_under_every_layout_is_read_at_once():
    assert lines_of(of_device()).parse("KH") == ParsedLine("KH", "board")
    assert lines_of(of_device()).parse(typed_by(device("fr"), "8H")) == ParsedLine("8H", "board")


def test_a_scanner_and_a_system_with_different_layouts_are_told_apart_at_the_screen():
    lines, way = lines_of(at_screen()), at_system("de", "fr")

    assert lines.parse(typed_by(way, "AS")).hint == "layout"
    assert lines.parse(typed_by(way, LAYOUT_CODE)).hint == "learned"
    assert lines.parse(typed_by(way, "AS")) == ParsedLine("AS", "board")


def test_the_layout_is_known_from_the_settings():
    french = device("fr")

    assert lines_of(of_device(), layout=typed_by(french, LAYOUT_CODE)).parse("QS") == ParsedLine("AS", "board")
    assert lines_of(of_device(), layout=LAYOUT_CODE).parse("QS") == ParsedLine("QS", "board")
    assert lines_of(of_device(), layout="anything").parse("QS").hint == "layout"


@pytest.mark.parametrize("caps", CAPS[1:])
def test_a_card_typed_with_caps_lock_is_not_read_and_the_reason_is_known(caps):
    for name in LAYOUTS:
        way = device(name)
        lines = lines_of(of_device(), layout=typed_by(way, LAYOUT_CODE))
        assert lines.parse(typed_by(way, "KH", caps)).hint == "caps"


def test_codes_that_differ_only_in_case_are_refused_because_caps_lock_may_be_on():
    codes = {**STICKER_DECK.codes, Card("As"): "xY", Card("Ks"): "Xy"}
    deck = Deck.of("cases", {str(card): code for card, code in codes.items()})

    assert lines_of(of_device(), deck, layout=LAYOUT_CODE).parse("xY").hint == "caps"


def test_a_known_layout_is_forgotten_once_a_card_fits_only_another_one():
    lines = lines_of(of_device(), layout=LAYOUT_CODE)
    assert lines.parse("QS") == ParsedLine("QS", "board")

    assert lines.parse(typed_by(device("fr"), "8H")).hint == "layout"
    assert lines.parse("QS").hint == "layout"


@pytest.mark.parametrize(("typed", "hint"), [("0123456789", ""), ("04A2B3C4", "layout"), ("ZEBRA", "layout")])
def test_a_code_of_no_card_is_taken_for_a_deck_only_if_it_is_the_same_under_every_layout(typed, hint):
    parsed = lines_of(of_device()).parse(typed)

    assert (parsed.code, parsed.hint) == (typed, hint)


def test_once_the_layout_is_known_a_code_with_other_characters_is_read_as_on_its_first_scan():
    lines = lines_of(of_device(), layout=LAYOUT_CODE)

    assert lines.parse("04-A2:B3") == ParsedLine("04-A2:B3", "board")


def test_prefix_position_and_suffix_are_read_under_the_scanners_layout():
    settings = SerialSettings(
        prefix="PX", suffix="X", pattern="(?P<pos>[AQ])(?P<code>..)", places={"A": "board", "Q": "muck"}
    )
    lines, french = TypedLines(STICKER_DECK, "table", settings, of_device(), "PX"), device("fr")

    assert lines.parse(typed_by(french, "PXAKHX")).hint == "layout"  # or the place Q
    assert lines.parse(typed_by(french, f"PX{LAYOUT_CODE}X")).hint == "learned"
    assert lines.parse(typed_by(french, "PXAKHX")) == ParsedLine("KH", "board")
    assert lines.parse(typed_by(french, "AKHX")) is None


def test_every_layout_types_the_letters_and_digits_of_the_printed_codes():
    printed = {char for deck in DECKS for code in (*deck.codes.values(), LAYOUT_CODE) for char in code}

    for name, levels in LAYOUTS.items():
        assert printed <= set("".join(levels)), name
        assert [len(level) for level in levels] == [KEYS, KEYS], name
