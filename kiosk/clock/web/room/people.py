"""The room's people over HTTP: the people on file, corrected names, merged people, and permanently erased names."""

from collections.abc import Callable
from functools import partial

import msgspec

from engine.message import message
from kiosk.clock.features.people.renaming import NameChange, known_people
from kiosk.clock.tournaments.twins import Twins
from kiosk.clock.web.answers import Asking, Caller
from kiosk.clock.web.bodies import DryRun, OrderPreview, preview
from kiosk.clock.web.operations import ORDER, Example, Operations, happens, refused
from kiosk.protocol.players import CorrectionList, KnownPeople, TwinList
from kiosk.protocol.tournaments import Erased, what_is_erased


class EraseAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The name to erase. With `anyway`, it is erased even if its player is still in or barred."""

    name: str
    anyway: bool = False


class RenameAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player's new name. The player was entered with the id `player`, or under the name `was` if only one player
    has it."""

    name: str
    player: str = ""
    was: str = ""


class MergeAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The player with id `player` is the same person as the one with id `into`, whose name and id are kept. With
    `anyway`, they are merged even if both have played in the same event at the same time."""

    player: str
    into: str
    anyway: bool = False


class UndoCorrection(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The correction to undo."""

    number: int


people = Operations()


@people.operation(
    "GET", "/people", "look", "List everyone who has ever entered a tournament in this room",
    Example("everybody", answer={"people": [
        {"name": name, "player": name.lower(), "events": 1, "last": "Club night", "number": "", "was": []}
        for name in ("Ana", "Bo", "Cy", "Eve")
    ]}),
)  # fmt: skip
async def list_people(ask: Asking) -> KnownPeople:
    room = (publisher.desk.state for publisher in ask.service.tournaments)
    return known_people(room, ask.service.renaming.former)


@people.operation(
    "GET",
    "/people/alike",
    "look",
    "List the players who may be the same person as the player with this name",
    Example("a-new-face"),
)
async def list_alike(ask: Asking, name: str = "", tournament: str = "", player: str = "") -> TwinList:
    room = (publisher.desk.state for publisher in ask.service.tournaments)
    found = Twins(room, tournament, ask.service.renaming.former)
    return TwinList(found.of(player, name), found.another(name))


@people.operation(
    "GET", "/people/corrections", "look", "List corrected names and merged players",
    Example("none-yet", answer={"corrections": []}),
)  # fmt: skip
async def list_corrections(ask: Asking) -> CorrectionList:
    return CorrectionList(ask.service.renaming.all)


@people.operation(
    "POST", "/people/rename", "floor", "Correct a player's name in every tournament",
    Example("only-say-who-is-called-otherwise", {"was": "Dan", "name": "Dann"},
            dry_run=True, answer=happens("person-renamed", "Dan is now Dann in every event")),
    Example("nobody", {"was": "Nobody", "name": "Somebody"}, 409, refused("nobody-of-that-name", name="Nobody")),
    refuses=ORDER,
)  # fmt: skip
async def rename_person(ask: Asking, asked: RenameAsked, dry_run: DryRun = False) -> CorrectionList | OrderPreview:
    change = partial(ask.service.renaming.renamed, asked.was, asked.player, asked.name)
    return await _correct(ask, change, dry_run)


@people.operation(
    "POST", "/people/merge", "floor", "Merge two players who are the same person",
    Example("both-played", {"player": "eve", "into": "bo"}, 409,
            refused("both-played", name="Eve", other="Bo", event="Club night")),
    Example("say-who-is-one", {"player": "eve", "into": "bo", "anyway": True},
            dry_run=True, answer=happens("people-merged", "Eve is now the same person as Bo in every event")),
    refuses=ORDER,
)  # fmt: skip
async def merge_people(ask: Asking, asked: MergeAsked, dry_run: DryRun = False) -> CorrectionList | OrderPreview:
    change = partial(ask.service.renaming.merged, asked.player, asked.into, asked.anyway)
    return await _correct(ask, change, dry_run)


@people.operation(
    "POST", "/people/undo", "floor", "Undo a rename or a merge",
    Example("not-there", {"number": 7}, 409, refused("no-such-correction", number=7)), refuses=ORDER,
)  # fmt: skip
async def undo_correction(ask: Asking, asked: UndoCorrection, dry_run: DryRun = False) -> CorrectionList | OrderPreview:
    return await _correct(ask, partial(ask.service.renaming.undone, asked.number), dry_run)


@people.operation(
    "POST", "/people/erase", "erase", "Erase a name permanently",
    Example("only-say-what-keeps-a-name", {"name": "Dan"},
            dry_run=True,
            answer=happens("name-erased", "Dan has been erased from the room's names; a number is shown instead")),
    Example("a-name", {"name": "Dan"}, answer={"name": "Dan", "kept": []}),
    Example("nobody", {"name": "Nobody"}, 409, refused("nobody-of-that-name", name="Nobody")),
    refuses=ORDER,
)  # fmt: skip
async def erase_name(ask: Asking, asked: EraseAsked, dry_run: DryRun = False) -> Erased | OrderPreview:
    if dry_run:
        return preview(ask.words, what_is_erased(await ask.service.erasure.would_erase(asked.name, asked.anyway)))
    return await ask.service.erasure.erase(asked.name, asked.anyway)


async def _correct(ask: Caller, change: Callable[[], NameChange], dry_run: bool) -> CorrectionList | OrderPreview:
    if dry_run:
        would = change()
        is_merge = would.is_merge and not would.undoes
        said = message("people-merged" if is_merge else "person-renamed", was=would.was, name=would.name)
        return preview(ask.words, [said])
    await ask.service.renaming.do(change, ask.name)
    return CorrectionList(ask.service.renaming.all)
