"""PHH hand histories: TOML text to a recorded hand, and a recorded hand through the engine.

The form is the Poker Hand History standard (`.phh` holds one hand, `.phhs` one TOML table a hand). No-limit and
fixed-limit hold'em. Places are PHH's players counted from 0: p1 is the first dealt, left of the button; the last is
the button.
"""

import tomllib
from typing import Any

import msgspec

from engine.actions import BOARD, Action, Bet, Call, Check, Fold, KillHand, Muck, Push, RaiseTo, SeeCard
from engine.betting import actor, claims
from engine.cards import parse_cards
from engine.dealing import may_table
from engine.events import Blinds, Event, HandEnded, HandStarted, PotAwarded, TableEvent
from engine.facts import can_be
from engine.felt import ChipsNotConserved, Hand, lay_out
from engine.hand import apply, consequences, decide, start
from engine.refused import Refused
from engine.rulebook import RuleBook, in_limit
from engine.showdown import has_tabled, is_decided

BETS = {"NT": ("min_bet",), "FT": ("small_bet", "big_bet")}
"""The variants that are played, each with the fields that say its bets."""


class BadHistory(Exception):
    """A history that cannot be read or played: one sentence naming the field or the action."""


class Phh(
    msgspec.Struct,
    frozen=True,
    rename={
        "smallest_chip": "_smallest_chip",
        "opener": "_opener_seat",
        "killed": "_killed",
        "absent": "_absent",
        "floor": "_floor",
        "facts": "_facts",
        "book": "_book",
    },
):
    """The fields of one PHH hand that the engine plays by. Unknown fields are ignored, as the standard asks.

    `killed`, `floor` and `facts` are by the number of an action, from 1: why this fold is a hand that the floor killed,
    why the floor let this action stand, and what happened that the standard has no action for. `opener` is the seat
    that acts first before the flop, where it is not the usual one; `absent` is why a player's hand was dead from the
    deal on; `book` is the id of the hand's rule book.
    """

    variant: str
    antes: tuple[int, ...]
    blinds_or_straddles: tuple[int, ...]
    starting_stacks: tuple[int, ...]
    actions: tuple[str, ...]
    min_bet: int = 0
    """In no-limit."""
    small_bet: int = 0
    """In limit, as `big_bet`."""
    big_bet: int = 0
    finishing_stacks: tuple[int, ...] | None = None
    ante_trimming_status: bool = False
    seats: tuple[int, ...] | None = None
    hand: int | str = 1
    level: int = 1
    smallest_chip: int = 1
    killed: dict[str, str] = {}
    absent: dict[str, str] = {}
    floor: dict[str, str] = {}
    facts: dict[str, TableEvent] = {}
    opener: int = 0
    book: str = ""


class Replayed(msgspec.Struct, frozen=True):
    """A hand played to its end: the last felt, the felt before the pots were pushed, and all events."""

    final: Hand
    decided: Hand
    events: tuple[Event, ...]


def read_phh(text: str) -> dict[str, Phh | BadHistory]:
    """The hands of a `.phh` or `.phhs` text by name ("" for a single hand).

    A hand that cannot be read is a `BadHistory` in its place. Raises `BadHistory` when the text is not TOML at all.
    """
    try:
        document = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # numbers of thousands of digits, lists a thousand deep
        raise BadHistory(f"not TOML: {error}") from error
    if "variant" in document or not all(isinstance(part, dict) for part in document.values()) or not document:
        return {"": phh_of(document)}
    return {name: phh_of(part) for name, part in document.items()}


def phh_of(fields: dict[str, Any]) -> Phh | BadHistory:
    """A hand from the fields of one PHH table; what is wrong with them where they make none."""
    variant = fields.get("variant", "NT")
    if variant not in tuple(BETS):
        return BadHistory(f"variant {variant!r} is not played here: only NT and FT, no-limit and limit hold'em")
    try:
        phh = msgspec.convert(fields, Phh)
    except msgspec.ValidationError as error:
        return BadHistory(explain(str(error)))
    missing = [f"missing field `{bet}`" for bet in BETS[phh.variant] if bet not in fields]
    problem = missing[0] if missing else _problem(phh)
    return BadHistory(problem) if problem else phh


def explain(problem: str) -> str:
    """A failed conversion in words, the field first."""
    what, _, where = problem.replace("Object missing required", "missing").partition(" - at `$.")
    for kind, words in (("int", "a whole number"), ("array", "a list"), ("str", "text")):
        what = what.replace(f"Expected `{kind}`", f"expected {words}")
    return f"{where.rstrip('`')}: {what}" if where else what


def _problem(phh: Phh) -> str:
    """What is wrong with a hand whose fields are all there; "" when nothing is."""
    count = len(phh.starting_stacks)
    rows = {"antes": phh.antes, "blinds_or_straddles": phh.blinds_or_straddles,
            "finishing_stacks": phh.finishing_stacks, "seats": phh.seats}  # fmt: skip
    wrong = [name for name, row in rows.items() if row is not None and len(row) != count]
    if wrong:
        return f"{wrong[0]} has {len(rows[wrong[0]] or ())} numbers for {count} players"
    checks = {
        "a hand needs at least two players": count >= 2,
        "starting_stacks must be above 0": min(phh.starting_stacks, default=1) > 0,
        "antes and blinds_or_straddles must not be below 0": min((*phh.antes, *phh.blinds_or_straddles), default=0)
        >= 0,
        "min_bet and the smallest chip must be above 0": phh.smallest_chip > 0 < least_bet(phh),
        "big_bet must be twice small_bet": phh.variant == "NT" or phh.big_bet == 2 * phh.small_bet,
        "two players in one seat": phh.seats is None or len(set(phh.seats)) == count,
        "seats count from 1": min(phh.seats or (1,)) > 0,
    }
    return next((text for text, holds in checks.items() if not holds), "")


def least_bet(phh: Phh) -> int:
    """The smallest bet before the flop."""
    return phh.min_bet if phh.variant == "NT" else phh.small_bet


def deal_of(phh: Phh) -> HandStarted:
    """The deal that a history describes. Heads-up, PHH lists antes and blinds the other way round."""
    count = len(phh.starting_stacks)
    seats = phh.seats or tuple(range(1, count + 1))
    antes, blinds = phh.antes, phh.blinds_or_straddles
    if count == 2:
        antes, blinds = antes[::-1], blinds[::-1]
    payers = sum(1 for ante in antes if ante)
    return HandStarted(
        hand=phh.hand if isinstance(phh.hand, int) else 1,
        button=seats[-1],
        seats=seats,
        stacks=phh.starting_stacks,
        antes=antes,
        blinds=blinds,
        antes_matched=phh.ante_trimming_status,
        terms=Blinds(
            level=phh.level,
            small=min((blind for blind in blinds if blind), default=0),
            big=least_bet(phh),
            ante=max(antes),
            ante_form="none" if not payers else "big-blind" if payers == 1 else "each",
            chip=phh.smallest_chip,
        ),
        opener=phh.opener,
    )


def play(phh: Phh, book: RuleBook, floor: str = "") -> Replayed:
    """Play a history to its end by the book; with a `floor` reason, let stand what the book would refuse.

    Raises `BadHistory` for an action that cannot be read or a hand that does not end, `Refused` for one that the book
    does not allow.
    """
    player = _Player(phh, book_for(phh, book))
    for number in range(1, len(phh.actions) + 1):
        _follow(player, phh, number, floor)
    return player.finish()


def moments(phh: Phh, book: RuleBook, floor: str = "") -> tuple[Hand, ...]:
    """The felt before each action of a history that may be unfinished, and after the last. Raises as `play` does."""
    player = _Player(phh, book_for(phh, book))
    hands = [player.hand]
    for number in range(1, len(phh.actions) + 1):
        _follow(player, phh, number, floor)
        hands.append(player.hand)
    return tuple(hands)


def book_for(phh: Phh, book: RuleBook) -> RuleBook:
    """The book, in limit where the history is of limit."""
    return book if phh.variant == "NT" else in_limit(book)


def _follow(player: "_Player", phh: Phh, number: int, floor: str) -> None:
    """The action of a number, from 1."""
    text = phh.actions[number - 1]
    try:
        if fact := phh.facts.get(str(number)):
            player.hear(fact)
        else:
            player.follow(text, phh.killed.get(str(number), ""), phh.floor.get(str(number), floor))
    except Refused as refused:
        raise Refused(f"action {number}, {text!r}: {refused.why}", refused.clause) from None
    except ValueError as error:
        raise BadHistory(f"action {number}, {text!r}: {error}") from None


def _chips(amount: str) -> int:
    if not (amount.isascii() and amount.isdigit()):
        raise ValueError(f"{amount!r} is not a whole number of chips")
    return int(amount)


class _Player:
    """Follows one history's actions, keeping the felt and the events."""

    def __init__(self, phh: Phh, book: RuleBook) -> None:
        self.book = book
        self.deal = deal_of(phh)
        self.players = tuple(f"p{number}" for number in range(1, len(self.deal.seats) + 1))
        self.absent = {seat: phh.absent[who] for seat, who in zip(self.deal.seats, self.players, strict=True)
                       if who in phh.absent}  # fmt: skip
        self.hole: dict[int, str] = {}
        self.events: list[Event] = []
        self.hand = lay_out(self.deal)
        self.decided: Hand | None = None  # where the floor awarded the pots
        self._take(start(self.deal, book, self.absent)[1:])
        self.events.insert(0, self.deal)

    def _take(self, events: list[Event]) -> None:
        for event in events:
            self.hand = apply(self.hand, event)
        self.events += events

    def _ask(self, action: Action) -> None:
        self._take(decide(self.hand, action, self.book))

    def hear(self, fact: Event) -> None:
        """Something that has happened. Raises `ValueError` for what cannot happen in the middle of a hand."""
        if not can_be(self.hand, fact):
            raise ValueError(f"{fact.__struct_config__.tag} cannot have happened here")
        if isinstance(fact, PotAwarded) and not self.hand.awarded:
            self.decided = self.hand
        try:
            self._take([fact])
            self._take(consequences(self.hand))
        except ChipsNotConserved as error:
            raise ValueError(str(error)) from None

    def follow(self, text: str, killed: str = "", floor: str = "") -> None:
        """One action string, with why it is a killed hand or why the floor let it stand. Raises `ValueError`."""
        words = text.partition("#")[0].split()
        match words:
            case []:
                return
            case ["d", "dh", who, cards]:
                parse_cards(cards.replace("??", ""))
                self.hole[self._place(who)] = cards
            case ["d", "db", cards]:
                for card in parse_cards(cards):
                    self._ask(SeeCard(card, BOARD))
            case [who, "f"]:
                self._fold(self._place(who), killed, floor)
            case [who, "cc"]:
                self._check_or_call(self._place(who), floor)
            case [who, "cbr", amount]:
                self._bet_or_raise(self._place(who), _chips(amount), floor)
            case [who, "sm", *cards]:
                self._show_or_muck(self._place(who), cards)
            case _:
                raise ValueError("not an action of hold'em")

    def _place(self, who: str) -> int:
        if who not in self.players:
            raise ValueError(f"there is no player {who!r}")
        return self.players.index(who)

    def _fold(self, place: int, killed: str, floor: str) -> None:
        seat = self.deal.seats[place]
        if seat in self.absent and not self.hand.live[place]:
            return
        # A player who is all-in and away has their hand killed; the histories write that as a fold.
        if killed or (self.hand.live[place] and self.hand.stacks[place] == 0):
            self._ask(KillHand(seat, killed or "absent"))
        else:
            self._ask(Fold(seat, floor))

    def _check_or_call(self, place: int, floor: str) -> None:
        seat = self.deal.seats[place]
        owed = self.hand.price > self.hand.bets[place]
        self._ask(Call(seat, floor) if owed else Check(seat, floor))

    def _bet_or_raise(self, place: int, to: int, floor: str) -> None:
        seat = self.deal.seats[place]
        self._ask(RaiseTo(seat, to, floor) if self.hand.price else Bet(seat, to, floor))

    def _show_or_muck(self, place: int, cards: list[str]) -> None:
        if len(claims(self.hand)) == 1:
            return  # shown or not, the last live hand wins
        if not cards:
            # Online rooms let a beaten hand be mucked although somebody is all-in; the history is what happened.
            self._ask(Muck(self.deal.seats[place], "not shown in the history"))
            return
        shown = self.hole.get(place, "") if cards == ["-"] else "".join(cards)
        self._table(place, shown.replace("??", ""))  # only one card was shown

    def _table(self, place: int, shown: str) -> None:
        for card in parse_cards(shown):
            if card not in self.hand.tabled[place]:
                self._ask(SeeCard(card, self.deal.seats[place]))

    def finish(self) -> Replayed:
        """Push the pots, where the floor has not."""
        if self.decided is None:
            return self._push()
        ended = HandEnded(self.deal.seats, self.hand.stacks)
        try:
            self._take([ended])
        except ChipsNotConserved as error:
            raise BadHistory(str(error)) from None
        return Replayed(self.hand, self.decided, tuple(self.events))

    def _push(self) -> Replayed:
        """Table what the history knows and push the pots."""
        for place in claims(self.hand):
            known = "?" not in self.hole.get(place, "?")
            if known and may_table(self.hand) and not has_tabled(self.hand, place):
                self._table(place, self.hole[place])
        decided = self.hand
        if not is_decided(decided):
            turn = actor(decided)
            raise BadHistory(
                "the hand does not end: " + (f"p{turn + 1} has to act" if turn >= 0 else "cards are missing")
            )
        self._ask(Push())
        return Replayed(self.hand, decided, tuple(self.events))
