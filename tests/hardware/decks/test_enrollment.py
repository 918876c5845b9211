"""A deck is enrolled card by card: what is asked, what is refused and why, and how it continues after a power cut."""

import random
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import DECK, Card
from hardware.decks.enrollment import ORDER, Enrollment, resume, scan, skip, undo
from hardware.decks.files import deck_text, part_path, read_part
from hardware.reading.deck import STICKER_DECK, Deck, DeckRefused, parse_deck
from tests.said import refused


def code_of(card):
    return f"tag {DECK.index(card):02}"


def enrolled(count, enrollment=None):
    enrollment = enrollment or Enrollment("red")
    for card in islice(ORDER, count):
        enrollment = scan(enrollment, code_of(card)).enrollment
    return enrollment


def test_fifty_two_scans_in_the_requested_order_make_a_deck():
    deck = enrolled(52).deck()

    assert {card: deck.card(code_of(card)) for card in DECK} == {card: card for card in DECK}
    assert enrolled(52).asked is None


def test_the_order_is_suit_by_suit_from_the_two_to_the_ace():
    assert [str(card) for card in (ORDER[0], ORDER[12], ORDER[13], ORDER[51])] == ["2s", "As", "2h", "Ac"]
    assert sorted(ORDER, key=str) == sorted(DECK, key=str)


def test_the_next_card_is_asked_for():
    assert Enrollment("red").asked == ORDER[0]
    assert scan(Enrollment("red"), "tag").enrollment.asked == ORDER[1]


def test_a_card_scanned_twice_in_a_row_is_not_taken_for_the_next_one():
    answer = scan(enrolled(1), code_of(ORDER[0]))

    assert not answer.taken
    assert (answer.problem, answer.card) == ("again", ORDER[0])


def test_a_code_that_is_already_in_the_deck_is_refused_with_its_card():
    answer = scan(enrolled(20), code_of(ORDER[3]))

    assert not answer.taken
    assert (answer.problem, answer.card) == ("twice", ORDER[3])


def test_a_card_of_another_deck_is_named():
    answer = scan(enrolled(3), "QH", [STICKER_DECK])

    assert not answer.taken
    assert (answer.problem, str(answer.card), answer.of) == ("foreign", "Qh", "stickers")


@pytest.mark.parametrize("code", ["", " ", "\x80", "x" * 65, "]d1x", "Qh "])
def test_a_code_that_no_reader_could_repeat_is_refused(code):
    answer = scan(Enrollment("red"), code)

    assert not answer.taken
    assert answer.problem == "unreadable"
    with pytest.raises(DeckRefused):
        Deck.of("red", {str(card): code_of(card) for card in DECK} | {"2c": code})


def test_a_missing_card_is_asked_for_at_the_end_and_named():
    enrollment = skip(Enrollment("red"))
    assert enrollment.asked == ORDER[1]
    for number in range(51):
        enrollment = scan(enrollment, f"tag {number}").enrollment

    assert enrollment.asked == ORDER[0]
    assert set(ORDER) - dict(enrollment.codes).keys() == {ORDER[0]}
    with refused(DeckRefused, "no code for 2s"):
        enrollment.deck()
    assert scan(enrollment, "found it").enrollment.deck().card("found it") == ORDER[0]


def test_the_last_card_can_be_scanned_again():
    enrollment = undo(enrolled(3))

    assert enrollment == enrolled(2)
    assert scan(enrollment, "another").taken
    assert undo(Enrollment("red")) == Enrollment("red")


def test_after_the_last_card_no_code_is_accepted():
    answer = scan(enrolled(52), "one more")

    assert (answer.taken, answer.enrollment) == (False, enrolled(52))
    assert skip(enrolled(52)) == enrolled(52)


@given(st.lists(st.sampled_from(["scan", "again", "skip", "undo", "foreign"]), max_size=120), st.integers(0, 2**32))
def test_whatever_is_done_each_code_is_one_card_and_no_card_is_lost(steps, seed):
    dice, enrollment = random.Random(seed), Enrollment("red")
    for number, step in enumerate(steps):
        before = enrollment
        match step:
            case "scan":
                enrollment = scan(enrollment, f"tag {number}", [STICKER_DECK]).enrollment
            case "again" if enrollment.codes:
                enrollment = scan(enrollment, dice.choice(enrollment.codes)[1]).enrollment
                assert enrollment == before
            case "foreign":
                enrollment = scan(enrollment, "AS", [STICKER_DECK]).enrollment
                assert enrollment == before
            case "skip":
                enrollment = skip(enrollment)
            case "undo":
                enrollment = undo(enrollment)
        cards, codes = [card for card, _ in enrollment.codes], [code for _, code in enrollment.codes]
        assert len(set(cards)) == len(cards) == len(set(codes))
        assert set(cards) <= set(ORDER)
        assert (enrollment.asked is None) == (len(cards) == 52)


def test_a_saved_enrollment_can_be_continued(tmp_path):
    path = part_path(tmp_path / "red.toml")
    path.write_text(deck_text("red", dict(enrolled(17).codes)))

    assert resume(*read_part(path)) == enrolled(17)


def test_a_whole_deck_is_a_deck_file():
    deck = enrolled(52).deck()

    assert parse_deck(deck_text(deck.name, deck.codes)) == deck


@given(st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=1, max_size=9))
def test_any_code_and_name_survives_writing_and_reading(code):
    codes = {card: code_of(card) for card in DECK} | {Card("Qh"): code}
    if code.startswith("]"):
        return

    deck = parse_deck(deck_text(code, codes))

    assert (deck.name, deck.codes) == (code, codes)


@pytest.mark.parametrize(
    "text", ["", "name = 1", 'name = "x"\n[codes]\nQx = "1"', 'name = "x"\ncodes = []', 'name = "x"\n[codes]\nQh = 1']
)
def test_a_file_that_is_no_enrollment_is_refused_in_one_line(tmp_path, text):
    path = tmp_path / "red.toml.part"
    path.write_text(text)

    with refused(DeckRefused, "is not a partly registered deck"):
        read_part(path)


def test_a_code_written_twice_by_hand_is_asked_for_again(tmp_path):
    path = tmp_path / "red.toml.part"
    path.write_text('name = "red"\n[codes]\n2s = "A"\n3s = "B"\n4s = "A"\n')

    assert resume(*read_part(path)).codes == ((ORDER[1], "B"),)


@pytest.mark.parametrize("damaged", [" A", "", "A\u00a0", "]d1A", "A" * 65])
def test_a_code_that_was_damaged_on_the_disk_is_asked_for_again(tmp_path, damaged):
    path = tmp_path / "red.toml.part"
    path.write_text(deck_text("red", {ORDER[0]: damaged, ORDER[1]: "B"}), "utf-8")

    assert resume(*read_part(path)).codes == ((ORDER[1], "B"),)
