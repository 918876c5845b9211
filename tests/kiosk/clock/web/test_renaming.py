"""Corrected names and merged people: before, during and after an event, and nowhere left once they are erased."""

import httpx
import pytest

from tests.kiosk.clock.web.room.test_people import anywhere, drawn, erase, names_in, seat_names
from tests.kit.clock import KEY, RandomTable
from tests.kit.room import OrderRefused, RoomApi, clock

__all__ = ["clock"]

HEADERS = {"Authorization": f"Bearer {KEY}"}


@pytest.fixture
def room(clock):
    with RoomApi(clock) as one:
        yield one


@pytest.fixture
def kiosk(tmp_path):
    """The kiosk's disk."""
    folder = tmp_path / "kiosk"
    folder.mkdir()
    return folder


def asked(clock, what, **body):
    return httpx.post(f"{clock.site}/api/people/{what}", headers=HEADERS, json=body, timeout=60)


def done(clock, what, **body):
    answer = asked(clock, what, **body)
    assert answer.status_code == 200, answer.text
    return answer.json()["corrections"]


def players_in(one):
    return [(entry["name"], entry["player"]) for entry in one.view["entries"] if not entry["voided"]]


def played_out(one, winner, *others):
    """An event of these players at a typed table, to its end."""
    one.do("open-table", table=one.table, seat_count=6, typed=True)
    one.draw()
    one.do("start")
    numbers = {entry["name"]: entry["entry"] for entry in one.view["entries"]}
    counts = [{"entry": numbers[name], "chips": 0} for name in others]
    counts.append({"entry": numbers[winner], "chips": one.stack * len(numbers)})
    one.do("type-table", sitting=1, hands=9, button=1, counts=counts)
    for name in others:
        one.do("confirm-bust", entry=numbers[name])
    one.do("end")


def over(room, table, name, winner, *others):
    one = room.create(name, late_levels=0)
    one.table, one.stack = table, 10_000
    one.enter(winner, *others)
    played_out(one, winner, *others)
    return one


def test_a_name_is_corrected_in_every_event_also_after_a_restart_and_the_correction_is_undone(clock, room):
    first, last = room.create("Thursday"), room.create("Friday")
    for one in (first, last):
        one.enter("Ana Bel", "Bo")

    (line,) = done(clock, "rename", was="ANA BEL", name="Ana Bell")

    assert (line["was"], line["name"], line["by"], line["is_merge"]) == ("Ana Bel", "Ana Bell", "director", False)
    assert players_in(first) == players_in(last) == [("Ana Bell", "ana bell"), ("Bo", "bo")]
    clock.stop()
    clock.start()
    assert players_in(last) == [("Ana Bell", "ana bell"), ("Bo", "bo")]
    last.do("void-entry", entry=1)
    last.enter("Ana Bell")
    assert players_in(last)[-1] == ("Ana Bell", "ana bell")

    lines = done(clock, "undo", number=1)

    assert [(one["was"], one["name"], one["undoes"], one["is_undone"]) for one in lines] == [
        ("Ana Bell", "Ana Bel", 1, False), ("Ana Bel", "Ana Bell", 0, True),
    ]  # fmt: skip
    assert players_in(first)[0] == ("Ana Bel", "ana bel")
    assert players_in(last)[-1] == ("Ana Bel", "ana bel")
    assert asked(clock, "undo", number=1).json()["code"] == "no-such-correction"


def test_the_kiosk_and_the_exports_show_a_corrected_name_and_the_audit_raises_no_flag(kiosk, clock, room):
    one = drawn(room, "Ana Bel", "Bo", "Cy")
    with RandomTable(kiosk, clock.socket) as table:
        table.wait(lambda: seat_names(table) == {"Ana Bel", "Bo", "Cy"})
        table.sit()
        table.play(1)

        done(clock, "rename", player="ana bel", name="Ana Bell")

        table.wait(lambda: seat_names(table) == {"Ana Bell", "Bo", "Cy"})
        table.play(1)
        table.wait_until_held(clock)
        assert one.whole["tables"][0]["flags"] == []
        hands = httpx.get(f"{clock.site}/api/tournaments/{one.id}/hands.ohh", headers=HEADERS).text
        assert "Ana Bell" in hands
        assert '"Ana Bel"' not in hands


def test_a_name_is_corrected_in_past_results_and_a_league_has_one_row_for_merged_people(clock, room):
    first = over(room, 7, "Friday 1", "O Neil", "Bo")
    second = over(room, 8, "Friday 2", "Oneil", "Bo")
    league = {"id": "spring", "name": "Spring", "formula": "entries - place + 1", "pattern": "Friday*"}
    httpx.post(f"{clock.site}/api/leagues/define", headers=HEADERS, json={"league": league}).raise_for_status()

    def rows():
        said = httpx.get(f"{clock.site}/api/standings/spring").json()
        return {row["name"]: row["points"] for row in said["rows"]}

    assert rows() == {"O Neil": "2.00", "Oneil": "2.00", "Bo": "2.00"}
    assert asked(clock, "rename", was="Oneil", name="O Neil").json()["code"] == "rename-is-merge"

    done(clock, "merge", player="oneil", into="o neil")
    done(clock, "rename", was="O Neil", name="O’Neil")

    assert rows() == {"O’Neil": "4.00", "Bo": "2.00"}
    for one in (first, second):
        results = httpx.get(f"{clock.site}/api/tournaments/{one.id}/results.csv", headers=HEADERS).text
        assert "O’Neil" in results
    done(clock, "undo", number=2)
    done(clock, "undo", number=1)
    assert rows() == {"O Neil": "2.00", "Oneil": "2.00", "Bo": "2.00"}


def test_merged_people_count_as_one_for_re_entries_and_never_play_twice(clock, room):
    one = room.create("Friday", late_levels=3, re_entries=0)
    one.enter("Tom", "Ana")
    one.do("add-entry", player="112", name="Tom")

    refused = asked(clock, "merge", player="tom", into="112")

    assert refused.json()["code"] == "both-play"
    assert asked(clock, "rename", was="Tom", name="Tim").json()["code"] == "several-of-that-name"
    one.do("void-entry", entry=3)
    done(clock, "merge", player="tom", into="112")
    assert players_in(one) == [("Tom", "112"), ("Ana", "ana")]
    with pytest.raises(OrderRefused, match="player-is-in"):
        one.do("add-entry", player="112", name="Tom")


def test_the_intended_one_of_two_people_with_the_same_name_is_renamed(clock, room):
    one = room.create("Friday")
    one.enter("Tom")
    one.do("add-entry", player="112", name="Tom")

    done(clock, "rename", player="tom", name="Tom Baker")

    assert players_in(one) == [("Tom Baker", "tom baker"), ("Tom", "112")]
    done(clock, "rename", player="112", name="Thomas")
    assert players_in(one) == [("Tom Baker", "tom baker"), ("Thomas", "112")]


def test_a_teams_member_and_captain_are_renamed(clock, room):
    one = room.create("Hold'em", book="astate-2009", structure="astate-2009", registration={"roster": 16})
    one.do("add-entry", player="", name="Aces", captain="Ann Bel",
           roster=[{"name": "Ann Bel", "id_seen": True}, {"name": "Ben Cole", "id_seen": True}])  # fmt: skip

    done(clock, "rename", was="Ann Bel", name="Ann Bell")

    (entry,) = one.view["entries"]
    assert (entry["name"], "Ann Bell" in str(entry), "Ann Bel'" in str(entry)) == ("Aces", True, False)


def test_a_player_who_was_turned_away_is_not_let_in_under_a_corrected_spelling(clock, room):
    one = room.create("Friday")
    one.enter("Zed Zeit")
    one.do("turn-away", name="Zed Zeit", reason="fought")

    done(clock, "rename", was="Zed Zeit", name="Zed Zeitz")

    with pytest.raises(OrderRefused, match="turned-away"):
        one.enter("Zed Zeitz")


def test_a_corrected_name_is_erased_with_all_former_names_and_does_not_return(clock, room):
    one = room.create("Friday")
    one.enter("Ottilie Quersprnug", "Bo")
    one.do("add-entry", player="4711-x", name="O. Quersprung")
    one.do("void-entry", entry=3)
    done(clock, "rename", was="Ottilie Quersprnug", name="Ottilie Quersprung")
    done(clock, "merge", player="4711-x", into="ottilie quersprung")
    one.do("void-entry", entry=1)
    assert anywhere(clock, "Quersp") == {"clock.db.names"}

    assert erase(clock, "Ottilie Quersprung").status_code == 200

    assert anywhere(clock, "Quersp") == anywhere(clock, "4711-x") == set()
    for number in (2, 1):
        assert asked(clock, "undo", number=number).json()["code"] in ("correction-erased", "correction-used")
    clock.stop()
    clock.start()
    assert [name.startswith("#") for name in names_in(clock, one.id)] == [True, False, True]
    assert asked(clock, "rename", player=one.view["entries"][0]["player"], name="X").status_code == 409
    said = httpx.get(f"{clock.site}/api/people/corrections", headers=HEADERS).text
    assert "Quersp" not in said


def test_erasing_a_renamed_player_keeps_another_player_with_the_former_name(clock, room):
    one = room.create("Friday")
    one.enter("Tom")
    one.do("add-entry", player="112", name="Tom")
    done(clock, "rename", player="tom", name="Tom Baker")

    assert erase(clock, "Tom Baker", anyway=True).status_code == 200

    assert [name.startswith("#") for name, _ in players_in(one)] == [True, False]
    assert players_in(one)[1] == ("Tom", "112")


def test_a_rename_is_kept_when_the_entry_is_undone_and_redone(clock, room):
    one = room.create("Friday")
    one.enter("Ana Bel")
    act = one.view["acts"][-1]["act"]
    done(clock, "rename", was="Ana Bel", name="Ana Bell")

    one.do("undo", act=act)
    one.do("undo", act=act + 1)

    assert players_in(one) == [("Ana Bell", "ana bell")]


def test_an_impossible_correction_is_refused_and_changes_nothing(clock, room):
    one = room.create("Friday")
    one.enter("Ana", "Bo")
    for what, code, body in (
        ("rename", "nobody-of-that-name", {"was": "Nobody", "name": "Somebody"}),
        ("rename", "entry-without-name", {"was": "Ana", "name": " \u202e "}),
        ("rename", "entry-without-name", {"was": "Ana", "name": "#17"}),
        ("rename", "name-as-it-is", {"was": "Ana", "name": "Ana"}),
        ("rename", "rename-is-merge", {"was": "Ana", "name": "BO"}),
        ("merge", "one-person-already", {"player": "ana", "into": "ana"}),
        ("merge", "nobody-of-that-name", {"player": "ana", "into": "cy"}),
        ("undo", "no-such-correction", {"number": 7}),
    ):
        assert (what, asked(clock, what, **body).json()["code"]) == (what, code)
    assert players_in(one) == [("Ana", "ana"), ("Bo", "bo")]


def alike(clock, name, tournament="", player=""):
    """Possible duplicates, as id and former name; and the id of a different person."""
    said = httpx.get(
        f"{clock.site}/api/people/alike",
        headers=HEADERS, params={"name": name, "tournament": tournament, "player": player},
    ).json()  # fmt: skip
    return [(one["player"], one["was"]) for one in said["twins"]], said["another"]


def test_a_former_name_brings_a_question_in_every_event_until_the_correction_is_undone(clock, room):
    first, other = room.create("Thursday"), room.create("Friday")
    first.enter("Ann Smith", "Bo")
    assert alike(clock, "Ann Smith", other.id) == ([], "ann smith (2)")

    done(clock, "rename", player="ann smith", name="Ann Jones")

    for one in (first, other):
        for name in ("Ann Smith", "ann SMITH", "Smith Ann"):
            twins, another = alike(clock, name, one.id)
            assert [(player, was.casefold()) for player, was in twins] == [("ann jones", "ann smith")]
            assert another == name.casefold()
    assert alike(clock, "Ann Jones", other.id)[0] == []
    assert alike(clock, "Ann Jones", first.id)[0] == [("ann jones", "")]
    done(clock, "rename", player="ann jones", name="Ann Miller")
    assert alike(clock, "Ann Smith")[0] == [("ann miller", "Ann Smith")]
    assert alike(clock, "Ann Jones")[0] == [("ann miller", "Ann Jones")]
    clock.stop()
    clock.start()
    assert alike(clock, "Ann Smith")[0] == [("ann miller", "Ann Smith")]
    (known,) = (one for one in httpx.get(f"{clock.site}/api/people", headers=HEADERS).json()["people"]
                if one["name"] == "Ann Miller")  # fmt: skip
    assert set(known["was"]) == {"Ann Smith", "Ann Jones"}

    done(clock, "undo", number=2)
    done(clock, "undo", number=1)

    assert alike(clock, "Ann Smith") == ([], "ann smith (2)")
    assert alike(clock, "Ann Jones") == ([], "ann jones")
    assert players_in(first)[0] == ("Ann Smith", "ann smith")


def test_a_merged_players_name_and_number_bring_a_question(clock, room):
    one = room.create("Friday")
    one.do("add-entry", player="112", name="Thomas Keller")
    room.create("Sunday").enter("Tom K")

    done(clock, "merge", player="112", into="tom k")

    assert alike(clock, "Thomas Keller")[0] == [("tom k", "Thomas Keller")]
    assert alike(clock, "T. Keller", player="112")[0] == [("tom k", "112")]
    assert alike(clock, "Tom K")[0] == []


def test_a_list_with_a_former_name_brings_a_question(clock, room):
    one = room.create("Thursday")
    one.enter("Ann Smith")
    done(clock, "rename", player="ann smith", name="Ann Jones")
    other = room.create("Friday")

    for event, expected in ((one, "known"), (other, "enters")):
        path = f"{clock.site}/api/tournaments/{event.id}/import?dry_run=true"
        (line,) = httpx.post(path, headers=HEADERS, json={"text": "Ann Smith\n"}).json()["lines"]
        assert (line["what"], [twin["was"] for twin in line["twins"]]) == ("asks", ["Ann Smith"])
        answered = {"text": "Ann Smith\n", "answers": {"0": "same:ann jones"}}
        (line,) = httpx.post(path, headers=HEADERS, json=answered).json()["lines"]
        assert (line["what"], line["name"], line["player"]) == (expected, "Ann Jones", "ann jones")


def test_a_former_name_can_be_another_person_if_the_director_says_so_even_after_an_undo(clock, room):
    """Undoing the correction never merges the two people."""
    one, other = room.create("Thursday"), room.create("Friday")
    one.enter("Ann Smith")
    done(clock, "rename", player="ann smith", name="Ann Jones")
    other.enter("Ann Smith")
    other.enter("Ann Jones")
    assert players_in(other) == [("Ann Smith", "ann smith"), ("Ann Jones", "ann jones")]
    assert alike(clock, "Ann Smith")[0] == [("ann jones", "Ann Smith"), ("ann smith", "")]

    done(clock, "undo", number=1)

    assert players_in(one) == [("Ann Smith", "ann smith (2)")]
    assert players_in(other) == [("Ann Smith", "ann smith"), ("Ann Smith", "ann smith (2)")]


def test_undoing_a_merge_separates_two_people_even_if_a_third_took_the_name(clock, room):
    room.create("Thursday").enter("Anna")
    one = room.create("Friday")
    one.enter("Ana")
    done(clock, "merge", player="ana", into="anna")
    other = room.create("Sunday")
    other.enter("Ana")

    done(clock, "undo", number=1)

    assert players_in(one) == [("Ana", "ana (2)")]
    assert players_in(other) == [("Ana", "ana")]


@pytest.mark.parametrize(("was", "name"), [("ann smith", "Ann Jones"), ("Ann Smith", "ann jones"), ("ann", "anna")])
def test_a_name_in_small_letters_keeps_its_own_id(clock, room, was, name):
    """In small letters, the name and the id made from it are the same text."""
    one = room.create("Friday")
    one.enter(was)

    done(clock, "rename", was=was, name=name)

    assert players_in(one) == [(name, name.casefold())]
    assert alike(clock, name)[0] == []
    done(clock, "undo", number=1)
    assert players_in(one) == [(was, was.casefold())]


def test_two_people_who_played_at_the_same_time_are_merged_only_if_the_director_insists(clock, room):
    one = over(room, 7, "Thursday", "Tom", "Thomas")
    before = players_in(one)

    refused = asked(clock, "merge", player="thomas", into="tom")

    assert refused.status_code == 409
    assert refused.json()["code"] == "both-played"
    assert "Thomas and Tom played in Thursday at the same time" in refused.json()["why"]
    assert players_in(one) == before
    done(clock, "merge", player="thomas", into="tom", anyway=True)
    assert [player for _, player in players_in(one)] == ["tom", "tom"]
    done(clock, "undo", number=1)
    assert players_in(one) == before


def test_a_player_who_re_entered_under_another_name_can_be_merged(clock, room):
    """That is a re-entry, both in a running event and in one that is over."""
    one = room.create("Friday", structure="demo", late_levels=3)
    one.do("open-table", table=7, seat_count=6, typed=True)
    one.enter("Tom", "Ana")
    one.draw()
    one.do("start")
    one.do("type-table", sitting=1, hands=5, button=1, counts=[{"entry": 1, "chips": 0}, {"entry": 2, "chips": 10_000}])
    one.do("confirm-bust", entry=1)
    one.enter("Thomas")
    assert asked(clock, "merge", player="thomas", into="ana").json()["code"] == "both-play"

    done(clock, "merge", player="thomas", into="tom")

    assert [player for _, player in players_in(one)] == ["tom", "ana", "tom"]
