"""Tables take the machine's processor cores in turn."""

import os
import shutil

import pytest

from kiosk.host.limits import TableLimits, cores_by_table, own_cores


@pytest.mark.parametrize(
    ("tables", "each", "cores", "given"),
    [
        (3, 0, range(4), [(0, 1), (2, 3), (0, 1)]),
        (3, 1, range(2), [(0,), (1,), (0,)]),
        (2, 3, range(4), [(0, 1, 2), (0, 1, 3)]),
        (2, 1, (5, 7), [(5,), (7,)]),  # a container may have only some of the machine's cores
        (2, 0, (0,), [(), ()]),
        (2, 4, range(4), [(), ()]),
        (2, 0, (), [(), ()]),
    ],
)
def test_tables_are_given_cores_in_turn(tables, each, cores, given):
    assert cores_by_table(tables, each, cores) == given


def test_a_table_without_a_limit_runs_its_command_unchanged():
    assert TableLimits().prefix() == ()
    assert TableLimits(cores=(2, 3)).prefix() == ("taskset", "-c", "2,3")


def test_a_host_that_may_not_assign_cores_runs_its_tables_without_the_limit(monkeypatch):
    def refuse(process, cores):
        raise PermissionError

    monkeypatch.setattr(os, "sched_setaffinity", refuse)
    assert own_cores() == ()
    monkeypatch.undo()
    monkeypatch.setattr(shutil, "which", lambda name: None)
    assert own_cores() == ()
