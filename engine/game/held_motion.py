"""Actions out of turn that are held until the player's turn. They are derived from the steps of the hand, so that undo
is exact."""

from collections.abc import Iterable, Sequence

from engine.events import ActionHeld, Called, Checked, Event, Folded, QuestionPut
from engine.game.steps import Step
from engine.hand.betting import actor
from engine.hand.state import Hand, index_of
from engine.refused import Refused
from engine.rulings.motion import HeldMotion, Ruling, act_told
from engine.rulings.rule import rule, settle
from engine.rulings.turn import is_changed
from engine.table.state import Table, book_of, is_playing

ACTS = {Folded: "fold", Checked: "check", Called: "call"}
ANSWERS = {"who-called": {"fold", "call"}, "who-won": {"fold"}}
"""The actions of a seat that has not acted which the answer to a question can still record."""


def waiting(table: Table, steps: Iterable[Step]) -> tuple[HeldMotion, ...]:
    """The last out-of-turn action of each seat that has not acted since, by seat. `steps` lead to this `table`."""
    now = table.hand
    if now is None or not is_playing(table):
        return ()
    found: dict[int, HeldMotion] = {}
    for step in steps:
        then = step.table.hand
        if isinstance(step.event, ActionHeld) and then and _has_waited(then, now, step.event.motion.seat):
            held = rule(then, step.event.motion, book_of(step.table)).held
            if held:
                found[held.motion.seat] = held
    return tuple(found[seat] for seat in sorted(found))


def to_settle(table: Table, steps: Iterable[Step]) -> tuple[tuple[HeldMotion, Ruling], ...]:
    """The held actions that are due because the bet to the seat has changed or the seat's turn has come, with their
    rulings. `steps` lead to this `table`."""
    now, book = table.hand, table.book
    if now is None or book is None:
        return ()
    held = waiting(table, steps)
    due = [one for one in held if is_changed(one, now) or actor(now) == index_of(now, one.motion.seat)]
    return tuple((one, settle(one, now, book)) for one in due)


def check_held_motions(table: Table, steps: Sequence[Step], events: Iterable[Event]) -> None:
    """Raises `Refused` if the events pass over a seat whose action out of turn is binding, as if the seat had acted in
    another way, or ask who called or who won before it acts. `steps` lead to this `table`."""
    passed: dict[int, str] = {}
    asked: set[str] = set()
    for event in events:
        if isinstance(event, QuestionPut):
            asked |= ANSWERS[event.kind]
        elif isinstance(event, Folded | Checked | Called) and event.inferred:
            passed.setdefault(event.seat, ACTS[type(event)])
    if not passed and not asked:
        return
    settled = {held.motion.seat: ruling for held, ruling in to_settle(table, steps)}
    for held in waiting(table, steps):
        seat = held.motion.seat
        ruling = settled.get(seat, held.binds)
        if ruling.act and ruling.act not in (asked or {passed.get(seat, ruling.act)}):
            act = act_told(ruling.act, ruling.to)
            raise Refused("held-first", book_of(table).out_of_turn.clause, seat=seat, act=act)


def _has_waited(then: Hand, now: Hand, seat: int) -> bool:
    """Whether the seat is live and both states are on the same street, with no action by the seat in between."""
    index = index_of(now, seat)
    same_street = (then.deal.hand, then.street) == (now.deal.hand, now.street)
    return same_street and now.live[index] and then.acted[index] == now.acted[index]
