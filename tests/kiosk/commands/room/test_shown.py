"""The chips and the money in the output of `kiosk room show`."""

from typing import get_args

import pytest
from babel.numbers import list_currencies
from msgspec.structs import replace

from engine.money import CURRENCIES, DIGITS, Money, minor_digits
from engine.tournament.actions import TournamentEvent
from engine.tournament.custody.ledger import Ledger
from engine.tournament.levels.by_play import PlayAt, PlayRange
from kiosk.commands.room.shown import chips_in_words, in_words
from kiosk.protocol.tournaments import PublicTournament, TournamentView
from tests.kiosk.table.test_host import word
from ui.words.languages import words_in
from ui.words.main import NO_BREAK


@pytest.mark.parametrize(
    ("ledger", "said"),
    [
        (Ledger(9000, 0, 0, 0, 0, 0, 9000, 0), ["chips issued: 9,000, found: 9,000"]),
        (
            Ledger(9000, 100, -300, 500, 0, 0, 9300, 0),
            [
                "chips issued: 9,000, found: 9,300",
                "gained or lost in chip races: 100",
                "corrected at the tables by the floor: -300",
                "differences accepted by the director, including bags: 500",
            ],
        ),
        (
            Ledger(9000, 0, 0, 0, 500, 1000, 5500, 1000, 500),
            [
                "chips issued: 9,000, found: 8,000",
                "removed with disqualified players: 500",
                "on the tables: 5,500",
                "waiting to be handed to players: 1,000",
                "in transit: 1,000",
                "in bags: 500",
                "MISSING: 500",
            ],
        ),
        (Ledger(9000, 0, 0, 0, 0, 0, 9025, 0), ["chips issued: 9,000, found: 9,025", "TOO MANY: 25"]),
    ],
)
def test_every_chip_is_accounted_for_or_reported_as_missing(ledger, said):
    words = words_in("en")

    assert chips_in_words(ledger, words) == said


@pytest.mark.parametrize(("language", "said"), [("en", "1,234.05"), ("de", "1.234,05")])
def test_money_is_shown_in_units_computed_from_the_minor_unit(language, said):
    words = words_in(language)

    assert words.money(Money(123_405, "EUR")) == f"{said}{NO_BREAK}EUR"
    assert words.money(Money(123_400, "EUR")) == f"{said[:-3]}{NO_BREAK}EUR"


def test_points_are_whole():
    assert words_in("en").money(Money(1_000)) == "1,000"


@pytest.mark.parametrize(
    ("currency", "language", "said"),
    [
        ("EUR", "de", "1.234,05 EUR"),
        ("JPY", "en", "123,405 JPY"),
        ("KWD", "es", "123,405 KWD"),
        ("CLF", "en", "12.3405 CLF"),
        ("ABC", "en", "1,234.05 ABC"),
    ],
)
def test_a_currency_has_the_digits_of_its_own_minor_unit(currency, language, said):
    assert words_in(language).money(Money(123_405, currency)) == said.replace(" ", NO_BREAK)


def test_every_currency_with_a_minor_unit_exists_in_another_list_too():
    assert set(DIGITS) - {""} <= CURRENCIES <= set(list_currencies())
    assert [minor_digits(one) for one in ("", "JPY", "EUR", "KWD", "CLF", "UYW")] == [0, 0, 2, 3, 4, 4]


def test_every_act_that_can_be_undone_has_words():
    acts = words_in("en").director

    assert {kind.__struct_config__.tag for kind in get_args(TournamentEvent)} == {*acts.acts, *acts.clock_acts}


def shown(state, ended=False, wall_ms=0):
    tournament = TournamentView("x", "Club night", 1, ended=ended)
    return in_words(PublicTournament(state, tournament), words_in("en"), wall_ms).splitlines()[1:3]


@pytest.mark.parametrize(
    ("state", "said"),
    [
        (word(), "Level 1, 3:00 left, paused"),
        (word(running=True), "Level 1, 3:00 left"),
        (replace(word(running=True), remaining_ms=0, over_ms=192_900), "Level 1, 3:12 of overtime"),
        (replace(word(running=True), play=PlayRange("orbits", PlayAt(1, 0, 3), PlayAt(2, 0, 1))),
         "Level 2, 3 orbits left"),
        (replace(word(), play=PlayRange("hands", PlayAt(1, 0, 0), PlayAt(1, 0, 0))), "Level 2, the last level, paused"),
    ],
)  # fmt: skip
def test_the_time_left_of_a_level_is_shown_in_its_own_unit(state, said):
    """A level by hands never shows a 0:00 that stays all night."""
    assert shown(state)[0] == said


def test_a_start_is_shown_in_the_rooms_zone_and_with_the_time_until_it():
    six = 1_796_144_400_000
    state = replace(word(), starts_ms=six, zone="Europe/Berlin")

    assert shown(state, wall_ms=six - 3_725_000)[1] == "starts 2026-12-01 18:00 (Europe/Berlin), in 1:02:05"
    assert "starts" not in " ".join(shown(state, wall_ms=six + 1))
