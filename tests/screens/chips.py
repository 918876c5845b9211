"""The states of the pages about chips and backup modes."""

from collections.abc import Callable

from engine.actions import SeeCard
from engine.cards import parse_cards
from engine.events import Blinds, ReportedPot
from engine.game.game import Game, replay
from engine.table.actions.chips import OpenRace, ReportCount
from engine.table.actions.hands import ReportHand
from engine.table.actions.setup import SetLevel, SetMode
from tests.kit.play import dealt, do, play, record_of, sat
from tests.kit.port import Engine, tell
from tests.screens.shots import EIGHT, State, tap
from ui.dealer.model.surroundings import LevelTime
from ui.dealer.screen import Screen

LOW = Blinds(4, 75, 150, 150, "big-blind", 25)
HIGH = Blinds(5, 100, 200, 200, "big-blind", 100)
CHIPS = (25, 100, 500, 1_000, 5_000)
BREAK = LevelTime("Break", 252_000, is_break=True, chips=CHIPS, color_up=(25,), next_blinds=HIGH)
ODD = (18_325, 42_100, 9_950, 25, 61_700, 12_475, 33_050, 7_525)
FOLDED = "start f f f push"
PLAYED = (*[FOLDED] * 9, "start c f f k QhJd2c k b400 c 7s k k 9d b900 c 1:KsKd 4:AsAh push")
STEP = "countdown-step"
STACK = (STEP, *["countdown-chip-1000"] * 2, STEP, STEP, *["countdown-chip-500"] * 3)


def _in_break(*taps: str) -> Callable[[Screen], None]:
    def after(screen: Screen) -> None:
        tell(screen, level=BREAK)
        tap(screen, *taps)

    return after


def _keyed(amount: str) -> tuple[str, ...]:
    return tuple(f"change-key-{digit}" for digit in amount)


def _told() -> Game:
    return do(
        sat(EIGHT),
        SetMode("winners", "screen"),
        ReportHand((ReportedPot(2_400, (3,)),)),
        ReportHand((ReportedPot(900, (5,)),)),
    )


def _raced() -> Game:
    game = do(sat(ODD, LOW), OpenRace(25, 100))
    cards = parse_cards("AsKsQsJsTs9s8s7s6s5s4s3s2sAhKh")
    race = game.table.race
    return do(game, *(SeeCard(card) for card in cards[: sum(race.cards) if race else 0]))


def _played() -> Game:
    return replay(record_of(*PLAYED))


def _recalled(*taps: str) -> Callable[[Screen], None]:
    def after(screen: Screen) -> None:
        port = screen._taps._port
        assert isinstance(port, Engine)
        port.record = record_of(*PLAYED)
        tap(screen, "more", "menu-recall", *taps)

    return after


def _counted(times: int) -> Game:
    """After a hand, seat 6 was counted short this many times, and seat 2 matches."""
    game = play(sat(EIGHT), f"start {'f ' * 7}push")
    held = [seat.chips for seat in game.table.seats if seat]
    return do(game, *[ReportCount((2, 6), (held[1], held[5] - 100))] * times)


STATES: dict[str, State] = {
    "break": State(lambda: sat(ODD, LOW), after=_in_break()),
    "on-break": State(lambda: sat(ODD, LOW), after=_in_break("page-close")),
    "counts": State(lambda: sat(EIGHT), ("more", "menu-counts")),
    "counts-differ": State(
        lambda: sat(EIGHT), ("more", "menu-counts", "counts-seat-2", "count-key-4", "count-key-2", "count-key-000",
                             "count-set", "counts-seat-5", "count-agrees"),
    ),
    "counts-sure": State(lambda: sat(EIGHT), ("more", "menu-counts", "counts-seat-2", "count-key-4", "count-key-2",
                                              "count-key-000", "count-set", "counts-floor")),
    "counts-one": State(lambda: sat(EIGHT), ("more", "menu-counts", "counts-seat-2", "count-key-4", "count-key-2")),
    "counts-due": State(lambda: play(sat(EIGHT), f"start {'f ' * 7}push"), ("more", "menu-counts")),
    "counts-again": State(lambda: _counted(1), ("more", "menu-counts")),
    "counts-floor": State(lambda: _counted(2), ("more", "menu-counts")),
    "change": State(lambda: sat(EIGHT), ("more", "menu-change", *_keyed("2400"))),
    "change-break": State(lambda: sat(EIGHT), ("more", "menu-change", *["change-chip-5000"] * 2)),
    "change-back": State(lambda: sat(EIGHT), ("more", "menu-change", "change-chip-5000", *_keyed("400"))),
    "color-up": State(lambda: sat(ODD, LOW), after=_in_break("more", "menu-color-up", "race-key-8", "race-key-4")),
    "race": State(
        lambda: do(sat(ODD, LOW), OpenRace(25, 100), SeeCard(parse_cards("Kh")[0])),
        after=_in_break("more", "menu-color-up", "race-rank-9"),
    ),
    "race-over": State(_raced, after=_in_break("more", "menu-color-up", "race-seat-1", "race-seat-2")),
    "level": State(lambda: do(play(dealt(ODD, LOW), "f f f f f f f"), SetLevel(HIGH))),
    "level-due": State(lambda: do(play(dealt(ODD, LOW), "f f f f f f f push"), SetLevel(HIGH))),
    "ladder": State(lambda: play(dealt(EIGHT), "r600 f"), ("more", "menu-ladder", "ladder-why-reader")),
    "winners": State(_told),
    "tell": State(
        _told,
        ("more", "menu-tell", "tell-key-1", "tell-key-5", "tell-key-00", "seat-4", *["seat-6"] * 2),
    ),
    "pad-only": State(lambda: do(play(dealt(EIGHT), "r600 f"), SetMode("pad"))),
    "countdown": State(lambda: play(dealt(EIGHT), "r25000"), ("more", "menu-countdown", *STACK)),
    "recall": State(_played, after=_recalled()),
    "replay": State(_played, after=_recalled("recall-1", "recall-replay", *["replay-next"] * 6)),
    "replay-last": State(_played, after=_recalled("recall-1", "recall-replay", "replay-last")),
    "recall-hand": State(_played, after=_recalled("recall-1")),
}  # fmt: skip
