"""PINs resist guessing and are never written down. A table knows its staff even when the clock is away."""

import os
import stat
from pathlib import Path
from random import Random

import pytest

from engine.message import Message
from engine.table.actions.staff import CallFloor, MeetFloor, SignIn
from kiosk.faults import Fault
from kiosk.pins import FIRST_WAIT_MS, FREE_TRIES, LONGEST_WAIT_MS, find_member, hash_pin, wait_ms
from kiosk.protocol.messages import Welcome
from kiosk.protocol.staff import Member, Signer
from kiosk.settings import parse_settings
from kiosk.storage.chain import START
from kiosk.storage.journal_reader import open_reader
from kiosk.table.host import TableHost
from kiosk.table.link.events import Away
from kiosk.table.services import Services
from kiosk.table.settings import TableSettings
from tests.kiosk.table.test_host import FaceThatRemembers, word
from tests.said import english
from ui.dealer.model.sign_in import Staff

FLO = Member("Flo", "floor", hash_pin("471183"))
ANA = Member("Ana", "dealer", hash_pin("2580"))
BO = Member("Bo", "dealer", hash_pin("9073"))
OF_CLOCK = Signer("Flo", "floor", "f1")
PINS = ("471183", "2580", "9073", "5555")


class Kiosk:
    """A host whose times the test sets."""

    def __init__(self, folder, staff=(FLO, ANA, BO)):
        self.settings = TableSettings(table=1, journal=str(folder / "table.journal"), staff=staff)
        self.now_ms = 1_000
        self.boot()

    def boot(self):
        self.face = FaceThatRemembers()
        services = Services(lambda: self.now_ms, lambda: self.now_ms, Random(1), lambda: None)
        self.host = TableHost(self.settings, self.face, services)
        self.host.start()

    def hear(self, *items):
        for item in items:
            self.host.post(item)
            self.host.take_posts()

    @property
    def staffing(self):
        return self.host.game.table.staffing


@pytest.fixture
def kiosk(tmp_path):
    kiosk = Kiosk(tmp_path)
    yield kiosk
    kiosk.host.stop()


def test_a_pin_identifies_a_person_only_for_their_role():
    staff = (FLO, ANA, BO)

    assert find_member(staff, "floor", "471183") == FLO
    assert find_member(staff, "dealer", "471183") is None
    assert find_member(staff, "dealer", "2580") == ANA
    assert find_member(staff, "dealer", "2580", "Bo") is None
    assert find_member((), "floor", "471183") is None


def test_the_same_pin_never_has_the_same_hash():
    assert hash_pin("2580") != hash_pin("2580")
    assert "2580" not in hash_pin("2580")


@pytest.mark.parametrize("pin", ["", "123", "1234", "9876", "0000", "77777777", "8901", "12a4", "٤٧١١", "4" * 13])
def test_an_easily_guessed_pin_is_refused(pin):
    with pytest.raises(Fault):
        hash_pin(pin)


def test_wrong_pins_wait_longer_and_longer():
    """
    So ten thousand PINs take weeks.
    """
    waits = [wait_ms(wrong) for wrong in range(100)]

    assert waits[:FREE_TRIES] == [0] * FREE_TRIES
    assert waits[FREE_TRIES] == FIRST_WAIT_MS
    assert waits == sorted(waits)
    assert max(waits) == LONGEST_WAIT_MS
    assert sum(wait_ms(wrong) for wrong in range(10_000)) > 30 * 86_400_000


def test_after_wrong_pins_even_the_right_one_waits(kiosk):
    for _ in range(FREE_TRIES):
        assert kiosk.host.pins.enter("floor", "5555").name == ""
    wait = kiosk.host.pins.enter("floor", "471183")

    assert (wait.name, wait.wait_ms) == ("", FIRST_WAIT_MS)
    kiosk.now_ms += FIRST_WAIT_MS
    assert kiosk.host.pins.enter("floor", "471183").name == "Flo"
    assert kiosk.staffing.wrong_floor == 0


def test_a_pin_entered_during_the_wait_is_not_checked_and_not_counted(kiosk):
    for _ in range(FREE_TRIES + 5):
        kiosk.host.pins.enter("floor", "5555")

    assert kiosk.staffing.wrong_floor == FREE_TRIES


def test_a_dealers_own_pin_gives_no_extra_tries_at_the_floors(kiosk):
    for _ in range(FREE_TRIES):
        kiosk.host.pins.enter("floor", "5555")
        kiosk.host.pins.enter("dealer", "2580")

    assert kiosk.host.pins.enter("floor", "471183").wait_ms == FIRST_WAIT_MS


def test_a_restart_gives_no_extra_tries(kiosk):
    """The count is in the journal, and the wait starts over."""
    for _ in range(FREE_TRIES + 1):
        kiosk.host.pins.enter("floor", "5555")
    kiosk.host.stop()
    kiosk.now_ms = 0  # this machine's time begins again

    kiosk.boot()

    assert kiosk.staffing.wrong_floor == FREE_TRIES
    assert kiosk.host.pins.enter("floor", "471183").wait_ms == FIRST_WAIT_MS


def test_no_pin_and_no_hash_is_in_the_journal(kiosk, tmp_path):
    for role, pin in (("floor", "5555"), ("floor", "471183"), ("dealer", "9073"), ("dealer", "2580")):
        kiosk.host.pins.enter(role, pin)
    with open_reader(Path(kiosk.settings.journal)) as journal:
        bodies = b"\n".join(record.body for record in journal.read(0))

    assert b"pin-entered" in bodies
    assert not any(pin.encode() in bodies for pin in PINS)
    assert b"argon2" not in bodies


def test_the_names_of_the_clocks_staff_are_saved_for_a_start_without_the_clock(tmp_path):
    """The table then asks for PINs, and says that it cannot check them."""
    kiosk = Kiosk(tmp_path, staff=())
    assert kiosk.host.pins.enter("floor", "471183").name == ""
    kiosk.hear(Welcome(START, word(), staff=(OF_CLOCK,)), Away(Message("clock-silent", {"clock": "clock"})))
    kiosk.host.stop()

    kiosk.boot()

    assert kiosk.face.surroundings.staff == (Staff("Flo", "floor"),)
    assert kiosk.host.pins.enter("floor", "471183").is_away
    assert stat.S_IMODE(os.stat(tmp_path / "table.journal.signers").st_mode) == 0o600
    kiosk.host.stop()


def test_a_list_of_staff_that_cannot_be_saved_still_works(tmp_path):
    """Nobody skips the PIN because of a disk fault, and the table shows the fault until it is fixed."""
    kiosk = Kiosk(tmp_path, staff=())
    in_the_way = tmp_path / "table.journal.signers.new"
    in_the_way.mkdir()

    kiosk.hear(Welcome(START, word(), staff=(OF_CLOCK,)))

    assert kiosk.face.surroundings.staff == (Staff("Flo", "floor"),)
    assert any("table.journal.signers" in str(refusal) for refusal in kiosk.face.refusals)
    in_the_way.rmdir()
    kiosk.hear(Welcome(START, word(), staff=(OF_CLOCK,)))
    assert (tmp_path / "table.journal.signers").exists()
    kiosk.host.stop()


def test_the_tables_own_staff_take_precedence_over_the_clocks(kiosk):
    kiosk.hear(Welcome(START, word(), staff=(Signer("Gus", "floor", "g1"),)))

    assert kiosk.host.pins.enter("floor", "6161").name == ""
    assert kiosk.host.pins.enter("floor", "471183").name == "Flo"


@pytest.mark.parametrize("data", [b"[{", bytes(40), b""])
def test_with_a_damaged_list_of_staff_the_floors_pin_is_asked_for_and_only_the_clock_can_check_it(
    tmp_path, data, caplog
):
    """As in seed 1278: a disk that lost writes left zeros, and the table did not start."""
    (tmp_path / "table.journal.signers").write_bytes(data)

    kiosk = Kiosk(tmp_path, staff=())

    assert kiosk.face.surroundings.staff == (Staff("?", "floor"),)
    tried = kiosk.host.pins.enter("floor", "471183")
    assert (tried.name, tried.tried, tried.is_away) == ("", False, True)
    assert "staff-unreadable" in caplog.text
    caplog.clear()
    kiosk.hear(Welcome(START, word(), staff=(Signer("Flo", "floor"),)))
    assert kiosk.face.surroundings.staff == (Staff("Flo", "floor"),)
    kiosk.host.stop()


def test_the_wait_for_the_floor_counts_from_the_first_call_even_after_a_restart(kiosk):
    kiosk.host.orders.ask(CallFloor())
    kiosk.now_ms += 20_000
    kiosk.host.orders.ask(CallFloor("chips"))
    kiosk.host.tick()
    assert kiosk.face.surroundings.floor_ms == 20_000
    kiosk.host.stop()
    kiosk.now_ms += 25_000

    kiosk.boot()

    assert {surroundings.floor_ms for surroundings in kiosk.face.arounds} == {45_000}
    kiosk.host.orders.ask(MeetFloor("Flo"))
    assert kiosk.face.surroundings.floor_ms is None


def test_a_floor_call_is_found_however_long_the_record_has_grown_since(kiosk):
    kiosk.host.orders.ask(MeetFloor("nobody called"))
    kiosk.host.orders.ask(CallFloor())
    kiosk.now_ms += 60_000
    for number in range(450):
        kiosk.host.orders.ask(SignIn(f"dealer {number}"))
    kiosk.host.stop()

    kiosk.boot()

    assert {surroundings.floor_ms for surroundings in kiosk.face.arounds} == {60_000}


STAFF_TOML = '[[staff]]\nname = "{name}"\nrole = "{role}"\npin = "{pin}"\n'


@pytest.mark.parametrize(
    ("lines", "says"),
    {
        "a pin in plain": (STAFF_TOML.format(name="Flo", role="floor", pin="4711"), "Flo's pin was not created with"),
        "a role that is none": (STAFF_TOML.format(name="Flo", role="boss", pin=FLO.pin), "role"),
        "no name": (STAFF_TOML.format(name=" ", role="floor", pin=FLO.pin), "a staff member's name"),
        "somebody twice": (STAFF_TOML.format(name="Flo", role="floor", pin=FLO.pin) * 2, "Flo appears twice as floor"),
        "a hash that asks for all memory": (
            STAFF_TOML.format(name="Flo", role="floor", pin=FLO.pin.replace("m=19456", "m=99999999")), "Flo's pin"
        ),
    }.values(),
)  # fmt: skip
def test_invalid_staff_settings_are_reported_in_one_clear_line(lines, says):
    with pytest.raises(Fault) as fault:
        parse_settings(f'table = 1\njournal = "x"\n{lines}', "table.toml", TableSettings)

    assert says in english(fault.value)
    assert "4711" not in str(fault.value)
