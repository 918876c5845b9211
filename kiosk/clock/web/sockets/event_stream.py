"""A tournament's decisions as server-sent events, for programs. Each has its record's number as its id, so that a
client can resume after a disconnection. Only records on disk are sent.

Format: WHATWG HTML, "Server-sent events".
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress

import msgspec

from engine.tournament.actions import DrawPrepared
from engine.tournament.seating.draw import SeedChain, hash_of
from kiosk.clock.clients.latest import Latest
from kiosk.clock.tournaments.publishing.publisher import Publisher
from kiosk.clock.tournaments.records.named import NamedForm
from kiosk.clock.web.answers import Caller
from kiosk.storage.chain import Record

AT_ONCE = 200
"""How many records are read at a time."""
ALIVE_S = 10.0
"""A stream that is silent for longer than this many seconds counts as dead."""
AGAIN_MS = 2_000
"""How soon, in milliseconds, a client should reconnect."""


async def event_stream(ask: Caller, publisher: Publisher, after: int, with_tables: bool) -> AsyncIterator[str]:
    """The records after number `after`, and future ones. With tables, it also yields the tables as they are now, and
    whenever they change. The stream ends with the service, or when the listener's sign-in ends. A slow client gets only
    the newest state of each table, and delays no one."""
    client, service = Latest(), ask.service
    form = service.forms.of(publisher.desk.state.id)
    service.pages.add_stream(client, publisher, service.words)
    unwatch = service.access.sessions.watch(ask.who, lambda: client.put("end", "")) if ask.who else bool
    try:
        yield f"retry: {AGAIN_MS}\n\n"
        while not service.pages.is_ending and not (ask.who and not service.access.sessions.is_still(ask.who)):
            records = await publisher.desk.decisions(after, AT_ONCE)
            for record in records:
                yield _decision(record, ask, form)
                after = record.seq
            if len(records) == AT_ONCE:
                continue
            news: list[tuple[object, str]] = []
            with suppress(TimeoutError):
                async with asyncio.timeout(ALIVE_S):
                    news = await client.take()
            tables = [text for subject, text in news if with_tables and isinstance(subject, tuple)]
            for text in tables:
                yield f"event: table\ndata: {text}\n\n"
            if not news:
                yield ": alive\n\n"
    finally:
        unwatch()
        service.pages.remove_stream(client, publisher)


def _decision(record: Record, ask: Caller, form: NamedForm) -> str:
    """One record. The seeds of draws are replaced by their hash, because each seed is secret until its draw."""
    event = form.decode(record.body)
    kind = str(event.__struct_config__.tag)
    held: object = event
    if isinstance(event, DrawPrepared):
        held = {"is": kind, "draw": hash_of((SeedChain(event.seed, event.links),), 1)}
    words = ask.words
    said = {**words.director.acts, **words.director.clock_acts}.get(kind, "")
    data = {"mark": record.seq, "at_ms": record.at_ms, "said": said, "event": held}
    return f"id: {record.seq}\nevent: decision\ndata: {msgspec.json.encode(data).decode()}\n\n"
