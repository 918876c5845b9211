"""Several readers, one word to the director: any that is lost is named, whatever the others say."""

from hardware.reading import Health
from kiosk.reader_health import ReaderHealth


def test_a_reader_that_is_lost_is_not_hidden_by_one_that_is_well():
    health = ReaderHealth()
    health.hear(Health(False, "was unplugged", "board", 0, "/dev/a"))
    health.hear(Health(True, "is connected", "board", 0, "/dev/b"))
    health.hear(Health(True, "is connected", "muck", 1, "/dev/c"))

    assert (health.all_well, health.says) == (False, "board: was unplugged")

    health.hear(Health(True, "is connected again", "board", 2, "/dev/a"))
    assert health.all_well


def test_a_table_without_readers_has_none_that_is_lost():
    assert (ReaderHealth().all_well, ReaderHealth().says) == (True, "")
