"""Saves examples of the records of this release, for the tests of every later release: `python -m tests.records.keep`.

`VERSION.jsonl` has two examples of each kind of record and message. `VERSION.zip` has the files of a whole room in
which robots have played a few hands, and the settings of the example rooms.
"""

import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import msgspec

from tests.records.families import FAMILIES, examples

ROOT = Path(__file__).parents[2]
FOLDER = Path(__file__).parent
HANDS = 12
_EMPTY_OR_LARGE = (".lock", ".reserve")
_LONG_AGO = (2000, 1, 1, 0, 0, 0)


class TableCounts(msgspec.Struct):
    """A table of a played room."""

    chips: int


class Played(msgspec.Struct):
    """The demo's result."""

    ok: bool
    hands: int
    chips_issued: int
    tables: tuple[TableCounts, ...]


class KeptRecord(msgspec.Struct):
    """A line of a release's records."""

    family: str
    body: msgspec.Raw


def records() -> bytes:
    """The lines of `VERSION.jsonl` for this release."""
    kept = [KeptRecord(family, msgspec.Raw(body)) for family in FAMILIES for body in examples(family)]
    return msgspec.json.Encoder().encode_lines(kept)


def play(folder: Path, hands: int) -> Played:
    """Let robots play in a room until it has had this many hands in all."""
    demo = [sys.executable, "-m", "kiosk.cli", "demo", "--headless", "--json", "--seed", "5", "--folder", str(folder)]
    done = subprocess.run([*demo, "--hands", str(hands)], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return msgspec.json.decode(done.stdout, type=Played)


def main() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    (FOLDER / f"{version}.jsonl").write_bytes(records())
    archive = FOLDER / f"{version}.zip"
    with tempfile.TemporaryDirectory() as played, ZipFile(archive, "w", ZIP_DEFLATED, compresslevel=9) as kept:
        play(Path(played), HANDS)
        for path in sorted(Path(played).iterdir()):
            if path.suffix not in _EMPTY_OR_LARGE:
                kept.writestr(_entry(f"room/{path.name}"), path.read_bytes())
        for path in sorted(ROOT.glob("examples/*/*.toml")):
            kept.writestr(_entry(str(path.relative_to(ROOT))), path.read_bytes())


def _entry(name: str) -> ZipInfo:
    entry = ZipInfo(name, _LONG_AGO)
    entry.compress_type = ZIP_DEFLATED
    return entry


if __name__ == "__main__":
    main()
