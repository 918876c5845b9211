"""A real PostgreSQL server for tests, in a temporary folder. Nothing outside reaches it, and it ends with the tests."""

import atexit
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from functools import cache
from itertools import count
from pathlib import Path

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict

from tests.kit.in_memory import MEMORY, serves
from tests.kit.patience import PATIENCE_S

MISSING = "needs a PostgreSQL server 15 or later: apt-get install postgresql-15, which ./dev test does"
_USER = "postgres"
_SETTINGS = {"listen_addresses": "", "max_connections": "40", "shared_buffers": "16MB", "autovacuum": "off",
             "max_wal_senders": "4", "log_min_messages": "fatal", "timezone": "UTC"}  # fmt: skip


def programs() -> Path | None:
    """The folder with the newest installed server's programs, or None."""
    found = [path.parent for path in Path("/usr/lib/postgresql").glob("*/bin/initdb") if int(path.parts[-3]) >= 15]
    if not found and (beside := shutil.which("initdb")):
        found = [Path(beside).parent]
    return max(found, key=lambda path: path.parts[-2], default=None)


class Server:
    """One server. `database` makes a new, empty database on it."""

    def __init__(self, folder: Path, programs: Path) -> None:
        self.folder = folder
        self._programs = programs
        self._process: subprocess.Popen[bytes] | None = None
        self._numbers = count(1)

    def create(self) -> None:
        """Make an empty cluster, with checksums."""
        self._run(
            "initdb", "-D", self._data, *["-U", "kiosk", "-A", "trust", "-E", "UTF8", "--locale=C", "-k", "--no-sync"]
        )

    def without_checksums(self) -> None:
        self._run("pg_checksums", "--disable", "-D", self._data)

    def follow(self, primary: "Server") -> None:
        """Become a replica of a running server, which is not started yet."""
        self._run("pg_basebackup", "-D", self._data, "-d", primary.url("postgres"), "-R", "-X", "stream", "-c", "fast")

    def wait_for_replica(self, state: str = "async") -> None:
        """Wait until a replica is connected in this state."""
        deadline = time.monotonic() + PATIENCE_S
        with psycopg.connect(self.url("postgres"), autocommit=True) as db:
            while (state,) not in db.execute("SELECT sync_state FROM pg_stat_replication").fetchall():
                assert time.monotonic() < deadline, f"no replica is {state}"
                time.sleep(0.05)

    def start(self, settings: Mapping[str, str] | None = None) -> None:
        """Start it, and wait until it accepts connections."""
        options = {**_SETTINGS, "unix_socket_directories": str(self.folder), **(settings or {})}
        command = [str(self._programs / "postgres"), "-D", str(self._data)]
        command += [word for name, value in options.items() for word in ("-c", f"{name}={value}")]
        end_with_us = ["setpriv", "--pdeathsig", "KILL"] if shutil.which("setpriv") else []
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [*_as_user(), *end_with_us, *command], stdout=log, stderr=log, cwd=self.folder
            )
        deadline = time.monotonic() + PATIENCE_S
        while True:
            try:
                psycopg.connect(self.url("postgres")).close()
                return
            except psycopg.OperationalError:
                if time.monotonic() > deadline or self._process.poll() is not None:
                    raise
                time.sleep(0.05)

    def promote(self) -> None:
        """Turn a replica into the primary, and wait until it is."""
        with psycopg.connect(self.url("postgres"), autocommit=True) as db:
            assert db.execute("SELECT pg_promote()").fetchone() == (True,)

    def stop(self) -> None:
        """Stop it as a power cut would: without writing anything more."""
        if self._process:
            self._process.send_signal(3)  # SIGQUIT: immediate shutdown
            self._process.wait(PATIENCE_S)
            self._process = None

    def database(self, like: str = "") -> str:
        """The URL of a new database: an empty one, or a copy of the one with the URL `like`, which nobody has open."""
        name = f"room{next(self._numbers)}"
        template = conninfo_to_dict(like)["dbname"] if like else "template1"
        with psycopg.connect(self.url("postgres"), autocommit=True) as db:
            db.execute(f"CREATE DATABASE {name} TEMPLATE {template}".encode())
        return self.url(name)

    def url(self, database: str) -> str:
        return f"postgresql://kiosk@/{database}?host={self.folder}"

    @property
    def _data(self) -> Path:
        return self.folder / "data"

    def _run(self, program: str, *words: object) -> None:
        command = [*_as_user(), str(self._programs / program), *map(str, words)]
        done = subprocess.run(command, capture_output=True, text=True, cwd=self.folder, check=False)
        assert done.returncode == 0, done.stderr


@contextmanager
def new_server() -> Iterator[Server]:
    """A folder for a server that is not there yet. The server stops at the end. Skips the test if none is installed."""
    found = programs()
    if found is None:
        pytest.skip(MISSING)
    with ExitStack() as undo:
        where = MEMORY if serves(MEMORY) else None
        folder = undo.enter_context(
            tempfile.TemporaryDirectory(prefix="kiosk-postgres-", dir=where, ignore_cleanup_errors=True)
        )
        if os.geteuid() == 0:
            shutil.chown(folder, _USER, _USER)
        server = Server(Path(folder), found)
        undo.callback(server.stop)
        yield server


@cache
def shared_server() -> Server:
    """A running server, for all tests of this process. It stops when the process ends."""
    undo = ExitStack()
    server = undo.enter_context(new_server())
    atexit.register(undo.close)  # before Python cleans the server's folder up, which was registered earlier
    server.create()
    server.start()
    return server


@pytest.fixture(scope="session")
def postgres() -> Server:
    return shared_server()


def _as_user() -> list[str]:
    """The server refuses to run as root."""
    return ["setpriv", f"--reuid={_USER}", f"--regid={_USER}", "--clear-groups"] if os.geteuid() == 0 else []
