"""One table with a reader at each of four places, each a real pseudo-terminal: where a card is, and a cable pulled."""

import threading
from random import Random

import pytest

from engine.actions import Call, Check
from engine.cards import Card, parse_cards
from engine.table.actions.hands import StartHand
from hardware.reading.line_settings import SerialSettings
from hardware.simulated import PtyScanner
from kiosk.table.host import TableHost
from kiosk.table.readers.states import reader_words
from kiosk.table.services import Services
from kiosk.table.settings import ReaderSettings, TableSettings
from tests.kiosk.table.test_host import FaceThatRemembers, seat_three
from tests.kit.patience import PATIENCE_S

PLACES = ("board", "seat 4", "muck", "hand-held")
QUEEN, FOUR, TWO, ACE, KING = parse_cards("Qh4s2dAsKc")


class ReaderBench:
    """A host with four readers, on the test's thread."""

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
        self.host.orders.ask(StartHand())

    def close(self):
        self.host.stop()
        for scanner in self.scanners.values():
            scanner.unplug()

    def wait(self, happened):
        """Process the readers' posts until `happened()` is true."""
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
    bench = ReaderBench(tmp_path)
    yield bench
    bench.close()


def to_flop(host):
    for action in (Call(1), Call(4), Check(7)):
        host.orders.ask(action)


def test_each_card_is_recorded_at_its_readers_place(bench):
    """
    On the board; in the muck, from which it cannot come back; or, from a hand-held reader, wherever a card is due.
    """
    to_flop(bench.host)

    bench.scanners["board"].scan(QUEEN)
    bench.wait(lambda: bench.board == (QUEEN,))
    bench.scanners["hand-held"].scan(FOUR)
    bench.wait(lambda: bench.board == (QUEEN, FOUR))
    bench.scanners["muck"].scan(ACE)
    bench.wait(lambda: ACE in bench.host._cards._judge._mucked)
    bench.scanners["board"].scan(ACE)
    bench.wait(lambda: bool(bench.face.odd))

    assert (bench.face.odd[-1].kind, bench.face.odd[-1].card) == ("mucked", ACE)
    assert bench.board == (QUEEN, FOUR)


def test_a_board_card_that_another_place_reads_is_reported_with_both_places(bench):
    to_flop(bench.host)
    bench.scanners["board"].scan(QUEEN)
    bench.wait(lambda: bench.board == (QUEEN,))

    bench.scanners["seat 4"].scan(QUEEN)
    bench.wait(lambda: bool(bench.face.odd))

    assert (bench.face.odd[-1].kind, bench.face.odd[-1].places) == ("lies-already", (0, 4))
    assert bench.board == (QUEEN,)


@pytest.mark.parametrize("cut", range(5))
def test_a_cable_pulled_at_any_byte_stops_no_other_reader_and_produces_no_card(bench, cut):
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

    # The frame is whole before the cut, whole after it, or not whole at all.
    assert set(bench.board) <= {QUEEN, FOUR, TWO}
    if cut in (1, 2):
        assert bench.board == (FOUR, TWO)


def test_a_hundred_cards_read_everywhere_at_once_leave_a_valid_table(bench):
    """
    All readers read at the same time, in an unknown order. No card is on the board twice, or on the board and in the
    muck.
    One card is only for the board's reader, because the muck's may be the first to read all the others.
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
    assert not set(bench.board) & bench.host._cards._judge._mucked
