"""Determines which page is open after a change, and what that page needs from the program. All functions are pure."""

import msgspec

from ui.dealer.model.readers import ReaderWatch
from ui.dealer.model.surroundings import Surroundings
from ui.dealer.model.taps import Enroll, Follows, PageRef, WatchReaders
from ui.dealer.pages.breaks import BreakPage
from ui.dealer.pages.level import LevelPage
from ui.dealer.pages.page import Page, PageContext
from ui.dealer.pages.start.called import CalledPage
from ui.dealer.pages.start.page import StartPage

SELF_OPENING: tuple[type[Page], ...] = (BreakPage, LevelPage, StartPage, CalledPage)
"""The pages that open by themselves, most important first."""


class Wants(msgspec.Struct, frozen=True):
    """The open page's requirements for the card readers."""

    watching: ReaderWatch | None = None
    leaves_enrollment: bool = False
    """Whether a deck is being enrolled and its page is closed, so that readings count as cards again."""


def wants(page: Page | None, surroundings: Surroundings) -> Wants:
    enrolls = page is not None and page.enrolls
    return Wants(page.watches() if page else None, surroundings.enrolling is not None and not enrolls)


def orders(before: Wants, after: Wants) -> tuple[Enroll | WatchReaders, ...]:
    """The requests to the program if the needs have changed; empty if they are the same."""
    leaves = (Enroll("leave"),) if after.leaves_enrollment and not before.leaves_enrollment else ()
    watches = (WatchReaders(after.watching),) if after.watching != before.watching else ()
    return (*leaves, *watches)


def page_after(before: PageContext | None, after: PageContext, page: Page | None, then: Follows = ()) -> Page | None:
    """The page that is open now. After a table change, it is the one in `then`, or else the previous page if it stays
    open. The pages for breaks and for questions about the level open and close by themselves."""
    if before is None or before.table != after.table:
        if then:
            page = page_of(then[0])
        elif page and not (before and page.stays(before, after)):
            page = None
        if page and page.over(after):
            page = None
    return self_opened(before, after, page)


def self_opened(before: PageContext | None, after: PageContext, page: Page | None) -> Page | None:
    """The page to show. Pages that open by themselves never replace another page, and close when they are over."""
    for kind in SELF_OPENING:
        if isinstance(page, kind) and page.over(after):
            page = None
        elif page is None and kind.opens_itself(after) and not (before and kind.opens_itself(before)):
            page = kind()
    return page


def page_of(leaf: PageRef | None) -> Page | None:
    """The page that a tap refers to. Every `PageRef` is a page, but `model.taps` does not depend on the pages."""
    assert leaf is None or isinstance(leaf, Page), leaf
    return leaf
