"""The tables' own journals contradict places that are wrong."""

import pytest
from msgspec.structs import replace

from engine.books.rulebook import load_book
from engine.tournament.levels.structure import load_structure
from kiosk.simulate import tournament as simulation
from kiosk.simulate.reckoning import out_of_order
from kiosk.simulate.tournament import Plan, simulate


@pytest.mark.slow
def test_places_that_were_exchanged_are_found(tmp_path, monkeypatch):
    seen = []

    def look(tournament, folder):
        last = len(tournament.ended.paid)
        other = {last: last - 1, last - 1: last}
        exchanged = [replace(paid, finish=other.get(paid.finish, paid.finish)) for paid in tournament.ended.paid]
        wrong = replace(tournament, ended=replace(tournament.ended, paid=tuple(exchanged)))
        seen.append((list(out_of_order(tournament, folder)), list(out_of_order(wrong, folder))))
        return []

    monkeypatch.setattr(simulation, "out_of_order", look)
    simulate(Plan(load_book("house"), load_structure("demo"), 7, 1), tmp_path)

    ((right, wrong),) = seen
    assert right == []
    assert wrong
