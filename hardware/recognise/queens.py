"""Which nines may be queens: pure, no pixels.

A queen whose tail is short is a nine to the net in most of her corners. In one of them, as a rule, she is a queen with
some chance, which a nine never is. Nothing is made of that but a question to the dealer.
"""

from collections.abc import Sequence

from hardware.recognise.judge import Seen
from hardware.recognise.tell import Read

MAYBE = 0.05
"""The chance at one corner. Of 1,043 nines that were drawn as card makers print them four had more."""


def without_queens(seen: Sequence[Seen], reads: Sequence[Read]) -> tuple[Seen, ...]:
    """The cards but the nines that may be queens at any of their corners."""
    queenly = {read.spot for read in reads if read.queen > MAYBE}
    return tuple(each for each in seen if each.card.rank != "9" or queenly.isdisjoint(each.marks))
