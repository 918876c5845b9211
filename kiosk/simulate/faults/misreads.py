"""What a reader sends of a card, well or wrong: pure, by dice."""

from random import Random
from typing import Literal, NamedTuple, get_args

from engine.cards import DECK, Card
from kiosk.simulate.faults.cards import ROOM, SPARE, code_of

END = b"\r\n"
HELD_S = 0.3
"""So often a reader says again what lies on it."""
CHATTER_S = 0.05
"""And one that keeps talking."""
ELSEWHERE = "elsewhere"
"""A deck that is not of this room."""

How = Literal["well", "damaged", "cut", "doubled", "held", "chatter", "missed", "foreign", "exchanged", "noise"]
"""`damaged`: a byte of it is another one. `cut`: it stalls in its midst. `doubled`: it comes twice at once. `held`:
over and over for some seconds; `chatter`: twenty times a second. `missed`: not at all. `foreign`: a card of another
deck comes before it. `exchanged`: the next one of the same street or hand does. `noise`: bytes of any kind do."""
WRONG: tuple[How, ...] = get_args(How)[1:]


class Burst(NamedTuple):
    """Bytes that come `after_s`, and the card that has been said whole with them, or what the screen has to
    ask about: a code that is of no card, or the deck that is not in play."""

    after_s: float
    data: bytes
    card: Card | None = None
    unknown: str = ""


def bursts(dice: Random, how: How, antenna: bytes, card: Card, following: Card | None) -> tuple[Burst, ...]:
    """Of a card that is laid on the reader, and one that lies beside it; `antenna` is what it says of where."""
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
    """One byte of the code is another one."""
    at = dice.randrange(len(frame) - len(END))
    return frame[:at] + bytes((frame[at] ^ dice.randrange(1, 256),)) + frame[at + 1 :]
