"""The seats' tiles: the player, the last action, and the action that a touch would record. All functions are pure."""

from msgspec.structs import replace

from engine.actions import Muck, PutIn
from engine.cards import Card
from engine.events import HandKilled, HandRevived, HandStarted
from engine.hand.betting import Offer
from engine.public import PublicSeat, PublicTable
from engine.table.next_deal import is_straddled, straddler
from engine.tournament.tables.room_info import IncomingPlayer
from ui.dealer.model.surroundings import Surroundings
from ui.dealer.model.taps import Ask, OpenPage, PickSeat, Tap
from ui.dealer.model.values import ButtonView, CardView, Mood, PageView, SeatTileView
from ui.dealer.pages.amounts.amount import AmountPage
from ui.dealer.pages.entry.card import CardPage
from ui.dealer.pages.people.marks import arriving, brings, gone_from, leaving, marks, whereabouts
from ui.dealer.pages.repair import RepairPage, last_line
from ui.dealer.view import arrivals
from ui.dealer.view.cards import card_views, marked
from ui.dealer.view.pots import award_at, shown
from ui.words import Words


def seats(
    table: PublicTable, surroundings: Surroundings, five: frozenset[Card], words: Words
) -> tuple[SeatTileView, ...]:
    """Every seat's tile, from seat 1; `five` are the cards that play."""
    offers = {offer.seat: offer for offer in table.offers} if table.question is None else {}
    return tuple(_seat(table, seat, offers.get(seat.seat), surroundings, five, words) for seat in table.seats)


def during_entry(tiles: tuple[SeatTileView, ...], page: PageView) -> tuple[SeatTileView, ...]:
    """The tiles while something is being entered: only the seat in question is amber, and no other one can be touched,
    unless the page offers seats. The page covers some of the bets and buttons, so each is shown in its tile."""
    entry = page.entry
    offered = {button.seat: button for grid in page.grids if grid.ring for button in grid.buttons}
    if entry is None or not (entry.holds or offered):
        return tiles
    return tuple(
        _offered(each, offered[each.seat], is_asked=each.seat == entry.seat)
        if each.seat in offered
        else _asked(each, entry.word)
        if each.seat == entry.seat
        else _at_rest(each)
        for each in tiles
    )


def _offered(seat: SeatTileView, button: ButtonView, *, is_asked: bool) -> SeatTileView:
    """A seat that the open page offers or says something about. An amount on the button takes the stack's place."""
    parts = button.small.split("\n")
    stack = parts.pop(0) if parts[0].replace(",", "").replace(".", "").isdigit() else seat.stack
    word = " ".join(parts)
    moods: tuple[tuple[bool, Mood], ...] = (
        (seat.mood == "empty", "empty"),
        (is_asked, "turn"),
        (button.chosen, "chosen"),
        (button.emphasis == "go", "wins"),
        (button.emphasis in ("stop", "locked"), "out"),
    )
    mood = next((mood for holds, mood in moods if holds), "live")
    tile = replace(seat.tile, tap=button.tap, said=button.said)
    return replace(seat, mood=mood, stack=stack, word=word, act="", chips="", side=None, cards=(), all_in="",
                   tile=tile, pulses=False)  # fmt: skip


def _asked(seat: SeatTileView, word: str) -> SeatTileView:
    """The seat in question. The touch that opened the page may still be on it, so its target stays."""
    tap = seat.tile.tap if isinstance(seat.tile.tap, OpenPage) else None
    said = word or " ".join(part for part in (seat.word, seat.bet) if part)
    return replace(seat, mood="turn", word=said, act="", chips="", tile=replace(seat.tile, tap=tap), pulses=False)


def _at_rest(seat: SeatTileView) -> SeatTileView:
    is_turn = seat.mood == "turn"
    word = " ".join(part for part in (*seat.discs, "" if is_turn else seat.word, seat.bet) if part)
    mood: Mood = "live" if is_turn else seat.mood
    tile = replace(seat.tile, tap=None)
    return replace(seat, mood=mood, word=word, act="", chips="", side=None, tile=tile, pulses=False)


def _seat(  # noqa: PLR0913, PLR0917  # one place where a tile is put together
    table: PublicTable,
    seat: PublicSeat,
    offer: Offer | None,
    surroundings: Surroundings,
    five: frozenset[Card],
    words: Words,
) -> SeatTileView:
    mood = _mood(table, seat, surroundings)
    cards = marked(card_views(seat.cards, five), seat.seat, surroundings.odd)
    sitting = mood != "empty"
    word = _label(table, seat, mood, surroundings, words) if sitting else _dead(table, seat, words)
    all_in = shown(seat.put_in, table, surroundings, words) if seat.all_in and seat.live and table.playing else ""
    view = SeatTileView(
        seat=seat.seat,
        name=(seat.name or seat.player) if sitting else words.empty,
        stack=shown(seat.chips, table, surroundings, words) if sitting else "",
        bet=shown(seat.bet, table, surroundings, words) if seat.bet else "",
        discs=_discs_in_sight(table, seat.seat, words),
        mood=mood,
        word=word,
        cards=cards,
        tile=_tile(table, seat, offer, _said(word, cards, all_in, words), words),
        side=_side(table, seat, offer, words),
        act=_act(table, seat, offer, words),
        chips=words.amount(offer.call) if offer and offer.call else "",
        short_chips=words.short_amount(offer.call) if offer and offer.call else "",
        pulses=seat.doubtful,
        all_in=all_in,
        all_in_word=words.all_in_word,
        bet_chips=seat.bet,
    )
    if not sitting and seat.seat in surroundings.booking.unused:
        out = words.out_of_use
        return replace(view, name=out, tile=replace(view.tile, tap=None, said=out))
    one = None if sitting else arriving(seat.seat, surroundings)
    if one:
        return _arriving(view, one, surroundings, words)
    left = None if sitting else gone_from(seat.seat, surroundings)
    return replace(view, name=left.name, word=whereabouts(left, words)) if left else view


def _arriving(empty: SeatTileView, one: IncomingPlayer, surroundings: Surroundings, words: Words) -> SeatTileView:
    """An empty seat, with the player who is on the way to it or sits down there after this hand."""
    said = brings(one, words)
    word = said if one in surroundings.coming else words.arrivals.sits_next.format(chips=said)
    tile = replace(empty.tile, said=f"{words.people.arrives.format(name=one.name)}, {word}")
    return replace(empty, name=one.name, comes=True, word=word, tile=tile)


def _said(word: str, cards: tuple[CardView, ...], all_in: str, words: Words) -> str:
    """The seat's text for a screen reader: all-in, its status word, and whether one of its cards is in two places."""
    twice = words.cards.twice_said if any(card.twice for card in cards) else ""
    return ", ".join(part for part in (f"{words.all_in_word} {all_in}" if all_in else "", word, twice) if part)


def _mood(table: PublicTable, seat: PublicSeat, surroundings: Surroundings) -> Mood:
    moods: tuple[tuple[bool, Mood], ...] = (
        (not seat.player, "empty"),
        (table.question is not None and seat.seat in table.question.seats,
         "picked" if seat.seat in surroundings.picked else "asked"),
        (table.playing and not seat.dealt, "waits"),
        (table.playing and seat.dealt and (not seat.live or seat.mucked), "out"),
        (any(seat.seat in award.seats for award in table.awards[award_at(table.awards, surroundings.pot) :][:1]),
         "wins"),
        (table.legal.due[:1] == (seat.seat,), "shows"),
        (seat.turn, "turn"),
    )  # fmt: skip
    return next((mood for holds, mood in moods if holds), "live")


def _label(table: PublicTable, seat: PublicSeat, mood: Mood, surroundings: Surroundings, words: Words) -> str:
    booking = surroundings.booking
    asking, won = words.asking, table.question is not None and table.question.kind == "who-won"
    said: dict[Mood, str] = {
        "asked": asking.maybe_won if won else asking.maybe,
        "picked": asking.picked_won if won else asking.picked,
        "waits": marks(seat, booking, words) or words.waits,
        "out": leaving(seat, booking, words) or _out_word(table, seat, words),
        "wins": words.wins_word,
        "shows": words.shows,
    }
    if mood in said:
        return said[mood]
    if seat.all_in and table.playing:
        return ""  # the band of the tile shows it
    if mood == "turn":
        return words.to_act
    did = (asking.passed if seat.inferred else asking.did).get(seat.did, "") if table.playing else ""
    came = "" if table.playing else arrivals.sign(seat.seat, surroundings, words)
    return did or leaving(seat, booking, words) or came or marks(seat, booking, words)


def _out_word(table: PublicTable, seat: PublicSeat, words: Words) -> str:
    if killed := _killed(table, seat.seat):
        return {"penalty": words.in_penalty, "away": words.people.away}.get(killed.cause, words.dead_hand)
    said = words.asking.passed.get("muck" if seat.mucked else "fold", "") if seat.inferred else ""
    return said or (words.mucked if seat.mucked else words.folded)


def _killed(table: PublicTable, seat: int) -> HandKilled | None:
    """The event that killed the seat's hand; None if it is live or was folded."""
    for line in reversed(table.lines):
        if isinstance(line.event, HandKilled | HandRevived) and line.event.seat == seat:
            return line.event if isinstance(line.event, HandKilled) else None
    return None


def _discs(table: PublicTable, seat: int, words: Words) -> tuple[str, ...]:
    """The button and the blinds of the hand in play or, between hands, of the next one."""
    at = table.next_at if table.next_at.big else table
    marks = (
        (at.button, words.button),
        (at.small, words.small_blind),
        (at.big, words.big_blind),
        (_straddler(table), words.straddle_disc),
    )
    return tuple(mark for place, mark in marks if place == seat)


def _dead(table: PublicTable, seat: PublicSeat, words: Words) -> str:
    """Says that the button or the small blind is dead, because it is at this empty seat."""
    if table.playing and seat.dealt:
        return ""
    at = table.next_at if table.next_at.big else table
    return words.dead_button if at.button == seat.seat else words.dead_small if at.small == seat.seat else ""


def _straddler(table: PublicTable) -> int:
    """The seat that has straddled; 0 if nobody has."""
    deal = next((line.event for line in table.lines if isinstance(line.event, HandStarted)), None)
    return straddler(deal) if table.playing and deal and is_straddled(deal) else 0


def _discs_in_sight(table: PublicTable, seat: int, words: Words) -> tuple[str, ...]:
    """The discs that there is room for. Heads-up, only the button is shown along with the winner."""
    is_told = table.legal.push and table.awards
    return _discs(table, seat, words)[:1] if is_told else _discs(table, seat, words)


def _act(table: PublicTable, seat: PublicSeat, offer: Offer | None, words: Words) -> str:
    """The word in the zone of the tile; empty if there is no zone. SHOW is beside MUCK until the first card."""
    if offer is None:
        both = seat.seat in table.legal.due and seat.seat in table.legal.muck
        return words.shows if both and not seat.cards else ""
    if offer.call:
        return words.call_all_in if offer.call == seat.chips else words.call
    return (words.bet if offer.opens else words.raises) if offer.most else ""


def _tile(table: PublicTable, seat: PublicSeat, offer: Offer | None, word: str, words: Words) -> ButtonView:
    parts = [words.empty] if not seat.player else [words.behind.format(chips=words.amount(seat.chips))]
    if seat.bet:
        parts.append(words.in_front.format(chips=words.amount(seat.bet)))
    parts += [*_discs(table, seat.seat, words), word]
    if offer and offer.call:
        parts.append(words.turn_call.format(chips=words.amount(offer.call)))
    parts += [words.card_name(card) for card in seat.cards]
    said = ", ".join(part for part in parts if part)
    return ButtonView(f"seat-{seat.seat}", words.who(seat.seat, seat.name), _tap(table, seat, offer), said=said)


def _tap(table: PublicTable, seat: PublicSeat, offer: Offer | None) -> Tap | None:
    if table.question:
        return PickSeat(seat.seat) if seat.seat in table.question.seats else _repair(table, seat)
    if seat.seat in table.legal.due:
        return OpenPage(CardPage(seat.seat))
    if offer and offer.call:
        return Ask(PutIn(seat.seat))
    if offer and offer.most:
        return OpenPage(AmountPage(seat.seat), slides=True)
    return _repair(table, seat)


def _repair(table: PublicTable, seat: PublicSeat) -> Tap | None:
    """The tap that opens the repair of the seat's last action, the likeliest error; between hands, the seat's page."""
    if table.playing and seat.dealt and (line := last_line(table.lines, seat.seat)):
        return OpenPage(RepairPage(line.mark))
    if seat.dealt and table.playing:
        return None
    from ui.dealer.pages.people.page import seat_tap  # noqa: PLC0415  the first frame in a hand does not wait for it

    return seat_tap(seat)


def _side(table: PublicTable, seat: PublicSeat, offer: Offer | None, words: Words) -> ButtonView | None:
    """The button within the tile: RAISE beside a call, MUCK at showdown, or SHOW for a mucked hand that a caller may
    ask to see."""
    who = words.who(seat.seat, seat.name)
    if offer and offer.call and offer.most:
        tap = OpenPage(AmountPage(seat.seat), slides=True)
        return ButtonView(f"raise-{seat.seat}", words.raises, tap, emphasis="act" if seat.turn else "zone",
                          said=f"{words.raises}: {who}")  # fmt: skip
    if seat.seat in table.legal.asked:
        show = words.asking.show_asked
        return ButtonView(f"show-{seat.seat}", show, OpenPage(CardPage(seat.seat)), emphasis="zone",
                          said=words.asking.show_asked_said.format(who=who))  # fmt: skip
    if seat.seat in table.legal.muck:
        tap_muck = Ask(Muck(seat.seat))
        return ButtonView(f"muck-{seat.seat}", words.muck, tap_muck, said=f"{words.muck}: {who}")
    return None
