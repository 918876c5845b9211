"""The pages of a table that is not open yet, for the tests of every page."""

from ui.dealer.model.taps import Starter
from ui.dealer.pages.page import Page
from ui.dealer.pages.start.blinds import KeyedBlinds
from ui.dealer.pages.start.draw import ButtonPage
from ui.dealer.pages.start.page import StartPage
from ui.dealer.pages.start.seats import SeatHerePage
from ui.dealer.pages.welcome import WelcomePage

TWO = (Starter(2, "Maximiliane"), Starter(10, "Konstantinos", 1_250_000))
PAGES: dict[str, Page] = {
    "start": StartPage(),
    "start-button": ButtonPage(),
    "start-seats": SeatHerePage(TWO),
    "start-name": SeatHerePage(TWO, step="name", seat=3, typed="Wilhelmina"),
    "start-seat": SeatHerePage(TWO, step="seat", seat=10),
    "start-stack": SeatHerePage(TWO, step="stack", seat=10, typed="1250010"),
    "welcome": WelcomePage("http://127.0.0.1:8080/display/", "http://127.0.0.1:8080/director/", "B6EJ23qdLlZN"),
    "start-blinds": SeatHerePage(TWO, step="blinds"),
    "start-big-blind": SeatHerePage(TWO, step="blinds", keyed=KeyedBlinds(200, "300")),
}
