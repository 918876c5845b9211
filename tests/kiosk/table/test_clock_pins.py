"""PINs that only the clock knows: the table asks it. While it is away, only PINs that were right at this table
count."""

import pytest
from msgspec.structs import replace

from engine.table.actions.staff import PinEntered
from kiosk.pins import FIRST_WAIT_MS, FREE_TRIES
from kiosk.protocol.messages import GoTo, PinChecked
from kiosk.protocol.staff import Signer
from kiosk.table.control.pins import PATIENCE_MS
from kiosk.table.people.sign_in import LASTS_MS
from tests.kit.table_bench import FRIDAY, SATURDAY, SILENT, TableBench

FLO, ANA, BO = Signer("Flo", "floor", pin_id="f1"), Signer("Ana", "dealer", pin_id="a1"), Signer("Bo", "dealer")
PIN = "2580"


class SignInBench(TableBench):
    """A table whose clock names three of the staff."""

    def named(self, *staff):
        """The clock is connected, and names these people."""
        self.hears(GoTo(self.host.sitting, staff or (FLO, ANA, BO)))

    def keys(self, pin=PIN, name="Ana", role="dealer"):
        """Key a PIN."""
        return self.host.pins.enter(role, pin, name)

    def clock_answers(self, result, **more):
        """The clock answers the last request. Returns the message to the screen."""
        self.hears(PinChecked(self.line.pins[-1].id, result, **more))
        return self.face.pins[-1]

    def right(self, pin=PIN):
        """Ana signs with the clock's approval."""
        self.keys(pin)
        return self.clock_answers("right", name="Ana", pin_id="a1")


@pytest.fixture
def bench(tmp_path):
    bench = SignInBench(tmp_path)
    bench.at_friday(1, 2)
    bench.named()
    yield bench
    bench.stop()


def test_the_table_asks_the_clock_and_records_its_answer(bench, tmp_path):
    entered = bench.keys()
    ask = bench.line.pins[-1]
    wrong = bench.clock_answers("wrong", wait_s=5)

    assert (ask.role, ask.pin, ask.name, ask.id) == ("dealer", PIN, "Ana", entered.asked)
    assert (entered.name, entered.tried) == ("", False)
    assert (wrong.name, wrong.wait_ms, wrong.tried, wrong.asked) == ("", 5_000, True, ask.id)
    assert bench.game.table.staffing.wrong_dealer == 1
    assert PIN not in repr(ask)

    bench.keys()
    assert bench.clock_answers("wait", wait_s=4).wait_ms == 4_000
    assert bench.right().name == "Ana"
    (journal,) = tmp_path.glob(f"*{FRIDAY}.journal")
    noted = [event for event in bench.events(journal) if isinstance(event, PinEntered)]
    assert noted == [PinEntered("dealer", ""), PinEntered("dealer", "Ana")]


def test_a_person_whose_pin_was_right_here_can_sign_for_one_evening_while_the_clock_is_away(bench):
    bench.right()
    bench.hears(SILENT)
    asked = len(bench.line.pins)

    assert bench.keys().name == "Ana"
    assert bench.keys("9999").tried
    bench.now_ms += LASTS_MS - 1
    assert bench.keys().name == "Ana"
    bench.now_ms += 1
    late = bench.keys()

    assert (late.name, late.tried, late.is_away) == ("", False, True)
    assert len(bench.line.pins) == asked


def test_a_person_who_has_never_signed_here_hears_that_the_clock_is_away_without_a_wait(bench):
    bench.hears(SILENT)

    assert all(bench.keys("9999").is_away for _ in range(FREE_TRIES + 1))
    assert bench.game.table.staffing.wrong_dealer == 0


def test_guesses_while_the_clock_is_away_add_to_those_that_it_counted(bench):
    bench.right()
    for _ in range(FREE_TRIES):
        bench.keys("9999")
        bench.clock_answers("wrong")
    bench.hears(SILENT)

    assert bench.keys().wait_ms == FIRST_WAIT_MS
    bench.now_ms += FIRST_WAIT_MS
    assert bench.keys("9999").wait_ms == 2 * FIRST_WAIT_MS


@pytest.mark.parametrize(
    "staff", {"another PIN": (FLO, replace(ANA, pin_id="a2")), "removed": (FLO, BO), "the floor's": (
        FLO, replace(ANA, role="floor"))}.values()
)  # fmt: skip
def test_a_person_whose_pin_or_role_changed_at_the_clock_needs_the_clock_to_sign(bench, staff):
    bench.right()
    bench.hears(SILENT)

    bench.named(*staff)
    bench.hears(SILENT)

    assert not bench.keys().name


def test_an_answer_for_a_pin_that_has_changed_since_is_not_kept(bench):
    bench.keys()
    bench.named(FLO, replace(ANA, pin_id="a2"))
    assert bench.clock_answers("right", name="Ana", pin_id="a1").name == "Ana"
    bench.hears(SILENT)

    assert bench.keys().is_away


@pytest.mark.parametrize("how", ["lost", "late", "cannot"])
def test_an_unanswered_pin_is_checked_as_if_the_clock_were_away(bench, how):
    bench.right()
    bench.keys()
    match how:
        case "lost":
            bench.hears(SILENT)
        case "late":
            bench.now_ms += PATIENCE_MS
            bench.host.tick()
        case "cannot":
            bench.clock_answers("cannot")

    assert [one.name for one in bench.face.pins] == ["Ana", "Ana"]
    bench.clock_answers("right", name="Ana", pin_id="a1")  # too late: it was answered already
    assert len(bench.face.pins) == 2


def test_a_pin_that_was_right_is_known_at_the_tables_next_sitting(bench):
    bench.right()
    bench.hears(GoTo(SATURDAY, (FLO, ANA, BO)), GoTo(SATURDAY, (FLO, ANA, BO)))
    bench.hears(SILENT)

    assert bench.host.sitting == SATURDAY != FRIDAY
    assert bench.keys().name == "Ana"


def test_a_start_without_the_clock_knows_the_names_and_no_pin(bench, tmp_path):
    bench.right()
    bench.stop()
    assert not any(b"argon2" in path.read_bytes() or b"a1" in path.read_bytes() for path in tmp_path.glob("*.signers"))

    bench.boot()

    assert [one.name for one in bench.face.surroundings.staff] == ["Flo", "Ana", "Bo"]
    assert bench.keys().is_away
