"""The two pads: an amount, and a card by hand. Pure."""

from engine.actions import BOARD, Bet, RaiseTo, SeeCard
from engine.cards import DECK, RANKS, Card
from engine.public import PublicTable
from ui.dealer.around import Surroundings
from ui.dealer.shown import ButtonView, PadView
from ui.dealer.taps import Ask, Clear, Close, Key, Open, PickRank, Tap
from ui.dealer.view_table import BOARD_PLACES
from ui.words import Words

KEYS = ("1", "2", "3", "0", "4", "5", "6", "00", "7", "8", "9", "000")
RANK_ORDER = RANKS[::-1]
SUIT_ORDER = "shdc"
HOLE_CARDS = 2


def pad(table: PublicTable, around: Surroundings, words: Words) -> PadView | None:
    """The open pad, if its question is still there to answer."""
    if around.pad == "amount" and table.legal.most:
        return _amount_pad(table, around, words)
    if around.pad == "card" and table.legal.due:
        return _card_pad(table, around, words)
    return None


def _close(pad_name: str, words: Words) -> ButtonView:
    return ButtonView(f"{pad_name}-close", words.close, Close(), emphasis="quiet")


def _refused(around: Surroundings) -> str:
    """Why the last thing asked was not done: an open pad may lie over the prompt."""
    return around.refusal.why if around.refusal else ""


# The amount


def _amount_pad(table: PublicTable, around: Surroundings, words: Words) -> PadView:
    legal = table.legal
    least, most = words.amount(legal.least), words.amount(legal.most)
    impossible = _amount_problem(table, around.typed, words)
    amount = int(around.typed or 0)
    sure = Ask(_bet_or_raise(table, amount)) if amount and not impossible else None
    meaning = _meaning(table, amount, words) if amount else words.no_amount
    return PadView(
        name="amount",
        title=words.who(legal.seat, table.seats[legal.seat - 1].name),
        entered=words.amount(amount) if amount else "",
        meaning=meaning,
        limits=words.limits.format(least=least, most=most),
        problem=impossible or _refused(around),
        buttons=(
            *(ButtonView(f"key-{key}", key, Key(key)) for key in KEYS),
            ButtonView("min", words.least, Ask(_bet_or_raise(table, legal.least)),
                       _meaning(table, legal.least, words), "act"),
            ButtonView("all-in", words.all_in, Ask(_bet_or_raise(table, legal.most)),
                       _meaning(table, legal.most, words), "warn"),
            ButtonView("clear", words.clear, Clear() if around.typed else None, emphasis="quiet"),
            _close("amount", words),
            ButtonView("amount-ok", words.ok, sure, meaning if sure else "", "go"),
        ),
    )  # fmt: skip


def _amount_problem(table: PublicTable, typed: str, words: Words) -> str:
    """Why the amount cannot be confirmed; empty when it can, or is not there yet."""
    legal, amount = table.legal, int(typed or 0)
    if not typed:
        return ""
    if amount < legal.least:
        return words.too_little.format(least=words.amount(legal.least))
    if amount > legal.most:
        return words.too_much.format(most=words.amount(legal.most))
    # All-in, and a minimum that somebody's all-in made, may hold chips that are no longer in play.
    chip = table.blinds.chip if table.blinds else 1
    in_chips = amount % chip == 0 or amount in (legal.least, legal.most)
    return "" if in_chips else words.not_in_chips.format(chip=words.amount(chip))


def _bet_or_raise(table: PublicTable, to: int) -> Bet | RaiseTo:
    legal = table.legal
    return Bet(legal.seat, to) if legal.opens else RaiseTo(legal.seat, to)


def _meaning(table: PublicTable, to: int, words: Words) -> str:
    return (words.bets if table.legal.opens else words.raise_to).format(chips=words.amount(to))


# A card by hand


def _card_pad(table: PublicTable, around: Surroundings, words: Words) -> PadView:
    due = table.legal.due
    where = around.where if around.where in due else due[0]
    seen = {*table.board, *(card for seat in table.seats for card in seat.cards)}
    left = {card for card in DECK if card not in seen}
    other = due[(due.index(where) + 1) % len(due)]
    elsewhere: Tap | None = Open("card", other) if other != where else None
    return PadView(
        name="card",
        title=words.card_title,
        entered="",
        meaning=_place_words(table, where, words),
        limits=words.pick_suit if around.rank else words.pick_rank,
        problem=_refused(around),
        cards=_lying(table, where),
        rank=around.rank,
        buttons=(
            *(_rank_button(rank, around, left, words) for rank in RANK_ORDER),
            *(_suit_button(suit, around, left, where, words) for suit in SUIT_ORDER),
            ButtonView("pad-where", words.elsewhere, elsewhere,
                       _place_words(table, other, words) if elsewhere else "", "quiet"),
            _close("card", words),
        ),
    )  # fmt: skip


def _lying(table: PublicTable, where: int) -> tuple[Card | None, ...]:
    """The cards at a place and its free places, of which the first is the next card's."""
    cards, places = (table.board, BOARD_PLACES) if where == BOARD else (table.seats[where - 1].cards, HOLE_CARDS)
    return (*cards, *(None,) * (places - len(cards)))


def _place_words(table: PublicTable, where: int, words: Words) -> str:
    if where == BOARD:
        return words.board_place(len(table.board) + 1)
    seat = table.seats[where - 1]
    return f"{words.who(where, seat.name)}, {words.show_card.format(card=len(seat.cards) + 1)}"


def _rank_button(rank: str, around: Surroundings, left: set[Card], words: Words) -> ButtonView:
    tap = PickRank(rank) if any(card.rank == rank for card in left) else None
    text = "10" if rank == "T" else rank
    return ButtonView(f"pad-rank-{rank}", text, tap, emphasis="warn" if rank == around.rank else "plain",
                      said=words.ranks[rank])  # fmt: skip


def _suit_button(suit: str, around: Surroundings, left: set[Card], where: int, words: Words) -> ButtonView:
    card = Card(around.rank + suit) if around.rank else None
    tap = Ask(SeeCard(card, where)) if card in left and card else None
    return ButtonView(f"pad-suit-{suit}", words.suits[suit], tap, emphasis="card", suit=suit, said=words.suits[suit])
