"""The HTTP API's document, `/api/openapi.json`: OpenAPI 3.1 for programmers, so it is in English.

Paths and parameters are read from the routes, and schemas from the types of bodies and answers. Only summaries,
kinds of answers and examples are defined here.
"""

import asyncio
from functools import cache
from importlib.metadata import version
from typing import Any, NamedTuple

import msgspec
from fastapi import FastAPI, Response
from fastapi.openapi.utils import get_openapi

from engine.tournament.levels.structure import Structure
from engine.tournament.rules.deal_rules import DealOffer
from kiosk.clock.broadcast.setting import Broadcast, SetBroadcast
from kiosk.clock.choices import GivenUp
from kiosk.clock.desk.acts import LoggedAct
from kiosk.clock.desk.public_results import PublicResults
from kiosk.clock.displays.messages import Announced
from kiosk.clock.imports.entering import Imported
from kiosk.clock.insight.awarding import AwardOrder, AwardWanted, FloorOrders
from kiosk.clock.insight.case_view import CaseList
from kiosk.clock.insight.live import LiveTable
from kiosk.clock.insight.rulings import RulingView
from kiosk.clock.insight.summary import FiguresView, ForecastView, PaceView
from kiosk.clock.known_people import KnownPeople
from kiosk.clock.leagues.stored import DefineLeague, RemoveLeague
from kiosk.clock.phones import PhoneView
from kiosk.clock.presets import Presets
from kiosk.clock.staffing.view import DownsView
from kiosk.clock.tables.view import AskedCopy
from kiosk.clock.web.access import (
    Approval,
    NamedDevice,
    NamedStaff,
    NamedTable,
    Ok,
    OwnPinAsked,
    PairingAsked,
    ShownByTablet,
    SignedIn,
    SignInAsked,
    SignInOptions,
    StaffAsked,
    TableApproval,
)
from kiosk.clock.web.answers import ErrorBody
from kiosk.clock.web.bodies import AnswerAsked, AnswerResult, AskedOrder, Created, Done, NewTournament, OrderPreview
from kiosk.clock.web.copies import CopyGiven, CopyList, HistoryChosen
from kiosk.clock.web.downs import DownsAsked
from kiosk.clock.web.examples import EVENING, PARAMETERS, Example
from kiosk.clock.web.imports import ImportAsked
from kiosk.clock.web.insight import RulingAsked
from kiosk.clock.web.last_hands import LastHand
from kiosk.clock.web.metrics import METRICS
from kiosk.clock.web.people import (
    CorrectionList,
    EraseAsked,
    MergeAsked,
    RenameAsked,
    TwinList,
    UndoCorrection,
)
from kiosk.clock.web.phone import Day, PhoneLink
from kiosk.clock.web.public import Tables, TokenCheck
from kiosk.clock.web.reads import Everything
from kiosk.clock.web.recovery import RecoveryCodeShown, RecoveryView, TableDismissed
from kiosk.clock.web.story import StoryView
from kiosk.clock.web.structures import FileGiven, FileWanted, StructureNames, StructureRead
from kiosk.clock.web.summary import SummaryFile
from kiosk.protocol.displays import (
    Announce,
    ChooseRoom,
    DisplayList,
    PictureList,
    SendPicture,
    SetDisplay,
    StoredPicture,
)
from kiosk.protocol.leagues import FormulaAsked, FormulaTried, LeagueDefinitions, LeagueList, LeagueShown
from kiosk.protocol.messages import ClockState
from kiosk.protocol.people import DeviceList, StaffList
from kiosk.protocol.room_plan import PlacedTable, RemovedTable, RoomPlan
from kiosk.protocol.tournaments import CardPile, ColorUp, Draws, Erased, TournamentList
from kiosk.structures.make import StructureRequest

JSON = "application/json"
ABOUT = """\
The tournament clock. Amounts of money are in the currency's minor unit, times in UTC milliseconds unless they \
are said to be the service's own.

An error's `code` is for programs and stays; its `why` is for people, in the language of `lang` or Accept-Language, \
else in the clock's own."""
WHY = {
    400: "The body cannot be read, or says what cannot be.",
    401: "Nobody is known by that key, token or PIN.",
    403: "Not with this role, not on this device, or not with this code.",
    404: "There is no such tournament or entry.",
    409: "The rules refuse it; nothing is done. `clause` says by which rule.",
    412: "Something was decided since `seen`; nothing is done.",
    422: "A parameter is unknown or not of its type, or the Idempotency-Key was used for another request.",
    429: "Too many wrong keys or PINs from there; `Retry-After` says how many seconds to wait.",
    503: "The disk fails.",
}
KEY, TOKEN, VIEWER = "director", "table", "broadcast"
NO_KEY: dict[str, str] = {
    "check_token": TOKEN, "read_room": "", "read_status": "", "read_phone": "", "read_public_results": "",
    "read_day": "", "read_day_hands": "", "read_session": "", "sign_in": "", "ask_pairing": "", "stream_table": VIEWER,
    "list_leagues": "", "read_standings": "", "read_standings_csv": "",
}  # fmt: skip
"""The text that replaces the director's key for routes that do not require it."""

BY_QUERY = (
    "read_room", "read_status", "read_phone", "read_public_results", "read_tables", "read_day", "read_day_hands",
)  # fmt: skip
"""The routes that take the tournament as a query parameter."""


class Operation(NamedTuple):
    """An operation's purpose, the types of its answers (text if it has none) and of its body, the statuses of its
    refusals, and the media type of its answer.
    """

    summary: str
    answers: tuple[Any, ...] = ()
    body: Any = None
    refusals: tuple[int, ...] = ()
    media: str = JSON


ORDER = (400, 409, 503)
OPERATIONS = {
    "check_token": Operation("Whether a token is a table's", (TokenCheck,)),
    "read_room": Operation("What every display shows", (ClockState,)),
    "read_status": Operation(
        "The state as lines of name=value, as desktop clocks send it", media="text/plain; charset=utf-8"
    ),
    "read_phone": Operation("What a player's phone shows: the level, the prizes, one entry", (PhoneView,)),
    "read_public_results": Operation("Places and prizes, as the room shows them", (PublicResults,)),
    "read_day": Operation("An entry's hands and its chips before and after each", (Day,), refusals=(403,)),
    "read_phone_link": Operation("The address of an entry's day, for its seat card", (PhoneLink,)),
    "read_day_hands": Operation(
        "The same hands as Open Hand History, PHH or words", refusals=(403,), media="text/plain; charset=utf-8"
    ),
    "read_tables": Operation("All tables of a tournament", (Tables,)),
    "read_metrics": Operation(
        "The clock's figures in the text format of Prometheus, by the settings' `metrics_token` too",
        media=METRICS,
    ),
    "list_tournaments": Operation("All tournaments, and the tables that have a kiosk", (TournamentList,)),
    "create_tournament": Operation("Make a tournament", (Created, OrderPreview), NewTournament, (*ORDER, 404)),
    "read_tournament": Operation("Entries, tables, proposals, the ledger, what counts found", (Everything,)),
    "order": Operation("Do something in a tournament", (Done, OrderPreview), AskedOrder, (*ORDER, 412)),
    "answer_table": Operation("Answer a table's call for the floor", (AnswerResult,), AnswerAsked, (400,)),
    "read_pace": Operation("Hands an hour of each table and dealer against the room", (PaceView,), refusals=(409,)),
    "read_forecast": Operation("When the bubble, the end and each break will be", (ForecastView,), refusals=(409,)),
    "read_figures": Operation("Leaders, median and average, and who is due the big blind", (FiguresView,),
                              refusals=(409,)),
    "read_cases": Operation("Calls of the floor that were ruled on, those with the same facts first", (CaseList,)),
    "read_story": Operation("A player's stack by hand, big pots, seats and moves", (StoryView,), refusals=(503,)),
    "read_live": Operation("One table whole: its hand of this moment, in words too", (LiveTable,)),
    "read_last_hands": Operation("The last hands of a table, in words", (list[LastHand],), refusals=(503,)),
    "read_rulings": Operation("The rulings on what happens most often at a seat", (list[RulingView],)),
    "rule_on": Operation(
        "The ruling on what a player said or put in", (RulingView,), RulingAsked, (400, 409),
    ),
    "read_floor_orders": Operation("The pots that the floor may award, and its clauses", (FloorOrders,),
                                   refusals=(409,)),
    "share_pots": Operation("The order that gives the pots to these seats", (AwardOrder,), AwardWanted, (400, 409)),
    "stream_events": Operation(
        "The decisions as they come, as server-sent events whose id is the record's number",
        refusals=(503,), media="text/event-stream; charset=utf-8",
    ),
    "read_results": Operation("Places and prizes", media="text/csv; charset=utf-8"),
    "read_summary": Operation("The results as an Open Tournament Summary 1.1.5", (SummaryFile,), refusals=(409, 503)),
    "read_hands": Operation("The finished hands as Open Hand History or PHH", media="text/plain; charset=utf-8"),
    "read_colour_up": Operation("What to bring to which table next", (ColorUp | None,)),
    "read_log": Operation(
        "The newest acts: who did what when, and what can be taken back", (list[LoggedAct],), refusals=(409, 503)
    ),
    "read_draws": Operation("Every draw, to be made again: its seed, its hash, and what it was drawn from", (Draws,)),
    "read_cards": Operation("Which card means which seat in a draw by cards", (CardPile,), refusals=(409,)),
    "read_deal": Operation("What a deal would give everybody", (DealOffer,), refusals=(409,)),
    "print_sheet": Operation("Seat cards, move tickets or a list to print", refusals=(409,), media="application/pdf"),
    "import_players": Operation("Enter a list of players, each line by itself", (Imported,), ImportAsked, (400, 503)),
    "read_presets": Operation("What a new tournament may be made of", (Presets,)),
    "list_people": Operation("Everybody who ever entered a tournament of the room", (KnownPeople,)),
    "list_alike": Operation("Who may be the same person as a player of this name", (TwinList,)),
    "list_corrections": Operation("Names that were corrected, and people who are one", (CorrectionList,)),
    "rename_person": Operation(
        "Correct a player's name, in every tournament", (CorrectionList, OrderPreview), RenameAsked, ORDER
    ),
    "merge_people": Operation("Say that two players are one person", (CorrectionList, OrderPreview), MergeAsked, ORDER),
    "undo_correction": Operation(
        "Take back a rename or a merge", (CorrectionList, OrderPreview), UndoCorrection, ORDER
    ),
    "erase_name": Operation("Erase a name for good", (Erased, OrderPreview), EraseAsked, ORDER),
    "read_plan": Operation("Where the room's tables stand", (RoomPlan,)),
    "place_table": Operation("Say where a table stands", (RoomPlan, OrderPreview), PlacedTable, (400, 503)),
    "list_displays": Operation("Which displays there are, and what each shows", (DisplayList,)),
    "set_display": Operation("Set what a display shows", (DisplayList,), SetDisplay, (400, 503)),
    "choose_room": Operation(
        "Choose which display is heard, and where an all-in is shown", (DisplayList,), ChooseRoom, (400, 503)
    ),
    "keep_picture": Operation(
        "Keep a picture for cells to show: PNG, JPEG or WebP in Base64", (StoredPicture,), SendPicture, (400, 503)
    ),
    "list_pictures": Operation("The pictures that are kept", (PictureList,), refusals=(503,)),
    "remove_picture": Operation(
        "Delete a picture that no display is set to show", (PictureList,), StoredPicture, (400, 503)
    ),
    "announce": Operation("Show words on the displays, and say them", (Announced,), Announce, (400,)),
    "read_broadcast": Operation("Whether and how late the room broadcasts, and the viewers' token", (Broadcast,)),
    "set_broadcast": Operation("Set that, for what has not been seen yet", (Broadcast,), SetBroadcast, (400, 503)),
    "stream_table": Operation(
        "What viewers see of a table, late, as server-sent events", media="text/event-stream; charset=utf-8"
    ),
    "list_structures": Operation("The structures that ship", (StructureNames,)),
    "read_shipped": Operation("A structure that ships", (Structure,), refusals=(400,)),
    "read_file": Operation(
        "The structure of a file: TOML, JSON, CSV or a desktop clock's", (StructureRead,), FileGiven, (400,)
    ),
    "make_to_measure": Operation("A structure for so many players and hours", (Structure,), StructureRequest, (400,)),
    "write_file": Operation(
        "A structure as a file", body=FileWanted, refusals=(400,), media="text/plain; charset=utf-8"
    ),
    "read_downs": Operation("The dealers on shift, who deals where since when, and the next push", (DownsView,)),
    "print_rota": Operation("The same to print: who deals, who comes", media="application/pdf"),
    "order_downs": Operation(
        "Do something with the dealers on shift", (DownsView, OrderPreview), DownsAsked, (*ORDER, 412)
    ),
    "list_leagues": Operation("The leagues of the room", (LeagueList,)),
    "read_standings": Operation("A league's standings as the results are now", (LeagueShown,), refusals=(409, 503)),
    "read_standings_csv": Operation(
        "A league's standings as a table", refusals=(409, 503), media="text/csv; charset=utf-8"
    ),
    "read_leagues": Operation("What each league is, and the formulas that ship", (LeagueDefinitions,)),
    "try_formula": Operation(
        "What a formula gives for places of an ordinary event", (FormulaTried,), FormulaAsked, (400,)
    ),
    "define_league": Operation("Make a league, or make another of it", (LeagueShown, OrderPreview), DefineLeague,
                               (*ORDER, 412)),
    "remove_league": Operation("Remove a league", (LeagueList, OrderPreview), RemoveLeague, (*ORDER, 412)),
    "remove_table": Operation("Take a table off the plan", (RoomPlan, OrderPreview), RemovedTable, (400, 503)),
    "read_session": Operation("Who is signed in, and who may be on this device", (SignInOptions,), refusals=(429,)),
    "sign_in": Operation("Sign in with a PIN", (SignedIn,), SignInAsked, (400, 401, 403, 429, 503)),
    "change_own_pin": Operation("Change one's own PIN; who is signed in elsewhere is signed out", (Ok,), OwnPinAsked,
                                ORDER),
    "sign_out": Operation("Sign out", (Ok,), refusals=(503,)),
    "read_staff": Operation("Who may sign in, with their roles", (StaffList,)),
    "put_staff": Operation("Add somebody to the staff, or change a role or a PIN", (StaffList,), StaffAsked, ORDER),
    "remove_staff": Operation("Remove somebody from the staff", (StaffList,), NamedStaff, ORDER),
    "ask_pairing": Operation("A code for a new device of the staff to show", (PairingAsked,)),
    "read_devices": Operation("The paired devices", (DeviceList,)),
    "approve_device": Operation("Pair the device that shows a code", (DeviceList,), Approval, ORDER),
    "revoke_device": Operation("Pair a device no more", (DeviceList,), NamedDevice, ORDER),
    "approve_table": Operation("Make the tablet that shows a code a table", (DeviceList,), TableApproval, ORDER),
    "turn_tablet_away": Operation("Turn the tablet away that shows a code", (DeviceList,), ShownByTablet, ORDER),
    "revoke_table": Operation("Keep a table's kiosk out: its token counts no more", (DeviceList,), NamedTable, ORDER),
    "allow_table": Operation("Let a table's kiosk in again", (DeviceList,), NamedTable, ORDER),
    "read_copies": Operation("The tablets that ask for the clock's record of their table, or that their own counts",
                             (CopyList,)),
    "give_copy": Operation("Let one of them go on with it, in place of who kept the table before", (AskedCopy,),
                           CopyGiven, ORDER),
    "read_recovery": Operation("Which backups of the clock tables hold, and whether their code is written down",
                               (RecoveryView,)),
    "show_recovery_code": Operation("The code that opens the backups which tables hold", (RecoveryCodeShown,)),
    "dismiss_table": Operation("Wait no longer for what a lost table recorded", (RecoveryView,), TableDismissed, ORDER),
    "note_on_paper": Operation("Say that the code is written down", (RecoveryView,), refusals=(503,)),
    "choose_history": Operation("Have the record of one of them count, in place of the clock's, which is set aside",
                                (GivenUp,), HistoryChosen, ORDER),
}  # fmt: skip
"""The operations by the name of the route's function."""


def describe(app: FastAPI) -> None:
    """Serve the document of the app's routes."""

    @cache
    def text() -> bytes:
        return msgspec.json.encode(document(app))

    @app.get("/api/openapi.json", include_in_schema=False)
    async def openapi() -> Response:
        return Response(await asyncio.to_thread(text), media_type=JSON)  # the first call takes 0.2 s


def document(app: FastAPI) -> dict[str, Any]:
    """The whole document. Its paths and schemas are in alphabetical order, whatever module they come from."""
    made = get_openapi(
        title="Dealer assist: the room", version=version("dealer-assist-kiosk"), description=ABOUT, routes=app.routes
    )
    types = [ErrorBody, *(kind for one in OPERATIONS.values() for kind in (*one.answers, one.body) if kind)]
    schemas, components = msgspec.json.schema_components(types, ref_template="#/components/schemas/{name}")
    of_type = dict(zip(types, schemas, strict=True))
    for path, methods in made["paths"].items():
        for described in methods.values():
            _complete(described, path, of_type)
    bearer = {"type": "http", "scheme": "bearer"}
    made["paths"] = dict(sorted(made["paths"].items()))
    schemes = {KEY: bearer, TOKEN: bearer, VIEWER: bearer}
    made["components"] = {"schemas": dict(sorted(components.items())), "securitySchemes": schemes}
    return made


def _complete(described: dict[str, Any], path: str, of_type: dict[Any, Any]) -> None:
    """Complete the description that comes from the routes with an operation's summary, body, answers and examples."""
    name = described["operationId"]
    operation = OPERATIONS[name]
    described["summary"] = operation.summary
    examples = [one for one in EVENING if one.operation == name]
    if key := NO_KEY.get(name, KEY):
        described["security"] = [{key: []}]
    for parameter in described.get("parameters", ()):
        if parameter["in"] == "path":
            parameter["example"] = PARAMETERS[parameter["name"]]
    if operation.body:
        bodies = {one.name: {"value": one.body} for one in examples if one.body is not None}
        content = {"schema": of_type[operation.body], "examples": bodies}
        described["requestBody"] = {"required": True, "content": {JSON: content}}
    kinds = [of_type[kind] for kind in operation.answers] or [{"type": "string"}]
    schema = kinds[0] if len(kinds) == 1 else {"anyOf": kinds}
    done = [one for one in examples if one.status == 200]
    answers = {200: _answer("Done." if operation.body else "As it is now.", operation.media, schema, done)}
    for status in sorted({*operation.refusals, *_always(name, path)}):
        kind = TokenCheck if (name, status) == ("check_token", 401) else ErrorBody
        refused = [one for one in examples if one.status == status]
        answers[status] = _answer(WHY[status], JSON, of_type[kind], refused)
    described["responses"] = {str(status): one for status, one in answers.items()}


def _always(name: str, path: str) -> set[int]:
    """The refusals that an operation always has. One of them is 422, because any parameter can be wrong."""
    needs_key, names_one = NO_KEY.get(name, KEY), "{tournament}" in path or name in BY_QUERY
    return {
        422,
        *((401, 403) if needs_key else ()),
        *((429,) if needs_key == KEY else ()),
        *((404,) if names_one else ()),
    }


def _answer(why: str, media: str, schema: dict[str, Any], examples: list[Example]) -> dict[str, Any]:
    content: dict[str, Any] = {"schema": schema}
    if shown := {one.name: {"value": one.answer} for one in examples if one.answer is not None}:
        content["examples"] = shown
    return {"description": why, "content": {media: content}}
