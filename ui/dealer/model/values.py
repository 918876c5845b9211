"""What there is to draw: every label, button and card of the dealer's screen as plain values. No Qt, no rules."""

from typing import Literal

import msgspec

from engine.cards import Card
from ui.dealer.model.readers import Area
from ui.dealer.model.taps import Tap

Emphasis = Literal["plain", "quiet", "go", "act", "stop", "warn", "card"]
Mood = Literal["empty", "out", "waits", "live", "turn", "shows", "wins", "asked", "picked"]


class ButtonView(msgspec.Struct, frozen=True):
    """One button. `name` never changes; `tap` is what a touch means, None while it is disabled."""

    name: str
    text: str
    tap: Tap | None = None
    small: str = ""
    emphasis: Emphasis = "plain"
    suit: str = ""
    """Drawn as a shape above the text."""
    said: str = ""
    """For a screen reader, where the text alone is not enough."""
    chip: int = 0
    """Drawn as a chip of this denomination."""
    card: Card | None = None
    """Drawn as this card, face up."""

    @property
    def enabled(self) -> bool:
        """Whether a touch does anything."""
        return self.tap is not None


class CardView(msgspec.Struct, frozen=True):
    """A card face up; `plays` where it is among a winner's five, `dimmed` where a decided pot does without it."""

    card: Card
    plays: bool = False
    dimmed: bool = False
    twice: bool = False
    """Seen at another place too."""


class SeatView(msgspec.Struct, frozen=True):
    """One seat's tile."""

    seat: int
    name: str
    stack: str
    bet: str
    discs: tuple[str, ...]
    mood: Mood
    word: str
    cards: tuple[CardView, ...]
    tile: ButtonView
    side: ButtonView | None = None
    """The button within the tile: RAISE or MUCK."""
    act: str = ""
    """The action that a touch records for the seat, and in `chips` how much it adds."""
    chips: str = ""
    passed: bool = False
    """Its last action was inferred, not tapped: drawn with its own sign."""
    pulses: bool = False


class PlaceView(msgspec.Struct, frozen=True):
    """One of the five places of the board; `due` where the next card goes, `held` the card that waits for an answer."""

    card: CardView | None
    due: bool
    tile: ButtonView
    held: Card | None = None
    seen: CardView | None = None
    """A card that was read here, though the record has it elsewhere."""


class PotView(msgspec.Struct, frozen=True):
    """One amount in the middle and who can win it."""

    name: str
    chips: str
    who: str = ""


class CellView(msgspec.Struct, frozen=True):
    """A field of the strip: one large text or two lines; `trouble` is shown in amber."""

    name: str
    text: str
    small: str = ""
    trouble: bool = False


class PromptView(msgspec.Struct, frozen=True):
    """What the dealer does next, or why the last touch was refused."""

    head: str
    body: str = ""
    foot: str = ""
    refused: bool = False


class WinnerView(msgspec.Struct, frozen=True):
    """Who gets how much of a pot, and with which five cards; no cards without a showdown."""

    text: str
    five: tuple[Card, ...]


class AwardView(msgspec.Struct, frozen=True):
    """One pot as it will be pushed."""

    name: str
    title: str
    winners: tuple[WinnerView, ...]
    why: str
    odd: str


class SheetView(msgspec.Struct, frozen=True):
    """Every pot in the order of its award, before it is pushed."""

    awards: tuple[AwardView, ...]
    note: PromptView | None = None


class QuestionView(msgspec.Struct, frozen=True):
    """The table's question, and the answer so far."""

    text: str
    help: str
    sure: ButtonView


class Disc(msgspec.Struct, frozen=True):
    """So many chips of one denomination."""

    chip: int
    count: int = 1


class BarView(msgspec.Struct, frozen=True):
    """One upright bar: `base` of it plain, `more` on top of it marked; `wrong` has a sign of its own."""

    base: int
    more: int = 0
    wrong: bool = False


class DeckView(msgspec.Struct, frozen=True):
    """A deck as far as it is enrolled: the card `asked` for, those `done`, and those put off until `later`."""

    done: tuple[Card, ...]
    asked: Card | None = None
    later: tuple[Card, ...] = ()


class LineView(msgspec.Struct, frozen=True):
    """One line of a page's head: a text, or cards, chips, stars or bars with a text beside them. A long text may take
    `rows`."""

    text: str
    style: Literal["big", "plain", "small", "clause", "trouble"] = "plain"
    cards: tuple[Card, ...] = ()
    discs: tuple[Disc, ...] = ()
    rows: int = 1
    bars: tuple[BarView, ...] = ()
    stars: int = -1
    """How many of five are full; none are drawn where it is negative."""
    deck: DeckView | None = None


class OutlineView(msgspec.Struct, frozen=True):
    """A place marked in a picture; `handles` at its corners where it can be moved, `cards` of so many laid in it."""

    text: str
    area: Area
    handles: bool = False
    held: str = ""
    """The part being dragged: a corner, or `whole`."""
    cards: int = 0


class BoxView(msgspec.Struct, frozen=True):
    """Something read in a picture; `sure` where it counts as a card there."""

    text: str
    area: Area
    sure: bool = True


class PictureView(msgspec.Struct, frozen=True):
    """A camera's picture with what is drawn on it. `dots` are three bytes each, blue first; none while there is no
    picture, and then `text` says so. `said` is for a screen reader."""

    width: int
    height: int
    dots: bytes = b""
    boxes: tuple[BoxView, ...] = ()
    outlines: tuple[OutlineView, ...] = ()
    text: str = ""
    said: str = ""


class GridView(msgspec.Struct, frozen=True):
    """Buttons in rows of so many columns. Grids are laid out side by side; one with `below` begins a row of its own
    under those before it. A button without a name is an empty cell.

    Grids beside each other share the width by columns times `weight`. `rows_mm` is the height of a row, 0 for as much
    as there is.
    """

    name: str
    columns: int
    buttons: tuple[ButtonView, ...]
    weight: float = 1.0
    rows_mm: float = 0.0
    below: bool = False


class PageView(msgspec.Struct, frozen=True):
    """A page: a head of lines and grids of buttons. The screen draws its close button, `page-close`.

    `full_width` takes the whole felt with the head on top, or at the left with `beside`; else the far seats stay
    visible and the head is at the left.
    """

    name: str
    title: str
    lines: tuple[LineView, ...] = ()
    grids: tuple[GridView, ...] = ()
    full_width: bool = False
    beside: bool = False
    picture: PictureView | None = None
    """At the left, below the head, with the grids beside it."""
    close: str = ""
    """The text of the close button; filled in by the view."""


class View(msgspec.Struct, frozen=True):
    """The whole screen."""

    mark: int
    strip: tuple[CellView, ...]
    seats: tuple[SeatView, ...]
    board: tuple[PlaceView, ...]
    pots: tuple[PotView, ...]
    prompt: PromptView
    buttons: tuple[ButtonView, ...]
    sheet: SheetView | None
    question: QuestionView | None = None
    page: PageView | None = None
    next: ButtonView | None = None
    """In practice, the button beside the prompt."""
    answer: ButtonView | None = None
    """In place of the prompt: what answers it in one touch."""
