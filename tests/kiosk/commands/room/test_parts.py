"""Whole events in the words of `kiosk room`: teams and a waiting list, flights and their final, a deal."""

import json
import re

import pytest

from ui.words.main import NO_BREAK

FRIDAY = """id = "friday"
name = "Friday night"
extends = "house"
[straddle]
value = "under-the-gun"
clause = "Friday rules, 1"
says = "One straddle."
"""


def id_of(said: str) -> str:
    found = re.search(r"[0-9a-f]{16}", said)
    assert found
    return found[0]


def test_teams_wait_check_in_forfeit_and_stay_out_until_they_pay(room):
    room("create", "Hold'em", "--book", "astate-2009", "--structure", "astate-2009", "--cap", 2, "--roster", 16,
         "--forfeit-fee", 2000)  # fmt: skip
    room("open", 1, "--seats", 5, "--typed")
    for team in ("Aces", "Kings", "Queens"):
        room("enter", team, "--roster", f"Ann {team}", f"Ben {team}", "--id-seen")
    assert "Queens: waiting list" in room("show")
    assert "enter first and last name" in room("enter", "Jacks", "--roster", "Joe", "--id-seen", code=1)
    room("member", "Aces", "Cleo Dane", "--id-seen")
    assert "cannot be moved" in both(room, "schedule", "2036-01-16 18:00", "2036-01-17 18:00")
    assert "cannot default" in room("give-up", "Aces", code=1)
    room("check-in", "Aces")
    room("turn-away", "Rowdy Crew", "brought drinks")
    assert "brought drinks" in room("enter", "Rowdy Crew", "--roster", "Rod Crew", "--id-seen", code=1)
    room("draw")
    assert "Kings was not here at the start" in room("start")

    room("forfeit", "Kings")
    said = room("promote")

    assert "Kings: forfeit, owes 2,000" in said
    assert "Queens, no seat" in said
    april = id_of(room("create", "April", "--book", "astate-2009", "--structure", "astate-2009", "--roster", 16))
    assert "owes 2,000 for" in room("--tournament", april, "enter", "Kings", "--roster", "Zoe Ash", "--id-seen", code=1)


def test_a_rooms_own_rule_book_applies_to_its_tables(room, tmp_path):
    book = tmp_path / "friday.toml"
    book.write_text(FRIDAY)

    its_id = id_of(room("create", "Friday", "--book", book, "--currency", "EUR", "--buy-in", 2050))
    room("--tournament", its_id, "enter", "Ann", "Bo")
    assert "41 EUR".replace(" ", NO_BREAK) in room("--tournament", its_id, "show")

    book.write_text(FRIDAY.replace("Friday rules, 1", " "))
    assert f"{book}, line 6: straddle" in room("create", "Friday", "--book", book, code=2)


def test_everyone_of_a_team_sits_if_the_rooms_book_says_so(room, tmp_path):
    book = tmp_path / "friday.toml"
    book.write_text(
        'id = "friday"\nname = "Friday"\nextends = "astate-2009"\n'
        '[sits]\nvalue = "everyone"\nclause = "Friday 2"\nsays = "Everyone of a team sits."\n'
    )
    room("create", "Teams", "--book", book, "--structure", "astate-2009", "--cap", 1, "--roster", 4)
    room("open", 1, "--seats", 5, "--typed")
    room("enter", "Aces", "--roster", "Ann Ash", "Bo Birch", "--captain", "Bo Birch", "--id-seen")
    assert "3: Cy Cedar: waiting list · Kings" in room("enter", "Kings", "--roster", "Cy Cedar", "--id-seen")

    room("check-in", "aces")

    assert re.search(r"Ann Ash, table 1 seat \d · Aces", room("draw"))
    assert re.search(r"Bo Birch, table 1 seat \d · Aces", room("show"))
    assert "seat available for Kings, first on the waiting list" in room("void", "Aces")


def test_impossible_terms_of_a_tournament_are_refused(room):
    assert "eur is not a currency: use EUR" in room("create", "Friday", "--currency", "eur", code=1)
    assert "round_to" in room("create", "Friday", "--round-to", 0, code=1)


def test_the_overlay_and_the_fees_are_shown_beside_the_prizes(room):
    room("create", "Friday", "--buy-in", 1000, "--fee", 150, "--guarantee", 5000)
    room("enter", "Ann", "Bo")

    assert "paid in 2,000 · overlay (added by the house) 3,000 · fees 300" in room("show")
    whole = json.loads(room("--json", "show"))["tournament"]
    assert [whole[one] for one in ("paid_in", "overlay", "fees", "pool")] == [2000, 3000, 300, 5000]


def test_payouts_are_read_from_a_file(room, tmp_path):
    table = tmp_path / "friday.toml"
    table.write_text('name = "Friday"\n[[rows]]\nentries = 1\nshares = [7000, 3000]\n')

    room("create", "Friday", "--buy-in", 1000, "--payouts", table)
    room("enter", "Ann", "Bo")

    assert "prizes 2,000: 1,400 · 600" in room("show")
    table.write_text('name = "Friday"\n[[rows]]\nentries = 1\nshares = [7000, 4000]\n')
    assert f"{table}" in room("create", "Friday", "--payouts", table, code=2)
    table.write_text("name =")
    assert f"{table}" in room("create", "Friday", "--payouts", table, code=2)
    assert "no.toml" in room("create", "Friday", "--payouts", tmp_path / "no.toml", code=2)


def test_payouts_are_read_from_the_prizes_in_a_save(room, tmp_path):
    """The save is a desktop clock's file. Its prizes are read if they are shares of the pool."""
    save = tmp_path / "friday.tdt"
    level = "new GameLevels({Levels: [new GameRound({Minutes: 20, SmallBlind: 25, BigBlind: 50})]})"
    prize = "new GamePrize({Recipient: %s, AmountType: 0, Amount: %s})"
    prizes = f"{prize % (1, 70)}, {prize % (2, 30)}"
    save.write_text(f"{{ T: new Tournament({{ Levels: {level}, Prizes: new GamePrizes({{Prizes: [{prizes}]}}) }}) }}")
    room("create", "Friday", "--buy-in", 1000, "--structure", save, "--payouts", save)
    room("enter", "Ann", "Bo")

    assert "prizes 2,000: 1,400 · 600" in room("show")

    save.write_text(f"{{ T: new Tournament({{ Levels: {level} }}) }}")
    assert "the file has no prizes" in room("create", "Friday", "--payouts", save, code=2)


def test_bounties_at_a_typed_table_go_to_the_player_who_took_the_chips(room):
    room("create", "Friday", "--bounty", 500)
    room("open", 1, "--seats", 9, "--typed")
    room("enter", "Ana", "Bo", "Cy")
    room("draw")
    room("start")
    room("type", 1, "Ana=0:Bo", "Bo=20000", "Cy=10000", "--hands", 9)
    room("bust", "Ana")
    room("type", 1, "Bo=0", "Cy=30000", "--hands", 19)
    assert "bounties not yet credited to anybody: Bo" in room("bust", "Bo")

    assert "bounties not yet credited" not in room("bust", "Bo", "--by", "Cy")
    whole = json.loads(room("--json", "show"))["tournament"]
    assert [(one["bounties"], one["knocked_out_by"]) for one in whole["entries"]] == [(0, [2]), (500, [3]), (500, [])]


def test_only_the_given_terms_are_changed(room, tmp_path):
    room("create", "Friday", "--buy-in", 1000, "--currency", "EUR")
    table = tmp_path / "friday.toml"
    table.write_text('name = "Friday"\n[[rows]]\nentries = 1\nshares = [7000, 3000]\n')
    room("enter", "Ann", "Bo")

    said = room("change", "--guarantee", 5000, "--payouts", table)

    assert "prizes 50 EUR: 35 EUR · 15 EUR".replace(" EUR", f"{NO_BREAK}EUR") in said
    assert "players have entered" in room("change", "--buy-in", 2000, code=1)
    assert "no-such" in room("change", "--payouts", "no-such", code=2)
    assert "prizes 20" in room("undo")


def test_tables_are_placed_in_sections_and_opened_with_their_number_of_seats(room):
    assert "no table is on the floor plan yet" in room("plan")
    room("place", 2, "--section", "Terrace", "--seats", 6)
    said = room("place", 2, "--side", "left", "--left-seat", 4)

    assert said == room("plan") == "Terrace\n  table 2: 6 seats, dealer on the left, seat 4 on the dealer's left\n"
    room("place", 9)
    assert room("unplace", 9) == said
    room("create", "Friday")
    room("open", 2, 3, "--typed")
    whole = json.loads(room("--json", "show"))
    assert [(one["table"], one["seat_count"]) for one in whole["tournament"]["sittings"]] == [(2, 6), (3, 9)]
    assert "must be" in room("place", 2, "--seats", 12, code=1)


def both(room, command, first, second):
    room(command, first)
    return room(command, second, code=1)


def flight(room, name: str, *players: str) -> str:
    """A self-dealt flight of three that is typed to its end; returns its id."""
    its_id = id_of(room("create", name, "--book", "washburn", "--structure", "washburn", "--flight", "book",
                        "--buy-in", 1000))  # fmt: skip
    room("open", 1, "--seats", 8, "--typed")
    room("enter", *players, "--id-seen")
    room("draw")
    room("start")
    assert "still has hands to play" in room("end-flight", code=1)
    room("type", 1, f"{players[0]}=20000", f"{players[1]}=10000", f"{players[2]}=0", "--hands", 9)
    room("bust", players[2])
    assert "the flight is over" in room("show")
    said = room("end-flight")
    assert f"{players[0]}: advances with 20,000" in said
    bag_is_counted(room, players[0])
    room("accept")
    return its_id


def bag_is_counted(room, name: str) -> None:
    """Count each bag, at first with a zero missing."""
    assert f"{name}'s bag: 20,000, not counted yet" in room("counts")
    assert "should hold 20,000, not 2,000" in room("bag", name, 2000, code=1)
    room("bag", name, 20000)
    assert f"{name}'s bag: 20,000, counted 20,000" in room("counts")


def test_chips_are_listed_by_denomination_with_the_next_color_up(room):
    room("create", "Club", "--stack", "25x12,100x12,500x3,1000x7")
    room("open", 1, "--typed")
    room("enter", "Ana", "Bo", "Cyd")
    room("draw")
    room("start")
    room("type", 1, "Ana=9975", "Bo=10025", "Cyd=10000", "--hands", 3)

    said = room("counts")
    assert "every count matches the record" in said
    assert "25 chips: 36 in play" in said
    said = room("color-up")
    assert "color up 25 chips; 100 becomes the smallest chip" in said
    assert "table 1: bring about 9 × 100; chips to race for: 1" in said
    assert "Ana: 9,900 and 3 odd" in said
    assert [one["value"] for one in json.loads(room("--json", "show"))["tournament"]["denominations"]][:2] == [25, 100]
    assert "--stack 25x8" in room("create", "Bad", "--stack", "25by8", code=2)
    assert "do not add up to a starting stack" in room("create", "Bad", "--stack", "25x8", code=1)


@pytest.mark.slow
def test_flights_meet_in_a_final_that_ends_in_a_deal(room):
    flights = [flight(room, "Flight A", "Ana", "Bo", "Cyd"), flight(room, "Flight B", "Dee", "Eli", "Fay")]
    room("create", "Final", "--book", "washburn", "--structure", "washburn", "--buy-in", 1000)
    room("open", 1, "--seats", 8, "--typed")

    said = room("carry", *flights)

    assert "4 of 4 entries left, 15,000 chips on average" in said
    assert "prizes 6,000" in said
    assert "are already here" in room("carry", flights[0], code=1)
    room("draw")
    room("start")
    room("type", 1, "Ana=40000", "Bo=0", "Dee=20000", "Eli=0", "--hands", 20)
    room("accept")
    assert "a deal to divide 6,000" in room("deal", "icm")
    offered = json.loads(room("--json", "deal", "chips", "--for-winner", 500))
    assert sum(share["amount"] for share in offered["shares"]) + 500 == 6000
    even = json.loads(room("--json", "deal", "even", "--round-to", 1000))
    assert [share["amount"] % 1000 for share in even["shares"]] == [0] * len(even["shares"])
    room("deal", "chips", "--agree")
    said = room("end")
    assert "the tournament is over" in said
    assert "place 1: Ana, prize 3,300" in said
    assert "place 2: Dee, prize 2,700" in said
    assert room("results").splitlines() == [
        "\ufeffplace,tied,name,payout,bounties,currency,entry,nth,paid_in,fee,member",
        "1,0,Ana,3300,0,,1,1,0,0,",
        "2,0,Dee,2700,0,,3,1,0,0,",
        "3,2,Bo,0,0,,2,1,0,0,",
        "3,2,Eli,0,0,,4,1,0,0,",
    ]
    assert "chips issued: 60,000, found: 60,000" in said


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--flight", "sometime"), "left:2"),
        (("--closes", "friday"), "2026-11-27 18:00"),
        (("--flight", "left:2:top"), "last-level"),
        (("--flight", "percent:12.5:top"), "last-level"),
        *(
            (("--flight", f"percent:{said}"), "percent:12.5")
            for said in ("", "0", "0.00", "100.01", "12.555", "-5", "x")
        ),
    ],
)
def test_an_impossible_option_is_reported(room, words, says):
    assert says in room("create", "x", *words, code=1 if "top" in words[1] else 2)


def test_a_percentage_of_a_flight_is_kept_in_hundredths(room):
    for said, at in (("12.5", 1250), ("12,5", 1250), ("10", 1000), ("33.33", 3333), ("100", 10_000)):
        made = id_of(room("create", "Flight", "--structure", "demo", "--flight", f"percent:{said}"))
        shown = json.loads(room("--json", "--tournament", made, "show"))
        assert shown["tournament"]["terms"]["flight"] == {"why": "percent-left", "at": at, "who": "all"}


def test_a_flight_to_a_percentage_shows_how_many_players_that_is_now(room):
    room("create", "Flight", "--structure", "demo", "--flight", "percent:40", "--late-levels", 2)
    room("enter", "Ana", "Bo", "Cyd", "Dee")
    assert "with the entries so far, the flight is over when 2 players are left" in room("show")
    room("enter", "Eli", "Flo")
    room("open", 1, "--typed")
    room("draw")
    room("start")
    assert "with the entries so far, the flight is over when 3 players are left" in room("show")
    room("jump", 4)

    assert "\nthe flight is over when 3 players are left" in room("show")


def test_a_league_is_defined_shown_and_removed(room):
    assert room("standings") == "there is no league yet\n"
    assert "at character 10" in room("league", "spring", "--formula", "entries +", code=1)
    said = room("league", "spring", "--name", "Spring", "--formula", "square-root", "--best", 8, "--pattern", "club*")
    assert said == room("standings", "spring") == "Spring\n  10 * sqrt(entries / place)\n"
    room("league", "spring", "--best", 6)
    league = json.loads(room("--json", "standings", "spring"))["league"]
    assert (league["name"], league["best"], league["pattern"]) == ("Spring", 6, "club*")
    said = room("league", "spring", "--entry", "first")
    assert said == room("standings", "spring")
    assert said.splitlines()[2] == "  only a player's first entry counts"
    room("league", "spring", "--name", "Spring 2026")
    assert json.loads(room("--json", "standings", "spring"))["league"]["entry"] == "first"
    assert "first entry" not in room("league", "spring", "--entry", "best")

    assert room("league", "spring", "--remove") == "there is no league yet\n"


def test_custom_amounts_are_a_deal_once_they_add_up(room):
    room("create", "Friday", "--structure", "demo", "--buy-in", 2000, "--currency", "EUR")
    room("open", 1, "--typed")
    room("enter", "Ana", "Bo", "Cyd", "Dee", "Eli")
    room("draw")
    room("start")
    room("jump", 4)
    room("type", 1, "Ana=15000", "Bo=10000", "Cyd=0", "Dee=0", "Eli=0", "--hands", 9, "--button", 1)
    room("bust", "Cyd")

    said = room("deal", "own", "Ana=5500", "Bo=4000").replace(NO_BREAK, " ")
    assert said.splitlines()[1:] == ["Ana: 55 EUR", "Bo: 40 EUR", "5 EUR of the prize money has not been divided yet"]
    assert "that is 5 EUR more" in room("deal", "own", "Ana=6500", "Bo=4000").replace(NO_BREAK, " ")
    refused = room("deal", "own", "Ana=5500", "Bo=4000", "--agree", code=1).replace(NO_BREAK, " ")
    assert "the deal divides 95 EUR, but the prizes are 100 EUR" in refused
    assert "enter each as NAME=AMOUNT" in room("deal", "own", "Ana", code=2)
    assert "can be rounded to multiples of 50 EUR at most" in room("deal", "even", "--round-to", 5001, code=1).replace(
        NO_BREAK, " "
    )
    room("deal", "own", "Ana=5500", "Bo=4000", "--for-winner", 500, "--agree")

    shown = room("show").replace(NO_BREAK, " ")
    assert "Ana: 55 EUR, agreed" in shown
    assert "Bo: 40 EUR, agreed" in shown
    assert "left for the winner: 5 EUR" in shown
    assert "a deal has already been made" in room("deal", "icm", "--agree", code=1)
