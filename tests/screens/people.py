"""The states of pages that a dealer needs rarely: a seat change, a deck without a reader, procedures, time chips."""

from collections.abc import Callable

from msgspec.structs import replace

from engine.game.game import Game
from engine.public import public
from engine.table.actions.people import CallClock, LeaveSeat
from engine.tournament.tables.room_info import OutPlace
from tests.kit.play import dealt, do, play, sat
from tests.kit.port import tell
from tests.kit.randomplay import TDA
from tests.screens.shots import State, tap
from tests.screens.table import LATE, LONG_NAMES, MILLIONS, three_out
from ui.dealer.model.surroundings import Booking
from ui.dealer.screen import Screen


def _eight() -> Game:
    """Late, between hands, at a table of ten: seats 2 and 9 are open."""
    return do(sat(MILLIONS, LATE, LONG_NAMES, button=9), LeaveSeat(2), LeaveSeat(9))


def _turned() -> Game:
    return play(dealt(MILLIONS, LATE, LONG_NAMES, button=9), "f f f f f f f f c k Qh7d2c k k 9s")


def _opens(*taps: str) -> Callable[[Screen], None]:
    return lambda screen: tap(screen, "more", *taps)


def _time_bank() -> Game:
    """Late, with a rule book that gives each player five time chips, and the clock called on the player to act."""
    game = _turned()
    book = replace(TDA, time_bank=replace(TDA.time_bank, value="five-chips"))
    game = replace(game, state=replace(game.state, table=replace(game.table, book=book)))
    return do(game, CallClock(public(game).legal.seat))


def _bounties(screen: Screen) -> None:
    """The room knows the places and who won the bounties."""
    takers = ("p4",)
    tell(screen, booking=Booking(places=tuple(OutPlace(f"p{seat}", 28, bounty_to=takers) for seat in (1, 2, 3))))


STATES: dict[str, State] = {
    "change-seat": State(
        _eight, after=_opens("menu-people", "people-seat-5", "seat-move", "move-here", "change-seat-9")
    ),
    "move-alone": State(_eight, after=_opens("menu-people", "people-seat-5", "seat-move")),
    "deck-by-color": State(_eight, after=_opens("menu-deck", "deck-asked-floor")),
    **{
        f"procedures-{topic}": State(_turned, after=_opens("menu-deck", "deck-procedures", f"procedure-{topic}"))
        for topic in ("setup", "stub", "lost", "rabbit")
    },
    "time-chips": State(_time_bank, after=_opens("menu-player-clock")),
    "out-bounties": State(lambda: three_out("push start"), after=_bounties),
    "floor-reasons": State(_turned, after=_opens("menu-floor")),
}
