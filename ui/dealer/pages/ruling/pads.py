"""More questions about a motion: which seat, what amount was announced, and what else may have happened."""

from msgspec.structs import replace

from engine.hand.actions import is_correctable
from ui.dealer.model.taps import OpenPage
from ui.dealer.model.values import ButtonView, GridView, InputView, LineView, PageView
from ui.dealer.pages.entry import pads
from ui.dealer.pages.misdeal import MisdealPage
from ui.dealer.pages.page import PageContext
from ui.dealer.pages.ruling.draft import Go, RulingDraft, RulingStep, Verb, cleared, in_play, whose


def seat_view(draft: RulingDraft, context: PageContext, go: Go) -> PageView:
    """The seats with live hands; for an action out of turn, only those with chips whose turn it is not. Those passed
    over have folded or checked, unless the selected seat is marked as acting too early."""
    words, turn = context.words.ruling, context.table.legal.seat
    may = {
        seat.seat
        for seat in context.table.seats
        if seat.live and not (draft.early and (seat.seat == turn or seat.all_in))
    }
    grid = pads.seats("ruling", context, lambda seat: go(cleared(draft, seat=seat)), may, (whose(draft, context),))
    return PageView("ruling-seat", words.seat_title, (LineView(words.seat_help, "small"),), (grid,), full_width=True)


def amount_view(draft: RulingDraft, context: PageContext, go: Go) -> PageView:
    words, typed = context.words.ruling, draft.typed
    chips = context.words.amount(int(typed or 0))
    ways: tuple[tuple[str, str, Verb, bool], ...] = (
        ("alone", words.alone, "", False),
        ("bet", words.said_bet, "bet", False),
        ("raise", words.said_raise, "raise", False),
        ("more", words.said_more, "raise", True),
    )
    said = []
    for name, text, verb, more in ways:
        tap = go(replace(cleared(draft), verb=verb, amount=int(typed), more=more, conditional=False)) if typed else None
        shown = text.format(chips=chips if typed else "").strip()
        said.append(ButtonView(f"ruling-amount-{name}", shown, tap, emphasis="act"))
    alone, *others = said
    sure = replace(alone, text=context.words.people.ok, small=alone.text, emphasis="go")
    grids = (GridView("ruling-amounts", 2, (*others, back(draft, context, go))), *keypad(draft, context, go, sure))
    entry = InputView(chips if typed else "", "" if typed else words.key_amount)
    title = words.amount_title.format(who=context.who(whose(draft, context)))
    return PageView("ruling-amount", title, (), grids, entry=entry)


def keypad(draft: RulingDraft, context: PageContext, go: Go, sure: ButtonView) -> tuple[GridView, GridView]:
    """The keypad for an amount of the draft."""
    typing = pads.KeyedDigits("ruling", draft.typed, lambda typed: go(replace(draft, typed=typed)))
    return pads.keypad(typing, sure, context.words)


def sure_key(button: ButtonView, context: PageContext) -> ButtonView:
    """A key that applies an answer, as the keypad's green key: OK, with what it applies below."""
    return replace(button, text=context.words.people.ok, small=button.small or button.text, emphasis="go")


def more_view(draft: RulingDraft, context: PageContext, go: Go) -> PageView:
    """Incidents with a ruling of their own, and errors that are discovered late."""
    words = context.words.ruling
    hand, _ = in_play(context)
    misdeal = context.words.menu.entries["misdeal"]
    betting, open_to_bets = bool(context.table.legal.seat), is_correctable(hand)
    condition = replace(cleared(draft), conditional=True, verb="", amount=0, more=False)
    splash = go(replace(cleared(draft), splashed=not draft.splashed)) if betting else None
    steps: tuple[tuple[RulingStep, str, str, bool], ...] = (
        ("shown", words.shown, words.shown_small, bool(whose(draft, context))),
        ("behind", words.behind, words.behind_small, any(seat.all_in for seat in context.table.seats)),
        ("late", words.late, words.late_small, open_to_bets),
        ("skipped", words.skipped, words.skipped_small, betting),
        ("add", words.add, words.add_small, open_to_bets),
        ("forfeit", words.forfeit, words.forfeit_small, betting),
    )
    buttons = (
        ButtonView("ruling-splashed", words.splashed, splash, words.splashed_small, chosen=draft.splashed),
        ButtonView("ruling-if", words.conditional, go(condition) if betting else None, words.conditional_small),
        *(
            ButtonView(f"ruling-{step}", text, go(cleared(draft, step)) if may else None, small)
            for step, text, small, may in steps
        ),
        ButtonView("ruling-misdeal", misdeal.text, OpenPage(MisdealPage()), misdeal.small),
        back(draft, context, go),
    )
    return PageView("ruling-more", words.more_title, grids=(GridView("ruling-more", 3, buttons),), full_width=True)


def back(draft: RulingDraft, context: PageContext, go: Go) -> ButtonView:
    return ButtonView("ruling-back", context.words.ruling.back_button, go(cleared(draft)), emphasis="quiet")
