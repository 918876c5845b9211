"""A card that was missed is asked for after five seconds, and not before."""

from engine.actions import Call, Check, SeeCard, StartHand
from engine.cards import Card
from kiosk.missed_card import MissedCard
from tests.kiosk.test_card_desk import Play


def test_a_flop_that_is_not_read_is_asked_for_after_five_seconds():
    play, missed = Play().to_flop(), MissedCard()

    told = [missed.prompt(play.game.table.hand, ms) for ms in (10_000, 14_999, 15_000, 60_000)]

    assert told[:2] == ["", ""]
    assert told[2] == told[3] == "the flop is not read: read it again, or enter it on the pad"


def test_a_flop_of_which_one_card_was_missed_says_how_many_are_read():
    play, missed = Play().to_flop(), MissedCard()
    missed.prompt(play.game.table.hand, 0)
    play.ask(SeeCard(Card("Qh")), SeeCard(Card("As")))

    assert missed.prompt(play.game.table.hand, 6_000) == ""
    said = "2 of 3 cards of the flop are read: read the rest again, or enter it on the pad"
    assert missed.prompt(play.game.table.hand, 11_000) == said


def test_once_the_card_comes_nothing_is_asked():
    play, missed = Play().to_flop(), MissedCard()
    missed.prompt(play.game.table.hand, 0)
    play.ask(*[SeeCard(Card(name)) for name in ("Qh", "As", "2c")])

    assert missed.prompt(play.game.table.hand, 60_000) == ""


def test_each_street_waits_anew():
    play, missed = Play().to_flop(), MissedCard()
    play.ask(*[SeeCard(Card(name)) for name in ("Qh", "As", "2c")])
    missed.prompt(play.game.table.hand, 0)
    play.ask(Check(4), Check(1))

    assert missed.prompt(play.game.table.hand, 60_000) == ""
    assert missed.prompt(play.game.table.hand, 65_000) == "the turn is not read: read it again, or enter it on the pad"


def test_while_players_act_and_between_hands_no_card_is_missed():
    play, missed = Play(), MissedCard()

    assert missed.prompt(play.game.table.hand, 60_000) == ""
    play.ask(StartHand(), Call(1))
    assert [missed.prompt(play.game.table.hand, ms) for ms in (60_000, 90_000)] == ["", ""]
