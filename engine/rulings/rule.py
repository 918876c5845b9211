"""The entry point: rule on a player's words and chips by the book."""

from msgspec.structs import replace

from engine.books.rulebook import RuleBook
from engine.hand.betting import actor
from engine.hand.state import Hand
from engine.message import Message, message
from engine.refused import Refused
from engine.rulings.aloud import act_told
from engine.rulings.chips import laid_out, pulled_back, silent
from engine.rulings.irregular import exposed, found_behind, splashed
from engine.rulings.motion import HeldMotion, Motion, Option, Ruling
from engine.rulings.motion_checks import check_alone, check_can_act, check_cards, check_chips, index_in
from engine.rulings.motions import counted, dismissed
from engine.rulings.speech.announcement import Announcement, parse_announcement
from engine.rulings.speech.vocabulary import Doubt
from engine.rulings.spoken import spoken
from engine.rulings.spot import Spot, spot_of
from engine.rulings.turn import bound, early, is_changed, released

DOUBTS: dict[Doubt, Message] = {
    "question": message("said-as-question"),
    "remark": message("said-as-remark"),
    "price": message("said-as-price"),
    "unclear": message("said-in-two-ways"),
}


def rule(hand: Hand, motion: Motion, book: RuleBook) -> Ruling:
    """The ruling on a motion by the book. Raises `Refused` for an impossible motion."""
    index = index_in(hand, motion.seat, book)
    if motion.exposed or motion.shown_to:
        check_cards(hand, motion, book)
        return exposed(hand, motion, book)
    if motion.behind:
        return _behind(hand, index, motion, book)
    check_can_act(hand, index, book)
    check_chips(hand, index, motion, book)
    is_turn = actor(hand) == index
    if is_turn and motion.out_of_turn:
        raise Refused("nothing-out-of-turn", book.in_turn.clause, seat=motion.seat)
    ruling = _in_turn(spot_of(hand, index, book), motion)
    return ruling if is_turn else early(hand, motion, ruling, book)


def settle(held: HeldMotion, hand: Hand, book: RuleBook) -> Ruling:
    """The ruling on a held action, now that it is the player's turn. Raises `Refused` before that."""
    index = index_in(hand, held.motion.seat, book)
    if is_changed(held, hand):
        return released(held, hand, book)
    if actor(hand) != index:
        raise Refused("turn-not-yet", book.in_turn.clause, seat=held.motion.seat)
    now = rule(hand, replace(held.motion, out_of_turn=False), book)
    # A raise that nobody is left to answer has become a call. Anything else is ruled on under the conditions at the
    # time when it was made.
    is_shut = now.act in ("call", "check") and held.binds.act not in ("call", "check")
    return now if is_shut else bound(held, book)


def _in_turn(spot: Spot, motion: Motion) -> Ruling:
    announced = parse_announcement(motion.said)
    if motion.chips_first and motion.moved:
        announced = Announcement()
    if announced.conditional:
        return _conditional(spot, motion)
    if announced.doubt:
        return _doubtful(spot, motion, announced)
    return _declared(spot, motion, announced)


def _declared(spot: Spot, motion: Motion, announced: Announcement) -> Ruling:
    counts = counted(spot, motion, announced)
    ruling = _splashed(spot, counts, announced) if motion.splashed else _judged(spot, counts, announced)
    extra = dismissed(motion, counts)
    if not extra:
        return ruling
    # Chips that were dismissed still count toward what the ruling requires.
    back = max(0, laid_out(spot, counts) + extra - ruling.to) if ruling.act else ruling.returned + extra
    why = message("first-motion-binds", why=ruling.why)
    return replace(ruling, returned=back, clause=spot.book.string_bet.clause, why=why)


def _judged(spot: Spot, motion: Motion, announced: Announcement) -> Ruling:
    """Rule on the words if there are any, otherwise on the chips."""
    if announced != Announcement():
        return spoken(spot, motion, announced)
    if motion.chips:
        return silent(spot, motion)
    if motion.pulled:
        return pulled_back(spot, laid_out(spot, motion))
    raise Refused("nothing-said-or-moved", spot.book.verbal.clause)


def _splashed(spot: Spot, motion: Motion, announced: Announcement) -> Ruling:
    if not motion.chips or motion.prior:
        raise Refused("splash-not-counted", spot.book.splash.clause)
    return splashed(spot, motion, _judged(spot, motion, announced))


def _doubtful(spot: Spot, motion: Motion, announced: Announcement) -> Ruling:
    """The ruling on words that do not declare anything. Chips that came with them count as if they were put in
    silently, and the floor is asked to decide."""
    why = DOUBTS[announced.doubt]
    if motion.moved and not announced.readings:
        silent_one = _declared(spot, motion, Announcement())
        return replace(silent_one, floor=True, why=message("words-aside", words=why, why=silent_one.why))
    meant = [_declared(spot, motion, reading) for reading in announced.readings]
    acts = {(ruling.act, ruling.to) for ruling in meant}
    if announced.doubt == "unclear" and len(acts) == 1:
        return meant[0]
    options: list[Option] = []
    for way in (way for ruling in meant for way in _ways(ruling)):
        options += [way] * (way not in options)
    return Ruling("", spot.bet, 0, spot.book.verbal.clause, why, floor=True, options=tuple(options))


def _ways(ruling: Ruling) -> tuple[Option, ...]:
    """The choices that the floor would have if the words had this meaning."""
    if ruling.options:
        return ruling.options
    return (Option(act_told(ruling.act, ruling.to), ruling.actions),) if ruling.act and ruling.actions else ()


def _conditional(spot: Spot, motion: Motion) -> Ruling:
    clause = spot.book.conditional.clause
    return Ruling("", spot.bet, sum(motion.moved), clause, message("said-on-condition"), floor=True)


def _behind(hand: Hand, index: int, motion: Motion, book: RuleBook) -> Ruling:
    check_alone(motion, book.chips_behind.clause)
    if motion.behind < 0 or not hand.live[index] or hand.stacks[index]:
        raise Refused("seat-not-live-all-in", book.chips_behind.clause, seat=motion.seat)
    return found_behind(hand, motion, book)
