"""What a receiver makes of a serial line that a sender drives with another speed, parity or number of bits."""

from collections.abc import Iterator
from typing import NamedTuple


class Framing(NamedTuple):
    """The settings of one side, such as 9600 baud, 7 data bits and even parity."""

    baud: int = 9600
    bits: int = 8
    parity: str = "N"

    @property
    def frame_bits(self) -> int:
        """The bits of a character up to its stop bit."""
        return 1 + self.bits + (self.parity != "N")


def received(data: bytes, sender: Framing, receiver: Framing) -> bytes:
    """The bytes that arrive. As a driver does by default, the receiver keeps a character with a wrong parity or stop
    bit."""
    levels = list(_levels(data, sender))
    per_bit = sender.baud / receiver.baud

    def level(at: float) -> int:
        place = int(at)
        return levels[place] if place < len(levels) else 1

    arrived, at = bytearray(), 0.0
    while at < len(levels):
        if level(at):
            at = int(at) + 1.0  # the line is idle
            continue
        bits = [level(at + (number + 1.5) * per_bit) for number in range(receiver.bits)]
        arrived.append(sum(bit << number for number, bit in enumerate(bits)))
        at += (receiver.frame_bits + 0.5) * per_bit
        while at < len(levels) and not level(at):  # the stop bit is missing: wait for the line to be idle
            at += per_bit
    return bytes(arrived)


def _levels(data: bytes, sender: Framing) -> Iterator[int]:
    for byte in data:
        bits = [byte >> number & 1 for number in range(sender.bits)]
        parity = {"N": [], "E": [sum(bits) & 1], "O": [1 - (sum(bits) & 1)]}[sender.parity]
        yield from (0, *bits, *parity, 1)
