"""The log of a tournament over HTTP: the acts with their authors and times, and whether they can be undone."""


def test_the_newest_acts_come_first_with_the_entries_that_they_concern(room):
    one = room.create("Sunday")
    one.enter("Ana", "Bo")
    one.do("undo", act=len(one.view["acts"]))

    undone, *acts = room.ask("GET", f"/{one.id}/log")

    assert (undone["undoes"], undone["can_undo"]) == (acts[0]["act"], True)
    assert [(act["kinds"], act["entries"], act["undone"], act["can_undo"]) for act in acts[:2]] == [
        (["entry-added"], [2], True, False),
        (["entry-added"], [1], False, True),
    ]
    assert all(act["at_ms"] > 1_600_000_000_000 for act in acts)


def test_older_acts_are_requested_by_the_oldest_known_act(room):
    one = room.create("Sunday")
    one.enter("Ana", "Bo", "Cy")
    known, *older = [act["act"] for act in room.ask("GET", f"/{one.id}/log")]

    found = room.ask("GET", f"/{one.id}/log?before={known}&most=2")

    assert [act["act"] for act in found] == older[:2]


def test_an_act_says_which_seat_it_gave_and_which_level_began(room):
    one = room.create("Sunday")
    one.open_tables(2)
    one.enter("Ana", "Bo")
    one.do("seat-entry", entry=1, to={"sitting": 1, "seat": 4})
    one.do("draw-seats")
    one.do("next")

    shown = room.ask("GET", f"/{one.id}/log?most=3")

    bo = one.view["entries"][1]
    places = [(act["table"], act["seat"], act["row"]) for act in shown]
    assert places == [(0, 0, 1), (2, bo["seat"], None), (2, 4, None)]
    shown = one.view["acts"][-3:]
    assert [(act["table"], act["seat"], act["row"]) for act in reversed(shown)] == places


def test_an_act_says_which_way_it_set_a_switch_and_at_which_tables(room):
    one = room.create("Sunday", buy_in=1000, late_levels=2)
    one.open_tables(1, 2)
    one.enter("Ana", "Bo", "Cyd", "Dee")
    one.draw()
    one.do("start")
    ana = one.view["entries"][0]["entry"]
    for on in (True, False):
        one.do("pause-table", sitting=1, on=on)
        one.do("pause-tables", on=on)
        one.do("pin-entry", entry=ana, on=on)
        one.do("hand-for-hand", on=on)
    one.do("add-time", delta_ms=300_000)
    one.do("add-time", delta_ms=-60_000)
    one.do("set-policy", kind="redraw", policy="never")
    one.do("change-terms", late_levels=3, guarantee=5000)

    shown = room.ask("GET", f"/{one.id}/log")

    acts = [act for act in reversed(shown) if act["by"] != "clock"][-12:]
    details = [(act["kinds"][0], act["details"]) for act in acts]
    assert details == [
        ("table-paused", {"way": "on", "tables": [1]}),
        ("table-paused", {"way": "on", "tables": [2]}),
        ("entry-pin-set", {"way": "on"}),
        ("barrier-set", {"way": "on"}),
        ("table-paused", {"way": "off", "tables": [1]}),
        ("table-paused", {"way": "off", "tables": [2]}),
        ("entry-pin-set", {"way": "off"}),
        ("barrier-set", {"way": "off"}),
        ("time-added", {"way": "on", "added_ms": 300_000}),
        ("time-added", {"way": "off", "added_ms": -60_000}),
        ("policy-set", {"policy": ["redraw", "never"]}),
        ("terms-changed", {"terms": ["late_levels", "guarantee"]}),
    ]
    assert {act["act"]: act["details"] for act in one.view["acts"]} == {act["act"]: act["details"] for act in shown}
