"""The fifty-two cards, written as in hand histories: the rank, then the suit, as in `Qh`."""

from enum import Enum

RANKS = "23456789TJQKA"
SUITS = "cdhs"

_RANK_NAMES = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
_SUIT_NAMES = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}


class Card(Enum):
    """One card. `Card("Qh")` is the queen of hearts. A string that is not a card raises `ValueError`."""

    C2, C3, C4, C5, C6, C7, C8 = "2c", "3c", "4c", "5c", "6c", "7c", "8c"
    C9, CT, CJ, CQ, CK, CA = "9c", "Tc", "Jc", "Qc", "Kc", "Ac"
    D2, D3, D4, D5, D6, D7, D8 = "2d", "3d", "4d", "5d", "6d", "7d", "8d"
    D9, DT, DJ, DQ, DK, DA = "9d", "Td", "Jd", "Qd", "Kd", "Ad"
    H2, H3, H4, H5, H6, H7, H8 = "2h", "3h", "4h", "5h", "6h", "7h", "8h"
    H9, HT, HJ, HQ, HK, HA = "9h", "Th", "Jh", "Qh", "Kh", "Ah"
    S2, S3, S4, S5, S6, S7, S8 = "2s", "3s", "4s", "5s", "6s", "7s", "8s"
    S9, ST, SJ, SQ, SK, SA = "9s", "Ts", "Js", "Qs", "Ks", "As"

    def __str__(self) -> str:
        return str(self._value_)

    @property
    def rank(self) -> str:
        return str(self._value_)[0]  # `value` is a descriptor in Python and takes three times as long

    @property
    def suit(self) -> str:
        return str(self._value_)[1]


DECK: tuple[Card, ...] = tuple(Card)


def parse_cards(text: str) -> tuple[Card, ...]:
    """The cards in a string such as `"AhKd"`, in order. Raises `ValueError` naming the part that is not a card."""
    if len(text) % 2:
        raise ValueError(f"{text!r} is not a list of cards such as AhKd")
    parts = [text[i : i + 2] for i in range(0, len(text), 2)]
    for part in parts:
        if part not in _BY_TEXT:
            raise ValueError(f"{part!r} is not a card; a card is a rank from {RANKS} and a suit from {SUITS}, as in Qh")
    return tuple(_BY_TEXT[part] for part in parts)


def card_name(card: Card) -> str:
    """The card in words, such as `queen of hearts`."""
    return f"{_RANK_NAMES[RANKS.index(card.rank)]} of {_SUIT_NAMES[card.suit]}"


_BY_TEXT = {card.value: card for card in Card}
