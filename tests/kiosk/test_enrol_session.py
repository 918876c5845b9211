"""A deck that is being enrolled, on its disk: what is taken, what is taken back, and when it stands."""

import pytest

from hardware.deck_files import deck_text, part_path
from hardware.enrol import ORDER, Enrolment
from kiosk.enrol_session import Session, begin
from kiosk.faults import Fault


@pytest.fixture
def path(tmp_path):
    return tmp_path / "red.toml"


def test_a_part_with_one_damaged_code_asks_for_that_card_and_for_no_other(path):
    codes = {card: f"tag {number:02}" for number, card in enumerate(ORDER)}
    part_path(path).write_text(deck_text("red", codes | {ORDER[7]: " tag 07"}))

    enrolment = begin(path, None)

    assert enrolment.missing == (ORDER[7],)


def test_a_deck_that_is_refused_at_its_end_says_what_to_do(path):
    codes = tuple((card, f" tag {number:02}") for number, card in enumerate(ORDER))

    with pytest.raises(Fault, match="reader can send") as fault:
        Session(path, Enrolment("red", codes)).finish()

    assert fault.value.fix == f"remove {part_path(path)} and enrol the deck anew"
    assert not path.exists()
