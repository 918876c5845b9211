"""Small tournaments at real tables: every hand by the engine, every fact from the tables' own records."""

from dataclasses import dataclass, field
from random import Random

import pytest

from engine.actions import Action, SeeCard, Undo
from engine.cards import parse_cards
from engine.events import Blinds, ChangeSeat, Event
from engine.game.game import Game, apply, step
from engine.refused import Refused
from engine.table.actions.chips import CloseRace, OpenRace
from engine.table.actions.hands import Overrule, StartHand
from engine.table.actions.penalties import Disqualify
from engine.table.actions.people import BuyChips, LeaveSeat, PlanLeave, SeatLeft, SeatTaken, TakeSeat
from engine.table.actions.setup import OpenTable, PlaceButton, SetLevel
from engine.table.state import is_playing, players
from engine.tournament.actions import ConfirmBust, MoveEntry, Rebuy
from engine.tournament.custody.ledger import ledger
from engine.tournament.field.entries import SeatAt
from engine.tournament.levels.structure import blinds
from engine.tournament.rules.whole_facts import with_typed
from engine.tournament.tables.facts import Arrival, Departure, Raced, TableFacts, Tables, Unbooked, in_transit
from engine.tournament.targets import target
from kiosk.clock.tables.facts import SittingRecord, read_event, table_facts
from kiosk.table.seating.target import steps_towards
from tests.engine.tournament.test_small_rooms import check, check_end
from tests.kit.randomplay import next_action
from tests.kit.sizes import size
from tests.kit.small_room import CLUB, TDA, TournamentRoom

ROOMS = size("KIOSK_REAL_ROOMS", 3)


@dataclass
class RealTable:
    """A table's program without a screen: its game, and the facts that the clock reads from it."""

    number: int
    game: Game = field(default_factory=Game)
    record: SittingRecord = field(default_factory=SittingRecord)
    begun: frozenset[str] = frozenset()
    lost_all: frozenset[str] = frozenset()

    def ask(self, action: Action, now_ms: int = 0) -> list[Event]:
        events = step(self.game, action)
        for event in events:
            self.record = read_event(self.record, self.game, event, self.game.mark + 1, now_ms)
            self.game = apply(self.game, event)
            if isinstance(event, SeatTaken | SeatLeft):
                self.lost_all -= {event.player}
            if isinstance(event, SeatTaken):
                self.begun |= {event.player}
            elif isinstance(event, SeatLeft) and not event.chips:
                self.lost_all |= {event.player}
        return events

    def facts(self) -> TableFacts:
        return table_facts(self.number, self.record, self.game)


class RealRoom(TournamentRoom):
    """A small room whose tables play hold'em."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.tables: dict[int, RealTable] = {}

    @property
    def facts(self) -> Tables:
        return {number: table.facts() for number, table in self.tables.items()}

    def tables_follow(self) -> None:
        for number in self.tournament.sittings:
            table, goal = self.tables.setdefault(number, RealTable(number)), target(self.tournament, number)
            while steps := [*steps_towards(goal, table.game.table, table.begun, table.lost_all)]:
                for action in steps:
                    table.ask(action, self.now_ms)
        carried = in_transit(self.facts)
        for number in self.tournament.sittings:
            table = self.tables[number]
            for place in target(self.tournament, number).roster:
                if place.came_from and carried.get(place.entry, 0) > 0:
                    redrawn = place.came_from == self.tournament.sittings[number].table
                    who, chips = str(place.entry), carried[place.entry]
                    came = TakeSeat(place.seat, who, place.name, chips, place.came_from, redrawn)
                    table.ask(came, self.now_ms)

    def play_hands(self) -> None:
        self.now_ms += 60_000
        level = blinds(CLUB, min(len(CLUB.entries) - 1, self.now_ms // 600_000))
        for table in self.tables.values():
            if table.game.table.book is None or len(players(table.game.table)) < 2:
                continue
            if table.game.table.blinds != level:
                table.ask(SetLevel(level), self.now_ms)
            table.ask(StartHand(), self.now_ms)
            while is_playing(table.game.table):
                table.ask(next_action(table.game, self.dice), self.now_ms)


def play(seed: int) -> RealRoom:
    room = RealRoom(seed)
    room.open(room.dice.randint(2, 14), room.dice.randint(1, 2), 9)
    for _ in room.play(mischief=0.1):
        check(room)
    check_end(room)
    assert {entry for group in room.tournament.finishes for entry in group}.isdisjoint(
        entry for table in room.facts.values() for entry in table.held
    )
    return room


@pytest.mark.slow
@pytest.mark.fuzz
@pytest.mark.parametrize("seed", range(ROOMS))
def test_a_tournament_at_real_tables_ends_with_every_chip(seed):
    play(seed)


def test_undoing_a_pot_brings_back_the_player_who_went_out():
    room = RealRoom(5)
    room.open(3, 1, 9)
    room.tables_follow()
    table = room.tables[1]
    while not table.record.busts:
        room.play_hands()
    gone = table.record.busts[0]
    assert gone.had > 0
    room.ask(ConfirmBust(gone.entry))

    while table.record.busts:
        table.ask(Undo(confirmed=True, floor="the pot went to the wrong seat"))

    assert gone.entry in table.facts().held
    assert room.tournament.entries[gone.entry].bust
    assert room.ask(room.proposed()[0].action)
    assert room.tournament.entries[gone.entry].is_in
    assert ledger(room.tournament.entries, room.facts).missing == 0


@pytest.mark.parametrize(("confirmed", "times"), [(False, 1), (True, 1), (False, 2)])
def test_a_player_who_bought_again_sits_down_in_the_same_seat_with_the_new_chips(confirmed, times):
    room = RealRoom(5)
    room.open(3, 1, 9)
    room.tables_follow()
    table = room.tables[1]
    while not table.record.busts:
        room.play_hands()
    gone, hands = table.record.busts[0], table.game.table.hands
    seat = room.seat_of(gone.entry).seat
    if confirmed:
        room.ask(ConfirmBust(gone.entry))

    assert room.ask(Rebuy(gone.entry, times))
    room.tables_follow()

    numbers = tuple(range(1, times + 1))
    assert table.facts().held[gone.entry].chips == times * 10_000
    assert (table.facts().held[gone.entry].seat, table.facts().purchases) == (seat, numbers)
    assert gone.entry not in [bust.entry for bust in table.facts().busts]
    assert ledger(room.tournament.entries, room.facts).missing == 0
    room.tables_follow()
    assert not [*steps_towards(target(room.tournament, 1), table.game.table, table.begun, table.lost_all)]
    with pytest.raises(Refused):  # the new chips were handed out, so the hand before cannot be replayed
        table.ask(Undo(confirmed=True, floor="the pot went to the wrong seat"))
    room.play_hands()
    assert table.game.table.hands == hands + 1
    assert table.game.table.hand
    assert seat in table.game.table.hand.deal.seats


def test_a_disqualified_player_is_out_and_no_longer_due_at_the_table():
    room = RealRoom(5)
    room.open(3, 1, 9)
    room.tables_follow()
    table = room.tables[1]
    seat, gone = next((number, seat) for number, seat in enumerate(table.game.table.seats, 1) if seat)

    table.ask(Disqualify(seat, "Ann", "threatened a player"))

    (bust,) = table.record.busts
    assert (bust.entry, bust.by) == (int(gone.player), ())
    assert ledger(room.tournament.entries, room.facts).missing == 0
    assert room.ask(ConfirmBust(bust.entry))
    assert not [*steps_towards(target(room.tournament, 1), table.game.table, table.begun)]


def test_the_same_target_a_second_time_changes_nothing():
    room = RealRoom(6)
    room.open(6, 2, 9)
    room.tables_follow()

    for number, table in room.tables.items():
        assert not [*steps_towards(target(room.tournament, number), table.game.table, table.begun)]


def test_a_table_hands_out_a_purchase_between_hands_once_and_before_the_buyer_leaves():
    room = RealRoom(7)
    room.open(6, 2, 9)
    room.tables_follow()
    table, entry = room.tables[1], next(entry for seat, entry in room.tournament.occupied.items() if seat.sitting == 1)
    to = next(SeatAt(2, seat) for seat in range(1, 10) if SeatAt(2, seat) not in room.tournament.occupied)
    table.ask(SetLevel(blinds(CLUB, 0)))
    room.ask(Rebuy(entry))
    room.ask(MoveEntry(entry, to))
    table.ask(StartHand())
    goal = target(room.tournament, 1)

    assert [type(one) for one in steps_towards(goal, table.game.table, table.begun)] == [PlanLeave]
    while is_playing(table.game.table):
        table.ask(next_action(table.game, Random(2)))
    steps = [*steps_towards(goal, table.game.table, table.begun)]
    assert [type(one) for one in steps] == [BuyChips, LeaveSeat]
    for one in steps:
        table.ask(one)
    assert table.facts().purchases == (1,)
    assert not [*steps_towards(goal, table.game.table, table.begun)]
    assert ledger(room.tournament.entries, room.facts).missing == 0


def test_a_newcomer_seated_by_name_is_unbooked_until_an_entry_is_booked():
    """The table always knows them by name; it lets them go by the entry's number."""
    room = RealRoom(8)
    room.open(6, 2, 9)
    room.tables_follow()
    table = room.tables[1]
    free = next(seat for seat in range(1, 10) if SeatAt(1, seat) not in room.tournament.occupied)
    table.ask(TakeSeat(free, "Wanda", "Wanda", 10_000))
    assert table.facts().unbooked == (Unbooked(free, "Wanda", "Wanda", 10_000, 10_000, table.game.mark),)
    assert ledger(room.tournament.entries, room.facts).missing == -10_000

    assert room.ask(room.proposed()[0].action)

    assert ledger(room.tournament.entries, with_typed(room.tournament, room.facts)).missing == 0
    assert not [*steps_towards(target(room.tournament, 1), table.game.table, table.begun)]
    room.ask(Rebuy(7))
    to = next(SeatAt(2, seat) for seat in range(1, 10) if SeatAt(2, seat) not in room.tournament.occupied)
    room.ask(MoveEntry(7, to))
    steps = [*steps_towards(target(room.tournament, 1), table.game.table, table.begun)]
    assert steps == [BuyChips(free, "Wanda", 10_000, 1), LeaveSeat(free, 2)]
    room.tables_follow()
    assert not [*steps_towards(target(room.tournament, 1), table.game.table, table.begun)]
    assert ledger(room.tournament.entries, with_typed(room.tournament, room.facts)).missing == 0


def test_a_player_who_changed_seats_at_the_table_is_booked_in_the_new_seat():
    """The clock proposes the seat, both for an entry and for a player who was seated by name."""
    room = RealRoom(8)
    room.open(6, 2, 9)
    room.tables_follow()
    table = room.tables[1]
    entry, held = next(iter(table.facts().held.items()))
    one, two, three = [seat for seat in range(1, 10) if SeatAt(1, seat) not in room.tournament.occupied][:3]
    table.ask(TakeSeat(one, "Wanda", "Wanda", 10_000))

    for seat, to in ((held.seat, two), (one, three)):
        table.ask(Overrule("Flo", "seat change", ChangeSeat(seat, to)))
    for proposal in room.proposed():
        room.ask(proposal.action)

    assert room.tournament.entries[entry].seat == SeatAt(1, two)
    assert room.tournament.entries[7].seat == SeatAt(1, three)
    assert not [*steps_towards(target(room.tournament, 1), table.game.table, table.begun)]


def test_the_facts_say_how_an_unbooked_player_left_and_an_undone_pot_brings_them_back():
    table = RealTable(1)
    table.ask(OpenTable(1, "Open", TDA, 9))
    for seat, name in ((1, "Ana"), (2, "Bo"), (3, "Cem")):
        table.ask(TakeSeat(seat, name, name, 500))
    table.ask(LeaveSeat(3, 4))
    assert table.facts().unbooked[2].left == Departure(0, 500, table.game.mark, 4)
    table.ask(SetLevel(blinds(CLUB, 0)))
    table.ask(PlaceButton(1))
    dice = Random(3)
    while not [one for one in table.facts().unbooked if one.bust]:
        table.ask(StartHand() if not is_playing(table.game.table) else next_action(table.game, dice))
    while [one for one in table.facts().unbooked if one.bust]:
        table.ask(Undo(confirmed=True, floor="the pot went to the wrong seat"))
    assert sum(one.chips for one in table.facts().unbooked) == 1000


def test_a_player_who_returns_to_the_table_that_they_left_has_arrived():
    room = RealRoom(9)
    room.open(4, 1, 9)
    room.tables_follow()
    table, (seat, entry) = room.tables[1], next(iter(room.tournament.occupied.items()))
    table.ask(LeaveSeat(seat.seat))
    assert in_transit(room.facts) == {entry: 10_000}

    table.ask(TakeSeat(seat.seat, str(entry), "Again", 10_000))

    assert not in_transit(room.facts)
    assert table.facts().arrivals == (Arrival(entry, 10_000, table.game.mark, back=True),)
    assert ledger(room.tournament.entries, room.facts).missing == 0


def test_the_facts_report_a_color_up_until_it_is_undone():
    table = RealTable(1)
    for action in (OpenTable(1, "Open", TDA, 9), TakeSeat(1, "1", "Ana", 4_025), TakeSeat(2, "2", "Bo", 3_075),
                   SetLevel(Blinds(1, 50, 100, chip=25)), PlaceButton(1)):  # fmt: skip
        table.ask(action)
    assert table.facts().races == ()
    table.ask(OpenRace(25, 100, 12, ((100, 3),)))
    assert table.facts().races == ()
    race = table.game.table.race
    assert race
    for card in parse_cards("AsKsQsJs")[: sum(race.cards)]:
        table.ask(SeeCard(card))
    table.ask(CloseRace())

    assert table.facts().races == (Raced(25, 100, 12, ((100, 3),), table.game.mark),)
    table.ask(Undo())
    assert table.facts().races == ()
