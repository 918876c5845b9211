"""Proposals that the clock accepts automatically: the director sets which ones, and undoes them with one touch."""

import pytest

from engine.refused import Refused
from engine.tournament.accepting import accepted
from engine.tournament.actions import AcceptDifference, ConfirmBust, SetPolicy, Undo
from engine.tournament.policies import BY_POLICY, KINDS
from engine.tournament.rules.policy_rules import paused, set_policy
from tests.kit.small_room import SmallRoom


@pytest.fixture
def room():
    """Two tables of four; an entry of the first is out."""
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


def test_nothing_happens_by_itself_until_the_director_says_so(room):
    assert "confirm-bust" in kinds(room)
    assert taken(room) is None

    assert room.ask(SetPolicy("confirm-bust", "accept"))

    assert taken(room) is ConfirmBust


def test_what_is_never_wanted_is_not_proposed_and_comes_back_once_that_is_undone(room):
    assert room.ask(SetPolicy("confirm-bust", "never"))
    assert "confirm-bust" not in kinds(room)

    assert room.ask(Undo(len(room.tournament.acts)))

    assert "confirm-bust" in kinds(room)


def test_what_is_taken_back_is_not_done_again_until_the_director_says_so_again(room):
    room.ask(SetPolicy("confirm-bust", "accept"))
    accept(room, BY_POLICY)
    done = len(room.tournament.acts)
    assert room.ask(Undo(done))

    assert paused(room.tournament, "confirm-bust")
    assert "confirm-bust" in kinds(room)
    assert taken(room) is None

    assert room.ask(SetPolicy("confirm-bust", "accept"))
    assert taken(room) is ConfirmBust
    with pytest.raises(Refused, match="policy-unchanged"):
        set_policy(room.tournament, SetPolicy("confirm-bust", "accept"))


def test_what_a_director_takes_back_of_their_own_stops_nothing(room):
    room.ask(SetPolicy("confirm-bust", "accept"))
    accept(room, "Dana")
    room.ask(Undo(len(room.tournament.acts)))

    assert taken(room) is ConfirmBust


def test_what_says_that_something_is_wrong_is_always_asked():
    assert not {"undo", AcceptDifference.__struct_config__.tag} & set(KINDS)
