"""The keeper with a real journal: what a tap does, when it is ignored or refused, and what a restart finds."""

import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kiosk.faults import Fault
from kiosk.storage.journal import Journal
from kiosk.storage.keeper import Decided, Keeper, Rules, Stale
from tests.kit.sizes import size


class GameRefused(Exception):
    """The rules of this small game say no."""


class Pay(msgspec.Struct, frozen=True):
    """An order: put in chips, in so many equal parts."""

    chips: int
    parts: int = 1


class Payment(msgspec.Struct, frozen=True):
    """A fact."""

    chips: int


class PaymentState(msgspec.Struct, frozen=True):
    """The state: what was paid, in order."""

    paid: tuple[int, ...] = ()


def decide(pot: PaymentState, pay: Pay) -> list[Payment]:
    if pay.chips < 0:
        raise GameRefused("nobody takes chips out")
    return [Payment(pay.chips)] * pay.parts


def apply(pot: PaymentState, event: Payment) -> PaymentState:
    if event.chips == 13:
        raise ZeroDivisionError("a bug in apply")
    return PaymentState((*pot.paid, event.chips))


RULES: Rules[PaymentState, Pay, Payment] = Rules(
    decide, apply, msgspec.json.encode, msgspec.json.Decoder(Payment).decode
)
PotKeeper = Keeper[PaymentState, Pay, Payment]


def now_ms() -> int:
    return 1_700_000_000_000


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "table.journal"


@pytest.fixture
def journal(path: Path) -> Iterator[Journal]:
    with Journal.open(path, now_ms) as journal:
        yield journal


@pytest.fixture
def keeper(journal: Journal) -> PotKeeper:
    return Keeper.resume(journal, RULES, PaymentState(), now_ms)


def test_an_action_is_on_disk_before_any_listener_is_called(keeper, journal):
    updates = []
    keeper.listen(lambda events, pot, mark: updates.append((events, pot, mark, journal.head.seq, len(journal.read(0)))))

    events = keeper.do(Pay(100, parts=2))

    assert events == (Payment(100), Payment(100))
    assert updates == [((Payment(100), Payment(100)), PaymentState((100, 100)), 2, 2, 2)]
    assert (keeper.state, keeper.mark) == (PaymentState((100, 100)), 2)
    assert journal.read(0)[0].at_ms == now_ms()


def test_a_tap_on_a_stale_screen_is_ignored(keeper):
    keeper.do(Pay(100), seen=0)

    with pytest.raises(Stale, match="record 0 was shown, but 1 is the newest"):
        keeper.do(Pay(200), seen=0)

    assert (keeper.state, keeper.mark) == (PaymentState((100,)), 1)
    assert keeper.do(Pay(200), seen=1) == (Payment(200),)


def test_a_refused_action_changes_nothing_and_calls_no_listener(keeper, journal):
    updates = []
    keeper.listen(lambda *update: updates.append(update))

    with pytest.raises(GameRefused, match="nobody takes chips out"):
        keeper.do(Pay(-1))

    assert (keeper.state, keeper.mark, journal.read(0), updates) == (PaymentState(), 0, [], [])


def test_a_decision_is_recorded_without_deciding_again(keeper):
    pay = Pay(100)

    assert keeper.do(pay, decided=Decided(keeper.state, pay, (Payment(60), Payment(40)))) == (Payment(60), Payment(40))


@pytest.mark.parametrize("action", [Pay(100), Pay(-1)])
def test_a_decision_about_an_earlier_state_is_made_again(keeper, action):
    """The state may have changed between the decision and the record, so that the rules now say something else."""
    early = Decided(keeper.state, action, (Payment(7),))
    keeper.do(Pay(5))

    with suppress(GameRefused):
        keeper.do(action, decided=early)

    assert keeper.state.paid == ((5,) if action == Pay(-1) else (5, 100))


def test_a_decision_about_another_action_is_not_recorded(keeper):
    assert keeper.do(Pay(5), decided=Decided(keeper.state, Pay(100), (Payment(100),))) == (Payment(5),)


def test_an_action_without_an_event_calls_no_listener(keeper):
    updates = []
    keeper.listen(lambda *update: updates.append(update))

    assert keeper.do(Pay(5, parts=0)) == ()
    assert (keeper.mark, updates) == (0, [])


def test_an_event_that_cannot_be_applied_is_never_written(keeper, journal):
    with pytest.raises(ZeroDivisionError):
        keeper.do(Pay(13, parts=3))

    assert (keeper.state, journal.read(0)) == (PaymentState(), [])
    assert keeper.do(Pay(14)) == (Payment(14),)


def test_an_event_that_cannot_be_decoded_again_is_never_written(journal):
    deaf: Rules[PaymentState, Pay, Payment] = Rules(decide, apply, lambda event: b"?", RULES.decode)
    keeper = Keeper.resume(journal, deaf, PaymentState(), now_ms)

    with pytest.raises(ValueError, match="malformed"):
        keeper.do(Pay(1))

    assert (keeper.state, journal.read(0)) == (PaymentState(), [])


def test_a_disk_fault_leaves_the_state_as_it_is_on_the_disk(path, keeper):
    keeper.do(Pay(1))
    path.with_name(f"{path.name}.lock").unlink()
    updates = []
    keeper.listen(lambda *update: updates.append(update))

    with Journal.open(path, now_ms), pytest.raises(Fault):
        keeper.do(Pay(2))

    assert (keeper.state, keeper.mark, updates) == (PaymentState((1,)), 1, [])


def test_a_listener_that_fails_holds_back_neither_the_state_nor_the_other_listeners(keeper, journal):
    updates = []

    def fail(*_: object) -> None:
        raise OSError("the screen is gone")

    keeper.listen(fail)
    keeper.listen(lambda events, pot, mark: updates.append(mark))

    with pytest.raises(OSError, match="the screen is gone"):
        keeper.do(Pay(100))

    assert (keeper.state, keeper.mark, updates, journal.head.seq) == (PaymentState((100,)), 1, [1], 1)
    keeper.listen(fail)
    with pytest.raises(ExceptionGroup, match="several listeners failed"):
        keeper.do(Pay(100))
    assert updates == [1, 2]


def test_a_listener_may_not_act(keeper):
    keeper.listen(lambda *_: keeper.do(Pay(1)))

    with pytest.raises(RuntimeError, match="a listener may not act"):
        keeper.do(Pay(100))

    assert keeper.state == PaymentState((100,))


def test_only_the_thread_that_made_a_keeper_may_use_it(keeper):
    errors = []

    def intrude() -> None:
        try:
            keeper.do(Pay(1))
        except RuntimeError as error:
            errors.append(str(error))

    thread = threading.Thread(target=intrude)
    thread.start()
    thread.join()

    assert errors == ["a keeper may be used only by the thread that made it; post to its inbox instead"]
    assert keeper.state == PaymentState()


def test_an_unknown_record_is_a_fault_that_names_it(journal):
    journal.append(0, [b'{"chips":1}', b'{"cards":"Qh"}'])

    with pytest.raises(Fault, match=r"record-not-known \(record=2, "):
        Keeper.resume(journal, RULES, PaymentState(), now_ms)


def test_a_long_day_is_resumed_completely(journal):
    journal.append(0, [b'{"chips":%d}' % n for n in range(100, 2600)])

    keeper = Keeper.resume(journal, RULES, PaymentState(), now_ms)

    assert keeper.state == PaymentState(tuple(range(100, 2600)))
    assert keeper.mark == 2500


orders = st.builds(Pay, st.integers(-3, 20), st.integers(0, 3))


@pytest.mark.fuzz
@settings(max_examples=size("KIOSK_FUZZ_EXAMPLES", 40), deadline=None)
@given(st.lists(st.one_of(orders, st.just("restart")), max_size=30))
def test_a_restart_at_any_moment_finds_the_same_state(steps):
    """
    The state is the fold of the journal, whatever was refused or failed in between.
    """
    with TemporaryDirectory() as folder:
        path = Path(folder, "table.journal")
        journal = Journal.open(path, now_ms)
        keeper = Keeper.resume(journal, RULES, PaymentState(), now_ms)
        for step in steps:
            before = keeper.state, keeper.mark
            if isinstance(step, Pay):
                with suppress(GameRefused, ZeroDivisionError):
                    keeper.do(step)
            else:
                journal.close()
                journal = Journal.open(path, now_ms)
                keeper = Keeper.resume(journal, RULES, PaymentState(), now_ms)
                assert (keeper.state, keeper.mark) == before
        journal.close()
