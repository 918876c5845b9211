"""Pictures of the dealer's screen in its main states: `python -m tests.screens.dealer FOLDER [NAME ...]`.

Names are as of the files, or how they begin (`dealer-raise`); `readme` stands for those that lie in `docs/screens`.

Both glasses (10.1 inches 1280 x 800, 15.6 inches 1920 x 1080), both themes, painted off screen by the real widgets.
"""

import os
import sys
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import NamedTuple

from PySide6.QtGui import QImage
from PySide6.QtWidgets import QAbstractButton, QApplication

from engine.actions import CallFloor, MarkAway, Penalise, PlanLeave, PutIn, SeeCard, SetLevel, SignIn
from engine.cards import Card
from engine.events import Blinds
from engine.replay import Game
from tests.ui.felt import Engine, dealt, do, play, sat, where_folds_stand
from ui.dealer.around import Coming, LevelTime, Link, Reader
from ui.dealer.authority import Staff
from ui.dealer.screen import Screen
from ui.look import THEMES, Look

README = (
    "dealer-raise-10in-dark", "dealer-amount-10in-light", "dealer-side-pots-10in-dark", "dealer-split-10in-light",
    "dealer-card-pad-10in-dark", "dealer-ten-seats-10in-light",
)  # fmt: skip
GLASSES = {"10in": (1280, 800, 5.9), "15in": (1920, 1080, 5.6)}
EIGHT = (18_300, 42_100, 9_900, 25_000, 61_700, 12_400, 33_000, 7_500)
LONG_NAMES = ("Maximiliane", "Bartholomew", "Anna-Katharina", "Christopher", "Wilhelmina", "Konstantinos", "Seraphina",
              "Alexander", "Guillermo", "Elisabetta")  # fmt: skip
MILLIONS = (1_250_000, 3_475_000, 975_000, 12_650_000, 2_225_000, 1_800_000, 4_050_000, 725_000, 6_300_000, 10_125_000)
STAFF = (Staff("Flo", "floor"), *(Staff(name, "dealer") for name in ("Ana", "Bo", "Cleo Winterbottom", "Dan")))
LATE = Blinds(level=24, small=50_000, big=100_000, ante=100_000, ante_form="big-blind", chip=25_000)
CHECKED_DOWN = "9h7s2c k k k k Kd k k k k 3h k k k k"
NEXT = Blinds(level=4, small=200, big=400, ante=400, ante_form="big-blind", chip=100)


class State(NamedTuple):
    """A game, and what is then done on the screen."""

    game: Callable[[], Game]
    taps: tuple[str, ...] = ()
    after: Callable[[Screen], None] = lambda _: None


def _all_in_four_ways() -> Game:
    """Seats 3, 4, 6 and 8 all-in with different stacks."""
    return play(dealt(EIGHT), "r25000 f c f c f f c")


def _cut(screen: Screen) -> None:
    screen.show_link(Link(connected=False, away_ms=12_000, waiting=14))
    screen.show_reader(Reader(works=False, says="cable out: use CARDS"))


def _asked() -> Game:
    """A turn card came while three were silent."""
    return do(play(dealt(EIGHT), "r600 f c f f f f c Qh7d2c k b800"), SeeCard(Card("9s")))


def _four_pots_of_eight() -> Game:
    """Five all-in, with four different stacks."""
    stacks = (30_000, 2_000, 6_000, 12_000, 20_000, 30_000, 9_000, 7_500)
    return play(dealt(stacks), "r12000 r20000 c f f f c c 9h7s2cKd3h 2:9d9c 3:AhKc 4:7h7d 5:KsQs 6:JcTc")


def _four_pots_of_ten() -> Game:
    """At a full table, late, with long names."""
    stacks = (1_500_000, 3_000_000, 4_500_000, 6_000_000, 7_500_000, 725_000, 800_000, 900_000, 1_300_000, 10_125_000)
    game = play(dealt(stacks, LATE, LONG_NAMES, button=10), "r4500000 r6000000 c f f f f f c c")
    return play(game, "9h7s2cKd3h 1:9d9c 2:AhKc 3:7h7d 4:KsQs 5:JcTc")


def _late_raise() -> Game:
    return play(dealt(MILLIONS, LATE, LONG_NAMES, button=9), "f r250000 f r1000000 f f f")


def _sign_in(screen: Screen) -> None:
    screen.show_staff(STAFF)
    tap(screen, "more", "menu-signin")


def _wrong_pin(screen: Screen) -> None:
    _sign_in(screen)
    tap(screen, "signin-name-1", *("pin-key-5",) * 4, "pin-ok", "pin-key-2", "pin-key-7")


def _arrive(screen: Screen) -> None:
    screen.show_coming((Coming("n", "Nia", 7_300, 12), Coming("k", "Konstantinos", 112_300, 3)), 20_000)
    tap(screen, "seat-9")


def _people() -> Game:
    """Seat 2 is away, 5 moves, 6 misses hands."""
    here = dealt(EIGHT, seats=10)
    return do(here, SignIn("Ana"), MarkAway(2), PlanLeave(5, 12), Penalise(6, "Flo", "device at the table", hands=3))


STATES: dict[str, State] = {
    "before": State(lambda: sat(EIGHT)),
    "preflop": State(lambda: dealt(EIGHT)),
    "raise": State(lambda: do(play(dealt(EIGHT), "r600 f c"), SetLevel(NEXT))),
    "amount": State(lambda: play(dealt(EIGHT), "r600 f c"), ("raise-7", "key-1", "key-8", "key-00")),
    "amount-low": State(lambda: play(dealt(EIGHT), "r600 f c"), ("raise-7", "key-9", "key-00")),
    "flop-due": State(lambda: play(dealt(EIGHT), "r600 f c f f f f c Qh7d")),
    "card-pad": State(lambda: play(dealt(EIGHT), "r600 f c f f f f c Qh7d"), ("board-3", "pad-rank-K"), _cut),
    "showdown": State(lambda: play(dealt(EIGHT), "r600 f c f f f f c Qh7d2c k b800 c c 9s k k k 3h k k k 3:Ah")),
    "one-pot": State(lambda: play(dealt(EIGHT), "r600 f c f f f f c Qh7d2c k b800 c f 9s k k 3h k k 4:AhQd 6:KdQc")),
    "side-pots": State(lambda: play(_all_in_four_ways(), "9h7s2cKd3h 3:9d9c 4:AhKc 6:7h7d 8:KsQs")),
    "split": State(lambda: play(dealt(EIGHT), f"r600 f f f f c c c {CHECKED_DOWN} 2:AdQs 3:AhQc 4:AsQd 1:4c5d")),
    "run-out": State(lambda: play(_all_in_four_ways(), "9h7s")),
    "folded-out": State(lambda: play(dealt(EIGHT), "r600 f f f f f f f")),
    "cut": State(lambda: play(dealt(EIGHT), "r600 f c"), after=_cut),
    "ten-seats": State(_late_raise),
    "ten-pad": State(_late_raise, ("raise-9", "key-2", "key-000", "key-000")),
    "refused": State(
        lambda: play(dealt(EIGHT), "r600 f c"),
        after=lambda screen: screen.refuse("it is seat 7's turn, not seat 4's", "TDA 2024 rule 53"),
    ),
    "kill": State(lambda: play(dealt(EIGHT), "r600 f c"), ("more", "menu-kill", "kill-seat-6")),
    "fold-stands": State(lambda: where_folds_stand(*EIGHT), ("undo",)),
    "passed-over": State(lambda: do(play(dealt(EIGHT), "r600"), PutIn(8))),
    "who-called": State(_asked, ("seat-6",)),
    "repair": State(lambda: do(play(dealt(EIGHT), "r600"), PutIn(8)), ("seat-6",)),
    "repair-card": State(lambda: play(dealt(EIGHT), "r600 f c f f f f c Qh7d2c"), ("board-2", "pad-rank-7")),
    "other-seat": State(lambda: do(play(dealt(EIGHT), "r600"), PutIn(8)), ("seat-8", "repair-other")),
    "list": State(lambda: play(dealt(EIGHT), "r600 f c f f f f c Qh7d2c k b800 c c 9s k k"), ("hand",)),
    "menu": State(lambda: dealt(EIGHT), ("more",)),
    "four-pots-ten": State(_four_pots_of_ten),
    "four-pots": State(_four_pots_of_eight),
    "floor-called": State(lambda: dealt(EIGHT), ("floor",)),
    "floor-waits": State(
        lambda: do(_people(), CallFloor("chips")), after=lambda screen: screen.show_floor_call(45_000)
    ),
    "sign-in": State(_people, after=_sign_in),
    "wrong-pin": State(lambda: dealt(EIGHT), after=_wrong_pin),
    "people": State(_people, ("more", "menu-people")),
    "arrive": State(_people, after=_arrive),
    "seat": State(_people, ("more", "menu-people", "people-seat-5")),
    "penalty": State(_people, ("more", "menu-people", "people-seat-3", "seat-penalty", "penalty-round-2")),
    "heads-up": State(lambda: play(dealt((18_300, 42_100)), "c k")),
}


def tap(screen: Screen, *names: str) -> None:
    """Press these buttons one after the other."""
    for name in names:
        button = screen.findChild(QAbstractButton, name)
        assert button is not None, f"no button {name}"
        assert button.isEnabled(), f"{name} cannot be pressed"
        button.click()


def shoot(state: State, glass: str, theme: str) -> Screen:
    """The screen in this state, painted."""
    wide, high, px_per_mm = GLASSES[glass]
    engine = Engine(state.game())
    ticks = iter(range(0, 1_000_000, 1_000))
    screen = Screen(engine, Look(THEMES[theme], px_per_mm), lambda: next(ticks))
    screen.resize(wide, high)
    screen.show_level(LevelTime("Level 3", 754_000))
    screen.show_link(Link())
    screen.show_reader(Reader(says="reader ready"))
    engine.show_on(screen)
    tap(screen, *state.taps)
    state.after(screen)
    return screen


def wanted(names: list[str]) -> Iterator[tuple[str, State, str, str]]:
    """Every state on every glass in every theme whose name begins with one of `names`; all where there is none."""
    starts = tuple(start for name in names for start in (README if name == "readme" else (name,))) or ("dealer",)
    for state, glass, theme in product(STATES, GLASSES, THEMES):
        name = f"dealer-{state}-{glass}-{theme}"
        if name.startswith(starts):
            yield name, STATES[state], glass, theme


def main() -> int:
    """Write the pictures."""
    if len(sys.argv) < 2:
        print(__doc__, file=sys.stderr)
        return 2
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    app = QApplication.instance() or QApplication([])
    for name, state, glass, theme in wanted(sys.argv[2:]):
        picture = shoot(state, glass, theme).grab().toImage()
        # Sixteen bits a pixel look the same and keep the repository small.
        small = picture.convertToFormat(QImage.Format.Format_RGB16).convertToFormat(QImage.Format.Format_RGB888)
        small.save(str(folder / f"{name}.png"), quality=0)
        print(name)
    app.quit()
    return 0


if __name__ == "__main__":
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    sys.exit(main())
