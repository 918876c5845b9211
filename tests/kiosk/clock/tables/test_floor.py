"""Whom the clock turns away: the director is told, without secrets, of no more than a few."""

import pytest

from engine.tournament.seats import Seating
from kiosk.clock.tables.floor import MOST_REJECTED, Floor
from kiosk.clock.tables.writer import Standing
from kiosk.clock.times import Times
from kiosk.faults import Fault
from kiosk.protocol.messages import PROTOCOL, Hello
from kiosk.storage.chain import START
from tests.kit.clock import token
from ui.words.languages import words_in

TABLES = range(1, 2 * MOST_REJECTED)


@pytest.fixture
def floor():
    seatings = [Seating(table, "Test Open", "tda", 6, 1, ()) for table in TABLES]
    return Floor(
        seatings, {table: token(table) for table in TABLES}, Times(lambda: 5000, lambda: 0, ""), words_in("en")
    )


def rejected(floor, hello, epoch=0):
    """What the director is told after a kiosk was refused."""
    with pytest.raises(Fault):
        let_in(floor, hello, epoch)
    return [one.why for one in floor.rejected]


def let_in(floor, hello, epoch):
    floor.check_token(hello)
    floor.check_journal(hello, Standing(epoch, START))


@pytest.mark.parametrize(
    ("hello", "said"),
    [
        (Hello("a-guess", 3, 1, START), "a kiosk asked for table 3 with a wrong token"),
        (Hello(token(1), 99, 1, START), "a kiosk asked for table 99, which is not in the settings"),
        (Hello(token(3), 3, 1, START, PROTOCOL + 1), "a kiosk asked for table 3 by a newer program than the clock's"),
        (Hello(token(3), 3, 1, START), "a kiosk asked for table 3, which another has taken over"),
    ],
)
def test_the_director_is_told_what_a_kiosk_asked_for(floor, hello, said):
    assert rejected(floor, hello, epoch=2) == [said]
    assert floor.rejected[0].at_ms == 5000


def test_a_kiosk_that_asks_again_and_again_is_told_of_once(floor):
    for _ in range(3):
        rejected(floor, Hello("a-guess", 3, 1, START))

    assert len(floor.rejected) == 1


def test_a_table_that_is_let_in_is_forgotten(floor):
    rejected(floor, Hello("a-guess", 3, 1, START))

    floor.linked(3, linked=True)

    assert floor.rejected == ()


def test_guessing_without_end_fills_nothing_and_hides_no_table(floor):
    rejected(floor, Hello("a-guess", 3, 1, START))
    for table in range(100, 200):
        rejected(floor, Hello("a-guess", table, 1, START))
    assert [one.why for one in floor.rejected][1:] == ["a kiosk asked for table 3 with a wrong token"]

    for table in TABLES:
        rejected(floor, Hello("a-guess", table, 1, START))
    assert len(floor.rejected) == MOST_REJECTED
