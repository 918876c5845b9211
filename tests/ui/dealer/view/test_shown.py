"""Amounts in big blinds: exact to a tenth, and never used for entries, orders or records."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.game.game import Game
from engine.message import message
from engine.public import public
from tests.kit.play import LEVEL, dealt, play, sat
from ui.dealer.model.profile import Profile
from ui.dealer.model.surroundings import RefusalNotice, Surroundings, after, in_blinds, updated
from ui.dealer.model.taps import SwitchUnits
from ui.dealer.model.values import View
from ui.dealer.pages.amounts.amount import AmountPage
from ui.dealer.pages.page import PageContext
from ui.dealer.view.screen import view
from ui.words.languages import words_in

ENGLISH = words_in("en")
IN_BLINDS = Surroundings(profile=Profile(in_blinds=True))
RAISED = play(dealt((7_500, 12_350, 20_000, 20_000), replace(LEVEL, chip=50)), "r650")


@pytest.mark.parametrize(
    ("chips", "said"),
    [(7_500, "37.5 BB"), (200, "1 BB"), (0, "0 BB"), (1, "0.1 BB"), (29, "0.1 BB"), (30, "0.2 BB"), (725, "3.6 BB"),
     (1_150, "5.8 BB"), (2_000_000, "10,000 BB")],
)  # fmt: skip
def test_an_amount_is_shown_to_the_nearest_tenth(chips, said):
    assert ENGLISH.big_blinds(chips, 200) == said


def test_each_language_has_its_own_separators():
    assert words_in("de").big_blinds(247_500, 200) == "1.237,5 BB"


@given(st.integers(1, 10**9), st.integers(1, 10**6))
def test_the_amount_shown_is_within_half_a_tenth_and_never_zero(chips, big):
    said = float(ENGLISH.big_blinds(chips, big).removesuffix(" BB").replace(",", ""))

    assert said > 0
    assert abs(said - chips / big) <= max(0.05, 0.1 - chips / big) + chips / big * 1e-12


def shown(game: Game, around: Surroundings) -> View:
    return view(PageContext(public(game), game, around))


def test_stacks_bets_and_the_pot_are_in_big_blinds_and_amounts_to_pay_are_in_chips():
    chips, blinds = shown(RAISED, Surroundings()), shown(RAISED, IN_BLINDS)

    assert [(seat.stack, seat.bet) for seat in blinds.seats] == [
        ("37.5 BB", ""), ("61.3 BB", "0.5 BB"), ("98 BB", "1 BB"), ("96.8 BB", "3.3 BB")]  # fmt: skip
    assert (chips.pots[0].chips, blinds.pots[0].chips) == ("1,150", "5.8 BB")
    assert blinds.prompt.body == chips.prompt.body == "650 to call"
    assert [seat.chips for seat in blinds.seats] == [seat.chips for seat in chips.seats]
    assert blinds.prompt.foot == chips.prompt.foot
    assert [seat.tile.tap for seat in blinds.seats] == [seat.tile.tap for seat in chips.seats]
    assert blinds.buttons == chips.buttons


def test_amounts_are_keyed_in_chips():
    context = PageContext(public(RAISED), RAISED)
    seat = context.table.legal.seat

    assert AmountPage(seat).show(context) == AmountPage(seat).show(replace(context, surroundings=IN_BLINDS))


def test_side_pots_and_their_total_are_in_big_blinds():
    game = play(dealt((2_000, 6_000, 20_000, 20_000)), "r8000 c c c")
    blinds = shown(game, IN_BLINDS)

    assert [pot.chips for pot in blinds.pots] == ["41 BB", "60 BB", "20 BB"]
    assert blinds.aside is not None
    assert blinds.aside.chips == "121 BB"


def test_the_switch_holds_until_another_profile_is_in_use():
    plain = Surroundings(profile=Profile())
    switched = after(plain, SwitchUnits())

    assert in_blinds(switched)
    assert switched.refusal == RefusalNotice(message("units-blinds"), is_news=True)  # said, whatever the touch was for
    assert in_blinds(updated(switched, plain))
    assert not in_blinds(after(switched, SwitchUnits()))
    assert not in_blinds(updated(switched, Surroundings(profile=Profile(left_handed=True))))
    assert not in_blinds(after(IN_BLINDS, SwitchUnits()))


def test_the_pot_can_be_touched_only_if_it_is_shown():
    pot = shown(RAISED, IN_BLINDS).pot

    assert pot is not None
    assert (pot.tap, pot.said) == (SwitchUnits(), "POT 5.8 BB, show chips")
    assert shown(sat((2_000, 2_000)), IN_BLINDS).pot is None
