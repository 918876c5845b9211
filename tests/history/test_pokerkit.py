"""PokerKit reads our PHH and reaches the same stacks. Where it does not, a test names the rule."""

import warnings

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.actions import Action, Declare, KillHand
from engine.events import BetMade, HandKilled, Mishap, PotAwarded, Raised
from engine.hand.state import index_of
from engine.history.phh.text import to_phh
from engine.history.record import HandRecord, HandTransition, final, moments
from tests.kit.corpus import no_limit, records
from tests.kit.played import EXAMPLES, random_records, record_of_story, shared_records
from tests.kit.story import Story, flop, read

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from pokerkit import HandHistory


def pokerkit_stacks(record: HandRecord) -> tuple[int, ...]:
    """The stacks that PokerKit ends with, or None if it cannot follow the hand."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns of fields that it does not know
        try:
            return tuple(list(HandHistory.loads(to_phh(record)))[-1].stacks)
        except (ValueError, AssertionError):  # its own assertions fail if a killed hand leaves only an all-in one
            return ()


def posts_short(record: HandRecord) -> bool:
    """Whether a player has less than the blind and ante that they owe."""
    deal = record.deal
    owed = zip(deal.stacks, deal.blinds, deal.antes, strict=True)
    return any(blind and stack < blind + ante for stack, blind, ante in owed)


def raises_beyond_all(moment: HandTransition) -> bool:
    """Whether nobody else has the chips to answer more than the current bet."""
    event, felt = moment.event, moment.before
    if not isinstance(event, BetMade | Raised):
        return False
    others = (index for index in range(len(felt.stacks)) if index != index_of(felt, event.seat) and felt.live[index])
    return all(felt.bets[index] + felt.stacks[index] <= felt.price for index in others)


def has_odd_chips(record: HandRecord) -> bool:
    return any(len(set(event.shares)) > 1 for event in record.events if isinstance(event, PotAwarded))


def is_known_to_differ(record: HandRecord) -> bool:
    """The differences that the tests below name, one by one."""
    killed = any(isinstance(event, HandKilled) for event in record.events)
    beyond = any(raises_beyond_all(moment) for moment in moments(record))
    floor = any(getattr(event, "floor", "") for event in record.events)
    return killed or floor or beyond or posts_short(record) or has_odd_chips(record)


@pytest.mark.fuzz
@settings(max_examples=EXAMPLES, deadline=None)
@given(seed=st.integers(0, 2**32 - 1))
def test_pokerkit_reads_a_random_hand_and_reaches_the_same_stacks(seed):
    """
    Side pots, antes of all forms, dead small blinds, mucks, all-ins shown before the board.
    """
    for record in random_records(seed, 5, kill=0.01, undo=0.02, move=0.2):
        if not is_known_to_differ(record):
            assert pokerkit_stacks(record) == final(record).stacks


@pytest.mark.parametrize(
    "name",
    [pytest.param("hands_real", marks=pytest.mark.slow), pytest.param("hands_synthetic", marks=pytest.mark.nightly)],
)
def test_pokerkit_reads_a_recorded_hand_as_we_wrote_it(shared, name):
    """
    The shared hands, from our events to PHH and through the other engine.
    """
    pairs = list(shared_records(no_limit(records(shared, name))))
    alike = [(record, ours) for record, ours in pairs if not is_known_to_differ(ours)]

    assert [record["id"] for record, ours in alike if pokerkit_stacks(ours) != final(ours).stacks] == []
    assert len(alike) > 0.8 * len(pairs)


def checked_down(story: Story, *seats: int) -> Story:
    """From an open flop to the showdown without a bet."""
    for card in ("board 4c", "board 9d", ""):
        story.tell(*(f"{seat} checks" for seat in seats), *[card] * bool(card))
    return story


def odd_chip() -> Story:
    story = Story(1000, 1000, 1000, blinds=(25, 50), chip=25).tell("3 raises 1000", "1 folds", "2 calls")
    return story.tell("board 2h7dKs3c4c", "3 shows AhQd", "2 shows AdQc", "push")


def short_big_blind() -> Story:
    story = Story(1000, 75, 1000).tell("3 calls", "1 calls", "board 2h7dKs")
    return checked_down(story, 1, 3).tell("1 shows AhAd", "2 shows QhQd", "3 shows JhJd", "push")


def short_big_blind_ante() -> Story:
    story = Story(1000, 150, 1000, ante=100, form="big-blind").tell("3 calls", "1 calls", "board 2h7dKs")
    return checked_down(story, 1, 3).tell("1 shows AhAd", "2 shows QhQd", "3 shows JhJd", "push")


def raise_over_all_in() -> Story:
    story = Story(2000, 600, 600).tell("3 raises 600", "1 raises 1500", "2 calls", "board 2h7dKs4c9d")
    return story.tell("1 shows AhAd", "2 shows QhQd", "3 shows JhJd", "push")


def killed_out_of_turn() -> Story:
    story = Story(1000, 1000, 1000)
    story.ask(KillHand(2, "away from the table"))
    return story.tell("3 calls", "1 calls", "board 2h7dKs", "1 bets 100", "3 folds", "push")


def killed_all_in() -> Story:
    story = Story(1000, 400, 1000).tell("3 raises 1000", "1 calls", "2 calls")
    story.ask(KillHand(2, "absent"))
    return story.tell("board 2h7dKs4c9d", "3 shows AhAd", "1 shows QhQd", "push")


def under_raise_that_stands() -> Story:
    story = Story(1000, 1000, 1000).tell("3 raises 200")
    raised: list[Action] = read("1 raises 250", "found too late")
    story.ask(raised[0])
    return story.tell("2 folds", "3 folds", "push")


# Our stacks, PokerKit's (None if it gives up), and the rule that ours follow.
DIFFER = {
    "TDA 2024 rule 20: odd chips in the smallest denomination": (odd_chip, (975, 1025, 1000), (975, 1013, 1012)),
    "Robert's Rules: a short big blind is still called in full": (short_big_blind, (1175, 0, 900), (1150, 0, 925)),
    "TDA 2024 RP-11: the big blind before its ante": (short_big_blind_ante, (1250, 0, 900), (1200, 0, 950)),
    "TDA 2024 rule 15-B: what nobody called goes back": (raise_over_all_in, (3200, 0, 0), ()),
    "TDA 2024 rule 30: an absent player's hand is killed": (killed_out_of_turn, (1200, 900, 900), ()),
    "TDA 2024 rule 30: all-in as well": (killed_all_in, (0, 0, 2400), ()),
    "TDA 2024 rule 43: an under-raise found too late stands": (under_raise_that_stands, (1300, 900, 800), ()),
}


@pytest.mark.parametrize("rule", DIFFER)
def test_pokerkit_differs_exactly_where_a_rule_is_named(rule):
    """If PokerKit comes to follow the rule, this fails and the exception above can go."""
    story, ours, theirs = DIFFER[rule]
    record = record_of_story(story())

    assert final(record).stacks == ours
    assert pokerkit_stacks(record) == theirs


def test_pokerkit_reads_a_fact_without_an_action_as_a_comment():
    """A redealt flop: the flop that counted is on its board."""
    story = flop(500, 500)
    story.ask(Declare(Mishap("flop-too-many")))
    story.tell("board 3c4c5c", "1 bets 100", "2 calls", "board 9c", "1 checks", "2 checks", "board Tc")
    record = record_of_story(story.tell("1 checks", "2 checks", "1 shows AhAd", "2 shows Kc2c", "push"))

    assert pokerkit_stacks(record) == final(record).stacks == (400, 800)
