"""This release reads the records of every release since 1.0: each kind of record and message, settings and a room."""

import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import msgspec
import pytest

from engine.tournament.levels.structure import parse_structure
from engine.tournament.prizes.payouts import parse_payouts
from kiosk.clock.settings import read_clock_settings
from kiosk.host.settings import read_host_settings
from kiosk.protocol.link.versions import compare
from kiosk.table.settings import read_table_settings
from tests.records.families import FAMILIES, examples, kinds_of, read
from tests.records.keep import FOLDER, HANDS, ROOT, KeptRecord, play

VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
RECORDS = sorted(FOLDER.glob("*.jsonl"))
ROOMS = sorted(FOLDER.glob("*.zip"))
READERS: dict[str, Callable[[Path], object]] = {
    "clock": read_clock_settings,
    "table": read_table_settings,
    "host": read_host_settings,
    "structure": lambda path: parse_structure(path.read_text("utf-8"), path.name),
    "payouts": lambda path: parse_payouts(path.read_text("utf-8")),
}
"""The reader of each settings file, by the first word of the file's name."""


def release_of(path: Path) -> str:
    return path.stem


def lost(kept: Any, now: Any, at: str = "$") -> Iterator[str]:
    """The places where this release loses or changes part of a value from an earlier release. Fields may be added."""
    if isinstance(kept, dict) and isinstance(now, dict):
        for name, value in kept.items():
            yield from lost(value, now[name], f"{at}.{name}") if name in now else [f"{at}.{name}"]
    elif isinstance(kept, list) and isinstance(now, list) and len(kept) == len(now):
        for number, (one, other) in enumerate(zip(kept, now, strict=True)):
            yield from lost(one, other, f"{at}[{number}]")
    elif kept != now:
        yield f"{at}: {kept!r} is {now!r} now"


def test_every_release_since_1_0_has_its_records():
    assert compare(VERSION, "1.0") == "older" or {f"{VERSION}.jsonl", f"{VERSION}.zip"} <= {
        path.name for path in FOLDER.iterdir()
    }


@pytest.mark.parametrize("path", RECORDS, ids=release_of)
def test_each_record_of_a_release_is_read_without_loss(path):
    kept = msgspec.json.Decoder(KeptRecord).decode_lines(path.read_bytes())

    assert len(kept) > 300
    for one in kept:
        now = msgspec.json.encode(read(one.family, bytes(one.body)))
        missing = list(lost(msgspec.json.decode(one.body), msgspec.json.decode(now)))
        assert not missing, (one.family, bytes(one.body), missing)


@pytest.mark.slow
@pytest.mark.parametrize("path", ROOMS, ids=release_of)
def test_the_room_of_a_release_plays_on_with_all_its_chips(path, tmp_path):
    with ZipFile(path) as kept:
        kept.extractall(tmp_path)

    said = play(tmp_path / "room", HANDS + 2)

    assert said.ok
    assert said.hands == HANDS + 2
    assert said.chips_issued == sum(table.chips for table in said.tables)


@pytest.mark.parametrize("path", ROOMS, ids=release_of)
def test_the_settings_structures_and_payouts_of_a_release_are_read(path, tmp_path):
    with ZipFile(path) as kept:
        kept.extractall(tmp_path)
    files = sorted(tmp_path.glob("examples/*/*.toml"))

    assert len(files) > 10
    for file in files:
        secret = file.parent / "data/director_key"
        secret.parent.mkdir(exist_ok=True)
        secret.write_text("a secret of the director", "utf-8")
        READERS[file.stem.partition("-")[0]](file)


@pytest.mark.parametrize("family", FAMILIES)
def test_each_kind_has_an_example_that_this_release_reads(family):
    made = [read(family, body) for body in examples(family)]

    assert len(made) == 2 * len(kinds_of(family))


def test_a_field_that_a_later_release_drops_or_changes_is_found():
    assert list(lost({"a": [1, {"b": 2}]}, {"a": [1, {}], "more": 3})) == ["$.a[1].b"]
    assert list(lost({"a": 1}, {"a": 2})) == ["$.a: 1 is 2 now"]
    assert list(lost({"a": 1}, {"a": 1, "more": 2})) == []
