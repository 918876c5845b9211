"""Requests from tablets whose journal differs from the clock's copy: to get the copy, or to keep their own history."""

from typing import Annotated

import msgspec

from kiosk.clock.recovery.divergent_histories import GivenUp
from kiosk.clock.web.answers import Asking
from kiosk.clock.web.operations import ORDER, Example, Operations, refused
from kiosk.protocol.people import AskedCopy, CopyList


class CopyGiven(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The tablet at this table that is showing the number `check`. If that is empty, it is the only tablet that is
    asking."""

    table: int
    check: Annotated[str, msgspec.Meta(max_length=20)] = ""


class HistoryChosen(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The tablet at this table that is showing the number `check`."""

    table: int
    check: Annotated[str, msgspec.Meta(max_length=20)]


copies = Operations()


@copies.operation(
    "GET", "/copies", may="devices",
    summary="The tablets that ask for the clock's record of their table, or that their own counts",
    examples=(Example("no-tablet-asks", answer={"copies": [], "histories": []}),),
)  # fmt: skip
async def read_copies(ask: Asking) -> CopyList:
    return CopyList(ask.service.copies.asked, ask.service.choices.asked)


@copies.operation(
    "POST", "/copies/give", may="devices", refuses=ORDER,
    summary="Let one of them go on with it, in place of who kept the table before",
    examples=(Example("to-none", {"table": 1, "check": "123456"}, 409, refused("copy-not-asked", table=1)),),
)  # fmt: skip
async def give_copy(ask: Asking, given: CopyGiven) -> AskedCopy:
    return await ask.service.copies.give(given.table, given.check)


@copies.operation(
    "POST", "/copies/choose", may="devices", refuses=ORDER,
    summary="Have the record of one of them count, in place of the clock's, which is set aside",
    examples=(
        Example("nothing-to-choose", {"table": 1, "check": "123456"}, 409, refused("history-not-asked", table=1)),
    ),
)  # fmt: skip
async def choose_history(ask: Asking, chosen: HistoryChosen) -> GivenUp:
    return await ask.service.choices.choose(chosen.table, chosen.check, ask.name)
