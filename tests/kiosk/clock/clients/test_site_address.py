"""Where the pages of the room's clocks are."""

import pytest

from kiosk.clock.clients.site_address import consoles_of


@pytest.mark.parametrize(
    ("clock", "console"),
    [
        ("wss://10.0.0.11:8443", "https://10.0.0.11:8444"),
        ("ws://clock-b/", "http://clock-b:8444"),
        ("wss://[fd00::2]:8443", "https://[fd00::2]:8444"),
        ("wss://[fd00::2]", "https://[fd00::2]:8444"),
    ],
)
def test_the_console_of_a_waiting_clock_is_at_the_clocks_own_host(clock, console):
    assert consoles_of([clock], 8444) == (console,)
    assert consoles_of([clock], 0) == ()
