"""The bytes that a reader sends for a card, correct or wrong, chosen by a random generator. Pure."""

from random import Random
from typing import Literal, NamedTuple, get_args

from engine.cards import DECK, Card
from tests.lab.faults.cards import ROOM, SPARE, code_of

END = b"\r\n"
HELD_S = 0.3
"""The interval at which a reader repeats a card that stays on it."""
CHATTER_S = 0.05
"""The interval at which a chattering reader repeats a card."""
ELSEWHERE = "elsewhere"
"""A deck that is not from this room."""

How = Literal["well", "damaged", "cut", "doubled", "held", "chatter", "missed", "foreign", "exchanged", "noise"]
"""How a card is read.

`damaged`: One byte of the code is wrong. `cut`: The code stalls in the middle. `doubled`: The code comes twice at once.
`held`: It comes again and again for a few seconds. `chatter`: It comes twenty times a second. `missed`: Nothing comes.
`foreign`: A card from another deck comes first. `exchanged`: The next card of the same street or hand comes first.
`noise`: Random bytes come first.
"""
WRONG: tuple[How, ...] = get_args(How)[1:]


class Burst(NamedTuple):
    """Bytes that arrive after `after_s` seconds. `card` is set if they complete its code. `unknown` is what the screen
    must ask about: a code that does not belong to a known card, or a deck that is not in play."""

    after_s: float
    data: bytes
    card: Card | None = None
    unknown: str = ""


def bursts(dice: Random, how: How, antenna: bytes, card: Card, following: Card | None) -> tuple[Burst, ...]:
    """The bursts for a card laid on the reader. `following` is a card that is lying beside it. `antenna` is the
    reader's prefix for the position."""
    before, frame = Burst(0, b""), antenna + _frame(card)
    match how:
        case "damaged":
            return (Burst(0, antenna + _damaged(_frame(card), dice)),)
        case "missed":
            return ()
        case "cut":
            at = dice.randrange(1, len(frame))
            before, frame = Burst(0, frame[:at], card if frame[at:] in END else None), frame[at:]
        case "doubled":
            frame *= 2
        case "held" | "chatter":
            every_s, times = (HELD_S, dice.randint(3, 40)) if how == "held" else (CHATTER_S, 60)
            return tuple(Burst(time * every_s, frame, card) for time in range(times))
        case "foreign":
            deck = dice.choice((ELSEWHERE, SPARE))
            code = code_of(dice.choice(DECK), deck)
            before = Burst(0, antenna + code.encode() + END, unknown=code if deck == ELSEWHERE else deck)
        case "exchanged" if following:
            before = Burst(0, antenna + _frame(following), following)
        case "noise":
            before = Burst(0, dice.randbytes(dice.randint(1, 200)))
    return (before, Burst(dice.uniform(0.02, 0.6), frame, card)) if before.data else (Burst(0, frame, card),)


def _frame(card: Card) -> bytes:
    return code_of(card, ROOM).encode() + END


def _damaged(frame: bytes, dice: Random) -> bytes:
    """The frame with one byte of the code changed."""
    at = dice.randrange(len(frame) - len(END))
    return frame[:at] + bytes((frame[at] ^ dice.randrange(1, 256),)) + frame[at + 1 :]
