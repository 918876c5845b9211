"""The pages of practice in different states: a hand that went well, one with every remark, and results."""

from engine.cards import Card
from ui.dealer.model.practice import Remark, Review
from ui.dealer.pages.page import Page
from ui.dealer.pages.practice import ResultPage, ReviewPage

WRONG = (
    Remark("missed-call", 6, 12_600, street="preflop"),
    Remark("wrong-amount", 4, 125_000, 1_250_000, street="river"),
    Remark("wrong-card", card=Card("9s")),
)
BETTER = (Remark("tapped-fold", count=6), Remark("keyed", 4, 1_250_000), Remark("slow", chips=4_200))
GOOD = Review(1, 7, 7, lag_ms=900)
BAD = Review(2, 19, 8, WRONG, BETTER, repairs=2, lag_ms=4_200)
SOME = Review(3, 9, 8, (), (Remark("tapped-fold", count=1),), lag_ms=1_400)
PAGES: dict[str, Page] = {
    "practice-perfect": ReviewPage(GOOD, 10),
    "practice-remarks": ReviewPage(BAD, 10),
    "practice-result": ResultPage((GOOD, BAD, SOME, GOOD, SOME, GOOD, BAD, SOME, GOOD, GOOD)),
    "practice-result-long": ResultPage((GOOD, BAD, SOME) * 20),
    "practice-nothing": ResultPage(()),
}
