"""Narrates practice hands at a real table, follows the trainee's taps, and shows reviews. Uses Qt. The cards come from
a simulated scanner; only the trainee touches the table."""

from collections.abc import Callable
from typing import NamedTuple

from msgspec.structs import replace
from PySide6.QtCore import QObject, QTimer

from engine.actions import TableAction
from engine.game.game import Game
from engine.public import public
from engine.table.actions.people import TakeSeat
from engine.table.state import is_playing
from hardware.simulated import PtyScanner
from kiosk.faults import Fault
from kiosk.practice.exercises import ScriptedAct
from kiosk.practice.review import review
from kiosk.practice.trial import PracticeHand, facts_of_hand
from kiosk.table.program.window import TableWindow
from kiosk.table.settings import TableSettings
from kiosk.times import monotonic_ms
from ui.dealer.model.practice import Narration, Review
from ui.dealer.pages.practice import ResultPage, ReviewPage
from ui.look import Look

PLAYERS = ("Ada", "Björn", "Chloé", "Dmitri", "Esperanza", "Farouk", "Greta", "Hiro")
NEW_STACK = 20_000
RESCAN_MS = 500
"""The time after which a card on the table that the screen did not accept is scanned again, as a real reader would
do."""

HandSource = Callable[[Game], tuple[ScriptedAct, ...]]
"""Makes the next hand, given the table just after its deal."""


class Course(NamedTuple):
    """The source of the hands, the number of hands, and the time between actions. If the time is 0, the trainee moves
    on with NEXT."""

    source: HandSource
    hands: int
    pace_ms: int
    coach: tuple[str, ...] = ()
    """The coach marks to show, each of them once."""
    done: Callable[[], None] = lambda: None
    """Called when the trainee leaves the result screen."""


class PracticeWindow(TableWindow):
    """The table's window. It also reports every requested action to `asked`."""

    def __init__(
        self, settings: TableSettings, look: Look, touch_ms: Callable[[], int], asked: Callable[[TableAction], None]
    ) -> None:
        super().__init__(settings, look, touch_ms)
        self._asked = asked

    def ask(self, action: TableAction, seen: int) -> None:
        self._asked(action)
        super().ask(action, seen)


class Practice(QObject):
    """Narrates the hands at one table, follows the trainee's taps, and shows a review of each hand."""

    def __init__(
        self,
        settings: TableSettings,
        look: Look,
        scanner: PtyScanner,
        course: Course,
        now_ms: Callable[[], int] = monotonic_ms,
    ) -> None:
        self.window = PracticeWindow(settings, look, now_ms, self._asked)
        super().__init__(self.window.screen)
        self.reviews: tuple[Review, ...] = ()
        self.is_over = False
        """Whether the result is on the screen."""
        self.hand: PracticeHand | None = None
        """The hand that is being played."""
        self._scanner = scanner
        self._source, self._hands, self._pace_ms, marks, self._done = course
        self._coach = Coach(marks)
        self._now_ms = now_ms
        self._trouble = ""
        self._reading = False
        self._in_tips = False
        self._pace = self._timer(self.tell)
        self._rescan = self._timer(self._read_again)
        self.window.display.watch(self._look)
        self.window.screen.touched.connect(self._touched)
        self._show()

    def _timer(self, called: Callable[[], None]) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.timeout.connect(called)
        return timer

    def tell(self) -> None:
        """Narrate the next action and scan its cards."""
        hand = self.hand
        if hand is None or self._reading or self._trouble or hand.is_told:
            return
        for card in hand.tell(self._now_ms()):
            self._scanner.scan(card)
            self._rescan.start(RESCAN_MS)
        self._coach.look(hand, len(self.reviews))
        self._show()
        self._go_on()

    # What the screen reports

    def _touched(self, name: str) -> None:
        match name:
            case "practice-next":
                self.tell()
            case "practice-done" | "page-close" if self.is_over:
                self._done()
            case "practice-on":
                self._next_hand()
            case "page-close" if self._reading:
                self._next_hand()
            case "push-pot":
                pass  # pushing the pots one by one is as good as one touch for all
            case "coach-ok":
                self._coach.dismiss()
                self._show()
                self._go_on()
            case "practice-leave":
                self.finish()
            case "floor":
                self._in_tips = True
            case "page-close" if self._in_tips:
                self._in_tips = False
            case _ if self.hand:
                self.hand.touched(name)
                self._show()

    def _asked(self, action: TableAction) -> None:
        if self.hand:
            self.hand.asked(action, self._now_ms())

    def _look(self) -> None:
        """Called when the table changes: a hand may have begun, ended, or been taken back."""
        game = self.window.host.game
        if self._reading or self.is_over:
            return
        if self.hand is None:
            self._begin(game)
            return
        self._rescan.start(RESCAN_MS)
        number, began = game.table.hands, self.hand.number
        ended = number > began or (number == began and not is_playing(game.table))
        if ended and self.hand.may_end:
            self._review(game)
            return
        trouble = "past" if number < began else "ended-early" if ended else ""
        if trouble != self._trouble:
            self._trouble = trouble
            self.hand.ended_early = self.hand.ended_early or trouble == "ended-early"
            self._show()
            self._go_on()

    def _begin(self, game: Game) -> None:
        if not (self.window.display.reads and is_playing(game.table)):
            return
        try:
            acts = self._source(game)
        except Fault as fault:
            said = self.window.display.words.fault(fault.message)
            narration = Narration(hand=len(self.reviews) + 1, hands=self._hands, trouble=str(said))
            self.window.display.show_narration(narration)
            return
        self.hand = PracticeHand(game, acts)
        self._coach.look(self.hand, len(self.reviews))
        self._show()
        self._go_on()

    def _review(self, game: Game) -> None:
        hand = self.hand
        assert hand is not None
        found = review(hand, len(self.reviews) + 1, facts_of_hand(game, hand.number))
        self.reviews = (*self.reviews, found)
        self._reading = True
        self._coach.dismiss()
        self._rescan.stop()
        self._show()
        self.window.screen.open(ReviewPage(found, self._hands))

    def _next_hand(self) -> None:
        self._reading, self.hand, self._trouble = False, None, ""
        if len(self.reviews) >= self._hands:
            self.finish()
            return
        # Busted players are replaced: practice continues with a full table.
        for number, seat in enumerate(self.window.host.game.table.seats, 1):
            if seat is None:
                sit_down(self.window, number, NEW_STACK, len(self.reviews))
        self._show()
        self._look()

    def finish(self) -> None:
        self.is_over = True
        self._pace.stop()
        self._rescan.stop()
        self.window.screen.open(ResultPage(self.reviews))

    # What happens at the table

    def _go_on(self) -> None:
        """Schedule the next action. A card takes twice as long, so that the trainee can tap what is still missing."""
        hand = self.hand
        if hand and self._pace_ms and not hand.is_told and not self._trouble and not self._coach.shown:
            self._pace.start(self._pace_ms * (2 if hand.next_is_card else 1))

    def _read_again(self) -> None:
        """Scan the due card again. The screen could not accept it when it was first read."""
        if self.hand and not self._trouble and (card := self.hand.missing(public(self.window.host.game))):
            self._scanner.scan(card)

    def _show(self) -> None:
        """Show the narration of the hand in play; nothing of a hand that is being reviewed."""
        hand = None if self._reading else self.hand
        self.window.display.show_narration(
            replace(
                hand.narration if hand else Narration(),
                hand=min(len(self.reviews) + 1, self._hands),
                hands=self._hands,
                step=not self._pace_ms and hand is not None and not hand.is_told,
                trouble=self._trouble,
                coach=self._coach.shown,
                coached=self._coach.count,
            )
        )


def sit_down(window: TableWindow, seat: int, chips: int, time: int) -> None:
    """Seat a player. A later player in the same seat has a different id, though the name can repeat."""
    window.host.orders.ask(TakeSeat(seat, f"{seat}-{time}", PLAYERS[seat - 1], chips))


class Coach:
    """Shows the coach marks in `marks` one at a time. While one is shown, nothing else happens at the table."""

    def __init__(self, marks: tuple[str, ...]) -> None:
        self._left = list(marks)
        self.shown = ""
        """The coach mark that is on the screen now. Empty if there is none."""
        self.count = 0
        """How many coach marks have been shown."""

    def look(self, hand: PracticeHand, hands_over: int) -> None:
        """Show the coach mark for this moment of the hand, unless one is already shown."""
        due = _mark_of(hand, hands_over)
        if not self.shown and due in self._left:
            self._left.remove(due)
            self.shown, self.count = due, self.count + 1

    def dismiss(self) -> None:
        self.shown = ""


def _mark_of(hand: PracticeHand, hands_over: int) -> str:
    now = hand.narration.now
    if now is None:
        return "mistake" if hands_over else "folds"
    if hand.is_told:
        return "over"
    return "card" if hand.next_is_card and now.kind != "shows" else ""
