"""The hand that every table plays during hand for hand: which tables have yet to finish it, and who goes out in it."""

from collections import Counter
from collections.abc import Sequence

from engine.refused import Refused
from engine.tournament.field.entries import Sitting, crowds
from engine.tournament.levels.level_clock import HandTime, LevelClock, hand_time, set_hand
from engine.tournament.levels.structure import MS_A_MINUTE, Structure, is_by_play
from engine.tournament.prizes.finishes import NO_BARRIER, Group, waiting
from engine.tournament.rules.seating.seat_rules import open_sittings
from engine.tournament.state import Tournament
from engine.tournament.tables.facts import Tables, facts_of, has_sat

HAND_FOR_HAND = "TDA 2024 RP-8"
MINUTES_A_HAND = {"one-minute": 1, "two-minutes": 2, "three-minutes": 3}
"""How many minutes a hand may take off its level, for each value of `RuleBook.hand_for_hand` that caps the clock."""


def unconfirmed(tournament: Tournament, tables: Tables) -> list[Group]:
    """The busts that are waiting to be confirmed, in order."""
    barrier = tournament.barrier if tournament.barrier_ties else NO_BARRIER
    return waiting(tournament.entries, tables, barrier, tournament.past_barriers)


def to_confirm(tournament: Tournament, tables: Tables) -> list[Group]:
    """The busts that can be confirmed now. During hand for hand, some have to wait because they may tie with one still
    to come."""
    return [group for group in unconfirmed(tournament, tables) if not _may_tie(tournament, tables, group)]


def _may_tie(tournament: Tournament, tables: Tables, group: Group) -> bool:
    """Whether another table is still playing the hand of this bust, or plays it again after an undo."""
    number, bust = group[0]
    if tournament.barrier_ties and tournament.barrier.get(number) == bust.hand:
        return bool(waited_for(tournament, tables))
    barrier = next((one for one in reversed(tournament.past_barriers) if one.get(number) == bust.hand), NO_BARRIER)
    facts = ((facts_of(tables, at), hand) for at, hand in barrier.items())
    return any(at.playing and at.hands == hand for at, hand in facts)


def waited_for(tournament: Tournament, tables: Tables) -> list[int]:
    """The physical tables that have yet to finish the hand. A table with fewer than two players left cannot play a
    hand."""
    open_numbers = (number for number, one in tournament.sittings.items() if not one.closed)
    behind = {number for number in open_numbers if facts_of(tables, number).playing}
    for one in playing(tournament, tables):
        if facts_of(tables, one.number).hands < tournament.barrier.get(one.number, 0):
            behind.add(one.number)
    return sorted(tournament.sittings[number].table for number in behind)


def still_waited_for(tables: Sequence[int], clause: str = "") -> Refused:
    """The refusal that names the physical tables that have yet to finish the hand."""
    return Refused("tables-waited-for", clause, tables=tuple(tables), count=len(tables))


def players_at(tournament: Tournament, tables: Tables) -> Counter[int]:
    """For each sitting, how many entries have chips there, or are assigned a seat there and have yet to receive any
    chips."""
    sat = has_sat(tables)
    found = crowds({seat: entry for seat, entry in tournament.occupied.items() if entry not in sat})
    found.update({number: sum(held.chips > 0 for held in facts.held.values()) for number, facts in tables.items()})
    return found


def playing(tournament: Tournament, tables: Tables) -> list[Sitting]:
    """The tables that have two or more players."""
    players = players_at(tournament, tables)
    return [one for one in open_sittings(tournament) if players[one.number] > 1]


def clock_for_hand(tournament: Tournament, structure: Structure, now_ms: int, tables: Tables) -> LevelClock | None:
    """The level clock that hand for hand requires; None if it is already set that way. A released hand gets the number
    of minutes that the book gives it, and then the clock is held until the next one. Calling hand for hand counts as
    releasing a hand: otherwise, the hands in play would hold up the level for as long as they take."""
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
