"""The pots of a finished hand as they were pushed, whether by the cards or by the floor's decision."""

from msgspec.structs import replace

from engine.events import PotAwarded
from engine.hand.showdown import Award, awards, is_decided, pots_of
from engine.history.reasons import why_reported
from engine.history.record import HandRecord, decided


def awarded(record: HandRecord) -> tuple[Award, ...]:
    """Each pot as it was awarded, in the order in which the pots were pushed."""
    hand = decided(record)
    by_cards = {award.pot: award for award in awards(hand, record.book)} if is_decided(hand) else {}
    eligible = [tuple(hand.deal.seats[index] for index in pot.eligible) for pot in pots_of(hand)]
    pushed: list[Award] = []
    for event in record.events:
        if isinstance(event, PotAwarded):
            award = by_cards.get(event.pot)
            if award is None or (award.seats, award.shares) != (event.seats, event.shares):
                who = eligible[event.pot] if event.pot < len(eligible) else event.seats
                why = why_reported(event)
                award = Award(event.pot, event.chips, who, event.seats, event.shares, None, why)
            elif event.follows:
                award = replace(award, why=why_reported(event))
            pushed.append(award)
    return tuple(pushed)
