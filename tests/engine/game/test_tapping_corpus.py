"""Every recorded hand, tapped by a dealer who makes no mistake, gives the same facts as the explicit play."""

from pathlib import Path

import pytest

from engine.books.rulebook import load_book
from engine.events import CardTabled, Event, HandKilled, HandMucked
from engine.history.phh.form import BadHistory, book_for, read_phh
from engine.history.phh.play import play
from tests.engine.game.tapping import dealt, did, plain, tap
from tests.kit.corpus import as_phh, clauses_broken, records

TDA = load_book("tda")


@pytest.mark.parametrize("lazy", [False, True], ids=["every-call", "no-needless-call"])
@pytest.mark.parametrize(
    "name",
    [
        pytest.param("hands_real", marks=pytest.mark.nightly),
        pytest.param("hands_synthetic", marks=pytest.mark.nightly),
        pytest.param("hands_pokerkit_cannot_replay", marks=pytest.mark.slow),
    ],
)
def test_money_cards_and_hand_over_record_the_whole_hand(shared: Path, name: str, lazy: bool) -> None:
    """Folds, checks and mucks are never tapped. They are inferred, each in its place."""
    tested = 0
    for record in records(shared, name):
        if clauses_broken(record):
            continue
        hand = read_phh(as_phh(record))[""]
        assert not isinstance(hand, BadHistory)
        explicit = play(hand, TDA)
        game, done = dealt(explicit.events, book_for(hand, TDA))

        tapped = tap(game, done, lazy)

        assert in_order(did(tapped)) == in_order(done), record["id"]
        assert tapped.table.hand is not None
        assert tapped.table.hand.stacks == explicit.final.stacks, record["id"]
        tested += 1
    assert tested


ANY_TIME = (CardTabled, HandMucked, HandKilled)


def in_order(done: list[Event]) -> tuple[list[Event], set[Event]]:
    """The acts in their order.

    Those that wait for no turn may be in any order: HAND OVER mucks last, and a kill comes before the folds that nobody
    taps.
    """
    apart = {plain(event) for event in done if isinstance(event, ANY_TIME)}
    return [plain(event) for event in done if not isinstance(event, ANY_TIME)], apart
