"""Tournaments and the room's plan as text for a terminal."""

from collections.abc import Iterator, Set

from engine.message import Message, message
from engine.money import Money
from engine.tournament.custody.denominations import Denomination
from engine.tournament.custody.ledger import Ledger
from engine.tournament.levels.level_clock import most_to_run_ms
from engine.tournament.rules.prizes.deal_rules import DealOffer
from kiosk.protocol.link.clock_state import ClockState
from kiosk.protocol.room_plan import PlacedTable, RoomPlan, Side
from kiosk.protocol.tournaments import ColorUp, EntryView, PublicTournament, TournamentList, TournamentView
from kiosk.zone import machine_zone, said_in
from ui.words import Words

SIDES: dict[Side, Message] = {
    "bottom": message("side-bottom"),
    "left": message("side-left"),
    "top": message("side-top"),
    "right": message("side-right"),
}


def listed(found: TournamentList, words: Words) -> str:
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


def plan_in_words(plan: RoomPlan, words: Words) -> str:
    """A line for each table, by section."""
    if not plan.tables:
        return words.say(message("room-no-plan"))
    lines: list[str] = []
    for section, tables in plan.sections:
        lines.append(section or words.say(message("no-section")))
        lines += [words.say(_placed(one)) for one in tables]
    return "\n".join(lines)


def _placed(one: PlacedTable) -> Message:
    return message("room-placed", table=str(one.table), seats=one.seats, side=SIDES[one.side], left=one.left_seat)


def in_words(whole: PublicTournament, words: Words, wall_ms: int) -> str:
    """A tournament as text: its level and start, players by place, prizes, chips and proposals."""
    tournament, state = whole.tournament, whole.state
    lines = [
        tournament.name,
        words.say(message("room-over") if tournament.ended else _level(state, words)),
        *_start(state, words, wall_ms),
        words.say(message("room-players", entries=state.entries, left=state.players_left, average=state.average_stack)),
    ]
    playing = {one.sitting for one in tournament.entries if one.chips is not None}
    lines += [
        _with_more(one, _player(one, playing, tournament.currency, words), words)
        for one in sorted(tournament.entries, key=_place)
        if not one.voided
    ]
    if tournament.waits_on:
        waits_on = tournament.waits_on
        lines.append(words.say(message("tables-waited-for", tables=waits_on, count=len(waits_on))))
    lines += [words.say(one) for one in _prizes(tournament, words)]
    lines += _paid(tournament, words)
    if open_heads := _open_heads(tournament):
        lines.append(words.say(message("room-heads-open", names=open_heads)))
    if tournament.ledger:
        lines += chips_in_words(tournament.ledger, words)
    if len(tournament.break_order) > 1 and not tournament.ended:
        order = words.row([str(table) for table in tournament.break_order])
        by_book, by_director = message("room-order", tables=order), message("room-order-set", tables=order)
        lines.append(words.say(by_director if tournament.order_is_set else by_book))
    for at in tournament.sittings:
        if at.unused and not at.closed:
            lines.append(words.say(message("room-out-of-use", table=at.table, seats=at.unused, count=len(at.unused))))
    if tournament.seed:
        lines.append(words.say(message("room-draw", seed=tournament.seed)))
    if tournament.draw and not tournament.ended:
        lines.append(words.say(message("room-next-draw", draw=tournament.draw)))
    if tournament.proposals:
        lines.append(words.say(message("room-proposals", mark=str(tournament.mark))))
    for number, one in enumerate(tournament.proposals, 1):
        why = f"{one.why} ({one.clause})" if one.clause else one.why
        lines.append(words.say(message("room-proposal", number=number, why=why)))
    return "\n".join(lines)


def _prizes(tournament: TournamentView, words: Words) -> Iterator[Message]:
    """The prize for each place, or that a flight's pool is paid in the final, and the shares in a deal."""
    pool = Money(tournament.pool, tournament.currency)
    if tournament.in_final and tournament.pool:
        yield message("room-in-final", pool=pool)
    elif tournament.pool:
        prizes = " · ".join(words.money(Money(one, tournament.currency)) for one in tournament.prizes)
        yield message("room-prizes", pool=pool, prizes=prizes)
    if tournament.go_on and not tournament.ended:
        yield message("room-go-on-now" if tournament.go_on_may_change else "room-go-on", count=tournament.go_on)
    if tournament.unclaimed:
        shared = Money(tournament.shared, tournament.currency)
        yield message("room-unclaimed", count=tournament.unclaimed, amount=shared)
    if tournament.deal and not tournament.ended:
        names = {one.entry: one.name for one in tournament.entries}
        for one in tournament.payouts:
            amount = Money(one.amount, tournament.currency)
            if one.entry and not one.place:
                yield message("room-agreed", name=names[one.entry], amount=amount)
            elif not one.entry and not one.place:
                yield message("room-for-winner", amount=amount)


def _paid(tournament: TournamentView, words: Words) -> list[str]:
    """The amount paid in, the overlay and the fees. Empty if there is neither an overlay nor a fee."""

    def money(minor: int) -> Money:
        return Money(minor, tournament.currency)

    if not (tournament.overlay or tournament.fees):
        return []
    said = [message("room-paid-in", paid_in=money(tournament.paid_in))]
    if tournament.overlay:
        said.append(message("room-overlay", overlay=money(tournament.overlay)))
    if tournament.fees:
        said.append(message("room-fees", fees=money(tournament.fees)))
    return [" · ".join(map(words.say, said))]


def _open_heads(tournament: TournamentView) -> tuple[Message, ...]:
    """The players who are out and whose bounty nobody has won yet."""
    if not tournament.bounty or tournament.ended:
        return ()
    out = (one for one in tournament.entries if one.finish and not one.knocked_out_by)
    return tuple(message("named", name=one.name) for one in out)


def _level(state: ClockState, words: Words) -> Message:
    """The level, with the time, hands or orbits left, or the time since its end if the last level has run over."""
    index = state.play.least.index if state.play else state.index
    level = words.level_name(state.structure.entries[index].name)
    said = message("room-level", level=level, left=words.left(state.remaining_ms))
    if state.over_ms:
        said = message("room-level-over", level=level, over=words.left(state.over_ms - state.over_ms % 1000))
    if state.play and state.play.least.left:
        counted = words.left_hands if state.play.lasts == "hands" else words.left_orbits
        said = message("room-level-counted", level=level, left=words.counted(counted, state.play.least.left))
    elif state.play:
        said = message("room-level-last", level=level)
    if not state.running:
        return message("room-paused", level=said)
    if state.hand and most_to_run_ms(state.hand) == 0:
        return message("room-held", level=said)
    return message("room-hand-for-hand", level=said) if state.hand_for_hand else said


def _start(state: ClockState, words: Words, wall_ms: int) -> list[str]:
    if state.starts_ms is None or state.starts_ms <= wall_ms:
        return []
    left = words.left(state.starts_ms - wall_ms)
    zone = state.zone or machine_zone()
    time = said_in(state.starts_ms, zone)
    return [words.say(message("room-starts", time=time, zone=zone, left=left))]


def deal_in_words(offer: DealOffer, tournament: TournamentView, words: Words) -> str:
    """Each player's share in a deal that is offered. Showing the deal does not accept it."""
    names = {one.entry: one.name for one in tournament.entries}
    lines = [words.say(message("room-deal", prizes=Money(sum(offer.prizes), tournament.currency)))]
    lines += [
        words.say(message("room-deal-share", name=names[share.entry], amount=Money(share.amount, tournament.currency)))
        for share in offer.shares
    ]
    if offer.for_winner:
        lines.append(words.say(message("room-deal-winner", amount=Money(offer.for_winner, tournament.currency))))
    if over := sum(share.amount for share in offer.shares) + offer.for_winner - sum(offer.prizes):
        more = Money(abs(over), tournament.currency)
        said = message("room-deal-off", more=more) if over > 0 else message("room-deal-short", more=more)
        lines.append(words.say(said))
    return "\n".join(lines)


def chips_in_words(ledger: Ledger, words: Words) -> list[str]:
    """An account of all chips: those that were issued, changes at the tables, and those that are accounted for now."""
    said = [message("room-chips", issued=ledger.issued, found=ledger.found)]
    if ledger.raced:
        said.append(message("room-chips-raced", chips=ledger.raced))
    if ledger.corrected:
        said.append(message("room-chips-corrected", chips=ledger.corrected))
    if ledger.accepted:
        said.append(message("room-chips-accepted", chips=ledger.accepted))
    if ledger.removed:
        said.append(message("room-chips-removed", chips=ledger.removed))
    if ledger.on_tables != ledger.found:
        said += _where(ledger)
    if ledger.missing > 0:
        said.append(message("room-chips-missing", chips=ledger.missing))
    if ledger.missing < 0:
        said.append(message("room-chips-too-many", chips=-ledger.missing))
    return [words.say(one) for one in said]


def _where(ledger: Ledger) -> list[Message]:
    said = [
        (ledger.on_tables, message("room-chips-on-tables", chips=ledger.on_tables)),
        (ledger.waiting, message("room-chips-waiting", chips=ledger.waiting)),
        (ledger.in_transit, message("room-chips-in-transit", chips=ledger.in_transit)),
        (ledger.bagged, message("room-chips-bagged", chips=ledger.bagged)),
    ]
    return [one for chips, one in said if chips]


def counts_in_words(tournament: TournamentView, words: Words) -> str:
    """The differences that counts found, the seats to count next, the bags, and the chips of each denomination."""
    said = [message("room-difference", what=one.said) for one in tournament.differences]
    said = said or [message("room-counts-agree")]
    said += [
        message("room-accepted-by", by=one.by, what=one.said) if one.by else message("room-accepted", what=one.said)
        for one in tournament.accepted
    ]
    for one in tournament.sittings:
        if one.count_next and not one.closed:
            seats = words.row([str(seat) for seat in one.count_next])
            said.append(message("room-count-next", table=one.table, seats=seats))
    for entry in tournament.entries:
        if entry.goes_on and entry.bag is None:
            said.append(message("room-bag-open", name=entry.name, held=entry.chips or 0))
        elif entry.goes_on:
            said.append(message("room-bag", name=entry.name, held=entry.chips or 0, counted=entry.bag or 0))
    said += [_denomination(one, tournament) for one in tournament.denominations if one.issued]
    return "\n".join(words.say(one) for one in said)


def _denomination(one: Denomination, tournament: TournamentView) -> Message:
    """The number of chips of a denomination, and whether all of them were collected when it was taken out of play."""
    if one.tables:
        tables = tuple(table.table for table in tournament.sittings if table.sitting in one.tables)
        return message(
            "chips-still-out", value=one.value, discs=one.issued - one.collected, tables=tables, count=len(tables)
        )
    if one.collected and one.exact and one.missing:
        return message("chips-not-collected", value=one.value, issued=one.issued, collected=one.collected)
    if one.collected:
        return message("chips-collected", value=one.value, discs=one.collected)
    return message("chips-issued" if one.exact else "chips-issued-about", value=one.value, discs=one.issued)


def color_up_in_words(found: ColorUp | None, words: Words) -> str:
    if found is None:
        return words.say(message("color-up-none"))
    said = [message("color-up-room", odd=found.odd, chip=found.chip)]
    for table in found.tables:
        chips = tuple(message("discs", discs=discs, value=value) for value, discs in table.bring)
        said.append(message("color-up-table", table=table.table, chips=chips, prizes=table.prizes))
        said += [
            message("color-up-seat", seat=one.seat, name=one.name, even=one.even, odd=one.odd) for one in table.seats
        ]
    return "\n".join(words.say(one) for one in said)


def taken_back(before: TournamentView, after: TournamentView, words: Words) -> list[str]:
    """The actions that an undo took back, and how to redo them. Empty if they are too old to be listed."""
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


def to_give_back(before: TournamentView, after: TournamentView, words: Words) -> list[str]:
    """The refunds for players who have paid and are no longer entered."""
    entered = {one.entry for one in after.entries if not one.voided}
    gone = [one for one in before.entries if one.entry not in entered and one.refund]
    return [
        words.say(message("room-give-back", name=one.name, amount=Money(one.refund, before.currency))) for one in gone
    ]


def _place(one: EntryView) -> tuple[int, int, int, int]:
    """The sort key of an entry: those still in by table and seat, then those that are out by place."""
    return (one.finish, one.table, one.seat, one.entry)


def no_longer_pinned(before: TournamentView, after: TournamentView, words: Words) -> list[str]:
    """The players who were given another seat and so are no longer pinned."""
    pinned = {one.entry: (one.table, one.seat) for one in before.entries if one.pinned}
    moved = [
        message("named", name=one.name)
        for one in after.entries
        if one.entry in pinned and one.seat and not one.pinned and (one.table, one.seat) != pinned[one.entry]
    ]
    return [words.say(message("room-unpinned", names=tuple(moved)))] if moved else []


def _with_more(one: EntryView, line: str, words: Words) -> str:
    """The line for an entry, with its team, whether it is pinned, and why it is barred."""
    line = f"{line} · {one.team}" if one.team else line
    line = f"{line} · {words.say(message('room-pinned'))}" if one.pinned else line
    return f"{line} ({one.barred})" if one.barred else line


def _player(one: EntryView, playing: Set[int], currency: str, words: Words) -> str:
    """The line for an entry. At a table that has not started play, chips are waiting at the seat and are not shown."""
    if said := _beside_play(one, currency):
        return words.say(said)
    if one.finish and one.payout:
        return words.say(message("room-paid", place=one.finish, name=one.name, payout=Money(one.payout, currency)))
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


def _beside_play(one: EntryView, currency: str) -> Message | None:
    """The line for an entry that has neither a place nor a table, with the reason. None for any other entry."""
    if one.waits:
        return message("room-waits", entry=one.entry, name=one.name)
    if one.forfeit:
        return message("room-forfeit", entry=one.entry, name=one.name, fee=Money(one.fee_owed, currency))
    if one.alternate:
        return message("room-alternate", entry=one.entry, name=one.name, place=one.alternate)
    if one.goes_on:
        return message("room-goes-on", entry=one.entry, name=one.name, chips=one.chips or 0)
    return None
