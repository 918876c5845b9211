"""Seats drawn by cards on the director's page, and the order in which tables are broken, in a real browser."""

import pytest
from playwright.sync_api import expect

from tests.kit.room import NAMES
from tests.kit.signing import Asker

pytestmark = pytest.mark.slow


def test_the_page_shows_what_each_card_means_and_seats_players_by_the_typed_cards(pages, room):
    """
    By the house rules, the first seats are drawn by cards for a seat, and a broken table's by cards for a table.
    """
    friday = room.create("Friday", book="house", structure="house")
    friday.open_tables(1, 2, seats=6)
    friday.enter(*NAMES[:4])
    page = pages.director("room")
    page.locator("#by-cards summary").click()
    expect(page.locator("#cards-pile li")).to_have_text(
        ["2♣ table 1, seat 1", "3♣ table 1, seat 2", "4♣ table 2, seat 1", "5♣ table 2, seat 2"]
    )

    fields = page.locator("#cards-rows input")
    for at, card in enumerate(("5c", "4C", "4c", "2c")):
        fields.nth(at).fill(card)
    page.get_by_role("button", name="Seat players by these cards").click()
    expect(page.locator("#cards-why")).to_have_text("the four of clubs was drawn twice")
    fields.nth(2).fill("3c")
    page.get_by_role("button", name="Seat players by these cards").click()
    expect(page.locator("#cards-none")).to_be_visible()
    assert [(one["table"], one["seat"]) for one in friday.view["entries"]] == [(2, 2), (2, 1), (1, 2), (1, 1)]

    page.locator("#cards-for").select_option("2")
    expect(page.locator("#cards-pile li").first).to_have_text("2♣ table 1, nearest seat")
    for at, card in enumerate(("2c", "3c")):
        fields.nth(at).fill(card)
        fields.nth(at).press("Enter")
    expect(page.locator("#opened")).to_contain_text("breaking")
    assert {one["table"] for one in friday.view["entries"]} == {1}


def test_the_breaking_order_can_be_set_and_reset_to_the_rule_book(pages, room):
    friday = room.create("Friday")
    friday.open_tables(1, 2, 3)
    page = pages.director("room")
    page.locator("#breaking summary").click()
    now = page.locator("#break-now")
    expect(now).to_have_text("By the rule book, tables break in this order: 3, 2, 1")

    page.locator("#break-first").fill("1 9")
    page.get_by_role("button", name="Set the order").click()
    expect(page.locator("#break-why")).to_contain_text("9")
    page.locator("#break-first").fill("1 3")
    page.get_by_role("button", name="Set the order").click()
    expect(now).to_have_text("Tables break in the order you set: 1, 3, 2")
    page.get_by_role("button", name="By the rule book").click()
    expect(now).to_have_text("By the rule book, tables break in this order: 3, 2, 1")


def test_a_room_can_show_the_commitment_to_the_draw_on_a_display_until_the_clock_runs(pages, room, clock):
    friday = room.create("Friday")
    friday.open_tables(1)
    cells = [{"what": "draw", "x": 0, "y": 0, "w": 24, "h": 4}, {"what": "clock", "x": 0, "y": 4, "w": 24, "h": 18}]
    program = {"display": "Wall", "program": {"slides": [{"layout": "own", "cells": cells}]}}
    Asker(clock).post("displays/set", **program).raise_for_status()
    display, other = pages.open("/display/?name=Wall"), pages.display()
    expect(display.locator("#draw")).to_contain_text(friday.view["draw"])

    friday.enter(*NAMES[:3])
    friday.draw()
    expect(display.locator("#draw")).to_contain_text(friday.view["draw"])
    expect(other.locator("[data-cell=seats]")).to_be_visible()
    expect(other.locator("main")).not_to_contain_text("SHA-256")
    friday.do("start")
    expect(display.locator("#draw")).to_be_hidden()
