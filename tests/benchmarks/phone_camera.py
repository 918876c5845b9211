"""Boards dealt under a phone that sends its pictures over 5 Mbit/s, and the same boards from a file.

The phone's page runs in Chromium, and its camera shows a film, 30 pictures a second. Its pictures pass through the
clock, with TLS, on their way to the table's reader. The benchmark measures the time from the first picture in which a
card lies still to its event. Chromium, the clock and the reader share this machine.
"""

import time
from bisect import bisect_right
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from msgspec.structs import replace

from hardware.readers.kind import ReaderConfig
from hardware.readers.phone import open_phone
from hardware.reading.deck import PLAIN_DECK
from hardware.reading.reading import ReaderMessage
from kiosk.clock.tls.served import authority_of
from kiosk.protocol.pairing import fingerprint_of
from kiosk.table.readers.camera_link import CameraLink
from kiosk.table.settings import TableSettings
from kiosk.times import since_boot_ms
from tests.benchmarks.cards_camera import measured
from tests.browser.camera.conftest import Phone, SecureClock
from tests.clips.films import PlayedFilm, board_stage, clear_from
from tests.clips.judged import PICTURE_MS
from tests.clips.run import FilmScore, score
from tests.clips.script import Take
from tests.kit.chromium import chromium
from tests.kit.clock import token
from tests.kit.ports import unused_port
from tests.kit.slow_line import SlowLine

BOARDS = 4
BITS_S = 5e6
EMPTY_S = 2.0


class TimedReports:
    """The reader's reports, each with the wall clock's time in milliseconds."""

    def __init__(self) -> None:
        self.all: list[tuple[float, ReaderMessage]] = []

    def __call__(self, report: ReaderMessage) -> None:
        self.all.append((time.time() * 1000, report))

    def in_film(self, times: list[int]) -> list[ReaderMessage]:
        """The reports since the film began, with the film's time. `times` has the time at which each picture was
        shown."""
        found = []
        for at_ms, report in self.all:
            picture = bisect_right(times, at_ms) - 1
            if picture >= 0:
                found.append(replace(report, at_ms=round(picture * PICTURE_MS + at_ms - times[picture])))
        return found


def measure() -> dict[str, Any]:
    with TemporaryDirectory(prefix="kiosk-bench-") as folder:
        filmed = _filmed(Path(folder))
    by_file = measured("faces", BOARDS)
    by_phone_ms = float(np.percentile(filmed.waits_ms, 95)) if filmed.waits_ms else 0.0
    return {
        "boards": BOARDS,
        "whole boards": filmed.whole,
        "events": f"{filmed.came} of {filmed.cards}",
        "wrong": filmed.wrong,
        "odd": filmed.odd,
        "still_to_event_ms_p50": round(float(np.median(filmed.waits_ms)), 1),
        "still_to_event_ms_p95": round(by_phone_ms, 1),
        "events from a file": by_file["events"],
        "still_to_event_ms_p95 from a file": by_file["still_to_event_ms_p95"],
        "ratio": round(by_phone_ms / by_file["still_to_event_ms_p95"], 2),
    }


def _filmed(folder: Path) -> FilmScore:
    clock = SecureClock(folder, unused_port())
    clock.start()
    pinned = fingerprint_of(authority_of(clock.database))
    settings = TableSettings(1, str(folder / "table.journal"), clock.socket, token(1), clock_fingerprint=pinned)
    reports = TimedReports()
    config = ReaderConfig("phone:", "board")
    reader = open_phone(config, PLAIN_DECK, reports, since_boot_ms, CameraLink(settings))
    result = FilmScore()
    with SlowLine(clock.port, BITS_S) as line, chromium() as browser:
        phone = Phone(browser, clock, [board_stage(0, "faces")[0].draw(Take())])
        phone.open(site=f"https://127.0.0.1:{line.port}")
        phone.pair()
        reader.start()
        for number in range(BOARDS):
            result += _film(number, phone, reports)
        phone.close()
    reader.stop()
    clock.stop()
    return result


def _film(number: int, phone: Phone, reports: TimedReports) -> FilmScore:
    stage, script, cards = board_stage(number, "faces")
    pictures = [stage.draw(take) for take in script.takes]
    phone.show([stage.draw(Take()) for _ in range(5)])
    time.sleep(EMPTY_S)
    times = phone.play(pictures)
    return score(number, PlayedFilm(cards, script, clear_from(stage, script), reports.in_film(times)))
