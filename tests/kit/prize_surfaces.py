"""Every place that shows a prize, read as people and programs read it: over HTTP, on a display's socket, in a PDF, and
in the output of the command line.
"""

import csv
import json
import re
from collections.abc import Iterator
from io import StringIO
from typing import NamedTuple
from urllib.parse import urlencode

import httpx
import msgspec
import pypdfium2
from websockets.sync.client import connect

from engine.decoders import json_decoded
from engine.money import Money
from kiosk.commands.room.shown import in_words
from kiosk.protocol.tournaments import PublicTournament, TournamentView
from tests.kit.clock import DEADLINE_S, KEY, ClockClient
from tests.kit.room import TournamentApi
from ui.words.languages import words_in

ENGLISH = words_in("en")
HEADERS = {"Authorization": f"Bearer {KEY}"}


class PrizeSurfaces(NamedTuple):
    """The prizes of the director's view, with which all others must agree."""

    view: TournamentView
    currency: str

    @property
    def rows(self) -> list[int]:
        """All prizes in order; what is left to play for is separate."""
        return [one.amount for one in self.view.payouts]

    @property
    def won(self) -> dict[int, int]:
        """The prizes that are certain, by entry."""
        return {one.entry: one.amount for one in self.view.payouts if one.entry}

    def money(self, minor: int) -> str:
        """As written on the surface."""
        return ENGLISH.money(Money(minor, self.currency))


def differences(clock: ClockClient, one: TournamentApi) -> list[str]:
    """Every surface that shows a prize the director's view does not, and every view that does not add up to
    the pool.
    """
    now = read(clock, one)
    return [
        *_view(now),
        *_public(clock, one, now),
        *_prints(clock, one, now),
        *_files(clock, one, now),
        *_words(now, one),
    ]


def read(clock: ClockClient, one: TournamentApi) -> PrizeSurfaces:
    """The view as programs read it."""
    said = json_decoded(get(clock, f"/api/tournaments/{one.id}").content, PublicTournament).tournament
    return PrizeSurfaces(said, said.currency)


def get(clock: ClockClient, path: str) -> httpx.Response:
    """The answer to a request with the director's key."""
    answer = httpx.get(f"{clock.site}{path}", headers=HEADERS, timeout=DEADLINE_S)
    answer.raise_for_status()
    return answer


def pdf_text(pdf: bytes) -> str:
    """All pages of the PDF."""
    return "\n".join(page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(pdf))


def _view(now: PrizeSurfaces) -> Iterator[str]:
    view = now.view
    if view.in_final:
        if now.rows or view.prizes or view.overlay:
            yield f"a flight shows prizes: {now.rows} {view.prizes}"
    elif sum(now.rows) != view.pool or sum(view.prizes) != view.pool:
        yield f"the prizes are not the pool of {view.pool}: {now.rows} {view.prizes}"
    for entry in view.entries:
        if entry.payout != now.won.get(entry.entry, 0):
            yield f"entry {entry.entry} is shown {entry.payout}, not {now.won.get(entry.entry, 0)}"


def _public(clock: ClockClient, one: TournamentApi, now: PrizeSurfaces) -> Iterator[str]:
    places, agreed = list(now.view.prizes), [row.amount for row in now.view.payouts if now.view.deal]
    phone = get(clock, f"/api/phone?tournament={one.id}").json()["prizes"]
    results = get(clock, f"/api/results?tournament={one.id}").json()
    with connect(f"{clock.socket}/room?{urlencode({'board': 1, 'tournament': one.id})}", proxy=None) as socket:
        board = next(
            said for said in map(json.loads, iter(lambda: socket.recv(DEADLINE_S), "")) if said["say"] == "board"
        )
    for what, shown, found in (
        ("phone", phone, phone["places"]),
        ("display", board["prizes"], board["prizes"]["places"]),
        ("results", results, results["prizes"]),
    ):
        if (found, shown["in_final"], shown["pool"]) != (places, now.view.in_final, now.view.pool):
            yield f"{what} shows {found}, not {places}"
        shares = [share["amount"] for share in shown["agreed"]]
        if now.view.deal and not now.view.ended and shares != agreed[: len(shares)]:
            yield f"{what} shows {shares} as agreed, not {agreed}"
    for place in results["places"]:
        if place["prize"] != now.won.get(place["entry"], 0):
            yield f"results show {place}"
    for entry in now.view.entries:
        followed = get(clock, f"/api/phone?tournament={one.id}&entry={entry.entry}").json()["followed"]
        if followed and followed["payout"] != now.won.get(entry.entry, 0):
            yield f"the phone of {entry.entry} shows {followed['payout']}"


def _prints(clock: ClockClient, one: TournamentApi, now: PrizeSurfaces) -> Iterator[str]:
    sheet = _amounts(pdf_text(get(clock, f"/api/tournaments/{one.id}/prints/payouts").content), now.currency)
    wanted = [now.money(amount) for amount in (*now.rows, sum(now.rows))] if now.rows else []
    if sheet[len(sheet) - len(wanted) :] != wanted:
        yield f"the payouts sheet says {sheet}, not {wanted}"
    printed = _amounts(pdf_text(get(clock, f"/api/tournaments/{one.id}/prints/results").content), now.currency)
    shown = [one.entry for one in now.view.entries if one.finish or (now.view.deal and not now.view.ended)]
    out = [now.money(now.won[entry]) for entry in shown if entry in now.won]
    if missing := [amount for amount in set(out) if printed.count(amount) < out.count(amount)]:
        yield f"the results sheet says {printed}, without {missing}"


def _amounts(text: str, currency: str) -> list[str]:
    found = re.findall(rf"\d[\d,]*(?:\.\d+)?[\s\u00a0]{currency}", text)
    return [one.replace(" ", "\u00a0") for one in found]


def _files(clock: ClockClient, one: TournamentApi, now: PrizeSurfaces) -> Iterator[str]:
    minor = 10**now.view.minor_digits
    by_name = {entry.name: entry for entry in now.view.entries if not entry.voided and entry.nth == 1}
    again = {entry.name for entry in now.view.entries if entry.nth > 1}
    ots = get(clock, f"/api/tournaments/{one.id}/results.ots").json()["ots"]
    for line in ots["tournament_finishes_and_winnings"]:
        if line["player_name"] in again or line["still_playing"]:
            continue
        entry = by_name[line["player_name"]]
        heads = entry.bounties if now.view.ended else 0
        if round(line["prize"] * minor) != now.won.get(entry.entry, 0) + heads:
            yield f"the summary says {line}"
    text = get(clock, f"/api/tournaments/{one.id}/results.csv").content.decode("utf-8-sig")
    rows = list(csv.DictReader(StringIO(text)))
    listed = {int(row["entry"]): round(float(row["payout"]) * minor) for row in rows if row["entry"]}
    wanted = now.won if now.view.ended or now.view.deal else {}
    if {entry: amount for entry, amount in listed.items() if amount} != wanted:
        yield f"the table says {listed}"


def _words(now: PrizeSurfaces, one: TournamentApi) -> Iterator[str]:
    said = in_words(json_decoded(msgspec.json.encode(one.whole), PublicTournament), ENGLISH, 0)
    if now.view.pool and not now.view.in_final and " · ".join(map(now.money, now.view.prizes)) not in said:
        yield f"room show says other prizes than {now.view.prizes}:\n{said}"
    if now.view.deal and not now.view.ended:
        for row in now.view.payouts:
            if not row.place and now.money(row.amount) not in said:
                yield f"room show does not say {row}:\n{said}"
