"""The states of the table itself, its people and its repairs."""

from msgspec.structs import replace

from engine.actions import CallFloor, MarkAway, Penalise, PlanLeave, PutIn, SeeCard, SetLevel, SignIn, StartHand
from engine.cards import Card
from engine.events import Blinds
from engine.game.game import Game
from engine.message import message
from tests.kit.play import dealt, do, play, sat, where_folds_stand
from tests.kit.port import tell
from tests.screens.shots import EIGHT, State, tap
from ui.dealer.model.sign_in import Staff
from ui.dealer.model.surroundings import Coming, LevelAt, LevelDoubt, LevelTime, Link, PlayLeft, Reader
from ui.dealer.screen import Screen
from ui.dealer.widgets.touch import TouchTarget

LONG_NAMES = ("Maximiliane", "Bartholomew", "Anna-Katharina", "Christopher", "Wilhelmina", "Konstantinos", "Seraphina",
              "Alexander", "Guillermo", "Elisabetta")  # fmt: skip
MILLIONS = (1_250_000, 3_475_000, 975_000, 12_650_000, 2_225_000, 1_800_000, 4_050_000, 725_000, 6_300_000, 10_125_000)
STAFF = (Staff("Flo", "floor"), *(Staff(name, "dealer") for name in ("Ana", "Bo", "Cleo Winterbottom", "Dan")))
LATE = Blinds(level=24, small=50_000, big=100_000, ante=100_000, ante_form="big-blind", chip=25_000)
CHECKED_DOWN = "9h7s2c k k k k Kd k k k k 3h k k k k"
NEXT = Blinds(level=4, small=200, big=400, ante=400, ante_form="big-blind", chip=100)


def _all_in_four_ways() -> Game:
    """Seats 3, 4, 6 and 8 all-in with different stacks."""
    return play(dealt(EIGHT), "r25000 f c f c f f c")


def _doubt(screen: Screen) -> None:
    rises = replace(LATE, level=25, small=75_000, big=150_000, ante=150_000)
    tell(screen, link=Link(connected=False, away_ms=12_000, waiting=0))
    tell(screen, doubt=LevelDoubt(LevelAt("Level 24", LATE), LevelAt("Level 25", rises)))


def _cut(screen: Screen) -> None:
    tell(screen, link=Link(connected=False, away_ms=12_000, waiting=14))
    tell(screen, reader=Reader(works=False, says="cable out"))


def _overtime(screen: Screen) -> None:
    tell(screen, level=LevelTime("Level 24", 0, over_ms=754_000))


def _orbits(screen: Screen) -> None:
    tell(screen, level=LevelTime("Level 24", 0, play=PlayLeft("orbits", 12)))


def _last_by_hands(screen: Screen) -> None:
    tell(screen, level=LevelTime("Level 24", 0, play=PlayLeft("hands", 0)))


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


def _only_claim() -> Game:
    """Seat 1 is all-in, and seat 2 alone is left in the side pot."""
    return play(dealt((2_000, 20_000, 20_000)), "r2000 c c Qh7d2c b600 c 9s b900 f")


def _unclaimed() -> Game:
    """Late, at a full table: both blinds are away, and the only one left is all-in for less than either."""
    stacks = (*MILLIONS[:3], 25_000, *MILLIONS[4:])
    return play(do(sat(stacks, LATE, LONG_NAMES), MarkAway(2), MarkAway(3), StartHand()), "c f f f f f f f")


def _late_raise() -> Game:
    return play(dealt(MILLIONS, LATE, LONG_NAMES, button=9), "f r250000 f r1000000 f f f")


def _sign_in(screen: Screen) -> None:
    tell(screen, staff=STAFF)
    tap(screen, "more", "menu-signin")


def _wrong_pin(screen: Screen) -> None:
    _sign_in(screen)
    tap(screen, "signin-name-1", *("pin-key-5",) * 4, "pin-ok", "pin-key-2", "pin-key-7")


def _arrive(screen: Screen) -> None:
    tell(screen, coming=(Coming("n", "Nia", 7_300, 12), Coming("k", "Konstantinos", 112_300, 3)), starting_stack=20_000)
    tap(screen, "seat-9")


def _people() -> Game:
    """Seat 2 is away, 5 moves, 6 misses hands."""
    here = dealt(EIGHT, seats=10)
    return do(here, SignIn("Ana"), MarkAway(2), PlanLeave(5, 12), Penalise(6, "Flo", "device at the table", hands=3))


def _slides(screen: Screen) -> None:
    """A finger that came down on RAISE lies over an amount."""
    raised, cell = screen.findChild(TouchTarget, "raise-7"), None
    assert raised is not None
    screen._input.press(raised)
    cell = screen.findChild(TouchTarget, "strip-amount-5")
    assert cell is not None
    screen._input.slide(raised, cell.mapToGlobal(cell.rect().center()))


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
    "slide": State(lambda: play(dealt(EIGHT), "r600 f c"), after=_slides),
    "muck": State(
        lambda: play(dealt(EIGHT), "r600 f c f f f f c Qh7d2c k b800 c c 9s k k k 3h k k k 3:AhQs m4"),
    ),
    "reader-lost": State(
        lambda: play(dealt(EIGHT), "r600 f c f f f f c Qh7d"),
        after=lambda screen: tell(screen, reader=Reader(works=False, says="cable out")),
    ),
    "refused": State(
        lambda: play(dealt(EIGHT), "r600 f c"),
        after=lambda screen: screen.refuse(message("not-their-turn", seat=4, turn=7), "TDA 2024 rule 53"),
    ),
    "kill": State(lambda: play(dealt(EIGHT), "r600 f c"), ("more", "menu-kill", "kill-seat-6")),
    "kill-last": State(_only_claim, ("more", "menu-kill")),
    "only-claim": State(lambda: play(_only_claim(), "3h 1:AhAd 2:KsQs")),
    "unclaimed": State(_unclaimed),
    "overtime": State(lambda: dealt(MILLIONS, LATE, LONG_NAMES), after=_overtime),
    "orbits-left": State(lambda: dealt(MILLIONS, LATE, LONG_NAMES), after=_orbits),
    "last-by-hands": State(lambda: dealt(MILLIONS, LATE, LONG_NAMES), after=_last_by_hands),
    "level-doubt": State(lambda: sat(MILLIONS, LATE, LONG_NAMES), after=_doubt),
    "level-doubt-later": State(lambda: dealt(MILLIONS, LATE, LONG_NAMES), after=_doubt),
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
    "floor-waits": State(lambda: do(_people(), CallFloor("chips")), after=lambda screen: tell(screen, floor_ms=45_000)),
    "sign-in": State(_people, after=_sign_in),
    "wrong-pin": State(lambda: dealt(EIGHT), after=_wrong_pin),
    "people": State(_people, ("more", "menu-people")),
    "arrive": State(_people, after=_arrive),
    "seat": State(_people, ("more", "menu-people", "people-seat-5")),
    "penalty": State(_people, ("more", "menu-people", "people-seat-3", "seat-penalty", "penalty-round-2")),
    "heads-up": State(lambda: play(dealt((18_300, 42_100)), "c k")),
}
