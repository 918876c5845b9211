"""The words in players' announcements, in English, German and Spanish, grouped by meaning, and the clauses that are not
declarations. Knows nothing about hands or rules."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Literal

from engine.rulings.speech.spoken_numbers import piece_of

Verb = Literal["", "fold", "check", "call", "bet", "raise", "all-in", "complete"]
Doubt = Literal["", "question", "remark", "price", "unclear"]
"""The reason why words are not binding as they were spoken."""

VERBS: dict[str, Verb] = {
    "fold": "fold", "folds": "fold", "folding": "fold", "muck": "fold",
    "check": "check", "checks": "check", "checking": "check", "tap": "check", "knock": "check",
    "call": "call", "calls": "call", "calling": "call", "see": "call",
    "bet": "bet", "bets": "bet", "betting": "bet",
    "raise": "raise", "raises": "raise", "raising": "raise", "reraise": "raise", "re-raise": "raise",
    "minraise": "raise", "min-raise": "raise", "three-bet": "raise", "four-bet": "raise",
    "complete": "complete", "completes": "complete", "completing": "complete",
    "all-in": "all-in", "allin": "all-in", "shove": "all-in", "jam": "all-in",
    # German
    "folde": "fold", "passe": "fold", "checke": "check", "schiebe": "check", "calle": "call", "mitgehen": "call",
    "setze": "bet", "erhöhe": "raise", "erhoehe": "raise",
    # Spanish
    "retiro": "fold", "paso": "check", "igualo": "call", "pago": "call", "apuesto": "bet", "subo": "raise",
    "resubo": "raise",
}  # fmt: skip
MORE = {"more", "by", "plus", "extra", "another", "additional", "mehr", "más"}
MINIMUM = {"min", "minimum"}
SIZES = {"pot", *MINIMUM}
NOT = {"no", "not", "don't", "dont", "never", "without", "kein", "keinen", "keine", "nicht", "nein", "sin"}
"""Words that negate the action that follows."""
IF = {"if", "unless", "wenn", "falls", "si"}
OR = {"or", "oder", "o"}
SELF = {"i", "i'll", "i'm", "ill", "im", "make", "makes", "my", "ich", "yo", "mach", "mache"}
"""A clause that begins with one of these is about the player's own action."""
OTHERS = {
    "you", "you're", "youre", "your", "yours", "he", "he's", "hes", "him", "his", "she", "she's", "shes", "her", "they",
    "they're", "them", "their", "we", "we're", "us", "our", "who", "who's", "everybody", "everyone", "somebody",
    "someone", "anybody", "anyone", "nobody", "player", "seat", "dealer", "sir", "du", "dein", "deine", "sie", "ihr",
    "er", "sein", "seine", "tú", "tu", "usted", "él", "ella", "su",
}  # fmt: skip
SAYS = {"said", "says", "announced", "announces", "declared", "goes", "sagt", "sagte", "dijo", "dice"}
STATED = {"it's", "that's", "there's"}
OWNERS = {"my", "your", "his", "her", "their", "our", "the"}
IT = {"it's", "its", "it", "that's", "thats", "that", "this", "there's", "theres", "these", "those", "es", "das"}
"""A clause that begins with one of these states what something is, most often the price."""
IS = {"is", "was", "are", "ist", "sind"}
ASKS = {
    "is", "isn't", "are", "aren't", "was", "were", "do", "does", "did", "didn't", "can", "could", "may", "should",
    "would", "am", "have", "has", "how", "how's", "what", "what's", "whats", "who", "who's", "whose", "which", "when",
    "where", "why", "wieviel", "wie", "ist", "sind", "kann", "darf", "soll", "muss", "cuánto", "cuanto", "qué",
}  # fmt: skip
"""A sentence that begins with one of these is a question, with or without a question mark."""
HESITATION = {
    "um", "uh", "uhm", "uhh", "umm", "er", "erm", "hm", "hmm", "ah", "oh", "wait", "sorry", "actually", "well", "äh",
}  # fmt: skip
BEGINS = {"and", "then", "so", "ok", "okay", "yes", "yeah", "no", "und", "y", "but"}
"""Words that can come before the word that shows whom the clause is about."""
FILLERS = {
    "will", "am", "a", "an", "the", "to", "is", "and", "then", "for", "of", "with", "me", "go", "going", "put", "in",
    "up", "chips", "dollars", "total", "just", "please", "so", "ok", "okay", "yes", "yeah", "but", "auf", "und",
    "bitte", "y", "fichas", "was",
    *MINIMUM, *SELF, *IT, *OTHERS,
}  # fmt: skip
PRICE = {"call", "go", "play", "win", "me", "you", "him", "her", "them", "us", "stay", "see"}
"""Words that make "500 to ..." a price, as in "500 to call"."""


def begins(clause: Sequence[str]) -> str:
    """The first word of the clause that is not in `BEGINS`; if there is none, its first word."""
    return next((word for word in clause if word not in BEGINS), clause[0])


def is_act(word: str) -> bool:
    return word in VERBS or word in ("pot", *MINIMUM) or piece_of(word) is not None


def aside(clause: Sequence[str]) -> Doubt:
    """The kind of aside if a clause is a remark about another player or names a price; otherwise empty."""
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
    """Whether the clause is about another player or thing: "I see you bet", "I bet he folds", "check my chips"."""
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
    threes = zip(words, words[1:], words[2:], strict=False)
    to_call = any(to == "to" and last in PRICE and piece_of(amount) is not None for amount, to, last in threes)
    return states or (words[0] not in SELF and to_call)
