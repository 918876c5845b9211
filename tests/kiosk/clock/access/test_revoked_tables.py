"""A stolen token is useless as soon as a director revokes it: the clock closes the connection of any client that uses
it.
"""

from tests.kit.clock import RandomTable
from tests.kit.signing import Asker, signed_in


def is_linked(table):
    link = table.face.surroundings.link
    return link is not None and link.connected


def why_away(table):
    away = table.face.away
    return away.trouble.code if away and away.trouble else ""


def test_a_revoked_table_is_disconnected_and_stays_out_until_it_is_let_in_again(clock, tmp_path):
    key = Asker(clock)
    key.hire("Dee", "director")
    dee = signed_in(clock, "Dee")

    def is_known():
        return Asker(clock, "secret-of-1").get("kiosk/1").status_code == 200

    with RandomTable(tmp_path, clock.socket) as table:
        table.wait(lambda: is_linked(table))
        assert is_known()
        said = dee.post("devices/tables/revoke", table=1).json()
        table.wait(lambda: why_away(table) == "clock-refused")
        assert (said["revoked_tables"], is_known()) == ([1], False)

    clock.stop()
    clock.start()
    assert not is_known()
    assert dee.post("devices/tables/allow", table=1).json() == {"devices": []}
    assert is_known()


def test_revoking_a_table_that_does_not_exist_is_refused(clock):
    assert Asker(clock).post("devices/tables/revoke", table=77).json()["code"] == "table-without-kiosk"
