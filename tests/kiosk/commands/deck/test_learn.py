"""`kiosk deck learn`: faces from a video and from pictures, kept card by card; a card that cannot be
learned is named.
"""

import json
import queue

import cv2
import numpy as np
import pytest

from engine.cards import DECK, Card
from hardware.decks.enrollment import ORDER
from hardware.decks.files import part_path
from hardware.reading.reading import Health, ReaderMessage
from hardware.recognition.learned_deck import load_learned
from kiosk.cli import main
from kiosk.commands.deck.learn import LearningSession, learn_live
from kiosk.table.decks.faces import StillCardDetector
from tests.kit.drawn import ODD_LETTERS, table


def picture(card):
    return table([(str(card), 640, 360, 0)], letters=ODD_LETTERS)


def filmed(clip):
    """A video of the first two cards."""
    writer = cv2.VideoWriter(str(clip), cv2.VideoWriter.fourcc(*"MJPG"), 10, (1280, 720))
    for card in ORDER[:2]:
        for shown in [picture(card)] * 7 + [table([])] * 3:
            writer.write(shown)
    writer.release()
    return str(clip)


@pytest.mark.slow
def test_cards_are_learned_from_a_video_and_kept_until_the_deck_is_complete(tmp_path, capsys):
    deck = tmp_path / "odd.deck"

    assert main(["deck", "learn", filmed(tmp_path / "clip.avi"), "--out", str(deck)]) == 1

    assert "2 of 52; show the four of spades" in capsys.readouterr().out
    assert not deck.exists()
    assert set(load_learned(part_path(deck), whole=False).crops) == set(ORDER[:2])


@pytest.mark.nightly
def test_a_deck_is_learned_from_a_video_and_pictures_and_then_read(tmp_path, capsys):
    deck = tmp_path / "odd.deck"
    assert main(["deck", "learn", filmed(tmp_path / "clip.avi"), "--out", str(deck)]) == 1
    files = [tmp_path / f"{card}.png" for card in ORDER[2:]]
    for card, file in zip(ORDER[2:], files, strict=True):
        cv2.imwrite(str(file), picture(card))
    assert main(["deck", "learn", *map(str, files), "--out", str(deck)]) == 1
    assert "add --trust: Tc\n" in capsys.readouterr().out  # its X is read as a king
    assert main(["deck", "learn", str(tmp_path / "Tc.png"), "--out", str(deck), "--trust"]) == 0
    assert set(load_learned(deck).crops) == set(DECK)
    assert not part_path(deck).exists()

    board = tmp_path / "board.png"
    cv2.imwrite(str(board), table([("Ks", 400, 360, 10), ("Jd", 800, 360, 30)], letters=ODD_LETTERS))
    capsys.readouterr()
    assert main(["read", str(board), "--json", "--deck", str(deck)]) == 0
    assert sorted(each["card"] for each in json.loads(capsys.readouterr().out)["cards"]) == ["Jd", "Ks"]


def test_a_card_out_of_order_and_a_picture_without_a_card_are_named_and_not_learned(tmp_path, capsys):
    for name, shown in (("7s", table([("7d", 640, 360, 0)])), ("8s", table([])), ("9s", table([("9s", 640, 360, 0)]))):
        cv2.imwrite(str(tmp_path / f"{name}.png"), shown)
    (tmp_path / "Ts.png").write_bytes(b"no picture")
    files = [str(tmp_path / f"{name}.png") for name in ("7s", "8s", "9s", "Ts")]

    assert main(["deck", "learn", *files, "--out", str(tmp_path / "d")]) == 1

    said = capsys.readouterr().out
    assert "REJECTED: this reads as the seven of diamonds, not the seven of spades" in said
    assert f"REJECTED: {files[1]}: no card was seen" in said
    assert f"REJECTED: {files[3]}: this is not a readable picture" in said
    assert list(load_learned(part_path(tmp_path / "d"), whole=False).crops) == [Card("9s")]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ([], "needs FILES or --camera"),
        (["a.png"], "pictures given: 1, cards to learn: 52"),
        (["none.mp4"], "none.mp4"),
        (["--camera", "camera:"], "a camera's address is"),
    ],
)
def test_an_impossible_start_is_reported_in_one_line(words, says, tmp_path, capsys):
    assert main(["deck", "learn", *words, "--out", str(tmp_path / "d")]) == 2
    said = capsys.readouterr().err
    assert says in said
    assert said.count("\n") == 1


def test_an_existing_learned_deck_is_not_overwritten(tmp_path, capsys):
    (tmp_path / "d").write_text("precious")

    assert main(["deck", "learn", "a.png", "--out", str(tmp_path / "d")]) == 2
    assert "already exists" in capsys.readouterr().err
    assert (tmp_path / "d").read_text() == "precious"


@pytest.mark.slow
def test_a_card_shown_again_after_a_gap_counts_again_and_a_card_that_stays_does_not():
    settling, dice = StillCardDetector(), np.random.default_rng(1)
    two, three, none = (table([("2s", 640, 360, 0)]), table([("3s", 640, 360, 0)]), table([]))
    taken = []
    for number, shown in enumerate([two] * 7 + [none] * 3 + [three] * 5 + [none] * 2 + [three] * 4):
        grain = dice.integers(0, 9, shown.shape, np.uint8)
        if settling.see(np.asarray(cv2.subtract(shown, grain), np.uint8)):
            taken.append(number)
    assert taken == [3, 13, 20]


def test_a_card_before_a_live_camera_is_learned_when_still_and_keys_undo_accept_and_quit(tmp_path):
    said: list[str] = []
    session = LearningSession(tmp_path / "d", False, said.append, "red")
    inputs: queue.Queue[ReaderMessage | str] = queue.Queue()
    two, seven, none = (table([("2s", 640, 360, 0)]), table([("7d", 640, 360, 0)]), table([]))

    def shown():
        yield from [two] * 5
        inputs.put("u\n")
        yield from [None, none, none, *[seven] * 5]
        inputs.put("t\n")
        yield None
        inputs.put(Health(False, "the camera is covered", "deck", 0, problem="covered"))
        inputs.put("what\n")
        inputs.put("q\n")
        yield from [None] * 3

    assert learn_live(session, shown(), inputs) == 1

    prompts = [line for line in said if "of 52" in line]
    assert [line[:7] for line in prompts] == ["0 of 52", "1 of 52", "0 of 52", "0 of 52", "1 of 52"]
    assert "REJECTED: this reads as the seven of diamonds, not the two of spades" in said
    assert said[-3:] == [
        "covered: clear its view",
        "u and Enter: redo the last card; t: accept the card as it is; q: quit and resume later",
        f"stopped; run the same command to resume from {tmp_path / 'd'}.part",
    ]
    assert set(load_learned(part_path(tmp_path / "d"), whole=False).crops) == {Card("2s")}
