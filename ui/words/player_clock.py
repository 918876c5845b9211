"""The texts of the clock that is called on a player."""

import msgspec


class PlayerClockWords(msgspec.Struct, frozen=True):
    """Its part of `Words`."""

    title: str
    seconds: str
    then_dead: str
    then_check: str
    by_hand: str
    start: str
    start_small: str
    stop: str
    stop_small: str
    head: str
    dead_at_end: str
    check_at_end: str
    over: str
    over_fold: str
    over_check: str
