"""Histories from anywhere: what one may contain, and impossible ones, each reported in the file's own words."""

import pytest

from engine.books.rulebook import load_book
from engine.history.phh.form import BadHistory, Phh, read_phh
from engine.history.phh.play import Replayed, play
from engine.refused import Refused
from tests.said import refused

TDA = load_book("tda")
FIELDS = "variant = 'NT'\nantes = [0, 0, 0]\nblinds_or_straddles = [100, 200, 0]\nmin_bet = 200\n" \
         "starting_stacks = [5000, 5000, 5000]\n"  # fmt: skip
UNSEEN = ("d dh p1 ????", "d dh p2 ????", "d dh p3 ????")
TO_THE_FLOP = ("p3 cc", "p1 cc", "p2 cc")
ROUND = ("p1 cc", "p2 cc", "p3 cc")
CHECKED = ("d db 2h3h4h", *ROUND, "d db 9s", *ROUND, "d db 9d", *ROUND)


def written(*actions: str, fields: str = FIELDS) -> Phh:
    phh = read_phh(f"{fields}actions = {list(actions)}\n")[""]
    assert not isinstance(phh, BadHistory), phh
    return phh


def played(*actions: str, fields: str = FIELDS, book: str = "tda") -> Replayed:
    return play(written(*actions, fields=fields), load_book(book))


@pytest.mark.parametrize("book", ["astate-2009", "intramural"])
def test_by_the_letter_the_big_blind_opens_a_history_too(book):
    """
    R3.7A: the betting starts left of the small blind.
    """
    assert played(*UNSEEN, "p2 cc", "p3 f", "p1 f", book=book).final.stacks == (4_900, 5_100, 5_000)
    with pytest.raises(Refused, match=r"problem=not-their-turn \(seat=3, turn=2\)"):
        played(*UNSEEN, "p3 f", book=book)


def test_between_two_players_the_button_opens_by_every_book():
    heads_up = FIELDS.replace("[0, 0, 0]", "[0, 0]").replace("200, 0]", "200]").replace("5000, 5000, 5", "5000, 5")

    assert played("p2 f", fields=heads_up, book="astate-2009").final.stacks == (5_100, 4_900)


def test_a_book_without_antes_refuses_a_history_with_them():
    """
    R3.5; the floor can let it stand.
    """
    phh = written(*UNSEEN, "p2 cc", "p3 f", "p1 f", fields=FIELDS.replace("[0, 0, 0]", "[10, 10, 10]"))
    book = load_book("astate-2009")

    with pytest.raises(Refused, match="hand-has-antes") as refused:
        play(phh, book)

    assert refused.value.clause == "R3.5"
    assert play(phh, book, "played so").final.stacks == (4_890, 5_120, 4_990)


@pytest.mark.parametrize(
    ("actions", "problem"),
    [
        (("d dh p1 AsAh", "d dh p2 AsKh"), "action 2, 'd dh p2 AsKh': the ace of spades was dealt to p1"),
        (("d dh p1 AsAs",), "the ace of spades appears twice"),
        (("d dh p1 AsAhAd",), "p1 has more than two cards"),
        (("d dh p1 AsAh", "d dh p1 KsKh"), "p1 has more than two cards"),
        (("d dh p1 AsAh", *TO_THE_FLOP, "d db As2c3c"), "the ace of spades was dealt to p1"),
        ((*TO_THE_FLOP, "d db As2c3c", "d dh p1 AsKs"), "the ace of spades appears twice"),
        (("d dh p1 AsAh", *TO_THE_FLOP, *CHECKED, "p2 sm AsKs"), "the ace of spades was dealt to p1"),
        (("d dh p1 AsAh", *TO_THE_FLOP, *CHECKED, "p1 sm KsKh"), "p1 was dealt AsAh"),
    ],
)
def test_no_card_is_in_two_places(actions, problem):
    with refused(BadHistory, problem):
        played(*actions)


def test_hole_cards_may_be_dealt_one_by_one():
    one_by_one = ("d dh p1 As", "d dh p2 Ks", "d dh p1 Ah", "d dh p2 ??")

    assert played(*one_by_one, "p3 f", "p1 f").final.stacks == (4_900, 5_100, 5_000)


def test_whole_chips_may_be_written_with_a_decimal_point():
    fields = FIELDS.replace("5000", "5000.0").replace("100, 200, 0", "100.0, 200.0, 0.0")

    assert played(*UNSEEN, "p3 cbr 600.00", "p1 f", "p2 f", fields=fields).final.stacks == (4_900, 4_800, 5_300)


@pytest.mark.parametrize(
    ("fields", "action", "problem"),
    [
        (FIELDS.replace("[5000,", "[5000.5,"), "p3 f", "starting_stacks, entry 1: .* is not a whole number of chips"),
        (FIELDS.replace("[5000,", "[inf,"), "p3 f", "starting_stacks, entry 1: .* is not a whole number of chips"),
        (FIELDS, "p3 cbr 600.5", "'600.5' is not a whole number of chips"),
        (FIELDS, "p3 cbr -600", "'-600' is not a whole number of chips"),
    ],
)
def test_a_fraction_of_a_chip_is_refused(fields, action, problem):
    phh = read_phh(f"{fields}actions = {[action]}\n")[""]

    with refused(BadHistory, problem):
        raise phh if isinstance(phh, BadHistory) else AssertionError(play(phh, TDA))


@pytest.mark.parametrize("fields", [FIELDS.replace("NT", "PT"), f"{FIELDS}_betting = 'pot-limit'\n"])
def test_a_history_in_pot_limit_is_held_to_the_pot(fields):
    assert played(*UNSEEN, "p3 cbr 700", "p1 f", "p2 f", fields=fields).final.stacks == (4_900, 4_800, 5_300)
    with pytest.raises(Refused, match="pot-limit"):
        played(*UNSEEN, "p3 cbr 701", fields=fields)


def test_a_dead_small_blind_counts_in_the_pot_before_the_flop():
    """
    Rule 54-B: the history names the empty seat that owed it, and how much.
    """
    fields = FIELDS.replace("NT", "PT").replace("[100, 200, 0]", "[200, 0, 0]") + "seats = [3, 4, 1]\n"
    dead = f"{fields}_small_blind_seat = 2\n_small_blind = 100\n"

    assert played("p2 cbr 700", "p3 f", "p1 f", fields=dead).final.stacks == (4_800, 5_200, 5_000)
    with pytest.raises(Refused, match="pot-limit"):
        played("p2 cbr 700", fields=fields)
