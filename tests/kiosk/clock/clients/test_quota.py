"""A table can send its play and the days that it missed, but can never fill a disk."""

from kiosk.clock.clients.quota import A_SECOND, AT_ONCE, Quota, holds
from kiosk.protocol.messages import Ping, Records
from kiosk.storage.chain import START, chain

MESSAGE = 512 * 1024
HOUR_MS = 3_600_000


def sent(quota, table, tries):
    return sum(MESSAGE for _ in range(tries) if quota.allows(table, MESSAGE))


def test_a_stolen_token_fills_little_disk_however_long_it_is_used():
    now_ms = 0
    quota, filled = Quota(lambda: now_ms), 0
    for _ in range(24):
        filled += sent(quota, 1, 100)
        now_ms += HOUR_MS

    assert filled <= AT_ONCE + 24 * 3600 * A_SECOND
    assert sent(quota, 2, 1) == MESSAGE


def test_a_table_may_send_three_missed_days_at_once_and_then_play_on_forever():
    now_ms = 0
    quota = Quota(lambda: now_ms)
    record, hands_an_hour, of_a_hand = 450, 25, 17
    assert all(quota.allows(1, 200 * record) for _ in range(72 * hands_an_hour * of_a_hand // 200))
    for _ in range(24 * hands_an_hour):
        now_ms += HOUR_MS // hands_an_hour
        assert all(quota.allows(1, record) for _ in range(of_a_hand))


def test_records_sent_again_after_a_lost_connection_count_as_held():
    records = tuple(chain(START, 1, 0, [b"one", b"two", b"three"]))

    assert [holds(seq, Records(records)) for seq in (0, 2, 3, 4)] == [False, False, True, True]
    assert holds(0, Records(()))
    assert not holds(3, Ping(1))
