"""The work for a page about a large tournament does not grow with its players times its tables."""

from engine.tournament.actions import AddEntries, AddEntry, EntryAdded, UndoAct
from engine.tournament.rules.field.away_rules import remarks
from engine.tournament.tables.facts import TableFacts
from engine.tournament.tournament import order
from tests.kit.small_room import SmallRoom


class CountedFacts(dict[int, TableFacts]):
    """The tables' facts, with a count of the loops over all of them."""

    looks = 0

    def items(self):
        self.looks += 1
        return super().items()

    def values(self):
        self.looks += 1
        return super().values()


def opened():
    """60 players were drawn to eight tables, and nobody has sat down."""
    room = SmallRoom(1)
    room.open(60, 8, 9)
    return room, CountedFacts({sitting: TableFacts(sitting, 0, 0, held={}) for sitting in room.tournament.sittings})


def test_checking_whether_a_draw_can_be_undone_does_not_loop_tables_for_each_player():
    """A page that showed 1,200 tables and 9,600 players took two seconds while the draw was one of the last acts."""
    room, facts = opened()
    drawn = next(act for act in room.tournament.acts if len(act.sets) > 100)

    assert order(room.tournament, UndoAct(drawn.number), "Dana", room.now_ms, facts)
    assert facts.looks < 10


def test_seat_conflicts_are_not_searched_at_all_tables_when_nobody_sits():
    """A page that opened before anybody had sat down looped over all tables for each player."""
    room, facts = opened()
    for sitting in room.tournament.sittings:
        assert remarks(room.tournament, sitting, facts) == []

    assert facts.looks == 0


def test_a_list_of_entries_reads_the_tables_once_for_its_numbers():
    """Earlier, the facts of every table were collected for each of 400 names."""
    room, facts = opened()
    names = AddEntries(tuple(AddEntry(f"late{number}", f"Late {number}") for number in range(30)))
    events = order(room.tournament, names, "Dana", room.now_ms, facts)

    assert [event.entry for event in events if isinstance(event, EntryAdded)] == list(range(61, 91))
    assert facts.looks < 5
