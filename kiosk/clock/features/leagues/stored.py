"""The stored definitions of leagues, in their own stream. Standings are calculated from results."""

from collections.abc import Mapping

import msgspec

from engine.decoders import json_decoder
from engine.leagues.league import League, check_league, formula_of
from engine.names import one_line
from engine.refused import Refused
from kiosk.clock.store.keeper import StreamKeeper
from kiosk.clock.store.store import Store
from kiosk.clock.store.streams import LEAGUES
from kiosk.protocol.codec import EventForm, Written
from kiosk.storage.keeper import Rules


class LeagueDefined(msgspec.Struct, frozen=True, tag_field="is", tag="league-defined"):
    """The definition of a league from now on. Its tag and fields are stored in records, so they must never change."""

    league: League


class LeagueRemoved(msgspec.Struct, frozen=True, tag_field="is", tag="league-removed"):
    """The league is removed."""

    id: str


class RemoveLeague(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The league to remove, and the mark that the sender had seen (None if it does not matter)."""

    id: str
    seen: int | None = None


class DefineLeague(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The definition of a league. The formula may name a preset. `seen` is the mark that the sender had seen."""

    league: League
    seen: int | None = None


LeagueAction = DefineLeague | RemoveLeague
LeagueEvent = LeagueDefined | LeagueRemoved
LeagueList = Mapping[str, League]
LeagueKeeper = StreamKeeper[LeagueList, LeagueAction, LeagueEvent]
FORM: EventForm[LeagueEvent] = EventForm(json_decoder(Written[LeagueEvent]))


def leagues_of(store: Store) -> LeagueKeeper:
    """The leagues, read from the store. Raises `Fault`."""
    return LeagueKeeper.resume(store, LEAGUES, Rules(decide, apply, FORM.encode, FORM.decode), {})


def decide(leagues: LeagueList, action: LeagueAction) -> list[LeagueEvent]:
    """The events that an action causes; no events if nothing changes. Raises `BadInput` for an invalid league, or
    `Refused` for an unknown one.
    """
    if isinstance(action, RemoveLeague):
        if action.id not in leagues:
            raise Refused("no-such-league", league=action.id)
        return [LeagueRemoved(action.id)]
    asked = action.league
    league = msgspec.structs.replace(asked, name=one_line(asked.name), formula=formula_of(asked.formula.strip()))
    check_league(league)
    return [] if leagues.get(league.id) == league else [LeagueDefined(league)]


def apply(leagues: LeagueList, event: LeagueEvent) -> LeagueList:
    """The leagues after an event, in the order in which they were first defined."""
    if isinstance(event, LeagueRemoved):
        return {its_id: league for its_id, league in leagues.items() if its_id != event.id}
    return {**leagues, event.league.id: event.league}
