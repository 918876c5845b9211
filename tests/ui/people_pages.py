"""The pages about people in the states that look different, for the tests of every page and for pictures."""

from engine.table.actions.staff import SignIn
from ui.dealer.model.sign_in import Pin, PinAnswer
from ui.dealer.model.taps import Ask
from ui.dealer.pages.page import Page
from ui.dealer.pages.people.arrive import ArrivePage
from ui.dealer.pages.people.move import MovePage
from ui.dealer.pages.people.penalty import PenaltyPage
from ui.dealer.pages.people.seat import LeavePage, SeatPage
from ui.dealer.pages.people.signin import SignInPage
from ui.dealer.pages.people.signin_pin import PinPage

PAGES: dict[str, Page] = {
    "pin": PinPage("dealer", Ask(SignIn("Ana")), "Ana"),
    "pin-wrong": PinPage("floor", Ask(SignIn("Ana")), typed=Pin("471183"), answer=PinAnswer("", 40_000)),
    "signin-keyed": SignInPage(typed="Maximiliane Schweinsteiger"),
    "arrive": ArrivePage(5),
    "arrive-name": ArrivePage(5, "name", name="Nia"),
    "arrive-table": ArrivePage(5, "table", moved=True, name="Nia", table="12"),
    "arrive-chips": ArrivePage(5, "chips", moved=True, name="Nia", table="12", chips="7310"),
    "seat": SeatPage(5),
    "move": MovePage(5, 12, 3),
    "leave": LeavePage(5),
    "penalty": PenaltyPage(5),
    "penalty-picked": PenaltyPage(5, "round-2"),
}
