"""How long a sign-in lasts, however the clock's date changes."""

import pytest

from kiosk.clock.access.sessions import SESSION_MS, Session

TODAY_MS, YEAR_MS = 1_795_700_000_000, 365 * 24 * 3_600_000


@pytest.mark.parametrize(
    ("now_ms", "left_ms"),
    [
        (TODAY_MS, SESSION_MS),
        (TODAY_MS + SESSION_MS - 1, 1),
        (TODAY_MS + SESSION_MS, 0),
        (TODAY_MS - 1_000, SESSION_MS - 1_000),
        (TODAY_MS - SESSION_MS, 0),
        (TODAY_MS - 70 * YEAR_MS, 0),  # a sign-in of 2099 stayed valid until then
    ],
)
def test_a_session_that_began_at_a_wrong_date_does_not_last_for_years(now_ms, left_ms):
    assert Session("Ana", "", "", TODAY_MS).left_ms(now_ms) == left_ms
