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
