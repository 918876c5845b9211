"""A tournament on the terminal."""

from engine.message import message
from kiosk.protocol.tournaments import EntryView, PublicTournament, TournamentList
from ui.words import Words


def listed(found: TournamentList, words: Words) -> str:
    """A line for each tournament."""
    if not found.tournaments:
        return words.say(message("no-tournament"))
    return "\n".join(
        words.say(message("room-listed", id=one.id, name=one.name, entries=one.entries, left=one.players_left))
        for one in found.tournaments
    )


def in_words(whole: PublicTournament, words: Words) -> str:
    """The level, the players by place, what the rules ask for, and every chip."""
    tournament, state = whole.tournament, whole.state
    entry = state.structure.entries[state.index]
    left = words.left(state.remaining_ms)
    level = message("room-level", level=entry.name, left=left)
    lines = [
        tournament.name,
        words.say(level if state.running else message("room-level-paused", level=entry.name, left=left)),
        words.say(message("room-players", entries=state.entries, left=state.players_left, average=state.average_stack)),
    ]
    lines += [_player(one, words) for one in sorted(tournament.entries, key=_place) if not one.voided]
    if ledger := tournament.ledger:
        lines.append(
            words.say(
                message("room-chips", issued=ledger.issued, found=ledger.waiting + ledger.on_tables + ledger.in_transit)
            )
        )
    for number, one in enumerate(tournament.proposals, 1):
        why = f"{one.why} ({one.clause})" if one.clause else one.why
        lines.append(words.say(message("room-proposal", number=number, why=why)))
    return "\n".join(lines)


def _place(one: EntryView) -> tuple[int, int, int, int]:
    """The finished by place, before them those that are in: by table and seat."""
    return (one.finish, one.table, one.seat, one.entry)


def _player(one: EntryView, words: Words) -> str:
    if one.finish:
        paid = message("room-finished", place=one.finish, name=one.name, payout=one.payout)
        return words.say(paid)
    if one.seat:
        chips = one.chips if one.chips is not None else 0
        return words.say(
            message("room-seated", entry=one.entry, name=one.name, table=one.table, seat=one.seat, chips=chips)
        )
    return words.say(message("room-unseated", entry=one.entry, name=one.name))
