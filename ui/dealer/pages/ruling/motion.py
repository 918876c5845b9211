"""A motion told by touch: discs of the chips in play, big words, switches; the book's answer beside them. Pure."""

from msgspec.structs import replace

from engine.hand.state import place_of
from engine.table.chips import usual
from ui.dealer.model.values import ButtonView, Emphasis, GridView, LineView, PageView
from ui.dealer.pages.page import Sight
from ui.dealer.pages.ruling.answer import discs, lines, orders, row
from ui.dealer.pages.ruling.told import (
    HEAPS,
    Go,
    Told,
    cleared,
    in_play,
    is_early,
    is_told,
    motion_of,
    ruled,
    whose,
    with_chip,
)

NARROW = 0.82
"""Targets of about 16 mm, so that the answer has room beside them."""


def motion_view(told: Told, sight: Sight, go: Go) -> PageView:
    """The answer at the left; chips, words and circumstances at the right, the order to apply it under them."""
    motion = motion_of(told, sight)
    answer = ruled(sight, motion) if is_told(told) and motion.seat else None
    words = sight.words.ruling
    said = lines(sight, motion.seat, answer) if answer else (LineView(words.ask, "plain", rows=3),)
    clear = ButtonView("ruling-clear", words.clear, go(Told()), emphasis="quiet")
    return PageView(
        name="ruling",
        title=words.title.format(who=_who(sight, motion.seat)),
        lines=(*_seen(told, sight), *said),
        grids=(
            GridView("ruling-chips", 7, _chips(told, sight, go), NARROW),
            GridView("ruling-words", 7, _words(told, sight, go), NARROW, below=True),
            GridView("ruling-more", 7, _circumstances(told, sight, go), NARROW, below=True),
            row("ruling-orders", (clear, *orders("ruling", sight, motion, answer)), NARROW),
        ),
        wide=True,
        beside=True,
    )


def _chips(told: Told, sight: Sight, go: Go) -> tuple[ButtonView, ...]:
    hand, _ = in_play(sight)
    place = place_of(hand, whose(told, sight))
    most = hand.bets[place] + hand.stacks[place] if place >= 0 else 0
    return tuple(
        ButtonView(
            f"ruling-chip-{chip}",
            "",
            go(with_chip(told, chip)) if chip <= most else None,
            said=sight.words.ruling.chip.format(chips=sight.words.amount(chip)),
            chip=chip,
        )
        for chip in usual(hand.deal.terms.chip)
    )


def _words(told: Told, sight: Sight, go: Go) -> tuple[ButtonView, ...]:
    words = sight.words.ruling
    silent = replace(told, verb="", amount=0, more=False, conditional=False)
    nothing = ButtonView("ruling-said-nothing", words.nothing, go(silent), emphasis=_on(told == silent))
    verbs = tuple(
        ButtonView(
            f"ruling-said-{verb}",
            text,
            go(replace(silent, verb=verb, amount=told.amount if verb in ("bet", "raise") else 0)),
            emphasis=_on(told.verb == verb),
        )
        for verb, text in words.verbs.items()
    )
    return (nothing, *verbs)


def _circumstances(told: Told, sight: Sight, go: Go) -> tuple[ButtonView, ...]:
    words = sight.words.ruling
    hand, _ = in_play(sight)
    place = place_of(hand, whose(told, sight))
    again = replace(told, earlier=(*told.earlier, told.chips), chips=())
    heap = HEAPS[(HEAPS.index(told.heap) + 1) % len(HEAPS)]
    has_bet = place >= 0 and hand.bets[place] > 0
    amount = sight.words.amount(told.amount) if told.amount else ""
    return (
        ButtonView("ruling-amount", words.amount, go(cleared(told, "amount")), amount, _on(told.amount > 0)),
        ButtonView("ruling-motion", words.next_motion, go(again) if told.chips else None,
                   words.next_motion_small, _on(bool(told.earlier))),
        ButtonView("ruling-first", words.chips_first, go(replace(told, chips_first=not told.chips_first)),
                   words.chips_first_small, _on(told.chips_first)),
        ButtonView("ruling-heap", words.heaps[told.heap].text,
                   go(replace(told, heap=heap)) if has_bet else None,
                   words.heaps[told.heap].small, _on(told.heap != "chips")),
        ButtonView("ruling-early", words.early_button,
                   go(replace(told, early=not told.early)) if whose(told, sight) != sight.table.legal.seat else None,
                   words.early_small, _on(is_early(told, sight))),
        ButtonView("ruling-seat", words.seat, go(cleared(told, "seat")), str(whose(told, sight) or "")),
        ButtonView("ruling-more", words.more, go(cleared(told, "more")), words.more_small),
    )  # fmt: skip


def _on(is_on: bool) -> Emphasis:
    return "warn" if is_on else "plain"


def _who(sight: Sight, seat: int) -> str:
    return sight.words.who(seat, sight.table.seats[seat - 1].name) if seat else ""


def _seen(told: Told, sight: Sight) -> tuple[LineView, ...]:
    """What was told so far: what the seat faces, its chips motion by motion, and its words."""
    words = sight.words.ruling
    lay = sum(told.prior) - sum(told.pulled)
    small = (
        _faces(told, sight),
        words.before.format(chips=", ".join(sight.words.amount(sum(chips)) for chips in told.earlier)),
        words.lay.format(chips=sight.words.amount(sum(told.prior)), left=sight.words.amount(lay)),
    )
    there = (not told.earlier or is_early(told, sight), bool(told.earlier), bool(told.prior))
    return (
        *(LineView(text, "small") for text, is_there in zip(small, there, strict=True) if is_there),
        *((LineView("", discs=discs(told.chips)),) if told.chips else ()),
        *((LineView(_spoken(told, sight), "small"),) if is_told(told) else ()),
    )


def _faces(told: Told, sight: Sight) -> str:
    words, seat = sight.words.ruling, whose(told, sight)
    hand, _ = in_play(sight)
    place = place_of(hand, seat)
    owed = min(max(0, hand.price - hand.bets[place]), hand.stacks[place]) if place >= 0 else 0
    if is_early(told, sight):
        return words.early_call.format(chips=sight.words.amount(owed)) if owed else words.early_free
    return words.to_call.format(chips=sight.words.amount(owed)) if owed else words.no_bet


def _spoken(told: Told, sight: Sight) -> str:
    words = sight.words.ruling
    if told.conditional:
        return words.said.format(words=words.spoken["if"])
    if told.amount:
        way = "more" if told.more else told.verb
        return words.said.format(words=words.spoken[way].format(chips=sight.words.amount(told.amount)))
    return words.said.format(words=words.verbs[told.verb]) if told.verb else words.in_silence
