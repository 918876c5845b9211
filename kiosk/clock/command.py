"""`kiosk clock`: serve one event until SIGTERM or SIGINT."""

import argparse
import asyncio
import errno
import gc
import logging
import os
import signal
import socket
import sys
from collections.abc import Callable, Coroutine, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from functools import partial
from itertools import count
from typing import NamedTuple, TextIO

import uvicorn

from engine.message import Message, message
from kiosk.arguments import words_for
from kiosk.clock.announcing import address_to_announce, keep_announcing
from kiosk.clock.backup.schedule import keep_backing_up
from kiosk.clock.clients.site_address import own_address
from kiosk.clock.health.open_files import keep_watch, said_once, take_more_files
from kiosk.clock.health.vitals import Turns
from kiosk.clock.recovery.reopening import until_writable
from kiosk.clock.service import Service
from kiosk.clock.settings import ClockSettings, read_clock_settings
from kiosk.clock.shared_authority import check_authority
from kiosk.clock.store.place import StorePlace, WriterTurn, can_reopen, follow_store, turn_of
from kiosk.clock.store.port import Outdated
from kiosk.clock.times import machine_times
from kiosk.clock.tls.room_key import authority_fault
from kiosk.clock.tls.served import Served, keep_renewing, served_by
from kiosk.clock.web.app import ClockApp, make_app, make_public_app
from kiosk.clock.web.sockets.connection_limits import PUBLIC, STAFF, CountedSocket, Limits, guarded
from kiosk.faults import DiskFailed, Fault
from kiosk.log import log_path, log_to
from kiosk.log_words import in_words
from kiosk.peer_log import RateLimit
from kiosk.protocol.link.announced import AnnouncedClock
from kiosk.settings_file import add_settings, settings_of
from ui.words import Words

log = logging.getLogger(__name__)
LARGEST_MESSAGE = 1024 * 1024
CLOSING_S = 2.0
"""How many seconds clients have to disconnect when the clock stops."""
GOING_S = 0.01
"""How often, in seconds, the clock checks whether clients have disconnected."""
TICK_S = 0.1
"""The length of a tick in seconds. uvicorn assumes ten ticks per second, and updates the date in its responses once a
second."""
HANDSHAKE_S = 10.0
SWITCH_S = 0.0005
"""How many seconds the store's thread waits for the loop at each step of a commit. Python's default of 5 ms would add
up."""
WAITS = {"room-in-use", "server-away", "server-full", "server-disk-failed", "server-not-replicated", "clock-fenced",
         "server-old-primary"}  # fmt: skip
"""The faults with which a clock that has just got its turn waits for the next one."""
TURN_S = 0.5
"""How often, in seconds, a clock that waits checks whether it is its turn."""
RETRY_S = 15.0
"""How many seconds after a fault a clock that waits tries again to show the room, or to open it if the server's disk
failed."""
BACKLOG = 2048
"""The maximum number of waiting connections: all tables of a large room may reconnect at once."""


class Doors(NamedTuple):
    """The sockets for everybody, for displays and phones, and for the console. They keep their ports while nobody
    listens on them."""

    listening: socket.socket
    public: socket.socket | None
    console: socket.socket | None


class LastTurn(NamedTuple):
    """The counts of all turns of this clock, and the failure of the server's disk that ended the last one, if any."""

    turns: Turns
    failed: DiskFailed | None


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    add_settings(parser, words, words.commands.help["clock"]["settings"], "clock")


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    words, settings = words_for(args), read_clock_settings(settings_of(args, err, "clock"))
    serve(settings, lambda said: print(words.explain(said), file=out, flush=True))
    return 0


def serve(settings: ClockSettings, say: Callable[[Message], None]) -> None:
    """Serve until SIGTERM or SIGINT. `say` gets the addresses of the pages, then the fingerprint by which tables
    recognize the clock, and a warning if its certificate cannot be renewed. Raises `Fault`."""
    take_more_files()
    with (
        listen(settings.host, settings.port) as listening,
        log_to(log_path(settings.state), secrets_of(settings), in_words),
    ):
        asyncio.run(serve_on(listening, settings, say, _begun))


def secrets_of(settings: ClockSettings) -> tuple[str, ...]:
    return (settings.director_key, settings.metrics_token, *settings.tokens.values())


def _begun(stop: Callable[[], None]) -> None:
    """Set up the process of a clock: stop on a signal, and switch quickly between this thread and the writer's."""
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stop)
    sys.setswitchinterval(SWITCH_S)
    gc.freeze()  # from now on, the garbage collector never scans anything imported or read so far


async def serve_on(
    listening: socket.socket,
    settings: ClockSettings,
    say: Callable[[Message], None],
    begun: Callable[[Callable[[], None]], None],
) -> None:
    """Serve in this loop until someone calls the function that `begun` receives. Raises `Fault`."""
    ending = asyncio.Event()
    begun(ending.set)
    asyncio.get_running_loop().set_exception_handler(said_once(machine_times().mono_ms))
    with ExitStack() as opened:
        ports = (settings.public_port, settings.console_port)
        others = (opened.enter_context(listen(settings.host, port)) if port else None for port in ports)
        doors, is_printed = Doors(listening, *others), False
        turns, failed = Turns() if settings.server else None, None

        def say_waiting(why: Message) -> None:
            nonlocal is_printed
            say(why)
            is_printed = False  # the addresses work again only once it is this clock's turn

        for opening in count():
            before = LastTurn(turns, failed) if turns and opening else None
            if turns and not await _until_our_turn(settings, doors, say_waiting, ending, before):
                return
            try:
                await _serve(doors, settings, say if not is_printed else bool, ending, opening, turns)
                is_printed, failed = True, None
            except Fault as fault:
                if not settings.server or fault.message.code not in WAITS:
                    raise
                log.info("not yet: %s", fault)
                if isinstance(fault, DiskFailed) and str(fault) != str(failed):
                    say_waiting(fault.message)
                failed = fault if isinstance(fault, DiskFailed) else None
            if ending.is_set():
                return
            log.info("the database is opened again")


async def _until_our_turn(
    settings: ClockSettings,
    doors: Doors,
    say: Callable[[Message], object],
    ending: asyncio.Event,
    before: LastTurn | None,
) -> bool:
    """Wait while another clock runs this room, or while the server does not answer. Meanwhile, only displays, phones
    and consoles can connect, at ports of their own, so that tables find the other clock. `before` is given if this
    clock has already had a turn. Returns whether it is this clock's turn, and it was not asked to stop."""
    failed = before.failed if before else None
    for door in filter(None, doors):
        # If a socket is shut down while nobody listens on it, Linux closes every later connection to it.
        if door.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN):
            door.shutdown(socket.SHUT_RD)  # it keeps its port, and the next server listens on it again
    said, shows, watching = str(failed) if failed else "", False, asyncio.create_task(keep_watch())
    now_s, next_s = asyncio.get_running_loop().time, 0.0
    open_s = now_s() + RETRY_S if failed else 0.0
    try:
        if not before:
            await asyncio.to_thread(check_authority, settings)
        with turn_of(StorePlace(settings.state, settings.server, settings.name)) as turn:
            while not ending.is_set():
                why = await asyncio.to_thread(turn.look) or (failed if now_s() < open_s else None)
                if why is None:
                    return True
                if before and why.message.code == "room-in-use":
                    before.turns.fenced, before = before.turns.fenced + 1, None
                if str(why) != said:
                    said = str(why)
                    log.info("waiting: %s", why)
                    say(why.message)
                if any(doors[1:]) and why.message.code == "room-in-use" and now_s() >= next_s:
                    is_followed = await _follow(doors, settings, bool if shows else say, turn, ending)
                    shows, next_s = True, now_s() + (0 if is_followed else RETRY_S)
                with suppress(TimeoutError):
                    async with asyncio.timeout(TURN_S):
                        await ending.wait()
    finally:
        watching.cancel()
    return False


async def _follow(
    doors: Doors,
    settings: ClockSettings,
    say: Callable[[Message], object],
    turn: WriterTurn,
    ending: asyncio.Event,
) -> bool:
    """Show the room that another clock runs to displays, phones and consoles, until that clock may have ended, this one
    is asked to stop, or something has changed that this service cannot follow. Returns False if there was a fault."""
    times, place = machine_times(), StorePlace(settings.state, settings.server, settings.name)

    async def until_it_ends() -> None:
        while (why := await asyncio.to_thread(turn.look)) and why.message.code == "room-in-use":
            with suppress(TimeoutError):
                async with asyncio.timeout(TURN_S):
                    await ending.wait()

    try:
        store = follow_store(place, times.mono_ms)
        service = Service(settings, replace(times, mono_ms=store.mono_ms), followed=store)
        can_show, secure = _console_tls(service, settings) if doors.console else (False, None)
        servers, authority = list["BoundServer"](), service.authority.certificate if service.authority else ""
        if doors.public:
            shows = message("clock-shows", display=f"http://{_host(settings)}:{settings.public_port}/display/")
            servers.append(_public_server(service, settings, doors.public, partial(say, shows), authority))
        if doors.console and can_show:
            site = f"{'https' if secure else 'http'}://{_host(settings)}:{settings.console_port}"
            shows = message("clock-shows-console", console=f"{site}/")
            servers.append(_staff_server(service, settings, doors.console, secure, partial(say, shows)))
        if not servers:
            service.close()
            return False
        running = (service.follow(), until_it_ends(), ending.wait())
        await _run(service, servers, running, (keep_renewing(settings, secure),))
    except Outdated:
        log.info("what this clock shows is read again")
    except Fault as fault:
        log.warning("this clock cannot follow: %s", fault)
        return False
    return True


def _console_tls(service: Service, settings: ClockSettings) -> tuple[bool, Served | None]:
    """Whether a waiting clock can serve the console, and the TLS for it. Never creates the room's authority."""
    if settings.tls and not settings.certificate and not service.authority:
        return False, None
    try:
        return True, served_by(settings, kept=service.authority)
    except Fault as fault:
        log.warning("this clock cannot show the console: %s", fault)
        return False, None


async def _serve(  # noqa: PLR0913, PLR0917  what one opening of the database needs
    doors: Doors,
    settings: ClockSettings,
    say: Callable[[Message], object],
    ending: asyncio.Event,
    opening: int,
    turns: Turns | None,
) -> None:
    """Serve until asked to stop, or until a failed disk accepts writes again."""
    times = machine_times()
    service = Service(settings, times, turns)
    try:
        secure = served_by(settings, kept=service.authority)
    except Fault:
        service.close()
        raise
    up = partial(_tell, say, settings, doors.listening.getsockname()[1], secure)
    servers = [_staff_server(service, settings, doors.listening, secure, up)]
    if doors.console:
        servers.append(_staff_server(service, settings, doors.console, secure))
    if doors.public:
        servers.append(_public_server(service, settings, doors.public, bool, secure.authority if secure else ""))
    place = StorePlace(settings.state, settings.server)
    freed = until_writable(lambda: service.disk_failed, partial(can_reopen, place), opening)
    running = (service.heartbeat(), ending.wait(), freed, *_backups(settings, place, service))
    besides = (keep_watch(), keep_renewing(settings, secure), *_announcing(settings, doors.listening))
    await _run(service, servers, running, besides)


def _staff_server(
    service: Service,
    settings: ClockSettings,
    door: socket.socket,
    secure: Served | None,
    up: Callable[[], object] = bool,
) -> "BoundServer":
    """The server for staff at this door. A server closes its socket when it stops, so it gets a copy of the door's."""
    away, authority = service.access.turned_away, secure.authority if secure else ""
    app = make_app(service, settings.public_port, authority, settings.addresses, settings.console_port)
    server = _Server(_web(app, STAFF, away.for_flood, secure), up, service.end_streams)
    return server, CountedSocket(door.dup(), STAFF, away.for_connections)


def _public_server(
    service: Service, settings: ClockSettings, door: socket.socket, up: Callable[[], object], authority: str
) -> "BoundServer":
    away = service.access.turned_away
    app = make_public_app(service, settings.public_port, authority, settings.addresses)
    server = _Server(_web(app, PUBLIC, away.for_flood), up, service.end_streams)
    return server, CountedSocket(door.dup(), PUBLIC, away.for_connections)


async def _run(
    service: Service,
    servers: Sequence["BoundServer"],
    running: Iterable[Coroutine[None, None, object]],
    besides: Iterable[Coroutine[None, None, object]],
) -> None:
    """Serve until one of the `running` coroutines ends, and raise its exception. Also run `besides` until then."""
    webs_log, seldom = logging.getLogger("uvicorn.error"), RateLimit(machine_times().mono_ms)
    webs_log.addFilter(seldom)
    tasks = [asyncio.create_task(one) for one in running]
    beside = [asyncio.create_task(one) for one in besides]

    def stop(_: object) -> None:
        for server, _ in servers:
            server.stop()
        for task in beside:
            task.cancel()

    for task in tasks:
        task.add_done_callback(stop)
    try:
        await asyncio.gather(*[server.serve([at]) for server, at in servers])
    finally:
        for task in (*beside, *tasks):
            task.cancel()
        ends = await asyncio.gather(*tasks, return_exceptions=True)
        service.close()
        await asyncio.gather(*beside, return_exceptions=True)
        webs_log.removeFilter(seldom)
    for end in ends:
        if isinstance(end, Exception):
            raise end


def _backups(settings: ClockSettings, place: StorePlace, service: Service) -> Iterator[Coroutine[None, None, None]]:
    yield service.clock_recovery.keep_making()
    if folder := settings.backup_folder:
        yield keep_backing_up(place, folder, 60 * settings.backup_minutes, service.backed_up)


def _announcing(settings: ClockSettings, listening: socket.socket) -> Iterator[Coroutine[None, None, None]]:
    host, port, *_ = listening.getsockname()
    if address := address_to_announce(settings, host):
        name = settings.name or socket.gethostname()
        yield keep_announcing(AnnouncedClock(name, "", port, settings.is_tls, settings.public_port), address)


def _web(app: ClockApp, limits: Limits, flood: Callable[[str], object], secure: Served | None = None) -> uvicorn.Config:
    protocols = guarded(limits, flood)
    config = uvicorn.Config(
        app,
        http=protocols.http,
        ws=protocols.socket,
        ws_per_message_deflate=False,
        ws_max_size=LARGEST_MESSAGE,
        log_config=None,  # its messages go to the log of the whole program
        log_level="warning",
        access_log=False,
        lifespan="off",
    )
    config.load()
    config.ssl = secure.context if secure else None
    return config


class _Server(uvicorn.Server):
    """Calls `up` once it is serving, and `ends` when it stops. Leaves signals to its owner, because uvicorn would raise
    them again at the end."""

    def __init__(self, config: uvicorn.Config, up: Callable[[], object], ends: Callable[[], object]) -> None:
        super().__init__(config)
        self._up = up
        self._ends = ends
        self._ending = asyncio.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Like uvicorn's method, but for sockets that are already open. uvicorn's method allows a whole minute for a
        TLS handshake."""
        config, limit_s = self.config, HANDSHAKE_S if self.config.ssl else None

        def made() -> asyncio.Protocol:
            state = self.lifespan.state
            return config.http_protocol_class(config=config, server_state=self.server_state, app_state=state)  # type: ignore[call-arg]

        self.servers = [
            await asyncio.get_running_loop().create_server(
                made, sock=one, ssl=config.ssl, ssl_handshake_timeout=limit_s, ssl_shutdown_timeout=limit_s,
                backlog=config.backlog,
            )
            for one in sockets or ()
        ]  # fmt: skip
        self.started = True
        self._up()

    async def main_loop(self) -> None:
        """Like uvicorn's method, but it returns as soon as the server has to stop."""
        for ticks in count():
            if await self.on_tick(ticks):
                return
            with suppress(TimeoutError):
                async with asyncio.timeout(TICK_S):
                    await self._ending.wait()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Like uvicorn's method, which checks only every tenth of a second whether clients have disconnected. There is
        no lifespan to end."""
        self._ends()
        for one in (*self.servers, *(sockets or ())):
            one.close()
        state = self.server_state
        for connection in list(state.connections):
            connection.shutdown()
        with suppress(TimeoutError):
            async with asyncio.timeout(CLOSING_S):
                while state.connections or state.tasks:
                    await asyncio.sleep(GOING_S)
        for connection in list(state.connections):
            if connection.transport:
                connection.transport.abort()
        if tasks := list(state.tasks):
            await asyncio.wait(tasks, timeout=CLOSING_S)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

    def stop(self) -> None:
        self.should_exit = True
        self._ending.set()


BoundServer = tuple[_Server, socket.socket]
"""A web server, and the socket on which it listens."""


def listen(host: str, port: int) -> socket.socket:
    """Open the socket for pages and tables. Raises `Fault` if the address cannot be used."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        listening = socket.create_server((host, port), family=family, backlog=BACKLOG)
        # Connections inherit this option. Without it, a small response may wait 40 ms until the previous one is
        # acknowledged.
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return listening
    except (OSError, ValueError) as error:
        number = getattr(error, "errno", None) or 0
        if number == errno.EADDRINUSE:
            raise Fault("port-in-use", host=host, port=str(port)) from error
        if number == errno.EACCES:
            raise Fault("port-not-allowed", host=host, port=str(port)) from error
        plain = os.strerror(number) if number > 0 else getattr(error, "strerror", "") or str(error)
        raise Fault("host-not-here", host=host, port=str(port), error=plain) from error


def _host(settings: ClockSettings) -> str:
    """This machine's address on the network if the clock listens on every address, or else the one in the settings, as
    in a URL."""
    host = (own_address() or socket.gethostname()) if settings.host in ("0.0.0.0", "::") else settings.host
    return f"[{host}]" if ":" in host else host


def _tell(say: Callable[[Message], object], settings: ClockSettings, port: int, secure: Served | None) -> None:
    """Print the pages' addresses, with this machine's address on the network if the clock listens on every address. A
    machine's name often leads only to itself. Also print the fingerprint by which tables recognize the clock, and a
    warning if its certificate cannot be renewed."""
    host = _host(settings)
    site = f"{'https' if secure else 'http'}://{host}:{port}"
    shown = f"http://{host}:{settings.public_port}" if settings.public_port else site
    say(message("clock-serves", display=f"{shown}/display/", director=f"{site}/director/"))
    if secure and secure.authority:
        say(message("clock-fingerprint", fingerprint=secure.fingerprint))
        if fault := authority_fault(settings.state, secure.kept):
            logging.getLogger(__name__).info("%s", fault)
            say(fault.message)
