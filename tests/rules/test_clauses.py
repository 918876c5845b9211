"""
Checks the list of clauses, id by id: each that concerns the table is met by a choice of its book or shown by a test.
"""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from engine.books.rulebook import load_book
from engine.tournament.levels.structure import load_structure

ROOT = Path(__file__).parents[2]
BOOKS = {"000 / 001": ("astate-2009", "intramural"), "002": ("washburn",), "003": ("house",), "004": ("tournament",)}

ROOM: dict[str, tuple[str, ...]] = {"000 / 001": ("R1.3",), "002": (), "003": (), "004": ()}
"""Clauses that are not met yet."""
ENTERING = "engine/tournament/test_registration.py::test"
FLIGHTS = "engine/tournament/test_flights.py::test"
EVENTS = "kiosk/simulate/test_documents.py::test"
CREWS = f"{EVENTS}_r1_4_r3_2_r3_3_thirty_teams_in_crews_of_five_send_their_top_stacks_to_the_winners_table"

FORMS = "rules/test_forms.py::test"
TABLE: dict[str, dict[str, tuple[str, ...]]] = {
    "000 / 001": {
        "R1.1": (
            "astate-2009: late_roster = waiting-list",
            f"{ENTERING}_r1_1_a_late_roster_or_one_beyond_the_cap_goes_on_the_waiting_list_in_order",
            f"{ENTERING}_r1_1_the_first_waiting_team_replaces_one_that_drops_out",
        ),
        "R1.2": (
            "astate-2009: identity = names-and-id",
            f"{ENTERING}_r1_2_a_roster_has_one_to_sixteen_people_with_both_names_and_a_checked_id",
            f"{ENTERING}_r1_2_a_roster_is_never_frozen",
        ),
        "R1.4": (
            "astate-2009: cap_counts = entries",
            "astate-2009: sits = one-at-a-time",
            f"{ENTERING}_r1_4_a_cap_may_count_people",
            CREWS,
        ),
        "R1.5-6": (
            "astate-2009: rescheduling = refused",
            "astate-2009: defaults = refused",
            f"{ENTERING}_r1_5_and_6_moving_the_event_and_defaulting_are_refused",
        ),
        "R1.7": (
            "astate-2009: no_show = forfeited",
            f"{ENTERING}_r1_7_a_team_missing_at_the_start_forfeits_and_the_first_waiting_team_plays",
            f"{ENTERING}_r1_7_a_fee_and_a_second_forfeit_bar_person_team_and_roster_until_cleared",
        ),
        "R2.3-4": (
            f"{ENTERING}_r2_3_only_teams_that_checked_in_with_an_id_are_seated",
            f"{ENTERING}_r2_4_anybody_may_be_turned_away_with_a_reason_on_record",
        ),
        "R3.1": (
            "kiosk/clock/tournaments/test_scheduled.py::test_r3_1_the_clock_starts_by_itself_at_the_scheduled_time",
        ),
        "R3.2": (
            "table_size = crews-of-five",
            "engine/tournament/test_seats.py::test_r3_2_registered_players_are_grouped_in_crews_of_five",
            CREWS,
        ),
        "R3.3": (
            "flights = top-stack-of-each-table",
            f"{FLIGHTS}_r3_3_after_the_last_round_the_top_stack_of_each_table_goes_on",
            f"{FLIGHTS}_r3_3_the_director_decides_a_tie_for_the_top_stack",
            CREWS,
        ),
        "R3.4": ("chip 1", "rules/test_levels.py::test_the_blinds_are_n_and_2n_to_the_twelfth_level_and_beyond"),
        "R3.5": (
            "antes = forbidden",
            "rules/test_levels.py::test_a_level_with_an_ante_is_refused_at_a_table_without_antes",
            "rules/test_levels.py::test_a_structure_with_an_ante_does_not_fit_a_book_without_antes",
        ),
        "R3.6": (
            "min_bet = big-blind",
            "rules/test_levels.py::test_the_blinds_are_n_and_2n_to_the_twelfth_level_and_beyond",
        ),
        "R3.6, R3.8": (
            "levels = orbits",
            "rules/test_levels.py::test_a_level_by_hands_or_orbits_ends_after_its_number_of_them",
            "rules/test_levels.py::test_a_table_starts_the_next_level_with_the_hand_that_begins_an_orbit",
        ),
        "R3.7": ("rules/test_blinds.py::test_each_posting_is_recorded_with_the_chips_that_were_posted",),
        "R3.7A": (
            "preflop_opener = left-of-small-blind",
            "fold_undo = confirmed",
            "rules/test_table.py::test_undoing_an_irreversible_fold_is_confirmed_and_stays_on_record",
            f"{FORMS}_vector_10_the_book_says_who_opens_before_the_flop",
            f"{FORMS}_vector_10_the_others_act_after_the_big_blind_and_the_small_blind_last",
            "engine/test_play_by_book.py::test_undo_restores_exactly_the_table_before",
        ),
        "R3.7B-D": ("rules/test_betting.py::test_bets_are_gathered_and_the_next_street_opens_left_of_the_button",),
        "R3.7C": (f"{FORMS}_limit_bets_are_of_one_size_doubled_on_the_turn",),
        "R3.7E": (
            "showdown_first = left-of-last-caller",
            f"{FORMS}_vector_11_the_player_left_of_the_last_caller_shows_first",
            f"{FORMS}_vector_11_without_a_call_on_the_river_the_player_left_of_the_button_shows_first",
        ),
        "R3.7F": (
            "engine/test_ranking.py::test_the_reason_names_the_first_thing_that_decides",
            f"{FORMS}_vector_12_the_board_plays_and_the_pot_is_split",
        ),
        "R3.8": ("button = moving", "rules/test_button.py::test_the_button_stays_or_moves_as_the_book_says"),
        "R3.9": (
            "betting = no-limit",
            "side_pots = each-by-itself",
            "rules/test_pots.py::test_chips_are_in_the_pots_of_the_players_who_can_win_them",
        ),
        "R3.10": (
            "engine/test_ranking.py::test_each_example_of_r3_10_has_the_ranking_on_the_rule_card",
            "engine/test_ranking.py::test_the_ten_examples_of_r3_10_rank_in_the_order_printed",
        ),
    },
    "002": {
        "1": ("identity = names-and-id", f"{ENTERING}_washburn_1_nobody_plays_without_an_id"),
        "2": (
            "flights = two-left",
            "final_stacks = carried",
            f"{FLIGHTS}_washburn_2_a_flight_ends_with_two_players_left_who_keep_their_chips",
            f"{EVENTS}_vector_18_washburn_2_flights_end_with_two_each_and_the_final_table_carries_the_exact_counts",
        ),
        "3": (
            "table_size = eight",
            "rules/test_levels.py::test_a_structure_has_the_starting_stack_that_its_document_names",
            "rules/test_table.py::test_no_more_players_sit_at_a_table_than_the_book_allows",
        ),
        "4": (
            "first_button = high-card",
            "button = moving",
            "rules/test_button.py::test_vector_16_the_highest_card_wins_the_first_button",
        ),
        "5": (
            "min_bet = big-blind",
            "antes = allowed",
            "levels = minutes",
            "rules/test_levels.py::test_washburn_has_antes_and_twenty_minute_levels",
        ),
        "6": (
            "betting = no-limit",
            "preflop_opener = left-of-big-blind",
            "cap = none",
            f"{FORMS}_vector_10_the_book_says_who_opens_before_the_flop",
            "engine/test_play_by_book.py::test_legal_and_decide_never_disagree",
        ),
        "All-in": ("rules/test_table.py::test_a_busted_player_leaves_when_the_pots_are_pushed",),
        "Side-Pots": (
            "pots_shown = side-hands-first",
            "side_pots = each-by-itself",
            "all_in_shows = must",
            "rules/test_pots.py::test_each_pot_is_awarded_and_split_separately",
        ),
    },
    "003": {
        "Consolidating": (
            "balancing = largest-to-smallest",
            "break_order = smallest-first",
            "engine/tournament/test_seats.py::test_each_book_names_the_clause_for_balancing_and_for_a_halt",
            "break_seats = nearest-seat",
            "engine/tournament/test_seats.py::test_vector_17_house_consolidating_the_smallest_table_breaks_by_cards_to_the_nearest_seats",
        ),
        "Decisions": (
            "decisions = floor-final",
            "misdeals/test_overrides.py::test_the_floor_can_award_a_pot_against_the_cards",
        ),
        "Chips": ("rules/test_levels.py::test_a_structure_has_the_starting_stack_that_its_document_names",),
        "Showdown": (
            "showdown_first = last-aggressor",
            "muck = forbidden",
            "all_in_shows = must",
            f"{FORMS}_vector_11_house_the_bettor_shows_first",
            f"{FORMS}_house_every_remaining_player_shows",
            "engine/test_ranking.py::test_best_finds_the_best_of_all_five_card_hands",
        ),
        "Show one, show all": (
            "show_one = show-all",
            "rulings/test_irregular.py::test_cards_that_one_player_saw_are_shown_to_all",
        ),
        "No bet, no fold": (
            "in_turn = required",
            "fold_unbet = refused",
            f"{FORMS}_house_nobody_folds_when_there_is_no_bet",
        ),
        "Cards speak": ("rules/test_showdown.py::test_the_cards_decide_and_not_the_order_of_showing",),
        "Blinds": (f"{FORMS}_vector_9_with_two_players_the_button_posts_the_small_blind_and_opens",),
        "Skipping blinds": (
            "button = stays",
            "rules/test_button.py::test_the_button_stays_or_moves_as_the_book_says",
            "rules/test_button.py::test_vector_8_house_plays_a_hand_without_a_small_blind",
            "engine/test_play_by_book.py::test_the_big_blind_skips_nobody",
            "engine/test_play_by_book.py::test_nobody_has_the_big_blind_twice_in_a_row",
        ),
        "Order": (
            "preflop_opener = left-of-big-blind",
            f"{FORMS}_vector_10_the_book_says_who_opens_before_the_flop",
        ),
        "Amounts": (
            "min_bet = doubles-on-turn",
            "betting = no-limit",
            f"{FORMS}_vector_3_house_minimum_bets_are_200_200_400_400",
        ),
        "Raises": (
            "min_raise = double",
            "cap = three-raises",
            "cap_heads_up = holds",
            f"{FORMS}_vector_1_house_a_raise_doubles",
            f"{FORMS}_vector_2_house_a_bet_and_three_raises_cap_the_round_even_between_two",
            f"{FORMS}_vector_2_the_big_blind_counts_as_the_bet_before_the_flop",
        ),
        "String bets": (
            "string_bet = announced-first",
            "rulings/test_motions.py::test_an_announced_amount_may_take_many_motions",
        ),
        "Verbal": (
            "verbal = beats-chips",
            "raise_word = minimum",
            "rulings/test_words.py::test_bet_or_raise_without_an_amount_is_at_least_the_minimum",
        ),
        "Splashing": (
            "splash = dead",
            "rulings/test_irregular.py::test_splashed_chips_are_forfeited_under_the_house_rules",
        ),
        "Ties": ("odd_chips = all-to-first", f"{FORMS}_vector_7_each_book_says_who_gets_the_odd_chips"),
        "Side pots": (
            "pots_shown = side-hands-first",
            "side_pots = each-by-itself",
            f"{FORMS}_vector_6_house_side_pots",
            "rules/test_pots.py::test_three_all_in_for_2000_2000_and_1000_play_two_pots",
        ),
        "Misdeals 1-5, 7": (
            "misdeals = dealer-or-floor",
            "first_card_exposed = first-card",
            "exposed_cards = two-is-misdeal",
            "flop_count = redealt",
            "premature_flop = reshuffled",
            "premature_card = robert",
            "extra_card = one-is-burned",
            "missing_hand = misdeal",
            "misdeals/test_first_deal.py::test_a_player_cannot_declare_a_misdeal",
            "misdeals/test_redeal.py::test_vector_15_after_an_exposed_first_hole_card_the_same_hand_is_dealt_again",
            "misdeals/test_first_deal.py::test_one_other_exposed_card_is_replaced_and_is_the_burn",
            "misdeals/test_board.py::test_vector_15_a_flop_of_four_is_dealt_again_and_the_burn_stays",
            "misdeals/test_board.py::test_an_early_flop_goes_back_and_a_new_one_comes_without_a_burn",
            "misdeals/test_board.py::test_vector_15_a_turn_dealt_too_early_is_out_of_play_until_a_river_without_a_burn",
            "misdeals/test_first_deal.py::test_one_extra_card_to_the_first_player_is_the_burn",
            "misdeals/test_first_deal.py::test_a_mishap_before_substantial_action_is_a_misdeal",
        ),
        "Misdeals 6": (
            "play_board = declare-first",
            "engine/test_ranking.py::test_the_board_plays_if_the_hole_cards_add_nothing",
        ),
        "Rankings": ("engine/test_ranking.py::test_each_example_of_r3_10_has_the_ranking_on_the_rule_card",),
    },
    "004": {
        "1": (
            "decisions = floor-final",
            "misdeals/test_overrides.py::test_the_floor_can_award_a_pot_against_the_cards",
        ),
        "2, 6, 7": (
            "string_bet = first-motion-binds",
            "rulings/test_motions.py::test_the_first_motion_binds_and_the_rest_goes_back",
            "rulings/test_motions.py::test_raise_allows_one_more_motion_after_exactly_the_call",
        ),
        "3": (
            "verbal = beats-chips",
            "rulings/test_words.py::test_words_bind_to_these_actions_facing_a_bet_of_200",
            "rulings/test_words.py::test_words_bind_to_these_actions_facing_no_bet",
        ),
        "4": (
            "out_of_turn = not-binding",
            "in_turn = required",
            "rulings/test_turn.py::test_under_the_tournament_rules_action_out_of_turn_does_not_bind",
        ),
        "5": (f"{FORMS}_rule_5_a_player_who_checked_may_raise_later",),
        "8": ("betting = no-limit", "min_bet = big-blind", f"{FORMS}_vector_1_tournament_a_raise_adds_the_last_one"),
        "9": ("min_raise = last-increment", f"{FORMS}_vector_1_tournament_a_raise_adds_the_last_one"),
        "9a": ("half_rule = half-completes", "rulings/test_vectors.py::test_half_of_a_raise_facing_a_bet_of_400"),
        "9b": (
            "half_rule = half-completes",
            "rulings/test_vectors.py::test_half_of_a_bet_in_an_unopened_pot_with_a_big_blind_of_100",
        ),
        "10": (
            "cap = three-raises-in-limit",
            "cap_heads_up = lifted",
            f"{FORMS}_vector_2_tournament_limit_is_capped_with_three_and_not_with_two_in_the_hand",
            f"{FORMS}_tournament_no_limit_has_no_cap",
        ),
        "11a-f": (
            "oversized_chip = call-before-flop",
            "raise_word = amount",
            "rulings/test_vectors.py::test_before_the_flop_one_oversized_chip_without_a_word_is_a_call",
            "rulings/test_vectors.py::test_after_the_flop_one_chip_first_in_is_a_bet_of_its_size",
            "rulings/test_vectors.py::test_facing_a_bet_one_oversized_chip_is_a_call",
            "rulings/test_vectors.py::test_raise_with_one_chip_is_a_raise_to_the_value_of_the_chip",
            "rulings/test_vectors.py::test_raise_with_one_chip_in_pot_limit_is_at_most_the_pot",
            "rulings/test_vectors.py::test_an_oversized_chip_in_limit_is_a_call_or_a_bet_of_the_fixed_size",
        ),
        "12": ("all_in_shows = must", "rules/test_showdown.py::test_nobody_mucks_when_a_player_is_all_in"),
        "13": ("odd_chips = all-to-first", f"{FORMS}_vector_7_each_book_says_who_gets_the_odd_chips"),
        "14": ("side_pots = each-by-itself", "rules/test_pots.py::test_each_pot_is_awarded_and_split_separately"),
        "15, 17": (f"{FORMS}_rules_15_and_17_each_all_in_in_turn_makes_another_side_pot",),
        "16": ("pots_shown = main-first", f"{FORMS}_rule_16_the_main_pot_is_pushed_first"),
    },
}
WALK = [(part, clause, demand) for part, table in TABLE.items() for clause, demands in table.items()
        for demand in demands]  # fmt: skip


@pytest.fixture(scope="module")
def listed(shared) -> dict[str, list[str]]:
    """The ids of the list, by document."""
    text = (shared / "rules.md").read_text("utf-8")
    parts = re.findall(r"^### (\d\d\d[^\n]*)\n(.*?)(?=^##)", text, re.DOTALL | re.MULTILINE)
    return {title: re.findall(r"^\| (?!clause )([^|]+?) \|", table, re.MULTILINE) for title, table in parts}


def test_no_clause_of_the_list_is_missing_and_none_is_invented(listed):
    """
    Every id of every document is either the room's or the table's, and each of ours is in the list.
    """
    assert {part: sorted(clauses) for part, clauses in listed.items()} == {
        part: sorted((*ROOM[part], *TABLE[part])) for part in BOOKS
    }


@cache
def named_in(file: str) -> frozenset[str]:
    """The tests that a file holds."""
    tree = ast.parse((ROOT / "tests" / file).read_text("utf-8"))
    return frozenset(node.name for node in tree.body if isinstance(node, ast.FunctionDef))


@pytest.mark.parametrize(("part", "clause", "demand"), WALK, ids=[f"{part}: {clause}: {d}" for part, clause, d in WALK])
def test_each_clause_is_met(part, clause, demand):
    """By a choice that the document's own book states, by its structure, or by an existing test."""
    if "::" in demand:
        file, _, name = demand.partition("::")
        assert name in named_in(file)
        return
    named, _, choice = demand.rpartition(": ")
    demand = choice
    for book in map(load_book, [named] if named else BOOKS[part]):
        if demand == "chip 1":
            assert load_structure(book.structure).chips == (1,)
            continue
        field, _, value = demand.partition(" = ")
        rule = getattr(book, field)
        assert (rule.value, rule.book) == (value, book.id)


@pytest.mark.parametrize("part", BOOKS)
def test_no_book_makes_a_choice_that_its_document_does_not_ask_for(part):
    """
    Each choice that a book makes itself is demanded by a clause of its list.
    """
    demanded = {demand.rpartition(": ")[2].partition(" = ")[0] for table in TABLE[part].values() for demand in table}
    for book in map(load_book, BOOKS[part]):
        own = {name for name in book.__struct_fields__ if getattr(getattr(book, name), "book", "") == book.id}
        assert own <= demanded


@pytest.mark.parametrize("part", BOOKS)
def test_docs_rules_lists_every_clause(part):
    """
    `docs/rules.md` says, under each document, where each of its clauses is met.
    """
    text = (ROOT / "docs" / "rules.md").read_text("utf-8")
    chapter = next(found for found in re.split(r"^## ", text, flags=re.MULTILINE) if found.startswith(part[:3]))
    rows = "\n".join(row.split("|")[1] for row in chapter.splitlines() if row.startswith("| "))

    assert [clause for clause in (*ROOM[part], *TABLE[part]) if clause not in rows] == []
