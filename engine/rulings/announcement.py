"""Parse a player's announcement: the first clear words are binding. Knows nothing about hands or rules.

The parser keeps track of the order of the words, the pauses, the question marks and the person being talked about. A
question, a remark about another player, and the price of a call are not declarations (TDA 2024 rules 3 and 40). If
words can be read in two ways, both readings are kept.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Literal

import msgspec
from msgspec.structs import replace

from engine.refused import Refused
from engine.rulings.spoken_numbers import amount_of, is_pair, is_short, piece_of, together, with_noughts

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
STOP, PAUSE, LONG_PAUSE, QUESTION = ".", ",", ";", "?"
Kind = Literal["verb", "amount", "pot", "least", "more", "and", "pause", "denied"]
BESIDE: dict[str, Kind] = {
    "pot": "pot", "and": "and", **dict.fromkeys(MINIMUM, "least"), **dict.fromkeys(MORE, "more"),
}  # fmt: skip
"""Words that can accompany an action."""


class Announcement(msgspec.Struct, frozen=True, gc=False):
    """The declaration that is binding. `more` means that the amount is added to the bet, and `least` means that the
    minimum was named instead of an amount.

    If there is a `doubt`, nothing is binding by itself. The floor is asked to decide, and `readings` are the possible
    meanings.
    """

    verb: Verb = ""
    amount: int | None = None
    more: bool = False
    pot: bool = False
    least: bool = False
    conditional: bool = False
    pair: bool = False
    """Whether the amount was said in the style of "twelve fifty"."""
    doubt: Doubt = ""
    readings: tuple["Announcement", ...] = ()


class Item(msgspec.Struct, frozen=True, gc=False):
    """The meaning of one or more words."""

    kind: Kind
    verb: Verb = ""
    run: tuple[str, ...] = ()
    """The words of an amount."""
    word: str = ""
    joined: tuple[str, ...] = ()
    """The words of an amount joined with another that continues it after a long pause. Either amount may be the one
    meant."""
    is_long: bool = False
    """Whether a pause is long."""


def parse_announcement(said: str) -> Announcement:
    """Parse an announcement. Raises `Refused` naming the first unknown word."""
    tokens = _tokens(said)
    if not IF.isdisjoint(tokens):
        return Announcement(conditional=True)
    items: list[Item] = []
    doubts: list[Doubt] = []
    for sentence, is_question in _sentences(tokens):
        clauses = list(_clauses(sentence))
        if is_question and not items and (meant := _readings_before([clause for clause, _ in clauses])):
            return Announcement(doubt="question", readings=meant)
        for clause, is_long in clauses:
            if _is_reported(clause) and (said_by_another := _first(_joined(items))) is not None:
                return Announcement(doubt="remark", readings=said_by_another.readings or (said_by_another,))
            doubt: Doubt = "question" if is_question or _is_asked(clause) else _aside(clause)
            if doubt == "price" and not items and (meant := _readings(clause)):
                return Announcement(doubt=doubt, readings=meant)
            items += [Item("denied")] if doubt else [Item("pause", is_long=is_long), *_items(clause)]
            doubts += [doubt] * bool(doubt)
    return _outcome(items, doubts)


def _outcome(items: Sequence[Item], doubts: Sequence[Doubt]) -> Announcement:
    """The declaration that follows from everything that was said. Raises `Refused`."""
    if (heard := _first(_joined(items))) is not None:
        return heard
    if doubts:
        return Announcement(doubt=doubts[0])
    if denied := next((item.word for item in items if item.kind == "denied" and item.word), ""):
        raise Refused("negated", word=denied)
    return Announcement()


def _is_asked(clause: Sequence[str]) -> bool:
    return _begins(clause) in ASKS or not OR.isdisjoint(clause)


def _readings_before(clauses: Sequence[Sequence[str]]) -> tuple[Announcement, ...]:
    """The declarations made before the last pause in a question. For example, "call, all in?" may be a call followed by
    a question."""
    plain = (clause for clause in clauses[:-1] if not _is_asked(clause) and not _aside(clause))
    return next(filter(None, map(_readings, plain)), ())


def _tokens(said: str) -> list[str]:
    """The words and the punctuation marks between them."""
    plain = said.lower().replace("\u2019", "'").replace("$", " ")
    plain = with_noughts(re.sub(r"[\u2010\u2011\u2212]", "-", plain))
    plain = re.sub(r"[\"\u201c\u201d\u201e\u00ab\u00bb\u00bf\u00a1()]|(?<!\w)'|'(?!\w)", " ", plain)
    plain = re.sub(r"\ball\s*[-\u2012-\u2015]?\s*in\b", "all-in", plain)
    plain = re.sub(r"\b(?:(three)|(four))[ -]bet(s|ting)?\b|\b(?:3|4)-?bet(s|ting)?\b", "three-bet", plain)
    plain = plain.replace("gehe mit", "mitgehen").replace("erhöhe um", "erhöhe by").replace("wie viel", "wieviel")
    plain = re.sub(r"(?<=[a-zäöü])-(?=\d)", " ", plain)  # `raise-500`
    plain = re.sub(r"[\u2012-\u2015]|(?<!\S)-+(?!\S)|\.{2,}|\u2026|[;:]", f" {LONG_PAUSE} ", plain)
    plain = re.sub(r",(?!\d)|(?<!\d),", f" {PAUSE} ", plain)
    plain = re.sub(r"!|\.(?!\d)|(?<!\d)\.|\n", f" {STOP} ", plain)
    return plain.replace("?", f" {QUESTION} ").split()


def _sentences(tokens: Sequence[str]) -> Iterator[tuple[list[str], bool]]:
    """The sentences, and whether each one ends in a question mark."""
    sentence: list[str] = []
    for token in [*tokens, STOP]:
        if token in (STOP, QUESTION):
            if sentence:
                yield sentence, token == QUESTION
            sentence = []
        else:
            sentence.append(token)


def _clauses(sentence: Sequence[str]) -> Iterator[tuple[list[str], bool]]:
    """The clauses between pauses, and whether a long pause came before each one. A hesitation counts as a long
    pause."""
    clause: list[str] = []
    is_long = True
    for token in [*sentence, PAUSE]:
        if token not in (PAUSE, LONG_PAUSE) and token not in HESITATION:
            clause.append(token)
            continue
        if clause:
            yield clause, is_long
            clause, is_long = [], False
        is_long = is_long or token != PAUSE


def _begins(clause: Sequence[str]) -> str:
    """The first word that has a meaning."""
    return next((word for word in clause if word not in BEGINS), clause[0])


def _is_act(word: str) -> bool:
    return word in VERBS or word in ("pot", *MINIMUM) or piece_of(word) is not None


def _aside(clause: Sequence[str]) -> Doubt:
    """The kind of aside that a clause represents, if it is a remark about another player or names a price; otherwise
    empty."""
    words = clause[clause.index(_begins(clause)) :]
    acts = [word for word in words if _is_act(word)]
    if _is_remark(words, acts):
        return "remark"
    return "price" if _is_price(words) else ""


def _is_reported(clause: Sequence[str]) -> bool:
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
    if act not in ("see", "bet") or not _is_act(following):
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


def _readings(clause: Sequence[str]) -> tuple[Announcement, ...]:
    """The declarations in the clause if it is taken as the player's own action; none if it names a price."""
    words = [word for word in clause if word not in IT and word not in IS]
    if not words or _aside(words):
        return ()
    try:
        heard = _first(_joined(list(_items(words))))
    except Refused:
        return ()
    return () if heard is None or heard.doubt else (heard,)


def _items(clause: Sequence[str]) -> Iterator[Item]:
    """The meanings of the words in a clause, in order. Raises `Refused` for an unknown word."""
    words = [part for word in clause for part in _parts(word)]
    run: list[str] = []
    is_denying = False
    for place, word in enumerate([*words, ""]):
        following = words[place + 1] if place + 1 < len(words) else ""
        if piece_of(word) is not None:
            if run and run[-1][0].isdigit() and word[0].isdigit():  # `2000 300` is two amounts
                yield Item("denied" if is_denying else "amount", run=tuple(run))
                run = []
            run.append(word)
            continue
        if word == "and" and run and piece_of(following) is not None and not run[-1][0].isdigit():
            continue
        if run:
            yield Item("denied", word=" ".join(run)) if is_denying else Item("amount", run=tuple(run))
            run, is_denying = [], False
        if word in NOT:
            # "No" by itself, or before "I", is an answer to someone. Otherwise, it negates the word directly after it.
            is_denying = bool(following) and following not in SELF
            yield Item("denied")
        elif word in VERBS:
            either = is_denying and piece_of(following) is not None  # "no raise 1200" can mean either
            yield Item("denied", word=word) if is_denying and not either else _verb(word, either)
            is_denying = False
        elif word == "in" and place and words[place - 1] in ("i'm", "im", "am"):
            yield Item("verb", verb="call")
        elif word in BESIDE:
            yield Item(BESIDE[word])
        elif word and word not in FILLERS:
            raise Refused("word-not-understood", word=word)


def _verb(word: str, either: bool) -> Item:
    return Item("verb", word=word) if either else Item("verb", verb=VERBS[word])


def _parts(word: str) -> list[str]:
    """The word itself if it is a verb or contains figures; otherwise its parts, as in "twenty-five"."""
    whole = word in VERBS or not word.replace("-", "").isalpha()
    return [word] if whole else [part for part in word.split("-") if part]


def _joined(items: Sequence[Item]) -> list[Item]:
    """The items, in which an amount that continues after a pause is joined into one, as in "two thousand, five
    hundred". After a long pause, the second part may also have been a separate amount."""
    joined: list[Item] = []
    for item in items:
        ends = [one.kind for one in joined[-3:]]
        if item.kind == "amount" and ends == ["amount", "pause", "and"] and _makes_one(joined[-3].run, item.run):
            run = joined[-3].run  # "two hundred, and fifty"
            joined[-3:] = [Item("amount", run=run, joined=(*run, *item.run))]
            continue
        if item.kind == "amount" and ends[-2:] == ["amount", "pause"] and not joined[-2].joined:
            before = joined[-2].run
            if _makes_one(before, item.run):
                whole = (*before, *item.run)
                one = Item("amount", run=before, joined=whole) if joined[-1].is_long else Item("amount", run=whole)
                joined[-2:] = [one]
                continue
            if _may_go_on(before, item.run):
                joined[-2:] = [Item("amount", run=before, joined=together(before, item.run))]
                continue
        joined.append(item)
    return joined


def _makes_one(run: tuple[str, ...], more: tuple[str, ...]) -> bool:
    if run[-1][0].isdigit() or more[0][0].isdigit():
        return False
    try:
        return amount_of(run) > 0 and not is_pair((*run, *more)) and amount_of((*run, *more)) > 0
    except Refused:
        return False


def _may_go_on(run: tuple[str, ...], more: tuple[str, ...]) -> bool:
    """Whether a short amount may be the beginning of the next one, as in "1, 500", "twelve, fifty" or "five, five
    hundred"."""
    try:
        return is_short(run) and amount_of(more) >= 0
    except Refused:
        return False


def _first(items: Sequence[Item]) -> Announcement | None:
    """The first clear declaration; None if nothing is declared. Raises `Refused` for an impossible amount."""
    more = False
    for place, item in enumerate(items):
        after = items[place + 1 :]
        match item.kind:
            case "verb":
                return _from_verb(item, after)
            case "amount":
                return _from_amount(item, after, more)
            case "pot" | "least":
                return _from_size(item, after)
            case "more":
                more = True
    return None


def _from_verb(item: Item, after: Sequence[Item]) -> Announcement:
    if not item.verb:
        sized = _sized(Announcement(VERBS[item.word]), after[0], after[1:], more=False)
        return _either(sized, _sized(Announcement(), after[0], after[1:], more=False))
    heard = Announcement(item.verb)
    if item.verb in ("fold", "check", "call"):
        return heard
    more = corrects = False
    for place, one in enumerate(after):
        if one.kind == "amount":
            sized = _sized(heard, one, after[place + 1 :], more)
            return _either(heard, sized) if corrects else sized  # "raise, no, 800"
        is_apart = place > 0 and after[place - 1].kind in ("pause", "and", "denied")
        if one.kind == "verb" and (one.verb in ("fold", "check") or (one.verb == "call" and is_apart)):
            break
        if one.kind == "verb" and (one.verb != "all-in" or item.verb == "complete"):
            corrects = corrects or is_apart  # as in "bet, raise 900"; but "raise the bet to 900" is a single action
            continue
        if one.kind == "verb" and corrects:
            return _either(heard, replace(heard, verb="all-in"))
        if one.kind == "verb":
            heard = replace(heard, verb="all-in")
        more, corrects = more or one.kind == "more", corrects or one.kind == "denied"
        heard = replace(heard, pot=heard.pot or one.kind == "pot", least=heard.least or one.kind == "least")
    return replace(heard, least=heard.least and heard.verb in ("bet", "raise"))


def _either(*meant: Announcement) -> Announcement:
    """A doubtful announcement that can mean any one of these."""
    return Announcement(doubt="unclear", readings=tuple(one for each in meant for one in each.readings or (each,)))


def _sized(heard: Announcement, amount: Item, after: Sequence[Item], more: bool) -> Announcement:
    """The announcement with its amount. Raises `Refused` if a second amount goes with it."""
    if amount.joined:
        return _either(*(_sized(heard, Item("amount", run=run), after, more) for run in (amount.run, amount.joined)))
    value = amount_of(amount.run)
    if value == 0:
        raise Refused("zero-said")
    for one in after:
        if one.kind == "amount":
            raise Refused("two-amounts", one=value, other=amount_of(one.run))
        if one.kind not in ("more", "and"):
            break
        more = more or one.kind == "more"
    return replace(heard, amount=value, more=more, least=False, pair=is_pair(amount.run))


def _from_amount(item: Item, after: Sequence[Item], more: bool) -> Announcement:
    """An amount that comes first is binding by itself. If an action follows directly, the amount may be the size of
    that action."""
    alone = _sized(Announcement(), item, after, more)
    kinds = [one.kind for one in after]
    beside = kinds.index("verb") if "verb" in kinds else -1
    if alone.doubt or beside < 0 or any(kind in ("pause", "and", "denied") for kind in kinds[:beside]):
        return alone
    verb = after[beside].verb
    sized = verb in ("bet", "raise", "all-in", "complete")
    other = replace(alone, verb=verb) if sized else Announcement(verb)
    return _either(alone, other)


def _from_size(item: Item, after: Sequence[Item]) -> Announcement:
    """The announcement of the pot or the minimum, including any verb that goes with it."""
    following = next((one for one in after if one.kind != "and"), None)
    verb: Verb = following.verb if following is not None and following.verb in ("bet", "raise") else ""
    if following is not None and following.kind == "more":
        return Announcement(doubt="unclear")  # "pot plus 500"
    if following is not None and following.kind == "amount":
        return _sized(Announcement(), following, after[1:], more=False)
    return Announcement(verb, pot=item.kind == "pot", least=item.kind == "least")
