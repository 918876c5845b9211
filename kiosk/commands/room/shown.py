"""Tournaments, seat draws and the room's plan as text for a terminal."""

from collections.abc import Iterable, Iterator, Set

from engine.message import Message, message
from engine.money import Money
from engine.tournament.custody.denominations import Denomination
from engine.tournament.custody.ledger import Ledger
from engine.tournament.draws import DrawMade, is_sound
from engine.tournament.levels.level_clock import most_to_run_ms
from engine.tournament.rules.prizes.deal_rules import DealOffer
from kiosk.commands.room.client import RequestFailed
from kiosk.protocol.link.clock_state import ClockState
from kiosk.protocol.room_plan import RoomPlan, Side
from kiosk.protocol.tournaments import (
    CardPile,
    ColorUp,
    Draws,
    EntryView,
    PublicTournament,
    TournamentList,
    TournamentView,
)
from kiosk.zone import machine_zone, said_in
from ui.words import Words

SIDES: dict[Side, Message] = {
    "bottom": message("side-bottom"),
    "left": message("side-left"),
    "top": message("side-top"),
    "right": message("side-right"),
}


def _text(lines: Iterable[Message | str], words: Words) -> str:
    return "\n".join(one if isinstance(one, str) else words.say(one) for one in lines)


def listed(found: TournamentList, words: Words) -> str:
    lines = [
        message("room-listed-over", id=one.id, name=one.name, entries=one.entries)
        if one.ended
        else message("room-listed", id=one.id, name=one.name, entries=one.entries, left=one.players_left)
        for one in found.tournaments
    ]
    return _text(lines or [message("no-tournament")], words)


def plan_in_words(plan: RoomPlan, words: Words) -> str:
    """A line for each table, by section."""
    if not plan.tables:
        return words.say(message("room-no-plan"))
    lines: list[Message | str] = []
    for section, tables in plan.sections:
        lines.append(section or message("no-section"))
        for one in tables:
            side, left = SIDES[one.side], one.left_seat
            lines.append(message("room-placed", table=str(one.table), seats=one.seats, side=side, left=left))
    return _text(lines, words)


def in_words(whole: PublicTournament, words: Words, wall_ms: int) -> str:
    """A tournament as text: its level and start, players by place, prizes, chips and proposals."""
    return _text(_lines(whole.tournament, whole.state, words, wall_ms), words)


def _lines(tournament: TournamentView, state: ClockState, words: Words, wall_ms: int) -> Iterator[Message | str]:
    yield tournament.name
    yield message("room-over") if tournament.ended else _level(state, words)
    yield from _start(state, words, wall_ms)
    yield message("room-players", entries=state.entries, left=state.players_left, average=state.average_stack)
    playing = {one.sitting for one in tournament.entries if one.chips is not None}
    for entry in sorted(tournament.entries, key=_place):
        if not entry.voided:
            said = _beside_play(entry, tournament.currency) or _player(entry, playing, tournament.currency)
            yield _with_more(entry, said, words)
    if waits_on := tournament.waits_on:
        yield message("tables-waited-for", tables=waits_on, count=len(waits_on))
    yield from _prizes(tournament, words)
    yield from _paid(tournament, words)
    if open_heads := _open_heads(tournament):
        yield message("room-heads-open", names=open_heads)
    if tournament.ledger:
        yield from chips_in_words(tournament.ledger, words)
    if len(tournament.break_order) > 1 and not tournament.ended:
        order = words.row([str(table) for table in tournament.break_order])
        yield message("room-order-set" if tournament.order_is_set else "room-order", tables=order)
    for at in tournament.sittings:
        if at.unused and not at.closed:
            yield message("room-out-of-use", table=at.table, seats=at.unused, count=len(at.unused))
    if tournament.seed:
        yield message("room-draw", seed=tournament.seed)
    if tournament.draw and not tournament.ended:
        yield message("room-next-draw", draw=tournament.draw)
    if tournament.proposals:
        yield message("room-proposals", mark=str(tournament.mark))
    for number, one in enumerate(tournament.proposals, 1):
        yield message("room-proposal", number=number, why=f"{one.why} ({one.clause})" if one.clause else one.why)


def _prizes(tournament: TournamentView, words: Words) -> Iterator[Message]:
    """The prize for each place, or a note that a flight's pool is paid in the final, and the shares in a deal."""
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


def _paid(tournament: TournamentView, words: Words) -> Iterator[str]:
    """The amount paid in, the overlay and the fees, if there is an overlay or a fee."""
    if tournament.overlay or tournament.fees:
        currency = tournament.currency
        said = [message("room-paid-in", paid_in=Money(tournament.paid_in, currency))]
        said += [message("room-overlay", overlay=Money(tournament.overlay, currency))] if tournament.overlay else []
        said += [message("room-fees", fees=Money(tournament.fees, currency))] if tournament.fees else []
        yield " · ".join(map(words.say, said))


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


def _start(state: ClockState, words: Words, wall_ms: int) -> Iterator[Message]:
    if state.starts_ms is not None and state.starts_ms > wall_ms:
        zone = state.zone or machine_zone()
        left = words.left(state.starts_ms - wall_ms)
        yield message("room-starts", time=said_in(state.starts_ms, zone), zone=zone, left=left)


def deal_in_words(offer: DealOffer, tournament: TournamentView, words: Words) -> str:
    """Each player's share in a deal that is offered. Showing the deal does not accept it."""

    def money(minor: int) -> Money:
        return Money(minor, tournament.currency)

    names = {one.entry: one.name for one in tournament.entries}
    lines = [message("room-deal", prizes=money(sum(offer.prizes)))]
    lines += [message("room-deal-share", name=names[one.entry], amount=money(one.amount)) for one in offer.shares]
    if offer.for_winner:
        lines.append(message("room-deal-winner", amount=money(offer.for_winner)))
    if over := sum(share.amount for share in offer.shares) + offer.for_winner - sum(offer.prizes):
        lines.append(message("room-deal-off" if over > 0 else "room-deal-short", more=money(abs(over))))
    return _text(lines, words)


def chips_in_words(ledger: Ledger, words: Words) -> list[str]:
    """An account of all chips: those that were issued, changes at the tables, and those that are accounted for now."""
    lines = [
        (True, message("room-chips", issued=ledger.issued, found=ledger.found)),
        (ledger.raced, message("room-chips-raced", chips=ledger.raced)),
        (ledger.corrected, message("room-chips-corrected", chips=ledger.corrected)),
        (ledger.accepted, message("room-chips-accepted", chips=ledger.accepted)),
        (ledger.removed, message("room-chips-removed", chips=ledger.removed)),
    ]
    if ledger.on_tables != ledger.found:
        lines += [
            (ledger.on_tables, message("room-chips-on-tables", chips=ledger.on_tables)),
            (ledger.waiting, message("room-chips-waiting", chips=ledger.waiting)),
            (ledger.in_transit, message("room-chips-in-transit", chips=ledger.in_transit)),
            (ledger.bagged, message("room-chips-bagged", chips=ledger.bagged)),
        ]
    lacking = message("room-chips-missing" if ledger.missing > 0 else "room-chips-too-many", chips=abs(ledger.missing))
    return [words.say(line) for chips, line in (*lines, (ledger.missing, lacking)) if chips]


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
    return _text(said, words)


def _denomination(one: Denomination, tournament: TournamentView) -> Message:
    """The number of chips of a denomination, and whether all of them were collected when it was taken out of play."""
    if one.tables:
        tables = tuple(table.table for table in tournament.sittings if table.sitting in one.tables)
        out = one.issued - one.collected
        return message("chips-still-out", value=one.value, discs=out, tables=tables, count=len(tables))
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
        for one in table.seats:
            said.append(message("color-up-seat", seat=one.seat, name=one.name, even=one.even, odd=one.odd))
    return _text(said, words)


def taken_back(before: TournamentView, after: TournamentView, words: Words) -> list[str]:
    """The actions that an undo reversed, and how to redo them. Empty if they are too old to be listed."""
    stood = {act.act for act in before.acts if not act.undone}
    kinds = {**words.director.acts, **words.director.clock_acts}
    return [
        words.say(message("room-undone", what=kinds[act.kinds[0]], act=act.act, again=after.acts[-1].act))
        for act in after.acts
        if act.undone and act.act in stood
    ]


def to_give_back(before: TournamentView, after: TournamentView, words: Words) -> list[str]:
    """The refunds for players who have paid and are no longer entered."""
    entered = {one.entry for one in after.entries if not one.voided}
    return [
        words.say(message("room-give-back", name=one.name, amount=Money(one.refund, before.currency)))
        for one in before.entries
        if one.entry not in entered and one.refund
    ]


def _place(one: EntryView) -> tuple[int, int, int, int]:
    """The sort key of an entry: entries still in come first, by table and seat, then those that are out, by place."""
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


def _with_more(one: EntryView, line: Message, words: Words) -> str:
    """The line for an entry, with its team, whether it is pinned, and why it is barred."""
    pinned = [words.say(message("room-pinned"))] if one.pinned else []
    said = " · ".join(filter(None, [words.say(line), one.team, *pinned]))
    return f"{said} ({one.barred})" if one.barred else said


def _player(one: EntryView, playing: Set[int], currency: str) -> Message:
    """The line for an entry. At a table that has not started play, chips are waiting at the seat and are not shown."""
    if one.finish and one.payout:
        return message("room-paid", place=one.finish, name=one.name, payout=Money(one.payout, currency))
    if one.finish:
        return message("room-finished", place=one.finish, name=one.name)
    if not one.seat:
        return message("room-unseated", entry=one.entry, name=one.name)
    if one.sitting not in playing:
        return message("room-drawn", entry=one.entry, name=one.name, table=one.table, seat=one.seat)
    chips = one.chips or 0
    return message("room-seated", entry=one.entry, name=one.name, table=one.table, seat=one.seat, chips=chips)


def _beside_play(one: EntryView, currency: str) -> Message | None:
    """The line for an entry that has neither a finishing place nor a table, with the reason. None for any other
    entry."""
    if one.waits:
        return message("room-waits", entry=one.entry, name=one.name)
    if one.forfeit:
        return message("room-forfeit", entry=one.entry, name=one.name, fee=Money(one.fee_owed, currency))
    if one.alternate:
        return message("room-alternate", entry=one.entry, name=one.name, place=one.alternate)
    if one.goes_on:
        return message("room-goes-on", entry=one.entry, name=one.name, chips=one.chips or 0)
    return None


def pile_in_words(pile: CardPile, words: Words) -> str:
    """A line for each card, then a line for each player who draws one, in order."""
    said = [
        message("card-seat", written=str(one.card), card=one.card, table=one.table, seat=one.seat)
        if one.seat
        else message("card-table", written=str(one.card), card=one.card, table=one.table)
        for one in pile.cards
    ]
    said += [
        message("card-drawer-seat", number=number, name=one.name, seat=one.seat)
        if one.seat
        else message("card-drawer", number=number, name=one.name)
        for number, one in enumerate(pile.drawers, 1)
    ]
    return _text(said or [message("nobody-to-seat")], words)


def checked_in_words(found: Draws, now: TournamentView, words: Words) -> str:
    """A line for each draw, which is recomputed here to verify it, then the hash of the next draw's seed. Raises
    `RequestFailed` if a draw does not follow from its seed."""
    names = {one.entry: one.name for one in now.entries}
    said = [
        message(
            "draw-sound" if is_sound(one) else "draw-unsound",
            number=one.number,
            what=_purpose(one, names),
            seed=one.seed,
            hash=one.hash,
        )
        for one in found.draws
    ]
    said += [message("room-next-draw", draw=found.next)] if found.next else []
    if not all(map(is_sound, found.draws)):
        raise RequestFailed(_text(said, words))
    return _text(said, words)


def _purpose(draw: DrawMade, names: dict[int, str]) -> Message:
    players = len(draw.entries)
    match draw.kind:
        case "late" | "again":
            what = message("draw-of-one", name=names.get(draw.entries[0], ""))
        case "break":
            what = message("draw-of-break", players=players)
        case "redraw" if draw.pinned:
            pinned = tuple(message("named", name=names.get(one.entry, "")) for one in draw.pinned)
            what = message("draw-of-redraw-pinned", players=players, names=pinned)
        case "redraw":
            what = message("draw-of-redraw", players=players)
        case _:
            what = message("draw-of-seats", players=players)
    return message("draw-taken-back", what=what) if draw.undone else what
