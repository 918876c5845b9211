"""Memory is returned to the system, but not after each test."""

from tests.kit.memory import GROWTH_BYTES, Memory


def test_memory_is_returned_only_after_a_process_has_grown_a_lot():
    sizes, returned = [GROWTH_BYTES], []
    memory = Memory(lambda: sizes[-1], lambda: returned.append(sizes[-1]))

    memory.pytest_runtest_logfinish()
    assert returned == []
    for grown in (2 * GROWTH_BYTES, 3 * GROWTH_BYTES, 3 * GROWTH_BYTES + 1):
        sizes.append(grown)
        memory.pytest_runtest_logfinish()

    assert returned == [2 * GROWTH_BYTES, 3 * GROWTH_BYTES + 1]
