"""The spellings that other programs use in Open Hand History for games, limits, actions, cards, chips and players.
Knows nothing about hands."""

import re
from typing import Literal

from engine.bad_input import BadInput, json_kind_of
from engine.cards import RANKS, SUITS
from engine.message import message

Act = Literal[
    "ante", "small", "big", "straddle", "deal", "fold", "check", "call", "bet", "raise", "all-in", "show", "muck",
    "add", "silent", "apart",
]  # fmt: skip
"""The meaning of an action. Both `silent` and `apart` actions are skipped, but an `apart` one is reported as not having
been read."""

_ACTS: dict[Act, str] = {
    "ante": "postante postsante ante postedante",
    "small": "postsb postssb postsmallblind postssmallblind smallblind sb",
    "big": "postbb postsbb postbigblind postsbigblind bigblind bb",
    "straddle": "straddle straddles poststraddle postsstraddle",
    "deal": "dealtcards dealtcard dealcards dealt dealtto",
    "fold": "fold folds folded",
    "check": "check checks checked",
    "call": "call calls called",
    "bet": "bet bets",
    "raise": "raise raises raised reraise reraises",
    "all-in": "allin allins goesallin",
    "show": "showscards showcards shows show showshand showhand showedcards",
    "muck": "muckscards muckcards mucks muck muckshand muckedcards",
    "add": "addtopot addstopot addedtopot",
    "silent": "sitsdown standsup",
    "apart": "addedchips addchips payout playeradjustment uncalledbetreturned uncalledbet returneduncalledbet "
    "returnuncalledbet betreturned returnsbet collects collected collectspot wins winspot rebuy addon cashout bounty "
    "timebank usestimebank timeout timedout chat disconnects disconnected reconnects reconnected sitsout sitsin "
    "returns runittwice insurance",
}
"""The spellings of each action, in letters only. An `apart` action may include an amount of chips, but those chips do
not go into the pot."""
ACTS = {spelling: act for act, spellings in _ACTS.items() for spelling in spellings.split()}
_LIMITS = {
    "NL": "nl nolimit", "PL": "pl potlimit", "FL": "fl l limit fixed fixedlimit",
}  # fmt: skip
LIMITS = {spelling: limit for limit, spellings in _LIMITS.items() for spelling in spellings.split()}
_BETTING = "nolimit|nl|potlimit|pl|fixedlimit|fl|limit"
_GAME = re.compile(rf"({_BETTING}|l)?(?:(?:texas|tx)?holdem({_BETTING})?|(?<=[lt])(?:he|h))")
_KIND = re.compile(r"tournament|ringgame|cash|mtt|sng|poker|[0-9]+max")
_BOARDS = {"flop": 3, "turn": 4, "river": 5}
_RANKS = {
    **{rank.lower(): rank for rank in RANKS}, "10": "T",
    "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9", "ten": "T",
    "jack": "J", "queen": "Q", "king": "K", "ace": "A",
}  # fmt: skip
_SUITS = {**{suit: suit for suit in SUITS}, **dict(zip("♣♦♥♠♧♢♡♤", SUITS + SUITS, strict=True))}
_CARD = re.compile(
    rf"({'|'.join(sorted(_RANKS, key=len, reverse=True))})\s*(?:of\s+)?"
    r"(?:(club|diamond|heart|spade)s?|([cdhs♣♦♥♠♧♢♡♤])\ufe0f?)",
    re.IGNORECASE,
)
_NO_CARD = re.compile(r"\?{1,2}|x{1,2}|\*{1,2}|-{1,2}|_{1,2}", re.IGNORECASE)
_BETWEEN_CARDS = re.compile(r"[\s,;|/\[\](){}\"']*")
_MARKS = re.compile(r"^[$€£+\s]+|[\s]*(?:[$€£]|chips?)?\s*$", re.IGNORECASE)
_GAPS = re.compile(r"(?<=[0-9])[ '\u2019\u00a0\u202f](?=[0-9]{3}(?![0-9]))")
_THOUSANDS = re.compile(r"([0-9]{1,3}(?:,[0-9]{3})+)(?:\.([0-9]+))?|([0-9]{1,3}(?:\.[0-9]{3})+)(?:,([0-9]{1,2}))")
_PLAIN = re.compile(r"([0-9]{1,18})(?:[.,]([0-9]{0,18}))?")
_TWO_WAYS = re.compile(r"[0-9]{1,3}(?:\.[0-9]{3})+")
_SEAT = re.compile(r"(?:seat)?\s*#?\s*([0-9]{1,3})(?:\.0*)?", re.IGNORECASE)
_NOTHING = frozenset(("", "none", "null", "na", "unknown"))
_YES = frozenset(("true", "yes", "y", "1"))
LONGEST = 200


def letters(text: object) -> str:
    """The letters and digits of a word in lowercase, used for comparison."""
    return "".join(filter(str.isalnum, str(text)[:LONGEST].casefold()))


def says_nothing(said: object) -> bool:
    """Whether a field is empty or says that there is no value."""
    return said is None or (isinstance(said, str) and letters(said) in _NOTHING)


def game_limit(game: object) -> str | None:
    """The betting form stated in a hold'em game's name; empty if the name does not state one, and None for any other
    game."""
    if says_nothing(game):
        return ""
    found = _GAME.fullmatch(_KIND.sub("", letters(game)))
    named = {LIMITS[limit] for limit in found.groups() if limit} if found else set()
    return "".join(named) if found and len(named) < 2 else None


def board_size(street: object) -> int:
    """How many cards are on the board on this street; 0 for a street without board cards."""
    return _BOARDS.get(letters(street), 0)


def cards_of(said: object) -> list[str]:
    """The cards in a list or a string, in our spelling, with `??` for unknown ones. Raises `BadInput`."""
    match said:
        case None:
            return []
        case str():
            return _cards_in(said)
        case list() | tuple():
            parts = [part for part in said if part is not None]
            if all(isinstance(part, str) for part in parts):
                return [card for part in parts for card in _cards_in(part)]
    raise BadInput("cards-not-a-list")


def _cards_in(text: str) -> list[str]:
    cards: list[str] = []
    at = _blank(text, 0)
    while at < len(text):
        if found := _CARD.match(text, at):
            suit = (found[2] or found[3])[0].lower()
            cards.append(_RANKS[found[1].lower()] + _SUITS[suit])
        elif found := _NO_CARD.match(text, at):
            cards.append("??")
        else:
            wrong = text[at:].split(maxsplit=1)[0][:LONGEST]
            raise BadInput("no-such-card", text=repr(wrong), ranks=RANKS, suits=SUITS)
        at = _blank(text, found.end())
    return cards


def _blank(text: str, at: int) -> int:
    between = _BETWEEN_CARDS.match(text, at)
    return between.end() if between else at


def chips_of(said: object) -> int:
    """Whole chips from a number or from a string such as `1,500` or `60.00`. Raises `BadInput` for anything else."""
    if isinstance(said, str):
        return _chips_in(said)
    if isinstance(said, bool) or not isinstance(said, int | float):
        raise BadInput("wrong-kind", wanted=message("kind-float"), given=json_kind_of(said))
    if said < 0:
        raise BadInput("chips-negative", amount=str(said))
    if not float(said).is_integer():
        raise BadInput("chips-not-whole", amount=str(said))
    return int(said)


def _chips_in(said: str) -> int:
    text = _GAPS.sub("", _MARKS.sub("", said[:LONGEST].strip()))
    if text.startswith("-") and _PLAIN.fullmatch(text[1:]):
        raise BadInput("chips-negative", amount=text)
    if _TWO_WAYS.fullmatch(text):
        raise BadInput("chips-two-readings", text=repr(said[:LONGEST]))
    if found := _THOUSANDS.fullmatch(text):
        whole, part = re.sub("[.,]", "", found[1] or found[3]), found[2] or found[4]
    elif found := _PLAIN.fullmatch(text):
        whole, part = found[1], found[2]
    else:
        raise BadInput("wrong-kind", wanted=message("kind-float"), given=json_kind_of(said))
    if (part or "").strip("0"):
        raise BadInput("chips-not-whole", amount=repr(said[:LONGEST]))
    return int(whole)


def some_chips(said: object) -> int:
    """The number of chips in a field that may be empty. Raises `BadInput`."""
    return 0 if said is False or says_nothing(said) else chips_of(said)


def seat_of(said: object) -> int:
    """A seat's number, from a number or from a string such as `Seat 3`. Raises `BadInput`."""
    if isinstance(said, str) and (found := _SEAT.fullmatch(said.strip())):
        return int(found[1])
    if isinstance(said, bool) or not isinstance(said, int | float):
        raise BadInput("wrong-kind", wanted=message("kind-int"), given=json_kind_of(said))
    if not float(said).is_integer():
        raise BadInput("not-whole")
    return int(said)


def id_of(said: object) -> int | str | None:
    """A player's id, normalized so that 3, 3.0 and `"3"` are equal; None if it does not name anybody."""
    if isinstance(said, bool) or not isinstance(said, int | float | str):
        return None
    if isinstance(said, str) and said.isascii() and said.isdecimal() and str(int(said[:18])) == said:
        return int(said)
    return int(said) if isinstance(said, float) and said.is_integer() else said if not isinstance(said, float) else None


def is_yes(said: object) -> bool:
    """Whether a field means yes, whatever its type."""
    return said is True or (not isinstance(said, bool) and letters(said) in _YES)
