"""The pages: everything that is not the felt. `MENU` is what MORE lists, in order; its words are in `words.menu`."""

from ui.dealer.pages.kill import KillPage
from ui.dealer.pages.page import Page

MENU: tuple[tuple[str, type[Page]], ...] = (("kill", KillPage),)
"""Each page opens with nothing picked."""
