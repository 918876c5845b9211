"""The players in a desktop clock's file, as lines of a list.

Every player here is made up, except those in ../shared, whose names were replaced.
"""

import re

import pytest

from engine.bad_input import BadInput
from kiosk.clock.features.imports.players import read_players
from ui.words.languages import words_in

NAMED = (
    'Name: new PlayerName({Nickname: %r, Firstname: %r, Lastname: %r}), Info: new PlayerInfo({Phone1: "0", OptID: %s})'
)
ANNA, BO = NAMED % ("Ann", "Anna", "Keller", "17"), NAMED % ("Bo", "", "", '""')
BUYIN = "Buyins: [new GameBuyin({Amount: 200, Chips: 10000})], Seat: undefined"
MAPS = {
    "3.4.3": "new Map({'a': new GamePlayer({%s}), 'b': new GamePlayer({%s})})",
    "3.7.2": "Map.from([['a', new GamePlayer({%s})], ['b', new GamePlayer({%s})]])",
    "a list": "[new GamePlayer({%s}), new GamePlayer({%s})]",
    "with others": "Map.from([['x', undefined], ['a', new GamePlayer({%s})], ['b', new GamePlayer({%s})], f()])",
}


def save(players: str) -> bytes:
    players = f"new GamePlayers({{Players: {players}}})"
    return f'{{ V: "3.7.2", T: new Tournament({{A: Set.from([1]), Players: {players} }}) }}'.encode()


@pytest.mark.parametrize("form", MAPS.values(), ids=MAPS)
def test_names_and_the_rooms_own_numbers_are_read(form: str):
    """First and last name if the file has them, else the nickname; everything else about them is listed."""
    found = read_players(save(form % (f"{ANNA}, {BUYIN}", BO)))

    assert [(line.name, line.player, line.problem) for line in found.lines] == [
        ("Anna Keller", "17", None), ("Bo", "", None),
    ]  # fmt: skip
    assert list(map(words_in("en").say, found.notes)) == ["player details not read: Buyins, Phone1"]


def test_a_save_without_players_is_reported():
    with pytest.raises(BadInput, match="tdt-no-players"):
        read_players(save("Map.from([])"))


def test_a_name_that_appears_twice_is_reported():
    lines = read_players(save(MAPS["a list"] % (BO, BO))).lines

    assert [line.problem is None for line in lines] == [True, False]


@pytest.mark.parametrize("name", ["td_3.4.3_7", "td_3.7.0-beta.5_6", "td_3.7.1_4", "td_3.7.2_1", "td_3.7.2_3"])
def test_the_players_of_real_saves_are_read(name: str, shared):
    """Each by the name that a second method finds."""
    path = shared / "cases" / "tdt" / f"{name}.tdt"
    every = re.findall(r'Nickname: "([^"]*)", Firstname: "([^"]*)", Lastname: "([^"]*)"', path.read_text("utf-8"))
    names = [f"{first} {last}".strip() or nickname for nickname, first, last in every]

    lines = read_players(path.read_bytes()).lines

    assert len(names) > 4
    assert sorted(line.name for line in lines) == sorted(names)
    assert not any(line.problem for line in lines)
