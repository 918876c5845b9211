"""Actions at a table outside a deal: the button, the level, how hands are recorded, chip races."""

from engine.actions.base import Action, RoomAction
from engine.books.rulebook import RuleBook
from engine.cards import Card
from engine.chips import Discs
from engine.terms import Blinds, DeckAsker, Mode, ReportedPot, Stop


class OpenTable(RoomAction, frozen=True, tag="open-table"):
    """Open a table, with its number, event, rule book and number of seats."""

    table: int
    event: str
    book: RuleBook
    seat_count: int


class PlaceButton(RoomAction, frozen=True, tag="place-button"):
    """Give the button for the first hand to this seat."""

    seat: int


class DrawButton(RoomAction, frozen=True, tag="draw-button"):
    """One card was dealt to each of `seats` for the first button. The highest card wins it."""

    seats: tuple[int, ...]
    cards: tuple[Card, ...]


class SetLevel(RoomAction, frozen=True, tag="set-level"):
    """The room's level has changed. The new level applies from the table's next hand."""

    blinds: Blinds


class StopPlay(RoomAction, frozen=True, tag="stop-play"):
    """The room sets when this table stops dealing. None means that it plays on."""

    stop: Stop | None


class SetMode(Action, frozen=True, tag="set-mode"):
    """Record the table's hands in this way from now on."""

    mode: Mode
    why: str = ""


class ReportHand(Action, frozen=True, tag="tell-hand"):
    """Report a hand that was played: the winners and their amounts, and the players who busted. No pots if hands are
    only counted."""

    pots: tuple[ReportedPot, ...] = ()
    out: tuple[int, ...] = ()


class CountStacks(Action, frozen=True, tag="count-stacks"):
    """The dealer has counted every stack."""

    seats: tuple[int, ...]
    stacks: tuple[int, ...]


class ReportCount(Action, frozen=True, tag="report-count"):
    """The dealer counted these seats' stacks. Whatever the result, nothing changes at the table."""

    seats: tuple[int, ...]
    counted: tuple[int, ...]


class OpenRace(Action, frozen=True, tag="open-race", omit_defaults=True):
    """Take chips of `odd` out of play; the smallest that stays is `chip`.

    `lying` is how many odd chips are on the table, and `brought` are the chips brought for them, by denomination. They
    are 0 and empty if nobody counted.
    """

    odd: int
    chip: int
    lying: int = 0
    brought: Discs = ()


class CloseRace(Action, frozen=True, tag="close-race"):
    """The chips are exchanged and raced as shown."""


class ChangeDeck(Action, frozen=True, tag="change-deck"):
    """Between hands, switch to the deck of this name. If a player asked for it, `seat` is theirs."""

    deck: str
    asked: DeckAsker = "dealer"
    seat: int = 0
