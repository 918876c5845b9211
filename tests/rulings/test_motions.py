"""String bets: the motions that count."""

import pytest

from tests.kit.story import flop
from tests.rulings.ruled import HOUSE, TDA, TOURNAMENT, clauses, ruling_on, summary

ALL = pytest.mark.parametrize("by", [TDA, TOURNAMENT, HOUSE], ids=lambda book: book.id)


def facing_200(by):
    """Blinds 100 and 200; three players, a bet of 200 on the flop."""
    return flop(5_000, 5_000, 5_000, blinds=(100, 200), by=by).tell("1 bets 200")


@ALL
def test_the_first_motion_binds_and_the_rest_goes_back(by):
    ruling = ruling_on(facing_200(by), motions=((100, 100), (500, 100)))

    assert summary(ruling, by) == "call 200, 600 back (string_bet)"
    assert str(ruling.why) == "first-motion-binds (why=exactly-call)"


@ALL
def test_a_first_motion_with_too_much_goes_back_with_the_rest(by):
    assert summary(ruling_on(facing_200(by), motions=((1_000,), (500,))), by) == "call 200, 1300 back (string_bet)"


@ALL
def test_an_announced_amount_may_take_many_motions(by):
    ruling = ruling_on(facing_200(by), "raise 800", motions=((200,), (500,), (100,)))

    assert summary(ruling, by) == "raise 800 (said_amount)"


@ALL
@pytest.mark.parametrize(("said", "to"), [("call", 200), ("all in", 5_000)])
def test_a_declared_call_or_all_in_may_take_many_motions(by, said, to):
    assert ruling_on(facing_200(by), said, motions=((100,), (100,))).to == to


@pytest.mark.parametrize("by", [TOURNAMENT], ids=lambda book: book.id)
@pytest.mark.parametrize(
    ("motions", "comes_to"),
    [
        (((200,), (500,)), ("raise", 700, 0, "verbal")),
        (((200,), (500,), (100,)), ("raise", 700, 100, "string_bet")),
        (((200, 100), (500,)), ("raise", 400, 400, "string_bet")),
        (((200,),), ("raise", 400, 0, "raise_word")),
    ],
)
def test_raise_allows_one_more_motion_after_exactly_the_call(by, motions, comes_to):
    act, to, back, clause = comes_to

    ruling = ruling_on(facing_200(by), "raise", motions=motions)

    assert (ruling.act, ruling.to, ruling.returned) == (act, to, back)
    assert ruling.clause in clauses(getattr(by, clause))


def test_by_the_standard_raise_allows_no_second_motion():
    """
    Rule 42: raises in two motions ended in 2019; "raise" still binds to the smallest.
    """
    ruling = ruling_on(facing_200(TDA), "raise", motions=((200,), (500,)))

    assert (ruling.act, ruling.to, ruling.returned) == ("raise", 400, 300)


def test_the_house_has_no_second_motion_without_an_amount():
    ruling = ruling_on(facing_200(HOUSE), "raise", motions=((200,), (500,)))

    assert summary(ruling, HOUSE) == "raise 400, 300 back (string_bet)"


def test_a_second_motion_after_a_fold_goes_back():
    assert summary(ruling_on(facing_200(TDA), "fold", motions=((200,), (500,))), TDA) == "fold 0, 700 back (verbal)"


def test_a_motion_without_chips_does_not_count():
    ruling = ruling_on(facing_200(TDA), "", motions=((), (1_000,)))

    assert (ruling.act, ruling.to, ruling.returned) == ("call", 200, 800)
