"""Files of other programs over HTTP: their content is read, and reading one does not delay other clients."""

import base64
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from tests.kit.clock import KEY

HEADERS = {"Authorization": f"Bearer {KEY}"}
LEVEL = "new GameLevels({Levels: [new GameRound({Minutes: 20, SmallBlind: 25, BigBlind: 50, Ante: 25})]})"
PRIZE = "new GamePrizes({Prizes: [new GamePrize({Recipient: 1, AmountType: 0, Amount: 100})]})"
SAVE = f'{{ V: "3.7.2", T: new Tournament({{Players: Map.from([]), Levels: {LEVEL}, Prizes: {PRIZE}}}) }}'
LARGE = 740_000
"""Bytes that are just below the most in base64."""


def sent(clock, name, content, **more):
    body = {"name": name, "content": base64.b64encode(content).decode(), **more}
    return httpx.post(f"{clock.site}/api/structures/read", json=body, headers=HEADERS, timeout=120)


def test_a_save_is_read_with_its_guesses_and_payouts(clock):
    found = sent(clock, "friday.tdt", SAVE.encode()).json()

    assert [entry["ante_form"] for entry in found["structure"]["entries"]] == ["big-blind"]
    assert found["payouts"]["rows"] == [{"entries": 1, "shares": [10_000]}]
    assert found["guesses"][1:] == [
        "guessed: the big blind pays the ante for the table, because the ante is half the big blind or more",
        "guessed: the chips are 25",
        "guessed: a starting stack of 5,000, a hundred big blinds",
        "not read: Players",
    ]


def test_minutes_can_be_sent_with_a_file_that_has_no_lengths(clock):
    blinds = b"25,50\n50,100\n"
    assert sent(clock, "friday.csv", blinds).status_code == 400

    found = sent(clock, "friday.csv", blinds, minutes=20).json()

    assert [entry["minutes"] for entry in found["structure"]["entries"]] == [20, 20]


@pytest.mark.parametrize(
    ("name", "content", "why"),
    [
        ("f.csv", b"Level,SB,BB,Min\n1,25,50,20\n2,abc,100,20\n", "f.csv: line 3, SB: 'abc' is not a number"),
        (
            "f.json",
            b'{"levels": [{"sb": 25, "bb": 50, "duration": 180}]}',
            "f.json: levels[0].duration: is 180 in",
        ),
        (
            "f.tdt",
            SAVE.replace("50", "x()").encode(),
            "f.tdt: entry 1 of Levels, BigBlind: was not understood",
        ),
        ("f.toml", b"a.b.c.d.e.f.g.h.i = 1", "f.toml: not TOML: line 1: a name has more than 8 parts"),
    ],
)
def test_an_error_names_the_place_in_the_file(clock, name, content, why):
    refused = sent(clock, name, content)

    assert refused.status_code == 400
    assert refused.json()["why"].startswith(why)


@pytest.mark.slow  # a second or two of reading
def test_reading_a_large_file_delays_nobody(clock):
    """
    Other clients get answers while it is read.
    """
    with ThreadPoolExecutor(1) as elsewhere:
        reading = elsewhere.submit(sent, clock, "f.tdt", b"new A([1])," * (LARGE // 11))
        answered = 0
        while not reading.done():
            httpx.get(f"{clock.site}/api/structures", headers=HEADERS, timeout=120).raise_for_status()
            answered += not reading.done()

    assert reading.result().status_code == 400
    assert answered > 5
