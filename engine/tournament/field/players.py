"""The entries of each player, found without scanning all others, so that hundreds can enter at once in a field of
thousands."""

from collections.abc import Iterable, Mapping

from engine.tournament.field.entries import Entries, Entry

Players = Mapping[str, tuple[int, ...]]
"""The numbers of each player's entries, in order, including those that were voided, forfeited or are on the waiting
list."""


def all_of(entries: Entries, players: Players, player: str) -> list[Entry]:
    """All entries of a player, in order."""
    return [entries[number] for number in players.get(player, ())]


def of_player(entries: Entries, players: Players, player: str) -> list[Entry]:
    """A player's entries that count, in order."""
    return [entry for entry in all_of(entries, players, player) if entry.counts]


def with_changes(players: Players, entries: Entries, changes: Mapping[int, Entry | None]) -> Players:
    """The players after these `entries` have changed; None removes an entry."""
    after: dict[str, tuple[int, ...]] | None = None
    for number, new in changes.items():
        old = entries.get(number)
        if (old and old.player) == (new and new.player):
            continue
        after = dict(players) if after is None else after
        if old:
            _put(after, old.player, (one for one in after[old.player] if one != number))
        if new:
            _put(after, new.player, (*after.get(new.player, ()), number))
    return players if after is None else after


def _put(players: dict[str, tuple[int, ...]], player: str, numbers: Iterable[int]) -> None:
    if held := tuple(sorted(numbers)):
        players[player] = held
    else:
        del players[player]
