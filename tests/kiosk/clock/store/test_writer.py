"""A table in play never waits for a backlog; small gaps of many tables are written along with the newly
sent records.
"""

import asyncio

from kiosk.clock.store.sqlite.store import SqliteStore
from kiosk.clock.store.writer import BACKLOG_SLICE, Writer
from kiosk.storage.chain import START, chain, mark_of

BATCH, TABLES = 200, 40


def test_a_table_in_play_is_acknowledged_before_the_backlogs_of_the_others(tmp_path):
    """Before, everything that waited went into one commit: the last to come waited for all of it."""
    missed = chain(START, 1, 0, [b"{}"] * BATCH)
    taken = []

    async def catch_up():
        writer = Writer(SqliteStore(tmp_path / "clock.db"), lambda stream, _: taken.append(stream))
        try:
            backlogs = [asyncio.create_task(writer.take(f"sitting/{n}", 1, missed)) for n in range(TABLES)]
            await asyncio.sleep(0)
            mark = await writer.take("sitting/played", 1, missed[:1])
            before = len(taken) - 1
            return mark, before, await asyncio.gather(*backlogs)
        finally:
            writer.close()

    mark, before, marks = asyncio.run(catch_up())

    assert mark == mark_of(missed[0])
    assert before <= 2 * BACKLOG_SLICE // BATCH
    assert marks == [mark_of(missed[-1])] * TABLES
    assert len(taken) == TABLES + 1
