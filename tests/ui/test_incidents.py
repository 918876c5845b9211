"""Two mistakes that rooms have made with a full crew at the table, and what this screen does instead."""

from engine.actions import Answer, HandOver
from engine.public import public
from tests.kit.play import dealt, play
from tests.kit.port import Engine
from tests.ui.dealer.test_screen import said, target

FINAL = (94_000, 30_000, 64_000)
RUN_OUT = "Kd9d4d 7s 2h"


def held(engine: Engine) -> list[int]:
    """The chips of each seat, including those in front of it."""
    return [seat.chips + seat.bet for seat in public(engine.game).seats]


def test_a_winning_flush_is_not_mucked_at_the_final_table(sit):
    """In a real room, a player went out in third place with a flush in hand.
    Here no player goes out on an unread hand. HAND OVER does nothing while an all-in hand is face down. Once the hand
    is read, the screen names it before any chip moves.
    """
    screen, engine, finger = sit(play(dealt(FINAL), f"r64000 f c {RUN_OUT} 1:KsKh"))
    before = public(engine.game)

    assert not finger.can("hand-over")
    assert not finger.can("muck-3")
    assert public(engine.game) == before
    finger.tap("seat-3", "pad-rank-A", "pad-suit-d", "pad-rank-5", "pad-suit-d")

    assert said(screen, "awards").startswith("POT")
    assert "Seat 3 Cleo wins" in said(screen, "awards")
    assert "flush" in said(screen, "awards")
    assert target(screen, "hand-over").tile.text == "PUSH & NEXT"
    finger.tap("hand-over")
    assert engine.asked[-1] == HandOver()
    assert [seat.player for seat in public(engine.game).seats] == ["p1", "p2", "p3"]
    # 63,800 behind the ante, doubled, with the small blind and the ante. Seat 1 has paid the next hand's ante.
    assert held(engine) == [30_000, 29_900, 127_900]


def test_an_unread_flush_with_chips_behind_can_come_back_before_any_chip_moves(sit):
    """
    Nobody is all-in, so a hand may be mucked. HAND OVER says so and pushes nothing yet, and one touch takes it back.
    """
    screen, engine, finger = sit(play(dealt(FINAL), "r3000 f c Kd9d4d k k 7s k k 2h k k 1:KsKh"))
    before = held(engine)
    assert target(screen, "hand-over").tile.small == "muck the rest"

    finger.tap("hand-over")
    assert held(engine) == before
    assert target(screen, "hand-over").tile.text == "PUSH & NEXT"
    assert "Seat 1 Ada wins" in said(screen, "awards")

    finger.tap("undo")
    engine.happen("3:Ad5d")
    assert "Seat 3 Cleo wins" in said(screen, "awards")
    assert "Seat 1 Ada wins" not in said(screen, "awards")


def test_a_chopped_pot_eliminates_nobody(sit):
    """In a real room, a chop was missed and a player sent home.
    Here the sheet has both winners, each with their share and their five cards, and the push pays both.
    """
    screen, engine, finger = sit(play(dealt((50_000, 50_000, 20_000)), "r50000 f c AhKhQcJd2s 1:Tc3d 3:Ts4c"))

    words = said(screen, "awards")
    assert "SPLIT" in words
    assert "Seat 1 Ada wins" in words
    assert "Seat 3 Cleo wins" in words
    assert "20,000" in words
    assert "19,900" in words
    finger.tap("hand-over")

    assert all(seat.player for seat in public(engine.game).seats)
    # 39,900 between two, with the odd chip to the first seat left of the button. Seat 1 has paid the next hand's ante.
    assert held(engine) == [49_900, 49_900, 20_000]


def test_a_bluff_shown_after_a_fold_wins_no_chips_that_nobody_put_in(sit):
    """
    Seat 4 bets the river, seat 1 folds without a touch, and seat 4 shows. The screen asks who called.
    """
    _, engine, finger = sit(play(dealt((9_000, 9_000, 9_000, 9_000)), "r600 c f f Kd9d4d k k 7s k k 2h"))
    bettor, other = (offer.seat for offer in public(engine.game).offers)
    engine.happen(f"b1500 {bettor}:QhQs")
    stacks = {seat.seat: seat.chips for seat in public(engine.game).seats}

    finger.tap("question-ok")

    assert engine.asked == [Answer(())]
    assert public(engine.game).seats[other - 1].chips == stacks[other]
    finger.tap("hand-over")
    assert public(engine.game).hand == 2
