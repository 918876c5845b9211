"""A ruling done: the ordinary facts of its actions, one after the other, or the action out of turn that waits."""

from engine.actions import Action, ApplyRuling
from engine.events import ActionHeld, Event
from engine.felt import Hand
from engine.hand import apply, decide
from engine.refused import Refused
from engine.rulebook import RuleBook
from engine.rulings.motion import Ruling
from engine.rulings.rule import rule


def applied(hand: Hand, action: ApplyRuling, book: RuleBook) -> list[Event]:
    """What the ruling on the motion comes to. Raises `Refused` where it cannot have been, or changes nothing."""
    ruling = rule(hand, action.motion, book)
    if ruling.held:
        return [ActionHeld(action.motion)]
    events: list[Event] = []
    for one in _chosen(ruling, action.option):
        facts = decide(hand, one, book)
        events += facts
        for fact in facts:
            hand = apply(hand, fact)
    return events


def _chosen(ruling: Ruling, option: int) -> tuple[Action, ...]:
    if option >= len(ruling.options):
        raise Refused(f"the ruling has {len(ruling.options)} ways to decide it, not {option + 1}", ruling.clause)
    actions = ruling.actions if option < 0 else ruling.options[option].actions
    if not actions:
        raise Refused("the ruling changes nothing at the table", ruling.clause)
    return actions
