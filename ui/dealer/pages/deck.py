"""Which deck is in play, and another one: between hands, by turns or because somebody asks for it."""

from msgspec.structs import replace

from engine.actions import ChangeDeck
from engine.deck_change import may_change
from engine.events import DeckAsker
from ui.dealer.pages.enrol import BackPage
from ui.dealer.pages.page import Page, Sight
from ui.dealer.shown import ButtonView, GridView, LineView, PageView
from ui.dealer.taps import Ask, Turn

MOST_DECKS = 5


class DeckPage(Page, frozen=True):
    """`asked` says who wants another deck, `seat` which player."""

    asked: DeckAsker = "dealer"
    seat: int = 0

    def show(self, sight: Sight) -> PageView:
        """Who asks, the decks, and the way to a new one."""
        say, names = sight.words.cards, known_decks(sight)
        late = not may_change(sight.game.table)
        line = say.deck_in_hand if late else say.deck_who if len(names) > 1 else say.deck_only
        enrol = None if sight.table.playing else Turn(BackPage())
        decks = (
            *(self._deck(number, name, sight) for number, name in enumerate(names[:MOST_DECKS], 1)),
            ButtonView("deck-enrol", say.enrol, enrol, say.enrol_small, "act"),
        )
        return PageView(
            "deck",
            say.deck_title,
            (LineView(say.deck_in_play.format(deck=deck_in_play(sight)), "big"), LineView(line)),
            (GridView("deck-asked", 6, self._askers(sight)), GridView("decks", 3, decks, below=True)),
            wide=True,
        )

    def stays(self, before: Sight, after: Sight) -> bool:
        """A level that comes changes no deck."""
        free = may_change(before.game.table) == may_change(after.game.table)
        return free and deck_in_play(before) == deck_in_play(after)

    @classmethod
    def offered(cls, sight: Sight) -> bool:
        """Where something reads cards."""
        return bool(sight.around.decks.names)

    def _deck(self, number: int, name: str, sight: Sight) -> ButtonView:
        say = sight.words.cards
        if name == deck_in_play(sight):
            return ButtonView(f"deck-{number}", name, Turn(), say.deck_now, "go")
        free = may_change(sight.game.table)
        tap = Ask(ChangeDeck(name, self.asked, self.seat)) if free else None
        return ButtonView(f"deck-{number}", name, tap, say.deck_change)

    def _askers(self, sight: Sight) -> tuple[ButtonView, ...]:
        say, words = sight.words.cards, sight.words
        free = may_change(sight.game.table) and len(known_decks(sight)) > 1
        askers: tuple[DeckAsker, ...] = ("dealer", "floor")
        buttons = [
            ButtonView(
                f"deck-asked-{asked}",
                say.asked[asked],
                Turn(DeckPage(asked)) if free else None,
                emphasis="warn" if self.asked == asked else "plain",
            )
            for asked in askers
        ]
        for seat in sight.table.seats:
            tap = Turn(replace(self, asked="player", seat=seat.seat)) if free and seat.player else None
            chosen = self.seat == seat.seat
            buttons.append(
                ButtonView(f"deck-seat-{seat.seat}", str(seat.seat), tap, seat.name, "warn" if chosen else "plain",
                           said=words.who(seat.seat, seat.name))
            )  # fmt: skip
        return tuple(buttons)


def deck_in_play(sight: Sight) -> str:
    """By its name: the first of the settings, until it is changed."""
    names = sight.around.decks.names
    return sight.game.table.deck or (names[0] if names else "")


def known_decks(sight: Sight) -> tuple[str, ...]:
    """Those of the settings and those enrolled here; the one in play too, where the settings have lost it."""
    names, in_play = sight.around.decks.names, deck_in_play(sight)
    return names if in_play in names else (*names, in_play)
