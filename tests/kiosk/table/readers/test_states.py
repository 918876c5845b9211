"""Each reader's state and readings, as its page shows them; and cards that were read only to test the readers."""

from engine.actions import SeeCard
from engine.cards import parse_cards
from engine.public import public
from hardware.camera.settings import CameraSettings
from hardware.reading.line_settings import SerialSettings
from hardware.reading.reading import Health, Reading, UnknownCode
from kiosk.storage.keeper import Decided
from kiosk.table.readers.card_judge import CardJudge, Verdict
from kiosk.table.readers.states import LATELY, ReaderStates, shown_readers
from kiosk.table.settings import ReaderSettings
from tests.kit.play import dealt, play
from tests.ui.ruled_pages import says
from ui.dealer.model.readers import ReaderDevice
from ui.dealer.model.surroundings import Surroundings
from ui.dealer.pages.page import PageContext
from ui.dealer.pages.readers.one import ReaderPage
from ui.dealer.pages.readers.page import ReadersPage

QUEEN, SEVEN = parse_cards("Qh7d")
ONE, TWO = ReaderSettings("/dev/ttyACM0", "board"), ReaderSettings("/dev/ttyACM1", "board")


def test_two_readers_at_one_place_are_distinguished_by_their_addresses():
    states = ReaderStates((ONE, TWO), 1_000)
    states.receive(Health(True, "is connected", "board", 2_000, TWO.url))
    states.receive(Reading(QUEEN, "board", 3_000, address=TWO.url))

    shown = shown_readers(states.all, 5_000).readers
    assert [(each.problem, each.since_ms) for each in shown] == [("waits", 4_000), ("", 3_000)]
    assert [[read.code for read in each.reads] for each in shown] == [[], ["Qh"]]
    assert shown[1].reads[0].ago_ms == 2_000


def test_a_loss_keeps_its_known_problem_until_a_report_without_one():
    states = ReaderStates((ONE,), 0)
    states.receive(Health(False, "was unplugged", "board", 1_000, ONE.url, "unplugged"))
    states.receive(Health(False, "was unplugged, still", "board", 9_000, ONE.url, "unplugged"))
    assert shown_readers(states.all, 10_000).readers[0].since_ms == 9_000

    states.receive(Health(False, "cannot say why", "board", 11_000, ONE.url))
    assert states.all[0].problem == "lost"


def test_the_last_readings_are_kept_and_a_card_that_stays_counts_once():
    states = ReaderStates((ONE,), 0)
    for at_ms in range(10):
        states.receive(UnknownCode(str(at_ms), "board", at_ms, ONE.url))
    states.receive(Reading(QUEEN, "board", 10, address=ONE.url))
    states.receive(Reading(QUEEN, "board", 500, again=True, address=ONE.url))
    states.receive(Reading(SEVEN, "board", 600, again=True, address=ONE.url))

    reads = shown_readers(states.all, 1_000).readers[0].reads
    assert len(reads) == LATELY
    assert [(read.code, read.ago_ms) for read in reads[:3]] == [("7d", 400), ("Qh", 500), ("9", 991)]


def test_a_reader_is_shown_with_every_place_that_it_reads():
    antennas = ReaderSettings("/dev/ttyS0", "board", SerialSettings(
        pattern="(?P<pos>[0-9])(?P<uid>.+)", places={"0": "muck"}))  # fmt: skip
    camera = ReaderSettings("camera:0", "board", camera=CameraSettings(places={"seat 4": (0.0, 0.0, 0.5, 0.5)}))

    shown = shown_readers(ReaderStates((antennas, camera, ONE), 0).all, 0).readers

    assert [each.sees for each in shown] == [("board", "muck"), ("board", "seat 4"), ()]
    assert shown[1].device == ReaderDevice("camera", "0", is_camera=True)


def test_a_cameras_password_is_on_no_page():
    camera = ReaderSettings("camera:rtsp://admin:S3cret@10.255.255.1/s", "board")
    surroundings = Surroundings(readers=shown_readers(ReaderStates((camera,), 0).all, 0))
    game = dealt((50_000,) * 3)
    seen = PageContext(public(game), game, surroundings)
    one = ReaderPage(camera.url, ReadersPage())

    assert "camera:rtsp://10.255.255.1" in says(one, seen)
    for page in (ReadersPage(), one):
        view = page.show(seen)
        texts = [view.title, *(line.text for line in view.lines)]
        texts += [text for grid in view.grids for each in grid.buttons for text in (each.text, each.small, each.said)]
        assert not any("S3cret" in text for text in texts)


def action_of(verdict: Verdict) -> object:
    """The action of a card to play; any other verdict itself."""
    return verdict.action if isinstance(verdict, Decided) else verdict


def test_a_card_read_while_testing_the_readers_counts_after_it_was_lifted():
    desk, flop = CardJudge(), play(dealt((50_000,) * 3), "c c k")
    desk.pass_over(Reading(QUEEN, "board", 0))

    assert desk.judge(Reading(QUEEN, "board", 900, again=True), flop) is None
    assert action_of(desk.judge(Reading(QUEEN, "board", 2_000), flop)) == SeeCard(QUEEN, 0)


def test_a_card_that_lay_there_before_the_test_still_counts():
    desk, betting, flop = CardJudge(), dealt((50_000,) * 3), play(dealt((50_000,) * 3), "c c k")
    assert desk.judge(Reading(QUEEN, "board", 0, again=True), betting) is None
    desk.pass_over(Reading(QUEEN, "board", 500, again=True))

    assert action_of(desk.judge(Reading(QUEEN, "board", 900, again=True), flop)) == SeeCard(QUEEN, 0)
