"""A tournament on the terminal."""

from collections.abc import Set

from engine.message import Message, message
from engine.tournament.deals import DealOffer
from engine.tournament.ledger import Ledger
from kiosk.protocol.tournaments import EntryView, PublicTournament, TournamentList, TournamentView
from ui.words import Words


def listed(found: TournamentList, words: Words) -> str:
    """A line for each tournament."""
    if not found.tournaments:
        return words.say(message("no-tournament"))
    return "\n".join(
        words.say(
            message("room-listed-over", id=one.id, name=one.name, entries=one.entries)
            if one.ended
            else message("room-listed", id=one.id, name=one.name, entries=one.entries, left=one.players_left)
        )
        for one in found.tournaments
    )


def in_words(whole: PublicTournament, words: Words) -> str:
    """The level, the players by place, what the rules ask for, and every chip."""
    tournament, state = whole.tournament, whole.state
    entry = state.structure.entries[state.index]
    left = words.left(state.remaining_ms)
    level = message("room-level" if state.running else "room-level-paused", level=entry.name, left=left)
    lines = [
        tournament.name,
        words.say(message("room-over") if tournament.ended else level),
        words.say(message("room-players", entries=state.entries, left=state.players_left, average=state.average_stack)),
    ]
    playing = {one.sitting for one in tournament.entries if one.chips is not None}
    lines += [_player(one, playing, words) for one in sorted(tournament.entries, key=_place) if not one.voided]
    if tournament.waits_on:
        tables = ", ".join(map(str, tournament.waits_on))
        lines.append(words.say(message("tables-waited-for", tables=tables)))
    if tournament.pool:
        prizes = " · ".join(map(words.money, tournament.prizes))
        lines.append(words.say(message("room-prizes", pool=words.money(tournament.pool), prizes=prizes)))
    if tournament.ledger:
        lines += chips_in_words(tournament.ledger, words)
    if tournament.seed:
        lines.append(words.say(message("room-draw", seed=tournament.seed, draw=tournament.draw)))
    for number, one in enumerate(tournament.proposals, 1):
        why = f"{one.why} ({one.clause})" if one.clause else one.why
        lines.append(words.say(message("room-proposal", number=number, why=why)))
    return "\n".join(lines)


def deal_in_words(offer: DealOffer, tournament: TournamentView, words: Words) -> str:
    """What everybody would get; nothing is agreed by it."""
    names = {one.entry: one.name for one in tournament.entries}
    lines = [words.say(message("room-deal", prizes=words.money(sum(offer.prizes))))]
    lines += [
        words.say(message("room-deal-share", name=names[share.entry], amount=words.money(share.amount)))
        for share in offer.shares
    ]
    if offer.for_winner:
        lines.append(words.say(message("room-deal-winner", amount=words.money(offer.for_winner))))
    return "\n".join(lines)


def chips_in_words(ledger: Ledger, words: Words) -> list[str]:
    """Every chip: what was given out, what the tables changed, and what is there."""
    said = [message("room-chips", issued=ledger.issued, found=ledger.found)]
    if ledger.adjusted:
        said.append(message("room-chips-adjusted", chips=ledger.adjusted))
    if ledger.removed:
        said.append(message("room-chips-removed", chips=ledger.removed))
    if ledger.missing > 0:
        said.append(message("room-chips-missing", chips=ledger.missing))
    if ledger.missing < 0:
        said.append(message("room-chips-too-many", chips=-ledger.missing))
    return [words.say(one) for one in said]


def taken_back(before: TournamentView, after: TournamentView, words: Words) -> list[str]:
    """What an undo has taken back, and how to have it again; nothing where it is too old to be told."""
    stood = {act.act for act in before.acts if not act.undone}
    kinds = {**words.director.acts, **words.director.clock_acts}
    return [
        words.say(
            message(
                "room-undone",
                what=kinds[act.kinds[0]],
                act=act.act,
                again=after.acts[-1].act,
            )
        )
        for act in after.acts
        if act.undone and act.act in stood
    ]


def _place(one: EntryView) -> tuple[int, int, int, int]:
    """The finished by place, before them those that are in: by table and seat."""
    return (one.finish, one.table, one.seat, one.entry)


def _player(one: EntryView, playing: Set[int], words: Words) -> str:
    """Who holds nothing at a table that plays is bust; at one that has not begun, the chips lie ready."""
    if said := _beside_play(one, words):
        return words.say(said)
    if one.finish and one.payout:
        return words.say(message("room-paid", place=one.finish, name=one.name, payout=words.money(one.payout)))
    if one.finish:
        return words.say(message("room-finished", place=one.finish, name=one.name))
    if not one.seat:
        return words.say(message("room-unseated", entry=one.entry, name=one.name))
    if one.sitting not in playing:
        return words.say(message("room-drawn", entry=one.entry, name=one.name, table=one.table, seat=one.seat))
    chips = one.chips or 0
    return words.say(
        message("room-seated", entry=one.entry, name=one.name, table=one.table, seat=one.seat, chips=chips)
    )


def _beside_play(one: EntryView, words: Words) -> Message | None:
    """Who is in no place and at no table, and why; None for everybody else."""
    if one.waits:
        return message("room-waits", entry=one.entry, name=one.name)
    if one.forfeit:
        return message("room-forfeit", entry=one.entry, name=one.name, fee=words.money(one.fee_owed))
    if one.goes_on:
        return message("room-goes-on", entry=one.entry, name=one.name, chips=one.chips or 0)
    return None
