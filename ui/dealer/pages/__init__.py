"""The pages: everything that is not the felt. `MENU` is what MORE lists, in order; its words are in `words.menu`."""

from ui.dealer.pages.kill import KillPage
from ui.dealer.pages.misdeal import MisdealPage
from ui.dealer.pages.override import OverridePage
from ui.dealer.pages.page import Page
from ui.dealer.pages.ruling import RulingPage

MENU: tuple[tuple[str, type[Page]], ...] = (("ruling", RulingPage), ("misdeal", MisdealPage), ("kill", KillPage), ("override", OverridePage))
"""Each page opens with nothing picked."""
