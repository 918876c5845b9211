"""Questions beside the motion: which seat, which amount was said, and what else can have happened. Pure."""

from msgspec.structs import replace

from engine.hand.corrections import is_correctable
from ui.dealer.model.values import ButtonView, GridView, LineView, PageView
from ui.dealer.pages import pads
from ui.dealer.pages.page import Sight
from ui.dealer.pages.ruling.told import Go, Step, Told, Verb, cleared, in_play, whose


def seat_view(told: Told, sight: Sight, go: Go) -> PageView:
    """Every seat with a live hand. Those passed over folded or checked, unless it is said that it acted too early."""
    words = sight.words.ruling
    may = {seat.seat for seat in sight.table.seats if seat.live}
    grid = pads.seats("ruling", sight, lambda seat: go(cleared(told, seat=seat)), may, (whose(told, sight),))
    return PageView("ruling-seat", words.seat_title, (LineView(words.seat_help, "small"),), (grid,), wide=True)


def amount_view(told: Told, sight: Sight, go: Go) -> PageView:
    """Keys, and what the amount was said to be."""
    words, typed = sight.words.ruling, told.typed
    chips = sight.words.amount(int(typed or 0))
    ways: tuple[tuple[str, str, Verb, bool], ...] = (
        ("alone", words.alone, "", False),
        ("bet", words.said_bet, "bet", False),
        ("raise", words.said_raise, "raise", False),
        ("more", words.said_more, "raise", True),
    )
    said = tuple(
        ButtonView(
            f"ruling-amount-{name}",
            text.format(chips=chips) if typed else text.format(chips="").strip(),
            go(replace(cleared(told), verb=verb, amount=int(typed), more=more, conditional=False)) if typed else None,
            emphasis="act",
        )
        for name, text, verb, more in ways
    )
    clear = ButtonView("ruling-amount-clear", words.clear, go(replace(told, typed="")), emphasis="quiet")
    return PageView(
        name="ruling-amount",
        title=words.amount_title,
        lines=(LineView(chips if typed else words.key_amount, "big"),),
        grids=(
            pads.keys("ruling", typed, lambda longer: go(replace(told, typed=longer))),
            GridView("ruling-amounts", 2, (*said, clear, back(told, sight, go)), 1.8),
        ),
        wide=True,
    )


def more_view(told: Told, sight: Sight, go: Go) -> PageView:
    """What is ruled on by itself, and errors that are found late."""
    words = sight.words.ruling
    hand, _ = in_play(sight)
    betting, open_to_bets = bool(sight.table.legal.seat), is_correctable(hand)
    condition = replace(cleared(told), conditional=True, verb="", amount=0, more=False)
    steps: tuple[tuple[Step, str, str, bool], ...] = (
        ("shown", words.shown, words.shown_small, bool(whose(told, sight))),
        ("behind", words.behind, words.behind_small, any(seat.all_in for seat in sight.table.seats)),
        ("late", words.late, words.late_small, open_to_bets),
        ("skipped", words.skipped, words.skipped_small, betting),
        ("add", words.add, words.add_small, open_to_bets),
        ("forfeit", words.forfeit, words.forfeit_small, betting),
    )
    buttons = (
        ButtonView(
            "ruling-splashed",
            words.splashed,
            go(replace(cleared(told), splashed=not told.splashed)) if betting else None,
            words.splashed_small,
            "warn" if told.splashed else "plain",
        ),
        ButtonView("ruling-if", words.conditional, go(condition) if betting else None, words.conditional_small),
        *(
            ButtonView(f"ruling-{step}", text, go(cleared(told, step)) if may else None, small)
            for step, text, small, may in steps
        ),
        back(told, sight, go),
    )
    return PageView("ruling-more", words.more_title, grids=(GridView("ruling-more", 3, buttons),), wide=True)


def back(told: Told, sight: Sight, go: Go) -> ButtonView:
    """The way back to the motion, with what was told of it."""
    return ButtonView("ruling-back", sight.words.ruling.back_button, go(cleared(told)), emphasis="quiet")
