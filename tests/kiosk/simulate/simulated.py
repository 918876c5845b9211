"""A simulated event, which kept every promise."""

import json

from kiosk.cli import main
from kiosk.simulate import tournament as simulation
from kiosk.simulate.reckoning import contradictions
from kiosk.simulate.tournament import simulate


def simulated(capsys, *words):
    """Its outcome."""
    code = main(["simulate", "--json", *map(str, words)])
    outcome = json.loads(capsys.readouterr().out)
    assert outcome["violations"] == []
    assert (code, outcome["ok"]) == (0, True)
    return outcome


def played(plan, folder, monkeypatch):
    """Its tournaments, as they were in the end; the tables' journals are in the folder."""
    seen = []

    def look(event, where):
        seen.extend(event)
        return contradictions(event, where)

    monkeypatch.setattr(simulation, "contradictions", look)
    outcome = simulate(plan, folder)
    assert outcome.violations == ()
    assert outcome.ok
    return seen
