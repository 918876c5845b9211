"""A ruling as one line, and the state of the hand after it."""

from typing import Any

from msgspec.structs import replace

from engine.books.rulebook import Rule, RuleBook, load_book
from engine.hand.betting import actor
from engine.hand.rules import apply, decide
from engine.hand.state import Hand, index_of
from engine.rulings.motion import Motion, Ruling
from engine.rulings.rule import rule
from tests.kit.story import Story, book, read

TDA, HOUSE, TOURNAMENT = load_book("tda"), load_book("house"), load_book("tournament")
POT_LIMIT = book(betting="pot-limit")
FIXED_LIMIT = book(betting="fixed-limit")


def ruling_on(story: Story, said: str = "", *chips: int, **more: Any) -> Ruling:
    """The ruling on the words and chips of the player whose turn it is, or of another `seat`."""
    seat = more.pop("seat", 0) or story.hand.deal.seats[actor(story.hand)]
    return rule(story.hand, Motion(seat, said, more.pop("chips", chips), **more), story.by)


def summary(ruling: Ruling, by: RuleBook) -> str:
    """
    `"raise 800, 200 back (half_rule)"`, with `, floor` if the floor is called: act, total, chips returned, clause.
    """
    parts = [f"{ruling.act or 'nothing'} {ruling.to}"]
    parts += [f"{ruling.returned} back"] * bool(ruling.returned) + ["floor"] * ruling.floor
    cited = [name for name in RULES if ruling.clause in clauses(getattr(by, name))]
    return f"{', '.join(parts)} ({cited[0] if cited else ruling.clause})"


def clauses(choice: Rule[Any]) -> tuple[str, ...]:
    """All clauses that a ruling by this choice may cite."""
    return (choice.clause, *choice.cases.values())


RULES = (
    "half_rule", "oversized_chip", "multiple_chips", "under_call", "prior_chips", "calling", "string_bet", "verbal",
    "said_amount", "raise_word", "ambiguous", "wrong_word", "out_of_turn", "fold_out_of_turn", "skipped", "splash",
    "fold_unbet", "late_error", "conditional", "chips_behind", "show_one", "betting", "reopening", "cap", "uncalled",
    "min_raise", "min_bet", "in_turn",
)  # fmt: skip
"""
The choices that rulings cite. If two share a clause (rules 42 and 44 are the source of several), the first is named.
"""


def after(hand: Hand, ruling: Ruling, by: RuleBook) -> Hand:
    """The hand after the ruling's actions. Raises `Refused`."""
    for action in ruling.actions:
        for event in decide(hand, action, by):
            hand = apply(hand, event)
    return hand


def bet_then(hand: Hand, seat: int, ruling: Ruling, by: RuleBook) -> int:
    """The seat's total on this street after the ruling's actions, however the street ended."""
    index = index_of(hand, seat)
    done = after(hand, ruling, by)
    back = done.returned[1] if done.returned[0] == index and done.returned != hand.returned else 0
    return done.paid[index] - hand.paid[index] + hand.bets[index] + back


def with_option(ruling: Ruling, option: int) -> Ruling:
    """The ruling with one of its options chosen."""
    return replace(ruling, actions=ruling.options[option].actions)


def let_stand(story: Story, sentence: str) -> Story:
    """The book refuses the act, and the floor has allowed it."""
    for action in read(sentence, "let stand"):
        story.ask(action)
    return story


def by(name: str, **values: str) -> RuleBook:
    """A shipped book with some of its choices changed."""
    shipped = load_book(name)
    return replace(shipped, **{field: replace(getattr(shipped, field), value=value) for field, value in values.items()})
