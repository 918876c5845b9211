"""The status feed: one value a line, whatever an event is called."""

import httpx

from engine.tournament.levels.structure import blinds, load_structure
from kiosk.clock.web.tournament.public import status_lines
from kiosk.protocol.link.clock_state import ClockState
from tests.kit.room import RoomApi, clock

__all__ = ["clock"]


def fields(text: str) -> dict[str, str]:
    assert text.endswith("\r\n")
    return dict(line.split("=", 1) for line in text.split("\r\n")[:-1])


def state(index: int, **more: object) -> ClockState:
    structure = load_structure("club")
    return ClockState(**{
        "epoch": 1, "seq": 1, "mark": 1, "event": "Club", "structure": structure, "index": index, "running": True,
        "anchor_ms": 1_000, "remaining_ms": 60_000, "blinds": blinds(structure, index), "entries": 9,
        "players_left": 7, "tables": 1, "chips_issued": 90_000, "average_stack": 12_857, "room": "id", **more,
    })  # type: ignore[arg-type]  # fmt: skip


def test_a_level_and_a_break_are_numbered_as_the_desktop_clock_does():
    level, pause = fields(status_lines(state(2), 31_000)), fields(status_lines(state(3), 31_000))

    assert [level[name] for name in ("roundnum", "breaknum", "level", "isround")] == ["3", "0", "2", "1"]
    assert [pause[name] for name in ("roundnum", "breaknum", "level", "isround")] == ["3", "1", "3", "0"]
    assert (level["seconds"], level["secondstobreak"], level["smallblind"]) == ("30", "30", "75")
    assert pause["isbreak"] == "1"


def test_a_paused_clock_does_not_count_down_and_no_clock_goes_below_zero():
    assert fields(status_lines(state(0, running=False), 10**9))["seconds"] == "60"
    assert fields(status_lines(state(0), 10**9))["seconds"] == "0"


def test_an_events_name_cannot_begin_another_line():
    said = fields(status_lines(state(0, event="Club\r\nplayersleft=999\u2028x=1"), 1_000))

    assert said["event"] == "Club playersleft=999 x=1"
    assert said["playersleft"] == "7"


def test_anybody_can_read_the_status(clock):
    site = f"{clock.site}/api/room/status.txt"
    assert httpx.get(site).status_code == 404
    with RoomApi(clock) as room:
        one = room.create("Sonntag für alle", structure="demo")
        one.enter("Ana")

    answer = httpx.get(site)

    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    assert fields(answer.text)["event"] == "Sonntag für alle"
    assert "Ana" not in answer.text
