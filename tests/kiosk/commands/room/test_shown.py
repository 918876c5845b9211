"""What `kiosk room show` says of the chips and the money."""

from typing import get_args

import pytest

from engine.tournament.events import TournamentEvent
from engine.tournament.ledger import Ledger
from kiosk.commands.room.shown import chips_in_words
from ui.words.languages import words_in


@pytest.mark.parametrize(
    ("ledger", "said"),
    [
        (Ledger(9000, 0, 0, 1000, 8000, 0), ["chips issued: 9,000, found: 9,000"]),
        (
            Ledger(9000, 100, 0, 0, 9100, 0),
            ["chips issued: 9,000, found: 9,100", "changed at the tables by chip races and corrections: 100"],
        ),
        (
            Ledger(9000, 0, 500, 0, 7000, 1000),
            ["chips issued: 9,000, found: 8,000", "removed with disqualified players: 500", "MISSING: 500"],
        ),
        (Ledger(9000, 0, 0, 0, 9025, 0), ["chips issued: 9,000, found: 9,025", "TOO MANY: 25"]),
    ],
)
def test_every_chip_is_accounted_for_or_said_to_be_missing(ledger, said):
    words = words_in("en")

    assert chips_in_words(ledger, words) == said


@pytest.mark.parametrize(("language", "said"), [("en", "1,234.05"), ("de", "1.234,05")])
def test_money_is_told_from_its_minor_unit(language, said):
    words = words_in(language)

    assert words.money(123_405) == said
    assert words.money(123_400) == said[:-3]


def test_everything_that_can_be_taken_back_has_words():
    acts = words_in("en").director

    assert {kind.__struct_config__.tag for kind in get_args(TournamentEvent)} == {*acts.acts, *acts.clock_acts}
