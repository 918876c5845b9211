"""The hands in a tournament as Open Hand History or PHH, by table, player and level. Hole cards that were never
tabled are never included: no table knows them."""

import asyncio
from collections.abc import AsyncIterator, Iterable
from typing import Literal, NamedTuple

from engine.history.ohh.text import ohh_line
from engine.history.phh.text import to_phh
from engine.history.record import HandRecord
from engine.tournament.field.entries import of_player
from engine.tournament.state import Tournament
from kiosk.clock.features.phones.days import finished
from kiosk.clock.tournaments.publishing.publisher import Publisher
from kiosk.protocol.numbered import Names
from kiosk.storage.chain import Record

HandForm = Literal["ohh", "phhs"]
AT_ONCE = 5_000
"""How many records are read at a time."""


class Whose(NamedTuple):
    """A player as tables identify them: by the numbers of their entries, or by the ids that they had when seated by
    name. A table that uses no numbers identifies them by name."""

    ids: frozenset[str]
    name: str


class HandFilter(NamedTuple):
    """Which hands to include: those of a physical table, a player, or a level. 0 and None mean any."""

    table: int = 0
    whose: Whose | None = None
    level: int = 0


def whose(tournament: Tournament, entry: int) -> Whose:
    """The player of this entry, with all their entries. Tables may show names shortened or as numbers, but the ids are
    the same.
    """
    one = tournament.entries[entry]
    entries = of_player(tournament.entries, tournament.players, one.player) or [one]
    aliases = [each.alias.player for each in entries if each.alias]
    return Whose(frozenset([*(str(each.number) for each in entries), *aliases]), one.name)


async def hands_text(publisher: Publisher, form: HandForm, wanted: HandFilter) -> AsyncIterator[str]:
    """The requested finished hands, one sitting after another. The service stays responsive while a sitting is read."""
    number = 0
    for key in publisher.desk.audited.keys:
        if wanted.table not in (0, publisher.desk.table_of(key)):
            continue
        records: list[Record] = []
        while some := await publisher.desk.records(key, len(records), AT_ONCE):
            records += some
        found = await asyncio.to_thread(_hands, records, wanted, publisher.desk.accounts.names(key))
        for hand in found:
            number += 1
            yield hand_text(hand, form, number)


def hand_text(hand: HandRecord, form: HandForm, number: int) -> str:
    """One hand in a file. `number` is its position in the file, starting at 1."""
    between = "\n" if number > 1 else ""
    return f"{between}{ohh_line(hand)}" if form == "ohh" else f"{between}[{number}]\n{to_phh(hand)}"


def _hands(records: Iterable[Record], wanted: HandFilter, names: Names) -> list[HandRecord]:
    return [hand for hand in finished(records, names) if is_wanted(hand, wanted)]


def is_wanted(hand: HandRecord, wanted: HandFilter) -> bool:
    """Whether a hand is of that level and was dealt to that player."""
    if wanted.level not in (0, hand.deal.terms.level):
        return False
    if (who := wanted.whose) is None:
        return True
    has_numbers = any(player.isdecimal() for player in hand.players)
    return not who.ids.isdisjoint(hand.players) or (who.name in hand.names and not has_numbers)
