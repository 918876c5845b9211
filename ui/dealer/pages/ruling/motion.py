"""A motion entered by touch: discs for the chips, big words and switches, with the answer beside them."""

from msgspec.structs import replace

from engine.chips import usual
from engine.hand.state import index_of
from engine.message import message
from ui.dealer.model.values import ButtonView, GridView, LineView, PageView
from ui.dealer.pages.page import PageContext
from ui.dealer.pages.ruling.answer import discs, lines, orders, row
from ui.dealer.pages.ruling.draft import (
    HEAPS,
    Go,
    RulingDraft,
    cleared,
    has_content,
    in_play,
    is_early,
    motion_of,
    ruled,
    whose,
    with_chip,
)

NARROW = 0.82
"""Targets of about 16 mm, so that the answer has room beside them."""


def motion_view(draft: RulingDraft, context: PageContext, go: Go) -> PageView:
    """The answer is on the left; chips, words and circumstances are on the right, with the order below them."""
    motion = motion_of(draft, context)
    answer = ruled(context, motion) if has_content(draft) and motion.seat else None
    words = context.words.ruling
    said = lines(context, motion.seat, answer) if answer else (LineView(words.ask, "plain", rows=3),)
    clear = ButtonView("ruling-clear", words.clear, go(RulingDraft()), emphasis="quiet")
    grids = (
        GridView("ruling-chips", 7, _chips(draft, context, go), NARROW),
        GridView("ruling-words", 7, _words(draft, context, go), NARROW, below=True),
        GridView("ruling-more", 7, _circumstances(draft, context, go), NARROW, below=True),
        row("ruling-orders", (clear, *orders("ruling", context, motion, answer)), NARROW),
    )
    title, says = words.title.format(who=context.who(motion.seat)), (*_seen(draft, context), *said)
    return PageView("ruling", title, says, grids, full_width=True, beside=True)


def _chips(draft: RulingDraft, context: PageContext, go: Go) -> tuple[ButtonView, ...]:
    hand, _ = in_play(context)
    index = index_of(hand, whose(draft, context))
    most = hand.bets[index] + hand.stacks[index] if index >= 0 else 0
    buttons = []
    for chip in usual(hand.deal.terms.chip):
        tap = go(with_chip(draft, chip)) if chip <= most else None
        said = context.words.ruling.chip.format(chips=context.words.amount(chip))
        buttons.append(ButtonView(f"ruling-chip-{chip}", "", tap, said=said, chip=chip))
    return tuple(buttons)


def _words(draft: RulingDraft, context: PageContext, go: Go) -> tuple[ButtonView, ...]:
    words = context.words.ruling
    silent = replace(draft, verb="", amount=0, more=False, conditional=False)
    buttons = [ButtonView("ruling-said-nothing", words.nothing, go(silent), chosen=draft == silent)]
    for verb, text in words.verbs.items():
        tap = go(replace(silent, verb=verb, amount=draft.amount if verb in ("bet", "raise") else 0))
        buttons.append(ButtonView(f"ruling-said-{verb}", text, tap, chosen=draft.verb == verb))
    return tuple(buttons)


def _circumstances(draft: RulingDraft, context: PageContext, go: Go) -> tuple[ButtonView, ...]:
    words = context.words.ruling
    hand, _ = in_play(context)
    index = index_of(hand, whose(draft, context))
    again = replace(draft, earlier=(*draft.earlier, draft.chips), chips=())
    heap = HEAPS[(HEAPS.index(draft.heap) + 1) % len(HEAPS)]
    has_bet = index >= 0 and hand.bets[index] > 0
    amount = context.words.amount(draft.amount) if draft.amount else ""
    return (
        ButtonView("ruling-amount", words.amount, go(cleared(draft, "amount")), amount, chosen=draft.amount > 0),
        ButtonView("ruling-motion", words.next_motion, go(again) if draft.chips else None,
                   words.next_motion_small, chosen=bool(draft.earlier)),
        ButtonView("ruling-first", words.chips_first, go(replace(draft, chips_first=not draft.chips_first)),
                   words.chips_first_small, chosen=draft.chips_first),
        ButtonView("ruling-heap", words.heaps[draft.heap].text,
                   go(replace(draft, heap=heap)) if has_bet else None,
                   words.heaps[draft.heap].small, chosen=draft.heap != "chips"),
        _out_of_turn(draft, context, go),
        ButtonView("ruling-seat", words.seat, go(cleared(draft, "seat")), str(whose(draft, context) or "")),
        ButtonView("ruling-more", words.more, go(cleared(draft, "more")), words.more_small),
    )  # fmt: skip


def _out_of_turn(draft: RulingDraft, context: PageContext, go: Go) -> ButtonView:
    """Marks the seat as having acted out of turn; if it is that seat's turn, the key first asks for the other seat."""
    words, turn = context.words.ruling, context.table.legal.seat
    if not turn:
        return ButtonView("ruling-early", words.early_button, small=words.early_small, why=message("gray-nobody"))
    if whose(draft, context) == turn:
        asks = replace(cleared(draft, "seat"), early=True)
        return ButtonView("ruling-early", words.early_button, go(asks), words.early_seat)
    tap, is_chosen = go(replace(draft, early=not draft.early)), is_early(draft, context)
    return ButtonView("ruling-early", words.early_button, tap, words.early_small, chosen=is_chosen)


def _seen(draft: RulingDraft, context: PageContext) -> tuple[LineView, ...]:
    """The draft so far: what the seat is facing, its chips motion by motion, and its words."""
    words = context.words.ruling
    lay = sum(draft.prior) - sum(draft.pulled)
    small = (
        _faces(draft, context),
        words.before.format(chips=", ".join(context.words.amount(sum(chips)) for chips in draft.earlier)),
        words.lay.format(chips=context.words.amount(sum(draft.prior)), left=context.words.amount(lay)),
    )
    there = (not draft.earlier or is_early(draft, context), bool(draft.earlier), bool(draft.prior))
    return (
        *(LineView(text, "small") for text, is_there in zip(small, there, strict=True) if is_there),
        *((LineView("", discs=discs(draft.chips)),) if draft.chips else ()),
        *((LineView(_spoken(draft, context), "small"),) if has_content(draft) else ()),
    )


def _faces(draft: RulingDraft, context: PageContext) -> str:
    words, seat = context.words.ruling, whose(draft, context)
    hand, _ = in_play(context)
    index = index_of(hand, seat)
    owed = min(max(0, hand.price - hand.bets[index]), hand.stacks[index]) if index >= 0 else 0
    if is_early(draft, context):
        return words.early_call.format(chips=context.words.amount(owed)) if owed else words.early_free
    return words.to_call.format(chips=context.words.amount(owed)) if owed else words.no_bet


def _spoken(draft: RulingDraft, context: PageContext) -> str:
    words = context.words.ruling
    if draft.conditional:
        return words.said.format(words=words.spoken["if"])
    if draft.amount:
        way = "more" if draft.more else draft.verb
        return words.said.format(words=words.spoken[way].format(chips=context.words.amount(draft.amount)))
    return words.said.format(words=words.verbs[draft.verb]) if draft.verb else words.in_silence
