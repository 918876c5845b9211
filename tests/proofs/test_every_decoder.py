"""Every decoder of the product has a reader of hostile bytes, except a few, each with its reason."""

import json
import subprocess
import sys

import pytest

from tests.proofs.decoders import ROOT, Site

CLOCKS_ANSWERS = "what a clock answers to whoever asked it, by a key or a pinned certificate"
SHIPS = "ships with the program"
EXCEPT = {
    "engine/books/rulebook.py: RuleBook.__annotations__[name]": "each rule by its own type: of a rule book",
    "kiosk/clock/web/operations.py: kind": "each body by its own type: of an operation",
    "kiosk/commands/doctor/": CLOCKS_ANSWERS,
    "kiosk/commands/room/": CLOCKS_ANSWERS,
    "kiosk/commands/setup/files.py: KINDS[machine]": "settings that the command itself has just written",
    "kiosk/commands/sheet.py: msgspec.json.decode": SHIPS,
    "ui/text_compiler/": SHIPS,
    "kiosk/demo/": "the demo's own clock, and the file that it writes",
}
"""By file, or folder, and type: why no reader has to have it."""


@pytest.mark.slow  # all readers in their own process
def test_every_decoder_has_a_reader_of_hostile_bytes():
    """For each call that decodes, found by the syntax trees, its type was decoded by a reader, or its line was run."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.proofs.decoders"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    uncovered = [Site(*one) for one in json.loads(done.stdout)]

    named = {site: f"{site.file}: {site.what}" for site in uncovered}
    assert [name for name in named.values() if not name.startswith(tuple(EXCEPT))] == []
    assert [one for one in EXCEPT if not any(name.startswith(one) for name in named.values())] == []
