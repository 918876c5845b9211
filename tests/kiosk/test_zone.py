"""Times of day in the room's time zone, including changes to and from daylight saving time."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.bad_input import BadInput
from kiosk.faults import Fault
from kiosk.zone import check_zone, machine_zone, said_in, utc_ms
from tests.said import english

BERLIN = "Europe/Berlin"


def at(text):
    return round(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp() * 1000)


@pytest.mark.parametrize(
    ("said", "zone", "utc"),
    [
        ("2026-12-01 18:00", BERLIN, "2026-12-01 17:00"),
        ("2026-07-01 18:00", BERLIN, "2026-07-01 16:00"),
        ("2026-12-01 18:00", "America/New_York", "2026-12-01 23:00"),
        ("2026-12-01T18:00-03:00", BERLIN, "2026-12-01 21:00"),
        ("2026-10-25 02:30+02:00", BERLIN, "2026-10-25 00:30"),
        ("2026-10-25 02:30+01:00", BERLIN, "2026-10-25 01:30"),
        ("2026-10-25 03:00", BERLIN, "2026-10-25 02:00"),
    ],
)
def test_a_time_of_day_is_in_the_rooms_zone(said, zone, utc):
    assert utc_ms(said, zone) == at(utc)


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ("2026-03-29 02:30", "time-left-out"),
        ("2026-03-29 02:00", "time-left-out"),
        ("2026-10-25 02:30", "time-twice"),
        ("2026-10-25 02:00", "time-twice"),
        ("2027-02-30 18:00", "time-not-in-calendar"),
        ("2026-13-01 18:00", "time-not-in-calendar"),
        ("2026-11-27T25:00", "time-not-in-calendar"),
        ("six o'clock", "no-time"),
        ("27.11.2026 18:00", "no-time"),
        ("", "no-time"),
    ],
)
def test_a_time_that_does_not_exist_or_is_ambiguous_is_refused(said, code):
    with pytest.raises(Fault) as refused:
        utc_ms(said, BERLIN)
    assert refused.value.message.code == code


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("2027-02-30 18:00", "2027-02-30 18:00 does not exist: check the month, the day and the time"),
        ("30 Feb 2027", "30 Feb 2027 is not a date and time: enter it like this: 2026-11-27 18:00"),
    ],
)
def test_a_date_that_is_not_in_the_calendar_is_not_taken_for_another_form(said, text):
    with pytest.raises(Fault) as refused:
        utc_ms(said, BERLIN)
    assert english(refused.value) == text


def test_a_zone_that_this_machine_does_not_know_is_reported():
    with pytest.raises(Fault) as refused:
        utc_ms("2026-12-01 18:00", "Europe/Atlantis")
    assert refused.value.message.code == "zone-not-here"


def test_both_meanings_of_a_repeated_time_are_named():
    """
    Each of the two is accepted as it was printed.
    """
    with pytest.raises(Fault) as refused:
        utc_ms("2026-10-25 02:30", BERLIN)

    first, second = (utc_ms(str(refused.value.message.fields[name]), BERLIN) for name in ("first", "second"))
    assert second - first == 3_600_000


@given(
    st.datetimes(datetime(1990, 1, 1), datetime(2090, 1, 1)),
    st.sampled_from([BERLIN, "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "UTC"]),
)
def test_every_minute_that_occurs_once_is_printed_as_it_was_typed(moment, zone):
    said = moment.strftime("%Y-%m-%d %H:%M")
    try:
        at_ms = utc_ms(said, zone)
    except Fault:
        near = [moment.replace(tzinfo=ZoneInfo(zone)) + timedelta(days=days) for days in (-1, 1)]
        assert near[0].utcoffset() != near[1].utcoffset()
    else:
        assert said_in(at_ms, zone) == said


@pytest.mark.parametrize("zone", ["Europe/Atlantis", "berlin", "../etc/passwd", "Europe", "", "/", "UTC\0"])
def test_an_unknown_zone_is_refused(zone):
    with pytest.raises(BadInput):
        check_zone(zone)


def test_the_zone_of_a_machine_is_read_from_its_name(tmp_path):
    folder = tmp_path / "zoneinfo" / "Europe"
    folder.mkdir(parents=True)
    (folder / "Berlin").touch()
    (tmp_path / "localtime").symlink_to(folder / "Berlin")

    assert machine_zone({}, tmp_path / "localtime") == BERLIN
    assert machine_zone({"TZ": "America/New_York"}, tmp_path / "localtime") == "America/New_York"
    assert machine_zone({"TZ": ":Asia/Tokyo"}, tmp_path / "nothing") == "Asia/Tokyo"
    assert machine_zone({"TZ": "CET-1CEST"}, tmp_path / "nothing") == "UTC"
