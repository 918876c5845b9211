"""The entries of MORE, worded in `words.menu`. Loaded when MORE is opened, not before the first frame."""

from ui.dealer.pages.breaks import BreakPage
from ui.dealer.pages.chips.change import ChangePage
from ui.dealer.pages.chips.color_up import ColorUpPage
from ui.dealer.pages.chips.countdown import CountdownPage
from ui.dealer.pages.chips.counts import CountsPage
from ui.dealer.pages.chips.ladder import LadderPage
from ui.dealer.pages.chips.tell import TellPage
from ui.dealer.pages.floor import FloorPage
from ui.dealer.pages.history.recall import RecallPage
from ui.dealer.pages.level import LevelPage
from ui.dealer.pages.misdeal import MisdealPage
from ui.dealer.pages.override.page import OverridePage
from ui.dealer.pages.page import Page
from ui.dealer.pages.people.kill import KillPage
from ui.dealer.pages.people.page import PeoplePage
from ui.dealer.pages.people.player_clock import PlayerClockPage
from ui.dealer.pages.people.profile import ProfilePage
from ui.dealer.pages.people.seat_one import SeatOnePage
from ui.dealer.pages.people.signin import SignInPage
from ui.dealer.pages.push import PushPage
from ui.dealer.pages.readers.deck import DeckPage
from ui.dealer.pages.readers.page import ReadersPage
from ui.dealer.pages.ruling.page import RulingPage
from ui.dealer.pages.start.blinds import BlindsPage
from ui.dealer.pages.start.called import CalledPage
from ui.dealer.pages.start.draw import DrawPage

GROUPS: dict[str, dict[str, type[Page]]] = {
    "hand": {
        "ruling": RulingPage,
        "misdeal": MisdealPage,
        "kill": KillPage,
        "override": OverridePage,
        "push": PushPage,
        "floor": FloorPage,
        "recall": RecallPage,
        "tell": TellPage,
    },
    "players": {
        "people": PeoplePage,
        "player-clock": PlayerClockPage,
        "signin": SignInPage,
        "profile": ProfilePage,
        "seat-one": SeatOnePage,
    },
    "chips": {"change": ChangePage, "countdown": CountdownPage, "counts": CountsPage, "color-up": ColorUpPage},
    "table": {
        "readers": ReadersPage,
        "ladder": LadderPage,
        "deck": DeckPage,
        "break": BreakPage,
        "level": LevelPage,
        "blinds": BlindsPage,
        "called": CalledPage,
        "draw": DrawPage,
    },
}
"""The entries by topic, first those that can be opened during a hand. Each page opens with nothing selected."""
MENU = {name: page for pages in GROUPS.values() for name, page in pages.items()}
