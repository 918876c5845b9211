"""Taps per hand on the real screen, with and without a reader, compared with a tool that needs one press for every
action.

`KIOSK_TAP_HANDS` sets how many hands of each source are used (200; 0 for all, and 2,000 random ones).
"""

import os
from pathlib import Path
from random import Random
from typing import Any

from PySide6.QtWidgets import QApplication

from engine.refused import Refused
from tests.kit.corpus import no_limit, records
from tests.kit.truth import NotTold, Truth, of_record
from tests.taps.counting import count
from tests.taps.random_hands import evening

HANDS = int(os.environ.get("KIOSK_TAP_HANDS", "200"))
ALL = 2_000
SHARED = Path(__file__).parents[3] / "shared"


def measure() -> dict[str, Any]:
    """By source, and by whether there is a reader."""
    app = QApplication.instance() or QApplication(["-platform", "offscreen"])
    assert app is not None
    sources = {"random": list(evening(Random(2026), HANDS or ALL))}
    if (SHARED / "corpora" / "hands_real.jsonl.gz").exists():
        sources["real, in chips of a card room"] = real_hands(in_chips=True)
        sources["real, as recorded online"] = real_hands(in_chips=False)
    return {
        name: {reader: counted(truths, reader == "reader") for reader in ("reader", "no reader")}
        for name, truths in sources.items()
    }


def counted(truths: list[Truth], has_reader: bool) -> dict[str, Any]:
    """The figures as plain values."""
    found = count(truths, has_reader)
    return {
        name: value._asdict() if hasattr(value, "_asdict") else value
        for name, value in found._asdict().items()
        if has_reader or name != "incumbent"
    }


def real_hands(in_chips: bool) -> list[Truth]:
    """The shared hands in their order, thinned out evenly to the requested number."""
    found = no_limit(records(SHARED, "hands_real"))
    truths = []
    for record in found[:: max(1, len(found) // HANDS) if HANDS else 1]:
        try:
            truths.append(of_record(record, in_chips))
        except (NotTold, Refused):
            continue
    return truths
