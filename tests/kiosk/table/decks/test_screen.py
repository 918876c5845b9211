"""Decks on the real screen: changed by touch, enrolled card by card with a real reader, interrupted and continued."""

from pathlib import Path

import pytest

from engine.cards import Card
from engine.table.actions.setup import DeckChanged
from hardware.decks.enrollment import ORDER
from hardware.decks.files import deck_text, part_path
from hardware.reading.deck import Deck, load_deck
from kiosk.faults import Fault
from kiosk.protocol.codec import decode_event
from kiosk.storage.journal_reader import open_reader
from tests.kiosk.table.readers.card_table import BLUE, NEW, RED, TO_FLOP, CardTable
from ui.dealer.widgets.controls.touch import TouchTarget


@pytest.fixture
def table(tmp_path, qtbot):
    table = CardTable(tmp_path, qtbot)
    yield table
    table.close()


def scan(table, *cards, deck=NEW):
    """Scan these cards, each a second after the one before was accepted. After the last card of the deck, wait one more
    second."""
    for card in cards:
        count = len(table.screen.content.surroundings.enrolling.done) + 1
        scan_one(table, card, deck=deck)
        if count == len(ORDER):
            table.wait_for(lambda: table.window.host.readers._decks._session.enrollment.asked is None)
            table.pass_ms(1000)
        table.wait_for(lambda count=count: len(table.screen.content.surroundings.enrolling.done) == count)


def scan_one(table, card, place="hand-held", deck=NEW, after_ms=1000):
    """Scan one card, `after_ms` after the last event."""
    table.pass_ms(after_ms)
    table.read(place, card, deck=deck)


def begin(table, color="green"):
    table.finger.tap("more", "menu-deck", "deck-enroll", f"enroll-back-{color}")


def left_at_the_last(table, name, deck):
    """Continue, on the screen, a deck that has one card left to scan."""
    folder = table.folder / "decks"
    folder.mkdir()
    codes = {card: deck.codes[card] for card in ORDER[:51]}
    part_path(folder / f"{name.lower()}.toml").write_text(deck_text(name, codes))
    table.window.host.cards.enroll("leave")  # looks at the folder again
    table.finger.tap("more", "menu-deck", "deck-enroll", "enroll-go-on-1")


def recorded(table):
    """The changes of deck in the table's record."""
    with open_reader(Path(table.settings.journal)) as journal:
        events = [decode_event(record.body) for record in journal.walk()]
    return [event for event in events if isinstance(event, DeckChanged)]


def test_a_player_asks_for_the_other_deck_and_the_record_names_the_seat(table):
    table.finger.tap("more", "menu-deck")
    assert table.page.startswith("Deck. In play: red backs")
    table.finger.tap("deck-seat-2", "deck-2")

    assert recorded(table) == [DeckChanged("blue backs", "player", 2)]
    assert table.page == ""
    table.finger.tap("more", "menu-deck")
    assert "In play: blue backs" in table.page
    table.finger.tap("deck-asked-floor", "deck-1")
    assert recorded(table)[1:] == [DeckChanged("red backs", "floor")]


def test_after_a_card_of_the_hand_was_read_no_deck_can_be_changed_or_enrolled(table):
    table.ask(*TO_FLOP)
    table.finger.tap("more", "menu-deck")
    assert table.finger.can("deck-2")
    assert not table.finger.can("deck-enroll")

    table.read("board", Card("Qh"))
    table.wait_for_board(Card("Qh"))
    table.finger.tap("more", "menu-deck")

    assert "Finish this hand first" in table.page
    assert not any(table.finger.can(name) for name in ("deck-2", "deck-enroll", "deck-seat-2", "deck-asked-floor"))


def test_a_table_without_readers_records_a_change_of_color_and_cannot_register_a_deck(tmp_path, qtbot):
    table = CardTable(tmp_path, qtbot, readers=False)
    table.settings = type(table.settings)(7, str(tmp_path / "other.journal"))
    table.end()
    table.boot()
    table.finger.tap("more", "menu-deck")

    assert not table.finger.can("deck-enroll")
    table.finger.tap("deck-2")
    assert table.window.host.game.table.deck == "Blue"
    table.close()


def test_a_deck_is_enrolled_and_played_without_a_restart(table):
    begin(table)
    table.wait_for(lambda: table.page.startswith("Green: 0 of 52. Scan the two of spades"))
    scan(table, *ORDER[:51])
    assert table.page.startswith("Green: 51 of 52. Scan the ace of clubs")
    path = table.folder / "decks" / "green.toml"
    assert part_path(path).read_text().count("\n") == 51 + 3
    scan(table, ORDER[51])

    table.wait_for(lambda: table.page.startswith("Green: 52 of 52. Green is complete: 52 different cards."))
    assert load_deck(path) == Deck("Green", NEW.codes)
    assert not part_path(path).exists()
    table.finger.tap("enroll-play")
    assert table.page == ""
    table.ask(*TO_FLOP)
    table.read("board", Card("Qh"), deck=NEW)
    table.wait_for_board(Card("Qh"))


def test_a_deck_that_was_enrolled_here_is_known_after_a_restart(table):
    left_at_the_last(table, "Green", NEW)
    scan(table, ORDER[51])
    table.finger.tap("enroll-play")
    table.end()
    table.boot()

    assert table.screen.content.surroundings.decks.names == ("red backs", "blue backs", "Green")
    table.ask(*TO_FLOP)
    table.read("board", Card("Qh"), deck=NEW)
    table.wait_for_board(Card("Qh"))


def test_a_card_scanned_during_enrollment_is_not_a_card_of_the_hand_until_the_page_is_closed(table):
    begin(table)
    table.read("board", Card("Qh"), deck=RED)
    foreign = "That is the queen of hearts from red backs: it does not belong here."
    table.wait_for(lambda: foreign in table.page)
    table.finger.tap("page-close")
    assert table.screen.content.surroundings.enrolling is None

    table.ask(*TO_FLOP)
    table.read("board", Card("Qh"), deck=RED)
    table.wait_for_board(Card("Qh"))


def test_enrollment_can_stop_at_any_card_and_continues_after_a_power_cut(table):
    begin(table)
    scan(table, *ORDER[:3])
    table.finger.tap("page-close")
    table.finger.tap("more", "menu-deck", "deck-enroll")
    assert table.button("enroll-go-on-1") == "CONTINUE: Green: 3 of 52"
    table.finger.tap("enroll-go-on-1")
    scan(table, ORDER[3])
    table.end()  # no page was closed, as in a power cut
    table.boot()

    table.finger.tap("more", "menu-deck", "deck-enroll", "enroll-go-on-1")
    assert table.page.startswith("Green: 4 of 52. Scan the six of spades")
    assert table.button("enroll-again").endswith("five of spades")


def test_a_repeated_card_a_wrong_scan_a_gap_and_an_impossible_code_are_named(table):
    begin(table)
    scan(table, *ORDER[:3])
    scan_one(table, ORDER[2])
    table.wait_for(lambda: "You already scanned the four of spades" in table.page)
    scan_one(table, ORDER[0])
    table.wait_for(lambda: "That code already belongs to the two of spades" in table.page)
    table.finger.tap("enroll-again")  # the two was scanned wrong, so it is asked for again
    assert "Scan the two of spades" in table.page
    scan(table, ORDER[0])
    table.finger.tap("enroll-later")
    assert "3 of 52, 1 postponed. Scan the six of spades" in table.page
    table.pass_ms(1000)
    table.scanners["hand-held"].send(b"]C1x\x07\r\n")
    table.wait_for(lambda: "That code cannot be used for a card" in table.page)
    scan(table, *ORDER[4:])

    assert "51 of 52, 1 postponed. Scan the five of spades" in table.page
    assert not table.finger.can("enroll-later")
    scan(table, ORDER[3])
    assert "Green is complete" in table.page


def test_a_card_from_another_reader_is_reported_and_rejected(table):
    begin(table)
    scan(table, *ORDER[:2])
    scan_one(table, ORDER[9], "muck")
    table.wait_for(lambda: "scanned at another reader (muck tray): scan where you started (hand-held)" in table.page)
    assert "2 of 52. Scan the four of spades" in table.page

    scan(table, ORDER[2])
    assert "elsewhere" not in table.page


def test_two_cards_at_one_moment_must_both_be_scanned_again(table):
    begin(table)
    scan(table, *ORDER[:2])
    scan_one(table, ORDER[9], after_ms=100)
    table.wait_for(lambda: "Two codes at once: put down a single card and scan it again." in table.page)
    assert "1 of 52. Scan the three of spades" in table.page

    scan(table, *ORDER[1:3])


def test_the_last_card_must_also_be_scanned_again_if_another_came_with_it(table):
    left_at_the_last(table, "Green", NEW)
    scan_one(table, ORDER[51])
    scan_one(table, Card("Qh"), after_ms=0)
    table.wait_for(lambda: "Two codes at once" in table.page)
    assert "51 of 52. Scan the ace of clubs" in table.page
    assert not (table.folder / "decks" / "green.toml").exists()

    scan(table, ORDER[51])
    assert load_deck(table.folder / "decks" / "green.toml") == Deck("Green", NEW.codes)


def test_a_deck_whose_codes_a_silent_reader_cannot_separate_waits_for_the_next_start(table):
    numbers = Deck.of("numbers", {str(card): f"{number + 1}" for number, card in enumerate(ORDER)})
    left_at_the_last(table, "Green", numbers)
    scan(table, ORDER[51], deck=numbers)

    assert "after a restart" in table.page
    touch = table.screen.findChild(TouchTarget, "enroll-play")
    assert touch is not None
    assert not touch.isEnabled()
    table.finger.tap("page-close", "more", "menu-deck", "deck-enroll")
    assert table.button("enroll-back-green").startswith("Green 2")
    table.finger.tap("enroll-back-green")
    assert table.page.startswith("Green 2: 0 of 52")
    table.end()
    table.boot()
    assert "Green" in table.screen.content.surroundings.decks.names


def test_a_disk_fault_is_shown_and_the_card_is_asked_for_again(table, monkeypatch):
    begin(table)
    scan(table, ORDER[0])

    def fails(*_):
        raise Fault("no-room", path="red.toml", error="No space left on device")

    monkeypatch.setattr("kiosk.table.decks.enrollment.write_deck", fails)
    scan_one(table, ORDER[1])
    table.wait_for(lambda: "No space left on device: free some space" in table.page)
    assert "1 of 52. Scan the three of spades" in table.page

    monkeypatch.undo()
    scan(table, ORDER[1])


def test_two_codes_at_once_are_reported_even_if_the_disk_fails(table, monkeypatch):
    begin(table)
    scan(table, *ORDER[:2])

    def fails(*_):
        raise Fault("no-room", path="red.toml", error="No space left on device")

    monkeypatch.setattr("kiosk.table.decks.enrollment.write_deck", fails)
    scan_one(table, ORDER[9], after_ms=100)
    table.wait_for(lambda: "No space left on device" in table.page)

    assert "Two codes at once: put down a single card and scan it again." in table.page
    assert "1 of 52. Scan the three of spades" in table.page


def test_an_unfinished_deck_with_the_name_of_one_in_use_is_not_offered(table):
    folder = table.folder / "decks"
    folder.mkdir()
    for name in (BLUE.name, "Green"):
        codes = {card: NEW.codes[card] for card in ORDER[:9]}
        part_path(folder / f"{name}.toml").write_text(deck_text(name, codes))
    table.window.host.cards.enroll("leave")  # looks at the folder again

    assert table.screen.content.surroundings.decks.begun == (("Green", 9),)


def test_a_broken_deck_file_is_reported_and_left_out(table):
    table.end()
    (table.folder / "decks").mkdir()
    (table.folder / "decks" / "green.toml").write_text("rubbish")
    table.boot()

    assert table.screen.content.surroundings.decks.names == ("red backs", "blue backs")
    assert "not a deck file" in table.prompt
    table.ask(*TO_FLOP)
    table.read("board", Card("Qh"), deck=RED)
    table.wait_for_board(Card("Qh"))


def test_a_broken_deck_is_enrolled_again_as_the_table_says(table):
    table.end()
    folder = table.folder / "decks"
    folder.mkdir()
    (folder / "green.toml").write_text("rubbish")
    part_path(folder / "green.toml").write_text("rubbish, too")
    table.boot()
    assert "register that deck again" in table.prompt

    begin(table)
    table.wait_for(lambda: table.page.startswith("Green: 0 of 52"))
    scan(table, *ORDER)

    assert "Green is complete" in table.page
    assert load_deck(folder / "green.toml") == Deck("Green", NEW.codes)
    assert (folder / "green.toml.aside").read_text() == "rubbish"
    assert (folder / "green.toml.part.aside").read_text() == "rubbish, too"
    table.end()
    table.boot()
    assert table.screen.content.surroundings.decks.names == ("red backs", "blue backs", "Green")
    assert "anew" not in table.prompt


def test_a_second_deck_of_the_same_color_gets_a_number(table):
    left_at_the_last(table, "Blue", NEW)
    scan(table, ORDER[51])
    table.finger.tap("page-close", "more", "menu-deck", "deck-enroll")

    assert table.button("enroll-back-blue").startswith("Blue 2")
    assert BLUE.name in table.screen.content.surroundings.decks.names
