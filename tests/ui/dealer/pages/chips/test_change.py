"""The page that makes change: exact, in the fewest chips."""

import pytest
from msgspec.structs import replace

from engine.public import public
from tests.kit.play import sat
from ui.dealer.model.surroundings import LevelTime, Surroundings
from ui.dealer.model.values import Disc, PageView
from ui.dealer.pages.chips.change import ChangePage
from ui.dealer.pages.page import PageContext

GAME = sat((20_000,) * 4)
CHIPS = Surroundings(level=LevelTime("Level 3", 60_000, chips=(25, 100, 500, 1_000, 5_000)))
TABLE = PageContext(public(GAME), GAME, CHIPS)


def shown(page: ChangePage, context: PageContext = TABLE) -> tuple[str, tuple[tuple[Disc, ...], ...]]:
    view = page.show(context)
    said = view.title if view.title != "Make change" else view.lines[0].text
    return said, tuple(line.discs for line in view.lines if line.discs)


def test_an_amount_is_shown_in_its_fewest_chips():
    assert shown(ChangePage("2400")) == ("2,400 in 6 chips", ((Disc(1_000, 2), Disc(100, 4)),))
    assert shown(ChangePage("100")) == ("100 is 1 chip", ((Disc(100),),))


def test_chips_that_do_not_fit_in_one_row_continue_in_a_second():
    assert shown(ChangePage("6600"))[1] == ((Disc(5_000), Disc(1_000), Disc(500)), (Disc(100),))


def test_a_chip_is_broken_and_each_way_is_a_row():
    assert shown(ChangePage(given=((5_000, 1),))) == (
        "To break 5,000, use any one of these rows:",
        ((Disc(1_000, 5),), (Disc(500, 10),), (Disc(100, 50),)),
    )


@pytest.mark.parametrize(
    ("typed", "said", "discs"),
    [
        ("400", "Give back 4,600: 5,000 minus 400", ((Disc(1_000, 4), Disc(500), Disc(100)),)),
        ("5000", "5,000 is exactly the amount", ((Disc(5_000),),)),
        ("5100", "5,000 does not cover 5,100: 100 short", ()),
        ("350", "4,650 cannot be made with these chips: 4,600 can", ()),
    ],
)
def test_change_from_a_larger_chip_is_shown(typed, said, discs):
    assert shown(ChangePage(typed, ((5_000, 1),))) == (said, discs)


def test_an_amount_that_the_chips_cannot_make_is_shown_with_the_nearest_that_they_can():
    assert shown(ChangePage("2350"))[0] == "2,350 cannot be made with these chips: 2,300 can"


def test_the_smallest_chip_cannot_be_broken():
    assert shown(ChangePage(given=((100, 2),)))[0] == "200: there is no smaller chip"


def _buttons(view: PageView) -> dict[str, object]:
    return {button.name: button.tap for grid in view.grids for button in grid.buttons if button.name}


def test_only_chips_in_play_are_offered_and_a_table_without_chips_has_no_page():
    buttons = _buttons(ChangePage().show(TABLE))

    assert {name for name in buttons if name.startswith("change-chip-")} == {
        f"change-chip-{chip}" for chip in (100, 500, 1_000, 5_000)}  # fmt: skip
    assert ChangePage.offered(TABLE)
    assert not ChangePage.offered(replace(TABLE, table=replace(TABLE.table, chip=0)))


def test_touches_add_up_chips_and_clear_them(sit):
    screen, _, finger = sit(GAME)
    finger.tap("more", "menu-change", "change-chip-1000", "change-chip-1000", "change-key-4", "change-key-00")
    assert screen.content.page == ChangePage("400", ((1_000, 2),))

    finger.tap("change-clear")
    assert screen.content.page == ChangePage()
