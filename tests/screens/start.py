"""The states of a table that is not open yet, and of one that plays without a clock."""

from engine.game.game import Game
from engine.message import message
from tests.kit.play import sat
from tests.kit.port import tell
from tests.screens.shots import EIGHT, State, tap
from tests.ui.start_pages import PAGES
from ui.dealer.model.surroundings import Link
from ui.dealer.pages.start.blinds import BlindsPage
from ui.dealer.screen import Screen

SILENT = Link(connected=False, away_ms=128_000, trouble=message("clock-silent", clock="clock.club.lan:8080"))
REFUSED = Link(connected=False, trouble=message("clock-refused", why="wrong token", fix="see settings"), refused=True)
NAMES = ("Ana", "Maximiliane", "Konstantinos")


def _link(link: Link | None, *taps: str) -> State:
    def after(screen: Screen) -> None:
        tell(screen, link=link, level=None, clock="clock.club.lan:8080")
        tap(screen, *taps)

    return State(Game, after=after)


def keyed(name: str) -> tuple[str, ...]:
    """The letters of a name."""
    return tuple(f"here-letter-{letter}" for letter in name.upper())


DRAWN = ("Ks", "Ad", "7c", "As", "2h", "Td", "Tc", "9h")


def drawn(*cards: str) -> tuple[str, ...]:
    """The two touches for each card."""
    return tuple(name for card in cards for name in (f"draw-rank-{card[0]}", f"draw-suit-{card[1]}"))


def _some(screen: Screen) -> None:
    tell(screen, link=None, level=None)
    tap(screen, "start-seat")
    for seat, name in enumerate(NAMES, 2):
        tap(screen, f"here-seat-{seat}", *keyed(name), "here-ok")


def _seat(screen: Screen) -> None:
    _some(screen)
    tap(screen, "here-seat-3")


def _called(screen: Screen) -> None:
    tell(screen, link=Link(), plays_alone=True, called=True, level=None)


STATES: dict[str, State] = {
    "start-waiting": _link(SILENT),
    "start-refused": _link(REFUSED),
    "start-alone": _link(None),
    "start-found": _link(Link()),
    "start-felt": _link(None, "page-close"),
    "start-seats": State(Game, after=_some),
    "start-full": _link(None, "start-seat", "here-fill"),
    "start-seat": State(Game, after=_seat),
    "draw": State(lambda: sat(EIGHT), ("more", "menu-draw", *drawn("Ks", "Ad", "7c"))),
    "draw-done": State(lambda: sat(EIGHT), ("more", "menu-draw", *drawn(*DRAWN))),
    "start-name": _link(None, "start-seat", "here-seat-4", *keyed("Maximiliane")),
    "start-stack": _link(None, "start-seat", "here-stack"),
    "start-blinds": _link(None, "start-seat", "here-blinds"),
    "start-opened": _link(None, "start-seat", "here-fill", "here-ok"),
    "start-raise-blinds": State(lambda: sat(EIGHT), after=lambda screen: screen.open(BlindsPage())),
    "welcome": State(lambda: sat(EIGHT), after=lambda screen: screen.open(PAGES["welcome"])),
    "start-called": State(lambda: sat(EIGHT), after=_called),
}
