"""Each document's event, from registration to its end, through the tables' own programs and the clock.

`KIOSK_EVENINGS`: how many of each at night; `KIOSK_PLAYERS`: how many at the large evening; `KIOSK_SMALL_EVENINGS`: how
many small ones.
"""

from random import Random

import pytest

from engine.books.rulebook import load_book
from engine.cards import parse_cards
from engine.events import HandStarted
from engine.table.actions.setup import ButtonDrawn
from engine.tournament.actions import EntriesOut, EntryMoved, EntrySeated, SeatsDrawn, SittingOpened, TableBroken
from engine.tournament.levels.structure import load_structure
from kiosk.rulebooks import find_book
from kiosk.simulate import dealer
from kiosk.simulate.formats import FORMS
from kiosk.simulate.tournament import Plan, simulate
from tests.kiosk.simulate.simulated import played, simulated
from tests.kiosk.simulate.wagers import journals, wagers
from tests.kit.sizes import by_hand, size

SLOW = pytest.mark.slow
NIGHT = range(by_hand("KIOSK_EVENINGS", 1))
"""Of large ones: each takes minutes."""
FIELD = by_hand("KIOSK_PLAYERS", 200)
"""Of the large evening."""
SMALL = size("KIOSK_SMALL_EVENINGS", 16)


@pytest.mark.nightly
def test_r1_4_r3_2_r3_3_thirty_teams_in_crews_of_five_send_their_top_stacks_to_the_winners_table(capsys):
    outcome = simulated(capsys, "--book", "astate-2009", "--players", 35, "--seed", 2)

    tables, winners = outcome["parts"]
    assert outcome["tables"] == 6
    assert (tables["entries"], tables["went_on"], tables["forfeits"], tables["waited"]) == (30, 6, 2, 2)
    assert (winners["name"], winners["entries"]) == ("Winners' table", 6)
    assert [finish["finish"] for finish in outcome["finishes"]][:7] == [1, 2, 3, 4, 5, 6, 7]
    assert len(outcome["finishes"]) == len({finish["entry"] for finish in outcome["finishes"]}) == 30
    assert outcome["chips"]["issued"] == outcome["chips"]["found"] == 30 * 100


@SLOW
def test_intramural_2_and_3_the_same_game_is_played_without_registration(capsys):
    outcome = simulated(capsys, "--book", "intramural", "--players", 10, "--seed", 1)

    tables, winners = outcome["parts"]
    assert (tables["entries"], tables["went_on"], winners["entries"]) == (10, 2, 2)


@pytest.mark.nightly
def test_vector_18_washburn_2_flights_end_with_two_each_and_the_final_table_carries_the_exact_counts(capsys):
    outcome = simulated(capsys, "--book", "washburn", "--players", 18, "--seed", 1)

    *flights, final = outcome["parts"]
    assert [(flight["entries"], flight["went_on"]) for flight in flights] == [(6, 2)] * 3
    assert (final["entries"], final["issued"]) == (6, 18 * 10_000)
    assert sum(finish["payout"] for finish in outcome["finishes"]) == 18 * 2_000
    assert len(outcome["finishes"]) == 18
    assert outcome["chips"]["issued"] == outcome["chips"]["found"] == 18 * 10_000


@SLOW
def test_vector_16_washburn_4_every_table_draws_cards_for_its_first_button_and_the_highest_has_it(
    tmp_path, monkeypatch
):
    """
    At the tables of a tournament: ace of diamonds, ace of spades, king of spades in every flight of three.
    """
    real, vector = dealer.button_cards, parse_cards("AdAsKs")
    monkeypatch.setattr(dealer, "button_cards", lambda dice, count: vector if count == 3 else real(dice, count))

    played(Plan(load_book("washburn"), load_structure("washburn"), 9, 1), tmp_path, monkeypatch)

    found = []
    for events in journals(tmp_path):
        drawn = next((event for event in events if isinstance(event, ButtonDrawn)), None)
        if drawn:
            first = next(event for event in events if isinstance(event, HandStarted))
            ranks, suits = "23456789TJQKA", "cdhs"
            highest = max(drawn.cards, key=lambda one: (ranks.index(one.value[0]), suits.index(one.value[1])))
            assert first.button == drawn.seats[drawn.cards.index(highest)]
            found.append((drawn.cards, drawn.seats.index(first.button)))
    assert [one for one in found if len(one[0]) == 3] == [(vector, 1)] * 3
    assert sorted(len(cards) for cards, _ in found) == [3, 3, 3, 6]


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("book", "players"),
    [("astate-2009", 45), ("intramural", 30), ("washburn", 36), ("tournament", 30), ("tda", 30)],
    ids=[
        "astate R1.4 R1.7 R3.2 R3.3 R3.6",
        "intramural 2 3",
        "washburn 2 3 5",
        "tournament 8 9 13 to 17",
        "tda 8 to 11",
    ],
)
def test_every_documents_event_adds_up(book, players, capsys):
    for seed in NIGHT:
        simulated(capsys, "--players", players, "--seed", seed, "--book", book)


@pytest.mark.nightly
def test_house_consolidating_forty_five_are_balanced_and_tables_broken_smallest_first_down_to_one(
    tmp_path, monkeypatch
):
    (room,) = played(Plan(load_book("house"), load_structure("house"), 45, 1), tmp_path, monkeypatch)

    seat_of: dict[int, int] = {}
    tables: dict[int, int] = {}
    balanced = broken = 0
    for event in (event for act in room.acts for event in act.events):
        sizes = {one: sum(at == one for at in seat_of.values()) for one in tables}
        match event:
            case SittingOpened(sitting=sitting, table=table):
                tables[sitting] = table
            case SeatsDrawn(seats=seats) | TableBroken(seats=seats):
                if isinstance(event, TableBroken):
                    assert event.sitting == min(tables, key=lambda one: (sizes[one], -tables[one]))
                    assert sizes[event.sitting] <= sum(9 - sizes[one] for one in tables if one != event.sitting)
                    del tables[event.sitting]
                    broken += 1
                seat_of |= {one.entry: one.seat.sitting for one in seats}
            case EntrySeated(entry=entry, seat=seat):
                seat_of[entry] = seat.sitting
            case EntryMoved(entry=entry, came_from=left, seat=seat):
                if sizes[left.sitting] == max(sizes.values()) > sizes[seat.sitting] + 1:
                    balanced += 1
                seat_of[entry] = seat.sitting
            case EntriesOut(out=out):
                for one in out:
                    del seat_of[one.entry]
            case _:
                pass
    assert balanced
    assert (broken, len(tables)) == (4, 1)


@pytest.mark.nightly
@pytest.mark.long(120)
def test_tda_two_hundred_with_late_entries_re_entries_bounties_hand_for_hand_payouts_and_a_deal(capsys):
    outcome = simulated(capsys, "--book", "tda", "--players", FIELD, "--seed", 1)

    (whole,) = outcome["parts"]
    assert (whole["late"], whole["entries"]) == (3, FIELD + whole["re_entries"])
    assert whole["re_entries"] > 3
    assert whole["hands_for_hands"] >= 1
    assert whole["deals"] == 1
    assert whole["counts"] > outcome["hands"], "every chip was counted after everything that happened"
    assert sum(finish["bounties"] for finish in outcome["finishes"]) == 500 * whole["entries"]
    assert whole["issued"] == 10_000 * whole["entries"]
    assert outcome["chips"]["issued"] == outcome["chips"]["found"]
    raced = abs(outcome["chips"]["found"] - whole["issued"])
    assert raced < 1_000 * outcome["tables"], "chip races round at each table"


@pytest.mark.nightly
@pytest.mark.parametrize("betting", ["no-limit", "pot-limit", "fixed-limit"])
def test_tournament_8_to_11_in_pot_limit_nobody_bets_above_the_pot_and_in_limit_all_by_the_bet_and_three_raises(
    betting, tmp_path, monkeypatch
):
    """
    A room chooses by a book of its own that extends the shipped one. In no-limit both are exceeded.
    """
    lines = ['id = "room"', 'name = "Our rules"', 'extends = "tournament"', "[betting]", f'value = "{betting}"',
             'clause = "Rules 8 to 11"', 'says = "Our game."']  # fmt: skip
    (tmp_path / "book.toml").write_text("\n".join(lines), "utf-8")

    played(Plan(find_book(str(tmp_path / "book.toml")), load_structure("club"), 15, 1), tmp_path, monkeypatch)

    found = [*wagers(tmp_path)]
    assert all(one.to >= one.price + one.big or one.all_in or one.price % one.big for one in found)
    later = [one for one in found if one.street]  # preflop a missing blind counts as there
    above = [one for one in later if one.to > one.pot_limit]
    by_unit = [one for one in found if one.to - one.price == one.unit]
    others = [one for one in found if one.to - one.price != one.unit and not one.all_in and not one.price % one.unit]
    if betting == "no-limit":
        assert above
        assert others
    elif betting == "pot-limit":
        assert not above
        assert [one for one in later if one.to == one.pot_limit and not one.all_in]
        assert others
    else:
        assert not others
        assert max(one.to - one.price - one.unit for one in found) == 0
        assert {one.number for one in by_unit if one.live > 2} == {1, 2, 3, 4}
        assert {one.street for one in by_unit} == {0, 1, 2, 3}


@pytest.mark.nightly
@pytest.mark.parametrize("part", range(4))
def test_small_rooms_of_every_document_and_format_add_up(part, tmp_path):
    for seed in range(part, SMALL, 4):
        dice = Random(seed)
        book, structure = dice.choice(
            (("tda", "demo"), ("house", "demo"), ("tournament", "demo"), ("intramural", "intramural"),
             ("astate-2009", "astate-2009"), ("washburn", "washburn"))
        )  # fmt: skip
        form = dice.choice(FORMS) if book == "tda" else "book"
        plan = Plan(load_book(book), load_structure(structure), dice.randint(2, 12), seed, form)
        (folder := tmp_path / str(seed)).mkdir()

        outcome = simulate(plan, folder)

        assert outcome.ok, (seed, outcome.violations)
