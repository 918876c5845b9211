"""What still counts of a table's record since a hand began, and the table as it was at any of its lines."""

import msgspec

from engine.events import BetMade, CardHeld, DealEvent, Event, FloorInHand, HandEvent, QuestionPut, Raised, RecordEvent
from engine.game.bet_sizes import Habits, learn
from engine.game.questions import NOTHING, Held, Waiting
from engine.hand.betting import actor
from engine.table import state as one_table
from engine.table.state import Table


class Fact(msgspec.Struct, frozen=True):
    """An event, and its number in the record."""

    mark: int
    event: Event


class Story(msgspec.Struct, frozen=True):
    """A hand from before its first fact; `began` is the mark of the touch that started it. Where the room has changed
    what was before it, there is no `start`, and the hand cannot be played again."""

    start: Table | None
    began: int
    facts: tuple[Fact, ...] = ()
    habits: Habits = Habits()
    """Those before it."""

    @property
    def sealed(self) -> int:
        """Up to which mark there is only what was before this hand: its start, too, if that came with the push."""
        # What was asked, and the first fact of it, have marks of their own.
        return self.began if self.facts[0].mark > self.began + 1 else self.began - 1


class Scene(msgspec.Struct, frozen=True):
    """All of a table that a step can change: what is on it, what waits for an answer, this hand and the last one, and
    how much its players are used to put in."""

    table: Table = Table()
    waiting: Waiting = NOTHING
    story: Story | None = None
    last: Story | None = None
    habits: Habits = Habits()


def happens(scene: Scene, mark: int, event: Event, step: int) -> Scene:
    """The scene after a fact of the step that began at mark `step`."""
    table, waiting, story, last, habits = scene.table, scene.waiting, scene.story, scene.last, scene.habits
    if isinstance(event, BetMade | Raised) and table.hand is not None:
        habits = learn(habits, table.hand, event)
    if isinstance(event, RecordEvent):
        waiting = _put(waiting, event)
    else:
        table = one_table.apply(table, event)
        if isinstance(event, HandEvent) and not (isinstance(event, FloorInHand) and waiting.held and is_betting(table)):
            waiting = NOTHING
    if isinstance(event, DealEvent):
        return Scene(table, NOTHING, Story(scene.table, step, (Fact(mark, event),), habits), story, habits)
    if story is not None:
        story = Story(story.start, story.began, (*story.facts, Fact(mark, event)), story.habits)
    return Scene(table, waiting, story, last, habits)


def is_betting(table: Table) -> bool:
    """Whether somebody has still to act."""
    return table.hand is not None and not table.hand.over and actor(table.hand) >= 0


def _put(waiting: Waiting, event: Event) -> Waiting:
    match event:
        case CardHeld():
            return Waiting("who-called", held=(*waiting.held, Held(event.card, event.seat)))
        case QuestionPut():
            return Waiting(event.kind, event.start)
    return waiting


def facts_of(scene: Scene) -> tuple[Fact, ...]:
    """All that can still be repaired, the last hand's facts before this one's."""
    facts: tuple[Fact, ...] = ()
    for story in (scene.last, scene.story):
        if story is not None and story.start is not None:
            facts = (*facts, *story.facts)
        elif story is not None:
            facts = ()
    return facts


def scene_at(scene: Scene, mark: int) -> Scene | None:
    """The scene as it was when the record held `mark` events, if what happened since is known."""
    story, last = scene.story, scene.last
    if story is not None and story.facts[0].mark >= mark:
        story, last = last, None
    if story is None or story.start is None:
        return None
    again = Scene(story.start, story=last, habits=story.habits)
    for fact in story.facts:
        if fact.mark >= mark:
            break
        again = happens(again, fact.mark, fact.event, story.began)
    return again
