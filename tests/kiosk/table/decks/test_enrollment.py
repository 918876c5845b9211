"""A deck during enrollment, on its disk: which codes are accepted, which are taken back, and when the deck is whole."""

import re

import pytest
from msgspec.structs import replace

from hardware.decks.enrollment import ORDER, SIMULTANEOUS_MS, Enrollment
from hardware.decks.files import deck_text, part_path, read_part
from hardware.reading.frames import LineFrames
from hardware.reading.reading import UnknownCode
from kiosk.faults import Fault
from kiosk.table.decks.enrollment import EnrollmentSession, begin
from tests.said import refused


@pytest.fixture
def path(tmp_path):
    return tmp_path / "red.toml"


def said(code, at_ms, place="hand-held", address="/dev/scanner"):
    """A code as a reader reports it."""
    return UnknownCode(code, place, at_ms, address)


def scanned(path, *codes):
    """An enrollment after these codes."""
    session = EnrollmentSession(path, Enrollment("red"))
    for code in codes:
        session.scanned(code)
    return session


def test_a_part_file_with_one_damaged_code_asks_only_for_that_card(path):
    codes = {card: f"tag {number:02}" for number, card in enumerate(ORDER)}
    part_path(path).write_text(deck_text("red", codes | {ORDER[7]: " tag 07"}))

    enrollment = begin(path, None)

    assert set(ORDER) - dict(enrollment.codes).keys() == {ORDER[7]}


def test_a_deck_that_is_refused_at_its_end_says_what_to_do(path):
    codes = tuple((card, f" tag {number:02}") for number, card in enumerate(ORDER))

    with refused(Fault, rf"reader can send.*{re.escape(str(part_path(path)))}"):
        EnrollmentSession(path, Enrollment("red", codes)).finish()

    assert not path.exists()


def test_two_codes_at_one_moment_are_both_rejected_and_the_card_is_asked_for_again(path):
    session = scanned(path, said("A", 0), said("B", 5000), said("C", 5000), said("D", 5010))

    assert session.enrollment.codes == ((ORDER[0], "A"),)
    assert session.enrollment.asked == ORDER[1]
    assert read_part(part_path(path)) == ("red", {ORDER[0]: "A"})
    assert session.scanned(said("C", 6000)).taken


def test_the_answer_reports_two_codes_at_once(path):
    answer = scanned(path, said("A", 0)).scanned(said("B", 10))

    assert answer.problem == "at-once"
    assert answer.enrollment.asked == ORDER[0]


def test_a_code_that_depends_on_the_keyboard_layout_is_not_enrolled(path):
    session = scanned(path, replace(said("QH", 0), hint="layout"))

    assert session.enrollment.codes == ()
    assert session.scanned(replace(said("LAYOUT70MZW", 900), hint="learned")).problem == "learned"


@pytest.mark.parametrize(("gap_ms", "cards"), [(0, 0), (SIMULTANEOUS_MS - 1, 0), (SIMULTANEOUS_MS, 2)])
def test_codes_that_come_faster_than_a_hand_can_scan_are_rejected(path, gap_ms, cards):
    assert len(scanned(path, said("A", 7000), said("B", 7000 + gap_ms)).enrollment.codes) == cards


def test_a_repeated_code_is_not_a_second_card(path):
    session = scanned(path, *(said("A", at_ms) for at_ms in (0, 20, 40, 900)), said("B", 1000))

    assert [code for _, code in session.enrollment.codes] == ["A", "B"]


def test_a_code_that_stalls_halfway_on_a_line_without_line_ends_is_not_two_cards(path):
    frames, session = LineFrames(idle_ms=100), scanned(path)
    for at_ms, chunk in ((0, b"04A2"), (110, b""), (200, b"B3C4"), (310, b""), (2000, b"04A2B3C4"), (2110, b"")):
        for code in frames.feed(chunk, at_ms):
            session.scanned(said(code.decode(), at_ms))

    assert session.enrollment.codes == ((ORDER[0], "04A2B3C4"),)


@pytest.mark.parametrize("other", [{"place": "muck"}, {"address": "/dev/other"}])
def test_a_deck_is_scanned_with_the_reader_of_its_first_card(path, other):
    session = scanned(path, said("A", 0), said("B", 1000))

    answer = session.scanned(said("C", 1100, **other))

    assert answer.problem == "elsewhere"
    assert (answer.place, answer.at) == (other.get("place", "hand-held"), "hand-held")
    assert session.scanned(said("D", 2000)).taken  # and a code from another reader takes nothing back
    assert [code for _, code in session.enrollment.codes] == ["A", "B", "D"]


def test_a_code_from_an_antenna_without_a_name_is_reported_and_is_not_a_card(path):
    session = scanned(path, said("A", 0))

    answer = session.scanned(UnknownCode("7|04A2B3C4", "hand-held", 1000, "/dev/scanner", nowhere=True, position="7"))

    assert (answer.problem, answer.place) == ("nowhere", "7")
    assert session.enrollment.codes == ((ORDER[0], "A"),)
    assert session.scanned(said("B", 1010)).taken  # and it does not disturb the next card


def test_two_readers_at_the_first_moment_bind_the_deck_to_neither(path):
    session = scanned(path, said("M", 0, place="muck"), said("A", 50))
    assert session.enrollment.codes == ()

    assert session.scanned(said("A", 1000)).taken
    assert session.scanned(said("M", 2000, place="muck")).problem == "elsewhere"


def test_after_a_wrong_first_card_the_next_one_sets_the_place(path):
    session = scanned(path, said("M", 0, place="muck"))
    assert session.scanned(said("A", 1000)).problem == "elsewhere"

    session.again()

    assert session.scanned(said("A", 2000)).taken


def test_the_last_card_counts_only_if_no_other_code_came_with_it(path):
    session = scanned(path, *(said(f"tag {number:02}", number * 1000) for number in range(52)))
    assert not session.is_whole(51_299)
    assert session.settled.asked == ORDER[51]
    assert session.is_whole(51_300)

    session.scanned(said("another", 51_200))

    assert session.enrollment.asked == ORDER[51]
    assert not session.is_whole(90_000)


def test_a_deck_with_every_code_already_saved_is_whole_at_once(path):
    codes = {card: f"tag {number:02}" for number, card in enumerate(ORDER)}
    part_path(path).write_text(deck_text("red", codes))

    assert EnrollmentSession(path, begin(path, None)).is_whole(0)


def test_a_card_is_taken_back_even_if_the_disk_is_full(path, monkeypatch):
    session = scanned(path, said("A", 0))

    def fails(*_):
        raise Fault("no-room", path="red.toml", error="No space left on device")

    monkeypatch.setattr("kiosk.table.decks.enrollment.write_deck", fails)
    with pytest.raises(Fault, match="No space left"):
        session.scanned(said("B", 10))

    assert session.enrollment.asked == ORDER[0]
