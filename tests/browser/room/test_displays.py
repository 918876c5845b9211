"""The room's displays at any size and in any language, and how the director arranges them."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import go
from tests.kit.clock import eventually
from tests.kit.room import NAMES

pytestmark = pytest.mark.slow

SIZES = ((1920, 1080), (3840, 2160), (1080, 1920), (1280, 720), (1024, 768))
LAYOUTS = ("auto", "clock", "prizes", "break", "seats", "two", "final", "all-in", "over", "own")
LONG = ("Wolfgang Maximilian " * 10).strip()
UNBROKEN = "W" * 200
CELLS = [
    {"what": what, "x": 12 * (number % 2), "y": 3 * (number // 2), "w": 12, "h": 3, "text": LONG}
    for number, what in enumerate(("push", "message", "structure", "leaders", "payouts", "then", "qr", "average"))
]
CUT_OFF = """async ({ layouts, cells, long, unbroken, isTall }) => {
    const { drawStage, sceneOf } = await import("/display/stage.js");
    const word = { ...(await (await fetch("/api/room")).json()), event: long };
    const people = Array.from({ length: 40 }, (_, n) => ({
        name: n % 2 ? long : unbroken, table: 1000 + n, seat: 10, came_from: 3, chips: 10 ** 9 - n,
    }));
    const board = {
        seats: people, moves: people, leaders: people.slice(0, 10), counted_ms: 0,
        prizes: { currency: "EUR", minor_digits: 2, pool: 10 ** 11, places: people.map((_, n) => 10 ** 10 - 100 * n) },
    };
    const all_in = {
        table: 1000, hand: 12345, board: ["Th", "Td", "2c"], pot: 10 ** 9, run_outs: 1712304, until_ms: Infinity,
        pots: [10 ** 9, 10 ** 9, 10 ** 8],
        seats: people.slice(0, 4).map((one, index) => ({
            ...one, cards: ["Ts", "Tc"], put_in: 10 ** 9, share: 1000, can_win: [0, 1, 2].slice(0, 4 - index),
            shares: [1000, 1000, 1000],
        })),
    };
    await Promise.all([...document.fonts].map((font) => font.load()));
    const stage = Object.assign(document.createElement("div"), { className: "screen" });
    stage.style.cssText = "position: fixed; inset: 0";
    document.body.append(stage);
    const found = [];
    for (const layout of layouts) {
        const seated = layout === "seats" ? { ...word, draw: unbroken.slice(0, 64) } : { ...word, draw: "" };
        const rest = { ...word, index: word.structure.entries.findIndex((one) => one.kind === "break") };
        const its = layout === "over" ? { ...word, winner: long } : layout === "break" ? rest : seated;
        const room = { word: its, board, ...(layout === "all-in" ? { all_in } : {}) };
        const tournaments = ["a", "b"].map((id) => ({ id, name: long, started: true, ended: false }));
        const store = {
            push: { due_ms: 0, tables: people, off: [long] },
            tournaments, rooms: new Map(tournaments.map(({ id }) => [id, room])), isTimed: true,
            waitingText: () => long, awayText: () => (layout === "clock" ? long : ""),
        };
        const shown = ["over", "all-in"].includes(layout) ? "auto" : layout;
        const program = { slides: [{ layout: shown, cells }] };
        const scene = sceneOf(store, program, 60_000, Date.now());
        drawStage(stage, store, scene, { nowMs: 60_000, wallMs: Date.now() });
        for (const cell of stage.querySelectorAll(".cell")) {
            if (cell.scrollHeight > cell.clientHeight + 1 || cell.scrollWidth > cell.clientWidth + 1) {
                const sizes = [cell.scrollWidth, cell.clientWidth, cell.scrollHeight, cell.clientHeight];
                found.push(`${layout} ${cell.dataset.cell} ${sizes}`);
            }
        }
        const time = stage.querySelector(".time");
        const capital = 0.711 * parseFloat(time ? getComputedStyle(time).fontSize : "0");
        const big = ["clock", "break", "prizes", "final", "two"];
        const isBig = innerWidth > 1.7 * innerHeight || isTall && big.includes(layout);
        const wanted = 0.249 * innerHeight * (isTall && layout === "two" ? 0.5 : 1);
        if (time && isBig && capital < wanted) found.push(`${layout} digits ${capital / innerHeight}`);
        const list = stage.querySelector("[data-cell=seats]"); // in the draw of seats this is what matters
        if (list && isTall && list.clientHeight < 0.5 * innerHeight) found.push(`seats ${list.clientHeight}`);
        if (time && time.scrollWidth > time.clientWidth + 1) found.push(`${layout} time ${time.scrollWidth}`);
    }
    return found;
}"""


ENDING = """async ({ layouts, names, cells }) => {
    const { drawStage, sceneOf } = await import("/display/stage.js");
    const word = { ...(await (await fetch("/api/room")).json()), event: "European Masters of Amsterdam, Main Event" };
    word.structure = { ...word.structure, entries: word.structure.entries.map((one) => one.kind === "level"
        ? { ...one, small: 1_000_000, big: 2_000_000, ante: 2_000_000 } : one) };
    const people = names.map((name, n) => ({ name, table: 31 + n, seat: 10, came_from: 3, chips: 43_500_000 - n }));
    const places = names.map((_, n) => 125_000_000 - 1_000_000 * n);
    const prizes = { currency: "EUR", minor_digits: 2, pool: 1_250_000_000, places };
    const agreed = people.slice(0, 3).map(({ name }, n) => ({ name, amount: places[n] }));
    await Promise.all([...document.fonts].map((font) => font.load()));
    const stage = Object.assign(document.createElement("div"), { className: "screen" });
    stage.style.cssText = "position: fixed; inset: 0";
    document.body.append(stage);
    const found = [];
    const won = people.map(({ name }, n) => ({ place: n + 1, name, amount: places[n] }));
    for (const [deal, paid] of [[[], []], [agreed, []], [[], won]])
        for (const layout of layouts) {
            const rest = { ...word, index: word.structure.entries.findIndex((one) => one.kind === "break") };
            const its = layout === "over" ? { ...word, winner: names[0] } : layout === "break" ? rest : word;
            const board = {
                seats: layout === "seats" ? people : [], moves: people, leaders: people, counted_ms: 0,
                prizes: { ...prizes, agreed: deal, for_winner: deal.length && 5_000_000, won: paid },
            };
            const store = {
                push: { due_ms: 0, tables: people, off: names.slice(0, 1) },
                tournaments: [{ id: "a", name: word.event, started: true, ended: false }],
                rooms: new Map([["a", { word: its, board }]]), isTimed: true, waitingText: () => "", awayText: () => "",
            };
            const slide = { layout: layout === "over" ? "auto" : layout, cells };
            const scene = sceneOf(store, { slides: [slide] }, 60_000, Date.now());
            drawStage(stage, store, scene, { nowMs: 60_000, wallMs: Date.now() });
            for (const one of stage.querySelectorAll("*")) {
                const isShort = getComputedStyle(one).textOverflow === "ellipsis";
                if (isShort && one.scrollWidth > one.clientWidth + 1)
                    found.push(`${layout} "${one.textContent.trim()}" ${one.scrollWidth} in ${one.clientWidth}`);
            }
        }
    return [...new Set(found)];
}"""
CELLS_OF_LISTS = [
    {"what": what, "x": 12 * (number % 2), "y": 6 * (number // 2), "w": 12, "h": 6}
    for number, what in enumerate(("push", "structure", "leaders", "payouts", "moves", "then", "average"))
]
NAMES_OF_GUESTS = ("Maximiliane von Hohenlohe", "Bartholomew", "Anna-Katharina", "Konstantinos", "Elisabetta",
                   "Guillermo de la Fuente", "Seraphina", "Wilhelmina", "Christopher")  # fmt: skip


@pytest.mark.parametrize("language", ["en", "de", "es"])
def test_no_text_ends_in_an_ellipsis_with_long_names_and_large_prizes(pages, room, language):
    room.create("Main", structure="demo", buy_in=150_000, currency="EUR").enter(*NAMES_OF_GUESTS)
    page = pages.open(f"/display/?lang={language}")
    found = []
    for wide, high in ((1280, 720), (1920, 1080)):
        page.set_viewport_size({"width": wide, "height": high})
        with_layouts = {
            "layouts": ["clock", "prizes", "break", "seats", "final", "over", "own"],
            "names": NAMES_OF_GUESTS,
            "cells": CELLS_OF_LISTS,
        }
        found += page.evaluate(ENDING, with_layouts)

    assert not found, "\n".join(found)


@pytest.mark.parametrize("language", ["en", "de", "es"])
def test_long_names_cut_nothing_off_and_the_time_fills_a_quarter_of_the_height(pages, room, language):
    """
    Every layout at every size, with names of two hundred letters, sums in billions, and forty places paid.
    """
    room.create("Sunday", structure="club", buy_in=1000)
    page = pages.open(f"/display/?lang={language}")
    expect(page.locator("#time")).to_be_visible()
    for wide, high in SIZES:
        page.set_viewport_size({"width": wide, "height": high})
        asked = {"layouts": LAYOUTS, "cells": CELLS, "long": LONG, "unbroken": UNBROKEN, "isTall": high > wide}

        assert page.evaluate(CUT_OFF, asked) == [], (wide, high)


def test_a_display_follows_the_event_and_the_director_can_change_it(pages, room):
    sunday = room.create("Sunday", structure="club", buy_in=1000)
    sunday.open_tables(1)
    sunday.enter(*NAMES[:3])
    display = pages.open("/display/?name=Bar")
    expect(display.locator("[data-cell=blinds]")).to_be_visible()
    sunday.draw()
    expect(display.locator("[data-cell=seats]")).to_contain_text("Cyd")
    sunday.do("start")
    expect(display.locator("[data-cell=seats]")).to_have_count(0)

    page = pages.director("room-devices")
    page.get_by_role("button", name="Clock and prizes").click()
    expect(page.locator(".displays-screen [data-cell=payouts]")).to_contain_text("3,000")
    expect(display.locator("[data-cell=payouts]")).to_have_count(0)
    page.get_by_role("button", name="Show this on Bar").click()
    expect(display.locator("[data-cell=payouts]")).to_contain_text("3,000")

    go(page, "room")
    page.locator("#announce-text").fill("Dinner is served")
    page.get_by_label("On", exact=True).select_option("Bar")
    page.get_by_role("button", name="Announce").click()
    expect(display.locator("#announced")).to_have_text("Dinner is served")
    go(page, "room-devices")
    page.get_by_role("button", name="Back to automatic").click()
    expect(display.locator("[data-cell=payouts]")).to_have_count(0)
    go(page, "now")


def test_a_display_shows_the_new_seats_after_a_redraw(pages, room):
    sunday = room.create("Sunday", redraws={"final_table": "book"})
    for table in (1, 2):
        sunday.do("open-table", table=table, seat_count=9, typed=True)
    sunday.enter(*NAMES[:9])
    sunday.draw()
    sunday.do("start")
    for sitting in (1, 2):
        there = {one["seat"]: one["entry"] for one in sunday.view["entries"] if one["sitting"] == sitting}
        counts = [{"entry": entry, "chips": 10_000} for entry in there.values()]
        sunday.do("type-table", sitting=sitting, hands=3, button=min(there), counts=counts)
    display = pages.open("/display/?name=Bar")
    expect(display.locator("[data-cell=next]")).to_be_visible()
    expect(display.locator("[data-cell=seats]")).to_have_count(0)

    pages.director().get_by_role("button", name="Draw the seats").click()

    expect(display.locator("[data-cell=seats]")).to_contain_text("New seats")
    expect(display.locator("[data-cell=seats] tbody tr")).to_have_count(9)


def test_a_display_sounds_when_a_level_ends_and_one_minute_before(pages):
    page = pages.open("/display/")
    heard = page.evaluate("""async () => {
        const { happened } = await import("/display/voice.js");
        const word = { structure: { entries: [
            { kind: "level", minutes: 20 }, { kind: "level", minutes: 20 }, { kind: "break", minutes: 5 }] } };
        const at = (index, leftMs, room = "a") => ({ room, index, leftMs });
        return [[null, at(1, 5)], [at(0, 61_000), at(0, 59_900)], [at(0, 30_000), at(0, 29_000)],
            [at(0, 400), at(1, 1_199_000)], [at(1, 400), at(2, 299_000)], [at(1, 5), at(0, 59_000)],
            [at(0, 5, "b"), at(1, 9)]].map(
            ([before, now]) => happened(before, now, word));
    }""")

    assert heard == ["", "minute", "", "level", "break", "", ""]


def test_slides_take_turns_by_the_wall_clock(pages):
    page = pages.open("/display/")
    shown = page.evaluate("""async () => {
        const { slideAt, tournamentsOf } = await import("/display/layouts.js");
        const program = { slides: [{ layout: "clock", seconds: 30 }, { layout: "seats", seconds: 10 }] };
        const there = [
            { id: "old", started: true, ended: true }, { id: "on", started: true, ended: false },
            { id: "next", started: false, ended: false },
        ];
        return [
            [0, 29_999, 30_000, 39_999, 40_000].map((ms) => slideAt(program, ms).layout),
            slideAt({}, 5).layout ?? "auto", tournamentsOf({}, there), tournamentsOf({ layout: "two" }, there),
            tournamentsOf({ tournaments: ["old", "gone"] }, there),
        ];
    }""")

    assert shown == [["clock", "clock", "seats", "seats", "clock"], "auto", ["on"], ["next", "on"], ["old"]]


def test_displays_are_dark_until_the_director_chooses_light(pages, room):
    room.create("Friday", structure="demo")
    display, own = pages.open("/display/?name=Bar"), pages.open("/display/?name=Door&theme=light")
    theme = "document.documentElement.dataset.theme"
    display.emulate_media(color_scheme="light")
    expect(display.locator("#event")).to_have_text("Friday")
    expect(display.locator("#paused")).to_have_text("Not started")
    expect(display.locator(".stage.paused")).to_have_count(0)
    assert display.evaluate(theme) == "dark"

    page = pages.director("room-devices")
    page.get_by_label("Colors").select_option("light")
    eventually(lambda: display.evaluate(theme) == "light")
    page.get_by_label("Colors").select_option("dark")
    eventually(lambda: display.evaluate(theme) == "dark")
    assert own.evaluate(theme) == "light"
