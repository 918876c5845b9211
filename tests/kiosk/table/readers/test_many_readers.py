"""One table with a reader at every place, each a real pseudo-terminal: which card lies where, and a cable is pulled."""

import threading
from random import Random

import pytest

from engine.actions import Call, Check, StartHand
from engine.cards import Card, parse_cards
from hardware.reading.line_settings import SerialSettings
from hardware.simulated import PtyScanner
from kiosk.table.host import TableHost
from kiosk.table.readers.report import reader_words
from kiosk.table.services import Services
from kiosk.table.settings import ReaderSettings, TableSettings
from tests.kiosk.table.test_host import FaceThatRemembers, seat_three
from tests.kit.patience import PATIENCE_S

PLACES = ("board", "seat 4", "muck", "hand-held")
QUEEN, FOUR, TWO, ACE, KING = parse_cards("Qh4s2dAsKc")


class Bench:
    """A host with four readers, on the thread of the test."""

    def __init__(self, folder):
        self.scanners = {place: PtyScanner(folder / place.replace(" ", "-")) for place in PLACES}
        readers = tuple(
            ReaderSettings(str(scanner.path), place, SerialSettings(repeat_ms=0))
            for place, scanner in self.scanners.items()
        )
        self.face, self._woken = FaceThatRemembers(), threading.Event()
        settings = TableSettings(1, str(folder / "table.journal"), readers=readers)
        self.host = TableHost(settings, self.face, Services(lambda: 0, lambda: 0, Random(1), self._woken.set))
        self.host.start()
        self.wait(lambda: self.problems == [""] * len(PLACES))
        seat_three(self.host)
        self.host.ask(StartHand())

    def close(self):
        self.host.stop()
        for scanner in self.scanners.values():
            scanner.unplug()

    def wait(self, happened):
        """Take what the readers say until it is so."""
        while not happened():
            assert self._woken.wait(PATIENCE_S), (self.problems, self.board, self.face.odd)
            self._woken.clear()
            self.host.take_posts()

    @property
    def board(self):
        hand = self.host.game.table.hand
        assert hand
        return hand.board

    @property
    def problems(self):
        return [word.problem for word in reader_words(self.host.readers.states)]


@pytest.fixture
def bench(tmp_path):
    bench = Bench(tmp_path)
    yield bench
    bench.close()


def to_flop(host):
    for action in (Call(1), Call(4), Check(7)):
        host.ask(action)


def test_each_card_lies_where_its_reader_stands(bench):
    """
    On the board; in the muck, from where it cannot come again; wherever one is due for the reader in the hand.
    """
    to_flop(bench.host)

    bench.scanners["board"].scan(QUEEN)
    bench.wait(lambda: bench.board == (QUEEN,))
    bench.scanners["hand-held"].scan(FOUR)
    bench.wait(lambda: bench.board == (QUEEN, FOUR))
    bench.scanners["muck"].scan(ACE)
    bench.wait(lambda: ACE in bench.host.readers._judge._mucked)
    bench.scanners["board"].scan(ACE)
    bench.wait(lambda: bool(bench.face.odd))

    assert (bench.face.odd[-1].kind, bench.face.odd[-1].card) == ("mucked", ACE)
    assert bench.board == (QUEEN, FOUR)


def test_a_card_on_the_board_that_another_place_reads_is_said_with_both(bench):
    to_flop(bench.host)
    bench.scanners["board"].scan(QUEEN)
    bench.wait(lambda: bench.board == (QUEEN,))

    bench.scanners["seat 4"].scan(QUEEN)
    bench.wait(lambda: bool(bench.face.odd))

    assert (bench.face.odd[-1].kind, bench.face.odd[-1].places) == ("lies-already", (0, 4))
    assert bench.board == (QUEEN,)


@pytest.mark.parametrize("cut", range(5))
def test_a_cable_pulled_at_any_byte_stops_no_other_reader_and_makes_no_card(bench, cut):
    to_flop(bench.host)
    board, frame = bench.scanners["board"], f"{QUEEN}\r\n".encode()

    board.send(frame[:cut])
    board.unplug()
    bench.wait(lambda: bench.problems[0] == "absent")
    bench.scanners["hand-held"].scan(FOUR)
    bench.wait(lambda: FOUR in bench.board)
    assert bench.problems[1:] == ["", "", ""]

    board.replug()
    bench.wait(lambda: bench.problems[0] == "")
    board.send(frame[cut:])
    board.scan(TWO)
    bench.wait(lambda: TWO in bench.board)

    # A whole frame lies before the cut or behind it, or none does.
    assert set(bench.board) <= {QUEEN, FOUR, TWO}
    if cut in (1, 2):
        assert bench.board == (FOUR, TWO)


def test_a_hundred_cards_read_everywhere_at_once_leave_a_true_table(bench):
    """
    All readers at the same time, in an order that nobody knows: no card lies twice, and none that is in the muck. One
    card only the board's reader sees: the muck's may be the first with all the others.
    """
    to_flop(bench.host)
    bench.scanners["board"].scan(Card("3s"))

    def flood(scanner, dice):
        for card in dice.choices([QUEEN, FOUR, TWO, ACE, KING, Card("9d")], k=25):
            scanner.scan(card)
        scanner.send(b"the end\r")

    floods = [
        threading.Thread(target=flood, args=(scanner, Random(number)))
        for number, scanner in enumerate(bench.scanners.values())
    ]
    for thread in floods:
        thread.start()
    for thread in floods:
        thread.join()
    bench.wait(lambda: sum(odd.code == "the end" for odd in bench.face.odd) == len(PLACES))

    assert 0 < len(set(bench.board)) == len(bench.board) <= 5
    assert not set(bench.board) & bench.host.readers._judge._mucked
