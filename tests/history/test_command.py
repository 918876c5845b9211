"""`kiosk history` on real journals: while they are written, when they are broken, and on files that are no journal."""

import io
import json
import sqlite3
import subprocess
import sys
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from engine.events import Event
from engine.history.record import HandRecord, final, hands
from engine.table.actions.people import SeatTaken
from engine.table.state import own_event
from kiosk import cli
from kiosk.commands import history
from kiosk.protocol.codec import encode_event
from kiosk.storage.journal import Journal
from tests.kit.commands import arguments
from tests.kit.played import random_events
from tests.kit.pokerstars import read_hand
from ui.words.history.hand import in_words
from ui.words.languages import words_in

ENGLISH = words_in("en")

EVENTS = random_events(21, 12, kill=0.03, undo=0.05)
FINISHED = hands(EVENTS)
AT_MS = 1_700_000_000_000


def now_ms() -> int:
    return AT_MS


def written(path: Path, events: Iterable[Event] = EVENTS, *, extra: tuple[bytes, ...] = ()) -> Path:
    """A table's journal with this record."""
    with Journal.open(path, now_ms) as journal:
        journal.append(AT_MS, [*map(encode_event, events), *extra])
    return path


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    return written(tmp_path / "table-1.journal")


def run(*words: str | Path) -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    status = history.run(arguments("history", history, *words), out, err)
    return status, out.getvalue(), err.getvalue()


def replay(path: Path) -> list[dict[str, Any]]:
    """The output of `kiosk replay` for each hand of a file."""
    command = [sys.executable, "-m", "kiosk.cli", "replay", str(path), "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_the_hands_of_a_running_table_are_written_in_words(tmp_path):
    """The journal stays open for writing. Every finished hand is written, with the time of its deal."""
    path = tmp_path / "table-1.journal"
    with Journal.open(path, now_ms) as journal:
        journal.append(AT_MS, [encode_event(event) for event in EVENTS])
        command = [sys.executable, "-m", "kiosk.cli", "history", str(path)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        journal.append(AT_MS, [encode_event(EVENTS[0])])

    finished = hands(EVENTS, ["2023-11-14T22:13:20"] * len(EVENTS))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "\n\n".join(in_words(record, ENGLISH) for record in finished)
    assert "14 November 2023, 22:13 UTC" in done.stdout


def test_a_table_without_a_clock_has_blinds_but_no_level():
    """Its blinds are set by hand, and its event has no name of its own."""
    own = replace(FINISHED[0], event=own_event(7), table=7)
    heading = in_words(own, ENGLISH).splitlines()[:3]

    assert heading[0] == f"Table 7 · hand {own.deal.hand}"
    assert not any("Level" in line for line in heading)
    assert any(line.startswith("blinds ") for line in heading)


@pytest.mark.parametrize("form", ["phh", "ohh"])
def test_replay_accepts_an_exported_hand(journal, tmp_path, form):
    """Every hand ends with the stacks that the table had."""
    out = tmp_path / f"hands.{form}"

    assert run(journal, "--format", form, "--out", out) == (0, "", "")

    lines = replay(out)
    assert [line["ok"] for line in lines] == [True] * len(FINISHED)
    assert [line["finishing_stacks"] for line in lines] == [list(final(record).stacks) for record in FINISHED]


def test_a_tracker_gets_every_hand_of_a_journal(journal):
    """
    In the PokerStars text format, with two blank lines or more between hands.
    """
    status, out, err = run(journal, "--format", "pokerstars")

    read = [read_hand(f"{text.strip()}\n") for text in out.split("\n\n\n")]
    assert (status, err) == (0, "")
    assert [list(hand.stacks.values()) for hand in read] == [_by_seat(record) for record in FINISHED]


def _by_seat(record: HandRecord) -> list[int]:
    return [chips for _, chips in sorted(zip(record.deal.seats, final(record).stacks, strict=True))]


def test_one_hand_can_be_exported_as_a_file_of_its_own(journal, tmp_path):
    """A `.phh` file: its fields are at the top level, not in a numbered table."""
    out = tmp_path / "7.phh"

    assert run(journal, "--hand", "7", "--format", "phh", "--out", out)[0] == 0

    assert out.read_text("utf-8").startswith('variant = "NT"\n')
    assert [(line["hand"], line["ok"]) for line in replay(out)] == [(7, True)]


def test_the_json_has_one_object_per_line(journal):
    """The object has the fields of PHH."""
    _, out, _ = run(journal, "--format", "json")

    assert [json.loads(line)["hand"] for line in out.splitlines()] == [record.deal.hand for record in FINISHED]


def test_a_missing_hand_is_reported_in_one_line(journal):
    """
    Nothing else is printed.
    """
    status, out, err = run(journal, "--hand", "99")

    assert (status, out) == (1, "")
    assert err == f"{journal}: hand 99 was not finished here\n"


def test_a_table_without_a_finished_hand_is_reported(tmp_path):
    """That is not an error."""
    path = written(tmp_path / "table-1.journal", [event for event in EVENTS[:2] if not isinstance(event, SeatTaken)])

    assert run(path) == (0, "", f"{path}: no finished hands\n")


def test_the_sound_beginning_of_a_broken_journal_is_written(journal):
    """Records after the damage are ignored, and the output says where the damage begins."""
    damage(journal, len(EVENTS) // 2)

    status, out, err = run(journal)

    sound = hands(EVENTS[: len(EVENTS) // 2 - 1])
    assert status == 1
    assert out.count("After the hand\n") == len(sound) > 2
    assert f"damaged at record {len(EVENTS) // 2}" in err
    assert err.count("\n") == 1


def damage(journal: Path, seq: int) -> None:
    with closing(sqlite3.connect(journal)) as db:
        db.execute("UPDATE record SET body = zeroblob(9) WHERE seq = ?", (seq,))
        db.commit()


def test_a_record_of_a_newer_program_ends_the_output(tmp_path):
    """An event of a kind that this program does not know may change everything after it."""
    newer = b'{"form":1,"event":{"is":"seat-sold","seat":3}}'
    path = written(tmp_path / "table-1.journal", extra=(newer,))

    status, out, err = run(path)

    assert status == 1
    assert out.count("After the hand\n") == len(FINISHED)
    assert f"only the hands before record {len(EVENTS) + 1}, which is written by a newer version" in err


def test_progress_is_written_to_standard_error(journal, monkeypatch):
    """No program reads the hands there."""
    monkeypatch.setattr(history, "EVERY", 5)

    assert run(journal)[2] == "5 hands\n10 hands\n"


def test_an_export_replaces_an_older_one_as_a_whole(journal, tmp_path):
    """No half-written file is left."""
    out = tmp_path / "hands.txt"
    out.write_text("old", "utf-8")

    run(journal, "--out", out)

    assert out.read_text("utf-8").startswith("Random Open · table 1 · hand 1\n")
    assert not (tmp_path / "hands.txt.new").exists()


@pytest.mark.parametrize("suffix", ["", "-wal", ".lock"])
def test_the_journal_itself_is_never_overwritten(journal, suffix, capsys):
    """Neither are the other files of the journal."""
    before = journal.read_bytes()

    assert cli.main(["history", str(journal), "--out", f"{journal}{suffix}"]) == 2
    assert (
        capsys.readouterr().err
        == f"kiosk history: {journal}{suffix} is part of the journal: specify another file to write to\n"
    )
    assert journal.read_bytes() == before


def not_a_table(path: Path) -> None:
    written(path, [], extra=(b'{"form":1,"event":{"is":"level-started","index":0}}',))


NONE = {
    "missing": lambda path: None,
    "a folder": lambda path: path.mkdir(),
    "not a journal": lambda path: path.write_text("dear diary", "utf-8"),
    "of another program": not_a_table,
    "without its beginning": lambda path: written(path, EVENTS[20:]),
}


@pytest.mark.parametrize("kind", NONE)
def test_a_file_that_is_no_table_journal_is_reported_in_one_line(tmp_path, capsys, kind):
    """The line says what to do. The exit code says that nothing was started."""
    path = tmp_path / "table-1.journal"
    NONE[kind](path)

    assert cli.main(["history", str(path)]) == 2

    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert str(path) in said.err
