"""What a reading means at this table now: a card to act on, something to say, or nothing. Knows no reader or screen.

A reader says a card over and over while it lies there. Whether that is news only the table knows:

- where the card already lies there, it is nothing; where it lies elsewhere, both places are said;
- a card that may not come yet is said once, and tried again as long as it lies there; but what lay there before closes
  no street: only a card that comes does;
- a card that was taken back, or is left over from the last hand, is nothing until it was lifted;
- a card in the muck cannot come again in this hand. That is known here and not in the record: who enters such a card on
  the pad is believed, and a program that starts anew has forgotten it;
- a card of the deck that rests is said, and counts once its deck is put in play for it.

A place of one seat sees cards face down too, where its reader is an antenna: what is not due there is nobody's business
and is not said, nor what a card is that lies face down there or in the muck.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from msgspec.structs import replace

from engine.actions import BOARD, Action, ChangeDeck, SeeCard, TableAction
from engine.cards import Card
from engine.game.game import Game, decide
from engine.hand.betting import actor
from engine.hand.state import place_of
from engine.refused import Refused
from engine.table.state import Table
from hardware.reading.reading import Reading, Unread
from kiosk.table.place_names import MUCK
from kiosk.table.readers.places import seat_of
from ui.dealer.model.cards import OddCard

Verdict = TableAction | OddCard | Refused | None
Aimed = Callable[[Card], TableAction]
"""What is asked because a card is seen whose place the reader does not tell: the dealer may have touched one."""


@dataclass
class CardJudge:
    """Judges readings one after the other. `decks` are the names of the decks in use, the first in play first."""

    decks: tuple[str, ...] = ()
    _lying: dict[tuple[str, Card], "_Seen"] = field(default_factory=dict, init=False)
    _mucked: set[Card] = field(default_factory=set, init=False)
    _hand: int = field(default=0, init=False)
    _waits: Reading | None = field(default=None, init=False)
    """The last that was read, if it is of a deck that is not in play."""

    def judge(self, reading: Reading, game: Game, aimed: Aimed = SeeCard) -> Verdict:
        """What to ask of the table, what to say in place of it, or neither."""
        if game.table.hands != self._hand:
            self._hand = game.table.hands
            self._mucked.clear()
        key = (reading.place, reading.card)
        before = self._lying.get(key, _Seen()) if reading.again else _Seen()
        order = self._judge(reading, game, aimed)
        if order is not None and not isinstance(order, Refused | OddCard):
            self._lying[key] = _Seen(taken=True)
            return None if before.taken else order
        said = order.why if isinstance(order, Refused) else order
        self._lying[key] = _Seen(before.taken or _lies_there(reading, game.table), said)
        return None if said == before.said else order

    def waited_for(self, action: Action) -> Reading | None:
        """The card that counts now that its deck is put in play, where that was asked for it: nothing was read and
        nothing done since. To be asked with every action."""
        reading, self._waits = self._waits, None
        fits = reading is not None and isinstance(action, ChangeDeck) and action.deck == reading.deck
        return replace(reading, again=False) if reading and fits else None

    def pass_over(self, reading: Reading) -> None:
        """A card that was read while the readers were tested: it counts once it was lifted and read again."""
        key = (reading.place, reading.card)
        if not reading.again or key not in self._lying:
            self._lying[key] = _Seen(taken=True)

    def deck_in_play(self, table: Table) -> str:
        """By its name; empty where decks have none."""
        return table.deck or (self.decks[0] if self.decks else "")

    def odd_code(self, unread: Unread, table: Table) -> OddCard:
        """What is said of a code that is no card, or was read at a place without a name."""
        if unread.nowhere:
            return OddCard("nowhere", position=unread.position)
        return OddCard("foreign", code=unread.code, in_play=self.deck_in_play(table))

    def _judge(self, reading: Reading, game: Game, aimed: Aimed) -> Verdict:
        table, card, self._waits = game.table, reading.card, None
        in_play, seat = self.deck_in_play(table), seat_of(reading.place)
        if reading.deck and in_play and reading.deck != in_play:
            self._waits = reading
            lies_open = seat == BOARD or (seat is None and reading.place != MUCK)
            return OddCard("other-deck", card if lies_open else None, seen=seat, deck=reading.deck, in_play=in_play)
        lies = _where(table, card)
        if reading.place == MUCK:
            if lies is None:
                self._mucked.add(card)
            return None
        stays = lies == seat or (seat is None and reading.again)
        if (lies is not None and stays) or (lies is None and reading.again and _is_betting(table)):
            return None
        if lies is not None:
            return OddCard("lies-already", card, lies, seat)
        order = _asked(aimed(card) if seat is None else SeeCard(card, seat), seat, game)
        if card in self._mucked and (order or not seat):
            return OddCard("mucked", card, seen=seat)
        return order


@dataclass(frozen=True, slots=True)
class _Seen:
    """What became of a card that still lies there: whether it was acted on, and what was said."""

    taken: bool = False
    said: OddCard | str | None = None


def _asked(order: TableAction, seat: int | None, game: Game) -> Verdict:
    try:
        decide(game, order)
    except Refused as refused:
        return None if seat else refused
    return order


def _is_betting(table: Table) -> bool:
    return table.hand is not None and actor(table.hand) >= 0


def _lies_there(reading: Reading, table: Table) -> bool:
    """Whether the table knows it there already: entered on the pad, or read before the program began anew."""
    lies = _where(table, reading.card)
    return lies is not None and seat_of(reading.place) in (lies, None)


def _where(table: Table, card: Card) -> int | None:
    """The board, or the seat that has tabled it, in the hand in play or the one just over."""
    hand = table.hand
    if hand is None:
        return None
    if card in hand.board:
        return 0
    return next((seat for seat in hand.deal.seats if card in hand.tabled[place_of(hand, seat)]), None)
