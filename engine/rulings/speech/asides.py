"""Clauses that are not declarations: remarks about other players, and prices. Knows nothing about hands or rules."""

from collections.abc import Sequence
from itertools import pairwise

from engine.rulings.speech.spoken_numbers import piece_of
from engine.rulings.speech.vocabulary import (
    BEGINS,
    IS,
    IT,
    MINIMUM,
    OTHERS,
    OWNERS,
    PRICE,
    SAYS,
    SELF,
    SIZES,
    STATED,
    VERBS,
    Doubt,
)


def begins(clause: Sequence[str]) -> str:
    """The first word that has a meaning."""
    return next((word for word in clause if word not in BEGINS), clause[0])


def is_act(word: str) -> bool:
    return word in VERBS or word in ("pot", *MINIMUM) or piece_of(word) is not None


def aside(clause: Sequence[str]) -> Doubt:
    """The kind of aside that a clause represents, if it is a remark about another player or names a price; otherwise
    empty."""
    words = clause[clause.index(begins(clause)) :]
    acts = [word for word in words if is_act(word)]
    if _is_remark(words, acts):
        return "remark"
    return "price" if _is_price(words) else ""


def is_reported(clause: Sequence[str]) -> bool:
    """Whether the clause says that another player spoke the preceding words, as in "all in, he said"."""
    return len(clause) <= len(("said", "the", "dealer")) and not (SAYS.isdisjoint(clause) or OTHERS.isdisjoint(clause))


def _is_remark(words: Sequence[str], acts: Sequence[str]) -> bool:
    """Whether the clause is only a remark. This is the case if another player or a past intention is named before any
    action, or if it says no more than "my bet", "I bet you" or "I see"."""
    before = words[: words.index(acts[0])] if acts else words
    if (
        not OTHERS.isdisjoint(before)
        or ("i", "was") in pairwise(before)
        or any(map(_is_of_another, words, words[1:], [*words[2:], ""]))
    ):
        return True
    if len(acts) != 1:
        return False
    of_self = words[0] == "my" and acts[0] in VERBS
    return of_self or (acts[0] == "bet" and words[-1] == "you") or (acts[0] == "see" and words[-1] == "see")


def _is_of_another(act: str, whose: str, following: str) -> bool:
    """Whether the clause is about another player or thing, as in "I see you bet", "I bet he folds" and "check my
    chips"."""
    if act == "check" and whose in OWNERS:
        return True
    if act not in ("see", "bet") or not is_act(following):
        return False
    return whose in STATED or (whose in OTHERS - OWNERS and VERBS.get(following, "all-in") != "all-in")


def _is_price(words: Sequence[str]) -> bool:
    """Whether the clause names a price, as in "it's 500", "500 to call", "the bet is 500" and "500 is the minimum"."""
    if words[0] in IT or (words[0] == "to" and words[-1] in VERBS):  # "it's 500", "..., to call"
        return True
    of_size = words[-1] in SIZES and not IS.isdisjoint(words)  # "500 is the minimum"
    named = any((word in VERBS or word in SIZES) and following in IS for word, following in pairwise(words))
    states = (named or of_size) and words[0] != "my"
    return states or (words[0] not in SELF and any(map(_is_to_call, words, words[1:], words[2:])))


def _is_to_call(amount: str, to: str, last: str) -> bool:
    return to == "to" and last in PRICE and piece_of(amount) is not None
