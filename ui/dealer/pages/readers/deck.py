"""The deck in play, and how to change it: between hands, in rotation or on request. A table without a reader names its
decks by the color of their backs."""

from msgspec.structs import replace

from engine.events import DeckAsker
from engine.table.actions.setup import ChangeDeck, may_change
from ui.dealer.model.taps import Ask, OpenPage
from ui.dealer.model.values import ButtonView, GridView, LineView, PageView
from ui.dealer.pages.entry import pads
from ui.dealer.pages.page import Page, PageContext
from ui.dealer.pages.readers.enroll import BackPage
from ui.dealer.pages.readers.procedures import ProceduresPage

COLUMNS = MOST_DECKS = 4
"""The largest number of decks on one page. If there are more, MORE takes the place of one of them."""


class DeckPage(Page, frozen=True):
    """`asked` is the role that wants a different deck, and `seat` is the seat of the player who asked; `first` is the
    number of the first deck shown."""

    asked: DeckAsker = "dealer"
    seat: int = 0
    first: int = 0

    def show(self, context: PageContext) -> PageView:
        say, names = context.words.cards, known_decks(context)
        late = not may_change(context.game.table)
        line = say.deck_in_hand if late else say.deck_who if len(names) > 1 else say.deck_only
        deck = deck_in_play(context)
        in_play = LineView(say.deck_in_play.format(deck=deck) if deck else say.deck_unknown)
        lines = (in_play, LineView(line, "small"))
        askers, seats = self._askers(context)
        others = _other_buttons(context)
        gaps = (ButtonView("", ""),) * (COLUMNS - len(askers) - len(others))
        keys = (*askers, *gaps, *others, *self._decks(context))
        grids = (pads.seat_ring("deck-seats", seats), GridView("decks", COLUMNS, keys, inside=True))
        return PageView("deck", say.deck_title, lines, grids, full_width=True)

    def stays(self, before: PageContext, after: PageContext) -> bool:
        """Closes when the deck in play changes, or when it becomes possible or impossible to change it. A level change
        does not close the page."""
        free = may_change(before.game.table) == may_change(after.game.table)
        return free and deck_in_play(before) == deck_in_play(after)

    def _decks(self, context: PageContext) -> list[ButtonView]:
        """The deck in play comes before all others. If there are too many, the rest are a tap away."""
        in_play = deck_in_play(context)
        known = sorted(enumerate(known_decks(context), 1), key=lambda each: each[1] != in_play)
        tiles = [self._deck(number, name, context) for number, name in known]
        if len(tiles) <= MOST_DECKS:
            return tiles
        size = MOST_DECKS - 1
        first = min(self.first, len(tiles) - size)  # the last page is also full, so that MORE stays under the finger
        following = first + size if first + size < len(tiles) else 0
        tap, more = OpenPage(replace(self, first=following)), context.words.cards.deck_more
        return [*tiles[first : first + size], ButtonView("decks-more", more, tap, emphasis="quiet")]

    def _deck(self, number: int, name: str, context: PageContext) -> ButtonView:
        say = context.words.cards
        if name == deck_in_play(context):
            return ButtonView(f"deck-{number}", name, OpenPage(), say.deck_now, "go")
        free = may_change(context.game.table)
        tap = Ask(ChangeDeck(name, self.asked, self.seat)) if free else None
        return ButtonView(f"deck-{number}", name, tap, say.deck_change)

    def _askers(self, context: PageContext) -> tuple[tuple[ButtonView, ...], tuple[ButtonView, ...]]:
        """The keys for a change in rotation and for the floor, and the seats of the players who may have asked."""
        say, words = context.words.cards, context.words
        free = may_change(context.game.table) and len(known_decks(context)) > 1
        askers: tuple[DeckAsker, ...] = ("dealer", "floor")
        buttons, seats = [], []
        for asked in askers:
            tap = OpenPage(replace(self, asked=asked, seat=0)) if free else None
            buttons.append(ButtonView(f"deck-asked-{asked}", say.asked[asked], tap, chosen=self.asked == asked))
        for seat in context.table.seats:
            tap = OpenPage(replace(self, asked="player", seat=seat.seat)) if free and seat.player else None
            key, said = f"deck-seat-{seat.seat}", words.who(seat.seat, seat.name)
            is_asked = bool(seat.player) and self.seat == seat.seat
            seats.append(ButtonView(key, seat.name, tap, chosen=is_asked, said=said, seat=seat.seat))
        return tuple(buttons), tuple(seats)


def _other_buttons(context: PageContext) -> tuple[ButtonView, ...]:
    """The procedures and, if a reader can scan the cards, the registration of another deck."""
    say, cards = context.words.procedures, context.words.cards
    procedures = ButtonView("deck-procedures", say.open, OpenPage(ProceduresPage()), say.open_small, "act")
    if not context.surroundings.decks.names:
        return (procedures,)
    enroll = None if context.table.playing else OpenPage(BackPage())
    return procedures, ButtonView("deck-enroll", cards.enroll, enroll, cards.enroll_small, "act")


def deck_in_play(context: PageContext) -> str:
    """The name of the deck in play: the first one in the settings, until it is changed. Empty without a reader until a
    deck has been named."""
    names = context.surroundings.decks.names
    return context.game.table.deck or (names[0] if names else "")


def known_decks(context: PageContext) -> tuple[str, ...]:
    """The decks in the settings and those enrolled here, or the usual colors if nothing reads cards, plus the deck in
    play if it is none of them."""
    colors = tuple(context.words.cards.backs.values())[:MOST_DECKS]
    names, in_play = context.surroundings.decks.names or colors, deck_in_play(context)
    return names if in_play in ("", *names) else (*names, in_play)
