"""The tables receive the names of the staff, never a hash of a PIN: the clock checks what is keyed there, and
remembers.
"""

import json
from contextlib import suppress

import httpx
import pytest

from kiosk.pins import FREE_TRIES, LONGEST_WAIT_MS
from kiosk.protocol.messages import CheckPin, Hello
from kiosk.storage.chain import START
from tests.kit.clock import KEY, DirectorsPage, RandomTable, token
from tests.kit.room import KioskConnection
from tests.kit.signing import Asker

FIRST, SECOND = "470811935264", "593741860527"
"""Two PINs that are too long to appear in a hash or a time by chance."""


class PinWire(KioskConnection):
    """A kiosk that asks about PINs, message by message."""

    def __init__(self, clock, table=1):
        super().__init__(clock, table)
        self._table = table

    def staff(self):
        """Send hello; returns the staff who sign there."""
        self.say(Hello(token(self._table), self._table, 1, START))
        return self.hear("go-to")["staff"]

    def check(self, pin, name="Ann", role="dealer"):
        """The clock's answer to a PIN."""
        self.say(CheckPin("a", role, pin, name))
        said = self.hear("pin-checked")
        return said["result"], said["name"], said["wait_s"]


def hashes(clock):
    """The hashes on the clock's disk."""
    return [found.partition(b'"')[0] for found in clock.on_disk().split(b"$argon2id")[1:]]


def linked(table):
    link = table.face.surroundings.link
    return link is not None and link.connected


def keyed(table, pin, name="Ann", role="dealer"):
    """A PIN is keyed at a table; returns the last answer on its screen."""
    entered = table.host.pins.enter(role, pin, name)
    if entered.asked:
        table.wait(lambda: any(one.asked == entered.asked for one in table.face.pins))
        entered = table.face.pins[-1]
    return entered


def test_a_table_receives_names_and_asks_the_clock_to_check_each_pin(clock, room, tmp_path):
    """This also holds while the clock is away; a changed PIN, and the removal of a person, take effect as soon as it is
    back. No hash is anywhere.
    """
    key = Asker(clock)
    key.hire("Ann", "dealer", pin=FIRST)
    key.hire("Flo", "director", pin="471183")
    one = room.create("Club night", structure="demo")
    one.open_tables(1)
    one.enter("Bo", "Cy", "Di")
    one.draw()
    with RandomTable(tmp_path, clock.socket) as table:
        table.wait(lambda: len(table.face.surroundings.staff) == 2 and linked(table) and bool(table.host.sitting))
        assert keyed(table, FIRST).name == "Ann"
        assert keyed(table, "471183", "", "floor").name == "Flo"
        assert keyed(table, FIRST, "", "floor").tried
        clock.stop()
        table.wait(lambda: not linked(table))
        assert keyed(table, FIRST).name == "Ann"
        assert keyed(table, "471183", "", "floor").name == "Flo"
        clock.start()
        table.wait(lambda: linked(table))
        key.hire("Ann", "dealer", pin=SECOND)
        key.post("staff/remove", name="Flo").raise_for_status()
        table.wait(lambda: len(table.face.surroundings.staff) == 1)
        assert not keyed(table, FIRST).name
        clock.stop()
        table.wait(lambda: not linked(table))
        assert keyed(table, SECOND).is_away
        clock.start()
    files = b"".join(path.read_bytes() for path in tmp_path.glob("table1*") if path.is_file())
    assert b'"Ann"' in files
    assert not any(secret in files for secret in (b"argon2", FIRST.encode(), SECOND.encode()))


def test_no_message_of_the_clock_contains_a_hash(clock, room):
    key = Asker(clock)
    key.hire("Ann", "dealer")
    key.hire("Flo", "floor", pin="471183")
    room.create("Club night", structure="demo").open_tables(1)
    said = []
    with PinWire(clock) as one, PinWire(clock, 2) as other, DirectorsPage(clock) as page:
        said += [one.staff(), other.staff(), one.check("4711"), one.check("471184", "", "floor")]
        key.hire("Flo", "floor", pin="5937")
        said += [one.hear("go-to"), other.hear("go-to")]
        page.hear_until(lambda: any(one["say"] == "totals" for one in page.said))
        said += page.said
    for path in ("staff", "devices", "session", "room", "tables", "tournaments", "displays", "openapi.json"):
        with suppress(httpx.HTTPError):
            said.append(key.get(path).text)
    sent = json.dumps(said).encode()

    assert len(found := hashes(clock)) >= 2
    assert not any(one[:60] in sent or one[-40:] in sent for one in found)
    assert b"argon2" not in sent
    assert KEY.encode() not in sent


@pytest.fixture
def long_waits(monkeypatch):
    """The first wait is five minutes, so that it lasts however slow the machine is."""
    monkeypatch.setattr("kiosk.pins.FIRST_WAIT_MS", LONGEST_WAIT_MS)


def test_wrong_pins_bring_waits_by_person_and_table_also_after_a_restart(clock, room, long_waits, caplog):
    """The clock notifies the director; a name that nobody has counts for the table only."""
    key = Asker(clock)
    key.hire("Ann", "dealer")
    room.create("Club night", structure="demo")
    with PinWire(clock) as kiosk:
        kiosk.staff()
        wrong = [kiosk.check(f"90{number}5", name) for number, name in enumerate(("Ann", "Ann", "Nobody"))]
    with DirectorsPage(clock) as page:
        page.hear_until(lambda: "table 1" in str(page.said) and "wrong PINs" in str(page.said))
    clock.stop()
    clock.start()
    with PinWire(clock) as kiosk, PinWire(clock, 2) as elsewhere:
        kiosk.staff(), elsewhere.staff()
        waits = kiosk.check("4711")
        other = elsewhere.check("4711")

    assert wrong == [("wrong", "", 0), ("wrong", "", 0), ("wrong", "", 300)]
    assert (waits[0], waits[1], 1 <= waits[2] <= 300) == ("wait", "", True)
    assert other == ("right", "Ann", 0)  # guesses at one table lock nobody out at another
    assert "wrong PINs for ‹Nobody› from table 1: PINs are ignored for 300 s" in caplog.text
    assert "9005" not in caplog.text


def test_a_dealers_own_right_pin_buys_no_more_guesses_at_another_persons(clock, long_waits, caplog):
    key = Asker(clock)
    for name in ("Ann", "Bob"):
        key.hire(name, "dealer")
    with PinWire(clock) as kiosk:
        kiosk.staff()
        for number in range(FREE_TRIES):
            kiosk.check(f"90{number}5", "Bob")
            assert kiosk.check("4711", "Ann")[0] == "right"

        assert kiosk.check("4711", "Bob")[0] == "wait"
    assert "wrong PINs for ‹Bob›" in caplog.text
