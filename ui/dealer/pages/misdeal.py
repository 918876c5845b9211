"""The misdeal page: the dealer enters the mistake and sees the rule book's remedy before it is declared."""

from typing import Literal

from msgspec.structs import replace

from engine.actions import Declare, SeeCard, Undo
from engine.cards import Card
from engine.events import Mishap, MishapDeclared, MishapKind
from engine.game.open_repair import OpenRepair, open_repair
from engine.hand.misdeals.remedy import Remedy
from engine.hand.misdeals.rules import remedy
from engine.message import Message
from engine.refused import Refused
from ui.dealer.model.taps import Ask, OpenPage
from ui.dealer.model.values import ButtonView, GridView, InputView, LineView, PageView, PromptView
from ui.dealer.pages.entry import pads
from ui.dealer.pages.page import Page, PageContext, answer_row, refusal

Group = Literal["", "hole", "deck", "board"]
GROUPS: dict[Group, tuple[MishapKind, ...]] = {
    "hole": (
        "card-exposed", "first-card-exposed", "second-card-exposed", "cards-exposed", "seat-missed", "too-few-cards",
        "extra-card", "extra-cards", "button-short", "wrong-seat", "not-entitled",
        "button-not-moved",
    ),
    "deck": ("boxed-card", "boxed-cards", "foreign-card", "duplicate-card", "stub-exposed"),
    "board": (
        "premature-flop", "premature-turn", "premature-river", "flop-too-many", "missing-burn", "extra-burn",
        "board-cards-stuck",
    ),
}  # fmt: skip
"""The kinds of irregularities, grouped by where they happen, with the most common ones first."""
CARD_MATTERS = frozenset({
    "card-exposed", "extra-card", "boxed-card", "boxed-cards", "duplicate-card", "premature-turn", "missing-burn",
    "extra-burn", "board-cards-stuck",
})  # fmt: skip
"""The kinds of irregularity in which a known card is taken out of play or off the board."""
EARLY = frozenset({"premature-flop", "premature-turn", "premature-river"})
"""The kinds in which a card of the board came too early."""
TAKE_OFF = Undo(confirmed=True)
"""Takes an early card off the board, and takes back any folds that it implied: the declaration confirms both."""
MOST_CARDS = 4
LINE_LETTERS, MOST_ROWS = 68, 6
"""The length of a line, and the number of lines that fit; longer lists of steps use smaller letters."""


class MisdealPage(Page, frozen=True):
    """The dealer's selections. Before anything is selected, the page shows the steps of the last declaration, as long
    as nothing else has been done."""

    group: Group = ""
    kind: MishapKind | Literal[""] = ""
    seat: int = 0
    cards: tuple[Card, ...] = ()
    step: Literal["", "seat", "card"] = ""
    rank: str = ""
    early: Card | None = None
    """A board card that came too early and was read. The declaration takes it off the board."""

    def show(self, context: PageContext) -> PageView:
        if not self.kind and not self.group and context.table.steps:
            return _steps(context)
        if not self.kind:
            return _kinds(self, context)
        mishap = Mishap(self.kind, self.seat, self.cards)
        if self.step == "seat":
            return _seats(self, context, self.kind)
        if self.step == "card":
            return _cards(self, context)
        return _remedy(self, context, mishap)

    @classmethod
    def offered(cls, context: PageContext) -> bool:
        return context.table.playing or bool(context.table.steps)


def steps_prompt(context: PageContext, plain: PromptView) -> PromptView:
    """The first step of the last declaration, until another action follows, shown in place of the `plain` prompt. If
    the betting must be finished first, that is said below whose turn it is, with the step that follows it."""
    words, declared = context.words.misdeal, context.table.last
    steps = context.table.steps if isinstance(declared, MishapDeclared) else ()
    open_steps = _open_steps(context)
    if open_steps and open_steps.next and not (steps and _is_for_floor(context)):
        betting = words.finish[open_steps.street]
        following = context.words.say(open_steps.next)
        if steps:
            return PromptView(context.words.say(steps[0]), betting, words.then.format(step=following))
        return replace(plain, foot=words.after_betting.format(step=following))
    if not steps or not isinstance(declared, MishapDeclared):
        return plain
    first, *others = _said(context, steps)
    foot = context.words.counted(words.all_steps, 1 + len(others)) if others else context.words.cited(declared.clause)
    body = others[0] if declared.remedy == "play-on" and others else first
    return PromptView(words.remedies[declared.remedy], body, foot)


def steps_key(context: PageContext) -> ButtonView | None:
    """The key beside the prompt that leads to all steps while they are not finished."""
    if _open_steps(context) is None:
        return None
    words = context.words.misdeal
    return ButtonView("misdeal-all", words.all, OpenPage(MisdealStepsPage()), emphasis="quiet")


def _open_steps(context: PageContext) -> OpenRepair | None:
    return open_repair(context.game.table, context.game.undo_stack)


def _is_for_floor(context: PageContext) -> bool:
    return isinstance(context.table.last, MishapDeclared) and context.table.last.remedy == "floor"


class MisdealStepsPage(Page, frozen=True):
    """The steps of the declaration, until closed or undone. If the next one is play at the table, the page closes by
    itself."""

    def show(self, context: PageContext) -> PageView:
        return _steps(context)

    def stays(self, before: PageContext, after: PageContext) -> bool:
        return before.table.steps == after.table.steps != ()

    def over(self, context: PageContext) -> bool:
        last, open_steps = context.table.last, _open_steps(context)
        if not isinstance(last, MishapDeclared):
            return False
        return last.remedy == "play-on" or (last.remedy == "repair" and bool(open_steps and open_steps.next))


def _steps(context: PageContext) -> PageView:
    words, last, open_steps = context.words.misdeal, context.table.last, _open_steps(context)
    declared = last.mishap.kind if isinstance(last, MishapDeclared) else open_steps.kind if open_steps else ""
    title = words.kinds[declared].text if declared else ""
    texts = _numbered(context, context.table.steps or (open_steps.steps if open_steps else ()))
    steps = tuple(LineView(text, rows=1 + len(text) // LINE_LETTERS) for text in texts)
    other = ButtonView("misdeal-another", words.another, OpenPage(MisdealPage(_usual(context))), emphasis="quiet")
    back = ButtonView("misdeal-done", words.done, OpenPage(), words.done_small, "go")
    grids = (answer_row("misdeal-orders", other, back),) if context.table.playing else ()
    return PageView("misdeal-steps", title, steps, grids, full_width=True, keys=context.table.redeal)


def _said(context: PageContext, steps: tuple[Message, ...]) -> list[str]:
    return [context.words.say(step) for step in steps]


def _numbered(context: PageContext, steps: tuple[Message, ...]) -> list[str]:
    step = context.words.misdeal.step
    return [step.format(number=number, text=text) for number, text in enumerate(_said(context, steps), 1)]


def _usual(context: PageContext) -> Group:
    return "hole" if context.table.street == "preflop" else "board"


def _kinds(page: MisdealPage, context: PageContext) -> PageView:
    words = context.words.misdeal
    group = page.group or _usual(context)
    tabs = tuple(
        ButtonView(
            f"misdeal-group-{name}",
            words.groups[name],
            OpenPage(MisdealPage(name)),
            chosen=name == group,
        )
        for name in GROUPS
    )
    kinds = tuple(_kind(kind, context) for kind in GROUPS[group])
    grids = (GridView("misdeal-groups", 3, tabs), GridView("misdeal-kinds", 4, kinds, below=True))
    return PageView("misdeal", words.title, grids=grids, full_width=True)


def _kind(kind: MishapKind, context: PageContext) -> ButtonView:
    """The button for a kind of mistake; if it cannot have happened, the button shows the reason instead of the
    description."""
    label = context.words.misdeal.kinds[kind]
    seats = _possible_seats(context, kind)
    if not seats:
        if opens := _read_early(context, kind):
            return ButtonView(f"misdeal-{kind}", label.text, opens, label.small, said=str(label))
        refused = _refusal(context, kind)
        why = context.words.say(refused.message) if refused else label.small
        return ButtonView(f"misdeal-{kind}", label.text, None, why)
    needs_seat = 0 not in seats
    page = MisdealPage(kind=kind, step="seat" if needs_seat else "")
    return ButtonView(f"misdeal-{kind}", label.text, OpenPage(page), label.small, said=str(label))


def _read_early(context: PageContext, kind: MishapKind) -> OpenPage | None:
    """Opens the remedy for the last card of the board, because it was read although it came too early; None if that is
    not what happened. The card stays on the board until the declaration."""
    last = context.game.undo_stack[-1] if context.game.undo_stack else None
    book = context.game.table.book
    if kind not in EARLY or book is None or last is None or last.table.hand is None:
        return None
    if (
        not isinstance(last.action, SeeCard)
        or last.action.card not in context.table.board
        or refusal(context, TAKE_OFF)
    ):
        return None
    cards = (last.action.card,)
    try:
        remedy(last.table.hand, Mishap(kind, cards=cards), book)
    except Refused:
        return None
    return OpenPage(MisdealPage(kind=kind, cards=cards if kind in CARD_MATTERS else (), early=last.action.card))


def _seats(page: MisdealPage, context: PageContext, kind: MishapKind) -> PageView:
    may = _possible_seats(context, kind)
    grid = pads.seats("misdeal", context, lambda seat: OpenPage(replace(page, seat=seat, step="")), may, (page.seat,))
    lines = (LineView(_title(page, context), "plain"),)
    return PageView("misdeal-seat", context.words.misdeal.which_seat, lines, (grid,), full_width=True)


def _cards(page: MisdealPage, context: PageContext) -> PageView:
    words = context.words.misdeal
    room = len(page.cards) < MOST_CARDS
    among = set(context.table.board) if page.kind in ("missing-burn", "extra-burn") else pads.unseen(context)
    among -= set(page.cards)
    orders = (
        ButtonView("misdeal-clear", words.clear, OpenPage(replace(page, cards=(), rank="")), emphasis="quiet"),
        ButtonView("misdeal-back", words.back, OpenPage(replace(page, step="", rank="")), emphasis="quiet"),
    )

    def add(card: Card) -> OpenPage:
        return OpenPage(replace(page, rank="", cards=(*page.cards, card), step=""))

    grids = pads.card_pad(
        pads.ranks("misdeal", context, page.rank, lambda rank: OpenPage(replace(page, rank=rank)), among),
        pads.suits("misdeal", context, page.rank if room else "", add, among),
        *orders,
    )
    lines = () if page.cards else (LineView(words.unknown),)
    entry = InputView(cards=page.cards)
    return PageView("misdeal-card", words.which_card, lines, grids, entry=entry, board=context.table.board)


def _remedy(page: MisdealPage, context: PageContext, mishap: Mishap) -> PageView:
    words = context.words.misdeal
    found = _answer(context, mishap, early=page.early is not None)
    declare = Declare(mishap)
    done = Ask(TAKE_OFF, follow=declare) if page.early else Ask(declare, MisdealStepsPage())
    seat = ButtonView("misdeal-seat", words.seat, OpenPage(replace(page, step="seat")), str(page.seat))
    cards = ", ".join(context.words.card_name(card) for card in page.cards) or words.unknown
    card = ButtonView("misdeal-card", words.card, OpenPage(replace(page, step="card")), cards)
    buttons = (
        ButtonView("misdeal-back", words.back, OpenPage(MisdealPage(_group(mishap.kind))), emphasis="quiet"),
        *((seat,) if page.seat else ()),
        *((card,) if mishap.kind in CARD_MATTERS else ()),
        ButtonView(
            "misdeal-declare",
            words.declare,
            done if isinstance(found, Remedy) else None,
            words.kinds[mishap.kind].text,
            "go",
        ),
    )
    lines = _refused(context, found) if isinstance(found, Refused) else _answered(found, context)
    if page.early:
        lines = (*lines, LineView(words.takes_off.format(card=context.words.card_name(page.early)), "small"))
    grids = (GridView("misdeal-orders", len(buttons), buttons),)
    return PageView("misdeal-remedy", _title(page, context), lines, grids, full_width=True)


def _answered(found: Remedy, context: PageContext) -> tuple[LineView, ...]:
    words = context.words.misdeal
    texts = _numbered(context, found.steps)
    is_long = sum(1 + len(text) // LINE_LETTERS for text in texts) > MOST_ROWS
    steps = tuple(LineView(text, "small" if is_long else "plain", rows=1 + len(text) // LINE_LETTERS) for text in texts)
    return (
        LineView(words.remedies[found.kind], "big"),
        LineView(context.words.sentence(found.why), "small"),
        *steps,
        LineView(context.words.cited(found.clause), "clause"),
    )


def _refused(context: PageContext, refused: Refused) -> tuple[LineView, ...]:
    words = context.words
    return LineView(words.say(refused.message), "trouble"), LineView(words.cited(refused.clause), "clause")


def _title(page: MisdealPage, context: PageContext) -> str:
    return str(context.words.misdeal.kinds[page.kind])


def _group(kind: MishapKind) -> Group:
    return next(group for group, kinds in GROUPS.items() if kind in kinds)


def _answer(context: PageContext, mishap: Mishap, *, early: bool = False) -> Remedy | Refused:
    """The rule book's remedy, or why the irregularity is impossible. If a card was read too `early`, the remedy is for
    the hand before that card."""
    table = context.game.undo_stack[-1].table if early else context.game.table
    hand, book = table.hand, table.book
    if hand is None or book is None:
        return Refused("no-hand-in-play")
    try:
        return remedy(hand, mishap, book)
    except Refused as refused:
        return refused


def _possible_seats(context: PageContext, kind: MishapKind) -> tuple[int, ...]:
    """The seats where the mistake can have happened; 0 if no seat is needed, and empty if it cannot have happened."""
    seats = (0, *(seat.seat for seat in context.table.seats))
    return tuple(seat for seat in seats if isinstance(_answer(context, Mishap(kind, seat)), Remedy))


def _refusal(context: PageContext, kind: MishapKind) -> Refused | None:
    """Why the irregularity cannot have happened; None if it is possible."""
    found = _answer(context, Mishap(kind))
    return found if isinstance(found, Refused) else None
