"""The effects of a failing network on messages."""

import asyncio
from random import Random

import pytest

from kiosk.simulate.network import Cable, Network


class Always(Random):
    """Every message arrives twice, the second time at once."""

    def random(self):
        return 2.5

    def uniform(self, *_):
        return 0.0


async def _late(cut: bool, times: int) -> list[str]:
    delivered: list[str] = []
    network = Network(Always(1), 0.0, lambda _: True)
    network.heard = lambda _, way, text: delivered.append(f"{way} {text}")
    network.mangles = 1.0
    cable: Cable = network.connected(1)
    await cable.send("bet")
    if cut:
        network.cut(1)
    else:
        network.silence(1)
    while network._belated == {}:
        await asyncio.sleep(0)
    network.mangles = 0.0
    if cut:
        network.heal(1)
    else:
        network.connected(1)
    while len(delivered) < times:
        await asyncio.sleep(0)
    return delivered


@pytest.mark.parametrize(("cut", "times"), [(False, 1), (True, 2)], ids=["off", "cut off"])
def test_a_message_without_a_connection_is_delivered_once_there_is_one_again(cut, times):
    """On the same connection, after the messages that held it up."""
    assert asyncio.run(asyncio.wait_for(_late(cut, times), 60)) == ["up bet"] * times
