"""Proposals that the clock accepts automatically: the director sets which ones, and undoes them with one touch."""

import pytest

from engine.refused import Refused
from engine.tournament.actions import AcceptDifference, ConfirmBust, SetPolicy, UndoAct
from engine.tournament.orders.setup.create import paused
from engine.tournament.policies import BY_POLICY, KINDS
from engine.tournament.proposals.proposals import accepted
from tests.kit.small_room import SmallRoom


@pytest.fixture
def room():
    """Two tables of four. An entry of the first has busted."""
    one = SmallRoom(1)
    one.open(8, 2, 9)
    one.tables_follow()
    one.lose(1, next(number for number in one.tables[1].held))
    return one


def accept(room, by):
    """The proposals that are accepted automatically now, ordered by a person."""
    found = accepted(room.tournament, room.context)
    assert found
    assert room.ask(found.action, by)


def kinds(room):
    return [one.action.__struct_config__.tag for one in room.proposed()]


def taken(room):
    found = accepted(room.tournament, room.context)
    return found and type(found.action)


def test_no_proposal_is_accepted_automatically_before_the_director_allows_it(room):
    assert "confirm-bust" in kinds(room)
    assert taken(room) is None

    assert room.ask(SetPolicy("confirm-bust", "accept"))

    assert taken(room) is ConfirmBust


def test_a_never_policy_hides_the_proposal_until_it_is_undone(room):
    assert room.ask(SetPolicy("confirm-bust", "never"))
    assert "confirm-bust" not in kinds(room)

    assert room.ask(UndoAct(len(room.tournament.acts)))

    assert "confirm-bust" in kinds(room)


def test_an_undone_automatic_act_pauses_its_policy_until_the_director_sets_it_again(room):
    room.ask(SetPolicy("confirm-bust", "accept"))
    accept(room, BY_POLICY)
    done = len(room.tournament.acts)
    assert room.ask(UndoAct(done))

    assert paused(room.tournament, "confirm-bust")
    assert "confirm-bust" in kinds(room)
    assert taken(room) is None

    assert room.ask(SetPolicy("confirm-bust", "accept"))
    assert taken(room) is ConfirmBust
    with pytest.raises(Refused, match="policy-unchanged"):
        SetPolicy("confirm-bust", "accept").decide(room.tournament, room.context)


def test_undoing_the_directors_own_act_does_not_pause_a_policy(room):
    room.ask(SetPolicy("confirm-bust", "accept"))
    accept(room, "Dana")
    room.ask(UndoAct(len(room.tournament.acts)))

    assert taken(room) is ConfirmBust


def test_a_proposal_that_reports_a_problem_always_asks_the_director():
    assert not {"undo", AcceptDifference.__struct_config__.tag} & set(KINDS)
