"""A camera whose view is blocked is distinguished from one that sees."""

import numpy as np
import pytest

from hardware.camera.view_check import OBSTRUCTION_TEXT, ObstructionCheck
from tests.kit.printed import CameraView, five, table


def pictures(kind, count=8):
    dice = np.random.default_rng(1)
    board = five(["AS", "KS", "QS", "JS", "TS"], dice)
    whole = table(board, CameraView(), dice)
    for _ in range(count):
        noise = dice.normal(0, 3, whole.shape)
        scene = {
            "table": whole,
            "empty": table([], CameraView(), dice),
            "dark": whole // 20,
            "covered": np.full_like(whole, 120),
            "frozen": whole,
        }[kind]
        yield scene if kind == "frozen" else np.clip(scene + noise, 0, 255).astype(np.uint8)


def problems(kind, every_ms=500):
    check = ObstructionCheck()
    found = [check.problem(pixels, every_ms * number) for number, pixels in enumerate(pictures(kind))]
    return [OBSTRUCTION_TEXT[problem] if problem else "" for problem in found]


@pytest.mark.parametrize("kind", ["table", "empty"])
def test_a_table_counts_as_visible_with_and_without_cards(kind):
    assert problems(kind) == [""] * 8


@pytest.mark.parametrize(
    ("kind", "after", "words"),
    [("dark", 2, "take off its cap"), ("covered", 2, "is covered"), ("frozen", 7, "same picture")],
)
def test_a_problem_is_reported_once_it_lasts(kind, after, words):
    found = problems(kind)

    assert found[:after] == [""] * after
    assert words in found[after]
    assert words in found[-1]


def test_a_hand_that_crosses_the_view_is_not_a_problem():
    check = ObstructionCheck()
    covered, seen = next(pictures("covered")), next(pictures("table"))

    assert [check.problem(covered, 0), check.problem(covered, 900), check.problem(seen, 950)] == ["", "", ""]
    assert check.problem(covered, 1_000) == ""
    assert check.problem(next(pictures("covered")), 1_900) == ""
