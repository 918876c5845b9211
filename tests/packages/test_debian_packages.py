"""The Debian packages, in clean Debian systems without a network: installed, upgraded, rolled back and removed.

Each system is a folder that mmdebstrap makes from the mirror of this machine. Everything after that runs in a network
namespace of its own, in which only the room's package repository answers.
"""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.kit.in_memory import on_disk

ROOT = Path(__file__).parents[2]
TOOLS = ("mmdebstrap", "unshare", "ip", "dpkg-deb", "apt-ftparchive", "gpg")
MISSING = [tool for tool in TOOLS if not shutil.which(tool)]
ROLES = ("clock", "table", "host", "packages")
"""A display cannot be installed beside a table, and its browser is large: its unit is tested without a system."""

pytestmark = [
    pytest.mark.nightly,
    pytest.mark.long(600),
    pytest.mark.skipif(os.geteuid() != 0, reason="a Debian system can be made only by root"),
    pytest.mark.skipif(bool(MISSING), reason=f"not installed here: {', '.join(MISSING)}"),
]

BOX = """
lower=$1 upper=$2 work=$3 at=$4 public=$5
ip link set lo up
mount -t overlay -o "lowerdir=$lower,upperdir=$upper,workdir=$work" kiosk "$at"
mount -t proc proc "$at/proc"
mount -t devpts -o newinstance,ptmxmode=0666 devpts "$at/dev/pts"
ln -sfn pts/ptmx "$at/dev/ptmx"
(cd "$public" && exec /usr/bin/python3 -I -m http.server 8081 --bind 127.0.0.1 >/dev/null 2>&1) &
until /usr/bin/python3 -c 'import socket; socket.create_connection(("127.0.0.1", 8081))' 2>/dev/null; do sleep 0.1; done
exec chroot "$at" /bin/sh -eu -c "$6"
"""


@dataclass(frozen=True, slots=True)
class System:
    """A Debian system as layers of folders. Commands change only the top layer."""

    layers: tuple[Path, ...]
    folder: Path
    public: Path

    def run(self, script: str) -> str:
        """The output of a shell script in the system, run by root."""
        for name in ("upper", "work", "at"):
            (self.folder / name).mkdir(parents=True, exist_ok=True)
        lower = ":".join(str(layer) for layer in self.layers)
        paths = [lower, *(str(self.folder / name) for name in ("upper", "work", "at")), str(self.public)]
        box = ["unshare", "--net", "--mount", "--pid", "--fork", "--kill-child", "/bin/sh", "-euc", BOX, "box", *paths]
        done = subprocess.run(
            [*box, script], capture_output=True, text=True, check=False, timeout=900,
            env={"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C.UTF-8",
                 "DEBIAN_FRONTEND": "noninteractive", "QT_QPA_PLATFORM": "offscreen", "HOME": "/root"},
        )  # fmt: skip
        assert done.returncode == 0, f"{script}\n{done.stdout[-4000:]}\n{done.stderr[-4000:]}"
        return done.stdout + done.stderr

    def copy(self, folder: Path) -> "System":
        """A system that begins as this one is now."""
        return System((self.folder / "upper", *self.layers), folder, self.public)


def run(*command: str | Path, **environment: str) -> str:
    """The output of a command on this machine."""
    done = subprocess.run(
        [str(part) for part in command], env={**os.environ, **environment},
        capture_output=True, text=True, check=False, timeout=1800,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-4000:]
    return done.stdout


@dataclass(frozen=True, slots=True)
class Room:
    """A Debian release, a repository with two versions of all packages, and a system with the first one."""

    release: str
    installed: System
    said: str

    @property
    def first(self) -> str:
        return self.version(1)

    @property
    def second(self) -> str:
        return self.version(2)

    def version(self, revision: int) -> str:
        found = re.search(r'^version = "(.*)"$', (ROOT / "pyproject.toml").read_text(), re.MULTILINE)
        assert found
        return f"{found[1]}-{revision}~deb{({'bookworm': 12, 'trixie': 13})[self.release]}"


@pytest.fixture(scope="module")
def packages() -> Iterator[Path]:
    """A folder on disk, because its files are too large for memory."""
    with TemporaryDirectory(prefix="kiosk-packages-", dir=on_disk(), ignore_cleanup_errors=True) as folder:
        yield Path(folder)


@pytest.fixture
def tmp_path(packages) -> Iterator[Path]:
    """A folder there, for one test."""
    with TemporaryDirectory(dir=packages, ignore_cleanup_errors=True) as folder:
        yield Path(folder)


@pytest.fixture(scope="module", params=["bookworm", "trixie"])
def room(request, packages) -> Iterator[Room]:
    release = request.param
    folder = packages / release
    folder.mkdir()
    clean = folder / "clean"
    made = subprocess.run(
        ["mmdebstrap", "--quiet", "--variant=apt", release, str(clean)],
        capture_output=True, text=True, check=False, timeout=1800,
    )  # fmt: skip
    if made.returncode:
        pytest.skip(f"no Debian system can be made here: {made.stderr.strip()[-300:]}")
    repository = {"KIOSK_PACKAGES": str(folder / "repository")}
    for revision in ("1", "2"):
        run(ROOT / "deploy/debian/build.sh", release, "--revision", revision, "--to", folder / "dist")
    first = sorted((folder / "dist").glob("*-1~deb*.deb"))
    run(ROOT / "deploy/kiosk-packages.sh", "add", *first, **repository)
    needed = [f"kiosk-{role}" for role in ROLES]
    run(ROOT / "deploy/kiosk-packages.sh", "add-debian", release, *needed, "python3-venv", **repository)
    (clean / "etc/apt/sources.list").unlink(missing_ok=True)
    sources = run(ROOT / "deploy/kiosk-packages.sh", "sources", release, "http://127.0.0.1:8081", **repository)
    (clean / "etc/apt/sources.list.d/kiosk.sources").write_text(sources)
    installed = System((clean,), folder / "installed", folder / "repository/public")
    said = installed.run(f"apt-get -q update; apt-get -qy install --no-install-recommends {' '.join(needed)}")
    run(ROOT / "deploy/kiosk-packages.sh", "add", *(folder / "dist").glob("*-2~deb*.deb"), **repository)
    yield Room(release, installed, said)
    shutil.rmtree(folder)


@pytest.fixture
def system(room, tmp_path) -> Iterator[System]:
    """A system with all roles installed."""
    yield room.installed.copy(tmp_path / "system")
    shutil.rmtree(tmp_path / "system", ignore_errors=True)


def test_the_packages_install_without_a_network_and_say_the_next_steps(room, system):
    assert "kiosk-clock: write down the recovery code" in room.said
    assert system.run("kiosk --version").startswith("kiosk ")
    assert "director_key" in system.run("cat /etc/kiosk/clock.toml")
    enabled = system.run("ls /etc/systemd/system/*.wants")
    assert {f"kiosk-{role}.service" for role in ROLES} <= {*enabled.split()}
    assert system.run("readlink /opt/kiosk/current").strip().endswith(room.first.split("~")[0])


@pytest.mark.parametrize("role", ROLES)
def test_the_units_are_understood_and_score_below_2(system, role):
    verified = system.run(f"systemd-analyze verify --man=no kiosk-{role}.service 2>&1")
    assert [line for line in verified.splitlines() if "kiosk-" in line] == []
    system.run(f"systemd-analyze security --offline=yes --threshold=19 kiosk-{role}.service")


def test_the_environment_lacks_no_library_and_is_complete_for_both_programs(system):
    """The wheels bring most libraries, and the packages depend on the others."""
    missing = system.run("find /opt/kiosk/current/ -name '*.so*' -exec ldd {} + 2>/dev/null | grep 'not found' || true")
    assert sorted({*missing.splitlines()}) == []
    system.run("/opt/kiosk/current/bin/python3 -c 'import kiosk.clock.web.app, kiosk.table.program.window, psycopg'")
    assert "FAIL" not in system.run("kiosk doctor")


SETTINGS = """
table = 1
journal = "/var/lib/kiosk/table.journal"
clock = "ws://127.0.0.1:8080"
token = "a secret of table 1"
"""
CLOCK = """
database = "/var/lib/kiosk-clock/clock.db"
host = "127.0.0.1"
port = 8080
director_key = "a secret of the room"
tables = [{ table = 1, token = "a secret of table 1" }]
"""
TOURNAMENT = "room create Evening --structure demo; room open 1; room enter Ana Bo Cyd; room draw; room start"
WITH_CLOCK = r"""
cat >/etc/kiosk/clock.toml <<'END'
{clock}
END
cat >/etc/kiosk/table.toml <<'END'
{table}
END
install -d -o kiosk-clock -g kiosk-clock -m 750 /var/lib/kiosk-clock
install -d -o kiosk -g kiosk -m 750 /var/lib/kiosk
export HOME=/tmp
clock() {{
    setpriv --reuid kiosk-clock --regid kiosk-clock --init-groups \
        kiosk clock --settings /etc/kiosk/clock.toml >/tmp/clock.log 2>&1 &
    clock=$!
    for _ in $(seq 600); do
        ! /opt/kiosk/current/bin/python3 -c 'import urllib.request
urllib.request.urlopen("http://127.0.0.1:8080/healthz", timeout=2)' 2>/dev/null || return 0
        sleep 0.2
    done
    cat /tmp/clock.log
    return 1
}}
no_clock() {{ kill "$clock"; wait "$clock" || true; }}
room() {{ kiosk room --settings /etc/kiosk/clock.toml "$@"; }}
as_table="setpriv --reuid kiosk --regid kiosk --init-groups /opt/kiosk/current/bin/python3 /tmp/hands_at_a_table.py"
hands() {{ $as_table /etc/kiosk/table.toml "$1" 300 2>&1; }}
sent() {{ # until the clock has a number of hands
    $as_table /etc/kiosk/table.toml 0 300 >/tmp/table.log 2>&1 & table=$!
    for _ in $(seq 300); do
        ! room --json show | grep -q "\"hand\":$1," || break
        sleep 0.2
    done
    kill "$table"
    room --json show
    echo
}}
"""


def evening(script: str) -> str:
    """A script with a clock and a table of the installed program."""
    program = (Path(__file__).parent / "hands_at_a_table.py").read_text()
    write = f"cat >/tmp/hands_at_a_table.py <<'END'\n{program}\nEND\n"
    return WITH_CLOCK.format(clock=CLOCK, table=SETTINGS) + write + script


def hands_at_the_clock(said: str) -> int:
    """The number of the last hand of table 1, from `kiosk room show`."""
    found = re.findall(r'"hand":(\d+)', said)
    assert found, said
    return int(found[-1])


def test_an_upgrade_and_a_rollback_keep_hands_that_the_clock_has_not_seen(room, system):
    """The table plays on without its clock, on the first version. The second one sends the hands. So does the first
    one again, with hands played on the second.
    """
    begun = system.run(evening(f"clock; {TOURNAMENT}; hands 2; room --json show; echo; no_clock; hands 5"))
    assert re.findall(r"^hands (\d+)", begun, re.MULTILINE) == ["2", "5"]
    assert hands_at_the_clock(begun) == 2

    system.run("apt-get -q update; apt-get -qy upgrade; kiosk --version")
    assert room.second in system.run("dpkg-query --show kiosk-table")
    upgraded = system.run(evening("clock; sent 5; no_clock; hands 8"))
    assert hands_at_the_clock(upgraded) == 5
    assert "hands 8" in upgraded

    back = " ".join(f"kiosk-{name}={room.first}" for name in ("program", "program-table", *ROLES))
    system.run(f"apt-get -qy --allow-downgrades install {back}")
    assert system.run("readlink /opt/kiosk/current").strip().endswith(room.first.split("~")[0])
    rolled_back = system.run(evening("clock; sent 8; no_clock"))
    assert hands_at_the_clock(rolled_back) == 8


def test_a_table_is_updated_as_its_screen_requests(room, system):
    """The screen requests a version that two revisions of the packages have: the newer revision is installed."""
    said = system.run(
        "systemd-analyze verify --man=no kiosk-update.service kiosk-update.path 2>&1; "
        "mkdir /run/kiosk-update /run/kiosk-updated; kiosk --version | cut -d ' ' -f 2 >/run/kiosk-update/request; "
        "kiosk-update; cat /run/kiosk-updated/result; test ! -e /run/kiosk-update/request"
    )
    assert said.splitlines()[-1] == "installed"
    assert room.second in system.run("dpkg-query --show kiosk-table")
    assert system.run("readlink /opt/kiosk/current").strip().endswith(room.second.split("~")[0])


def test_the_previous_release_stays_for_a_rollback_without_a_repository(room, system):
    system.run("apt-get -q update; apt-get -qy upgrade")
    releases = {version.split("~")[0] for version in (room.first, room.second)}
    assert {*system.run("ls /opt/kiosk/releases").split()} == releases
    first = room.first.split("~")[0]
    system.run(
        f"ln -sfn /opt/kiosk/releases/{first} /opt/kiosk/current; kiosk --version; kiosk clock --help >/dev/null"
    )


def test_removing_keeps_settings_and_records_and_purging_keeps_the_records_and_says_so(system):
    system.run(evening(f"clock; {TOURNAMENT}; hands 1; no_clock"))
    mine = " ".join(f"kiosk-{name}" for name in ("program", "program-table", *ROLES))
    system.run(f"apt-get -qy remove {mine}")
    kept = {*system.run("ls -d /etc/kiosk/* /var/lib/kiosk*").split()}
    assert {"/etc/kiosk/clock.toml", "/etc/kiosk/table.toml", "/var/lib/kiosk", "/var/lib/kiosk-clock"} <= kept

    said = system.run(f"apt-get -qy purge {mine}")
    assert "kept: the records in /var/lib/kiosk-clock and their user kiosk-clock" in said
    assert "kept: the records in /var/lib/kiosk and their user kiosk;" in said
    others = r"\( -path /proc -o -path /tmp -o -path /var/lib/apt -o -path /var/cache/apt -o -path /etc/apt \)"
    left = system.run(f"find / -xdev {others} -prune -o -name '*kiosk*' -print -prune")
    assert {*left.split()} == {"/var/lib/kiosk", "/var/lib/kiosk-clock"}
    accounts = system.run("cut -d : -f 1 /etc/passwd | grep kiosk")
    assert {*accounts.split()} == {"kiosk", "kiosk-clock"}


def test_a_display_takes_the_place_of_a_table(room, system):
    """Chromium is left out: it is larger than everything else, and starts nothing here."""
    (package,) = (room.installed.public / room.release).glob("kiosk-display_*-1~deb*.deb")
    (system.folder / "upper/root").mkdir(parents=True)
    shutil.copy(package, system.folder / "upper/root/display.deb")
    system.run("apt-get -qy remove kiosk-table; dpkg --force-depends --install /root/display.deb")
    enabled = system.run("ls /etc/systemd/system/graphical.target.wants; id kiosk-display; cat /etc/kiosk/display.env")
    assert "kiosk-display.service" in enabled
    assert "KIOSK_DISPLAY=http" in enabled
    system.run("dpkg --purge kiosk-display; ! id kiosk-display 2>/dev/null; test ! -e /etc/kiosk/display.env")


def with_checkout(system: System) -> None:
    """Copy what the installer needs of this checkout into a system."""
    at = system.folder / "upper/root/checkout"
    for name in ("deploy", "engine", "hardware", "kiosk", "ui"):
        shutil.copytree(ROOT / name, at / name, ignore=shutil.ignore_patterns("__pycache__", "data"))
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE", "requirements.lock"):
        shutil.copy(ROOT / name, at)


def test_the_installer_takes_the_packages_of_a_folder_and_replaces_what_it_installed(room, tmp_path):
    """The folder is a copy of the room's repository, which also has Debian's packages."""
    system = System((room.installed.layers[-1],), tmp_path / "system", room.installed.public)
    with_checkout(system)
    shutil.copytree(room.installed.public / room.release, system.folder / "upper/media/stick")
    old = system.folder / "upper/etc/systemd/system/kiosk-clock.service"
    old.parent.mkdir(parents=True)
    shutil.copy(ROOT / "deploy/kiosk-clock.service", old)
    said = system.run(
        "apt-get -q update; apt-get -qy install --no-install-recommends systemd; "
        "rm -r /etc/apt/sources.list.d /var/lib/apt/lists; /root/checkout/deploy/install.sh --from /media/stick clock"
    )
    assert "settings and records stay" in said
    assert room.second in system.run("dpkg-query --show kiosk-clock; test ! -e /etc/systemd/system/kiosk-clock.service")
    assert system.run("kiosk --version").startswith("kiosk ")
    shutil.rmtree(system.folder)


def test_the_installer_installs_from_a_wheelhouse_without_a_network(room, tmp_path):
    system = System((room.installed.layers[-1],), tmp_path / "system", room.installed.public)
    with_checkout(system)
    run(ROOT / "deploy/wheelhouse.sh", room.release, "--to", system.folder / "upper/media/stick")
    system.run(
        "apt-get -q update; apt-get -qy install --no-install-recommends passwd python3-venv systemd; "
        "rm -r /etc/apt/sources.list.d /var/lib/apt/lists; /root/checkout/deploy/install.sh --from /media/stick clock; "
        "kiosk --version; kiosk clock --help"
    )
    shutil.rmtree(system.folder)
