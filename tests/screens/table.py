"""The states of the table itself, its people and its repairs."""

from collections.abc import Callable

import msgspec
from msgspec.structs import replace

from engine.actions import PutIn, SeeCard, Straddle
from engine.books.rulebook import load_book
from engine.cards import Card
from engine.events import Blinds
from engine.game.game import Game
from engine.message import message
from engine.table.actions.hands import StartHand
from engine.table.actions.penalties import Penalize
from engine.table.actions.people import LeaveSeat, MarkAway, PlanLeave, TakeSeat
from engine.table.actions.setup import OpenTable, PlaceButton, SetLevel, StopPlay
from engine.table.actions.staff import CallFloor, SignIn
from engine.terms import Stop
from engine.tournament.tables.room_info import FreeSeats, Gone, IncomingPlayer, OutPlace
from tests.kit.play import dealt, do, play, sat, where_folds_stand
from tests.kit.port import tell
from tests.screens.shots import EIGHT, State, tap
from ui.dealer.model.profile import Profile
from ui.dealer.model.sign_in import Staff
from ui.dealer.model.surroundings import (
    AskedMove,
    Booking,
    Due,
    LevelAt,
    LevelDoubt,
    LevelTime,
    Link,
    NewSeat,
    PlayLeft,
    ReaderHealth,
)
from ui.dealer.screen import Screen
from ui.dealer.widgets.controls.touch import TouchTarget

LONG_NAMES = ("Maximiliane", "Bartholomew", "Anna-Katharina", "Christopher", "Wilhelmina", "Konstantinos", "Seraphina",
              "Alexander", "Guillermo", "Elisabetta")  # fmt: skip
MILLIONS = (1_250_000, 3_475_000, 975_000, 12_650_000, 2_225_000, 1_800_000, 4_050_000, 725_000, 6_300_000, 10_125_000)
STAFF = (Staff("Flo", "floor"), *(Staff(name, "dealer") for name in ("Ana", "Bo", "Cleo Winterbottom", "Dan")))
LATE = Blinds(level=24, small=50_000, big=100_000, ante=100_000, ante_form="big-blind", chip=25_000)
CHECKED_DOWN = "9h7s2c k k k k Kd k k k k 3h k k k k"
NEXT = Blinds(level=4, small=200, big=400, ante=400, ante_form="big-blind", chip=100)


def _all_in_four_ways() -> Game:
    """Seats 3, 4, 6 and 8 are all-in with different stacks."""
    return play(dealt(EIGHT), "r25000 f c f c f f c")


def _doubt(screen: Screen) -> None:
    rises = replace(LATE, level=25, small=75_000, big=150_000, ante=150_000)
    tell(screen, link=Link(connected=False, away_ms=12_000, waiting=0))
    tell(screen, doubt=LevelDoubt(LevelAt("Level 24", LATE), LevelAt("Level 25", rises)))


def _cut(screen: Screen) -> None:
    tell(screen, link=Link(connected=False, away_ms=12_000, waiting=14))
    tell(screen, reader=ReaderHealth(works=False, says="cable out"))


def _until_start(screen: Screen) -> None:
    tell(screen, level=LevelTime("Level 1", 1_200_000, running=False, starts_in_ms=86_399_000))


def _overtime(screen: Screen) -> None:
    tell(screen, level=LevelTime("Level 24", 0, over_ms=754_000))


def _held(screen: Screen) -> None:
    tell(screen, level=LevelTime("Level 24", 754_000, hand_for_hand=True, held=True))


def _orbits(screen: Screen) -> None:
    tell(screen, level=LevelTime("Level 24", 0, play=PlayLeft("orbits", 12)))


def _last_by_hands(screen: Screen) -> None:
    tell(screen, level=LevelTime("Level 24", 0, play=PlayLeft("hands", 0)))


def _asked() -> Game:
    """A turn card came while three players were silent."""
    return do(play(dealt(EIGHT), "r600 f c f f f f c Qh7d2c k b800"), SeeCard(Card("9s")))


def _four_pots_of_eight() -> Game:
    """Five players are all-in, with four different stacks."""
    stacks = (30_000, 2_000, 6_000, 12_000, 20_000, 30_000, 9_000, 7_500)
    return play(dealt(stacks), "r12000 r20000 c f f f c c 9h7s2cKd3h 2:9d9c 3:AhKc 4:7h7d 5:KsQs 6:JcTc")


def _four_pots_of_ten() -> Game:
    """At a full table, late, with long names."""
    stacks = (1_500_000, 3_000_000, 4_500_000, 6_000_000, 7_500_000, 725_000, 800_000, 900_000, 1_300_000, 10_125_000)
    game = play(dealt(stacks, LATE, LONG_NAMES, button=10), "r4500000 r6000000 c f f f f f c c")
    return play(game, "9h7s2cKd3h 1:9d9c 2:AhKc 3:7h7d 4:KsQs 5:JcTc")


def _ten(script: str) -> Game:
    """A full table, late, with long names and big stacks."""
    return play(dealt(MILLIONS, LATE, LONG_NAMES, button=9), script)


def _five_pots_of_ten() -> Game:
    """Six players are all-in or calling with five different stacks, on the flop."""
    stacks = (
        1_500_000,
        3_000_000,
        4_500_000,
        6_000_000,
        7_500_000,
        12_725_000,
        800_000,
        900_000,
        1_300_000,
        10_125_000,
    )
    game = play(dealt(stacks, LATE, LONG_NAMES, button=10), "r4500000 r6000000 r7500000 c f f f f c c")
    return play(game, "9h7s2c")


def _ten_asked() -> Game:
    """A turn card came while three players were silent."""
    return do(_ten("r250000 c f c f f f f c f Qh7d2c k k b400000"), SeeCard(Card("9s")))


def _only_claim() -> Game:
    """Seat 1 is all-in, and only seat 2 is left in the side pot."""
    return play(dealt((2_000, 20_000, 20_000)), "r2000 c c Qh7d2c b600 c 9s b900 f")


def _unclaimed() -> Game:
    """Late, at a full table: both blinds are away, and the only player left is all-in for less than either."""
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
    tell(
        screen,
        coming=(IncomingPlayer("n", "Nia", 7_300, 12), IncomingPlayer("k", "Konstantinos", 112_300, 3)),
        starting_stack=20_000,
    )
    tap(screen, "seat-9")


OPEN = Booking(is_asked=True, tables=(
    FreeSeats(4, 9, (2, 6, 7)), FreeSeats(12, 10, (3, 10)), FreeSeats(3, 9, (1,)), FreeSeats(18, 9, (4,)),
    FreeSeats(14, 10, ()),
))  # fmt: skip
GONE = Gone("n2", "Bartholomew", 12_650_000, 2, 12, 10)


def _move(*taps: str) -> Callable[[Screen], None]:
    """A room with five other tables."""

    def move(screen: Screen) -> None:
        tell(screen, booking=OPEN)
        tap(screen, "more", "menu-people", "people-seat-4", "seat-move", *taps)

    return move


def _moving(screen: Screen) -> None:
    """Seat 4 waits for the room, seat 7 moves, and the player of seat 2 is on the way to another table."""
    player = screen.content.game.table.seats[3]
    assert player
    tell(screen, booking=replace(OPEN, asked=(AskedMove(player.player, 12, 10),), gone=(GONE,)))


def _leave(screen: Screen) -> None:
    """The clock is away."""
    tell(screen, link=Link(connected=False, away_ms=65_000, waiting=3))
    tap(screen, "more", "menu-people", "people-seat-4", "seat-move")


def _bring_back(screen: Screen) -> None:
    _moving(screen)
    tap(screen, "more", "menu-people", "people-seat-2")


def _leavers() -> Game:
    """At a full table, late: seat 2 has left, and seat 7 has folded and will move to table 12."""
    here = do(sat(MILLIONS, LATE, LONG_NAMES), LeaveSeat(2, 12), StartHand())
    return do(play(here, "f f f"), PlanLeave(7, 12))


LATE_NAMES = (
    IncomingPlayer("m", "Maximiliane", 1_250_000, 12, 1),
    IncomingPlayer("e", "Elisabetta", 10_125_000, 3, 10),
)
BROUGHT = (Due("enters", 5, "w", "Wilhelmina", 2_225_000), Due("buys", 2, "p2", "Bartholomew", 1_000_000),
           Due("buys", 4, "p4", "Christopher", 1_000_000), Due("buys", 6, "p6", "Konstantinos", 500_000))  # fmt: skip


def _eight_of_ten() -> Game:
    """Late, with long names: seats 1 and 10 are free."""
    return play(dealt((0, *MILLIONS[1:9], 0), LATE, LONG_NAMES, button=9), "f f f f f f")


def _arrivals(*came: Due) -> Callable[[Screen], None]:
    """Two players are on the way to a table at which the last hand is pushed."""

    def after(screen: Screen) -> None:
        tell(screen, coming=LATE_NAMES)
        tap(screen, "hand-over")
        tell(screen, came=came)

    return after


FINALISTS = tuple(
    IncomingPlayer(f"f{seat}", name, chips, 1 + seat % 4, seat)
    for seat, (name, chips) in enumerate(zip(LONG_NAMES, MILLIONS, strict=False), 1)
    if seat != 5
)


def _final_table() -> Game:
    """The director has opened a final table with ten seats, and its nine players are on the way."""
    return do(Game(), OpenTable(7, "Final", load_book("tda"), 10), SetLevel(LATE))


def _brought(screen: Screen) -> None:
    """Nobody is on the way. One player has sat down, and three have bought chips."""
    _arrivals()(screen)
    tell(screen, coming=(), came=BROUGHT)


def _asked_to_see() -> Game:
    """Seat 10 bet the river, was called and mucked, so the caller may ask to see the hand."""
    return _ten("f f f f f f f f c k 9h7s2c k k Kd k k 3h b300000 c m10")


def _straddling() -> Game:
    """A full table, late, with a room's own rule book that has a straddle."""
    book = load_book("tda")
    own = replace(book, straddle=replace(book.straddle, value="under-the-gun"))
    there = enumerate(zip(LONG_NAMES, MILLIONS, strict=True), 1)
    sit = (TakeSeat(seat, f"p{seat}", name, chips) for seat, (name, chips) in there)
    return do(Game(), OpenTable(7, "Autumn Open", own, 10), *sit, PlaceButton(9), SetLevel(LATE), StartHand())


def _on_clock(left_ms: int) -> Callable[[Screen], None]:
    def after(screen: Screen) -> None:
        tap(screen, "more", "menu-player-clock", "player-clock-start")
        tell(screen, player_clock_ms=left_ms)

    return after


def three_out(then: str) -> Game:
    """At a full table, late, with long names: seats 1, 2 and 3 go out, two of them with equal stacks."""
    stacks = (3_000_000, 4_500_000, 3_000_000, 725_000, 10_125_000, 12_650_000, 900_000, 1_300_000, 975_000, 7_500_000)
    game = play(dealt(stacks, LATE, LONG_NAMES, button=10), "r3000000 f r6000000 f f f f f c c 9h7s2cKd3h")
    return play(game, f"5:9d9c 1:AhKc 2:7h7d 3:KsQs {then}")


def _places(screen: Screen) -> None:
    """The room knows the places, and the director has not confirmed them yet."""
    tell(screen, booking=Booking(places=(OutPlace("p2", 27), OutPlace("p1", 28), OutPlace("p3", 28))))


def _push(screen: Screen) -> None:
    tap(screen, "hand-over")


def _people() -> Game:
    """Seat 2 is away, seat 5 moves, and seat 6 misses hands."""
    here = dealt(EIGHT, seats=10)
    return do(here, SignIn("Ana"), MarkAway(2), PlanLeave(5, 12), Penalize(6, "Flo", "device at the table", hands=3))


def _slides(screen: Screen) -> None:
    """A finger that came down on RAISE is over an amount."""
    raised, cell = screen.findChild(TouchTarget, "raise-7"), None
    assert raised is not None
    screen._input.press(raised)
    cell = screen.findChild(TouchTarget, "strip-amount-5")
    assert cell is not None
    screen._input.slide(raised, cell.mapToGlobal(cell.rect().center()))


def _of_ana(*taps: str) -> Callable[[Screen], None]:
    def after(screen: Screen) -> None:
        theme = screen._scene.canvas.theme.name
        tell(screen, profile=msgspec.convert({"theme": theme, "language": screen.content.words.language}, Profile))
        tap(screen, *taps)

    return after


def _emptied() -> Game:
    """A full table that a redraw ended, with all of its players gone."""
    return do(sat(MILLIONS, LATE, LONG_NAMES), *(LeaveSeat(seat, 1) for seat in range(1, 11)))


def _new_seats(count: int) -> Callable[[Screen], None]:
    seats = tuple(NewSeat(name, 1 + at % 12, 10 - at) for at, name in enumerate(sorted(LONG_NAMES)))
    return lambda screen: tell(screen, booking=Booking(over="closed", new_seats=seats[:count]))


STATES: dict[str, State] = {
    "player-clock": State(lambda: _ten("f f"), ("more", "menu-player-clock")),
    "on-clock": State(lambda: _ten("f f"), after=_on_clock(9_400)),
    "time-over": State(lambda: _ten("f f"), after=_on_clock(0)),
    "move": State(lambda: dealt(MILLIONS, LATE, LONG_NAMES), after=_move("move-table-1", "move-seat-10")),
    "move-table": State(lambda: dealt(MILLIONS, LATE, LONG_NAMES), after=_move("move-table-1")),
    "german-move": State(
        lambda: dealt(MILLIONS, LATE, LONG_NAMES), after=_move("move-table-1", "move-seat-10"), language="de"
    ),
    "move-alone": State(lambda: dealt(MILLIONS, LATE, LONG_NAMES), after=_leave),
    "ten-asked": State(_asked_to_see),
    "german-asked": State(_asked_to_see, ("show-10",), language="de"),
    "ten-straddle": State(_straddling),
    "ten-straddled": State(lambda: do(_straddling(), Straddle()), ("hand",)),
    "german-straddle": State(lambda: do(_straddling(), Straddle()), language="de"),
    "last-hand-why": State(lambda: do(_ten("f f"), StopPlay(Stop("paused", 1, "500")))),
    "new-seats": State(_emptied, after=_new_seats(10)),
    "german-new-seats": State(_emptied, after=_new_seats(4), language="de"),
    "out": State(lambda: three_out("push start")),
    "german-out": State(lambda: three_out("push start"), after=_places, language="de"),
    "out-one": State(lambda: play(_all_in_four_ways(), "9h7s2cKd3h 3:9d9c 4:AhKc 6:7h7d 8:KsQs push")),
    "out-confirmed": State(
        lambda: play(_all_in_four_ways(), "9h7s2cKd3h 3:9d9c 4:AhKc 6:7h7d 8:KsQs push"), ("out-ok",)
    ),
    "out-pill": State(lambda: play(three_out("push start"), "c c c c c c k QhJdTd"), after=_places),
    "push-last": State(lambda: play(dealt((20_000, 20_000), seats=9), "r20000 c 9h7s2cKd3h 1:9d9c 2:AhKc")),
    "push-leaves": State(lambda: play(dealt(EIGHT), "f f f f f f f"), after=lambda screen: tell(screen, leaves=True)),
    "arrivals-next": State(_eight_of_ten, after=lambda screen: tell(screen, coming=LATE_NAMES[:1])),
    "arrivals": State(_eight_of_ten, after=_arrivals()),
    "final-table": State(_final_table, after=lambda screen: tell(screen, coming=FINALISTS)),
    "german-arrivals": State(_eight_of_ten, after=_arrivals(*BROUGHT), language="de"),
    "brought": State(_eight_of_ten, after=_brought),
    "wins": State(lambda: play(dealt(EIGHT), "r600 f f f f f f"), after=_push),
    "moving": State(_leavers, after=_moving),
    "german-moving": State(_leavers, after=_moving, language="de"),
    "bring-back": State(_leavers, after=_bring_back),
    "before": State(lambda: sat(EIGHT)),
    "preflop": State(lambda: dealt(EIGHT)),
    "raise": State(lambda: do(play(dealt(EIGHT), "r600 f c"), SetLevel(NEXT))),
    "leaving-small-blind": State(lambda: do(sat(EIGHT), PlanLeave(3))),
    "amount-short": State(lambda: play(dealt(EIGHT), "r600 f c"), ("raise-7", "key-8", "key-00")),
    "amount-ruling": State(lambda: play(dealt(EIGHT), "r600 f c"), ("raise-7", "key-8", "key-00", "amount-ruling")),
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
    "ten-five-pots": State(_five_pots_of_ten),
    "ten-question": State(_ten_asked),
    "ten-flop-due": State(lambda: _ten("r250000 c f c f f f f c f Qh")),
    "ten-folded-out": State(lambda: _ten("f r250000 f r1000000 f f f f f f f")),
    "ten-before": State(lambda: sat(MILLIONS, LATE, LONG_NAMES)),
    "ten-pad": State(_late_raise, ("raise-9", "key-2", "key-000", "key-000")),
    "slide": State(lambda: play(dealt(EIGHT), "r600 f c"), after=_slides),
    "muck": State(
        lambda: play(dealt(EIGHT), "r600 f c f f f f c Qh7d2c k b800 c c 9s k k k 3h k k k 3:AhQs m4"),
    ),
    "reader-lost": State(
        lambda: play(dealt(EIGHT), "r600 f c f f f f c Qh7d"),
        after=lambda screen: tell(screen, reader=ReaderHealth(works=False, says="cable out")),
    ),
    "refused": State(
        lambda: play(dealt(EIGHT), "r600 f c"),
        after=lambda screen: screen.refuse(message("not-their-turn", seat=4, turn=7), "TDA 2024 rule 50-A"),
    ),
    "kill": State(lambda: play(dealt(EIGHT), "r600 f c"), ("more", "menu-kill", "kill-seat-6")),
    "kill-last": State(_only_claim, ("more", "menu-kill")),
    "only-claim": State(lambda: play(_only_claim(), "3h 1:AhAd 2:KsQs")),
    "unclaimed": State(_unclaimed),
    "until-start": State(lambda: dealt(MILLIONS, LATE, LONG_NAMES), after=_until_start),
    "overtime": State(lambda: dealt(MILLIONS, LATE, LONG_NAMES), after=_overtime),
    "clock-held": State(lambda: dealt(MILLIONS, LATE, LONG_NAMES), after=_held),
    "orbits-left": State(lambda: dealt(MILLIONS, LATE, LONG_NAMES), after=_orbits),
    "last-by-hands": State(lambda: dealt(MILLIONS, LATE, LONG_NAMES), after=_last_by_hands),
    "level-doubt": State(lambda: sat(MILLIONS, LATE, LONG_NAMES), after=_doubt),
    "level-doubt-later": State(lambda: dealt(MILLIONS, LATE, LONG_NAMES), after=_doubt),
    "fold-stands": State(lambda: where_folds_stand(*EIGHT), ("undo",)),
    "passed-over": State(lambda: do(play(dealt(EIGHT), "r600"), PutIn(8))),
    "who-called": State(_asked, ("seat-6",)),
    "repair": State(lambda: do(play(dealt(EIGHT), "r600"), PutIn(8)), ("seat-6",)),
    "repair-all-in": State(lambda: play(dealt(EIGHT), "r600 f r12400"), ("seat-6",)),
    "repair-card": State(lambda: play(dealt(EIGHT), "r600 f c f f f f c Qh7d2c"), ("board-2", "pad-rank-7")),
    "other-seat": State(lambda: do(play(dealt(EIGHT), "r600"), PutIn(8)), ("seat-8", "repair-other")),
    "list": State(lambda: play(dealt(EIGHT), "r600 f c f f f f c Qh7d2c k b800 c c 9s k k"), ("hand",)),
    "list-long": State(
        lambda: play(dealt(MILLIONS, LATE, LONG_NAMES), "c c c c c c c c c k Qh7d2c k k k k k k k k k k 9s"),
        ("hand", "lines-earlier"),
    ),
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
    "profile": State(lambda: do(sat(EIGHT), SignIn("Ana")), after=_of_ana("more", "menu-profile")),
    "seat-one": State(
        lambda: do(dealt(MILLIONS, LATE, LONG_NAMES, button=9), SignIn("Ana")),
        after=_of_ana("more", "menu-seat-one", "left-seat-7"),
    ),
    "profile-changed": State(
        lambda: do(sat(EIGHT), SignIn("Ana")),
        after=_of_ana("more", "menu-profile", "profile-left", "profile-sound-card", "profile-text-L"),
    ),
    "big-blinds": State(
        lambda: play(dealt(MILLIONS, LATE, LONG_NAMES, button=9), "f r250000 f r1000000 f f f"), ("pot",)
    ),
}
