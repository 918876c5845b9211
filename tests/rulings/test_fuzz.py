"""Random phrases: an answer or a question, never a traceback; nothing binds that the words deny or say in two ways."""

from collections.abc import Iterator
from random import Random

import pytest

from engine.refused import Refused
from engine.rulings.motion import Ruling
from tests.kit.sizes import size
from tests.kit.story import Story, flop
from tests.rulings.ruled import FIXED_LIMIT, HOUSE, POT_LIMIT, TDA, TOURNAMENT, ruling_on

PHRASES = size("KIOSK_PHRASES", 2_000)
ACTS = {
    "fold": ("fold", "folding", "passe", "retiro"),
    "check": ("check", "tap", "schiebe", "paso"),
    "call": ("call", "calling", "calle", "igualo"),
    "bet": ("bet", "setze", "apuesto"),
    "raise": ("raise", "re-raise", "erhöhe", "subo"),
    "all-in": ("all-in", "shove"),
}
AMOUNTS = ("300", "2000", "800", "1,200", "1.2k", "2500", "fifteen hundred", "two thousand", "five")
DENIALS = ("no", "not", "don't", "nicht", "sin")
FILLING = ("I", "to", "it", "please", "and", "then", "my", "um", "make", "ich", "chips")
ODD = ("bananas", "\x00", "é" * 300, "牌", "-800", "1.55", "9" * 20, "0x10", "ﬁve", "½", "²", "٣", "{}", "%s", "\n")


def phrase(dice: Random) -> list[tuple[str, str]]:
    """Kinds and words: `("act", "call")`, `("amount", "800")`."""
    kinds = dice.choices(("act", "amount", "denial", "filling", "odd"), (4, 3, 1, 4, 0.5), k=dice.randint(1, 8))
    every = {"act": [word for words in ACTS.values() for word in words], "amount": AMOUNTS, "denial": DENIALS,
             "filling": FILLING, "odd": ODD}  # fmt: skip
    return [(kind, dice.choice(every[kind])) for kind in kinds]


def affirmed(said: list[tuple[str, str]]) -> list[str]:
    """The acts that are not denied: a denial reaches over fillings to the next act."""
    acts, denied = [], False
    for kind, word in said:
        if word.isspace():
            continue
        if kind == "act" and not denied:
            acts.append(next(act for act, words in ACTS.items() if word in words))
        denied = kind == "denial" or (denied and kind == "filling")
    return acts


def amounts(said: list[tuple[str, str]]) -> int:
    """How many amounts are said for certain: figures, not words that may run together."""
    return sum(kind == "amount" and word[0].isdigit() for kind, word in said)


def answered(dice: Random) -> Iterator[tuple[list[tuple[str, str]], Story, Ruling | None]]:
    """Phrases, where they are said, and the rulings; None where the words are asked back."""
    for _ in range(PHRASES):
        said, by = phrase(dice), dice.choice((TDA, HOUSE, TOURNAMENT, POT_LIMIT, FIXED_LIMIT))
        story = flop(5_000, 5_000, 5_000, blinds=(100, 200), by=by)
        story = story.tell("1 bets 200") if dice.random() < 0.7 else story
        try:
            yield said, story, ruling_on(story, " ".join(word for _, word in said))
        except Refused:
            yield said, story, None


@pytest.mark.fuzz
def test_no_phrase_binds_more_than_it_says():
    """
    What is not understood is asked. The first act that is not denied binds, or none: a raise said after a call is a
    string (TDA 42 and 56), a denied act is none. Two amounts are asked, but after a call, which needs none.
    """
    for said, story, ruling in answered(Random(11)):
        if ruling is None or not ruling.act:
            continue
        acts = affirmed(said)
        assert all(kind != "odd" or word.isspace() for kind, word in said), said
        assert acts or amounts(said) or any(kind == "amount" for kind, _ in said), said
        if any(kind == "denial" for kind, _ in said) and any(kind == "act" for kind, _ in said):
            assert acts, said
        if amounts(said) > 1:
            assert acts[:1] == ["call"], said
        if ruling.act in ("bet", "raise", "all-in") and acts:
            assert acts[0] in ("bet", "raise", "all-in"), said
        if ruling.act == "fold":
            assert acts[0] == "fold", said
        assert 0 <= ruling.to <= 5_000
        assert ruling.returned == 0, "no chips moved"
        assert story.hand.paid
