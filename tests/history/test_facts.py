"""A fact in a history that is not an action is accepted only if it can have happened."""

from contextlib import suppress
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.history.phh.form import BadHistory, Phh, phh_of
from engine.history.phh.play import play
from engine.history.phh.text import phh_fields
from engine.history.record import hands
from engine.refused import Refused
from tests.kit import randomfloor
from tests.kit.played import EXAMPLES, record_of_story
from tests.kit.story import TDA, flop
from tests.said import refused

TABLES = [[event for step in randomfloor.play(seed, 4) for event in step.record] for seed in range(20)]
IMPOSSIBLE = {
    "a card twice": {"is": "board-dealt", "card": "2h"},
    "a card that is not due": {"is": "board-dealt", "card": "4c"},
    "a card of nobody": {"is": "card-tabled", "seat": 7, "card": "4c"},
    "chips of nobody": {"is": "chips-forfeited", "seat": 7, "chips": 5},
    "chips below none": {"is": "chips-forfeited", "seat": 1, "chips": -5},
    "more than the stack": {"is": "chips-forfeited", "seat": 1, "chips": 5000},
    "more than was put in": {"is": "chips-moved", "seat": 1, "chips": -500},
    "a correction of nothing": {"is": "bets-corrected", "seats": [1, 2], "chips": [5], "floor": "so"},
    "a correction that gives back what was not put in": {
        "is": "bets-corrected", "seats": [1], "chips": [-500], "floor": "so"
    },
    "a pot by the rules": {"is": "pot-awarded", "pot": 0, "chips": 200, "seats": [1], "shares": [200], "why": ""},
    "a pot that is not there": {"is": "pot-awarded", "pot": 3, "chips": 200, "seats": [1], "shares": [200], "why": "",
                                "follows": True},
    "a part of a pot": {"is": "pot-awarded", "pot": 0, "chips": 100, "seats": [1], "shares": [100], "why": "",
                        "follows": True},
    "an action": {"is": "folded", "seat": 1},
    "an end": {"is": "hand-ended", "seats": [1, 2], "stacks": [600, 600]},
}  # fmt: skip


@pytest.mark.parametrize("what", IMPOSSIBLE)
def test_an_impossible_fact_is_refused_in_one_line(what):
    """With the number of its action."""
    record = record_of_story(flop(500, 500).tell("1 checks", "2 bets 100", "1 folds", "push"))
    fields = msgspec.json.decode(msgspec.json.encode(phh_fields(record)))
    actions = fields["actions"]
    phh = phh_of({**fields, "actions": [*actions[:6], "# a fact", *actions[6:]], "_facts": {"7": IMPOSSIBLE[what]}})
    assert isinstance(phh, Phh)

    with refused(BadHistory, r"^action 7, '# a fact': [^\n]+$"):
        play(phh, TDA)


@settings(max_examples=EXAMPLES, deadline=None)
@given(seed=st.integers(0, 2**32 - 1))
def test_facts_inserted_into_a_hand_at_random_are_at_worst_refused(seed):
    """Whatever a file claims, the result is a hand, `BadHistory` or `Refused`."""
    dice = Random(seed)
    for record in hands(dice.choice(TABLES)):
        fields = msgspec.json.decode(msgspec.json.encode(phh_fields(record)))
        number = str(dice.randint(1, len(fields["actions"])))
        fields.setdefault("_facts", {})[number] = msgspec.to_builtins(dice.choice(dice.choice(TABLES)))
        phh = phh_of(fields)
        if isinstance(phh, Phh):
            with suppress(BadHistory, Refused):
                play(phh, TDA)
