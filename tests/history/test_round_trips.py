"""A hand exported as PHH or Open Hand History and read back has the same pots, awards and stacks."""

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine.events import HandRevived
from engine.history.ohh.read import read_ohh
from engine.history.ohh.text import to_ohh
from engine.history.phh.form import read_phh
from engine.history.phh.text import to_phh
from engine.history.record import final, hands
from tests.kit import randomfloor
from tests.kit.corpus import no_limit, records
from tests.kit.played import (
    EXAMPLES,
    outcome,
    overruled_story,
    random_records,
    rare_story,
    record_of_story,
    replayed,
    shared_records,
    to_phhs,
)
from tests.kit.randomplay import BOOKS, Habits

FORMS = {"phh": (to_phhs, read_phh), "ohh": (to_ohh, read_ohh)}
SLOW, NIGHTLY = pytest.mark.slow, pytest.mark.nightly
FILES = (
    pytest.param("hands_real", marks=SLOW),
    pytest.param("hands_pokerkit_cannot_replay", marks=SLOW),
    pytest.param("hands_synthetic", marks=NIGHTLY),
    pytest.param("hands_odd_chips_differ", marks=SLOW),
)

forms = pytest.mark.parametrize("form", FORMS)


@pytest.mark.fuzz
@forms
@settings(max_examples=EXAMPLES, deadline=None)
@given(seed=st.integers(0, 2**32 - 1))
def test_a_random_hand_read_back_ends_the_same(form, seed):
    """
    Killed hands, odd chips, dead buttons, short blinds and mucks: the same pots to the same seats, the same stacks.
    """
    write, read = FORMS[form]
    records = random_records(seed, 5, kill=0.03, undo=0.03, move=0.2)

    back = read(write(records)).values()

    assert [replayed(phh) for phh in back] == [outcome(record.events) for record in records]


@forms
@pytest.mark.parametrize("name", FILES)
def test_a_recorded_hand_read_back_ends_the_same(shared, form, name):
    """
    Every no-limit hand of the shared files, as the engine played it.
    """
    write, read = FORMS[form]
    pairs = list(shared_records(no_limit(records(shared, name))))

    back = read(write(ours for _, ours in pairs)).values()

    for (record, ours), phh in zip(pairs, back, strict=True):
        assert replayed(phh) == outcome(ours.events), record["id"]
        assert list(final(ours).stacks) == record.get("independent", record["finishing_stacks"])


@pytest.mark.fuzz
@forms
@settings(max_examples=EXAMPLES, deadline=None)
@given(seed=st.integers(0, 2**32 - 1))
def test_orders_of_the_floor_in_random_hands_are_read_back(form, seed):
    """
    Mishaps, overrides, penalties and absent players, sensible or not.
    """
    write, read = FORMS[form]
    steps = randomfloor.play(seed, 5, habits=Habits(undo=0.02))
    records = hands([event for step in steps for event in step.record])
    if form == "ohh":  # the format has no place for cards shown before a dead hand is made live
        records = [record for record in records if not any(isinstance(event, HandRevived) for event in record.events)]

    assume(records)  # not all hands voided: a text without a hand is refused

    back = read(write(records)).values()

    assert [replayed(phh) for phh in back] == [outcome(record.events) for record in records]


@pytest.mark.fuzz
@forms
@settings(max_examples=EXAMPLES, deadline=None)
@given(seed=st.integers(0, 2**32 - 1), name=st.sampled_from(sorted(BOOKS)))
def test_a_hand_by_any_book_is_read_back_by_that_book(form, seed, name):
    """
    Limit and pot-limit, straddles, no antes, dead splashes, the button that stays.
    """
    write, read = FORMS[form]
    records = random_records(seed, 4, BOOKS[name])

    back = read(write(records)).values()

    assert [replayed(phh) for phh in back] == [outcome(record.events) for record in records]


@forms
@pytest.mark.parametrize("story", [rare_story, overruled_story])
def test_rare_events_of_the_floor_and_the_rules_are_read_back(form, story):
    """Mishaps, splashed chips, corrected bets, hands made dead and live again, pots awarded against the cards."""
    write, read = FORMS[form]
    record = record_of_story(story())

    (back,) = read(write([record])).values()

    assert replayed(back) == outcome(record.events)


def test_a_single_hand_file_reads_like_one_hand_of_many():
    """A `.phh` file is the table that a `.phhs` file has under a number."""
    records = random_records(1, 3)

    assert [read_phh(to_phh(record))[""] for record in records] == list(read_phh(to_phhs(records)).values())
