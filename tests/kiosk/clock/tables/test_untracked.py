"""The garbage collector tracks nothing of the clock's state of its tables."""

from functools import reduce

from kiosk.clock.tables.audit import AuditedTable, audit_record
from kiosk.protocol.codec import encode_event
from kiosk.storage.chain import START, chain
from tests.kiosk.clock.tables.test_audit import BOOK, SEATING, honest
from tests.kit.untracked import tracked


def test_no_value_of_an_audited_table_is_tracked():
    _, events = honest(1)
    records = chain(START, 1, 0, map(encode_event, events))

    assert tracked(reduce(audit_record, records, AuditedTable(SEATING, BOOK))) == {}
