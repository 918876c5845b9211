"""The states of the ruling, misdeal and override pages."""

from engine.actions import Answer, HandOver
from engine.game.game import Game
from engine.table.actions.hands import ApplyRuling
from engine.terms import Motion
from tests.kit.play import dealt, do, play
from tests.screens.shots import EIGHT, State
from tests.screens.table import three_out

RULING = ("more", "menu-ruling")
MISDEAL = ("more", "menu-misdeal")
OVERRIDE = ("more", "menu-override")
LAST = ("hand", "lines-last")


def _four_all_in() -> Game:
    """Seats 3, 4, 6 and 8 are all-in with different stacks, and the board is dealt."""
    return play(dealt(EIGHT), "r25000 f c f c f f c 9h7s2cKd3h")


def _out_of_ten(then: str) -> Game:
    """At a full table, late, with long names: three players went out, and the next hand is dealt."""
    return play(three_out("push start"), then)


def _raised_early() -> Game:
    """Seat 6 raised out of turn, and now it is its turn."""
    return play(do(dealt(EIGHT), ApplyRuling(Motion(6, "raise 800", out_of_turn=True))), "c f")


STATES: dict[str, State] = {
    "ruling-empty": State(lambda: play(dealt(EIGHT), "r600 f c"), RULING),
    "ruling": State(lambda: play(dealt(EIGHT), "r600 f c"), (*RULING, "ruling-chip-5000")),
    "ruling-raise": State(
        lambda: play(dealt(EIGHT), "r600 f c"),
        (*RULING, "ruling-chip-500", "ruling-chip-500", "ruling-chip-100", "ruling-said-raise"),
    ),
    "ruling-floor": State(lambda: play(dealt(EIGHT), "r800 r2000"), (*RULING, *("ruling-chip-500",) * 2)),
    "ruling-refused": State(lambda: play(dealt(EIGHT), "r600 f c f"), (*RULING, *("ruling-chip-5000",) * 2)),
    "ruling-early": State(
        lambda: play(dealt(EIGHT), "r600 f c"),
        (*RULING, "ruling-seat", "ruling-seat-1", "ruling-early", "ruling-said-call"),
    ),
    "ruling-early-seat": State(lambda: play(dealt(EIGHT), "r600 f c"), (*RULING, "ruling-early")),
    "ruling-held": State(_raised_early, RULING),
    "ruling-amount": State(
        lambda: play(dealt(EIGHT), "r600 f c"), (*RULING, "ruling-amount", "ruling-key-1", "ruling-key-5")
    ),
    "ruling-motions": State(
        lambda: play(dealt(EIGHT), "r600 f c"),
        (*RULING, "ruling-chip-500", "ruling-chip-100", "ruling-motion", "ruling-chip-1000", "ruling-said-raise"),
    ),
    "ruling-more": State(lambda: play(dealt(EIGHT), "r600 f c"), (*RULING, "ruling-more")),
    "ruling-shown": State(
        lambda: play(dealt(EIGHT), "r600 f c"),
        (*RULING, "ruling-more", "ruling-shown", "ruling-rank-A", "ruling-suit-h", "ruling-rank-K", "ruling-suit-d",
         "ruling-saw", "ruling-saw-seat-3", "ruling-cards"),
    ),
    "ruling-add": State(
        lambda: play(dealt(EIGHT), "r600 f c"),
        (*RULING, "ruling-more", "ruling-add", "ruling-key-2", "ruling-key-00", "seat-4", "seat-6"),
    ),
    "misdeal": State(lambda: dealt(EIGHT), MISDEAL),
    "misdeal-board": State(lambda: play(dealt(EIGHT), "r600 f c f f f f c Qh7d2c k"), MISDEAL),
    "misdeal-declared": State(lambda: dealt(EIGHT), (*MISDEAL, "misdeal-first-card-exposed")),
    "misdeal-repair": State(
        lambda: dealt(EIGHT),
        (*MISDEAL, "misdeal-card-exposed", "misdeal-seat-5", "misdeal-card", "misdeal-rank-Q", "misdeal-suit-h"),
    ),
    "misdeal-seat": State(lambda: dealt(EIGHT), (*MISDEAL, "misdeal-card-exposed")),
    "misdeal-early": State(
        lambda: play(dealt(EIGHT), "r600 f c f f f f c Qh7d2c k"), (*MISDEAL, "misdeal-premature-turn")
    ),
    "ruling-three-chips": State(
        lambda: play(dealt(EIGHT), "r600 f c"),
        (*RULING, "ruling-chip-100", "ruling-chip-100", "ruling-chip-500", "ruling-chip-1000", "ruling-chip-5000"),
    ),
    "misdeal-early-read": State(
        lambda: play(dealt(EIGHT), "r600 f c f f f f c Qh7d2c k Ah"), (*MISDEAL, "misdeal-premature-turn")
    ),
    "misdeal-betting": State(
        lambda: play(dealt(EIGHT), "r600 f c f f f f c Qh7d2c b800"),
        (*MISDEAL, "misdeal-premature-turn", "misdeal-declare"),
    ),
    "misdeal-betting-on": State(
        lambda: play(dealt(EIGHT), "r600 f c f f f f c Qh7d2c b800"),
        (*MISDEAL, "misdeal-premature-turn", "misdeal-declare", "seat-4"),
    ),
    "misdeal-dealing": State(
        lambda: play(dealt(EIGHT), "r600 f c f f f f c Qh7d2c b800"),
        (*MISDEAL, "misdeal-premature-turn", "misdeal-declare", "seat-4", "fold"),
    ),
    "misdeal-all": State(
        lambda: play(dealt(EIGHT), "r600 f c f f f f c Qh7d2c b800"),
        (*MISDEAL, "misdeal-premature-turn", "misdeal-declare", "misdeal-all"),
    ),
    "last-named": State(
        lambda: play(
            do(play(dealt(EIGHT), "r600 f c f f f f f Qh7d2c b800 c"), HandOver(), Answer((4,))), "f"
        ),
        (*LAST, "lines-won", "override-seat-6"),
    ),
    "misdeal-after": State(
        lambda: dealt(EIGHT), (*MISDEAL, "misdeal-card-exposed", "misdeal-seat-5", "misdeal-declare")
    ),
    "misdeal-prompt": State(
        lambda: dealt(EIGHT), (*MISDEAL, "misdeal-first-card-exposed", "misdeal-declare", "page-close")
    ),
    "ruling-waits": State(
        lambda: play(dealt(EIGHT), "r600 f c"),
        (*RULING, "ruling-seat", "ruling-seat-1", "ruling-early", "ruling-said-call", "ruling-apply"),
    ),
    "ruling-due": State(_raised_early),
    "override": State(lambda: play(dealt(EIGHT), "r600 f c"), OVERRIDE),
    "override-sure": State(
        lambda: play(dealt(EIGHT), "r600 f c"),
        (*OVERRIDE, "override-make-live", "override-seat-5", "override-why-returned"),
    ),
    "override-chips": State(
        lambda: play(dealt(EIGHT), "r600 f c f f f f c"),
        (*OVERRIDE, "override-move-chips", "override-key-6", "override-key-00", "seat-5"),
    ),
    "override-void": State(lambda: play(dealt(EIGHT), "r600 f c"), (*OVERRIDE, "override-void-hand")),
    "override-pots": State(_four_all_in, (*OVERRIDE, "override-award-pots", "override-seat-3", "override-seat-8")),
    "override-award": State(
        _four_all_in,
        (*OVERRIDE, "override-award-pots", "override-seat-3", "override-seat-8", "override-next", "override-seat-6",
         "override-next", "override-seat-4", "override-next", "override-why-decision"),
    ),
    "override-stacks": State(
        lambda: play(dealt(EIGHT), "f f f f f f f push"),
        (*OVERRIDE, "override-set-stacks", "seat-2", "override-key-4", "override-key-2", "override-key-000",
         "override-set", "seat-5", "override-key-6", "override-key-2"),
    ),
    "last-list": State(lambda: _out_of_ten(""), LAST),
    "german-last-list": State(lambda: _out_of_ten(""), LAST, language="de"),
    "last-stands": State(lambda: _out_of_ten("r300000 r900000"), LAST),
    "german-last-stands": State(lambda: _out_of_ten("r300000 r900000"), LAST, language="de"),
    "last-pots": State(lambda: _out_of_ten(""), (*LAST, "lines-won", "override-seat-2")),
    "german-last-pots": State(lambda: _out_of_ten(""), (*LAST, "lines-won", "override-seat-2"), language="de"),
    "last-sure": State(
        lambda: _out_of_ten(""),
        (*LAST, "lines-won", "override-seat-2", "override-next", "override-seat-2", "override-next",
         "override-why-decision"),
    ),
    "override-last": State(lambda: _out_of_ten("r300000 r900000"), OVERRIDE),
    "german-override-last": State(lambda: _out_of_ten("r300000 r900000"), OVERRIDE, language="de"),
    "override-write": State(
        lambda: play(dealt(EIGHT), "r600 f c"),
        (*OVERRIDE, "override-void-hand", "override-why-other", "override-letter-F", "override-letter-I",
         "override-letter-R", "override-letter-E"),
    ),
}  # fmt: skip
