"""The chips that a correction moves between the players and the pot, and whether it changes pots that were already
pushed."""

from collections import Counter
from functools import reduce
from itertools import product

from engine.actions import Amend
from engine.events import Amended, AwardLast, Event, MoveChips, Overruled, PotAwarded
from engine.game.game import Game, apply, step
from engine.game.timeline import GameState, facts_of
from engine.refused import Refused
from engine.table.state import Table, chips_at
from ui.dealer.model.surroundings import Owed
from ui.words import Words


def owed(before: Table, after: Table) -> Owed:
    """The change in each stack. Chips that are not in another stack came from the pot or went into it."""
    stacks = Counter({seat: chips_at(after, seat) for seat in range(1, len(after.seats) + 1)})
    stacks.subtract({seat: chips_at(before, seat) for seat in range(1, len(before.seats) + 1)})
    return tuple((seat, chips) for seat, chips in sorted(stacks.items()) if chips)


def together(one: Owed, two: Owed) -> Owed:
    """Two sets of chip movements combined, without those that cancel each other out."""
    both = Counter(dict(one))
    both.update(dict(two))
    return tuple((seat, chips) for seat, chips in sorted(both.items()) if chips)


def corrected(before: Game, after: Game) -> Owed | None:
    """The chips moved by a correction that was made or undone between the two games; None if there was none."""
    if after.mark <= before.mark:
        return None
    last = after.undo_stack[-1] if after.undo_stack else None
    if last and last.mark >= before.mark and is_correction(last.event):
        return owed(last.state.table, after.table)
    undone = len(after.redo_stack) > len(before.redo_stack) and is_correction(after.redo_stack[-1].event)
    return owed(before.table, after.table) if undone else None


def unconfirmed(game: Game, since: int) -> Owed:
    """The chips moved by corrections since this mark that had not been saved when the program ended."""
    steps = game.undo_stack
    total: Owed = ()
    tables = [*(one.table for one in steps), game.table]
    for one, later in zip(steps, tables[1:], strict=True):
        if one.mark >= since and is_correction(one.event):
            total = together(total, owed(one.table, later))
    return total


def is_correction(event: Event) -> bool:
    """Whether a step that begins with this event changes what had been recorded."""
    if isinstance(event, Amended):
        return event.how != "straddle"
    return isinstance(event, Overruled) and isinstance(event.order, AwardLast | MoveChips)


def pushed_otherwise(game: Game, action: Amend) -> Owed | None:
    """The chips that must move if the repair of a line changes pots that were already pushed; None if it changes no
    such pots."""
    if not _pushes(game.state):
        return None
    try:
        after = reduce(apply, step(game, action), game)
    except Refused:
        return None
    return owed(game.table, after.table) if changes_push(game.state, after.state) else None


def changes_push(before: GameState, after: GameState) -> bool:
    """Whether pots that were pushed have different winners or shares, or are no longer pushed."""
    was = _pushes(before)
    return _pushes(after)[: len(was)] != was


def _pushes(state: GameState) -> list[tuple[object, ...]]:
    events = [fact.event for fact in facts_of(state)]
    return [(one.pot, one.chips, one.seats, one.shares) for one in events if isinstance(one, PotAwarded)]


def moves(chips: Owed, words: Words) -> tuple[str, ...]:
    """`seat 4 adds 100`, `6,700 from seat 2 to seat 1`: each movement of chips is listed once."""
    say = words.repair
    givers = {seat: -many for seat, many in chips if many < 0}
    takers = {seat: many for seat, many in chips if many > 0}
    lines = []
    for giver, taker in product(givers, takers):
        if many := min(givers[giver], takers[taker]):
            givers[giver] -= many
            takers[taker] -= many
            lines.append(say.moved.format(chips=words.amount(many), giver=giver, taker=taker))
    lines += [say.moved_in.format(seat=seat, chips=words.amount(many)) for seat, many in givers.items() if many]
    lines += [say.moved_back.format(seat=seat, chips=words.amount(many)) for seat, many in takers.items() if many]
    return tuple(lines)
