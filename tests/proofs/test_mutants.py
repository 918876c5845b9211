"""Each mutant of the betting, the pots and the showdown is killed by a test."""

from pathlib import Path

import pytest

from tests.proofs.mutants import MUTANTS, ROOT, copy_to, judge


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    return copy_to(tmp_path_factory.mktemp("tree"))


def test_the_text_of_each_mutant_is_in_the_code_once():
    lost = [one for one in MUTANTS if Path(ROOT, "engine", "hand", f"{one.file}.py").read_text().count(one.text) != 1]

    assert lost == []


@pytest.mark.nightly
@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.file)
def test_each_mutant_is_killed_by_a_test(tree, mutant):
    assert judge(tree, mutant)["killed_by"]
