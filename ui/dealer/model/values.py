"""Every label, button and card on the dealer's screen, as values. Uses no Qt and knows nothing about the rules."""

from typing import Literal

import msgspec

from engine.cards import Card
from engine.message import Message
from ui.dealer.model.pictures import PictureView
from ui.dealer.model.taps import PageRef, Tap

Emphasis = Literal["plain", "quiet", "go", "act", "stop", "warn", "zone", "card", "locked"]
"""The colors of a button; `zone` is for RAISE in a seat whose turn it is not."""
Picture = Literal["", "keys-right", "keys-left", "dark", "light", "glare", "S", "M", "L"]
"""The picture for a choice in the profile: where the keys are, the colors, or the letter size."""
Hue = Literal["go", "act", "warn", "practice"]
Mood = Literal["empty", "out", "waits", "live", "turn", "shows", "wins", "asked", "picked", "chosen"]


class ButtonView(msgspec.Struct, frozen=True):
    """One button. `name` never changes; `tap` is what a touch means, or None while the button is disabled."""

    name: str
    text: str
    tap: Tap | None = None
    small: str = ""
    emphasis: Emphasis = "plain"
    suit: str = ""
    """A suit that is drawn as a shape above the text."""
    said: str = ""
    """The text for a screen reader, if the visible text is not enough."""
    chip: int = 0
    """The denomination, if the button is drawn as a chip."""
    card: Card | None = None
    """The card, if the button is drawn as a face-up card."""
    picture: Picture = ""
    chosen: bool = False
    """Whether the button is marked as the current choice among several, or as switched on."""
    line: bool = False
    """Whether the button is drawn as a line in a list, without an edge."""
    widest: str = ""
    """The widest amount among the buttons beside it. The button's own amount is drawn as high as that one, so that all
    of them have digits of one size."""
    entry: bool = False
    """Whether the button is an entry of a menu: all entries have letters of one size, and long ones take two lines."""
    cards: tuple[Card, ...] = ()
    """The face-up cards on a line."""
    seat: int = 0
    """The seat, if the button is drawn as a seat, with its number, the name `text`, and `small` below or, on a line,
    beside it. On a seat, `small` may be an amount and a note on a line of its own."""
    disc: str = ""
    """The disc on a seat's button, such as that of the dealer button."""
    why: Message | None = None
    """The answer to a touch on the disabled button, if its text does not already say why it is disabled."""
    clause: str = ""
    """The clause of the rule behind `why`."""

    @property
    def enabled(self) -> bool:
        return self.tap is not None

    @property
    def drawn(self) -> tuple[object, ...]:
        """The values that determine how the button looks. The meaning of a touch is not visible, so it is left out."""
        return (self.text, self.enabled, self.small, self.emphasis, self.suit, self.chip, self.card, self.picture,
                self.chosen, self.line, self.widest, self.entry, self.cards, self.seat, self.disc)  # fmt: skip


class CardView(msgspec.Struct, frozen=True):
    """A face-up card. It `plays` if it is among a winner's five cards, and is `dimmed` if a decided pot does not use
    it."""

    card: Card
    plays: bool = False
    dimmed: bool = False
    twice: bool = False
    """Whether the card was also seen at another place."""


class SeatTileView(msgspec.Struct, frozen=True):
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
    """The action that a touch records for the seat; `chips` is how many chips it adds."""
    chips: str = ""
    short_chips: str = ""
    """The same amount in fewer letters, for when there is too little room."""
    pulses: bool = False
    all_in: str = ""
    """The word for all-in and the total that the player put in, if the player has no chips left."""
    all_in_word: str = ""
    bet_chips: int = 0
    """The bet as a number, which determines the chips that are drawn."""
    comes: bool = False
    """Whether a player is on the way to the empty seat or sits down there after this hand."""

    @property
    def drawn(self) -> tuple[object, ...]:
        """The values that determine how the tile looks, without the bet and the discs, which lie on the felt."""
        return (self.seat, self.name, self.stack, self.mood, self.word, self.cards, self.side is None, self.act,
                self.chips, self.short_chips, self.pulses, self.all_in, self.all_in_word, self.comes)  # fmt: skip


class PlaceView(msgspec.Struct, frozen=True):
    """A card position on the board. It is `due` if the next card goes there, and `held` if its card is waiting for an
    answer."""

    card: CardView | None
    due: bool
    tile: ButtonView
    held: Card | None = None
    seen: CardView | None = None
    """A card that was read here although the record has it elsewhere."""


class PotView(msgspec.Struct, frozen=True):
    """One amount in the middle; `seats` lists the seats in any pot, each with whether it can win this one."""

    name: str
    chips: str
    who: str = ""
    seats: tuple[tuple[int, bool], ...] = ()


class CellView(msgspec.Struct, frozen=True):
    """A field in the strip: one large line, with a smaller one below it. A field with `trouble` has a red edge, one
    that is a `note` has a plain edge, and a `good` one has a check mark."""

    name: str
    text: str
    small: str = ""
    trouble: bool = False
    good: bool = False
    practice: bool = False
    """Whether the field has a violet background."""
    note: bool = False
    part: float = -1.0
    """The fraction of the level that is left, as a bar in place of the small line. No bar is drawn if it is
    negative."""


class PromptView(msgspec.Struct, frozen=True):
    """The dealer's next step, or why the last touch was refused."""

    head: str
    body: str = ""
    foot: str = ""
    refused: bool = False
    calls: bool = False
    """Whether the prompt is waiting for the dealer. If so, it is drawn so that nobody can miss it."""
    seat: int = 0
    """The seat to act. Its number and its player's `name` are drawn in place of the head."""
    name: str = ""
    beside: str = ""
    """The next step in one line, if something else takes the place of the prompt."""


class WinnerView(msgspec.Struct, frozen=True):
    """A winner, the winner's share of a pot, and the five cards. There are no cards without a showdown."""

    text: str
    who: str
    chips: str
    five: tuple[Card, ...]
    seat: int
    amount: int


class AwardView(msgspec.Struct, frozen=True):
    """A pot as it will be pushed; `who` lists the players who can win it, and `split` is set if several players win
    it."""

    name: str
    chips: str
    who: str
    split: str
    winners: tuple[WinnerView, ...]
    why: str
    notes: tuple[str, ...] = ()
    """The chips that are returned, and the odd chips."""


class SheetView(msgspec.Struct, frozen=True):
    """All pots in the order in which they are awarded. `at` is the one to be pushed now; those before it have been
    pushed."""

    awards: tuple[AwardView, ...]
    at: int = 0
    note: PromptView | None = None

    @property
    def now(self) -> AwardView:
        return self.awards[self.at]

    def left(self) -> tuple[WinnerView, ...]:
        return tuple(winner for award in self.awards[self.at :] for winner in award.winners)


class NewSeatsView(msgspec.Struct, frozen=True):
    """The new seats of the players whose table is closed or broken, each with a name and a place."""

    title: str
    rows: tuple[tuple[str, str], ...]


class QuestionView(msgspec.Struct, frozen=True):
    """The table's question, and the answer so far."""

    text: str
    help: str
    sure: ButtonView
    note: PromptView | None = None
    """The text shown instead of the question: why the answer is not possible, or why the last request was refused."""


class Disc(msgspec.Struct, frozen=True):
    chip: int
    count: int = 1


class BarView(msgspec.Struct, frozen=True):
    """An upright bar: a plain `base` with the marked part `more` on top. A `wrong` bar has its own mark."""

    base: int
    more: int = 0
    wrong: bool = False


class DeckView(msgspec.Struct, frozen=True):
    """The progress of a deck's enrollment: the card `asked` for, those `done`, and those postponed until `later`."""

    done: tuple[Card, ...]
    asked: Card | None = None
    later: tuple[Card, ...] = ()


class LineView(msgspec.Struct, frozen=True):
    """A line in a page's header: text, or cards, chips, stars or bars with text beside them. It takes up `rows`
    rows."""

    text: str
    style: Literal["huge", "big", "plain", "small", "clause", "trouble", "warn"] = "plain"
    cards: tuple[Card, ...] = ()
    discs: tuple[Disc, ...] = ()
    rows: int = 1
    bars: tuple[BarView, ...] = ()
    stars: int = -1
    """How many of the five stars are full; no stars are drawn if it is negative."""
    deck: DeckView | None = None


class GridView(msgspec.Struct, frozen=True):
    """Buttons in rows of this many columns. Grids are laid out side by side, in proportion to their columns times
    `weight`; one with `below` starts a new row. `rows_mm` is the height of a row, or 0 to fill the available height. A
    button without a name is an empty cell."""

    name: str
    columns: int
    buttons: tuple[ButtonView, ...]
    weight: float = 1.0
    rows_mm: float = 0.0
    below: bool = False
    dense: bool = False
    """Whether the grid is a list, whose rows touch each other."""
    empty: str = ""
    """The text in a list without lines."""
    title: str = ""
    """The title above the grid, below a rule of the color `hue`."""
    hue: Hue = "act"
    is_keyboard: bool = False
    """Whether the grid's rows stay the same on every screen."""
    is_pad: bool = False
    """Whether the grid is part of the keypad, which is in the same place on every page with an entry."""
    ring: bool = False
    """Whether the buttons are seats, around the table as the dealer sees them. On a page with an entry, they are the
    seats of the table itself, which stay in sight."""
    elsewhere: bool = False
    """Whether these seats are those of another table, which this screen's rotation does not affect."""
    inside: bool = False
    """Whether the grid is inside the ring of seats."""


class InputView(msgspec.Struct, frozen=True):
    """The digits entered so far, drawn large, and a smaller line below them. `is_wrong` if no further digit can make it
    right."""

    text: str = ""
    small: str = ""
    is_wrong: bool = False
    seat: int = 0
    """The seat that the entry is about, which is the only amber one meanwhile, and its `word`."""
    word: str = ""
    cards: tuple[Card, ...] = ()
    """The cards in place of digits."""
    holds: bool = True
    """Whether the table waits for the entry, so that no seat can be touched until it is finished or closed."""


class PageView(msgspec.Struct, frozen=True):
    """A page: a header of lines, and grids of buttons. With `full_width`, it takes up the whole felt, with the header
    on top or, if `beside` is set, on the left. Otherwise, the far seats stay visible and the header is on the left."""

    name: str
    title: str
    lines: tuple[LineView, ...] = ()
    grids: tuple[GridView, ...] = ()
    full_width: bool = False
    beside: bool = False
    picture: PictureView | None = None
    """A picture on the left, below the header, with the grids beside it."""
    close: str = ""
    """The text of the close button, which is filled in by the view."""
    parent: PageRef | None = None
    """The page to which this one closes, which is filled in by the view; None for the table itself."""
    keys: bool = False
    """Whether the table's keys work while the page is open."""
    refused: str = ""
    """Why the last order was refused, or why a key is gray; it takes the title's place, so that no key moves."""
    entry: InputView | None = None
    """The entry on a page that lies in the opening between the seats. Its grids are in columns of one width, from the
    left, so that the keypad is in the same place on all of these pages."""
    board: tuple[Card, ...] = ()
    """The board, repeated in the header of a page that covers it."""


class CoachView(msgspec.Struct, frozen=True):
    """A coach mark: what to look at, and the key that closes it."""

    count: str
    text: str
    small: str
    key: ButtonView


class OutSeatView(msgspec.Struct, frozen=True):
    """A player who went out (`seat 1 Marcus`), and the finishing `place` if it is known; `tied` if it is shared."""

    seat: int
    who: str
    place: str = ""
    tied: bool = False


class OutView(msgspec.Struct, frozen=True):
    """The players who went out in the last hand, shown as a line to confirm, or as a `pill` once the board needs the
    room."""

    seats: tuple[OutSeatView, ...]
    """The players who went out, largest stack first."""
    text: str
    head: str
    stacks: str
    """The stacks that decide the order, if several players went out."""
    bounties: str
    """The players who get the bounties, if there are any."""
    note: str
    many: tuple[str, ...]
    """The seats and the places of all, if there are too many players for a line each."""
    is_pill: bool
    pill: ButtonView
    fix: ButtonView
    ok: ButtonView


class View(msgspec.Struct, frozen=True):
    mark: int
    strip: tuple[CellView, ...]
    seats: tuple[SeatTileView, ...]
    board: tuple[PlaceView, ...]
    pots: tuple[PotView, ...]
    aside: PotView | None
    """The text beside the board: the total of several pots, or what is still to be pushed."""
    prompt: PromptView
    buttons: tuple[ButtonView, ...]
    sheet: SheetView | None
    pot: ButtonView | None = None
    """The meaning of a touch on the pots."""
    question: QuestionView | None = None
    page: PageView | None = None
    next: ButtonView | None = None
    """The button beside the prompt: NEXT in practice, or SIGN IN between hands."""
    coach: CoachView | None = None
    answer: ButtonView | None = None
    """A button that replaces the prompt and answers it in one touch."""
    out: OutView | None = None
    """The players who went out, shown on the empty board."""
    new_seats: NewSeatsView | None = None
    """The new seats, in place of the board and the prompt, at a table without players."""
    wins: str = ""
    """The winner of a hand without a showdown, shown for two seconds."""
