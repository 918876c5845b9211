"""Actions at a table outside a deal: the button, the level, how hands are recorded, and chip races."""

from engine.actions.base import Action, RoomAction
from engine.books.rulebook import RuleBook
from engine.cards import Card
from engine.chips import Discs
from engine.terms import Blinds, DeckAsker, Mode, ReportedPot, Stop


class OpenTable(RoomAction, frozen=True, tag="open-table"):
    """Open a table with this number, event, rule book and number of seats."""

    table: int
    event: str
    book: RuleBook
    seat_count: int


class PlaceButton(RoomAction, frozen=True, tag="place-button"):
    """Give the button for the first hand to this seat."""

    seat: int


class DrawButton(RoomAction, frozen=True, tag="draw-button"):
    """One card was dealt to each of `seats` for the first button. The highest card wins the button."""

    seats: tuple[int, ...]
    cards: tuple[Card, ...]


class SetLevel(RoomAction, frozen=True, tag="set-level"):
    """The room's level has changed. The new level applies from the table's next hand."""

    blinds: Blinds


class StopPlay(RoomAction, frozen=True, tag="stop-play"):
    """The room sets the point at which this table stops dealing. None means that the table keeps playing."""

    stop: Stop | None


class SetMode(Action, frozen=True, tag="set-mode"):
    """Record the table's hands in this mode from now on."""

    mode: Mode
    why: str = ""


class ReportHand(Action, frozen=True, tag="tell-hand"):
    """Report a hand that was played, with the winners, the amounts they won, and the players who busted. There are no
    pots if hands are only counted."""

    pots: tuple[ReportedPot, ...] = ()
    out: tuple[int, ...] = ()


class CountStacks(Action, frozen=True, tag="count-stacks"):
    """The dealer has counted every stack."""

    seats: tuple[int, ...]
    stacks: tuple[int, ...]


class ReportCount(Action, frozen=True, tag="report-count"):
    """The dealer counted these seats' stacks. Whatever the result, nothing at the table changes."""

    seats: tuple[int, ...]
    counted: tuple[int, ...]


class OpenRace(Action, frozen=True, tag="open-race", omit_defaults=True):
    """Take chips of the denomination `odd` out of play. The smallest denomination that stays in play is `chip`.

    `lying` is the number of odd chips on the table, and `brought` lists the chips brought in exchange, by denomination.
    If nobody counted the chips, these are 0 and empty.
    """

    odd: int
    chip: int
    lying: int = 0
    brought: Discs = ()


class CloseRace(Action, frozen=True, tag="close-race"):
    """The odd chips have been exchanged and raced off as shown."""


class ChangeDeck(Action, frozen=True, tag="change-deck"):
    """Between hands, switch to the deck with this name. If a player asked for the change, `seat` is that player's
    seat."""

    deck: str
    asked: DeckAsker = "dealer"
    seat: int = 0
