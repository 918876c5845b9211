"""Actions out of turn that are held until the player's turn. They are derived from the steps of the hand, so that undo
is exact."""

from engine.events import ActionHeld
from engine.game.game import Game
from engine.hand.betting import actor
from engine.hand.state import Hand, index_of
from engine.rulings.motion import HeldMotion, Ruling
from engine.rulings.rule import rule, settle
from engine.rulings.turn import is_changed
from engine.table.state import book_of, is_playing


def waiting(game: Game) -> tuple[HeldMotion, ...]:
    """The last out-of-turn action of each seat that has not acted since, by seat."""
    now = game.table.hand
    if now is None or not is_playing(game.table):
        return ()
    found: dict[int, HeldMotion] = {}
    for step in game.undo_stack:
        then = step.table.hand
        if isinstance(step.event, ActionHeld) and then and _has_waited(then, now, step.event.motion.seat):
            held = rule(then, step.event.motion, book_of(step.table)).held
            if held:
                found[held.motion.seat] = held
    return tuple(found[seat] for seat in sorted(found))


def to_settle(game: Game) -> tuple[tuple[HeldMotion, Ruling], ...]:
    """The held actions that are due because the bet to the seat has changed or the seat's turn has come, with their
    rulings."""
    now, book = game.table.hand, game.table.book
    if now is None or book is None:
        return ()
    due = [held for held in waiting(game) if is_changed(held, now) or actor(now) == index_of(now, held.motion.seat)]
    return tuple((held, settle(held, now, book)) for held in due)


def _has_waited(then: Hand, now: Hand, seat: int) -> bool:
    """Whether the seat is live and both states are on the same street, with no action by the seat in between."""
    index = index_of(now, seat)
    same_street = (then.deal.hand, then.street) == (now.deal.hand, now.street)
    return same_street and now.live[index] and then.acted[index] == now.acted[index]
