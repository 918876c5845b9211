"""Apply a ruling: produce the ordinary events of its actions in order, or hold an action that was out of turn."""

from engine.books.rulebook import RuleBook
from engine.event import Action, Event
from engine.hand.betting import actor, passed_over
from engine.hand.events import ActionHeld
from engine.hand.rules import apply, decide
from engine.hand.state import Hand, index_of
from engine.refused import Refused
from engine.rulings.motion import Ruling
from engine.rulings.rule import rule
from engine.terms import Motion


def applied(hand: Hand, motion: Motion, option: int, book: RuleBook) -> tuple[list[Event], bool]:
    """The events that the ruling on the motion produces, and whether it takes more than one action, not counting
    consequences. An `option` below 0 is the book's own ruling. Raises `Refused` for an impossible motion or a ruling
    without effect."""
    events, hand = come_to(hand, motion)
    ruling = rule(hand, motion, book)
    if ruling.held:
        return [ActionHeld(motion)], False
    actions = _actions_of(ruling, option)
    several = bool(events) or len(actions) > 1
    for one in actions:
        facts = decide(hand, one, book)
        events += facts
        for fact in facts:
            hand = apply(hand, fact)
    return events, several


def come_to(hand: Hand, motion: Motion) -> tuple[list[Event], Hand]:
    """The events for the players passed over if the seat acts in turn, and the hand after these events. Raises
    `Refused`."""
    turn = actor(hand)
    in_turn = bool(motion.said or motion.moved or motion.pulled) and not motion.out_of_turn
    if turn < 0 or not in_turn or turn == index_of(hand, motion.seat):
        return [], hand
    events = passed_over(hand, motion.seat)
    for event in events:
        hand = apply(hand, event)
    return events, hand


def _actions_of(ruling: Ruling, option: int) -> tuple[Action, ...]:
    if option >= len(ruling.options):
        raise Refused("no-such-option", ruling.clause, options=len(ruling.options), option=option + 1)
    actions = ruling.actions if option < 0 else ruling.options[option].actions
    if not actions:
        raise Refused("ruling-changes-nothing", ruling.clause)
    return actions
