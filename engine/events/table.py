"""Events of a table and its chips outside a deal: the button, the level, the recording mode, chip races."""

from engine.books.rulebook import RuleBook
from engine.cards import Card
from engine.chips import Discs
from engine.events.base import DealEvent, RoomEvent, TableEvent
from engine.terms import Blinds, DeckAsker, Mode, ReportedPot, Stop


class DeckChanged(TableEvent, frozen=True, tag="deck-changed"):
    """Another deck is in play from the next hand on. `asked` says who wanted it, and `seat` is the player's."""

    deck: str
    asked: DeckAsker = "dealer"
    seat: int = 0


class TableOpened(RoomEvent, frozen=True, tag="table-opened"):
    """A table with empty seats, playing by `book`."""

    table: int
    event: str
    book: RuleBook
    seat_count: int


class ButtonPlaced(RoomEvent, frozen=True, tag="button-placed"):
    """The button was given to this seat for the first hand."""

    seat: int


class ButtonDrawn(RoomEvent, frozen=True, tag="button-drawn"):
    """The button for the first hand went to `seat` by the highest of the `cards` dealt to `seats`."""

    seat: int
    seats: tuple[int, ...]
    cards: tuple[Card, ...]


class LevelSet(RoomEvent, frozen=True, tag="level-set"):
    """This level waits for the next hand."""

    blinds: Blinds


class StopSet(RoomEvent, frozen=True, tag="stop-set"):
    """The room set when the table stops dealing. None means that it plays on."""

    stop: Stop | None


class ModeSet(TableEvent, frozen=True, tag="mode-set"):
    """Hands are recorded in this mode from here on, no longer as `before`. A hand in play is abandoned if necessary."""

    mode: Mode
    before: Mode
    why: str = ""


class HandReported(DealEvent, frozen=True, tag="hand-told"):
    """A hand was played, and this report is all that is known of its chips. Its number, its positions and the
    players dealt in are as in `HandStarted`. Players who are `out` lost their chips to the first winner."""

    hand: int
    button: int
    small: int
    big: int
    terms: Blinds
    seats: tuple[int, ...]
    pots: tuple[ReportedPot, ...] = ()
    out: tuple[int, ...] = ()


class StacksCounted(TableEvent, frozen=True, tag="stacks-counted"):
    """All stacks were counted: `seats`, which had `before` by the record, have `stacks`. The sum is the same."""

    seats: tuple[int, ...]
    before: tuple[int, ...]
    stacks: tuple[int, ...]


class CountReported(TableEvent, frozen=True, tag="count-reported"):
    """The stacks of `seats` were counted: by the record they hold `held`, and the count found `counted`."""

    seats: tuple[int, ...]
    held: tuple[int, ...]
    counted: tuple[int, ...]


class RaceOpened(TableEvent, frozen=True, tag="race-opened", omit_defaults=True):
    """A chip race opens: chips of `odd` go out of play, and `chip` is the smallest that stays.

    Each of `seats`, from seat 1, is dealt its number of `cards`, one for each odd chip left over; the highest cards win
    one of `prizes` chips each. `lying` is how many odd chips were on the table, and `brought` the chips brought for
    them; 0 and empty if nobody counted.
    """

    odd: int
    chip: int
    seats: tuple[int, ...]
    cards: tuple[int, ...]
    prizes: int
    lying: int = 0
    brought: Discs = ()


class RaceCardDealt(TableEvent, frozen=True, tag="race-card"):
    """A card of the chip race."""

    seat: int
    card: Card


class ChipsRaced(TableEvent, frozen=True, tag="chips-raced"):
    """Chips of `odd` are out of play. `seats`, which had `before`, have `after`, and `winners` won a chip of `chip`
    each. The table holds `difference` more chips than before, from rounding and from chips that kept players in."""

    odd: int
    chip: int
    seats: tuple[int, ...]
    before: tuple[int, ...]
    after: tuple[int, ...]
    difference: int
    winners: tuple[int, ...] = ()
