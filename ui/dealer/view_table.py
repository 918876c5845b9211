"""What lies on the felt: seats, board and pots. Pure."""

from engine.actions import BOARD, Muck
from engine.cards import Card
from engine.public import PublicPot, PublicSeat, PublicTable
from engine.ranking import best
from ui.dealer.shown import ButtonView, CardView, Mood, PlaceView, PotView, SeatView
from ui.dealer.taps import Ask, Open
from ui.words import Words

BOARD_PLACES = 5


def seats(table: PublicTable, words: Words) -> tuple[SeatView, ...]:
    """Every seat's tile, from seat 1."""
    five = playing_cards(table)
    return tuple(_seat(table, seat, five, words) for seat in table.seats)


def board(table: PublicTable, words: Words) -> tuple[PlaceView, ...]:
    """The five places of the board; the one that waits for a card opens the card pad."""
    five = playing_cards(table)
    return tuple(_place(table, place, five, words) for place in range(1, BOARD_PLACES + 1))


def pots(table: PublicTable, words: Words) -> tuple[PotView, ...]:
    """All chips in the middle and in front and, once there are side pots, each pot with who can win it.

    Nothing between hands, nor once the sheet of awards tells it.
    """
    if table.legal.push or not table.playing:
        return ()
    total = PotView(words.pot, words.amount(table.pot))
    return (total, *(_pot(pot, words) for pot in table.pots)) if len(table.pots) > 1 else (total,)


def pot_name(number: int, words: Words) -> str:
    """`MAIN POT` or `SIDE POT 1`."""
    return words.side_pot.format(pot=number) if number else words.main_pot


def winning_five(table: PublicTable, seat: int) -> tuple[Card, ...]:
    """The five cards a winner plays; an award names only its first winner's."""
    return best((*table.seats[seat - 1].cards, *table.board)).five


def playing_cards(table: PublicTable) -> frozenset[Card]:
    """The cards among the five of any winner, once that is known."""
    winners = {seat for award in table.awards if award.ranking for seat in award.seats}
    return frozenset(card for seat in winners for card in winning_five(table, seat))


def _pot(pot: PublicPot, words: Words) -> PotView:
    name = words.side_short.format(pot=pot.number) if pot.number else words.main_short
    return PotView(name, words.amount(pot.chips), " ".join(str(seat) for seat in sorted(pot.eligible)))


def _seat(table: PublicTable, seat: PublicSeat, five: frozenset[Card], words: Words) -> SeatView:
    mood = _mood(table, seat)
    sitting = mood != "empty"
    return SeatView(
        seat=seat.seat,
        name=(seat.name or seat.player) if sitting else words.empty,
        stack=words.amount(seat.chips) if sitting else "",
        bet=words.amount(seat.bet) if seat.bet else "",
        discs=_discs(table, seat.seat, words),
        mood=mood,
        word=_word(table, seat, mood, words),
        cards=_cards(seat.cards, five),
        tile=_tile(table, seat, mood, words),
        muck=_muck(table, seat, words),
    )


def _mood(table: PublicTable, seat: PublicSeat) -> Mood:
    if not seat.player:
        return "empty"
    if table.playing and not seat.dealt:
        return "waits"
    if seat.dealt and (not seat.live or seat.mucked):
        return "out"
    if any(seat.seat in award.seats for award in table.awards):
        return "wins"
    if table.legal.due[:1] == (seat.seat,):
        return "shows"
    return "turn" if seat.turn else "live"


def _word(table: PublicTable, seat: PublicSeat, mood: Mood, words: Words) -> str:
    match mood:
        case "waits":
            return words.waits
        case "out":
            return words.mucked if seat.mucked else words.folded
        case "wins":
            return words.wins_word
        case "shows":
            return words.shows
        case "turn":
            return words.to_act
        case _:
            return words.all_in_word if seat.all_in and table.playing else ""


def _discs(table: PublicTable, seat: int, words: Words) -> tuple[str, ...]:
    marks = ((table.button, words.button), (table.small, words.small_blind), (table.big, words.big_blind))
    return tuple(mark for at, mark in marks if at == seat)


def _cards(cards: tuple[Card, ...], five: frozenset[Card]) -> tuple[CardView, ...]:
    return tuple(CardView(card, card in five, bool(five) and card not in five) for card in cards)


def _tile(table: PublicTable, seat: PublicSeat, mood: Mood, words: Words) -> ButtonView:
    tap = Open("card", seat.seat) if seat.seat in table.legal.due else None
    parts = [words.empty] if mood == "empty" else [words.behind.format(chips=words.amount(seat.chips))]
    if seat.bet:
        parts.append(words.in_front.format(chips=words.amount(seat.bet)))
    parts += [*_discs(table, seat.seat, words), _word(table, seat, mood, words)]
    parts += [words.card_name(card) for card in seat.cards]
    said = ", ".join(part for part in parts if part)
    return ButtonView(f"seat-{seat.seat}", words.who(seat.seat, seat.name), tap, said=said)


def _muck(table: PublicTable, seat: PublicSeat, words: Words) -> ButtonView | None:
    if seat.seat not in table.legal.muck:
        return None
    said = f"{words.muck}: {words.who(seat.seat, seat.name)}"
    return ButtonView(f"muck-{seat.seat}", words.muck, Ask(Muck(seat.seat)), emphasis="quiet", said=said)


def _place(table: PublicTable, place: int, five: frozenset[Card], words: Words) -> PlaceView:
    card = table.board[place - 1] if place <= len(table.board) else None
    due = BOARD in table.legal.due and place == len(table.board) + 1
    said = words.board_holds if card else words.board_empty
    name = said.format(place=place, card=words.card_name(card) if card else "")
    tile = ButtonView(f"board-{place}", words.board_place(place), Open("card", BOARD) if due else None, said=name)
    return PlaceView(_cards((card,), five)[0] if card else None, due, tile)
