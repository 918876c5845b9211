"""A deal in short sentences: `"3 raises 600"`, `"board 2h7dKs"`, `"1 shows AhKd"`, `"push"`.

Seats are numbered from left of the button: 1 has the small blind, 2 the big blind, and the last is the button. Heads-
up, 1 has the big blind.
"""

from collections.abc import Sequence
from typing import Literal

from msgspec.structs import replace

from engine.actions import BOARD, Action, Bet, Call, Check, Fold, KillHand, Muck, Push, RaiseTo, SeeCard
from engine.books.rulebook import RuleBook, load_book
from engine.cards import parse_cards
from engine.events import Blinds, Event, HandStarted
from engine.hand.overrides import in_hand
from engine.hand.rules import apply, decide, start, with_consequences
from engine.hand.state import Hand, new_hand
from engine.rulings.apply_ruling import applied
from engine.table.actions.hands import ApplyRuling, Overrule

TDA = load_book("tda")


def book(**values: str) -> RuleBook:
    """The standard with some choices changed."""
    return replace(TDA, **{name: replace(getattr(TDA, name), value=value) for name, value in values.items()})


class Story:
    """One deal by a book: the hand, and every event so far."""

    def __init__(
        self,
        *stacks: int,
        blinds: Sequence[int] = (50, 100),
        ante: int = 0,
        form: Literal["none", "each", "big-blind"] = "none",
        chip: int = 1,
        by: RuleBook = TDA,
    ) -> None:
        count = len(stacks)
        big = 0 if count == 2 else 1
        posts = (blinds[1], blinds[0]) if count == 2 else (*blinds, *(0,) * (count - len(blinds)))
        payers = {"none": (), "each": range(count), "big-blind": (big,)}[form]
        deal = HandStarted(
            hand=1,
            button=count,
            seats=tuple(range(1, count + 1)),
            stacks=stacks,
            antes=tuple(ante if place in payers else 0 for place in range(count)),
            blinds=posts,
            antes_matched=form == "each",
            terms=Blinds(1, blinds[0], blinds[1], ante, form, chip),
        )
        self.by = by
        self.hand: Hand = new_hand(deal)
        self.events: list[Event] = []
        self._take(start(deal, by)[1:])

    def _take(self, events: list[Event]) -> None:
        for event in events:
            self.hand = apply(self.hand, event)
        self.events += events

    def ask(self, action: Action) -> None:
        """Raises `Refused`."""
        match action:
            case ApplyRuling(motion=motion, option=option):
                self._take(applied(self.hand, motion, option, self.by)[0])
            case Overrule(by=by, why=why, order=order):
                self._take(with_consequences(self.hand, in_hand(self.hand, by, why, order, self.by))[0])
            case _:
                self._take(decide(self.hand, action, self.by))

    def tell(self, *sentences: str) -> "Story":
        """Apply the sentence. Raises `Refused`."""
        for sentence in sentences:
            for action in read(sentence):
                self.ask(action)
        return self


def read(sentence: str, floor: str = "") -> list[Action]:
    """The request in a sentence."""
    match sentence.split():
        case ["board", cards]:
            return [SeeCard(card, BOARD) for card in parse_cards(cards)]
        case [seat, "shows", cards]:
            return [SeeCard(card, int(seat)) for card in parse_cards(cards)]
        case [seat, "killed"]:
            return [KillHand(int(seat), "killed")]
        case [seat, ("bets" | "raises") as verb, to]:
            return [Bet(int(seat), int(to), floor) if verb == "bets" else RaiseTo(int(seat), int(to), floor)]
        case [seat, verb]:
            kinds: dict[str, type[Fold | Check | Call | Muck]] = {
                "folds": Fold, "checks": Check, "calls": Call, "mucks": Muck,
            }  # fmt: skip
            return [kinds[verb](int(seat), floor)]
    return [Push()]


def flop(*behind: int, blinds: Sequence[int] = (50, 100), by: RuleBook = TDA) -> Story:
    """Everybody has called the big blind and sees a flop, with these chips behind."""
    story = Story(*(chips + blinds[1] for chips in behind), blinds=blinds, by=by)
    if len(behind) == 2:
        return story.tell("2 calls", "1 checks", "board 2h7dKs")
    calls = (f"{seat} calls" for seat in (*range(3, len(behind) + 1), 1))
    return story.tell(*calls, "2 checks", "board 2h7dKs")
