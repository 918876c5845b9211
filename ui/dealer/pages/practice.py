"""The pages of practice mode: the review of one hand or of all hands, and all tips from the coach marks."""

from collections import Counter

from ui.dealer.model.practice import COACH, Remark, Review, all_stars, lag_of
from ui.dealer.model.taps import Continue, OpenPage
from ui.dealer.model.values import BarView, ButtonView, GridView, LineView, PageView
from ui.dealer.pages.page import LastingPage, PageContext, answer_row
from ui.words import Words

MOST_REMARKS = 5


class ReviewPage(LastingPage, frozen=True):
    review: Review
    hands: int

    def show(self, context: PageContext) -> PageView:
        words, say, review = context.words, context.words.practice, self.review
        lines = [_verdict(review, words)]
        found = (*review.wrong, *review.better)[:MOST_REMARKS]
        lines += [LineView(remark_text(remark, words)) for remark in found]
        if review.repairs:
            fixed = words.counted(say.fixed, review.repairs)
            lines.append(LineView(fixed, "small"))
        if review.lag_ms is not None:
            lines.append(LineView(say.lag.format(seconds=seconds(review.lag_ms, words)), "small"))
        text = say.go_on if review.hand < self.hands else say.to_result
        button = ButtonView("practice-on", text, OpenPage(), emphasis="go")
        title = say.review.format(hand=review.hand, hands=self.hands)
        return PageView("review", title, tuple(lines), (answer_row("on", button),), full_width=True)


class ResultPage(LastingPage, frozen=True):
    reviews: tuple[Review, ...]

    def show(self, context: PageContext) -> PageView:
        words, say = context.words, context.words.practice
        done = ButtonView("practice-done", say.done, Continue(), emphasis="go")
        title = words.counted(say.result, len(self.reviews))
        lines = _result(self.reviews, words) if self.reviews else [LineView(say.result_none, "big")]
        return PageView("result", title, tuple(lines), (answer_row("done", done),), full_width=True)


def _result(reviews: tuple[Review, ...], words: Words) -> list[LineView]:
    say = words.practice
    wrong = sum(bool(review.wrong) for review in reviews)
    taps, best = sum(review.taps for review in reviews), sum(review.best for review in reviews)
    mistakes = words.counted(say.mistakes, wrong) if wrong else say.mistakes_none
    stars = all_stars(reviews)
    bars = tuple(BarView(review.best, max(0, review.taps - review.best), bool(review.wrong)) for review in reviews)
    lines = [
        LineView(say.stars.format(stars=stars), "big", stars=stars),
        LineView(words.counted(say.taps, taps, best=best)),
        LineView(mistakes, "trouble" if wrong else "plain"),
        LineView("", bars=bars, rows=2),
        LineView(say.bars, "small"),
    ]
    lag_ms = lag_of(reviews)
    if lag_ms is not None:
        lines.append(LineView(say.lag.format(seconds=seconds(lag_ms, words)), "small"))
    remark = _most(reviews)
    return [*lines, LineView(remark_text(remark, words))] if remark else lines


def _most(reviews: tuple[Review, ...]) -> Remark | None:
    """The first remark of the most frequent kind."""
    remarks = [remark for review in reviews for remark in (*review.wrong, *review.better)]
    common = Counter(remark.kind for remark in remarks).most_common(1)
    return next((remark for remark in remarks if remark.kind == common[0][0]), None)


def _verdict(review: Review, words: Words) -> LineView:
    say = words.practice
    if review.wrong:
        return LineView(say.wrong, "trouble")
    if not review.better and review.taps <= review.best and not review.repairs:
        return LineView(say.perfect, "big")
    said = say.fewer if review.taps > review.best else say.right
    return LineView(words.counted(said, review.taps, best=review.best), "big")


def remark_text(remark: Remark, words: Words) -> str:
    return words.counted(
        words.practice.remarks[remark.kind],
        remark.count,
        seat=remark.seat,
        chips=words.amount(remark.chips),
        other=words.amount(remark.other),
        seconds=seconds(remark.chips, words),
        street=words.repair.streets.get(remark.street, ""),
        card=words.card_name(remark.card) if remark.card else "",
    )


def seconds(time_ms: int, words: Words) -> str:
    """A time in seconds with one decimal: `1.5`."""
    whole, tenths = divmod(round(time_ms / 100), 10)
    return f"{whole}{words.decimal}{tenths}"


class TipsPage(LastingPage, frozen=True):
    def show(self, context: PageContext) -> PageView:
        say, lines = context.words.practice, []
        for name in COACH:
            lines += [LineView(say.coach[name].text), LineView(say.coach[name].small, "small")]
        do = (
            ButtonView("practice-leave", say.leave, Continue(), say.leave_small, "quiet"),
            ButtonView("tips-back", say.tips_back, OpenPage(), emphasis="go"),
        )
        return PageView("tips", say.tips_title, tuple(lines), (GridView("tips-do", 2, do),), full_width=True)
