"""The battery state of a table's machine, and when the dealer is warned."""

import pytest

from kiosk.table.battery import EVERY_MS, Battery, BatteryWatch, read_battery


@pytest.fixture
def supplies(tmp_path):
    """The folder in which the system describes the machine's power."""

    def described(**each):
        for name, words in each.items():
            (tmp_path / name).mkdir()
            for word, says in words.items():
                (tmp_path / name / word).write_bytes(says)
        return tmp_path

    return described


BATTERY = {"type": b"Battery\n", "capacity": b"41\n", "status": b"Discharging\n"}


@pytest.mark.parametrize(
    ("each", "found"),
    [
        ({"AC": {"type": b"Mains\n", "online": b"1\n"}}, None),
        ({"AC": {"type": b"Mains\n"}, "BAT0": BATTERY}, Battery(41, drains=True)),
        ({"BAT0": {**BATTERY, "status": b"Charging\n"}}, Battery(41, drains=False)),
        ({"BAT0": {**BATTERY, "status": b"Full\n", "capacity": b"104\n"}}, Battery(100, drains=False)),
        ({"BAT0": {**BATTERY, "capacity": b"90\n", "status": b"Full\n"}, "BAT1": BATTERY}, Battery(65, drains=True)),
        ({"mouse": {**BATTERY, "scope": b"Device\n"}}, None),
        ({"BAT0": {**BATTERY, "capacity": b"\xff\n"}}, None),
        ({"BAT0": {"type": b"Battery\n"}}, None),
        ({}, None),
    ],
)
def test_the_systems_description_of_a_battery_is_read_or_ignored(supplies, each, found):
    assert read_battery(supplies(**each)) == found


def test_a_machine_without_power_information_has_no_battery(tmp_path):
    assert read_battery(tmp_path / "none") is None


class BatteryTablet:
    """A tablet whose time and battery the test controls."""

    def __init__(self):
        self.now_ms, self.looked, self.battery = 0, 0, Battery(100, drains=True)
        self.watch = BatteryWatch(self._read, lambda: self.now_ms)

    def _read(self):
        self.looked += 1
        return self.battery

    def at(self, percent, drains=True):
        """The percentage that it warns about, if any, when it checks the battery again."""
        self.battery = Battery(percent, drains)
        self.now_ms += EVERY_MS
        self.watch.look()
        warning = self.watch.warning()
        return warning and warning.fields["percent"]


def test_each_warning_is_given_once_and_again_only_after_charging():
    tablet = BatteryTablet()

    assert [tablet.at(percent) for percent in (21, 20, 19, 11, 10, 9, 5, 1)] == [
        None, 20, None, None, 10, None, 5, None,
    ]  # fmt: skip
    assert tablet.at(3, drains=False) is None
    assert tablet.watch.low is None
    assert [tablet.at(percent) for percent in (4, 3)] == [4, None]


def test_the_battery_is_checked_twice_a_minute_however_often_the_screen_ticks():
    tablet = BatteryTablet()
    for _ in range(60):
        tablet.watch.look()
        tablet.now_ms += 1_000

    assert tablet.looked == 2


def test_without_a_battery_there_is_no_warning():
    watch = BatteryWatch(lambda: None, lambda: 0)

    assert not watch.look()
    assert watch.warning() is None
