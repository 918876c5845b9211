"""The states of practice."""

from engine.cards import Card
from tests.kit.play import dealt, play
from tests.kit.port import tell
from tests.screens.shots import EIGHT, State
from tests.ui.practice_pages import PAGES
from ui.dealer.model.practice import NarratedAct, Narration
from ui.dealer.pages.page import Page

RAISED = Narration(NarratedAct("raise-to", 4, 600), NarratedAct("fold", 3), 3, 10, 4)
FLOP = Narration(
    NarratedAct("flop", cards=(Card("Qh"), Card("7d"), Card("2c"))), NarratedAct("call", 3, 400), 3, 10, 4, step=True
)


def _opened(page: Page) -> State:
    return State(lambda: dealt(EIGHT), after=lambda screen: screen.open(page))


STATES: dict[str, State] = {
    "practice": State(
        lambda: play(dealt(EIGHT), "r600 f c f f f f c Qh7d2c"), after=lambda screen: tell(screen, narration=FLOP)
    ),
    "practice-told": State(lambda: play(dealt(EIGHT), "f"), after=lambda screen: tell(screen, narration=RAISED)),
    "practice-early": State(
        lambda: play(dealt(EIGHT), "f f"),
        after=lambda screen: tell(screen, narration=Narration(hand=3, hands=10, taps=7, trouble="ended-early")),
    ),
    **{name: _opened(page) for name, page in PAGES.items()},
}
