"""The messages that wait for a slow client."""

import asyncio

from kiosk.clock.clients.latest import Latest


def test_a_stuck_client_gets_only_the_latest_message_of_each_subject_when_it_reads_again():
    texts = asyncio.run(send_to_a_stuck_client())

    assert texts == ["room 0", "pong 7", "room 999"]


async def send_to_a_stuck_client():
    client, texts = Latest(), []
    stuck, awake, done = asyncio.Event(), asyncio.Event(), asyncio.Event()

    async def send(text):
        texts.append(text)
        stuck.set()
        await awake.wait()
        if text == "room 999":
            done.set()

    sending = asyncio.create_task(client.send_all(send))
    client.put("room", "room 0")
    await stuck.wait()
    client.put("pong", "pong 7")
    for number in range(1, 1000):
        client.put("room", f"room {number}")
    awake.set()
    await done.wait()
    sending.cancel()
    return texts


def test_a_client_that_takes_parts_gets_all_waiting_parts_as_one_array():
    assert asyncio.run(send_to_a_client_that_takes_parts()) == ["[1,2]", "3"]


async def send_to_a_client_that_takes_parts():
    client, texts, done = Latest(in_parts=True), [], asyncio.Event()

    async def send(text):
        texts.append(text)
        if text == "3":
            done.set()
        else:
            client.put("room", "3")

    client.put("room", "1")
    client.put("totals", "2")
    sending = asyncio.create_task(client.send_all(send))
    await done.wait()
    sending.cancel()
    return texts
