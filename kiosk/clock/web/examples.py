"""The examples in the API's document: a short evening, request by request. A test sends them in this order to a
clock and expects these answers."""

from typing import Any, NamedTuple

from engine.message import Message
from ui.words.languages import words_in

ID = "0123456789abcdef"
"""The id that is shown in place of one that the clock assigns."""

PARAMETERS = {
    "tournament": ID, "sitting": 1, "table": 1, "entry": 1, "form": "ohh", "kind": "seat-cards", "league": "spring",
    "name": "demo",
}  # fmt: skip
"""The values of path parameters."""


class Example(NamedTuple):
    """A request, identified by its operation, and its answer. None means that there is no body, or that the answer is
    too long to show. The `key` is an Idempotency-Key.
    """

    name: str
    operation: str
    body: Any = None
    status: int = 200
    answer: Any = None
    dry_run: bool = False
    key: str = ""


def _order(mark: int, do: str, said: str = "", **fields: Any) -> Example:
    """An order, and the mark after it. `said` replaces the kind of the order as the example's name."""
    answer = {"mark": mark, "act": None, "repeated": False}
    return Example(said or do, "order", {"action": {"do": do, **fields}}, answer=answer)


def _refused(code: str, **fields: Any) -> dict[str, Any]:
    return {"why": words_in("en").say(Message(code, fields)), "code": code, "fields": fields, "clause": ""}


_NOT_OPEN = _refused("table-not-open")
_MAKE = {
    "name": "Club night", "structure": "demo", "buy_in": 2000, "fee": 300, "currency": "EUR", "late_levels": 2,
    "re_entries": 1, "rebuys": 1, "rebuy_chips": 5000, "rebuy_cost": 2000,
}  # fmt: skip
_BO = {"action": {"do": "add-entry", "player": "bo", "name": "Bo"}, "seen": 7}
_CY = {"action": {"do": "add-entry", "player": "cy", "name": "Cy"}, "seen": 9}
_PLACE = {"table": 12, "section": "Terrace", "seats": 8, "side": "left", "left_seat": 3}
_BAR = {"display": "Bar", "programme": {"slides": [{"layout": "prizes", "seconds": 30}, {"layout": "seats"}]}}
_SHOWN = {
    "displays": [_BAR | {"screens": 0, "width": 0, "height": 0}],
    "room": {},
}
_DOT = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg=="
_HEARD = {"voice": "Bar", "spotlight": "any"}
_LEAGUE = {"id": "spring", "name": "Spring league", "formula": "linear", "pattern": "club*", "best": 8}
EVENING = (
    Example("not-its-token", "check_token", status=401, answer={"ok": False}),
    Example("make", "create_tournament", _MAKE, answer={"id": ID, "mark": 3}),
    Example("only-say-what-would-be-made", "create_tournament", _MAKE, dry_run=True,
            answer={"mark": 0, "would": [{"kind": "tournament-created", "said": "tournament created"},
                                        {"kind": "draw-prepared", "said": "draw seed committed"}]}),
    Example("no-such-payouts", "create_tournament", {"name": "Club night", "payouts": "nobody's"}, 400),
    _order(5, "open-table", table=1, seat_count=9, typed=True),
    _order(7, "add-entry", player="ana", name="Ana"),
    Example("only-say-what-would-happen", "order", _BO, dry_run=True,
            answer={"mark": 7, "would": [{"kind": "entry-added", "said": "player entered"}]}),
    Example("once", "order", _BO, key="bo-1", answer={"mark": 9, "act": 4, "repeated": False}),
    Example("once-again", "order", _BO, key="bo-1", answer={"mark": 9, "act": 4, "repeated": True}),
    Example("same-key-for-another", "order", _CY, 422,
            _refused("key-used", key="bo-1"), key="bo-1"),
    Example("on-what-has-changed", "order", _BO, 412,
            _refused("clock-changed")),
    Example("bought-in-already", "order", {"action": {"do": "add-entry", "player": "bo", "name": "Bo"}}, 409,
            _refused("player-is-in", name="Bo")),
    Example("no-such-order", "order", {"action": {"do": "nothing"}}, 400),
    _order(11, "add-entry", said="third-entry", player="cy", name="Cy"),
    _order(13, "void-entry", entry=3),
    _order(15, "undo", act=6),
    _order(17, "turn-away", name="Dan", reason="too late"),
    _order(19, "schedule", starts_ms=4102444800000),
    _order(21, "draw-seats"),
    _order(23, "check-in", entry=1),
    _order(25, "start"),
    _order(27, "pause"),
    _order(29, "add-time", delta_ms=60_000),
    _order(31, "next"),
    _order(33, "previous"),
    _order(35, "undo-clock"),
    _order(37, "jump", entry=1),
    _order(39, "start", said="start-again"),
    _order(41, "add-entry", said="late-entry", player="eve", name="Eve"),
    _order(43, "seat-entry", entry=4),
    _order(45, "rebuy", entry=1),
    Example("table-without-kiosk", "answer_table",
            {"action": {"ask": "meet-floor", "by": "Flo"}, "mark": 1, "by": "Flo"},
            answer={"why": "table 1 is not linked"}),
    Example("no-hand-yet", "read_live"),
    Example("no-hand-yet", "read_pace", answer={"level": 2, "an_hour": None, "pause_ms": None, "spread": 0,
                                                "near_money": True, "tables": [], "dealers": []}),
    Example("early", "read_forecast"),
    Example("none-yet", "read_cases", answer={"cases": [], "ruled": 0}),
    Example("early", "read_figures"),
    Example("no-hand-yet", "read_rulings", answer=[]),
    Example("no-hand-yet", "read_last_hands", answer=[]),
    Example("one-chip", "rule_on", {"motion": {"seat": 1, "chips": [500]}, "mark": 0}, 409,
            _refused("no-hand-in-play")),
    Example("no-book-yet", "read_floor_orders", status=409, answer=_NOT_OPEN),
    Example("no-book-yet", "share_pots", {"winners": [[1]], "mark": 0}, 409, _NOT_OPEN),
    Example("none-yet", "read_hands", answer=""),
    _order(47, "type-table", sitting=1, hands=9, button=1, counts=[
        {"entry": 1, "chips": 20_000}, {"entry": 2, "chips": 5_000}, {"entry": 3, "chips": 0},
        {"entry": 4, "chips": 0},
    ]),
    Example("as-it-is", "read_tournament"),
    Example("seat-cards", "print_sheet"),
    Example("only-say-who-would-enter", "import_players", {"text": "Name;Member\nAna;ana\n;17\n"}, dry_run=True,
            answer={
        "mark": 47, "entered": 0, "lines": [
            {"line": 2, "name": "Ana", "player": "ana", "what": "known", "why": "", "at": 0, "number": "", "twins": []},
            {"line": 3, "name": "", "player": "17", "what": "unreadable", "why": "there is no name on this line",
             "at": 1, "number": "17", "twins": []},
        ], "notes": [], "asked": "", "choices": [],
    }),
    Example("the-log", "read_log"),
    Example("the-draws", "read_draws"),
    Example("nobody-draws", "read_cards", answer={"cards": [], "drawers": []}),
    _order(49, "confirm-bust", entry=3),
    _order(51, "jump", said="past-late-entries", entry=4),
    Example("what-a-deal-gives", "read_deal", answer={
        "by": "icm", "prizes": [10_000, 0], "shares": [{"entry": 1, "amount": 8_000}, {"entry": 2, "amount": 2_000}],
        "for_winner": 0, "round_to": 1,
    }),
    _order(53, "make-deal", shares=[{"entry": 1, "amount": 8_000}, {"entry": 2, "amount": 2_000}]),
    _order(55, "type-table", said="last-hand", sitting=1, hands=12, button=2, counts=[
        {"entry": 1, "chips": 25_000}, {"entry": 2, "chips": 0},
    ]),
    _order(57, "confirm-bust", said="last-bust", entry=2),
    _order(59, "end"),
    Example("all", "list_tournaments", answer={
        "say": "tournaments", "tables": [1],
        "tournaments": [{"id": ID, "name": "Club night", "entries": 4, "players_left": 1, "ended": True}],
        "plan": {"tables": []}, "asked": [], "zone": "Europe/Berlin",
    }),
    Example("only-say-where-it-would-stand", "place_table", _PLACE, dry_run=True,
            answer={"mark": 0, "would": [
                {"kind": "table-placed", "said": "table 12 has been placed on the floor plan"},
            ]}),
    Example("on-the-terrace", "place_table", _PLACE, answer={"tables": [_PLACE]}),
    Example("no-such-side", "place_table", {"table": 12, "side": "under"}, 400),
    Example("one-table", "read_plan", answer={"tables": [_PLACE]}),
    Example("only-say-what-would-go", "remove_table", {"table": 12}, dry_run=True,
            answer={"mark": 0, "would": [
                {"kind": "table-removed", "said": "table 12 has been taken off the floor plan"},
            ]}),
    Example("off-the-plan", "remove_table", {"table": 12}, answer={"tables": []}),
    Example("at-the-bar", "set_display", _BAR, answer=_SHOWN),
    Example("ends-off-the-screen", "set_display", {"display": "Bar", "programme": {"slides": [
        {"layout": "own", "cells": [{"what": "clock", "x": 20, "y": 0, "w": 8, "h": 8}]}]}}, 400),
    Example("heard-at-the-bar", "choose_room", _HEARD, answer=_SHOWN | {"room": _HEARD}),
    Example("no-such-spotlight", "choose_room", {"spotlight": "everywhere"}, 400),
    Example("one-display", "list_displays", answer=_SHOWN | {"room": _HEARD}),
    Example("a-dot", "keep_picture", {"picture": _DOT}, answer={"id": "1c26ca308e4bf4eb"}),
    Example("no-picture", "keep_picture", {"picture": "PHN2Zy8+"}, 400),
    Example("one-picture", "list_pictures", answer={"pictures": ["1c26ca308e4bf4eb"]}),
    Example("the-dot-again", "remove_picture", {"id": "1c26ca308e4bf4eb"}, answer={"pictures": []}),
    Example("of-no-id", "remove_picture", {"id": 5}, 400),
    Example("dinner", "announce", {"text": "Dinner is served", "seconds": 30}),
    Example("nothing-to-say", "announce", {"text": ""}, 400),
    Example("off", "read_broadcast", answer={"on": False, "minutes": 15, "hands": 0, "token": ""}),
    Example("by-a-quarter-of-an-hour", "set_broadcast", {"on": True, "minutes": 15}),
    Example("by-less-than-nothing", "set_broadcast", {"on": True, "minutes": -1}, 400),
    Example("over", "read_results", answer="\ufeffplace,tied,name,payout,bounties,currency,entry,nth,paid_in,fee\r\n"
            "1,0,Ana,80.00,0.00,EUR,1,1,40.00,3.00\r\n2,0,Bo,20.00,0.00,EUR,2,1,20.00,3.00\r\n"
            "3,2,Cy,0.00,0.00,EUR,3,1,20.00,3.00\r\n3,2,Eve,0.00,0.00,EUR,4,1,20.00,3.00\r\n"),
    Example("what-there-is", "read_presets"),
    Example("everybody", "list_people", answer={"people": [
        {"name": name, "player": name.lower(), "events": 1, "last": "Club night", "number": "", "was": []}
        for name in ("Ana", "Bo", "Cy", "Eve")
    ]}),
    Example("nothing-to-colour-up", "read_colour_up"),
    Example("over", "read_story"),
    Example("over", "read_summary"),
    Example("over", "read_room"),
    Example("over", "read_public_results"),
    Example("over", "read_status"),
    Example("over", "read_metrics"),
    Example("over", "read_phone"),
    Example("no-such-code", "read_day", status=403),
    Example("no-such-code", "read_day_hands", status=403),
    Example("of-a-seat-card", "read_phone_link"),
    Example("over", "read_tables"),
    Example("which-there-are", "list_structures"),
    Example("one-of-them", "read_shipped"),
    Example("as-a-table", "read_file", {"name": "x.csv", "content": "c2IsYmIsbWludXRlcwoyNSw1MCw1Cg=="}),
    Example("of-no-form", "read_file", {"name": "x.toml", "content": "PQ=="}, 400),
    Example("for-forty-players", "make_to_measure", {"name": "Friday", "players": 40, "hours": 4, "chips": [25, 100]}),
    Example("for-nobody", "make_to_measure", {"name": "Friday", "players": 0, "hours": 4, "chips": [25]}, 400),
    Example("for-a-spreadsheet", "write_file", {"form": "csv", "structure": {
        "name": "Friday", "starting_stack": 500, "chips": [25],
        "entries": [{"kind": "level", "small": 25, "big": 50, "minutes": 5, "name": "Level 1"}],
    }}, answer="\ufeffname,Friday\r\nstarting_stack,500\r\nchips,25\r\nkind,small,big,minutes\r\nlevel,25,50,5\r\n"),
    Example("of-no-form", "write_file", {"form": "pdf"}, 400),
    Example("nobody-on-shift", "read_downs"),
    Example("only-say-who-would-come", "order_downs", {"action": {"do": "clock-in", "name": "Kim"}}, dry_run=True,
            answer={"mark": 0, "would": [{"kind": "clocked-in", "said": ""}]}),
    Example("on-shift", "order_downs", {"action": {"do": "clock-in", "name": "Kim"}, "seen": 0}),
    Example("on-what-has-changed", "order_downs", {"action": {"do": "take-back"}, "seen": 0}, 412),
    Example("nobody-of-that-number", "order_downs", {"action": {"do": "clock-out", "dealer": 0}}, 409,
            _refused("dealer-not-on-shift")),
    Example("no-such-order", "order_downs", {"action": {"do": "dance"}}, 400),
    Example("to-print", "print_rota"),
    Example("only-say-what-would-be-defined", "define_league", {"league": _LEAGUE}, dry_run=True, answer={
        "mark": 0, "would": [{"kind": "league-defined", "said": "league spring has been defined"}],
    }),
    Example("best-eight", "define_league", {"league": _LEAGUE, "seen": 0}),
    Example("on-what-has-changed", "define_league", {"league": {**_LEAGUE, "best": 6}, "seen": 0}, 412),
    Example("of-three", "try_formula", {"formula": "linear", "entries": 3}, answer={
        "formula": "entries - place + 1",
        "points": [{"place": 1, "points": "3.00"}, {"place": 2, "points": "2.00"}, {"place": 3, "points": "1.00"}],
    }),
    Example("ends-too-early", "try_formula", {"formula": "entries -"}, 400),
    Example("no-formula", "define_league", {"league": {**_LEAGUE, "formula": "entries -"}}, 400),
    Example("one-league", "list_leagues", answer={"leagues": [{"id": "spring", "name": "Spring league"}]}),
    Example("its-formula", "read_leagues"),
    Example("after-one-event", "read_standings"),
    Example("after-one-event", "read_standings_csv"),
    Example("season-over", "remove_league", {"id": "spring"}, answer={"leagues": []}),
    Example("gone", "remove_league", {"id": "spring"}, 409,
            _refused("no-such-league", league="spring")),
    Example("a-new-face", "list_alike"),
    Example("none-yet", "list_corrections", answer={"corrections": []}),
    Example("only-say-who-is-called-otherwise", "rename_person", {"was": "Dan", "name": "Dann"}, dry_run=True, answer={
        "mark": 0, "would": [{"kind": "person-renamed", "said": "Dan is now Dann in every event"}],
    }),
    Example("nobody", "rename_person", {"was": "Nobody", "name": "Somebody"}, 409,
            _refused("nobody-of-that-name", name="Nobody")),
    Example("both-played", "merge_people", {"player": "eve", "into": "bo"}, 409,
            _refused("both-played", name="Eve", other="Bo", event="Club night")),
    Example("say-who-is-one", "merge_people", {"player": "eve", "into": "bo", "anyway": True}, dry_run=True, answer={
        "mark": 0, "would": [{"kind": "people-merged", "said": "Eve is now the same person as Bo in every event"}],
    }),
    Example("not-there", "undo_correction", {"number": 7}, 409,
            _refused("no-such-correction", number=7)),
    Example("only-say-what-keeps-a-name", "erase_name", {"name": "Dan"}, dry_run=True, answer={"mark": 0, "would": [
        {"kind": "name-erased", "said": "Dan has been erased from the room's names; a number is shown instead"},
    ]}),
    Example("a-name", "erase_name", {"name": "Dan"},
            answer={"name": "Dan", "kept": []}),
    Example("nobody", "erase_name", {"name": "Nobody"}, 409,
            _refused("nobody-of-that-name", name="Nobody")),
    Example("flo-of-the-floor", "put_staff", {"name": "Flo", "role": "floor", "pin": "4711"}, answer={"staff": [
        {"name": "Flo", "role": "floor", "made_here": True, "signed_in": False},
    ]}),
    Example("guessed-first", "put_staff", {"name": "Gus", "role": "floor", "pin": "1234"}, 400),
    Example("before-anybody-is-in", "read_session"),
    Example("with-a-pin", "sign_in", {"name": "Flo", "pin": "4711"}),
    Example("with-another-pin", "sign_in", {"name": "Flo", "pin": "4712"}, 401,
            _refused("pin-wrong")),
    Example("flo-is-in", "read_staff", answer={"staff": [
        {"name": "Flo", "role": "floor", "made_here": True, "signed_in": True},
    ]}),
    Example("of-the-keys-holder", "change_own_pin", {"old": "4711", "new": "4712"}, 409,
            _refused("key-has-no-pin")),
    Example("the-keys-holder", "sign_out", answer={"ok": True}),
    Example("flo-leaves", "remove_staff", {"name": "Flo"}, answer={"staff": []}),
    Example("a-new-phone", "ask_pairing"),
    Example("a-code-that-none-shows", "approve_device", {"code": "ABCD EFGH", "name": "Flo's phone", "most": "floor"},
            409, _refused("code-not-shown")),
    Example("none-paired", "read_devices", answer={"devices": []}),
    Example("a-number-that-none-shows", "approve_table", {"shown": "123 456", "table": 3}, 409, _refused(
        "tablet-not-shown")),
    Example("another-that-none-shows", "turn_tablet_away", {"shown": "ABCD EFGH"}, 409, _refused(
        "tablet-not-shown")),
    Example("stolen-kiosk", "revoke_table", {"table": 1}, answer={"devices": [], "revoked_tables": [1]}),
    Example("found-again", "allow_table", {"table": 1}, answer={"devices": []}),
    Example("of-none", "revoke_device", {"id": "0123"}, 409, _refused("no-such-device")),
    Example("no-tablet-asks", "read_copies", answer={"copies": [], "histories": []}),
    Example("to-none", "give_copy", {"table": 1, "check": "123456"}, 409, _refused(
        "copy-not-asked", table=1)),
    Example("no-table-holds-one", "read_recovery", answer={
        "tables": 0, "newest_ms": 0, "on_paper": None, "failed": [], "awaited": [],
    }),
    Example("for-paper", "show_recovery_code"),
    Example("it-is-on-paper", "note_on_paper"),
    Example("none-is-waited-for", "dismiss_table", {"table": 1}, 409, _refused(
        "records-not-awaited", table=1)),
    Example("nothing-to-choose", "choose_history", {"table": 1, "check": "123456"}, 409, _refused(
        "history-not-asked", table=1)),
)  # fmt: skip
