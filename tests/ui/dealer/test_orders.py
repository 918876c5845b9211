"""Drawing gives no orders and a query changes nothing: what the screen asks of its program, and when."""

from engine.cards import Card
from engine.message import message
from tests.kit.play import dealt, play
from tests.kit.port import tell
from ui.dealer.model.cards import Enrolling
from ui.dealer.model.readers import ReaderDevice, ReaderNow, Readers, ReaderWatch
from ui.dealer.model.surroundings import RefusalNotice, Surroundings
from ui.dealer.model.taps import Enroll, WatchReaders
from ui.dealer.pages.entry.card import CardPage
from ui.dealer.pages.readers.enroll import EnrollPage
from ui.dealer.pages.readers.page import ReadersPage
from ui.dealer.pages.turning import Wants, orders, wants

FOUR = (50_000,) * 4
FLOP_DUE = "c c c k"
QUEEN = Card("Qh")
BEGUN = Enrolling("Green", Card("2c"))
BOARD = Readers((ReaderNow("/dev/ttyACM0", "board", ReaderDevice("usb", "scanner"), ""),))


def test_drawing_twice_asks_nothing(sit):
    """
    A page that watches the readers is open, and a deck is being enrolled. Each order is given once, however often the
    screen
    is drawn, even if the program does not answer.
    """
    screen, engine, _ = sit(dealt(FOUR))
    engine.enroll = lambda do, what: engine.enrolled.append((do, what))
    tell(screen, readers=BOARD, enrolling=BEGUN)
    screen.open(ReadersPage())
    asked = (list(engine.watching), list(engine.enrolled))

    for _ in range(2):
        screen._taps.draw()
        screen.grab()
        tell(screen)

    assert asked == ([ReaderWatch()], [("leave", "")])
    assert (engine.watching, engine.enrolled) == asked


def test_the_page_is_drawn_before_it_gives_an_order(sit):
    screen, engine, _ = sit(dealt(FOUR))
    drawn = []
    engine.watch_readers = lambda _: drawn.append(screen.drawn.page.name)

    screen.open(ReadersPage())

    assert drawn == ["readers"]


def test_a_pages_orders_are_given_when_the_page_changes():
    """
    Closing the enrollment page stops the enrollment, once. Without a deck there is nothing to stop.
    """
    enrolling = Surroundings(enrolling=BEGUN)
    open_page, closed = wants(EnrollPage(), enrolling), wants(None, enrolling)

    assert orders(Wants(), open_page) == ()
    assert orders(open_page, closed) == (Enroll("leave"),)
    assert orders(closed, closed) == ()
    assert orders(Wants(), wants(None, Surroundings())) == ()
    assert orders(wants(ReadersPage(), Surroundings()), Wants()) == (WatchReaders(None),)


def test_aiming_twice_changes_nothing(sit):
    """
    The aim includes the page that a card would open. If another card is entered by hand in the meantime, no page opens.
    """
    screen, engine, finger = sit(play(dealt(FOUR), FLOP_DUE))
    finger.tap("board-1")
    page = screen.content.page
    assert isinstance(page, CardPage)

    first, second = screen.aimed(QUEEN), screen.aimed(QUEEN)

    assert first == second
    assert first.then
    assert (screen.content.page, engine.asked) == (page, [])
    screen.open(None)
    engine.happen("7d")
    assert screen.content.page is None


def test_a_card_that_was_played_opens_the_next_page(sit):
    """
    The pad goes on to the next card of the flop.
    """
    screen, engine, finger = sit(play(dealt(FOUR), FLOP_DUE))
    finger.tap("board-1")
    aim = screen.aimed(QUEEN)

    engine.take(aim.action, aim.then)

    assert screen.content.page == aim.then[0]


def test_a_repeated_refusal_leaves_nothing_pending(sit):
    """
    A card that is refused twice opens no page when the table changes later.
    """
    screen, engine, finger = sit(play(dealt(FOUR), FLOP_DUE))
    finger.tap("board-1")
    answers, engine.ask = engine.ask, lambda action, seen: screen.refuse(message("no-hand-in-play"))
    for _ in range(2):
        finger.tap("pad-rank-Q", "pad-suit-h")
    engine.ask = answers
    assert screen.content.surroundings.refusal == RefusalNotice(message("no-hand-in-play"))
    screen.open(None)

    engine.happen("7d")

    assert screen.content.page is None


def test_an_unanswered_tap_leaves_nothing_pending(sit):
    screen, engine, finger = sit(play(dealt(FOUR), FLOP_DUE))
    finger.tap("board-1")
    answers, engine.ask = engine.ask, lambda action, seen: None
    finger.tap("pad-rank-Q", "pad-suit-h")
    engine.ask = answers
    screen.open(None)

    engine.happen("7d")

    assert screen.content.page is None
