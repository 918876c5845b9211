"""Play a recorded hand through the engine, action by action, to its end or to the point at which it stops.

A history is untrusted input: it must not put a card in two places or award a pot that does not exist. Players are in
PHH's order, counted from 0: p1 is the first player dealt in, to the left of the button, and the last player is the
button.
"""

import msgspec

from engine.actions import BOARD, Action, Bet, Call, Check, Fold, KillHand, Muck, Push, RaiseTo, SeeCard
from engine.bad_input import BadInput, at_place, row_of_cards, why_bad
from engine.books.rulebook import RuleBook
from engine.cards import Card
from engine.events import (
    ActionHeld,
    BetsCorrected,
    Blinds,
    BoardDealt,
    BoardReturned,
    Called,
    CardOutOfPlay,
    CardTabled,
    ChipsForfeited,
    ChipsMoved,
    Event,
    HandEnded,
    HandKilled,
    HandRevived,
    HandStarted,
    MishapDeclared,
    Overruled,
    PotAwarded,
    StreetPrepared,
)
from engine.hand.betting import actor, claims
from engine.hand.dealing import cards_due, may_table
from engine.hand.rules import apply, consequences, start
from engine.hand.rules import play as play_action
from engine.hand.showdown import has_tabled, is_decided, pots_of
from engine.hand.state import ChipsNotConserved, Hand, index_of, new_hand
from engine.history.phh.form import BadHistory, Phh, book_for, least_bet, whole_chips
from engine.message import message
from engine.refused import Refused

RecordedFact = (
    ActionHeld | BetsCorrected | BoardDealt | BoardReturned | CardOutOfPlay | CardTabled | ChipsForfeited | ChipsMoved
    | HandRevived | MishapDeclared | Overruled | PotAwarded | StreetPrepared
)  # fmt: skip
HOLE_CARDS = 2


def is_plausible(hand: Hand, event: Event) -> bool:
    """Whether a history may contain the event, and whether its cards, chips and pots are possible in this hand."""
    match event:
        case BoardDealt():
            return cards_due(hand) > 0 and not _is_on_table(hand, event.card)
        case CardTabled():
            index = index_of(hand, event.seat)
            return index >= 0 and not has_tabled(hand, index) and not _is_on_table(hand, event.card)
        case ChipsForfeited() | BetsCorrected() | ChipsMoved():
            return _can_be_put_in(hand, event)
        case PotAwarded():
            return event.follows and _is_whole(hand, event)
    return isinstance(event, RecordedFact)


def _is_on_table(hand: Hand, card: Card) -> bool:
    return card in hand.board or any(card in cards for cards in hand.tabled)


def _can_be_put_in(hand: Hand, event: ChipsForfeited | BetsCorrected | ChipsMoved) -> bool:
    if isinstance(event, ChipsMoved):  # if negative, they come back out of the pot
        index = index_of(hand, event.seat)
        return index >= 0 and event.chips >= hand.bets[index] - hand.paid[index]
    if isinstance(event, BetsCorrected):  # if negative, they come back from a bet above the limit
        each = [(index_of(hand, seat), chips) for seat, chips in zip(event.seats, event.chips, strict=False)]
        return bool(each) and all(index >= 0 and chips and chips >= -hand.paid[index] for index, chips in each)
    return event.chips > 0


def _is_whole(hand: Hand, event: PotAwarded) -> bool:
    pots = pots_of(hand)
    if not 0 <= event.pot < len(pots) or len(event.seats) != len(event.shares):
        return False
    return event.chips == pots[event.pot].chips == sum(event.shares) and min(event.shares) >= 0


class Replayed(msgspec.Struct, frozen=True, gc=False):
    """A hand that was played to its end: the final hand, the hand before the pots were pushed, and all events."""

    final: Hand
    decided: Hand
    events: tuple[Event, ...]


def deal_of(phh: Phh, book: RuleBook) -> HandStarted:
    """The deal that a history describes. Heads-up, PHH lists antes and blinds in reverse order."""
    count = len(phh.starting_stacks)
    seats = phh.seats or tuple(range(1, count + 1))
    antes, blinds = phh.antes, phh.blinds_or_straddles
    if count == 2:
        antes, blinds = antes[::-1], blinds[::-1]
    payers = sum(1 for ante in antes if ante)
    return HandStarted(
        hand=phh.hand if isinstance(phh.hand, int) else 1,
        button=phh.button or seats[-1],
        seats=seats,
        stacks=phh.starting_stacks,
        antes=antes,
        blinds=blinds,
        antes_matched=phh.ante_trimming_status,
        terms=Blinds(
            level=phh.level,
            small=phh.small_blind or min((blind for blind in blinds if blind), default=0),
            big=least_bet(phh),
            ante=max(antes),
            ante_form="none" if not payers else "big-blind" if payers == 1 else "each",
            chip=phh.smallest_chip,
        ),
        small=phh.small_seat,
        big=phh.big_seat,
        opener=phh.opener or _opener(seats, blinds, book),
    )


def _opener(seats: tuple[int, ...], blinds: tuple[int, ...], book: RuleBook) -> int:
    """The big blind's seat if it acts first by the book; 0 if the usual player opens."""
    if book.preflop_opener.value != "left-of-small-blind" or len(seats) == 2 or not any(blinds):
        return 0
    return max(zip(blinds, seats, strict=True), key=lambda owed: owed[0])[1]


def play(phh: Phh, book: RuleBook, floor: str = "") -> Replayed:
    """Play a history to its end. It must follow the book or, with a `floor` reason, only be physically possible. Raises
    `BadHistory` for an action that cannot be read or a hand that does not end, and `Refused` for an action that is not
    allowed."""
    player = _Replayer(phh, book_for(phh, book), floor)
    for number in range(1, len(phh.actions) + 1):
        _follow(player, phh, number, floor)
    return player.finish()


def states(phh: Phh, book: RuleBook, floor: str = "") -> tuple[Hand, ...]:
    """The hand before each action of a history, which may be unfinished, and the hand after the last action. Raises the
    same errors as `play`."""
    player = _Replayer(phh, book_for(phh, book), floor)
    hands = [player.hand]
    for number in range(1, len(phh.actions) + 1):
        _follow(player, phh, number, floor)
        hands.append(player.hand)
    return tuple(hands)


def _follow(player: "_Replayer", phh: Phh, number: int, floor: str) -> None:
    text = phh.actions[number - 1]
    before = len(player.events)
    try:
        if fact := phh.facts.get(str(number)):
            player.take(fact)
        else:
            player.follow(text, phh.killed.get(str(number), ""), phh.floor.get(str(number), floor))
        if (chips := phh.chips_put_in(number)) is not None:
            _check_call(player.events[before:], chips)
    except Refused as refused:
        raise Refused("at-place", refused.clause, place=phh.place(number), problem=refused.message) from None
    except ValueError as error:
        raise BadHistory.of(at_place(phh.place(number), why_bad(error))) from None


def _check_call(events: list[Event], chips: int) -> None:
    played = sum(event.chips for event in events if isinstance(event, Called))
    if played == chips:
        return
    raise (
        BadInput("call-of-other-chips", chips=chips, owed=played)
        if chips
        else BadInput("check-of-file-is-call", owed=played)
    )


class _Replayer:
    def __init__(self, phh: Phh, book: RuleBook, floor: str) -> None:
        if any(phh.antes) and book.antes.value == "forbidden" and not floor:
            raise Refused("hand-has-antes", book.antes.clause)
        self.book = book
        self.phh = phh
        self.deal = deal_of(phh, book)
        self.players = tuple(f"p{number}" for number in range(1, len(self.deal.seats) + 1))
        self.absent = {
            seat: HandKilled(seat, phh.absent[who], follows=True)
            for seat, who in zip(self.deal.seats, self.players, strict=True)
            if who in phh.absent
        }
        self.hole: dict[int, str] = {}
        self.dealt: dict[Card, int] = {}
        self.events: list[Event] = []
        self.hand = new_hand(self.deal)
        self.decided: Hand | None = None  # the hand at the time when the floor awarded the pots
        self._take(start(self.deal, book, self.absent)[1:])
        self.events.insert(0, self.deal)

    def _take(self, events: list[Event]) -> None:
        for event in events:
            self.hand = apply(self.hand, event)
        self.events += events

    def _ask(self, action: Action) -> None:
        events, self.hand = play_action(self.hand, action, self.book)
        self.events += events

    def take(self, fact: Event) -> None:
        """Apply an event for which there is no action. Raises `BadInput` if it is impossible at this point."""
        if isinstance(fact, PotAwarded) and self.decided is None:
            self.decided = self.hand
        # The pots are those before the first push, because the winner of that push may no longer be all-in afterward.
        before = self.decided if self.decided and isinstance(fact, PotAwarded) else self.hand
        if not is_plausible(before, fact):
            raise BadInput("cannot-have-happened", event=str(fact.__struct_config__.tag))
        self._take([fact])
        self._take(consequences(self.hand))

    def follow(self, text: str, killed: str = "", floor: str = "") -> None:
        """Play one action string; `killed` and `floor` are the floor's reasons. Raises `BadInput`."""
        words = text.partition("#")[0].split()
        match words:
            case []:
                return
            case ["d", "dh", who, cards]:
                self._deal_hole(self._index(who), cards)
            case ["d", "db", cards]:
                if "?" in cards:
                    raise BadInput("board-not-known")
                for card in self._not_dealt(row_of_cards(cards)):
                    self._ask(SeeCard(card, BOARD))
            case [who, "f"]:
                self._fold(self._index(who), killed, floor)
            case [who, "cc"]:
                self._check_or_call(self._index(who), floor)
            case [who, "cbr", amount]:
                self._bet_or_raise(self._index(who), whole_chips(amount), floor)
            case [who, "sm", *cards]:
                self._show_or_muck(self._index(who), cards)
            case _:
                raise BadInput("no-action-of-holdem")

    def _index(self, who: str) -> int:
        if who not in self.players:
            raise BadInput("no-such-player", player=repr(who))
        return self.players.index(who)

    def _deal_hole(self, index: int, cards: str) -> None:
        """Deal hole cards. Unknown ones are written `??`. Raises `BadInput`."""
        row = self.hole.get(index, "") + cards
        known = self._not_dealt(row_of_cards(cards.replace("??", "")))
        if len(row) > HOLE_CARDS * len("??"):
            raise BadInput("more-than-two-cards", player=self.players[index])
        if twice := next((card for card in known if card in self.hand.board or known.count(card) > 1), None):
            raise BadInput("card-there-twice", card=twice)
        self.hole[index] = row
        self.dealt.update(dict.fromkeys(known, index))

    def _not_dealt(self, cards: tuple[Card, ...], to: int = -1) -> tuple[Card, ...]:
        for card in cards:
            if (holder := self.dealt.get(card, to)) != to:
                raise BadInput("card-dealt-to", card=card, player=self.players[holder])
        return cards

    def _fold(self, index: int, killed: str, floor: str) -> None:
        seat = self.deal.seats[index]
        if seat in self.absent and not self.hand.live[index]:
            return
        # The hand of an absent all-in player is killed, which histories write as a fold.
        if killed or (self.hand.live[index] and self.hand.stacks[index] == 0):
            self._ask(KillHand(seat, killed or "reason-absent"))
        else:
            self._ask(Fold(seat, floor))

    def _check_or_call(self, index: int, floor: str) -> None:
        seat = self.deal.seats[index]
        owed = self.hand.price > self.hand.bets[index]
        self._ask(Call(seat, floor) if owed else Check(seat, floor))

    def _bet_or_raise(self, index: int, to: int, floor: str) -> None:
        seat = self.deal.seats[index]
        self._ask(RaiseTo(seat, to, floor) if self.hand.price else Bet(seat, to, floor))

    def _show_or_muck(self, index: int, cards: list[str]) -> None:
        if len(claims(self.hand)) == 1:
            return  # the last live hand wins, whether it shows or not
        if not cards:
            # Online card rooms allow a beaten hand to muck even if a player is all-in, and the history records that.
            self._ask(Muck(self.deal.seats[index], "reason-not-shown"))
            return
        shown = self.hole.get(index, "") if cards == ["-"] else "".join(cards)
        self._table(index, shown.replace("??", ""))  # only one card was shown

    def _table(self, index: int, shown: str) -> None:
        dealt = self.hole.get(index, "?")
        for card in self._not_dealt(row_of_cards(shown), index):
            if "?" not in dealt and card not in self.dealt:
                raise BadInput("was-dealt", player=self.players[index], cards=dealt)
            if card not in self.hand.tabled[index]:
                self._ask(SeeCard(card, self.deal.seats[index]))

    def finish(self) -> Replayed:
        """End the hand, and push the pots unless the floor awarded them. Raises `BadHistory`."""
        if self.decided is None:
            return self._push()
        ended = HandEnded(self.deal.seats, self.hand.stacks)
        try:
            self._take([ended])
        except ChipsNotConserved as error:
            raise BadHistory.of(error.message) from None
        return Replayed(self.hand, self.decided, tuple(self.events))

    def _push(self) -> Replayed:
        for index in claims(self.hand):
            known = "?" not in self.hole.get(index, "?")
            if known and may_table(self.hand) and not has_tabled(self.hand, index):
                self._table(index, self.hole[index])
        decided = self.hand
        if not is_decided(decided):
            turn = actor(decided)
            raise BadHistory.of(self.phh.awaits(turn) if turn >= 0 else message("hand-awaits-cards"))
        self._ask(Push())
        return Replayed(self.hand, decided, tuple(self.events))
