"""Events about a table and its chips outside a deal: the button, the level, the recording mode, and chip races."""

from engine.books.rulebook import RuleBook
from engine.cards import Card
from engine.chips import Discs
from engine.events.base import DealEvent, RoomEvent, TableEvent
from engine.terms import Blinds, DeckAsker, Mode, ReportedPot, Stop


class DeckChanged(TableEvent, frozen=True, tag="deck-changed"):
    """Another deck is in play from the next hand on. `asked` says who wanted the change, and `seat` is that player's
    seat."""

    deck: str
    asked: DeckAsker = "dealer"
    seat: int = 0


class TableOpened(RoomEvent, frozen=True, tag="table-opened"):
    """A table was opened with empty seats, to be played under `book`."""

    table: int
    event: str
    book: RuleBook
    seat_count: int


class ButtonPlaced(RoomEvent, frozen=True, tag="button-placed"):
    """The button was given to this seat for the first hand."""

    seat: int


class ButtonDrawn(RoomEvent, frozen=True, tag="button-drawn"):
    """The button for the first hand went to `seat`, which had the highest of the `cards` dealt to `seats`."""

    seat: int
    seats: tuple[int, ...]
    cards: tuple[Card, ...]


class LevelSet(RoomEvent, frozen=True, tag="level-set"):
    """This level takes effect with the next hand."""

    blinds: Blinds


class StopSet(RoomEvent, frozen=True, tag="stop-set"):
    """The room set the point at which the table stops dealing. None means that the table keeps playing."""

    stop: Stop | None


class ModeSet(TableEvent, frozen=True, tag="mode-set"):
    """Hands are recorded in this mode from here on, and no longer in the mode `before`. A hand in play is abandoned if
    necessary."""

    mode: Mode
    before: Mode
    why: str = ""


class HandReported(DealEvent, frozen=True, tag="hand-told"):
    """A hand was played, and this report is all that is known about its chips. Its number, its positions and the
    players dealt in have the same form as in `HandStarted`. Players who are `out` lost their chips to the first
    winner."""

    hand: int
    button: int
    small: int
    big: int
    terms: Blinds
    seats: tuple[int, ...]
    pots: tuple[ReportedPot, ...] = ()
    out: tuple[int, ...] = ()


class StacksCounted(TableEvent, frozen=True, tag="stacks-counted"):
    """All stacks were counted. `seats` had `before` according to the record, and they have `stacks` according to the
    count. The total does not change."""

    seats: tuple[int, ...]
    before: tuple[int, ...]
    stacks: tuple[int, ...]


class CountReported(TableEvent, frozen=True, tag="count-reported"):
    """The stacks of `seats` were counted. According to the record they hold `held`, and the count found `counted`."""

    seats: tuple[int, ...]
    held: tuple[int, ...]
    counted: tuple[int, ...]


class RaceOpened(TableEvent, frozen=True, tag="race-opened", omit_defaults=True):
    """A chip race opens. Chips of the denomination `odd` are taken out of play, and `chip` is the smallest denomination
    that stays.

    Starting with seat 1, each of `seats` is dealt its number of `cards`, one for each odd chip left over. The highest
    cards win one of the `prizes` chips each. `lying` is the number of odd chips that were on the table, and `brought`
    lists the chips brought in exchange; they are 0 and empty if nobody counted.
    """

    odd: int
    chip: int
    seats: tuple[int, ...]
    cards: tuple[int, ...]
    prizes: int
    lying: int = 0
    brought: Discs = ()


class RaceCardDealt(TableEvent, frozen=True, tag="race-card"):
    """A card dealt in the chip race."""

    seat: int
    card: Card


class ChipsRaced(TableEvent, frozen=True, tag="chips-raced"):
    """Chips of the denomination `odd` are out of play. The stacks of `seats` changed from `before` to `after`, and each
    of the `winners` won one chip of the denomination `chip`. The table holds `difference` more chips than before,
    because of rounding and because players who would have lost all their chips kept one."""

    odd: int
    chip: int
    seats: tuple[int, ...]
    before: tuple[int, ...]
    after: tuple[int, ...]
    difference: int
    winners: tuple[int, ...] = ()
