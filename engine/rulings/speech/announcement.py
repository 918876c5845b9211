"""Parse a player's announcement: the first clear words are binding. Knows nothing about hands or rules.

The parser keeps track of the order of the words, the pauses, the question marks and the person being talked about. A
question, a remark about another player, and the price of a call are not declarations (TDA 2024 rules 3 and 40). If
words can be read in two ways, both readings are kept.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Literal

import msgspec
from msgspec.structs import replace

from engine.refused import Refused
from engine.rulings.speech.spoken_numbers import amount_of, is_pair, is_short, piece_of, together, with_noughts
from engine.rulings.speech.vocabulary import (
    ASKS,
    FILLERS,
    HESITATION,
    IF,
    IS,
    IT,
    MINIMUM,
    MORE,
    NOT,
    OR,
    SELF,
    VERBS,
    Doubt,
    Verb,
    aside,
    begins,
    is_reported,
)

STOP, PAUSE, LONG_PAUSE, QUESTION = ".", ",", ";", "?"
Kind = Literal["verb", "amount", "pot", "least", "more", "and", "pause", "denied"]
BESIDE: dict[str, Kind] = {
    "pot": "pot", "and": "and", **dict.fromkeys(MINIMUM, "least"), **dict.fromkeys(MORE, "more"),
}  # fmt: skip
"""Words that can accompany an action."""


class Announcement(msgspec.Struct, frozen=True, gc=False):
    """The binding declaration. With `more`, the amount is added to the bet; with `least`, the minimum was named instead
    of an amount. With a `doubt`, nothing is binding by itself, and the floor chooses among the `readings`."""

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
    word: str = ""
    joined: tuple[str, ...] = ()
    """The words of this amount joined with those of a second one after a long pause. Either `run` or `joined` may be
    the amount meant."""
    is_long: bool = False


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
            if is_reported(clause) and (said_by_another := _first(_joined(items))) is not None:
                return Announcement(doubt="remark", readings=said_by_another.readings or (said_by_another,))
            doubt: Doubt = "question" if is_question or _is_asked(clause) else aside(clause)
            if doubt == "price" and not items and (meant := _readings(clause)):
                return Announcement(doubt=doubt, readings=meant)
            items += [Item("denied")] if doubt else [Item("pause", is_long=is_long), *_items(clause)]
            doubts += [doubt] * bool(doubt)
    return _outcome(items, doubts)


def _outcome(items: Sequence[Item], doubts: Sequence[Doubt]) -> Announcement:
    if (heard := _first(_joined(items))) is not None:
        return heard
    if doubts:
        return Announcement(doubt=doubts[0])
    if denied := next((item.word for item in items if item.kind == "denied" and item.word), ""):
        raise Refused("negated", word=denied)
    return Announcement()


def _is_asked(clause: Sequence[str]) -> bool:
    return begins(clause) in ASKS or not OR.isdisjoint(clause)


def _readings_before(clauses: Sequence[Sequence[str]]) -> tuple[Announcement, ...]:
    """The declarations before the last pause in a question: "call, all in?" may be a call followed by a question."""
    plain = (clause for clause in clauses[:-1] if not _is_asked(clause) and not aside(clause))
    return next(filter(None, map(_readings, plain)), ())


def _tokens(said: str) -> list[str]:
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
    """The clauses, and whether a long pause, such as a hesitation, came before each one."""
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


def _readings(clause: Sequence[str]) -> tuple[Announcement, ...]:
    """The declarations in the clause if it is taken as the player's own action; none if it names a price."""
    words = [word for word in clause if word not in IT and word not in IS]
    if not words or aside(words):
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
            if is_denying and not either:
                yield Item("denied", word=word)
            else:
                yield Item("verb", word=word) if either else Item("verb", verb=VERBS[word])
            is_denying = False
        elif word == "in" and place and words[place - 1] in ("i'm", "im", "am"):
            yield Item("verb", verb="call")
        elif word in BESIDE:
            yield Item(BESIDE[word])
        elif word and word not in FILLERS:
            raise Refused("word-not-understood", word=word)


def _parts(word: str) -> list[str]:
    """The word itself if it is a verb or contains figures; otherwise its parts, as in "twenty-five"."""
    whole = word in VERBS or not word.replace("-", "").isalpha()
    return [word] if whole else [part for part in word.split("-") if part]


def _joined(items: Sequence[Item]) -> list[Item]:
    """The items, with any amount that continues after a pause joined into one, as in "two thousand, five hundred".
    After a long pause, the second part may also have been a separate amount."""
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
    return Announcement(doubt="unclear", readings=tuple(one for each in meant for one in each.readings or (each,)))


def _sized(heard: Announcement, amount: Item, after: Sequence[Item], more: bool) -> Announcement:
    """The announcement with its amount. Raises `Refused` if a second amount follows."""
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
    """An amount that comes first is binding by itself, but it may be the size of an action that follows directly."""
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
