"""Random phrases of acts, amounts, questions, remarks and pauses: the first clear words bind, or the floor is asked."""

from random import Random

import pytest

from engine.refused import Refused
from engine.rulings.motion import Ruling
from tests.kit.sizes import size
from tests.kit.story import flop
from tests.rulings.ruled import TDA, ruling_on

PHRASES = size("KIOSK_PHRASES", 1_000)
ACTS = {
    "fold": ("fold", 0), "I fold": ("fold", 0), "passe": ("fold", 0),
    "call": ("call", 200), "I'll call": ("call", 200), "I see your bet": ("call", 200), "igualo": ("call", 200),
    "check": ("call", 200),  # facing a bet, only a call or a fold is left
    "raise": ("raise", 400), "I re-raise": ("raise", 400), "three-bet": ("raise", 400),
    "all in": ("all-in", 5_000), "I'm all-in": ("all-in", 5_000), "shove": ("all-in", 5_000),
    "raise 800": ("raise", 800), "I raise to 1,200": ("raise", 1_200), "raise to twelve fifty": ("raise", 1_250),
    "re-raise 600 more": ("raise", 800), "bet 900": ("raise", 900),
    "800": ("raise", 800), "three hundred": ("raise", 400), "250": ("call", 200), "200": ("call", 200),
    "fifteen hundred": ("raise", 1_500), "make it 1200": ("raise", 1_200),
}  # fmt: skip
"""The meaning of each, facing a bet of 200 with 5,000."""
UNSIZED = ("raise", "I re-raise", "three-bet")
SIZES = ("800", "three hundred", "fifteen hundred", "250", "200", "make it 1200", "all in", "I'm all-in", "shove")
"""Words that can still be the size of such a raise if they follow directly."""
QUESTIONS = (
    "all in?",
    "is that all in?",
    "call?",
    "how much?",
    "is it 200 to call?",
    "raise to 1200?",
    "800?",
    "can I raise?",
    "fold or call?",
    "are you all in?",
    "what is the bet",
    "did he call",
    "is that a call",
    "do I have to fold",
)
REMARKS = (
    "your bet",
    "it's your call",
    "he raises",
    "I put you all in",
    "it's 200 to call",
    "500 to call",
    "they fold",
    "you call",
    "she is all in",
    "the bet is 200",
    "my bet",
    "who's all in",
    "seat 3 calls",
    "we check",
)
PAUSES = (", ", " - ", " \u2013 ", " \u2014 ", " ... ", "\u2026 ", "; ", ": ", ", uh, ", " um ", ". ", ", wait, ", "! ")
DENIALS = ("no", "no, no", "no wait")
ODD = ("bananas", "\x00", "é" * 300, "牌", "-800", "1.55", "9" * 20, "0x10", "ﬁve", "½", "²", "٣", "{}", "%s")


def facing_200(said: str) -> Ruling | None:
    """The ruling on a seat with 5,000; None where the words are asked back."""
    try:
        return ruling_on(flop(5_000, 5_000, 5_000, blinds=(100, 200)).tell("1 bets 200"), said)
    except Refused:
        return None


def phrase(dice: Random) -> list[tuple[str, str]]:
    """Kinds and words: `("act", "call")`, `("question", "call?")`."""
    kinds = dice.choices(("act", "question", "remark", "denial"), (5, 3, 3, 1), k=dice.randint(1, 5))
    every = {"act": tuple(ACTS), "question": QUESTIONS, "remark": REMARKS, "denial": DENIALS}
    return [(kind, dice.choice(every[kind])) for kind in kinds]


def written(said: list[tuple[str, str]], dice: Random) -> str:
    """The phrase with a pause between any two parts. A question is a sentence of its own."""
    text = ""
    for place, (kind, words) in enumerate(said):
        ends = place and ("question" in (kind, said[place - 1][0]))
        text += "" if not place else ". " if ends and not text.endswith("?") else " " if ends else dice.choice(PAUSES)
        text += words
    return text.upper() if dice.random() < 0.1 else text


def first_clear(said: list[tuple[str, str]]) -> tuple[str, int] | None:
    """The action that the first clear words bind to; None if nothing is declared."""
    acts = [place for place, (kind, _) in enumerate(said) if kind == "act"]
    if not acts:
        return None
    first, (following, size_said) = said[acts[0]][1], (*said, ("", ""))[acts[0] + 1]
    if first in UNSIZED and following == "act" and size_said in SIZES:
        return ("raise", max(400, amount)) if (amount := ACTS[size_said][1]) < 5_000 else ("all-in", 5_000)
    return ACTS[first]


@pytest.mark.parametrize("said", ACTS)
def test_each_declaration_binds_on_its_own(said):
    ruling = facing_200(said)

    assert ruling is not None
    assert (ruling.act, ruling.to) == ACTS[said]


@pytest.mark.parametrize("said", QUESTIONS + REMARKS + DENIALS)
def test_a_question_or_a_remark_on_its_own_does_not_bind(said):
    ruling = facing_200(said)

    assert ruling is None or (ruling.act, ruling.actions) == ("", ())


@pytest.mark.fuzz
def test_only_the_first_clear_words_bind():
    dice, bound = Random(11), 0
    for _ in range(PHRASES):
        said = phrase(dice)
        text = written(said, dice)
        ruling = facing_200(text)
        if ruling is None or not ruling.act:
            assert ruling is None or (ruling.floor and not ruling.actions), text
            continue
        bound += 1
        assert (ruling.act, ruling.to) == first_clear(said), text
        assert ruling.returned == 0, "no chips moved"
    assert bound > PHRASES // 2


@pytest.mark.fuzz
def test_unknown_words_never_bind():
    """A phrase with a word that is not understood does not bind, and never causes a traceback."""
    dice = Random(12)
    for _ in range(PHRASES):
        said = [*dice.choices(tuple(ACTS), k=dice.randint(0, 3)), dice.choice(ODD)]
        dice.shuffle(said)
        ruling = facing_200(" ".join(said))
        assert ruling is None or not ruling.act, said
    assert facing_200("call \n ") is not None
    assert TDA.verbal.clause == "TDA 2024 rule 40"
