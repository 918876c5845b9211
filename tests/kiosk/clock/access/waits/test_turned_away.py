"""The clock does more than slow down a client that guesses, sends too much or takes every connection: it also notifies
the director, calmly.
"""

import re

from kiosk.clock.access.waits.turned_away import MOST, TurnAwayLog
from tests.kit.signing import PHONE, Asker


def test_the_director_reads_in_words_which_address_has_to_wait(clock, room, caplog):
    room.create("Club night", structure="demo")
    director = Asker(clock)
    director.hire("Ann", "floor")

    for guess in ("one-guess", "another", "a-third"):
        Asker(clock, guess, PHONE).get("tables")
    for _ in range(3):
        Asker(clock, "").post("session", name="Ann", pin="8315")
    said = [one["why"] for one in director.get("tables").json()["totals"]["rejected"]]
    waits = [one["wait_s"] for one in director.get("tables").json()["totals"]["rejected"]]
    in_german = [one["why"] for one in director.get("tables?lang=de").json()["totals"]["rejected"]]

    assert re.fullmatch(rf"wrong keys from {PHONE}: it must wait \d s", said[0])
    assert re.fullmatch(r"wrong PINs from 127\.0\.0\.1: it must wait \d s", said[1])
    assert all(f"wait {seconds} s" in why for seconds, why in zip(waits, said, strict=True))
    assert re.fullmatch(rf"falsche Schlüssel von {PHONE}: \d s Wartezeit", in_german[0])


def test_a_flood_is_one_line_that_is_announced_at_most_once_a_second():
    now_ms, announced = 0, []
    turned_away = TurnAwayLog(lambda: now_ms, lambda: announced.append(now_ms))

    for now_ms in range(0, 3000, 10):
        turned_away.for_connections(f"10.0.{now_ms % 250}.1")
    assert [one.why.code for one in turned_away.last] == ["too-many-connections"]
    assert turned_away.last[0].at_ms == now_ms
    assert announced == [0, 1000, 2000]

    for table in range(MOST + 3):
        turned_away.for_quota(table)
    assert len(turned_away.last) == MOST
