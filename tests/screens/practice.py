"""The states of practice."""

from msgspec.structs import replace

from engine.actions import SeeCard
from engine.cards import Card
from tests.kit.play import dealt, do, play
from tests.kit.port import tell
from tests.screens.shots import EIGHT, State, tap
from tests.screens.table import LATE, LONG_NAMES, MILLIONS
from tests.ui.practice_pages import PAGES
from ui.dealer.model.practice import NarratedAct, Narration
from ui.dealer.pages.page import Page
from ui.dealer.screen import Screen

RAISED = Narration(NarratedAct("raise-to", 4, 600), NarratedAct("fold", 3), 3, 10, 4)
FIRST = Narration(hand=1, hands=10, coach="folds", coached=1)
FLOP = Narration(
    NarratedAct("flop", cards=(Card("Qh"), Card("7d"), Card("2c"))), NarratedAct("call", 3, 400), 3, 10, 4, step=True
)


def _opened(page: Page) -> State:
    return State(lambda: dealt(EIGHT), after=lambda screen: screen.open(page))


def _tips(screen: Screen) -> None:
    tell(screen, narration=RAISED)
    tap(screen, "floor")


STATES: dict[str, State] = {
    "practice": State(
        lambda: play(dealt(EIGHT), "r600 f c f f f f c Qh7d2c"), after=lambda screen: tell(screen, narration=FLOP)
    ),
    "practice-told": State(lambda: play(dealt(EIGHT), "f"), after=lambda screen: tell(screen, narration=RAISED)),
    "practice-early": State(
        lambda: play(dealt(EIGHT), "f f"),
        after=lambda screen: tell(screen, narration=Narration(hand=3, hands=10, taps=7, trouble="ended-early")),
    ),
    "practice-coach": State(lambda: dealt(EIGHT), after=lambda screen: tell(screen, narration=FIRST)),
    "practice-coach-ten": State(
        lambda: dealt(MILLIONS, LATE, LONG_NAMES),
        after=lambda screen: tell(screen, narration=replace(FIRST, coach="over", coached=4)),
    ),
    "practice-asked": State(
        lambda: do(play(dealt(EIGHT), "r600 f c f f f f c Qh7d2c k b800"), SeeCard(Card("9s"))),
        after=lambda screen: tell(screen, narration=RAISED),
    ),
    "practice-raise-pad": State(
        lambda: play(dealt(EIGHT), "f"), ("raise-5",), after=lambda screen: tell(screen, narration=RAISED)
    ),
    "practice-tips": State(lambda: dealt(EIGHT), after=_tips),
    **{name: _opened(page) for name, page in PAGES.items()},
}
