"""The states of cards that readers see or miss, and of decks."""

from collections.abc import Callable

from engine.cards import DECK, Card
from engine.game.game import Game
from engine.table.actions.setup import ChangeDeck
from tests.kit.play import dealt, do, play, sat
from tests.kit.port import tell
from tests.screens.shots import EIGHT, State, tap
from tests.screens.table import LATE, LONG_NAMES, MILLIONS
from ui.dealer.model.cards import Decks, Enrolling, Missed, OddCard
from ui.dealer.screen import Screen

RED, BLUE = "Table 7, red backs", "Table 7, blue backs"
SCANNED = tuple(sorted(DECK, key=lambda card: "shdc".index(card.suit)))
BETTING = "r600 f c f f f f c Qh7d2c"
QUEEN = Card("Qh")


def _late(script: str) -> Game:
    """Ten seats, long names, big stacks."""
    return play(dealt(MILLIONS, LATE, LONG_NAMES, button=9), script)


def _decks(screen: Screen, *begun: tuple[str, int]) -> None:
    tell(screen, decks=Decks((RED, BLUE), begun))


def _odd(odd: OddCard) -> Callable[[Screen], None]:
    return lambda screen: screen.show_odd(odd)


def _missed(where: int, street: str = "", got: int = 0, wanted: int = 1) -> Callable[[Screen], None]:
    return lambda screen: tell(screen, missed=Missed(where, street, got, wanted))


def _enrolls(enrolling: Enrolling) -> Callable[[Screen], None]:
    def show(screen: Screen) -> None:
        _decks(screen)
        tap(screen, "more", "menu-deck", "deck-enroll", "enroll-back-red")
        tell(screen, enrolling=enrolling)
        if enrolling.asked is None:
            tell(screen, decks=Decks((RED, BLUE, enrolling.deck)))

    return show


def _deck(screen: Screen) -> None:
    _decks(screen)
    tap(screen, "more", "menu-deck", "deck-seat-4")


def _seven(*taps: str) -> Callable[[Screen], None]:
    names = (RED, BLUE, *(f"Table 7, {color} backs" for color in ("green", "black", "yellow", "orange", "purple")))

    def show(screen: Screen) -> None:
        tell(screen, decks=Decks(names))
        tap(screen, "more", "menu-deck", *taps)

    return show


def _backs(screen: Screen) -> None:
    _decks(screen, ("Green", 17), ("Blue 2", 51))
    tap(screen, "more", "menu-deck", "deck-enroll")


TWO = OddCard("lies-already", QUEEN, 0, 4)
OTHER = OddCard("other-deck", QUEEN, deck=BLUE, in_play=RED)
MUCKED = OddCard("mucked", QUEEN)
FOREIGN = OddCard("foreign", code="04A2B9C2D15E80", in_play=RED)
NOWHERE = OddCard("nowhere", position="antenna-of-seat-12")
FLOP_DUE = "r600 f c f f f f c"
SHOWDOWN = "r600 f c f f f f c Qh7d2c k b800 c c 9s k k k 3h k k k"
LATE_FLOP = "f r250000 f r1000000 f f f f f c f"

STATES: dict[str, State] = {
    "missed": State(lambda: play(dealt(EIGHT), FLOP_DUE), after=_missed(0, "flop", 0, 3)),
    "missed-some": State(lambda: play(dealt(EIGHT), f"{FLOP_DUE} Qh7d"), after=_missed(0, "flop", 2, 3)),
    "missed-hand": State(lambda: play(dealt(EIGHT), SHOWDOWN), after=_missed(3, "", 0, 2)),
    "missed-ten": State(lambda: _late(LATE_FLOP), after=_missed(0, "flop", 0, 3)),
    "two-places": State(lambda: play(dealt(EIGHT), BETTING), after=_odd(TWO)),
    "two-places-ten": State(lambda: _late(f"{LATE_FLOP} Qh7d2c"), after=_odd(OddCard("lies-already", QUEEN, 0, 8))),
    "two-places-seats": State(
        lambda: play(dealt(EIGHT), f"{SHOWDOWN} 3:AhKd"), after=_odd(OddCard("lies-already", Card("Ah"), 3, 8))
    ),
    "two-places-board": State(
        lambda: play(dealt(EIGHT), "r25000 f c f c f f c 3:9d9c"), after=_odd(OddCard("lies-already", Card("9d"), 3, 0))
    ),
    "other-deck-hand": State(lambda: play(dealt(EIGHT), BETTING), after=_odd(OTHER)),
    "other-deck-unseen": State(
        lambda: play(dealt(EIGHT), BETTING), after=_odd(OddCard("other-deck", seen=4, deck=BLUE, in_play=RED))
    ),
    "other-deck-unseen-ten": State(
        lambda: _late(LATE_FLOP), after=_odd(OddCard("other-deck", seen=4, deck=BLUE, in_play=RED))
    ),
    "other-deck": State(lambda: sat(EIGHT), after=_odd(OTHER)),
    "other-deck-ten": State(lambda: sat(MILLIONS, LATE, LONG_NAMES), after=_odd(OTHER)),
    "from-muck": State(lambda: play(dealt(EIGHT), FLOP_DUE), after=_odd(MUCKED)),
    "from-muck-early": State(lambda: play(dealt(EIGHT), "r600 f c"), after=_odd(MUCKED)),
    "foreign-code": State(lambda: play(dealt(EIGHT), FLOP_DUE), after=_odd(FOREIGN)),
    "foreign-code-ten": State(lambda: _late(LATE_FLOP), after=_odd(FOREIGN)),
    "unheld-scanner": State(lambda: play(dealt(EIGHT), FLOP_DUE), after=_odd(OddCard("unheld"))),
    "unheld-scanner-ten": State(lambda: _late(LATE_FLOP), after=_odd(OddCard("unheld"))),
    "nowhere": State(lambda: play(dealt(EIGHT), FLOP_DUE), after=_odd(NOWHERE)),
    "nowhere-ten": State(lambda: _late(LATE_FLOP), after=_odd(NOWHERE)),
    "layout-unknown": State(lambda: play(dealt(EIGHT), FLOP_DUE), after=_odd(OddCard("layout"))),
    "layout-unknown-ten": State(lambda: _late(LATE_FLOP), after=_odd(OddCard("layout"))),
    "layout-known": State(lambda: play(dealt(EIGHT), FLOP_DUE), after=_odd(OddCard("learned"))),
    "line-parity": State(lambda: play(dealt(EIGHT), FLOP_DUE), after=_odd(OddCard("parity"))),
    "line-speed": State(lambda: play(dealt(EIGHT), FLOP_DUE), after=_odd(OddCard("speed"))),
    "caps-lock": State(lambda: play(dealt(EIGHT), FLOP_DUE), after=_odd(OddCard("caps"))),
    "missed-half": State(lambda: play(dealt(EIGHT), f"{SHOWDOWN} 3:Ah"), after=_missed(3, "", 1, 2)),
    "deck": State(lambda: do(sat(EIGHT), ChangeDeck(BLUE)), after=_deck),
    "deck-ten": State(lambda: sat(MILLIONS, LATE, LONG_NAMES), after=_deck),
    "deck-seven": State(lambda: do(sat(EIGHT), ChangeDeck("Table 7, purple backs")), after=_seven("deck-seat-4")),
    "deck-seven-more": State(
        lambda: do(sat(EIGHT), ChangeDeck("Table 7, purple backs")), after=_seven("deck-seat-4", "decks-more")
    ),
    "enroll-back": State(lambda: sat(EIGHT), after=_backs),
    "enroll": State(lambda: sat(EIGHT), after=_enrolls(Enrolling("Red", SCANNED[17], SCANNED[:17]))),
    "enroll-twice": State(
        lambda: sat(EIGHT),
        after=_enrolls(
            Enrolling("Red", SCANNED[31], (*SCANNED[:9], *SCANNED[11:31]), SCANNED[9:11], "twice", SCANNED[20])
        ),
    ),
    "enroll-foreign": State(
        lambda: sat(EIGHT),
        after=_enrolls(Enrolling("Red", SCANNED[3], SCANNED[:3], (), "foreign", SCANNED[44], BLUE)),
    ),
    "enroll-at-once": State(
        lambda: sat(EIGHT), after=_enrolls(Enrolling("Red", SCANNED[3], SCANNED[:3], problem="at-once"))
    ),
    "enroll-elsewhere": State(
        lambda: sat(EIGHT),
        after=_enrolls(Enrolling("Red", SCANNED[3], SCANNED[:3], problem="elsewhere", place="muck", at="hand-held")),
    ),
    "enroll-nowhere": State(
        lambda: sat(EIGHT), after=_enrolls(Enrolling("Red", SCANNED[3], SCANNED[:3], problem="nowhere", place="7"))
    ),
    "enroll-layout": State(
        lambda: sat(EIGHT), after=_enrolls(Enrolling("Red", SCANNED[3], SCANNED[:3], problem="layout"))
    ),
    "enroll-whole": State(lambda: sat(EIGHT), after=_enrolls(Enrolling("Red", None, SCANNED))),
}
