"""Fifty-two different codes, or one clear line saying why not."""

import random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine.cards import DECK, Card
from hardware.reading.deck import PLAIN_DECK, Deck, DeckRefused, load_deck, parse_deck
from hardware.reading.frames import LineFrames
from tests.kit.inbox import FUZZ_BYTES, noise
from tests.said import english, refused

CODES = {str(card): f"{number:06X}" for number, card in enumerate(DECK, start=0x0417A0)}


def deck_file(codes, name="red backs"):
    lines = "\n".join(f'{card} = "{code}"' for card, code in codes.items())
    return f'name = "{name}"\n\n[codes]\n{lines}\n'


def test_a_deck_file_gives_each_code_its_card(tmp_path):
    path = tmp_path / "red.toml"
    path.write_text(deck_file(CODES))

    deck = load_deck(path)

    assert deck.name == "red backs"
    assert [deck.card(code) for code in CODES.values()] == list(DECK)
    assert [deck.codes[card] for card in DECK] == list(CODES.values())


def test_the_plain_deck_writes_cards_as_hand_histories_do():
    assert [PLAIN_DECK.card(str(card)) for card in DECK] == list(DECK)


@pytest.mark.parametrize("code", ["QH", "qh", "Qh ", " Qh", "Qh\0", "10h", "1h", "", "Qh\r", "QhQh"])
def test_a_code_is_compared_exactly(code):
    assert PLAIN_DECK.card(code) is None


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"Qh": None}, "no code for Qh"),
        ({"2c": None, "As": None}, "no code for 2c, As"),
        ({"1h": "99", "Qx": "98"}, "not a card: '1h', 'Qx'"),
        ({"Qh": CODES["As"]}, f"Qh, As have the same code '{CODES['As']}'"),
        ({"Qh": ""}, "a reader can send: Qh"),
        ({"Qh": "é"}, "a reader can send: Qh"),
        ({"Qh": " 12"}, "a reader can send: Qh"),
        ({"Qh": "12\t"}, "a reader can send: Qh"),
        ({"Qh": "]d1Qh"}, "a reader can send: Qh"),
        ({"Qh": "x" * 65}, "a reader can send: Qh"),
        ({"Qh": 417}, "a reader can send: Qh"),
        ({"Qh": None, "Qx": "99", "As": CODES["2c"]}, "not a card: 'Qx'; no code for Qh; 2c, As have the same code"),
    ],
)
def test_an_incomplete_deck_is_refused_with_the_cards_named(change, words):
    codes = {card: code for card, code in {**CODES, **change}.items() if code is not None}

    with pytest.raises(DeckRefused) as refused:
        Deck.of("red", codes)

    assert words in english(refused.value)
    assert "\n" not in english(refused.value)


@pytest.mark.parametrize("name", ["", " ", "red ", "red\nbacks", "red\x7f", "x" * 41])
def test_a_deck_needs_a_printable_name(name):
    with refused(DeckRefused, r"its name must be 1 to 40 printable characters"):
        Deck.of(name, CODES)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (deck_file(CODES) + 'Qh = "99"\n', 'Qh = "99"'),
        ("", "needs name"),
        ('name = "red"', "a table [codes]"),
        ('name = "red"\ncodes = 52', "a table [codes]"),
        ("name = 7\n[codes]", "needs name"),
        ('color = "red"\n' + deck_file(CODES), "not 'color'"),
        ("[codes\n", "at line 1, column 7"),
        (deck_file(CODES | {"Qh": "\n"}), "not a deck file"),
        (deck_file({card: CODES[card] for card in CODES if card != "Qh"}), "no code for Qh"),
    ],
)
def test_a_file_that_is_no_deck_is_refused_in_one_line_with_its_name(tmp_path, text, words):
    path = tmp_path / "red.toml"
    path.write_text(text)

    with pytest.raises(DeckRefused) as refused:
        load_deck(path)

    assert words in english(refused.value)
    assert str(path) in english(refused.value)
    assert "\n" not in english(refused.value)


def test_an_unreadable_file_is_refused_in_one_line(tmp_path):
    binary = tmp_path / "binary.toml"
    binary.write_bytes(b"\xff\xfe")

    with refused(DeckRefused, r"none\.toml cannot be read: No such file"):
        load_deck(tmp_path / "none.toml")
    with refused(DeckRefused, r"binary\.toml cannot be read: it is not text"):
        load_deck(binary)


def refusal(text):
    """The reason why the text is no deck; empty if it is one."""
    try:
        parse_deck(text)
    except DeckRefused as refused:
        return english(refused)
    return ""


odd_lines = ['"1\\n2" = "99"', 'Qh = "\\u2028"', "Qh = [1]", "Qh.x = 1", "\x0b", "\r"]
lines = st.sampled_from(deck_file(CODES).splitlines() + odd_lines)


@pytest.mark.slow
@given(st.text(max_size=200) | st.lists(lines).map("\n".join))
@example("x = " + "[" * 5_000)
@example("x = " + "9" * 5_000)
def test_whatever_the_text_a_refusal_is_one_line(text):
    assert len(refusal(text).splitlines()) == 1


@given(st.permutations([f'{card} = "{code}"' for card, code in CODES.items()]))
def test_the_order_of_the_lines_does_not_matter(lines):
    assert parse_deck("\n".join(['name = "red"', "[codes]", *lines])).codes == Deck.of("red", CODES).codes


@given(st.lists(st.sampled_from(list(Card)) | st.binary(max_size=80), max_size=30))
def test_only_cards_that_were_sent_completely_are_read(sent):
    deck = Deck.of("red", CODES)
    stream = b"\r".join(deck.codes[bit].encode() if isinstance(bit, Card) else b"\r" + bit for bit in [*sent, b""])

    codes = [frame.decode("latin-1") for frame in LineFrames().feed(stream)]

    assert [deck.card(code) for code in codes if deck.card(code)] == [bit for bit in sent if isinstance(bit, Card)]


@pytest.mark.fuzz
def test_a_lot_of_noise_contains_no_card_of_a_coded_deck():
    deck = Deck.of("red", CODES)

    codes = [frame.decode("latin-1") for frame in LineFrames().feed(noise(random.Random(1), FUZZ_BYTES))]

    assert codes
    assert [code for code in codes if deck.card(code)] == []
