"""Seat draws as text: the card for each seat, and whether each draw follows from its seed."""

from engine.cards import Card
from engine.message import Message, message
from engine.tournament.draws import DrawMade, is_sound
from kiosk.protocol.tournaments import CardPile, Draws, TournamentView
from ui.words import Words


def pile_in_words(pile: CardPile, words: Words) -> str:
    """A line for each card, then a line for each player who draws one, in order."""
    said = [_card(one.card, one.table, one.seat) for one in pile.cards]
    for number, one in enumerate(pile.drawers, 1):
        where = message("card-drawer-seat", number=number, name=one.name, seat=one.seat)
        said.append(where if one.seat else message("card-drawer", number=number, name=one.name))
    return "\n".join(map(words.say, said)) or words.say(message("nobody-to-seat"))


def _card(card: Card, table: int, seat: int) -> Message:
    nearest = message("card-table", written=str(card), card=card, table=table)
    return message("card-seat", written=str(card), card=card, table=table, seat=seat) if seat else nearest


def checked_in_words(found: Draws, now: TournamentView, words: Words) -> str:
    """A line for each draw, then the hash of the next draw's seed."""
    names = {one.entry: one.name for one in now.entries}
    said = []
    for one in found.draws:
        what = _what(one, names)
        sound = message("draw-sound", number=one.number, what=what, seed=one.seed, hash=one.hash)
        unsound = message("draw-unsound", number=one.number, what=what, seed=one.seed, hash=one.hash)
        said.append(sound if is_sound(one) else unsound)
    if found.next:
        said.append(message("room-next-draw", draw=found.next))
    return "\n".join(map(words.say, said))


def _what(draw: DrawMade, names: dict[int, str]) -> Message:
    what = message("draw-of-seats", players=len(draw.entries))
    if draw.kind in ("late", "again"):
        what = message("draw-of-one", name=names.get(draw.entries[0], ""))
    elif draw.kind == "break":
        what = message("draw-of-break", players=len(draw.entries))
    elif draw.kind == "redraw":
        what = message("draw-of-redraw", players=len(draw.entries))
        if draw.pinned:
            pinned = tuple(message("named", name=names.get(one.entry, "")) for one in draw.pinned)
            what = message("draw-of-redraw-pinned", players=len(draw.entries), names=pinned)
    return message("draw-taken-back", what=what) if draw.undone else what
