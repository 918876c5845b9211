"""Each mutant of the betting, the pots and the showdown is killed by a test."""

import pytest

from tests.proofs.mutants import MUTANTS, copy_to, judge


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    return copy_to(tmp_path_factory.mktemp("tree"))


@pytest.mark.nightly
@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.file)
def test_a_mutant_is_killed(tree, mutant):
    assert judge(tree, mutant)["killed_by"]
