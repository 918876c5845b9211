"""Two awards that card rooms got wrong, on the real screen: neither could have been pushed here."""

import pytest

from engine.events import Blinds
from tests.kit.play import play
from tests.kit.truth import Deal, table_of
from tests.taps.driver import ScreenDriver
from ui.dealer.widgets.controls.touch import TouchTarget

FINAL = Blinds(level=30, small=100_000, big=200_000, ante=200_000, ante_form="big-blind", chip=25_000)
PRIZES = (64_458, 94_305)
"""The prizes of third and second place in the event whose winning hand was mucked."""


@pytest.fixture
def final_table(qapp) -> ScreenDriver:
    """Three players are left. Seat 3 is all-in for 1,200,000 before the flop, and the others check to the river, so all
    cards are due."""
    game = table_of(Deal((1, 2, 3), (6_000_000, 5_000_000, 1_400_000), 1, FINAL))
    return ScreenDriver(play(game, "start r1200000 c c Kh9h4c k k 7s k k 2h k k 2:9c9d 1:KsQd"))


def read(driver: ScreenDriver, script: str) -> None:
    """Show the screen these cards and actions."""
    driver.port.lay(play(driver.game, script))


def words(driver: ScreenDriver) -> str:
    """All text of the targets on the screen, the prompt and the sheet of the pots."""
    view = driver.screen.drawn
    assert view is not None
    said = [
        each.tile.text + " " + each.tile.small for each in driver.screen.findChildren(TouchTarget) if each.isVisible()
    ]
    said += [view.prompt.head, view.prompt.body, view.prompt.foot]
    for award in view.sheet.awards if view.sheet else ():
        said += [
            award.name,
            award.chips,
            award.split,
            award.why,
            *award.notes,
            *(winner.text for winner in award.winners),
        ]
    return "\n".join(said)


def owned(driver: ScreenDriver) -> dict[int, int]:
    """The chips of each seat that has any, before the next hand's blinds."""
    hand = driver.game.table.hand
    if hand is not None and not hand.over:
        return dict(zip(hand.deal.seats, hand.deal.stacks, strict=True))
    return {seat: there.chips for seat, there in enumerate(driver.game.table.seats, 1) if there and there.chips}


def test_a_winning_flush_cannot_be_mucked_unread_at_a_final_table(final_table):
    """
    Third place paid 64,458 and second 94,305. Nobody looked at the all-in player's flush, and the player was sent out.
    Here neither the muck nor the push can be touched: the screen waits for that hand and says whose it is.
    """
    driver = final_table

    assert PRIZES[0] < PRIZES[1]
    assert [seat.seat for seat in driver.table.seats if seat.all_in] == [3]
    assert not driver.can("muck-3", anyhow=True)
    assert not driver.can("hand-over")
    assert driver.table.legal.due == (3,)
    assert "Seat 3" in driver.screen.drawn.prompt.head + driver.screen.drawn.prompt.body
    assert driver.table.awards == ()


def test_the_flush_is_named_as_the_winner_before_the_push(final_table):
    """
    Once it is read, the whole pot goes to it, in words, with its five cards, and then the player is still there.
    """
    driver = final_table

    read(driver, "3:Ah5h")

    (award,) = driver.table.awards
    assert (award.seats, award.chips) == ((3,), 3 * 1_200_000 + 200_000)
    assert "flush" in words(driver)
    assert "3,800,000" in words(driver)
    assert set(owned(driver)) == {1, 2, 3}
    driver.hand_over()
    assert owned(driver) == {1: 4_800_000, 2: 3_800_000, 3: 3_800_000}


def test_a_chop_cannot_eliminate_the_short_stack(qapp):
    """
    In a real room both played the straight on the board, and one was paid and the other sent out. Here the screen shows
    both as winners and their shares before the push. The short stack is not out, and the next hand is dealt to all
    three.
    """
    level = Blinds(level=12, small=1_000, big=2_000, ante=2_000, ante_form="big-blind", chip=500)
    game = table_of(Deal((2, 5, 7), (90_000, 41_000, 60_000), 2, level))
    driver = ScreenDriver(play(game, "start r41000 c f 9s8d7c 6h 5s 5:AhKd 2:QcQd"))

    (award,) = driver.table.awards
    assert set(award.seats) == {2, 5}
    assert sum(award.shares) == award.chips == 2 * 41_000 + 2_000 + 2_000
    said = words(driver)
    assert "straight" in said
    for seat, share in zip(award.seats, award.shares, strict=True):
        assert f"{seat}" in said
        assert f"{share:,}" in said
    assert not any(seat.mucked for seat in driver.table.seats)

    driver.hand_over()
    assert owned(driver) == {2: 92_000, 5: 43_000, 7: 56_000}
