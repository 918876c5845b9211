"""Away, penalized, disqualified: dealt in, posted for and killed for as long as it lasts; and chips that leave play."""

import pytest

from engine.actions import Action, Call, Declare, Fold, Push, RaiseTo, Undo
from engine.events import AntePosted, BlindPosted, HandKilled, HandStarted, LiftPenalty, Mishap, VoidHand
from engine.game.game import Game, decide
from engine.history.record import why_dead
from engine.message import message
from engine.public import public
from engine.refused import Refused
from engine.table.actions.hands import Overrule, StartHand
from engine.table.actions.penalties import Disqualify, Penalize, PlayerDisqualified, PlayerPenalized
from engine.table.actions.people import MarkAway, StackRemoved, TakeSeat
from engine.table.state import chips_at
from tests.kit.randomplay import ask
from tests.kit.story import book
from tests.kit.tables import HOUSE, TDA, after, deal, play_out, ready, whole_hand


def penalize(seat: int, hands: int = 0, rounds: int = 0) -> Penalize:
    return Penalize(seat, "Kim", "talked about the hand", hands, rounds)


def misses(game: Game, seat: int) -> int:
    return public(game).seats[seat - 1].penalty_hands


def killed(game: Game) -> list[int]:
    """The seats whose hands are killed right after the next deal."""
    return [event.seat for event in decide(game, StartHand()) if isinstance(event, HandKilled)]


# Away


@pytest.mark.parametrize("seat", [1, 2, 3, 4])
def test_an_absent_player_is_dealt_in_and_posts_and_the_hand_is_killed(seat):
    """
    Rule 30: at every position.
    """
    game = after(MarkAway(seat), game=ready(1, 2, 3, 4))

    events = decide(game, StartHand())

    started = events[0]
    assert isinstance(started, HandStarted)
    assert started == deal(ready(1, 2, 3, 4))
    assert [event for event in events[1:] if not isinstance(event, AntePosted | BlindPosted)] == [
        HandKilled(seat, follows=True, cause="away")
    ]
    assert [event.seat for event in events if isinstance(event, BlindPosted)] == [2, 3]


def test_the_blind_of_an_absent_player_stays_in_the_pot():
    """
    The big blind is away: the others play for it.
    """
    game = after(MarkAway(3), StartHand(), Fold(1), game=ready(1, 2, 3))

    assert public(game).legal.push
    assert [chips_at(after(Push(), game=game).table, seat) for seat in (1, 2, 3)] == [5_000, 5_100, 4_900]


def test_heads_up_the_player_who_is_there_wins_the_blinds():
    """
    Nobody has to act.
    """
    game = after(MarkAway(1), StartHand(), game=ready(1, 2))

    assert public(game).legal.push
    assert chips_at(after(Push(), game=game).table, 2) == 5_050


def test_if_nobody_is_there_the_big_blind_wins_the_blinds():
    """A pot needs a winner."""
    game = after(*(MarkAway(seat) for seat in (1, 2, 3)), game=ready(1, 2, 3))

    assert killed(game) == [2, 1]
    assert chips_at(whole_hand(game).table, 3) == 5_050


def test_a_player_who_comes_back_plays_from_the_next_hand_on():
    """A player who goes away in the middle of a hand still plays that one."""
    game = after(MarkAway(2), StartHand(), MarkAway(2, away=False), MarkAway(1), game=ready(1, 2, 3, 4))

    assert [seat.live for seat in public(game).seats[:4]] == [True, False, True, True]
    assert killed(play_out(game)) == [1]
    assert [seat.away for seat in public(game).seats[:4]] == [True, False, False, False]


def test_an_absent_player_who_posts_their_last_chip_is_out():
    """
    The hand is dead, so nothing can be won.
    """
    game = after(MarkAway(3), StartHand(), Fold(1), Push(), game=ready(1, 2, 3, chips=100))

    assert public(game).seats[2].player == ""


# Penalties


@pytest.mark.parametrize(("hands", "rounds", "missed"), [(1, 0, 1), (3, 0, 3), (0, 1, 4), (0, 2, 8), (2, 1, 6)])
def test_a_round_is_as_many_hands_as_there_are_players(hands, rounds, missed):
    """Rules 67 to 71."""
    step = ask(ready(1, 2, 3, 4), penalize(2, hands, rounds))

    assert step.events == [PlayerPenalized(2, "p2", hands, rounds, missed, "Kim", "talked about the hand")]
    assert misses(step.after, 2) == missed


def test_a_penalty_is_served_hand_by_hand():
    """
    Dealt in, posted for and killed each time, then back.
    """
    game = after(penalize(4, hands=2), game=ready(1, 2, 3, 4))
    served = []
    for _ in range(3):
        served.append((killed(game), misses(game, 4)))
        game = whole_hand(game)

    assert served == [([4], 2), ([4], 1), ([], 0)]


def test_the_hand_in_play_when_the_penalty_is_given_does_not_count():
    """The player played it."""
    game = after(StartHand(), penalize(2, hands=1), game=ready(1, 2, 3, 4))

    assert public(game).seats[1].live
    assert misses(play_out(game), 2) == 1


def test_penalties_add_up():
    """Another one is given while the first is being served."""
    game = after(penalize(2, hands=2), StartHand(), penalize(2, hands=1), game=ready(1, 2, 3, 4))

    assert misses(game, 2) == 3
    assert misses(play_out(game), 2) == 2


def test_a_penalty_lifted_while_it_is_served_ends():
    """
    The hand in play stays dead.
    """
    game = after(penalize(2, hands=1), StartHand(), Overrule("Kim", "mistaken", LiftPenalty(2)), game=ready(1, 2, 3, 4))

    assert misses(play_out(game), 2) == 0


@pytest.mark.parametrize(
    "void",
    [Declare(Mishap("first-card-exposed")), Overrule("Kim", "fire alarm", VoidHand())],
    ids=["a misdeal", "voided"],
)
def test_a_redealt_hand_is_missed_again_and_counts_once(void):
    """Rule 35-C: penalized players' hands are killed, and the two deals count as one."""
    game = after(penalize(2, hands=1), StartHand(), void, game=ready(1, 2, 3, 4))

    assert (killed(game), misses(game, 2)) == ([2], 1)
    assert misses(whole_hand(game), 2) == 0


def test_the_reason_of_a_killed_hand_names_the_penalty():
    """
    The table can say why.
    """
    events = decide(after(penalize(2, hands=3), MarkAway(2), game=ready(1, 2, 3)), StartHand())

    (killed,) = [event for event in events if isinstance(event, HandKilled)]
    assert why_dead(killed, TDA) == message("dead-penalty", misses=3, clause="TDA 2024 rule 71")


def test_a_deal_with_absent_hands_killed_is_one_step_to_undo():
    """The killed hands follow from the deal."""
    game = after(MarkAway(2), penalize(3, hands=1), game=ready(1, 2, 3, 4))

    undone = after(StartHand(), Undo(), game=game)

    assert (undone.state, undone.undo_stack) == (game.state, game.undo_stack)


# Disqualified


def test_between_hands_a_disqualified_players_chips_leave_play_at_once():
    """
    Rule 71; the ledger says how many.
    """
    step = ask(ready(1, 2, 3), Disqualify(2, "Kim", "signalled"))

    assert step.events == [PlayerDisqualified(2, "p2", "Kim", "signalled"), StackRemoved(2, "p2", 5_000)]
    assert (public(step.after).issued, public(step.after).removed) == (10_000, 5_000)
    assert public(step.after).seats[1].player == ""
    assert ask(step.after, Undo()).after.table == ready(1, 2, 3).table


def test_during_a_hand_a_disqualified_players_hand_dies_and_the_stack_leaves_at_its_end():
    """The chips in the pot stay there."""
    step = ask(after(StartHand(), RaiseTo(1, 400), game=ready(1, 2, 3)), Disqualify(1, "Kim", "signalled"))

    assert step.events[1:] == [HandKilled(1, "signalled", follows=True, cause="disqualified")]
    assert public(step.after).seats[0].disqualified
    done = play_out(after(Call(2), game=step.after))
    assert public(done).seats[0].player == ""
    assert (public(done).issued, public(done).removed) == (10_400, 4_600)


def test_a_disqualified_player_with_the_last_claim_wins_the_pot_and_it_leaves_play():
    """
    Everybody else had folded.
    """
    game = after(StartHand(), Fold(1), Fold(2), Disqualify(3, "Kim", "signalled"), Push(), game=ready(1, 2, 3))

    assert (public(game).issued, public(game).removed) == (9_950, 5_050)


def test_a_disqualified_player_is_not_dealt_in_again_after_a_misdeal():
    """
    Their chips come back and leave play; the others are dealt the hand again.
    """
    game = after(
        StartHand(), Disqualify(4, "Kim", "signalled"), Declare(Mishap("first-card-exposed")), game=ready(1, 2, 3, 4)
    )

    assert public(game).removed == 5_000
    assert set(deal(game).seats) == {1, 2, 3}


def test_a_disqualified_player_who_is_not_in_the_hand_leaves_at_once():
    """A newcomer who waits has no chips in it."""
    game = after(StartHand(), TakeSeat(7, "n", "Newcomer", 900), Disqualify(7, "Kim", "a minor"), game=ready(1, 2, 3))

    assert public(game).playing
    assert (public(game).issued, public(game).removed) == (15_000, 900)


# Refusals

NO: dict[str, tuple[Action, str]] = {
    "away from an empty seat": (MarkAway(5), "seat-empty (seat=5)"),
    "away off the table": (MarkAway(12), "seat-empty (seat=12)"),
    "here already": (MarkAway(1, away=False), "at-table-already (seat=1)"),
    "a penalty for nobody": (penalize(5, 1), "seat-empty (seat=5)"),
    "a penalty below nothing": (penalize(1, -1), "penalty-below-zero"),
    "a penalty of nothing": (penalize(1), "penalty-empty"),
    "rounds below nothing": (penalize(1, 0, -1), "penalty-below-zero"),
    "no name": (Penalize(1, " ", "so", 1), "penalty-unnamed"),
    "no reason": (Disqualify(1, "Kim", ""), "penalty-unnamed"),
    "out of an empty seat": (Disqualify(5, "Kim", "so"), "seat-empty (seat=5)"),
}


@pytest.mark.parametrize(("asked", "says"), NO.values(), ids=NO)
def test_a_senseless_request_is_refused_in_one_sentence(asked, says):
    """
    Nothing has changed.
    """
    with pytest.raises(Refused) as refused:
        decide(ready(1, 2), asked)

    assert str(refused.value).startswith(says)


def test_nobody_is_marked_away_or_disqualified_twice():
    game = after(MarkAway(2), StartHand(), Disqualify(1, "Kim", "signalled"), game=ready(1, 2, 3))

    with pytest.raises(Refused, match="away-already"):
        decide(game, MarkAway(2))
    with pytest.raises(Refused, match="disqualified-already"):
        decide(game, Disqualify(1, "Kim", "signalled"))


def test_a_book_that_counts_hands_refuses_penalties_in_rounds():
    """
    The unit is the room's choice.
    """
    game = ready(1, 2, by=book(penalties="hands"))

    with pytest.raises(Refused, match="penalty-in-hands"):
        decide(game, penalize(1, rounds=1))
    assert decide(game, penalize(1, hands=1))


@pytest.mark.parametrize("by", [HOUSE, TDA], ids=["house", "tda"])
def test_absent_hands_are_killed_by_every_book(by):
    """A document without such a rule follows the standard."""
    assert killed(after(MarkAway(2), game=ready(1, 2, 3, by=by))) == [2]
