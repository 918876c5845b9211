"""A deck with letters that no net was trained on is read once its faces were learned, and its file is checked for
damage."""

import cv2
import msgspec
import numpy as np
import pytest

from engine.cards import DECK, Card
from hardware.camera.pipeline import CameraPipeline
from hardware.camera.settings import CameraSettings
from hardware.reading.deck import PLAIN_DECK
from hardware.reading.reading import Reading
from hardware.recognition.errors import LearnedRefused
from hardware.recognition.learned_deck import LearnedDeck, learned_file, load_learned
from hardware.recognition.learning import NoCard, confused_pairs, contradiction, corners
from hardware.recognition.pipeline import read_picture
from tests.clips.drawn import Stage, deck, face
from tests.clips.script import HEIGHT, WIDTH, CardPose, Take
from tests.kit.drawn import ODD_LETTERS, table
from tests.said import refused


@pytest.fixture(scope="module")
def odd_deck() -> LearnedDeck:
    """A deck learned from one picture of each card."""
    return LearnedDeck(
        "odd", {card: corners(table([(str(card), 640, 360, 0)], letters=ODD_LETTERS)).crops for card in DECK}
    )


def laid(dice: np.random.Generator, cards: list[str], letters=ODD_LETTERS):
    """Four cards at random angles, in other light and smaller than when they were learned."""
    places = [(name, 180 + 300 * i, 360 + dice.uniform(-30, 30), dice.uniform(0, 360)) for i, name in enumerate(cards)]
    picture = cv2.resize(table(places, letters=letters), None, fx=0.7, fy=0.7, interpolation=cv2.INTER_AREA)
    return np.clip(picture * dice.uniform(0.6, 1.1) + dice.normal(0, 4, picture.shape), 0, 255).astype(np.uint8)


@pytest.mark.nightly
def test_unusual_letters_are_read_only_after_they_were_learned(odd_deck):
    dice, odd = np.random.default_rng(1), [str(card) for card in DECK if card.rank in ODD_LETTERS]
    right, untrained = 0, 0
    for _ in range(6):
        four = dice.choice(odd, 4, replace=False).tolist()
        picture = laid(dice, four)
        read = {str(seen.card) for seen in read_picture(picture, learned=odd_deck)}
        assert read <= set(four)
        right += len(read)
        untrained += len(set(four) & {str(seen.card) for seen in read_picture(picture)})
    assert right >= 22
    assert untrained <= 6


@pytest.mark.slow
def test_a_card_that_is_not_in_the_learned_deck_is_not_read(odd_deck):
    dice = np.random.default_rng(2)

    assert read_picture(laid(dice, ["Qs", "Qd", "Kh", "Ac"], letters={}), learned=odd_deck) == ()


def test_a_face_that_the_net_knows_is_read_as_well_as_without_the_learned_deck(odd_deck):
    picture = table([("7c", 400, 360, 10), ("9d", 800, 360, 30)])
    without = {seen.card: seen.confidence for seen in read_picture(picture)}

    seen = {seen.card: seen.confidence for seen in read_picture(picture, learned=odd_deck)}

    assert without.keys() == seen.keys() == {Card("7c"), Card("9d")}
    assert all(seen[card] >= confidence - 0.01 for card, confidence in without.items())


@pytest.mark.slow
def test_cards_that_look_the_same_are_found(odd_deck):
    assert confused_pairs(odd_deck.crops) == []
    twice = {**odd_deck.crops, Card("9h"): odd_deck.crops[Card("3h")]}
    assert {frozenset(pair) for pair in confused_pairs(twice)} <= {frozenset((Card("9h"), Card("3h")))}
    assert confused_pairs(twice)


def test_a_deck_is_read_back_from_its_file_as_it_was_learned(odd_deck, tmp_path):
    path = tmp_path / "odd.deck"
    path.write_bytes(learned_file(odd_deck))

    again = load_learned(path)

    assert again.name == "odd"
    assert all((np.array(again.crops[card]) == np.array(odd_deck.crops[card])).all() for card in DECK)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda file: {**file, "version": 2}, "version 2"),
        (lambda file: {**file, "cards": {**file["cards"], "Qh": []}}, "Qh missing"),
        (lambda file: {**file, "cards": {**file["cards"], "Qh": ["AAAA"]}}, "not an index"),
        (lambda file: {**file, "cards": {**file["cards"], "Xh": []}}, "not a registered deck"),
        (lambda file: [], "not a registered deck"),
    ],
)
def test_an_incomplete_deck_file_is_refused_in_one_line(change, says, odd_deck, tmp_path):
    path = tmp_path / "odd.deck"
    path.write_bytes(learned_file(odd_deck))
    path.write_bytes(msgspec.json.encode(change(msgspec.json.decode(path.read_bytes()))))

    with refused(LearnedRefused, says):
        load_learned(path)


def test_only_a_picture_of_exactly_one_card_is_learned_from():
    one = corners(table([("7c", 640, 360, 0)]))
    assert len(one.crops) == 2
    assert one.certain is Card("7c")
    assert contradiction(Card("7c"), [one]) is None
    assert contradiction(Card("6d"), [one]) is Card("7c")
    assert contradiction(Card("6d"), [one], {Card("7c"): one.crops}) is Card("7c")
    assert contradiction(Card("6d"), [one], {Card("7c"): corners(table([("6d", 640, 360, 0)])).crops}) is None
    with refused(NoCard, "no card"):
        corners(table([]))
    with refused(NoCard, "more than one"):
        corners(table([("7d", 300, 360, 30), ("Kc", 900, 360, 0)]))


@pytest.mark.parametrize(("deck_number", "card"), [(0, "Qs"), (4, "Qd"), (5, "Qc")])
def test_the_figures_of_a_court_card_are_no_second_card(deck_number, card):
    paper, dice = face(deck(deck_number), Card(card)), np.random.default_rng(deck_number)
    stage = Stage([paper], 3.0, dice)

    one = corners(stage.draw(Take((CardPose(0, WIDTH / 2, HEIGHT / 2, 0.0),))))

    assert np.mean([spot.x for spot in one.spots]) == pytest.approx(WIDTH / 2, abs=20)
    assert np.mean([spot.y for spot in one.spots]) == pytest.approx(HEIGHT / 2, abs=20)


@pytest.mark.slow
def test_a_tables_camera_reads_the_learned_deck_from_its_settings(odd_deck, tmp_path):
    path, dice = tmp_path / "odd.deck", np.random.default_rng(3)
    path.write_bytes(learned_file(odd_deck))
    pipeline = CameraPipeline(PLAIN_DECK, "board", CameraSettings(reads="faces", learned=str(path)))

    readings = []
    for number in range(6):
        board = table([("Ks", 400, 360, 10), ("Jd", 800, 360, 30)], letters=ODD_LETTERS)
        grained = np.asarray(cv2.subtract(board, dice.integers(0, 9, board.shape, np.uint8)), np.uint8)
        readings += pipeline.process(grained, number * 33)[1]

    assert {each.card for each in readings if isinstance(each, Reading)} == {Card("Ks"), Card("Jd")}
