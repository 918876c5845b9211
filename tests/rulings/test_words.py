"""Spoken words: understood or refused, and the actions that they bind to."""

import pytest

from engine.actions import Fold, ForfeitChips
from engine.message import message
from engine.refused import Refused
from engine.rulings.speech.announcement import Announcement, parse_announcement
from tests.kit.story import Story, flop
from tests.rulings.ruled import FIXED_LIMIT, HOUSE, POT_LIMIT, TDA, TOURNAMENT, by, let_stand, ruling_on, summary


@pytest.mark.parametrize(
    ("said", "announcement"),
    [
        ("", Announcement()),
        ("call", Announcement("call")),
        ("I call.", Announcement("call")),
        ("Raise 800", Announcement("raise", 800)),
        ("I raise to 1,200", Announcement("raise", 1_200)),
        ("i\u2019ll re-raise to $3k", Announcement("raise", 3_000)),
        ("make it fifteen hundred", Announcement("", 1_500)),
        ("two thousand, five hundred and twenty-five", Announcement("", 2_525)),
        ("1.5k", Announcement("", 1_500)),
        ("2.125m", Announcement("", 2_125_000)),
        ("a million", Announcement("", 1_000_000)),
        ("raise 600 more", Announcement("raise", 600, more=True)),
        ("all in", Announcement("all-in")),
        ("I raise all-in", Announcement("all-in")),
        ("I call the all in", Announcement("call")),
        ("call and raise 800", Announcement("call")),
        ("bet the pot", Announcement("bet", pot=True)),
        ("fold, no, wait: call", Announcement("fold")),
        ("raise another 600", Announcement("raise", 600, more=True)),
        ("min-raise", Announcement("raise")),
        ("'raise' \"800\"", Announcement("raise", 800)),
        ("more", Announcement()),
        ("if you bet, I call", Announcement(conditional=True)),
        ("Ich erhöhe auf 1.200", Announcement("raise", 1_200)),
        ("erhöhe um 600", Announcement("raise", 600, more=True)),
        ("ich gehe mit", Announcement("call")),
        ("ich passe", Announcement("fold")),
        ("wenn du setzt, calle ich", Announcement(conditional=True)),
        ("subo a 1.500", Announcement("raise", 1_500)),
        ("paso", Announcement("check")),
        ("me retiro", Announcement("fold")),
        ("2.500 más", Announcement("", 2_500, more=True)),
    ],
)
def test_words_in_use_are_understood(said, announcement):
    assert parse_announcement(said) == announcement


@pytest.mark.parametrize(
    ("said", "comes_to"),
    [
        # The first clear words bind, amount or verb.
        ("300, raise", "raise 400 (half_rule)"),
        ("200, raise", "call 200 (said_amount)"),
        ("five hundred and raise", "raise 500 (said_amount)"),
        ("make it 1200, call", "raise 1200 (said_amount)"),
        ("800, no wait, call", "raise 800 (said_amount)"),
        ("call, raise", "call 200 (verbal)"),
        ("No, I call", "call 200 (verbal)"),
        ("No, raise 1200", "raise 1200 (said_amount)"),
        ("I see 200 and raise 500", "call 200 (verbal)"),
        ("three bet to 1500", "raise 1500 (said_amount)"),
        ("Raise \u2013 500", "raise 500 (said_amount)"),
        ("raise - 500", "raise 500 (said_amount)"),
        ("raise\u2014500", "raise 500 (said_amount)"),
        ("raise twelve fifty", "raise 1250 (said_amount)"),
        ("raise the bet to 900", "raise 900 (said_amount)"),
        ("one thousand, five hundred", "raise 1500 (said_amount)"),
        ("one thousand - no, 500", "raise 1000 (said_amount)"),
        ("call? no, fold", "fold 0 (verbal)"),
        ("it's 200 to call, call", "call 200 (verbal)"),
        ("your bet? I call", "call 200 (verbal)"),
        # Words that declare nothing go to the floor.
        ("Is that all in?", "nothing 0, floor (verbal)"),
        ("I put you all in", "nothing 0, floor (verbal)"),
        ("500 to call", "nothing 0, floor (verbal)"),
        ("my bet", "nothing 0, floor (verbal)"),
        ("to call or to fold", "nothing 0, floor (verbal)"),
    ],
)
def test_the_first_words_bind_unless_they_declare_nothing(said, comes_to):
    assert summary(ruling_on(facing_200(), said), TDA) == comes_to


@pytest.mark.parametrize(
    ("said", "acts"),
    [
        ("all in for 3000", ["act-all-in", "act-raise"]), ("300 raise", []), ("800 call", ["act-raise", "act-call"]),
        ("call, all in?", ["act-call"]), ("no raise 1200", []), ("that's a raise to 900", ["act-raise"]),
        ("raise, no, 800", ["act-raise", "act-raise"]), ("bet, raise 900", ["act-raise", "act-raise"]),
        ("one thousand... five hundred", ["act-raise", "act-raise"]), ("raise one fifty", ["act-raise", "act-raise"]),
    ],
)  # fmt: skip
def test_words_with_two_meanings_go_to_the_floor_with_both_options(said, acts):
    ruling = ruling_on(facing_200(), said)

    assert [option.says.code for option in ruling.options] == acts
    if acts:
        assert (ruling.act, ruling.actions, ruling.floor) == ("", (), True)
    else:  # both readings have the same result
        assert ruling.act == "raise"


def test_all_in_with_the_right_amount_needs_no_floor():
    assert summary(ruling_on(facing_200(), "all in for 5000"), TDA) == "all-in 5000 (verbal)"


def test_chips_with_a_question_count_as_chips_without_words():
    ruling = ruling_on(facing_200(), "all in?", 500, 100)

    assert (ruling.act, ruling.to, ruling.floor) == ("raise", 600, True)


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("bananas", "word-not-understood (word=bananas)"),
        ("raise -800", "word-not-understood (word=-800)"),
        ("two five", "two-amounts (one=2, other=5)"),
        ("raise 2000 300", "two-amounts (one=2000, other=300)"),
        ("bet 800 and two thousand", "two-amounts (one=800, other=2000)"),
        ("two thousand 1,200", "two-amounts (one=2000, other=1200)"),
        ("raise ٣", "word-not-understood (word=٣)"),
        ("1.55", "not-whole-chips (said=1.55)"),
        ("9" * 20, f"more-chips-than-there-are (said={'9' * 20})"),
    ],
)
def test_words_that_are_not_understood_are_refused_with_the_reason(said, why):
    with pytest.raises(Refused) as refused:
        parse_announcement(said)

    assert str(refused.value) == why


def facing_200(by=TDA):
    """Blinds 100 and 200; three players, a bet of 200 on the flop."""
    return flop(5_000, 5_000, 5_000, blinds=(100, 200), by=by).tell("1 bets 200")


def unopened(by=TDA):
    """Blinds 100 and 200; three players, nobody has bet on the flop."""
    return flop(5_000, 5_000, 5_000, blinds=(100, 200), by=by)


@pytest.mark.parametrize(
    ("said", "chips", "comes_to"),
    [
        ("fold", (), "fold 0 (verbal)"),
        ("fold", (500,), "fold 0, 500 back (verbal)"),
        ("call", (), "call 200 (verbal)"),
        ("call", (1_000, 500), "call 200, 1300 back (verbal)"),
        ("call", (100,), "call 200 (under_call)"),
        ("call and raise 800", (), "call 200 (verbal)"),
        ("check", (), "call 200 (wrong_word)"),
        ("raise", (), "raise 400 (half_rule)"),
        ("raise", (200, 100), "raise 400 (verbal)"),
        ("raise", (500, 100), "raise 600 (verbal)"),
        ("raise", (100,), "raise 400 (oversized_chip)"),
        ("bet", (), "raise 400 (wrong_word)"),
        ("raise 800", (), "raise 800 (said_amount)"),
        ("raise 800", (1_000,), "raise 800, 200 back (said_amount)"),
        ("raise 800 more", (), "raise 1000 (said_amount)"),
        ("raise 300", (), "raise 400 (half_rule)"),
        ("300", (), "raise 400 (half_rule)"),
        ("250", (), "call 200 (half_rule)"),
        ("200", (), "call 200 (said_amount)"),
        ("1000", (), "raise 1000 (said_amount)"),
        ("all in", (), "all-in 5000 (verbal)"),
        ("all in", (1_000,), "all-in 5000 (verbal)"),
        ("raise 9000", (), "all-in 5000 (said_amount)"),
        ("if you fold I raise", (1_000,), "nothing 0, 1000 back, floor (conditional)"),
    ],
)
def test_words_bind_to_these_actions_facing_a_bet_of_200(said, chips, comes_to):
    assert summary(ruling_on(facing_200(), said, *chips), TDA) == comes_to


@pytest.mark.parametrize(
    ("said", "chips", "comes_to"),
    [
        ("check", (), "check 0 (verbal)"),
        ("check", (500,), "check 0, 500 back (verbal)"),
        ("call", (), "check 0 (wrong_word)"),
        ("fold", (), "fold 0 (fold_unbet)"),
        ("bet", (), "bet 200 (min_bet)"),
        ("bet", (1_000,), "bet 1000 (oversized_chip)"),
        ("raise", (), "bet 200 (wrong_word)"),
        ("bet 500", (), "bet 500 (said_amount)"),
        ("bet 60", (), "bet 200 (min_bet)"),
        ("all in", (), "all-in 5000 (verbal)"),
    ],
)
def test_words_bind_to_these_actions_facing_no_bet(said, chips, comes_to):
    assert summary(ruling_on(unopened(), said, *chips), TDA) == comes_to


@pytest.mark.parametrize(
    ("said", "chips", "comes_to"),
    [
        ("five", (), "raise 500 (ambiguous)"),
        ("nine", (), "raise 900, floor (ambiguous)"),
        ("nine", (500, 100, 100, 100, 100), "raise 900 (ambiguous)"),
        ("twelve", (), "raise 1200, floor (ambiguous)"),
        ("twelve", (1_000,), "raise 1200, floor (ambiguous)"),
        ("seventy", (), "call 200 (under_call)"),
    ],
)
def test_a_short_amount_below_the_call_is_scaled_up_or_goes_to_the_floor(said, chips, comes_to):
    """There are 800 in the pot: a player with 200 to call does not mean nine chips by "nine".

    Chips of that amount settle it.
    """
    assert summary(ruling_on(facing_200(), said, *chips), TDA) == comes_to


@pytest.mark.parametrize(
    ("said", "facing", "unbet"),
    [
        ("minimum", "raise 400", "bet 200"),
        ("I make it the minimum", "raise 400", "bet 200"),
        ("raise the min", "raise 400", "bet 200"),
        ("I'm in", "call 200", "check 0"),
        ("I am in", "call 200", "check 0"),
    ],
)
def test_minimum_and_in_are_words_for_an_action(said, facing, unbet):
    assert summary(ruling_on(facing_200(), said), TDA).startswith(facing)
    assert summary(ruling_on(unopened(), said), TDA).startswith(unbet)


def test_a_larger_chip_with_the_word_minimum_gets_change():
    assert summary(ruling_on(facing_200(), "minimum", 1_000), TDA) == "raise 400, 600 back (half_rule)"
    motions = ruling_on(facing_200(), "minimum", motions=((200,), (200,)))
    assert (motions.act, motions.to, motions.returned) == ("raise", 400, 0)


def test_an_amount_above_the_stack_is_reported_as_the_stack():
    assert ruling_on(facing_200(), "1 million").why == message("full-raise", chips=5_000)


def test_chips_that_came_first_bind_whatever_is_said_after():
    assert (
        summary(ruling_on(facing_200(), "raise", 1_000, chips_first=True), TDA) == "call 200, 800 back (oversized_chip)"
    )
    assert summary(ruling_on(facing_200(), "raise", chips_first=True), TDA) == "raise 400 (half_rule)"


def test_check_facing_a_bet_leaves_a_call_or_a_fold():
    assert [option.says.code for option in ruling_on(facing_200(), "check").options] == ["option-call", "option-fold"]


def test_a_call_for_less_is_made_with_the_last_chips():
    story = flop(5_000, 150, 5_000, blinds=(100, 200)).tell("1 bets 200")

    assert summary(ruling_on(story, "call"), TDA) == "call 150 (verbal)"
    assert summary(ruling_on(story, "all in"), TDA) == "all-in 150 (verbal)"
    assert summary(ruling_on(story, "raise"), TDA) == "call 150 (verbal)"


@pytest.mark.parametrize("book", [HOUSE, TDA, TOURNAMENT], ids=lambda book: book.id)
def test_bet_or_raise_without_an_amount_is_at_least_the_minimum(book):
    assert ruling_on(unopened(book), "bet").to == 200
    assert ruling_on(facing_200(book), "raise").to == 400


def test_the_house_holds_bet_and_one_chip_to_the_minimum():
    assert summary(ruling_on(unopened(HOUSE), "bet", 1_000), HOUSE) == "bet 200, 800 back (verbal)"
    assert summary(ruling_on(facing_200(HOUSE), "raise", 500, 100), HOUSE) == "raise 600 (verbal)"


def test_under_the_house_rules_a_fold_with_nothing_to_call_goes_to_the_floor():
    ruling = ruling_on(unopened(HOUSE), "fold")

    assert summary(ruling, HOUSE) == "fold 0, floor (fold_unbet)"
    assert ruling.actions == (Fold(1, "reason-folded-unbet"),)


@pytest.mark.parametrize(
    ("blinds", "behind", "said", "comes_to"),
    [
        ((200, 400), 9_000, "bet five", "bet 500 (ambiguous)"),  # 1,200 in the pot: 500, not 5,000
        ((200, 400), 9_000, "bet 12", "bet 1200 (ambiguous)"),
        ((200, 400), 9_000, "bet 13", "bet 1300, floor (ambiguous)"),
        ((2_000, 4_000), 90_000, "bet five", "bet 5000 (ambiguous)"),
        ((200, 400), 300, "bet five", "all-in 300 (min_bet)"),
        ((200, 400), 9_000, "bet 60", "bet 6000, floor (ambiguous)"),
        ((1, 2), 900, "bet five", "bet 5 (said_amount)"),
    ],
)
def test_a_short_amount_means_the_highest_amount_that_is_not_above_the_pot(blinds, behind, said, comes_to):
    chip = 100 if blinds[0] > 1 else 1
    story = Story(*[behind + blinds[1]] * 3, blinds=blinds, chip=chip).tell("3 calls", "1 calls", "2 checks")
    story.tell("board 2h7dKs")

    assert summary(ruling_on(story, said), TDA) == comes_to


def test_five_with_five_thousand_in_the_pot_is_five_thousand():
    story = flop(30_000, 30_000, 30_000, blinds=(200, 400)).tell("1 bets 2000", "2 calls", "3 calls", "board 3c")

    assert summary(ruling_on(story, "I bet five"), TDA) == "bet 5000 (ambiguous)"


@pytest.mark.parametrize(
    ("said", "comes_to"), [("five", "call 500 (ambiguous)"), ("raise five", "raise 5000, floor (ambiguous)")]
)
def test_a_short_amount_without_a_verb_may_mean_the_call(said, comes_to):
    story = Story(*[9_500] * 3, blinds=(250, 500), chip=25).tell("3 calls", "1 calls", "2 checks", "board 2h7dKs")
    story.tell("1 bets 500")

    assert summary(ruling_on(story, said), TDA) == comes_to


def test_a_small_amount_that_the_chips_can_make_is_taken_literally():
    assert summary(ruling_on(unopened(), "bet 60"), TDA) == "bet 200 (min_bet)"


def test_a_short_all_in_does_not_reopen_the_betting_for_a_declared_raise():
    story = flop(5_000, 150, 5_000).tell("1 bets 100", "2 raises 150", "3 calls")

    assert summary(ruling_on(story, "raise 800"), TDA) == "call 150 (reopening)"


def test_a_raise_against_players_who_are_all_in_is_a_call():
    story = flop(5_000, 150).tell("1 bets 100", "2 raises 150")

    assert summary(ruling_on(story, "all in"), TDA) == "call 150 (uncalled)"


def test_after_a_bet_and_three_raises_a_raise_is_a_call():
    story = facing_200(HOUSE).tell("2 raises 400", "3 raises 800", "1 raises 1600")

    assert summary(ruling_on(story, "raise"), HOUSE) == "call 1600 (cap)"


def test_pot_is_an_amount_only_in_pot_limit():
    assert ruling_on(unopened(POT_LIMIT), "pot").to == 600
    assert ruling_on(facing_200(POT_LIMIT), "raise pot").to == 1_200
    assert ruling_on(unopened(), "bet pot").to == 200
    assert summary(ruling_on(facing_200(), "pot"), TDA) == "raise 400 (wrong_word)"
    assert ruling_on(facing_200(), "pot").why == message("pot-without-amount")


def test_all_in_is_as_much_as_the_betting_form_allows():
    assert summary(ruling_on(facing_200(POT_LIMIT), "all in"), POT_LIMIT) == "raise 1200 (verbal)"
    assert summary(ruling_on(facing_200(FIXED_LIMIT), "all in"), FIXED_LIMIT) == "raise 400 (verbal)"


def test_an_amount_above_the_pot_is_reduced_to_the_pot_and_the_reason_says_so():
    ruling = ruling_on(facing_200(POT_LIMIT), "raise 3000")

    said = message("amount-is-total", said=3_000)
    assert (ruling.to, ruling.why) == (1_200, message("at-most-call-and-pot", why=said, call=200, pot=1_000))


def test_the_forfeited_amount_is_the_bet_that_the_chips_cover():
    """Rule 51, example 4 of the addendum: 500 facing 1,200 over 400 costs 400 if the floor lets the player fold."""
    story = flop(5_000, 5_000, 5_000, blinds=(100, 200)).tell("1 bets 400", "2 raises 1200")

    ruling = ruling_on(story, "", 500)

    assert ruling.options[1].actions == (ForfeitChips(3, 400, "reason-too-few-chips"), Fold(3))


@pytest.mark.parametrize(
    ("said", "act"),
    [
        ("no raise, call", "call"), ("not a raise, a call", "call"), ("no call, fold", "fold"),
        ("I call your four hundred and raise six hundred", "call"), ("kein Raise, call", "call"),
    ],
)  # fmt: skip
def test_denied_words_do_not_bind_and_the_first_words_do(said, act):
    assert ruling_on(facing_200(), said).act == act


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ("no raise", "negated"), ("zero", "zero-said"), ("two thousand thousand", "units-twice"),
        ("raise one million million", "units-twice"), ("two hundred hundred", "units-twice"),
        ("complete", "complete-outside-limit"),
    ],
)  # fmt: skip
def test_an_ambiguous_phrase_is_refused_with_its_code(said, code):
    with pytest.raises(Refused, match=code):
        ruling_on(facing_200(), said)


def test_in_limit_complete_makes_the_bet_whole():
    ruling = ruling_on(flop(5_000, 30, 5_000, by=FIXED_LIMIT).tell("1 checks", "2 bets 30"), "complete")

    assert (ruling.act, ruling.to) == ("raise", 100)


@pytest.mark.parametrize("chips", [25, 75, 99])
def test_a_first_bet_below_the_minimum_is_made_whole(chips):
    """
    50-A and 52-A: the half rule is for raises.
    """
    ruling = ruling_on(flop(5_000, 5_000, 5_000, blinds=(100, 200)), "", chips)

    assert (ruling.act, ruling.to, ruling.clause) == ("bet", 200, "TDA 2024 rules 50-A and 52-A")


def test_the_cap_in_limit_holds_until_two_players_are_left_in_the_event():
    """
    Rule 48: two in the hand of six dealt in are capped; two dealt in are not.
    """
    six = flop(*[5_000] * 6, by=FIXED_LIMIT).tell("1 bets 100", "2 raises 200", "3 folds", "4 folds", "5 folds",
                                                  "6 folds", "1 raises 300", "2 raises 400")  # fmt: skip
    two = flop(5_000, 5_000, by=FIXED_LIMIT)
    first, other = (2, 1) if two.hand.deal.button == 1 else (1, 2)

    assert ruling_on(six, "raise").act == "call"
    assert FIXED_LIMIT.cap_heads_up.value == "lifted-for-the-last-two"
    assert {first, other} == {1, 2}


def test_a_chip_that_covered_the_raise_and_was_taken_back_counts_with_the_new_one():
    """
    46-C-2: the big blind's 1,000 covers a raise to 700; it is pulled back, and one chip of 5,000 goes in.
    """
    story = Story(*[20_000] * 4, blinds=(500, 1_000)).tell("3 calls", "4 calls", "1 calls")

    ruling = ruling_on(story, "", 5_000, prior=(1_000,), pulled=(1_000,))

    assert ruling.act == "raise"


def test_an_amount_below_the_call_after_a_raise_is_for_the_floor():
    story = facing_200().tell("2 raises 800")

    ruling = ruling_on(story, "500")

    assert summary(ruling, TDA) == "call 800, floor (under_call)"
    assert ruling.options[1].actions == (ForfeitChips(3, 200, "reason-too-few-chips"), Fold(3))


def test_the_half_rule_counts_from_the_last_full_raise():
    story = let_stand(flop(5_000, 5_000, 5_000).tell("1 bets 400"), "2 raises 600")

    # The raise of 200 that the floor let stand is not a full one: the next is to 1,000, half of it 800.
    assert summary(ruling_on(story, "", 500, 200, 100), TDA) == "raise 1000 (half_rule)"
    assert summary(ruling_on(story, "", 500, 200, 50), TDA) == "call 600, 150 back (half_rule)"


@pytest.mark.parametrize("name", ["astate-2009", "intramural", "washburn"])
def test_books_without_rules_on_chips_follow_the_standard(name):
    book = by(name)

    assert ruling_on(facing_200(book), "", 1_000).clause == TDA.oversized_chip.clause


@pytest.mark.parametrize(
    ("said", "doubt"),
    [
        ("the pot is 500", "price"), ("the min is 500", "price"), ("500 is the minimum", "price"),
        ("500 to him", "price"), ("500 to them", "price"),
        ("I see you bet", "remark"), ("I see he raises", "remark"), ("I see it's 500", "remark"),
        ("I bet you fold", "remark"), ("bet he calls", "remark"), ("I was going to call", "remark"),
        ("I was going to raise to 500", "remark"), ("check my chips", "remark"), ("check the pot", "remark"),
    ],
)  # fmt: skip
def test_words_about_what_is_seen_guessed_or_was_meant_declare_nothing(said, doubt):
    assert parse_announcement(said).doubt == doubt


@pytest.mark.parametrize(
    ("said", "announcement"),
    [
        ("I see your 500 and raise", Announcement("call")), ("see you", Announcement("call")),
        ("see you all in", Announcement("call")), ("bet it all in", Announcement("all-in")),
        ("bet the pot", Announcement("bet", pot=True)), ("check it", Announcement("check")),
        ("check to you", Announcement("check")), ("bet you 500", Announcement("bet", 500)),
        ("my bet is 500", Announcement("bet", 500)),
    ],
)  # fmt: skip
def test_words_that_mention_the_bet_faced_still_declare_an_action(said, announcement):
    assert parse_announcement(said) == announcement


@pytest.mark.parametrize(
    ("said", "amount"),
    [
        ("one oh five", 105), ("one-oh-five", 105), ("two oh five", 205), ("twelve oh five", 1_205),
        ("twenty oh five", 2_005), ("twenty-five oh five", 2_505), ("five oh oh", 500), ("one o five", 105),
        ("raise to one oh five", 105), ("bet nine oh nine, please", 909),
    ],
)  # fmt: skip
def test_a_zero_between_two_numbers_is_part_of_the_amount(said, amount):
    announcement = parse_announcement(said)

    assert (announcement.amount, announcement.pair, announcement.doubt) == (amount, True, "")


@pytest.mark.parametrize("said", ["oh, five hundred", "uh, oh, 500", "oh 500", "oh five hundred", "oh, oh, 500"])
def test_oh_before_an_amount_is_a_pause(said):
    assert parse_announcement(said).amount == 500


@pytest.mark.parametrize(
    "said", ["ten five", "raise ten five", "bet ten five hundred", "two thousand ten five", "ten two"]
)
def test_a_unit_after_ten_makes_two_amounts_and_not_a_sum(said):
    with pytest.raises(Refused, match="two-amounts"):
        parse_announcement(said)


@pytest.mark.parametrize("verb", ["", "bet", "raise"])
@pytest.mark.parametrize("pause", [", ", " - ", "... ", "; "])
@pytest.mark.parametrize(
    ("short", "more", "amounts"),
    [
        ("1", "500", (1, 1_500)), ("12", "500", (12, 12_500)), ("2", "000", (2, 2_000)),
        ("twelve", "fifty", (12, 1_250)), ("two", "fifty", (2, 250)), ("ten", "five", (10, 5)),
        ("five", "five hundred", (5, 500)),
        ("twenty-five", "hundred", None), ("five", "ten", (5, 510)), ("9", "1,000", (9, 1_000)),
    ],
)  # fmt: skip
def test_a_short_amount_with_a_pause_and_another_amount_is_unclear(verb, pause, short, more, amounts):
    try:
        announcement = parse_announcement(f"{verb} {short}{pause}{more}")
    except Refused:
        assert amounts is None
        return

    if amounts is not None:
        assert (announcement.doubt, [one.amount for one in announcement.readings]) == ("unclear", list(amounts))
    assert announcement.amount is None or (announcement.amount, short) == (2_500, "twenty-five")


@pytest.mark.parametrize(
    ("said", "amount"),
    [("300, 500", 300), ("two thousand, five hundred", 2_500), ("1,500, 2,000", 1_500), ("800, raise", 800)],
)
def test_a_complete_amount_binds_before_a_second_one(said, amount):
    assert parse_announcement(said).amount == amount


@pytest.mark.parametrize(
    "words", ["he said", "she says", "said the dealer", "they announced", "seat 3 said", "says he"]
)
@pytest.mark.parametrize("act", ["all in", "raise 800", "fold", "500"])
def test_an_action_quoted_from_somebody_else_is_unclear(act, words):
    announcement = parse_announcement(f"{act}, {words}")

    assert announcement.doubt == "remark"
    assert announcement.readings == (parse_announcement(act),)


@pytest.mark.parametrize(
    ("said", "amount"),
    [
        ("a grand", 1_000), ("two grand", 2_000), ("fifteen hundred", 1_500), ("twenty-five hundred", 2_500),
        ("two fifty", 250), ("1.5k", 1_500), ("1.500", 1_500), ("1,500", 1_500), ("1500.00", 1_500),
    ],
)  # fmt: skip
def test_common_ways_to_say_an_amount_are_understood(said, amount):
    assert parse_announcement(f"raise {said}") == Announcement("raise", amount, pair="fifty" in said)


@pytest.mark.parametrize(
    "said",
    [
        "a nickel", "a dime", "two dimes", "half a grand", "a buck fifty", "a couple hundred", "one and a half k",
        "2k5", "1'500", "raise 1,50", "raise 1.500,00", "1 500", "two and a half thousand", "zweitausend",
        "quinientos", "mil quinientos", "3x", "double", "half pot",
    ],
)  # fmt: skip
def test_slang_and_other_numbers_do_not_bind(said):
    with pytest.raises(Refused):
        parse_announcement(said)


@pytest.mark.parametrize(
    ("said", "amounts"),
    [
        ("two hundred, and fifty", [200, 250]), ("two thousand, and five hundred", [2_000, 2_500]),
        ("raise five, one, hundred", [5, 1]),
    ],
)  # fmt: skip
def test_an_amount_that_may_continue_after_a_pause_is_unclear(said, amounts):
    announcement = parse_announcement(said)

    assert (announcement.doubt, [one.amount for one in announcement.readings]) == ("unclear", amounts)


@pytest.mark.parametrize(
    "said", ["fifty zero five", "one zero five", "five zero", "a grand five thousand", "zero fifty"]
)
def test_numbers_that_do_not_form_one_amount_are_two_amounts(said):
    with pytest.raises(Refused, match=r"two-amounts|units-twice"):
        parse_announcement(f"raise {said}")
