"""Which sound is played when, and that a dealer's disabled sounds are silent."""

import pytest
from msgspec.structs import replace

from engine.actions import SeeCard
from engine.cards import parse_cards
from engine.table.actions.staff import SignIn
from tests.kit.play import dealt, do, play
from tests.kit.port import tell
from ui.dealer.model.profile import Profile, Sounds
from ui.dealer.model.surroundings import LevelTime

FOUR = (20_000,) * 4
TO_THE_FLOP = "c f c k"


@pytest.mark.parametrize(
    ("script", "taps", "heard"),
    [
        ("", ("seat-4",), ["accepted"]),
        ("", ("more",), ["accepted"]),
        ("", ("fold",), []),
        ("c", ("undo",), []),
        ("c", ("undo", "redo"), []),
        ("", ("check",), ["refused"]),
        ("f f", ("hand-over",), ["pot"]),
        (f"{TO_THE_FLOP} QhJd2c k k k 7s k k k 9d k k k 2:AhAd m3", ("hand-over",), ["pot"]),
    ],
)
def test_a_touch_has_its_sound_and_folds_and_undo_have_none(sit, tones, script, taps, heard):
    _, _, finger = sit(play(dealt(FOUR), script))
    finger.tap(*taps)

    assert tones.heard == heard


def test_each_of_several_pots_sounds_as_it_is_pushed(sit, tones):
    stacks = (30_000, 2_000, 6_000, 12_000)
    game = play(dealt(stacks), "r12000 c c c 9h7s2cKd3h 2:9d9c 3:AhKc 4:7h7d 1:QsJs")
    _, _, finger = sit(game)
    finger.tap("push-pot", "undo", "push-pot")

    assert tones.heard == ["pot", "pot"]


def test_a_read_card_ticks_and_undo_and_redo_do_not(sit, tones):
    screen, engine, finger = sit(play(dealt(FOUR), TO_THE_FLOP))
    engine.take(SeeCard(parse_cards("Qh")[0]))
    assert tones.heard == ["card"]

    finger.tap("undo")
    finger.tap("redo")
    assert tones.heard == ["card"]
    assert screen.content.game.table.hand.board


def test_the_end_of_a_level_sounds_once(sit, tones):
    screen, _, _ = sit(dealt(FOUR))
    for name, left_ms in (("Level 3", 2_000), ("Level 3", 1_000), ("Level 4", 600_000), ("Level 4", 599_000)):
        tell(screen, level=LevelTime(name, left_ms))

    assert tones.heard == ["level"]


@pytest.mark.parametrize("off", Sounds.__struct_fields__)
def test_each_sound_is_switched_off_separately(sit, tones, off):
    screen, engine, finger = sit(do(play(dealt(FOUR), TO_THE_FLOP), SignIn("Ana")))
    tell(screen, profile=Profile(sounds=replace(Sounds(), **{off: False})), level=LevelTime("Level 3", 1_000))
    tell(screen, level=LevelTime("Level 4", 600_000))
    engine.take(SeeCard(parse_cards("Qh")[0]))
    finger.tap("hand")
    finger.tap("fold")

    assert tones.heard == [sound for sound in ("level", "card", "accepted", "refused") if sound != off]
