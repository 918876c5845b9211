"""A deck that is being enrolled, on its disk: what is taken, what is taken back, and when it stands."""

import re

import pytest

from hardware.decks.enrolment import ORDER, Enrolment
from hardware.decks.files import deck_text, part_path, read_part
from hardware.decks.single_source import SIMULTANEOUS_MS
from hardware.reading.frames import LineFrames
from hardware.reading.reading import Unread
from kiosk.faults import Fault
from kiosk.table.decks.enrolment import EnrolmentSession, begin
from tests.said import refused


@pytest.fixture
def path(tmp_path):
    return tmp_path / "red.toml"


def said(code, at_ms, place="hand-held", address="/dev/scanner"):
    """A code, as a reader says it."""
    return Unread(code, place, at_ms, address)


def scanned(path, *codes):
    """An enrolment after these."""
    session = EnrolmentSession(path, Enrolment("red"))
    for code in codes:
        session.scanned(code)
    return session


def test_a_part_with_one_damaged_code_asks_for_that_card_and_for_no_other(path):
    codes = {card: f"tag {number:02}" for number, card in enumerate(ORDER)}
    part_path(path).write_text(deck_text("red", codes | {ORDER[7]: " tag 07"}))

    enrolment = begin(path, None)

    assert enrolment.missing == (ORDER[7],)


def test_a_deck_that_is_refused_at_its_end_says_what_to_do(path):
    codes = tuple((card, f" tag {number:02}") for number, card in enumerate(ORDER))

    with refused(Fault, rf"reader can send.*{re.escape(str(part_path(path)))}"):
        EnrolmentSession(path, Enrolment("red", codes)).finish()

    assert not path.exists()


def test_two_codes_of_one_picture_are_no_card_each_and_the_card_is_asked_for_again(path):
    session = scanned(path, said("A", 0), said("B", 5000), said("C", 5000), said("D", 5010))

    assert session.enrolment.codes == ((ORDER[0], "A"),)
    assert session.enrolment.asked == ORDER[1]
    assert read_part(part_path(path)) == ("red", {ORDER[0]: "A"})
    assert session.scanned(said("C", 6000)).taken


def test_what_to_do_about_two_codes_is_said(path):
    answer = scanned(path, said("A", 0)).scanned(said("B", 10))

    assert answer.problem == "at-once"
    assert answer.enrolment.asked == ORDER[0]


@pytest.mark.parametrize(("gap_ms", "cards"), [(0, 0), (SIMULTANEOUS_MS - 1, 0), (SIMULTANEOUS_MS, 2)])
def test_as_fast_as_no_hand_is_nothing_is_taken(path, gap_ms, cards):
    assert len(scanned(path, said("A", 7000), said("B", 7000 + gap_ms)).enrolment.codes) == cards


def test_the_same_code_again_is_no_second_card(path):
    session = scanned(path, *(said("A", at_ms) for at_ms in (0, 20, 40, 900)), said("B", 1000))

    assert [code for _, code in session.enrolment.codes] == ["A", "B"]


def test_a_code_that_stalls_half_way_on_a_line_without_line_ends_is_not_two_cards(path):
    frames, session = LineFrames(idle_ms=100), scanned(path)
    for at_ms, chunk in ((0, b"04A2"), (110, b""), (200, b"B3C4"), (310, b""), (2000, b"04A2B3C4"), (2110, b"")):
        for code in frames.feed(chunk, at_ms):
            session.scanned(said(code.decode(), at_ms))

    assert session.enrolment.codes == ((ORDER[0], "04A2B3C4"),)


@pytest.mark.parametrize("other", [{"place": "muck"}, {"address": "/dev/other"}])
def test_a_deck_is_scanned_with_the_reader_of_its_first_card(path, other):
    session = scanned(path, said("A", 0), said("B", 1000))

    answer = session.scanned(said("C", 1100, **other))

    assert answer.problem == "elsewhere"
    assert (answer.place, answer.at) == (other.get("place", "hand-held"), "hand-held")
    assert session.scanned(said("D", 2000)).taken  # and what another reader says takes nothing back
    assert [code for _, code in session.enrolment.codes] == ["A", "B", "D"]


def test_what_an_antenna_without_a_name_reads_is_said_and_is_no_card(path):
    session = scanned(path, said("A", 0))

    answer = session.scanned(Unread("7|04A2B3C4", "hand-held", 1000, "/dev/scanner", nowhere=True, position="7"))

    assert (answer.problem, answer.place) == ("nowhere", "7")
    assert session.enrolment.codes == ((ORDER[0], "A"),)
    assert session.scanned(said("B", 1010)).taken  # and it disturbs no other


def test_what_two_readers_say_at_the_first_moment_holds_the_deck_to_none_of_them(path):
    session = scanned(path, said("M", 0, place="muck"), said("A", 50))
    assert session.enrolment.codes == ()

    assert session.scanned(said("A", 1000)).taken
    assert session.scanned(said("M", 2000, place="muck")).problem == "elsewhere"


def test_where_the_first_card_was_read_wrong_the_next_one_says_the_place(path):
    session = scanned(path, said("M", 0, place="muck"))
    assert session.scanned(said("A", 1000)).problem == "elsewhere"

    session.again()

    assert session.scanned(said("A", 2000)).taken


def test_the_last_card_stands_once_no_other_code_came_with_it(path):
    session = scanned(path, *(said(f"tag {number:02}", number * 1000) for number in range(52)))
    assert not session.is_whole(51_299)
    assert session.settled.asked == ORDER[51]
    assert session.is_whole(51_300)

    session.scanned(said("another", 51_200))

    assert session.enrolment.asked == ORDER[51]
    assert not session.is_whole(90_000)


def test_a_deck_of_which_all_was_kept_is_whole_at_once(path):
    codes = {card: f"tag {number:02}" for number, card in enumerate(ORDER)}
    part_path(path).write_text(deck_text("red", codes))

    assert EnrolmentSession(path, begin(path, None)).is_whole(0)


def test_a_card_is_taken_back_also_where_the_disk_is_full(path, monkeypatch):
    session = scanned(path, said("A", 0))

    def fails(*_):
        raise Fault("no-room", path="red.toml", error="No space left on device")

    monkeypatch.setattr("kiosk.table.decks.enrolment.write_deck", fails)
    with pytest.raises(Fault, match="No space left"):
        session.scanned(said("B", 10))

    assert session.enrolment.asked == ORDER[0]
