"""Write hands as Open Hand History: one JSON object for each hand, separated by one blank line.

OHH goes street by street, with all shown cards at the end. So a deal in which the floor revived a dead hand after
others were shown is complete, but cannot always be replayed from the text. PHH can express it.
"""

from collections.abc import Iterable, Iterator, Sequence

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from engine.books.rulebook import RuleBook
from engine.cards import Card
from engine.events import (
    AntePosted,
    BetMade,
    BetsCorrected,
    BlindPosted,
    Called,
    CardTabled,
    Checked,
    ChipsForfeited,
    ChipsMoved,
    Event,
    Folded,
    HandKilled,
    HandMucked,
    HandRevived,
    PotAwarded,
    Raised,
)
from engine.hand.state import SHOWDOWN, Hand, index_of
from engine.history.ohh.form import (
    BET_TYPES,
    STREETS,
    BetLimit,
    Ohh,
    OhhAction,
    OhhFact,
    OhhPot,
    Player,
    Round,
    TournamentInfo,
    Win,
    Wrapper,
)
from engine.history.record import (
    HandRecord,
    HandTransition,
    final,
    killed_in_the_deal,
    moments,
    noted,
    posts,
    why_overruled,
)

SITE = "dealer-assist kiosk"
INTERNAL_VERSION = "1.0"
POSTS = {"small blind": "Post SB", "big blind": "Post BB", "straddle": "Straddle"}
PLAY_MONEY = "XPM"
FLOP = 3
STREET_OF_BOARD = (0, 1, 1, 1, 2, 3)

OhhEvent = Folded | HandKilled | Checked | Called | BetMade | Raised | CardTabled | HandMucked
NAMES: dict[type[Event], str] = {
    Folded: "Fold", HandKilled: "Fold", Checked: "Check", Called: "Call", BetMade: "Bet", Raised: "Raise",
    CardTabled: "Shows Cards", HandMucked: "Mucks Cards",
}  # fmt: skip


def to_ohh(records: Iterable[HandRecord]) -> str:
    """Hands as an `.ohh` file. Raises `ChipsNotConserved` for a hand that cannot have been played at a table."""
    return "\n".join(map(ohh_line, records))


def ohh_line(record: HandRecord) -> str:
    """One hand as text, including its line ending. A blank line separates two hands."""
    return f"{msgspec.json.encode(Wrapper(ohh_of(record))).decode()}\n"


def ohh_of(record: HandRecord) -> Ohh:
    """One hand as an OHH value. Player ids are seat numbers."""
    deal, hand = record.deal, final(record)
    return Ohh(
        site_name=SITE,
        network_name=SITE,
        internal_version=INTERNAL_VERSION,
        tournament=True,
        tournament_info=TournamentInfo(record.event, record.event, currency=PLAY_MONEY, type="MTT"),
        game_number=f"{record.table}-{deal.hand}",
        start_date_utc=record.started or None,
        table_name=f"Table {record.table}",
        bet_limit=BetLimit(BET_TYPES[record.book.betting.value]),
        table_size=max(record.seat_count, *deal.seats),
        currency=PLAY_MONEY,
        dealer_seat=deal.button,
        small_blind_amount=deal.terms.small,
        big_blind_amount=deal.terms.big,
        ante_amount=deal.terms.ante,
        flags=("Observed",),
        players=_players(record),
        rounds=tuple(_rounds(record, hand)),
        pots=_pots(record.events),
        smallest_chip=deal.terms.chip,
        ante_trimming_status=deal.antes_matched,
        level=deal.terms.level,
        opener=deal.opener or UNSET,
        small_blind_seat=deal.small or UNSET,
        overruled=_overruled(record.events),
        book=record.book.id,
    )


def _overruled(events: Sequence[Event]) -> str | UnsetType:
    """The floor's reason for awarding the pots; empty if the floor did not award them."""
    given = (event for event in events if isinstance(event, PotAwarded) and event.follows)
    return next((why_overruled(events) or event.floor or "reason-as-told" for event in given), UNSET)


def _players(record: HandRecord) -> tuple[Player, ...]:
    seated = zip(record.deal.seats, record.names, record.deal.stacks, strict=True)
    return tuple(Player(seat, seat, name or f"Seat {seat}", chips) for seat, name, chips in seated)


def _pots(events: Sequence[Event]) -> tuple[OhhPot, ...]:
    pushed = sorted((event for event in events if isinstance(event, PotAwarded)), key=lambda event: event.pot)
    shares = [zip(event.seats, event.shares, strict=True) for event in pushed]
    wins = [tuple(Win(seat, share) for seat, share in each) for each in shares]
    return tuple(OhhPot(event.pot, event.chips, 0, won) for event, won in zip(pushed, wins, strict=True))


def _rounds(record: HandRecord, hand: Hand) -> Iterator[Round]:
    acts: tuple[list[OhhAction], ...] = ([*_posted(record), *_dealt(hand)], [], [], [], [])
    for moment in moments(record):
        acts[_round_of(moment, hand)].extend(_acts(moment, hand, record.book))
    away = {event.seat for event in killed_in_the_deal(record.events)}
    for index, act in enumerate(acts[0]):
        if act.action == "Fold" and act.player_id in away:
            acts[0][index] = replace(act, absent=True)
    boards = ((), hand.board[:3], hand.board[3:4], hand.board[4:], ())
    for number, (street, cards, done) in enumerate(zip(STREETS, boards, acts, strict=True)):
        if number == 0 or cards or done:
            numbered = tuple(replace(act, action_number=step) for step, act in enumerate(done, 1))
            yield Round(number, street, numbered, _texts(cards))


def _round_of(moment: HandTransition, hand: Hand) -> int:
    """The street, by the number of board cards. Shown cards and anything after the river belong to the showdown."""
    if isinstance(moment.event, CardTabled | HandMucked) or moment.before.street == SHOWDOWN:
        return SHOWDOWN
    dealt = len(moment.before.board)
    if dealt < FLOP <= len(hand.board):
        return 0  # even while the flop is being dealt
    return STREET_OF_BOARD[dealt]


def _posted(record: HandRecord) -> Iterator[OhhAction]:
    """The antes, then the blinds in order. A player who owes a blind but has no chips left posts 0, so that the price
    to call is known."""
    deal = record.deal
    left = dict(zip(deal.seats, deal.stacks, strict=True))
    for event in record.events:
        if isinstance(event, AntePosted):
            left[event.seat] -= event.chips
            yield OhhAction(0, "Post Ante", event.seat, event.chips, left[event.seat] == 0)
    paid = {event.seat: event.chips for event in record.events if isinstance(event, BlindPosted)}
    owing = [(kind, seat) for kind, seat in zip(posts(deal), deal.seats, strict=True) if kind]
    for kind, seat in sorted(owing, key=lambda post: list(POSTS).index(post[0])):
        left[seat] -= paid.get(seat, 0)
        yield OhhAction(0, POSTS[kind], seat, paid.get(seat, 0), left[seat] == 0)


def _dealt(hand: Hand) -> Iterator[OhhAction]:
    for seat, cards in zip(hand.deal.seats, hand.tabled, strict=True):
        if cards:
            yield OhhAction(0, "Dealt Cards", seat, cards=_texts(cards))


def _acts(moment: HandTransition, hand: Hand, book: RuleBook) -> list[OhhAction]:
    """An event as actions; empty if it follows from another event or is written elsewhere."""
    event = moment.event
    match event:
        case ChipsForfeited() | ChipsMoved():
            return [_added(moment, event.seat, event.chips, event)]
        case HandRevived():
            return [_added(moment, event.seat, 0, event)]
        case BetsCorrected():
            each = zip(event.seats, event.chips, strict=True)
            return [_added(moment, seat, chips, replace(event, seats=(seat,), chips=(chips,))) for seat, chips in each]
        case CardTabled() if moment.before.tabled[index_of(hand, event.seat)]:
            return []  # this card was shown together with the first
    return [_act(moment, event, hand, book)] if isinstance(event, OhhEvent) else []


def _added(moment: HandTransition, seat: int, chips: int, fact: OhhFact) -> OhhAction:
    """An `Add to Pot` action for chips put in by an event for which OHH has no action of its own. The amount is 0 for
    other decisions by the floor."""
    all_in = chips > 0 and moment.after.stacks[index_of(moment.after, seat)] == 0
    return OhhAction(0, "Add to Pot", seat, chips, all_in, fact=fact)


def _act(moment: HandTransition, event: OhhEvent, hand: Hand, book: RuleBook) -> OhhAction:
    index = index_of(hand, event.seat)
    added = moment.before.stacks[index] - moment.after.stacks[index]
    # Before the flop, OHH does not have a "Bet" action because the blinds count as a bet.
    name = "Raise" if isinstance(event, BetMade) and moment.before.street == 0 else NAMES[type(event)]
    return OhhAction(
        0,
        name,
        event.seat,
        added,
        is_allin=added > 0 and moment.after.stacks[index] == 0,
        cards=_texts(hand.tabled[index]) if isinstance(event, CardTabled) else UNSET,
        killed=noted(event) if isinstance(event, HandKilled) else UNSET,
        floor=getattr(event, "floor", "") or UNSET,
    )


def _texts(cards: Iterable[Card]) -> tuple[str, ...]:
    return tuple(map(str, cards))
