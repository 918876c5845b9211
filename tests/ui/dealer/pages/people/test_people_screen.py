"""People and authority on the real screen: sign-in, the floor's call and orders, arrivals and departures."""

import pytest
from PySide6.QtWidgets import QWidget

from engine.actions import HandOver, PutIn, Undo
from engine.cards import Card
from engine.events import ChangeSeat
from engine.public import public
from engine.table.actions.hands import Overrule
from engine.table.actions.penalties import Disqualify, Penalize
from engine.table.actions.people import LeaveSeat, MarkAway, TakeSeat
from engine.table.actions.staff import CallFloor, MeetFloor, SignIn
from engine.tournament.tables.room_info import IncomingPlayer
from tests.kit.finger import Finger
from tests.kit.play import dealt, do, sat, where_folds_stand
from tests.kit.port import tell
from tests.kit.ticks import Ticks
from tests.kit.tones import ToneRecorder
from ui.dealer.model.sign_in import PinAnswer, Staff
from ui.dealer.widgets.controls.touch import TouchTarget

STAFF = (Staff("Flo", "floor"), Staff("Ana", "dealer"))
PINS = {("floor", "471183"): "Flo", ("dealer", "2580"): "Ana"}
FOUR = (5_000, 6_000, 7_000, 8_000)


@pytest.fixture
def signed(sit):
    """A table whose staff have PINs, as the program would check them."""

    def show(game, by_touch=False):
        screen, engine, finger = sit(game, by_touch)
        engine.pins = dict(PINS)
        tell(screen, staff=STAFF)
        return screen, engine, finger

    return show


def key_pin(finger: Finger, pin: str) -> None:
    finger.tap(*(f"pin-key-{digit}" for digit in pin), "pin-ok")


def texts(screen: QWidget) -> str:
    """All that a screen reader would find on the screen now."""
    return " ".join(touch.accessibleName() for touch in screen.findChildren(TouchTarget) if touch.isVisible())


@pytest.mark.parametrize("by_touch", [False, True])
def test_a_dealer_signs_in_with_a_pin_in_the_middle_of_a_hand(signed, by_touch):
    _, engine, finger = signed(dealt(FOUR), by_touch)

    finger.tap("more", "menu-signin", "signin-name-0")
    key_pin(finger, "2580")

    assert engine.asked == [SignIn("Ana")]
    assert engine.game.table.staffing.dealer == "Ana"
    assert finger.can("fold")


def test_a_wrong_pin_is_refused_visibly_and_audibly_and_keyed_again(signed, tones: ToneRecorder):
    _, engine, finger = signed(dealt(FOUR))
    finger.tap("more", "menu-signin", "signin-name-0")
    key_pin(finger, "5555")

    assert tones.turned_down == 1
    assert engine.asked == []
    assert not finger.can("pin-ok")

    key_pin(finger, "2580")
    assert engine.asked == [SignIn("Ana")]


def test_a_pin_that_the_clock_checks_signs_once_it_has_answered(signed, monkeypatch):
    """
    Meanwhile no key works, and an answer to an earlier request signs for nothing.
    """
    screen, engine, finger = signed(dealt(FOUR))
    monkeypatch.setattr(engine, "unlock", lambda *_: PinAnswer(asked="second"))
    finger.tap("more", "menu-signin", "signin-name-0")
    key_pin(finger, "2580")
    assert screen.content.page.asked == "second"
    assert not finger.can("pin-key-1")

    screen.pin_checked(PinAnswer("Ana", asked="first"))
    assert engine.asked == []
    screen.pin_checked(PinAnswer("Ana", asked="second"))
    screen.pin_checked(PinAnswer("Ana", asked="second"))

    assert engine.asked == [SignIn("Ana")]


def test_a_forgotten_pin_stops_no_hand(signed):
    """
    Nobody signs in, the page is closed, and the hand continues.
    """
    _, engine, finger = signed(dealt(FOUR))
    finger.tap("more", "menu-signin", "signin-name-0", "pin-key-1", "page-close")

    finger.tap("fold")

    assert engine.game.table.hand is not None
    assert engine.game.table.hand.live.count(False) == 1
    assert engine.game.table.staffing.dealer == ""


def test_no_digit_of_a_pin_is_revealed_to_a_screen_reader(signed):
    screen, _, finger = signed(dealt(FOUR))
    finger.tap("more", "menu-signin", "signin-name-0")
    before = texts(screen)

    finger.tap("pin-key-7", "pin-key-7", "pin-key-7")

    assert texts(screen).count("7") == before.count("7")


def test_the_floor_is_called_from_any_page_with_one_tap_and_signs_with_a_pin(signed):
    _, engine, finger = signed(dealt(FOUR))
    finger.tap("more", "menu-people", "floor")
    assert engine.asked == [CallFloor()]

    finger.tap("floor-why-misdeal", "floor-here")
    key_pin(finger, "471183")

    assert engine.asked[1:] == [CallFloor("misdeal"), MeetFloor("Flo")]
    assert engine.game.table.staffing.call is None


def test_if_nobody_has_a_pin_the_floor_signs_as_the_floor(sit):
    _, engine, finger = sit(dealt(FOUR))

    finger.tap("floor", "floor-here")
    finger.tap("more", "menu-people", "people-seat-2", "seat-penalty", "penalty-round-1", "penalty-why-phone")

    assert engine.asked[1:] == [MeetFloor("floor"), Penalize(2, "floor", "reason-phone", rounds=1)]


def test_an_order_that_the_floor_signs_ends_the_call(signed):
    """
    The floor is at the table. Otherwise, the call would go on counting, at the table and on the console.
    """
    _, engine, finger = signed(dealt(FOUR))
    finger.tap("floor", "more", "menu-people", "people-seat-2", "seat-penalty", "penalty-round-1", "penalty-why-phone")
    assert engine.game.table.staffing.call is not None
    key_pin(finger, "471183")

    assert engine.asked == [CallFloor(), Penalize(2, "Flo", "reason-phone", rounds=1), MeetFloor("Flo")]
    assert engine.game.table.staffing.call is None
    finger.tap("undo")
    assert engine.asked[-1] == Undo()


def test_a_player_is_disqualified_only_with_the_floors_pin(signed):
    _, engine, finger = signed(dealt(FOUR))
    finger.tap("more", "menu-people", "people-seat-2", "seat-penalty", "penalty-out", "penalty-why-soft")
    key_pin(finger, "2580")  # a dealer's
    assert engine.asked == []

    key_pin(finger, "471183")

    assert engine.asked == [Disqualify(2, "Flo", "reason-soft")]


def test_a_player_changes_seats_with_seven_touches_and_the_floors_pin(signed):
    screen, engine, finger = signed(sat(FOUR, seats=6))
    finger.tap("more", "menu-people", "people-seat-2", "seat-move", "move-here", "change-seat-6", "change-seat-ok")
    assert engine.asked == []

    key_pin(finger, "471183")

    assert engine.asked == [Overrule("Flo", "reason-seat-change", ChangeSeat(2, 6))]
    assert not screen.content.page
    assert screen.content.game.table.seats[5].name == "Ben"


def test_the_floors_pin_undoes_an_irreversible_fold_without_a_second_question(signed):
    """
    The fold is in the last hand, there has been substantial action since, and in this rule book folds are irreversible.
    """
    before = do(where_folds_stand(*FOUR), PutIn(1, 900))
    over = do(before, HandOver())
    first, second, *_ = (offer.seat for offer in public(over).offers if offer.call)
    again = do(over, PutIn(first), PutIn(second, 600), Undo(confirmed=True), Undo(confirmed=True))
    _, engine, finger = signed(again)

    finger.tap("undo")
    key_pin(finger, "471183")

    assert public(engine.game).lines == public(before).lines


def test_an_order_that_the_floor_was_to_sign_is_dropped_once_the_hand_is_over(signed):
    """
    The hand ends while the PIN is being keyed, and the page closes.
    """
    _, engine, finger = signed(dealt(FOUR))
    finger.tap("more", "menu-people", "people-seat-2", "seat-penalty", "penalty-out", "penalty-why-soft", "pin-key-4")
    assert finger.can("pin-key-7")

    engine.happen("f f f")

    assert not finger.can("pin-key-7")
    assert engine.asked == []


def test_a_player_whom_the_clock_sent_is_seated_with_two_taps(sit):
    screen, engine, finger = sit(sat(FOUR, seats=6))
    tell(screen, coming=(IncomingPlayer("n7", "Nia", 7_300, 12),), starting_stack=20_000)

    finger.tap("seat-6", "arrive-sent-0")

    assert engine.asked == [TakeSeat(6, "n7", "Nia", 7_300, 12)]
    assert public(engine.game).seats[5].name == "Nia"


def test_a_new_player_is_keyed_and_signed_for(signed):
    screen, engine, finger = signed(sat(FOUR, seats=6))
    tell(screen, coming=(), starting_stack=20_000)

    finger.tap("seat-6", "arrive-new", *(f"arrive-letter-{letter}" for letter in "NIA"), "arrive-ok", "arrive-ok")
    key_pin(finger, "471183")

    assert engine.asked == [TakeSeat(6, "Nia", "Nia", 20_000)]


def test_between_hands_a_moving_player_leaves_at_once(sit):
    _, engine, finger = sit(sat(FOUR))

    finger.tap("seat-2", "seat-move", "move-ok")

    assert engine.asked == [LeaveSeat(2, 0)]


def test_during_a_hand_a_moving_player_leaves_when_the_next_is_dealt(sit):
    _, engine, finger = sit(dealt(FOUR))
    finger.tap("more", "menu-people", "people-seat-2", "seat-move", "move-ok")
    assert public(engine.game).seats[1].leaves_for == 0

    engine.happen("f f f push start")

    assert public(engine.game).seats[1].player == ""
    assert engine.game.table.issued == sum(FOUR) - 5_900


def test_marking_a_player_away_can_be_undone(sit):
    _, engine, finger = sit(sat(FOUR))

    finger.tap("seat-3", "seat-away", "undo")

    assert engine.asked[0] == MarkAway(3)
    assert not public(engine.game).seats[2].away


def test_undo_after_a_player_was_seated_is_gray_and_says_the_way(sit):
    """
    A seating cannot be undone. The first touch changes nothing and says so; only then does the key name the earlier
    step, which a second touch takes back.
    """
    screen, engine, finger = sit(sat(FOUR, seats=6))
    finger.tap("seat-3", "seat-away")
    tell(screen, coming=(IncomingPlayer("n7", "Nia", 7_300, 12),), starting_stack=20_000)
    finger.tap("seat-6", "arrive-sent-0")
    undo = finger.target("undo")
    assert (undo.tile.emphasis, undo.tile.small) == ("locked", "not the seating")

    finger.tap("undo")
    assert public(engine.game).seats[2].away
    assert screen.drawn.prompt.refused
    assert screen.drawn.prompt.body.startswith("UNDO does not reach the seating: ")
    assert undo.tile.text == "UNDO ANYWAY"
    assert undo.tile.small
    finger.tap("undo")
    assert not public(engine.game).seats[2].away
    assert public(engine.game).seats[5].name == "Nia"


def test_a_page_about_people_stays_open_while_cards_are_read(sit):
    _, engine, finger = sit(dealt(FOUR))
    finger.tap("more", "menu-people")

    engine.happen("c c c k 9h")

    assert finger.can("people-seat-1")
    assert public(engine.game).board == (Card("9h"),)


def test_the_time_since_the_floor_was_called_counts_up(sit, ticks: Ticks):
    screen, _, finger = sit(do(dealt(FOUR), CallFloor()))

    tell(screen, floor_ms=45_000)
    assert "0:45" in finger.target("floor").accessibleName()
    tell(screen, floor_ms=46_000)
    assert "0:46" in finger.target("floor").accessibleName()
