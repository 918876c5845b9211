"""A table without its screen: it resumes, handles messages from readers and the clock, and continues when they are
away."""

from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from engine.actions import BOARD, Call, Check, Fold, Push, SeeCard
from engine.books.rulebook import load_book
from engine.cards import Card
from engine.events import Blinds
from engine.message import Message, message
from engine.table.actions.hands import StartHand
from engine.table.actions.people import TakeSeat
from engine.table.actions.setup import OpenTable, PlaceButton, SetLevel
from engine.tournament.levels.structure import load_structure
from engine.tournament.targets import RosterSeat, TableTarget
from hardware.camera.settings import CameraSettings
from hardware.reading.reading import Health, Reading, UnknownCode
from kiosk.faults import Fault
from kiosk.protocol.link.clock_state import ClockState
from kiosk.protocol.messages import Ack, GoTo, Welcome
from kiosk.storage.chain import START, Mark
from kiosk.storage.sitting_files import SittingFiles
from kiosk.table.host import TableHost
from kiosk.table.link.events import Away, OffsetMeasured, StateReceived
from kiosk.table.services import Services
from kiosk.table.settings import ReaderSettings, TableSettings
from ui.dealer.model.cards import OddCard
from ui.dealer.model.surroundings import Link, PlayLeft
from ui.dealer.model.taps import Aim
from ui.words.languages import words_in

AWAY = Message("clock-silent", {"clock": "clock"})
STRUCTURE = load_structure("demo")


class FaceThatRemembers:
    """Remembers the host's messages, newest last."""

    def __init__(self):
        self.tables, self.arounds, self.refusals, self.odd, self.pins = [], [], [], [], []
        self.aim = None

    @property
    def surroundings(self):
        """The current surroundings of the table."""
        return self.arounds[-1]

    def show(self, table, game, surroundings, then=()):
        self.tables.append(table)
        self.arounds.append(surroundings)

    def show_odd(self, odd):
        self.odd.append(odd)

    def pin_checked(self, entered):
        self.pins.append(entered)

    def tell(self, what):
        self.refusals.append((what, ""))

    def refuse(self, why, clause):
        self.refusals.append((why, clause))

    def aimed(self, card):
        return Aim(SeeCard(card, self.aim))

    def take_card(self, card):
        return False


class HostBench:
    """A host on a real journal. The test sets its time and posts its messages."""

    def __init__(self, folder):
        self.settings = TableSettings(table=1, journal=str(folder / "table.journal"))
        self.now_ms = 0
        self.boot()

    def boot(self):
        self.face = FaceThatRemembers()
        services = Services(lambda: self.now_ms, lambda: 0, Random(1), lambda: None)
        self.host = TableHost(self.settings, self.face, services)
        self.host.start()

    def hear(self, *items):
        for item in items:
            self.host.post(item)
            self.host.take_posts()

    @property
    def table(self):
        return self.host.game.table

    @property
    def journal(self):
        """The journal of the sitting that it is at."""
        return SittingFiles(Path(self.settings.journal)).path_now


@pytest.fixture
def bench(tmp_path):
    bench = HostBench(tmp_path)
    yield bench
    bench.host.stop()


def seat_three(host):
    """Prepare a table of three for its first hand."""
    host.orders.ask(OpenTable(1, "test", load_book("tda"), 9))
    for seat in (1, 4, 7):
        host.orders.ask(TakeSeat(seat, f"p{seat}", f"Player {seat}", 5000))
    host.orders.ask(PlaceButton(1))
    host.orders.ask(SetLevel(Blinds(1, 25, 50, chip=25)))


def word(seq=1, index=0, running=False, anchor_ms=0, epoch=1):
    """The clock's state of the room."""
    minutes = STRUCTURE.entries[index].minutes
    return ClockState(
        epoch=epoch, seq=seq, mark=seq, event="Club night", structure=STRUCTURE, index=index,
        running=running, anchor_ms=anchor_ms, remaining_ms=minutes * 60_000, blinds=Blinds(1, 25, 50), entries=2,
        players_left=2, tables=1, chips_issued=10_000, average_stack=5_000,
    )  # fmt: skip


EVENT = "3f2a9c01d4e5f607"
SITTING = f"{EVENT}-1"
SEATS = (RosterSeat(1, 2, "Ana", 5000), RosterSeat(2, 5, "Bo", 5000))
TARGET = TableTarget(1, EVENT, "Club night", 1, 1, 9, load_book("tda"), SEATS, button=2)


HEADS_UP = replace(TARGET, book=load_book("astate-2009"))


def welcomed(room, held=0, target=TARGET):
    """The clock's welcome at the sitting with two players."""
    return Welcome(Mark(held, START.hash), room, target=target)


def test_a_restart_shows_the_table_unchanged(bench):
    seat_three(bench.host)
    bench.host.orders.ask(StartHand())
    before = bench.host.game
    bench.host.stop()

    bench.boot()

    assert bench.host.game == before
    assert bench.face.tables[-1].legal.seat == 1


def test_a_tap_on_an_outdated_screen_is_ignored_and_the_current_one_shown(bench):
    seat_three(bench.host)
    bench.host.orders.ask(StartHand())
    seen = bench.host.game.mark
    bench.host.orders.ask(Call(1), seen)
    shown = len(bench.face.tables)

    bench.host.orders.ask(Call(4), seen)

    assert bench.host.game.table.hand.bets == (25, 50, 50)
    assert len(bench.face.tables) == shown + 1


def test_a_refused_tap_says_why_with_its_clause(bench):
    seat_three(bench.host)
    bench.host.orders.ask(StartHand())

    bench.host.orders.ask(Call(4))

    assert bench.face.refusals[-1] == (message("not-their-turn", seat=4, turn=1), "TDA 2024 rule 50-A")


def test_the_layout_of_a_scanner_is_kept_for_the_next_start(bench, tmp_path):
    seat_three(bench.host)

    bench.hear(UnknownCode("QS", "board", 0, address="keys:screen", hint="layout"))
    bench.hear(UnknownCode("LQYOUT70;WZ", "board", 0, address="keys:screen", hint="learned"))

    assert bench.face.odd == [OddCard("layout"), OddCard("learned")]
    assert b'"keys:screen":"LQYOUT70;WZ"' in next(tmp_path.rglob("*.cameras")).read_bytes()


def test_a_reading_is_played_and_a_foreign_code_is_only_reported(bench):
    seat_three(bench.host)
    bench.host.orders.ask(StartHand())
    for seat in (1, 4):
        bench.host.orders.ask(Call(seat))
    bench.hear(UnknownCode("\x00?", "table", 0))
    bench.hear(UnknownCode("7|04A2", "table", 0, nowhere=True, position="7"))
    assert bench.face.odd == [OddCard("foreign", code="\x00?"), OddCard("nowhere", position="7")]

    bench.host.orders.ask(Check(7))
    bench.hear(Reading(Card("Qh"), "table", 0))

    assert bench.table.hand.board == (Card("Qh"),)


def test_a_reading_goes_to_the_place_that_the_screen_aims_at(bench):
    seat_three(bench.host)
    bench.host.orders.ask(StartHand())
    for action in (Call(1), Call(4), Check(7)):
        bench.host.orders.ask(action)
    bench.face.aim = 4
    bench.hear(Reading(Card("Qh"), "table", 0))
    assert bench.face.refusals[-1][0] == message("no-card-due-from", seat=4)

    bench.face.aim = BOARD
    bench.hear(Reading(Card("Qh"), "table", 0))
    assert bench.table.hand.board == (Card("Qh"),)


def test_the_clocks_target_opens_an_empty_table_and_sets_its_level(bench):
    bench.hear(GoTo(SITTING), welcomed(word()))

    assert [seat.name for seat in bench.table.seats if seat] == ["Ana", "Bo"]
    assert bench.table.blinds == Blinds(1, 25, 50, chip=25)
    assert bench.face.tables[-1].can_start


def test_a_second_welcome_seats_nobody_twice(bench):
    bench.hear(GoTo(SITTING), welcomed(word()))
    mark = bench.host.game.mark

    bench.hear(Away(AWAY), welcomed(word()))

    assert bench.host.game.mark == mark


def test_a_seating_that_a_crash_interrupted_is_completed(bench):
    bench.host.orders.ask(OpenTable(1, "Club night", load_book("tda"), 9))
    bench.host.orders.ask(TakeSeat(2, "a", "Ana", 5000))

    bench.hear(GoTo(SITTING), welcomed(word()))

    assert [seat.name for seat in bench.table.seats if seat] == ["Ana", "Bo"]


def test_levels_continue_while_the_clock_is_away(bench):
    bench.hear(GoTo(SITTING))
    bench.hear(welcomed(word(running=True)), OffsetMeasured(1_000_000), StateReceived(word(2, 0, True, 1_000_000)))
    bench.hear(Away(AWAY))

    bench.now_ms = STRUCTURE.entries[0].minutes * 60_000 + 5
    bench.host.tick()

    assert bench.table.blinds.level == 2
    assert bench.face.surroundings.link.trouble == AWAY


def test_waiting_records_are_counted_while_the_clock_is_away(bench):
    bench.hear(GoTo(SITTING), welcomed(word()))
    bench.hear(Ack(Mark(bench.host.game.mark, START.hash)), Away(AWAY))
    assert bench.face.surroundings.link == Link(False, waiting=0, trouble=AWAY)
    held = bench.host.game.mark

    bench.host.orders.ask(StartHand())

    assert bench.face.surroundings.link == Link(False, 0, bench.host.game.mark - held, AWAY)
    bench.hear(welcomed(word(), held), Ack(Mark(bench.host.game.mark, START.hash)))
    assert bench.face.surroundings.link == Link(True, waiting=0)


def test_a_late_state_does_not_rewind_the_level(bench):
    bench.hear(GoTo(SITTING), welcomed(word(5, index=1)))

    bench.hear(StateReceived(word(4, index=0)))

    assert bench.table.blinds.level == 2


def test_a_rooms_own_rule_book_comes_with_the_target(bench):
    friday = replace(load_book("house"), id="friday", name="Friday night")

    bench.hear(GoTo(SITTING), welcomed(word(), target=replace(TARGET, book=friday)))

    assert bench.table.book == friday


def test_levels_by_orbits_rise_with_the_tables_own_button_and_not_with_the_clock(bench):
    heads_up = replace(word(running=True), structure=load_structure("astate-2009"), remaining_ms=0)
    bench.hear(
        GoTo(SITTING), welcomed(heads_up, target=replace(TARGET, book=load_book("astate-2009"))), OffsetMeasured(0)
    )
    levels = []
    for _ in range(3):
        bench.now_ms += 10**7
        bench.host.tick()
        bench.host.orders.ask(StartHand())
        levels.append(bench.table.hand.deal.terms.small)
        bench.host.orders.ask(Fold(bench.face.tables[-1].legal.seat))
        bench.host.orders.ask(Push())

    assert levels == [1, 1, 2]


def test_levels_by_orbits_say_how_many_are_left_at_this_table(bench):
    structure = load_structure("astate-2009")
    heads_up = replace(word(running=True), structure=structure, remaining_ms=0)
    bench.hear(
        GoTo(SITTING), welcomed(heads_up, target=replace(TARGET, book=load_book("astate-2009"))), OffsetMeasured(0)
    )
    assert bench.face.surroundings.level.play == PlayLeft("orbits", 1)
    bench.host.orders.ask(StartHand())
    for _ in range(2):
        bench.host.tick()

    level = bench.face.surroundings.level
    assert (level.name, level.play) == (structure.entries[0].name, PlayLeft("orbits", 1))


def test_another_rooms_state_is_accepted_although_its_numbers_start_at_one(bench):
    bench.hear(GoTo(SITTING), welcomed(replace(word(5, index=1, epoch=3), room="friday")))

    bench.hear(StateReceived(replace(word(1, index=3), room="saturday")))

    assert bench.table.blinds.level == 3


def test_a_restarted_clocks_level_is_not_counted_with_the_earlier_offset(bench):
    bench.hear(GoTo(SITTING), welcomed(word(running=True)), OffsetMeasured(50))

    bench.hear(GoTo(SITTING), welcomed(word(1, 0, True, 10**9, epoch=2)))
    bench.now_ms = 10**10
    bench.host.tick()

    assert bench.table.blinds.level == 1


def test_a_lost_reader_is_shown_and_stops_nothing(bench, tmp_path):
    bench.host.stop()
    bench.settings = replace(bench.settings, readers=(ReaderSettings(f"{tmp_path}/none"),))
    bench.boot()
    seat_three(bench.host)
    bench.hear(Health(False, "was unplugged: plug it in again", "table", 0, problem="unplugged"))

    bench.host.orders.ask(StartHand())

    assert [each.problem for each in bench.face.surroundings.readers.readers] == ["unplugged"]
    assert bench.table.hands == 1


def test_a_damaged_learned_deck_disables_the_camera_but_not_the_table(bench, tmp_path):
    bench.host.stop()
    (tmp_path / "red.deck").write_text("rubbish")
    camera = ReaderSettings("camera:0", "board", camera=CameraSettings(learned=str(tmp_path / "red.deck")))
    scanner = ReaderSettings(f"{tmp_path}/none", "muck")
    bench.settings = replace(bench.settings, readers=(camera, scanner))
    bench.boot()
    seat_three(bench.host)

    bench.host.orders.ask(StartHand())

    (why, _), *_ = bench.face.refusals
    says = words_in("en").explain(why)
    assert "red.deck is not a registered deck" in says
    assert says.endswith(": learn the deck again with kiosk deck learn")
    assert bench.face.surroundings.readers.readers[0].problem == "unlearned"
    assert [type(each).__name__ for each in bench.host.readers._readers] == ["SerialReader"]
    assert bench.table.hands == 1


def test_a_table_that_never_began_can_be_stopped(tmp_path):
    settings = TableSettings(table=1, journal=str(tmp_path / "table.journal"), clock="ws://127.0.0.1:9", token="token")
    services = Services(lambda: 0, lambda: 0, Random(1), lambda: None)
    host = TableHost(settings, FaceThatRemembers(), services)
    seat_three(host)

    host.stop()

    TableHost(settings, FaceThatRemembers(), services).stop()


def test_two_programs_cannot_run_one_table(bench):
    with pytest.raises(Fault, match="journal-in-use"):
        HostBench.boot(bench)


def test_a_reading_puts_the_card_at_its_place_and_a_second_one_elsewhere_is_reported(bench):
    seat_three(bench.host)
    bench.host.orders.ask(StartHand())
    for action in (Call(1), Call(4), Check(7)):
        bench.host.orders.ask(action)

    bench.hear(Reading(Card("Qh"), "board", 0), Reading(Card("Qh"), "board", 0, again=True))
    assert bench.face.odd == []
    bench.hear(Reading(Card("Qh"), "seat 4", 0))

    assert bench.table.hand.board == (Card("Qh"),)
    assert bench.face.odd == [OddCard("lies-already", Card("Qh"), BOARD, 4)]
    assert bench.face.refusals == []


def test_a_card_read_too_early_and_scanned_again_at_once_is_played(bench):
    """
    Even the fastest scanner test, with a pseudo-terminal, has both readings within the same second.
    """
    seat_three(bench.host)
    bench.hear(Reading(Card("Qh"), "table", 0))
    assert bench.face.refusals[-1][0] == message("no-hand-in-play")
    bench.host.orders.ask(StartHand())
    bench.host.orders.ask(Call(1))
    bench.host.orders.ask(Call(4))
    bench.host.orders.ask(Check(7))

    bench.hear(Reading(Card("Qh"), "table", 500, again=True))

    assert bench.table.hand.board == (Card("Qh"),)
