"""Decides what a reading means in the game: an action, a notice, or nothing. Knows nothing about readers or the screen.

A reader reports a card over and over while it lies there; only the table knows whether that is news:

- a card already known at this place is ignored; one known elsewhere is reported with both places;
- a card that is not due yet is reported once and retried while it lies there; but a card that was there before does not
  complete a street, only a new one does;
- a card that was taken back, or is left over from the last hand, is ignored until it has been lifted. It is left over
  if it counted in that hand, or if it lay there during the betting of that hand;
- a card in the muck cannot return in this hand. Only this module knows that, not the record: a card entered on the pad
  is accepted, and a restart forgets the muck;
- a card from the deck not in play is reported, and counts once its deck is put in play for it.

An antenna at a seat also reads face-down cards. A card that is not due there is not reported and does not close a
street. It does not count until the betting is over. The identity of a card face down at a seat or in the muck is not
reported either.
"""

import msgspec
from msgspec.structs import replace

from engine.actions import BOARD, Action, SeeCard, TableAction
from engine.cards import Card
from engine.events import Event
from engine.game.game import Game, step
from engine.hand.betting import actor
from engine.hand.state import index_of
from engine.message import Message
from engine.refused import Refused
from engine.table.actions.setup import ChangeDeck
from engine.table.state import Table
from hardware.camera import game_rules as veto
from hardware.reading.reading import Reading, UnknownCode
from kiosk.storage.keeper import Decided
from kiosk.table.place_names import MUCK, seat_number
from ui.dealer.model.cards import OddCard

CardDecision = Decided[Game, Action, Event]
"""The decision about a card that can be played. The table records it if nothing happens in between."""
Verdict = CardDecision | OddCard | Refused | None
Shuffle = tuple[int, int, bool]
"""The number of deals, the net rounding of the chip races, and whether there is a race now. Each deal and each race has
a freshly shuffled deck."""


class CardJudge(msgspec.Struct, eq=False):
    """Takes readings in order. `first_deck` is played first; it is empty if decks have no names."""

    first_deck: str = ""
    _lying: dict[tuple[str, Card], "_Seen"] = msgspec.field(default_factory=dict)
    _mucked: set[Card] = msgspec.field(default_factory=set)
    _shuffle: Shuffle = (0, 0, False)
    _waits: Reading | None = None

    def judge(self, reading: Reading, game: Game, aimed: TableAction | None = None) -> Verdict:
        """The card to play, the notice to show instead, or None. If the reader has no fixed place, `aimed` is the
        action for its card, because the dealer may have selected a place by touch."""
        shuffle = (game.table.deals, game.table.raced, game.table.race is not None)
        if shuffle != self._shuffle:
            self._shuffle = shuffle
            self._mucked.clear()
        key = (reading.place, reading.card)
        before = self._lying.get(key, _Seen()) if reading.again else _Seen()
        if before.shuffle is None and _is_betting(game.table):
            before = replace(before, shuffle=shuffle)
        order = self._judge(reading, game, aimed)
        if isinstance(order, Decided):
            self._lying[key] = replace(before, taken=True, said=None)
            return order if not before.taken and before.shuffle in (None, shuffle) else None
        said = order.message if isinstance(order, Refused) else order
        self._lying[key] = replace(before, taken=before.taken or _lies_there(reading, game.table), said=said)
        return None if said == before.said else order

    def waited_for(self, action: Action) -> Reading | None:
        """The reading that counts once this action has put its deck in play, if nothing else has been read or done
        since the reading. Call this with every action."""
        reading, self._waits = self._waits, None
        fits = reading is not None and isinstance(action, ChangeDeck) and action.deck == reading.deck
        return replace(reading, again=False) if reading and fits else None

    def pass_over(self, reading: Reading) -> None:
        """Ignore a card that was read during a reader test until it is lifted and read again."""
        key = (reading.place, reading.card)
        if not reading.again or key not in self._lying:
            self._lying[key] = _Seen(taken=True)

    def deck_in_play(self, table: Table) -> str:
        return table.deck or self.first_deck

    def odd_code(self, unread: UnknownCode, table: Table) -> OddCard:
        if unread.hint:
            return OddCard(unread.hint)
        if unread.nowhere:
            return OddCard("nowhere", position=unread.position)
        return OddCard("foreign", code=unread.code, in_play=self.deck_in_play(table))

    def _judge(self, reading: Reading, game: Game, aimed: TableAction | None) -> Verdict:
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
        waits = lies is None and (reading.again or seat) and _is_betting(table)
        if waits or (lies is not None and stays):
            return None
        if lies is not None:
            return OddCard("lies-already", card, lies, seat)
        order = _decided((aimed or SeeCard(card)) if seat is None else SeeCard(card, seat), seat, game)
        if card in self._mucked and (order or not seat):
            return OddCard("mucked", card, seen=seat)
        return order


class _Seen(msgspec.Struct, frozen=True):
    """The state of a card that is still lying at a reader: whether it was acted on, and which notice was shown for
    it. `shuffle` is set if the card lay there during the betting of a hand."""

    taken: bool = False
    said: OddCard | Message | None = None
    shuffle: Shuffle | None = None


def _decided(order: TableAction, seat: int | None, game: Game) -> CardDecision | Refused | None:
    try:
        return Decided(game, order, tuple(step(game, order)))
    except Refused as refused:
        return None if seat else refused


def _is_betting(table: Table) -> bool:
    return table.hand is not None and actor(table.hand) >= 0


def _lies_there(reading: Reading, table: Table) -> bool:
    """Whether the table has already recorded the card at this place, because it was entered on the pad or read before a
    restart."""
    lies = _where(table, reading.card)
    return lies is not None and seat_of(reading.place) in (lies, None)


def _where(table: Table, card: Card) -> int | None:
    """The board, or the seat that tabled the card in this hand or the last; in a race, the seat that it was dealt
    to."""
    if table.race:  # the deck was shuffled for it, no matter what was dealt in the hand before
        return next((seat for seat, dealt in table.race.dealt if dealt == card), None)
    hand = table.hand
    if hand is None:
        return None
    if card in hand.board:
        return 0
    return next((seat for seat in hand.deal.seats if card in hand.tabled[index_of(hand, seat)]), None)


def seat_of(place: str) -> int | None:
    """`BOARD`, or the seat number in `seat 4`; None for a reader without a fixed place, and for the muck."""
    return BOARD if place == veto.BOARD else seat_number(place)
