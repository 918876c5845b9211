"""The words in players' announcements, in English, German and Spanish, grouped by meaning."""

from typing import Literal

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
"""Words that can precede the first word that says who the clause is about."""
FILLERS = {
    "will", "am", "a", "an", "the", "to", "is", "and", "then", "for", "of", "with", "me", "go", "going", "put", "in",
    "up", "chips", "dollars", "total", "just", "please", "so", "ok", "okay", "yes", "yeah", "but", "auf", "und",
    "bitte", "y", "fichas", "was",
    *MINIMUM, *SELF, *IT, *OTHERS,
}  # fmt: skip
PRICE = {"call", "go", "play", "win", "me", "you", "him", "her", "them", "us", "stay", "see"}
"""The words that make "500 to ..." a price when they follow it."""
