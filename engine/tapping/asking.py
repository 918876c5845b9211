"""What the screen must ask the dealer, as plain values."""

from typing import Literal

import msgspec

from engine.cards import Card


class Question(msgspec.Struct, frozen=True):
    """Who called, or who won: some of `seats`. `chips` is what each must match, or the pot; `cards` wait for the
    answer."""

    kind: Literal["who-called", "who-won"]
    seats: tuple[int, ...]
    chips: int
    cards: tuple[Card, ...] = ()
