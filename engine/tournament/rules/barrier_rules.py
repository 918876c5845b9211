"""Hand for hand: every table plays one hand and waits until all have finished it. Players who go out in the same hand
tie."""

from engine.tournament.levels.edits import is_by_play
from engine.tournament.levels.level_clock import HandTime, LevelClock, hand_time, set_hand
from engine.tournament.levels.structure import MS_A_MINUTE, Structure
from engine.tournament.rules.barrier import waited_for
from engine.tournament.state import Tournament
from engine.tournament.tables.facts import Tables

MINUTES_A_HAND = {"one-minute": 1, "two-minutes": 2, "three-minutes": 3}
"""How many minutes a hand may take off its level, for each value of `RuleBook.hand_for_hand` that caps the clock."""


def clock_for_hand(tournament: Tournament, structure: Structure, now_ms: int, tables: Tables) -> LevelClock | None:
    """The level clock that hand for hand requires; None if the clock is already set that way. A released hand gets the
    number of minutes that the book gives it. The clock is held once all tables have finished the hand, and it runs
    freely again when hand for hand ends. Calling hand for hand counts as releasing a hand: otherwise, the hands in play
    at that time would hold up the level for as long as they take."""
    clock, minutes = tournament.clock, 0
    if tournament.book and not is_by_play(structure):
        minutes = MINUTES_A_HAND.get(tournament.book.hand_for_hand.value, 0)
    if not tournament.barrier or not minutes:
        return set_hand(clock, structure, now_ms, None) if clock.hand else None
    is_new = clock.hand is None or tournament.barrier != tournament.hand_clock
    is_over = not waited_for(tournament, tables)
    if is_new and not is_over:
        return set_hand(clock, structure, now_ms, HandTime(minutes * MS_A_MINUTE))
    if clock.hand and clock.hand.over == is_over:
        return None
    left = hand_time(clock, now_ms)
    return set_hand(clock, structure, now_ms, HandTime(left.left_ms if left else 0, is_over))
