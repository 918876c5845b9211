"""The pages on which something is entered: they cover no seat, and the keypad is always in the same place."""

import pytest
from msgspec.structs import replace
from PySide6.QtWidgets import QWidget

from engine.events import Blinds
from engine.game.game import Game
from engine.public import public
from engine.table.actions.chips import OpenRace
from engine.table.actions.staff import SignIn
from tests.kit.play import dealt, do, play, sat
from tests.kit.port import Engine
from tests.screens.measured import picture_of, watching
from tests.screens.table import LATE, LONG_NAMES, MILLIONS
from tests.ui.dealer.layout.test_table import SCREENS, gap, screens, seat_counts
from tests.ui.dealer.test_screen import target
from tests.ui.test_pages import PAGES
from ui.dealer.layout.entry import area_of, entry_layout, layout_of
from ui.dealer.layout.rect import Rect, zoom
from ui.dealer.layout.table import opening_parts, table_layout
from ui.dealer.model.profile import TEXT, TextSize
from ui.dealer.model.taps import Ask, OpenPage
from ui.dealer.model.values import PageView
from ui.dealer.pages.amounts.amount import AmountPage
from ui.dealer.pages.chips.change import ChangePage
from ui.dealer.pages.chips.color_up import ColorUpPage
from ui.dealer.pages.chips.counts import CountsPage
from ui.dealer.pages.entry.card import CardPage
from ui.dealer.pages.misdeal import MisdealPage
from ui.dealer.pages.override.draft import OverrideDraft
from ui.dealer.pages.override.page import OverridePage
from ui.dealer.pages.page import Page, PageContext
from ui.dealer.pages.people.signin_pin import PinPage
from ui.dealer.pages.ruling.draft import RulingDraft
from ui.dealer.pages.ruling.page import RulingPage
from ui.dealer.pages.start.draw import DrawPage
from ui.dealer.pages.start.seats import SeatHerePage
from ui.dealer.screen import Screen
from ui.dealer.view.screen import view
from ui.look import AMOUNT_MM, DARK, GAP_MM, LEAST_TARGET_MM, Look

FOUR = (50_000,) * 4
RAISED = "r600 c"
PAD_PAGES: dict[str, tuple[Page, Game]] = {
    "an amount": (AmountPage(2), play(dealt(FOUR), RAISED)),
    "an amount that was said": (RulingPage(RulingDraft(step="amount", begun=True)), play(dealt(FOUR), RAISED)),
    "chips to add": (RulingPage(RulingDraft(step="add", begun=True)), play(dealt(FOUR), RAISED)),
    "chips to forfeit": (RulingPage(RulingDraft(step="forfeit", begun=True)), play(dealt(FOUR), RAISED)),
    "chips for the pot": (OverridePage(OverrideDraft("move-chips", "what")), play(dealt(FOUR), RAISED)),
    "stacks": (OverridePage(OverrideDraft("set-stacks", "what")), play(dealt(FOUR), "f f f push")),
    "a count": (CountsPage(seat=2), sat(FOUR)),
    "change": (ChangePage("2400"), sat(FOUR)),
    "a PIN": (PinPage("dealer", Ask(SignIn("Ana")), "Ana"), sat(FOUR)),
    "a stack": (SeatHerePage(step="stack"), Game()),
}


def context(game: Game) -> PageContext:
    return PageContext(public(game), game)


def sheet(page: Page, game: Game) -> PageView:
    """The page as it is shown, with an entry."""
    shown = view(context(game), page).page
    assert shown is not None
    assert shown.entry is not None
    return shown


@screens
@seat_counts
def test_the_sheet_covers_no_seat_and_no_bet_of_the_far_seats(size: tuple[float, float], seat_count: int) -> None:
    """
    It is between the seats and covers the middle keys; UNDO and HAND OVER stay in sight.
    """
    here = table_layout(*size, seat_count)

    assert all(gap(here.opening, seat) > 2 for seat in here.seats)
    assert all(gap(here.opening, here.actions[name]) > 2 for name in ("undo", "hand-over"))
    far = [place for place in here.places if place.bet.y >= place.tile.bottom]
    assert all(gap(here.opening, lane) >= 0 for place in far for lane in (place.bet, place.discs))
    assert here.opening.bottom < size[1]


@seat_counts
@pytest.mark.parametrize("scale", [1.0, 1.4])
def test_an_upright_sheet_covers_no_seat_and_no_bet_of_the_far_seats(scale: float, seat_count: int) -> None:
    """
    It is between the seats, and below them as wide as the screen. The keys there are clear of the seats above.
    """
    size = (800 / 5.9 * scale, 1280 / 5.9 * scale)
    here = table_layout(*size, seat_count)
    parts = opening_parts(here.opening, zoom(*size))

    assert len(set(parts)) == 2
    assert all(gap(part, seat) >= GAP_MM for part in parts for seat in here.seats)
    far = [place for place in here.places if place.tile.y < here.opening.y - 1]
    assert all(gap(part, lane) >= 0 for part in parts for place in far for lane in (place.bet, place.discs))
    assert all(part.x >= 0 and part.right <= size[0] and part.bottom < size[1] for part in parts)


@pytest.mark.parametrize("left_handed", [False, True])
@pytest.mark.parametrize("name", [*PAGES, "an amount with a board"])
def test_every_key_of_an_upright_sheet_is_within_it(name: str, left_handed: bool) -> None:
    """
    Nothing is under a seat, which covers neither a key nor a text.
    """
    size = (800 / 5.9, 1280 / 5.9)
    game = play(dealt((50_000,) * 10), "c c c c c c c c c k QhJd2c" if name not in PAGES else "r600 c")
    page = PAGES[name] if name in PAGES else AmountPage(2)
    shown = page.show(context(game))
    if not shown.entry:
        return
    shown = replace(shown, grids=tuple(grid for grid in shown.grids if not grid.ring))
    here = table_layout(*size, 10)
    laid = layout_of(shown, area_of(shown, here), zoom(*size), left_handed)
    parts = opening_parts(here.opening, zoom(*size))
    places = [
        place
        for grid, row in zip(shown.grids, laid.cells, strict=True)
        for button, place in zip(grid.buttons, row, strict=False)
        if button.name
    ]
    for place in filter(None, (*places, laid.head, laid.close, laid.entry, laid.board)):
        assert any(
            part.x - 0.01 <= place.x and part.y - 0.01 <= place.y and place.right <= part.right + 0.01
            and place.bottom <= part.bottom + 0.01 for part in parts
        )  # fmt: skip


def pad_of(page: PageView, size: tuple[float, float], left_handed: bool = False) -> list[Rect]:
    """The places of the digits, of backspace and of the green key."""
    laid = layout_of(page, area_of(page, table_layout(*size, 10)), zoom(*size), left_handed)
    return [place for grid, row in zip(page.grids, laid.cells, strict=True) if grid.is_pad for place in row[:11]]


@pytest.mark.parametrize("left_handed", [False, True])
@pytest.mark.parametrize("size", [*SCREENS.values(), (800 / 5.9, 1280 / 5.9)])
def test_the_keypad_is_in_the_same_place_on_every_page(size: tuple[float, float], left_handed: bool) -> None:
    """
    Amounts, counts, change, PINs and stacks; for a left-handed dealer it is on the left, with the digits in order. The
    green key is three rows high, or its lower two rows if there is a key above it.
    """
    places = [pad_of(sheet(*page), size, left_handed) for page in PAD_PAGES.values()]
    *digits, green = places[-1]

    assert all(each[: len(digits)] == digits for each in places)
    for each in places:
        assert (each[-1].x, each[-1].right, each[-1].bottom) == (green.x, green.right, green.bottom)
        assert each[-1].height >= LEAST_TARGET_MM
    assert min(min(place.width, place.height) for place in digits) >= LEAST_TARGET_MM
    assert digits[0].x < digits[1].x < digits[2].x
    assert (digits[-1].x < digits[0].x) is left_handed


@pytest.mark.parametrize("name", PAD_PAGES)
def test_backspace_is_above_the_one_green_key(name: str) -> None:
    """
    Every page says OK. Only making change has nothing to confirm. Beside an amount, RULING is between them.
    """
    erase, *others, sure = sheet(*PAD_PAGES[name]).grids[-1].buttons
    assert [other.text for other in others] == (["RULING"] if name == "an amount" else [])

    assert erase.text == "←"
    assert (sure.text, sure.emphasis) == (("CLEAR", "quiet") if name == "change" else ("OK", "go"))


def test_a_left_handed_dealer_has_close_on_the_left() -> None:
    """
    The seats are not mirrored.
    """
    size = SCREENS["10.1 inches 1280 x 800"]
    page, area = sheet(AmountPage(2), play(dealt(FOUR), RAISED)), table_layout(*size, 10).opening

    left, right = entry_layout(page, area, 1.0, left_handed=True), entry_layout(page, area, 1.0)
    assert left.close.x == pytest.approx(area.x)
    assert right.close.right == pytest.approx(area.right)
    assert gap(left.close, left.head) >= 0


def test_only_the_seat_whose_amount_is_entered_is_amber_and_can_be_touched() -> None:
    """
    The others show their last action with their bets, because the sheet covers some of the bets.
    """
    game = play(dealt(FOUR), RAISED)
    seats = view(context(game), AmountPage(3)).seats

    assert [seat.seat for seat in seats if seat.mood == "turn"] == [3]
    assert (seats[2].word, seats[3].word, seats[1].word) == ("RAISING", "RAISED 600", "SB 100")
    assert [seat.seat for seat in seats if seat.side] == [3]
    assert [seat.seat for seat in seats if seat.tile.tap] == []
    assert {seat.act for seat in seats} == {""}


def test_the_seats_of_the_table_are_picked_beside_a_keypad(sit) -> None:
    """
    The chosen ones are reversed with a check mark, and seats that cannot be picked rest.
    """
    screen, _, finger = sit(play(dealt((50_000,) * 6), "r600 f"))
    finger.tap("more", "menu-ruling", "ruling-more", "ruling-add", "seat-6", "seat-1")
    assert finger.can("seat-6")
    seats = {seat.seat: seat.mood for seat in screen.drawn.seats}

    assert [seat for seat, mood in seats.items() if mood == "chosen"] == [1, 6]
    assert "out" in seats.values()
    folded = next(seat for seat, mood in seats.items() if mood == "out")
    assert not finger.can(f"seat-{folded}")
    finger.tap("seat-1")
    assert screen.drawn.seats[0].mood == "live"


def test_the_keys_for_a_card_are_in_the_same_place_on_every_page() -> None:
    """
    The card pad, the draw, the race and a card that was exposed.
    """
    odd = sat((4_025, 8_025, 6_000), Blinds(4, 75, 150, chip=25))
    pages = [
        (CardPage(0), play(dealt(FOUR), "r50000 c f f QhJd2c")),
        (DrawPage(), sat(FOUR)),
        (ColorUpPage(), do(odd, OpenRace(25, 100))),
        (MisdealPage(kind="card-exposed", seat=2, step="card"), dealt(FOUR)),
    ]
    for size in (*SCREENS.values(), (800 / 5.9, 1280 / 5.9)):
        placed = []
        for page, game in pages:
            shown = sheet(page, game)
            laid = layout_of(shown, area_of(shown, table_layout(*size, 10)), zoom(*size))
            ranks, suits = laid.cells
            placed.append((ranks[:13], suits))
        assert all(each == placed[0] for each in placed)


def test_undo_closes_the_sheet_and_takes_nothing_back(sit) -> None:
    """
    UNDO says so. The action before it needs another touch.
    """
    screen, engine, finger = sit(play(dealt(FOUR), RAISED))
    finger.tap("raise-2", "key-9")
    assert screen.drawn.buttons[0].small == "closes the keypad"
    finger.tap("undo")

    assert screen.content.page is None
    assert engine.asked == []


def test_hand_over_says_why_it_waits() -> None:
    """
    The entry comes first.
    """
    shown = view(context(play(dealt(FOUR), RAISED)), AmountPage(2))

    assert (shown.buttons[-1].tap, shown.buttons[-1].small) == (None, "finish the entry")


@pytest.mark.parametrize(
    ("typed", "wrong"), [("4", False), ("15", False), ("1032", False), ("50000", False), ("4999", False), ("9", False),
                         ("50001", True), ("99999", True)]
)  # fmt: skip
def test_the_first_digits_of_an_amount_are_not_an_error(typed: str, wrong: bool) -> None:
    """
    They are shown large. Red is for an amount that no further digit can make right.
    """
    entry = sheet(AmountPage(2, typed), play(dealt(FOUR), RAISED)).entry

    assert entry
    assert (entry.text, entry.is_wrong) == (f"{int(typed):,}", wrong)


def test_the_board_and_the_pot_are_repeated_on_the_sheet() -> None:
    """
    The sheet covers both.
    """
    shown = sheet(AmountPage(2), play(dealt(FOUR), "c c c k QhJd2c"))

    assert tuple(map(str, shown.board)) == ("Qh", "Jd", "2c")
    assert [line.text for line in shown.lines] == ["pot 1,000"]


@pytest.mark.parametrize("text", ["S", "M", "L"])
@pytest.mark.parametrize("pixels", [(1280, 800, 5.9), (1024, 600, 4.43), (1920, 1080, 5.6), (800, 1280, 5.9)])
def test_the_amount_being_entered_has_the_largest_digits_and_is_clear_of_the_line_below(
    qtbot, pixels: tuple[int, int, float], text: TextSize
) -> None:
    """
    They are 7.5 mm high, well over those on the keys, and stay so with millions.
    """
    wide, high, px_per_mm = pixels
    game = dealt(MILLIONS, LATE, LONG_NAMES)
    engine = Engine(game)
    screen = Screen(engine, Look(DARK, px_per_mm, text=TEXT[text]), lambda: 0)
    qtbot.addWidget(screen)
    screen.resize(wide, high)
    engine.show_on(screen)
    screen.open(AmountPage(public(game).legal.seat, "2800000"))
    with watching(screen) as painted:
        picture_of(screen)
    (digits,) = (one for one in painted.letters if one.text == "2,800,000" and one.high_mm > AMOUNT_MM)
    below = next(one for one in painted.letters if "leaves" in one.text)

    assert digits.high_mm >= 7.5
    reach = digits.area.center().y() + digits.high_mm * px_per_mm / 2
    assert reach < below.area.center().y() - below.high_mm * px_per_mm / 2


@pytest.mark.parametrize("stacks", [FOUR, MILLIONS])
def test_all_amounts_of_the_sheet_have_digits_of_one_size(sit, stacks: tuple[int, ...]) -> None:
    """
    500 is as high as 1,500, and 900,000 as 1.5M. Millions are shortened only if nothing is lost.
    """
    game = dealt(stacks, LATE, LONG_NAMES) if stacks is MILLIONS else dealt(stacks)
    screen, _, finger = sit(game)
    finger.tap(f"raise-{public(game).legal.seat}")
    page = screen.drawn.page
    amounts = {button.text for button in page.grids[0].buttons if button.name}
    with watching(screen) as painted:
        picture_of(screen)
    cells = [target(screen, button.name).geometry() for button in page.grids[0].buttons if button.name]
    sheet_at = screen.findChild(QWidget, "page").pos()
    within = [text for text in painted.letters if any(cell.translated(sheet_at).contains(text.area) for cell in cells)]
    highs = [round(text.high_mm, 2) for text in within]
    assert {text.text for text in within} == amounts

    assert len(highs) >= 6
    assert len(set(highs)) == 1
    assert min(highs) >= 2.6


def test_a_second_touch_on_raise_opens_the_same_sheet_and_commits_nothing(sit, ticks) -> None:
    """
    RAISE stays in sight beside the sheet, so no amount is below the finger.
    """
    screen, engine, finger = sit(dealt((50_000,) * 10))
    for _ in range(3):
        finger.tap("raise-2")
        ticks.ms += 1_500

    assert screen.content.page == AmountPage(2)
    assert engine.asked == []


def test_the_card_pad_shows_the_board_and_the_seats_cards_large() -> None:
    """
    The void beside the suits has the cards of the place, and the header has the board.
    """
    game = play(dealt(FOUR), "r50000 c f f QhJd2c4h9s 4:Ah")
    at_seat, at_board = sheet(CardPage(4), game), sheet(CardPage(0), play(dealt(FOUR), "r50000 c f f QhJd2c"))

    assert at_seat.entry
    assert at_board.entry
    assert tuple(map(str, at_seat.entry.cards)) == ("Ah",)
    assert len(at_seat.board) == 5
    assert (tuple(map(str, at_board.entry.cards)), at_board.board) == (("Qh", "Jd", "2c"), ())
    for size in SCREENS.values():
        laid = layout_of(at_seat, area_of(at_seat, table_layout(*size, 10)), zoom(*size))
        assert laid.entry
        assert min(laid.entry.width / 30, laid.entry.height / 60) >= 1


def test_the_seats_stay_live_beside_the_card_pad_and_rest_while_a_card_is_corrected() -> None:
    """
    A touch on another seat moves the pad there; a correction waits for its card.
    """
    game = play(dealt(FOUR), "r50000 c f f QhJd2c4h9s")
    seats = view(context(game), CardPage(4)).seats
    assert any(isinstance(seat.tile.tap, OpenPage) and isinstance(seat.tile.tap.page, CardPage) for seat in seats)

    line = next(line for line in public(game).lines if line.mark)
    assert all(seat.tile.tap is None for seat in view(context(game), CardPage(0, line=line.mark)).seats)
