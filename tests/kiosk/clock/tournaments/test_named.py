"""The names in a tournament's records: how they are written and read."""

from contextlib import closing
from typing import get_args

import msgspec
import pytest

from engine.tournament.actions import (
    CarriedOver,
    EntryAdded,
    MemberAdded,
    PersonTurnedAway,
    TournamentEvent,
    UnbookedBooked,
)
from engine.tournament.field.entries import Alias, Person
from engine.tournament.formats import CarriedFlight, Finalist
from kiosk.clock.store.names import NamesFile
from kiosk.clock.tournaments.records.named import FORM, NamedForm
from kiosk.protocol.codec import Unreadable

PEOPLE = (Person("Ann Bell", id_seen=True), Person("Ben Cole"))
NAMING = [
    EntryAdded(1, "aces", "The Aces", 1, 5000, captain="Ann Bell", roster=PEOPLE),
    EntryAdded(2, "ann", "Ann", 1, 5000),
    EntryAdded(3, "ben cole", "Ben Cole", 1, 5000, captain="Ann Bell", roster=PEOPLE[1:], team="The Aces"),
    MemberAdded(1, Person("Cleo Dane")),
    PersonTurnedAway("Rowdy Crew", "brought drinks", 0),
    CarriedOver(
        (CarriedFlight("f1", "Flight A", 9, 1000, 3),),
        (Finalist(1, "aces", "The Aces", 20_000, "Ann Bell", PEOPLE, team="The Faces"),),
    ),
]
WORDS = (b"ces", b"nn", b"Ben", b"Cleo", b"Rowdy")


@pytest.fixture
def form(tmp_path):
    with closing(NamesFile(tmp_path / "clock.db.names")) as names:
        yield NamedForm(names)


@pytest.mark.parametrize("event", NAMING, ids=lambda event: type(event).__name__)
def test_a_record_contains_no_names_and_decodes_to_the_same_event(form, event):
    body = form.encode(event)

    assert not [word for word in WORDS if word in body]
    assert form.decode(body) == event
    with pytest.raises(Unreadable):  # a number is not mistaken for a name
        FORM.decode(body)


def test_an_old_record_with_names_in_it_can_always_be_decoded(form):
    for event in NAMING:
        assert form.decode(FORM.encode(event)) == event


def test_a_numbered_record_can_always_be_decoded(form):
    body = b'{"form":1,"numbered":true,"event":{"is":"entry-added","entry":1,"player":2,"name":1,"nth":1,"chips":5000}}'

    assert form.decode(body) == EntryAdded(1, "#2", "#1", 1, 5000)


def test_the_names_of_flights_stay_in_the_record(form):
    assert b"Flight A" in form.encode(NAMING[-1])


def test_the_name_by_which_a_table_knows_a_player_is_kept_after_an_erasure(tmp_path):
    with closing(NamesFile(tmp_path / "clock.db.names")) as names:
        form = NamedForm(names)
        body = form.encode(UnbookedBooked(3, "zoe", "Zoe", 1, 5000, None, Alias(1, "Zoe", 8)))
        names.erase(["zoe", "Zoe"])
        event = form.decode(body)

    assert isinstance(event, UnbookedBooked)
    assert (event.name, event.alias.player) == ("#2", "Zoe")


@pytest.mark.parametrize(
    "body",
    [
        f'{{"form":1,"numbered":true,{rest}'.encode()
        for rest in ("", '"event":7}', '"event":{"is":"entry-added"}}', '"other":{}}')
    ],
)
def test_a_damaged_numbered_record_is_unreadable(form, body):
    with pytest.raises(Unreadable):
        form.decode(body)


def test_every_event_kind_that_names_people_is_covered():
    """A new kind of event that names people must be added to `NamedForm`."""
    named = {type(event) for event in (*NAMING, UnbookedBooked(3, "z", "Z", 1, 1, None, Alias(1, "Z", 1)))}
    naming = {
        kind
        for kind in get_args(TournamentEvent)
        if {"player", "captain", "roster", "person", "finalists"}
        & {field.name for field in msgspec.structs.fields(kind)}
    }

    assert naming <= named
