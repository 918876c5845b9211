"""A simulated event, which kept every promise."""

import json

from kiosk.cli import main


def simulated(capsys, *words):
    """Its outcome."""
    code = main(["simulate", "--json", *map(str, words)])
    outcome = json.loads(capsys.readouterr().out)
    assert outcome["violations"] == []
    assert (code, outcome["ok"]) == (0, True)
    return outcome
