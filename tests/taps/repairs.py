"""A dealer's corrections of a wrong touch: the fewest taps that make the table match reality, found by looking ahead,
and then done on the screen.

The count leaves out what the hand itself would have taken: the touch at which the screen stopped the dealer, made again
once it can be, and a card laid on the reader again. An amount is one tap, whether by sliding or by keys.
"""

from collections.abc import Iterator
from heapq import heappop, heappush
from itertools import count
from typing import NamedTuple

from engine.actions import (
    BOARD,
    Act,
    Action,
    Amend,
    Answer,
    Call,
    Check,
    DropAct,
    Fold,
    HandOver,
    Muck,
    PutIn,
    Redo,
    ReplaceAct,
    SeeCard,
    Undo,
)
from engine.events import (
    BetMade,
    BoardDealt,
    Called,
    CardHeld,
    CardTabled,
    Checked,
    Event,
    Folded,
    HandMucked,
    PlayEvent,
    Raised,
)
from engine.game.bet_sizes import sheet_sizes, taken_back
from engine.game.game import Game
from engine.game.lines import LogLine
from engine.hand.betting import offers
from engine.public import PublicTable, public
from engine.refused import Refused
from engine.table.state import Table, book_of
from tests.kit.truth import do
from tests.taps.driver import ScreenDriver
from tests.taps.streams import ErrorMoment, state, will_ask
from ui.dealer.pages.amounts.amount import AmountPage
from ui.dealer.pages.history.hand import in_sight, log_entries
from ui.dealer.pages.repair import RepairPage
from ui.words.languages import words_in

ENGLISH = words_in("en")

MOST = 3


class Move(NamedTuple):
    """One request, how many taps it takes, and which: targets by name, or the whole order if there are many."""

    action: Action
    taps: int
    names: tuple[str, ...] = ()
    keyed: bool = False
    """Whether an amount is not on the strip: requests without keys are done first."""


def cheapest(seen: ErrorMoment, most: int = MOST) -> tuple[Move, ...] | None:
    """The shortest moves that restore the real hand; None if no number of taps up to `most` does."""
    goal, tried, order = state(seen.right), set[int](), count()
    queue: list[tuple[int, int, int, Game, tuple[Move, ...]]] = [(0, 0, next(order), seen.at, ())]
    while queue:
        taps, keyed, _, game, done = heappop(queue)
        if state(game) == goal:
            return done
        key = hash((state(game), len(game.redo_stack)))
        if key in tried:
            continue
        tried.add(key)
        for move in moves(game, seen):
            if taps + move.taps <= most and (after := _after(game, move.action)):
                heappush(queue, (taps + move.taps, keyed + move.keyed, next(order), after, (*done, move)))
    return None


def _after(game: Game, action: Action) -> Game | None:
    try:
        return do(game, action)
    except Refused:
        return None


def moves(game: Game, seen: ErrorMoment) -> Iterator[Move]:
    """Everything that a dealer who knows the real hand might try, without knowing what would help."""
    table = public(game)
    if game.undo_stack:
        yield Move(Undo(), 1, ("undo",))
    if game.redo_stack:
        yield Move(Redo(), 1, ("redo",))
    if table.question and table.question.kind == "who-called":
        callers = _called(seen.true, table.question.seats)
        for seats in {callers, tuple(seat for seat in table.question.seats if seat in _who_called(seen.right))}:
            if seats:
                names = tuple(f"seat-{seat}" for seat in seats)
                yield Move(Answer(seats), len(seats) + 1, (*names, "question-ok"))
    if table.question and table.question.kind == "who-won":
        for seat in table.question.seats:
            yield Move(Answer((seat,)), 2, (f"seat-{seat}", "hand-over"))
    for touch in seen.true[-4:]:
        if isinstance(touch, SeeCard):
            if not _lies(game, touch):
                yield Move(touch, 0)  # it is laid on the reader again
        elif will_ask(game, touch):
            keyed = isinstance(touch, PutIn) and touch.to > 0 and not _on_strip(game, touch.seat, touch.to)
            yield Move(touch, 0 if touch is seen.stopped else 1, _names(touch), keyed)
    if not table.question:
        yield from _amends(game, table, seen)


def _lies(game: Game, card: SeeCard) -> bool:
    hand = game.table.hand
    return hand is None or hand.over or card.card in (*hand.board, *(each for cards in hand.tabled for each in cards))


def _called(true: tuple[Action, ...], seats: tuple[int, ...]) -> tuple[int, ...]:
    """Those of the seats that were last touched for a call."""
    return tuple(seat for seat in seats if PutIn(seat) in true[-4:])


def _who_called(game: Game) -> set[int]:
    return {line.event.seat for line in public(game).lines if isinstance(line.event, Called)}


def _names(touch: Action) -> tuple[str, ...]:
    """The target; none for an amount, which is a gesture."""
    match touch:
        case PutIn(seat, 0):
            return (f"seat-{seat}",)
        case Muck(seat):
            return (f"muck-{seat}",)
        case HandOver():
            return ("hand-over",)
        case Fold() | Check():
            return ("fold" if isinstance(touch, Fold) else "check",)
    return ()


def _on_strip(game: Game, seat: int, to: int) -> bool:
    return _is_offered(game, game.table, seat, to)


def _on_strip_at(game: Game, line: LogLine, act: PutIn) -> bool:
    """Whether the amount is on the strip of a line being repaired: that of the table at the time."""
    steps = [step for step in game.undo_stack if step.mark <= line.mark]
    return _is_offered(game, steps[-1].table if steps else game.table, act.seat, act.to)


def _is_offered(game: Game, table: Table, seat: int, to: int) -> bool:
    hand, book = table.hand, book_of(table)
    offer = next((offer for offer in offers(hand, book) if offer.seat == seat), None) if hand else None
    if hand is None or offer is None:
        return False
    return to in (
        offer.least,
        offer.most,
        *sheet_sizes(game.bet_sizes, hand, seat, book, taken_back(game.taken_back)).all,
    )


def _amends(game: Game, table: PublicTable, seen: ErrorMoment) -> Iterator[Move]:
    """Every line of the log, and what a tap or two on it could say."""
    shown = [line for line in table.lines if ENGLISH.repair.lines.get(str(line.event.__struct_config__.tag))]
    last = {getattr(line.event, "seat", BOARD): line for line in shown}
    for place, line in enumerate(shown):
        if not isinstance(line.event, PlayEvent):
            continue
        way = _way(table, shown, place, last)
        if way is None:
            continue
        for names, act in _instead(line, table, seen):
            change = ReplaceAct(act) if act else DropAct()
            keyed = isinstance(act, PutIn) and "repair-amount" in names[0] and not _on_strip_at(game, line, act)
            yield Move(Amend(line.mark, change), len(way) + len(names), (*way, *names), keyed)


def _way(table: PublicTable, shown: list[LogLine], place: int, last: dict[int, LogLine]) -> tuple[str, ...] | None:
    """The button that opens the repair of a line: the seat if it was the seat's last act, the card itself,
    or the list.
    """
    event = shown[place].event
    if isinstance(event, BoardDealt):
        return (f"board-{table.board.index(event.card) + 1}",) if event.card in table.board else None
    seat = getattr(event, "seat", BOARD)
    offered = {offer.seat for offer in table.offers if offer.call or offer.most}
    if last[seat] is shown[place] and seat not in offered and seat not in table.legal.due:
        return (f"seat-{seat}",)
    entries = log_entries(shown)
    entry = next(one for one in entries if shown[place] in one.lines)
    seen = in_sight(entries, entry.street, entries[-1])
    return ("hand", f"lines-{place + 1}") if entry in seen else None


def _instead(line: LogLine, table: PublicTable, seen: ErrorMoment) -> Iterator[tuple[tuple[str, ...], Act | None]]:
    """A possible replacement, with the taps that enter it; None for no replacement."""
    event = line.event
    if isinstance(event, BoardDealt | CardHeld | CardTabled):
        yield ("pad-again",) if isinstance(event, BoardDealt) else ("repair-drop",), None
        return
    assert isinstance(event, Folded | Checked | Called | BetMade | Raised | HandMucked)
    seat = event.seat
    if not line.inferred:
        yield ("repair-drop",), None
    if not isinstance(event, Called):
        yield ("repair-call",), Call(seat)
    if not isinstance(event, Folded):
        yield ("repair-fold",), Fold(seat)
    if not isinstance(event, Checked):
        yield ("repair-check",), Check(seat)
    for touch in seen.true[-4:]:
        if isinstance(touch, PutIn) and touch.seat == seat and touch.to:
            yield (f"repair-amount={touch.to}",), touch
        if isinstance(touch, PutIn) and touch.seat != seat and not line.inferred:
            act = _by(event, touch.seat)
            if act:
                yield ("repair-other", f"other-{touch.seat}"), act


def _by(event: Event, seat: int) -> Act | None:
    match event:
        case Folded():
            return Fold(seat)
        case Checked():
            return Check(seat)
        case Called():
            return Call(seat)
        case BetMade(_, to) | Raised(_, to):
            return PutIn(seat, to)
    return None


# On the screen


class NotRepaired(AssertionError):
    """The taps that were found did not restore the real hand on the real screen."""


def repair(driver: ScreenDriver, seen: ErrorMoment, found: tuple[Move, ...]) -> int:
    """Do the repair on the real screen, and count its taps. Raises `NotRepaired`."""
    driver.close()
    driver.new(seen.at)
    _press(driver, seen.stopped)
    driver.new(seen.at, same=True)
    free = 0
    for move in found:
        before = driver.repair_presses
        _make(driver, move)
        if move.action is seen.stopped:
            free += driver.repair_presses - before
    if state(driver.game) != state(seen.right):
        raise NotRepaired(f"{seen.kind}: {[move.names or move.action for move in found]}")
    return driver.repair_presses - free


def _press(driver: ScreenDriver, stopped: Action | None) -> None:
    """The touch that did not do what was meant, as the finger made it."""
    match stopped:
        case None | SeeCard():
            return
        case PutIn(seat, to):
            name = f"raise-{seat}" if to and _faces_bet(driver, seat) else f"seat-{seat}"
        case Fold() | Check():
            return  # the button says another seat
        case _:
            name = "hand-over"
    if driver.can(name):
        driver.tap(name)


def _faces_bet(driver: ScreenDriver, seat: int) -> bool:
    return any(offer.seat == seat and offer.call for offer in driver.table.offers)


def _make(driver: ScreenDriver, move: Move) -> None:
    action, page = move.action, driver.page
    if isinstance(action, SeeCard):
        driver.port.take(action)
    elif isinstance(action, PutIn) and action.to:
        if isinstance(page, AmountPage) and page.seat == action.seat:
            driver.choose(action.to)
        else:
            driver.put_in(action.seat, action.to)
    else:
        names = move.names
        if isinstance(page, RepairPage) and isinstance(action, Amend) and page.line == action.mark:
            names = names[-1:] if len(names) < 3 or names[0] != "hand" else names[2:]
        for name in names:
            _tap(driver, name)


def _tap(driver: ScreenDriver, name: str) -> None:
    name, _, to = name.partition("=")
    if not driver.within_reach(name):
        driver.close()
    if name == "undo" and driver.undo_closes_the_page:
        driver.tap(name, "away")
    if to:
        driver.slide_to(name, int(to))
    else:
        driver.tap(name, "repair")
