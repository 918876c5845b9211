"""The texts of the pages about people and authority."""

from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:  # an opening frame has words, and waits for no engine
    from engine.events import FloorReason


class PeopleWords(msgspec.Struct, frozen=True):
    """English."""

    clear: str = "CLEAR"
    ok: str = "OK"
    more: str = "MORE"
    space: str = "SPACE"
    erase: str = "ERASE"

    pin_dealer: str = "Dealer's PIN"
    pin_floor: str = "Floor's PIN"
    pin_of: str = "PIN of {name}"
    pin_none: str = "key the PIN, then OK"
    pin_wrong: str = "wrong PIN"
    pin_wait: str = "wait {age} before the next try"

    sign_title: str = "Who deals now?"
    sign_now: str = "{name} is signed in"
    sign_nobody: str = "nobody is signed in; dealing goes on"
    sign_out: str = "SIGN OUT"
    sign_key: str = "key the name, then OK"
    no_dealer: str = "nobody signed in"
    hand_by: str = "hand {hand}, {name}"

    floor_title: str = "Call the floor: why?"
    floor_called: str = "The floor is called"
    floor_called_ago: str = "called {time} ago"
    floor_hint: str = "if there is time: why?"
    floor_here: str = "FLOOR IS HERE"
    floor_here_small: str = "signs with a PIN"
    floor_not_needed: str = "NOT NEEDED"
    floor_not_needed_small: str = "nobody has to come"
    reasons: "dict[FloorReason, str]" = msgspec.field(
        default_factory=lambda: {
            "ruling": "RULING",
            "misdeal": "MISDEAL",
            "chips": "CHIPS",
            "seat": "SEAT",
            "other": "OTHER",
        }
    )

    people_title: str = "Players: tap a seat"
    people_note: str = "who sits down is dealt in from the next hand; who leaves plays this one first"
    seat_free: str = "free"
    away: str = "AWAY"
    misses: str = "misses {hands}"
    leaves: str = "LEAVES"
    moves: str = "to table {table}"

    arrive_title: str = "Seat {seat}: who sits down?"
    arrive_playing: str = "dealt in from the next hand"
    arrive_from: str = "{chips} from table {table}"
    arrive_chips: str = "{chips}"
    arrive_new: str = "NEW PLAYER"
    arrive_new_small: str = "with a starting stack"
    arrive_moved: str = "MOVED HERE"
    arrive_moved_small: str = "with chips from another table"
    arrive_name: str = "Seat {seat}: name"
    arrive_table: str = "{name}: from which table?"
    arrive_stack: str = "{name}: how many chips?"
    arrive_sure: str = "SEAT {seat}"
    arrive_sure_small: str = "{name}, {chips}"
    arrive_next: str = "OK"
    table_named: str = "table {table}"
    not_in_chips: str = "the smallest chip is {chip}"

    seat_title: str = "{who}, {chips}"
    seat_leaves: str = "leaves before the next hand"
    seat_moves: str = "goes to table {table} before the next hand"
    seat_misses: str = "misses {hands} more by penalty"
    seat_away: str = "is away: posts, and the hand is killed"
    is_away: str = "AWAY"
    is_away_small: str = "from the next hand"
    is_back: str = "BACK"
    is_back_small: str = "plays from the next hand"
    move: str = "MOVES"
    move_small: str = "to another table"
    leave: str = "LEAVES"
    leave_small: str = "chips leave play: floor"
    stay: str = "STAYS"
    stay_small: str = "does not leave"
    penalty: str = "PENALTY"
    penalty_small: str = "floor"
    lift: str = "LIFT"
    lift_small: str = "penalty is over: floor"
    lifted: str = "penalty lifted"
    move_title: str = "{who} moves: to which table?"
    move_sure: str = "MOVES"
    move_now: str = "now, with {chips}"
    move_after: str = "after this hand"
    leave_title: str = "{who} leaves the event?"
    leave_help: str = "{chips} leave play with the player"

    penalty_title: str = "{who}: which penalty?"
    penalty_pick: str = "then why; the floor signs"
    measures: dict[str, tuple[str, str]] = msgspec.field(
        default_factory=lambda: {
            "warning": ("WARNING", "misses nothing"),
            "hand-1": ("1 HAND", "misses it"),
            "hand-3": ("3 HANDS", "misses them"),
            "round-1": ("1 ROUND", "once around"),
            "round-2": ("2 ROUNDS", "misses them"),
            "round-3": ("3 ROUNDS", "misses them"),
            "out": ("DISQUALIFY", "out of the event"),
        }
    )
    """Named by what is missed, and how many of them."""
    whys: tuple[tuple[str, str], ...] = (
        ("conduct", "conduct"),
        ("exposed", "exposed cards"),
        ("discussed", "discussed a hand"),
        ("turn", "out of turn"),
        ("slow", "slow play"),
        ("phone", "device at the table"),
        ("soft", "soft play"),
        ("other", "other reason"),
    )
