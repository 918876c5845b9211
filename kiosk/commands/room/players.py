"""`kiosk room import`, `rename`, `same` and `corrections`: imports lists of players, and corrects their names."""

import argparse
from base64 import b64encode
from urllib.parse import quote

from engine.decoders import json_decoded
from engine.message import message
from engine.names import name_key
from engine.tournament.actions import AddEntries, AddEntry
from engine.tournament.field.entries import Person
from engine.tournament.order import TournamentActionBase
from kiosk.commands.room.client import RequestFailed, RoomClient
from kiosk.protocol.players import CorrectionList, Imported, KnownPeople, KnownPerson, Twin, TwinList
from kiosk.storage.files import disk_faults
from kiosk.storage.plain import check_plain
from ui.words import Words

WHATS = {
    "enters": message("list-enters"), "entered": message("list-has-entered"), "known": message("list-known"),
    "asks": message("list-asks"), "refused": message("list-refused"), "unreadable": message("list-unreadable"),
}  # fmt: skip
MOST_BYTES = 700_000
"""The maximum size of a list, in bytes. The clock accepts up to a megabyte, and a list is sent in Base64."""


def import_done(args: argparse.Namespace, client: RoomClient, path: str, words: Words) -> str:
    """Import a list; without `--enter`, only try it. Raises `RequestFailed` or `Fault`."""
    check_plain([args.file])
    with disk_faults(args.file):
        content = args.file.read_bytes()
    if len(content) > MOST_BYTES:
        raise RequestFailed(message=message("list-too-large"))
    tried = f"{path}/import?dry_run=true"
    body = {"file": b64encode(content).decode(), "choices": args.read_as, "same": args.same}
    said = client.post(tried, body)
    if args.answer:
        body["answers"] = _answers(args.answer, json_decoded(said, Imported))
    if args.enter and not args.dry_run:
        said = client.post(f"{path}/import", body)
    elif args.answer:
        said = client.post(tried, body)
    return said.decode() if args.json else _import_in_words(json_decoded(said, Imported), words)


def _answers(said: list[str], found: Imported) -> dict[int, str]:
    """The answers for lines: `4=new` for a new person, or `4=112` for the person with this id or number. Raises
    `RequestFailed`."""
    answers: dict[int, str] = {}
    for one in said:
        line, _, who = one.partition("=")
        lines = [each for each in found.lines if str(each.line) == line and each.what == "asks"]
        twin = next((each for some in lines for each in some.twins if who in (each.player, each.number)), None)
        if not lines or (who != "new" and twin is None):
            raise RequestFailed(message=message("list-no-answer", answer=one))
        answers |= {each.at: "new" if twin is None else f"same:{twin.player}" for each in lines}
    return answers


def _import_in_words(found: Imported, words: Words) -> str:
    lines = list(found.notes)
    if found.asked:
        choices = (f"  --read-as {one.id}: {one.said}: {' · '.join(one.names)}" for one in found.choices)
        return "\n".join([*lines, found.asked, *choices])
    for one in found.lines:
        name = _numbered(one.name, one.number, words)
        what = one.why or words.say(WHATS[one.what])
        lines.append(words.say(message("list-line", line=one.line, name=name, what=what)))
        lines += [f"  --answer {one.line}={twin.player}: {_twin(twin, words)}" for twin in one.twins]
        lines += [f"  --answer {one.line}=new" for _ in one.twins[:1]]
    lines.append(words.say(message("list-entered", count=found.entered)))
    return "\n".join(lines)


def people_order(args: argparse.Namespace, client: RoomClient) -> tuple[str, object]:
    """The path and the body of a rename, a merge or an undo. Raises `RequestFailed` if a name to merge does not match
    exactly one person."""
    if args.do == "rename":
        theirs = _people_matching(args.name, client)
        who = {"player": theirs[0].player} if len(theirs) == 1 else {"was": args.name}
        return "/api/people/rename", {**who, "name": args.new_name}
    if args.do == "same":
        player, into = (_one(said, client).player for said in (args.name, args.into))
        return "/api/people/merge", {"player": player, "into": into, "anyway": args.anyway}
    return "/api/people/undo", {"number": args.undo}


def corrections_in_words(said: bytes, words: Words) -> str:
    """All corrections as text, newest first: the old name, the new name, and the person who made each."""
    lines = []
    for one in json_decoded(said, CorrectionList).corrections:
        line = message("room-correction", number=one.number, was=one.was, name=one.name, by=one.by)
        undone = f" ({words.say(message('room-correction-undone'))})" if one.is_undone else ""
        lines.append(words.say(line) + undone)
    return "\n".join(lines) or words.say(message("room-no-correction"))


def entries_of(
    args: argparse.Namespace, client: RoomClient, tournament: str, words: Words
) -> list[TournamentActionBase]:
    """The order that enters players. Raises `RequestFailed` if a name may belong to another person on file."""
    roster = tuple(Person(name, args.id_seen) for name in args.roster)
    entries: list[AddEntry] = []
    for name in args.names:
        player = args.player
        if not player and not roster:
            found = client.read(f"/api/people/alike?name={quote(name)}&tournament={tournament}", TwinList)
            # The clock itself refuses a name that is already entered.
            others = [one for one in found.twins if one.player != name_key(name)]
            twins = tuple(message("room-twin", twin=_twin(one, words), player=one.player) for one in others)
            if twins and not args.another:
                raise RequestFailed(message=message("room-same-person", name=name, twins=twins))
            player = found.another if args.another and found.twins else ""
        entries.append(AddEntry(player, name, args.captain, roster, args.id_seen))
    return [AddEntries(tuple(entries))] if len(entries) > 1 else [*entries]


def _people_matching(said: str, client: RoomClient) -> list[KnownPerson]:
    """The person with this id, if that person has a membership number, or else the people with this name."""
    people = client.read("/api/people", KnownPeople).people
    named = [one for one in people if name_key(one.name) == name_key(said)]
    return [one for one in people if one.player == said and one.number] or named


def _one(said: str, client: RoomClient) -> KnownPerson:
    found = _people_matching(said, client)
    if not found:
        raise RequestFailed(message=message("nobody-of-that-name", name=said))
    exact = [one for one in found if one.player == said] if len(found) > 1 else found
    if not exact:
        ids = ", ".join(one.player for one in found)
        raise RequestFailed(message=message("several-of-that-name", name=said, players=ids))
    return exact[0]


def _twin(one: Twin, words: Words) -> str:
    where = words.say(message("list-on-line", line=one.line)) if one.line else one.last
    was = f", {words.say(message('list-was', was=one.was))}" if one.was else ""
    return f"{_numbered(one.name, one.number, words)}{was}, {where}"


def _numbered(name: str, number: str, words: Words) -> str:
    return f"{name} ({words.say(message('room-member', number=number))})" if number else name
