"""When the clock rejects clients, it notifies the director, without secrets, of only a few of them."""

import pytest

from kiosk.clock.access.kiosk_access import MOST_REJECTED, KioskAccess
from kiosk.clock.access.tablets import TableTokens
from kiosk.clock.access.waits.turned_away import TurnAwayLog
from kiosk.clock.store.port import StreamState
from kiosk.clock.store.sqlite.store import SqliteStore
from kiosk.clock.store.writer import Writer
from kiosk.clock.times import Times
from kiosk.faults import Fault
from kiosk.protocol.messages import PROTOCOL, Hello
from kiosk.storage.chain import START
from tests.kit.clock import token
from ui.words.languages import words_in

TABLES = range(1, 2 * MOST_REJECTED)


@pytest.fixture
def kiosk_access(tmp_path):
    store, times = SqliteStore(tmp_path / "clock.db"), Times(lambda: 5000, lambda: 0, "")
    writer = Writer(store, lambda *_: None)
    tokens = TableTokens({table: token(table) for table in TABLES}, store, writer, times)
    yield KioskAccess(tokens, TurnAwayLog(lambda: 5000, bool), times, words_in("en"))
    writer.close()


def rejected(kiosk_access, hello, epoch=0):
    """The message to the director after a kiosk was refused."""
    with pytest.raises(Fault):
        let_in(kiosk_access, hello, epoch)
    return [one.why for one in kiosk_access.rejected]


def let_in(kiosk_access, hello, epoch):
    kiosk_access.check_token(hello)
    kiosk_access.check_journal(hello, StreamState(epoch, START))


@pytest.mark.parametrize(
    ("hello", "said"),
    [
        (Hello("a-guess", 3, 1, START), "a kiosk tried to connect as table 3 with a wrong token"),
        (Hello(token(1), 99, 1, START), "a kiosk tried to connect as table 99, which is not in the settings"),
        (
            Hello(token(3), 3, 1, START, PROTOCOL + 1),
            "a kiosk with a newer version than the clock's tried to connect as table 3",
        ),
        (Hello(token(3), 3, 1, START), "a kiosk tried to connect as table 3, which another kiosk has taken over"),
    ],
)
def test_the_director_reads_what_a_rejected_kiosk_asked_for(kiosk_access, hello, said):
    assert rejected(kiosk_access, hello, epoch=2) == [said]
    assert kiosk_access.rejected[0].at_ms == 5000


def test_a_kiosk_that_asks_repeatedly_is_listed_once(kiosk_access):
    for _ in range(3):
        rejected(kiosk_access, Hello("a-guess", 3, 1, START))

    assert len(kiosk_access.rejected) == 1


def test_a_table_that_is_let_in_is_removed_from_the_list(kiosk_access):
    rejected(kiosk_access, Hello("a-guess", 3, 1, START))

    kiosk_access.entered(3)

    assert kiosk_access.rejected == ()


def test_endless_guessing_fills_no_list_and_hides_no_table(kiosk_access):
    rejected(kiosk_access, Hello("a-guess", 3, 1, START))
    for table in range(100, 200):
        rejected(kiosk_access, Hello("a-guess", table, 1, START))
    assert [one.why for one in kiosk_access.rejected][1:] == ["a kiosk tried to connect as table 3 with a wrong token"]

    for table in TABLES:
        rejected(kiosk_access, Hello("a-guess", table, 1, START))
    assert len(kiosk_access.rejected) == MOST_REJECTED
