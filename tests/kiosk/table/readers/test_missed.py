"""A missed card is asked for after five seconds, and not before."""

from engine.actions import BOARD, Call, Check, Muck, SeeCard
from engine.cards import Card
from engine.table.actions.hands import StartHand
from kiosk.table.readers.table_readers import MissedCard
from tests.kiosk.table.readers.test_card_judge import Play
from ui.dealer.model.cards import Missed

FLOP = [SeeCard(Card(name)) for name in ("Qh", "As", "2c")]


def looks(play, missed, *times_ms):
    """The missing card at each of these times."""
    return [missed.look(play.game.table, ms) for ms in times_ms]


def to_showdown():
    """A hand in which both players have checked to the showdown."""
    play = Play().to_flop().ask(*FLOP, Check(4), Check(1), SeeCard(Card("Td")), Check(4), Check(1))
    return play.ask(SeeCard(Card("6h")), Check(4), Check(1))


def test_an_unread_flop_is_asked_for_after_five_seconds():
    play, missed = Play().to_flop(), MissedCard()

    missing = looks(play, missed, 10_000, 14_999, 15_000, 60_000)

    assert missing == [None, None, Missed(BOARD, "flop", 0, 3), Missed(BOARD, "flop", 0, 3)]


def test_a_flop_with_one_missed_card_says_how_many_were_read():
    play, missed = Play().to_flop(), MissedCard()
    looks(play, missed, 0)
    play.ask(*FLOP[:2])

    assert looks(play, missed, 6_000, 11_000) == [None, Missed(BOARD, "flop", 2, 3)]


def test_once_the_cards_are_read_nothing_is_missing():
    play, missed = Play().to_flop(), MissedCard()
    looks(play, missed, 0)
    play.ask(*FLOP)

    assert looks(play, missed, 60_000, 90_000) == [None, None]


def test_each_street_waits_five_seconds_again():
    play, missed = Play().to_flop(), MissedCard()
    play.ask(*FLOP)
    looks(play, missed, 0)
    play.ask(Check(4), Check(1))

    assert looks(play, missed, 60_000, 65_000) == [None, Missed(BOARD, "turn", 0, 1)]


def test_while_players_act_and_between_hands_no_card_is_missing():
    play, missed = Play(), MissedCard()

    assert looks(play, missed, 60_000) == [None]
    play.ask(StartHand(), Call(1))
    assert looks(play, missed, 60_000, 90_000) == [None, None]


def test_at_the_showdown_a_half_read_hand_is_asked_for_before_an_unread_one():
    play, missed = to_showdown(), MissedCard()
    first, other = 4, 1
    assert looks(play, missed, 0, 5_000) == [None, Missed(first, "", 0, 2)]

    play.ask(SeeCard(Card("Kd"), other))

    assert looks(play, missed, 6_000, 11_000) == [None, Missed(other, "", 1, 2)]


def test_a_mucked_hand_is_no_longer_asked_for():
    play, missed = to_showdown(), MissedCard()
    first = looks(play, missed, 0, 5_000)[1].where
    play.ask(Muck(first))

    assert looks(play, missed, 6_000, 60_000) == [None, None]
