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
from typing import NamedTuple

import pytest

from tests.kit.in_memory import on_disk

ROOT = Path(__file__).parents[2]
TOOLS = ("mmdebstrap", "unshare", "ip", "dpkg-deb", "apt-ftparchive", "gpg")
MISSING = [tool for tool in TOOLS if not shutil.which(tool)]
RELEASE = "v0.9.0"
"""The last release. An update to this checkout begins from its packages, if this checkout has another version."""
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


class Installed(NamedTuple):
    """A system in which packages were installed, and the output of apt."""

    system: System
    said: str


def run(*command: str | Path, **environment: str) -> str:
    """The output of a command on this machine."""
    done = subprocess.run(
        [str(part) for part in command], env={**os.environ, **environment},
        capture_output=True, text=True, check=False, timeout=1800,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-4000:]
    return done.stdout


@dataclass(frozen=True, slots=True)
class Build:
    """All packages of one version for a Debian release, from a folder with the program's source."""

    release: str
    source: Path
    revision: int
    folder: Path

    @property
    def program(self) -> str:
        """The version that the program reports."""
        found = re.search(r'^version = "(.*)"$', (self.source / "pyproject.toml").read_text(), re.MULTILINE)
        assert found
        return found[1]

    @property
    def folder_of_release(self) -> str:
        """The name of its folder in `/opt/kiosk/releases`."""
        return f"{self.program}-{self.revision}"

    @property
    def debian(self) -> str:
        return f"{self.folder_of_release}~deb{({'bookworm': 12, 'trixie': 13})[self.release]}"

    def make(self) -> "Build":
        script = self.source / "deploy/debian/build.sh"
        run(script, self.release, "--revision", str(self.revision), "--to", self.folder)
        return self

    @property
    def files(self) -> list[Path]:
        return sorted(self.folder.glob("*.deb"))


@dataclass(frozen=True, slots=True)
class Room:
    """A clean system, and a repository with two versions of all packages."""

    clean: Path
    public: Path
    before: Build
    after: Build

    def installed(self, build: Build, folder: Path) -> Installed:
        """A system in a new folder, with all roles of one version."""
        system = System((self.clean,), folder, self.public)
        return Installed(
            system,
            system.run(f"apt-get -q update; apt-get -qy install --no-install-recommends {of_version(build)}"),
        )


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
def release(request):
    """A release of Debian."""
    return request.param


@pytest.fixture(scope="module")
def folder(release, packages) -> Iterator[Path]:
    there = packages / release
    there.mkdir()
    yield there
    shutil.rmtree(there)


@pytest.fixture(scope="module")
def clean(release, folder):
    """A Debian system without anything of ours."""
    at = folder / "clean"
    made = subprocess.run(
        ["mmdebstrap", "--quiet", "--variant=apt", release, str(at)],
        capture_output=True, text=True, check=False, timeout=1800,
    )  # fmt: skip
    if made.returncode:
        pytest.skip(f"no Debian system can be made here: {made.stderr.strip()[-300:]}")
    return at


def why_no_release() -> str:
    """Why the first packages cannot be those of the last release, or an empty string if they can."""
    if subprocess.run(["git", "-C", str(ROOT), "rev-parse", "-q", "--verify", f"refs/tags/{RELEASE}"], check=False,
                      capture_output=True).returncode:  # fmt: skip
        return f"this checkout does not have the tag {RELEASE}"
    own = Build("bookworm", ROOT, 1, ROOT).program
    return "" if f"v{own}" != RELEASE else f"this checkout has the version of {RELEASE}"


@pytest.fixture(scope="module")
def before(release, folder) -> Build:
    """The packages that are installed first: those of the last release, or else the first revision of this version."""
    if why_no_release():
        return Build(release, ROOT, 1, folder / "before").make()
    source = folder / "source"
    source.mkdir()
    run("git", "-C", ROOT, "archive", "--output", folder / "source.tar", RELEASE)
    run("tar", "--extract", "--directory", source, "--file", folder / "source.tar")
    return Build(release, source, 1, folder / "before").make()


@pytest.fixture(scope="module")
def after(release, folder) -> Build:
    """The packages of this checkout, to which the others are updated."""
    return Build(release, ROOT, 2 if why_no_release() else 1, folder / "after").make()


@pytest.fixture(scope="module")
def room(release, folder, clean, before, after) -> Room:
    repository = {"KIOSK_PACKAGES": str(folder / "repository")}
    run(ROOT / "deploy/kiosk-packages.sh", "add", *before.files, *after.files, **repository)
    needed = [f"kiosk-{role}" for role in ROLES]
    run(ROOT / "deploy/kiosk-packages.sh", "add-debian", release, *needed, "python3-venv", **repository)
    (clean / "etc/apt/sources.list").unlink(missing_ok=True)
    sources = run(ROOT / "deploy/kiosk-packages.sh", "sources", release, "http://127.0.0.1:8081", **repository)
    (clean / "etc/apt/sources.list.d/kiosk.sources").write_text(sources)
    return Room(clean, folder / "repository/public", before, after)


@pytest.fixture(scope="module")
def fresh(room: Room, folder: Path) -> Installed:
    return room.installed(room.after, folder / "fresh")


@pytest.fixture(scope="module")
def old(room: Room, folder: Path) -> Installed:
    return room.installed(room.before, folder / "old")


def of_version(build: Build) -> str:
    """The arguments with which apt installs all roles of one version."""
    return " ".join(f"kiosk-{name}={build.debian}" for name in ("program", "program-table", *ROLES))


@pytest.fixture
def system(fresh, tmp_path) -> Iterator[System]:
    """A system with all roles of this version."""
    yield fresh.system.copy(tmp_path / "system")
    shutil.rmtree(tmp_path / "system", ignore_errors=True)


@pytest.fixture
def old_system(old, tmp_path) -> Iterator[System]:
    """A system with all roles of the previous version."""
    yield old.system.copy(tmp_path / "system")
    shutil.rmtree(tmp_path / "system", ignore_errors=True)


# The next three tests come first, because the fixtures that they need take most of the time.


def test_a_clean_system_has_nothing_of_this_program(clean):
    found = {path.name for place in ("etc", "opt", "usr/bin", "var/lib") for path in (clean / place).iterdir()}
    assert {name for name in found if "kiosk" in name} == set()
    assert "kiosk" not in (clean / "etc/passwd").read_text()


PACKAGES = ("program", "program-table", *ROLES, "display")


def test_all_packages_of_this_version_are_built(after):
    assert {path.name.rsplit("_", 1)[0] for path in after.files} == {
        f"kiosk-{name}_{after.debian}" for name in PACKAGES
    }


def test_an_update_begins_from_the_last_release(before):
    assert {path.name.split("_")[0] for path in before.files} == {f"kiosk-{name}" for name in PACKAGES}
    if why := why_no_release():
        pytest.skip(f"{why}: the first packages are another revision of the same version")
    assert f"v{before.program}" == RELEASE


def test_the_packages_install_without_a_network_and_say_the_next_steps(after, fresh, system):
    assert "kiosk-clock: write down the recovery code" in fresh.said
    assert "sudo kiosk setup table --ask" in fresh.said
    assert system.run("kiosk --version").startswith("kiosk ")
    assert "director_key" in system.run("cat /etc/kiosk/clock.toml")
    enabled = system.run("ls /etc/systemd/system/*.wants")
    assert {f"kiosk-{role}.service" for role in ROLES} <= {*enabled.split()}
    assert system.run("readlink /opt/kiosk/current").strip().endswith(f"/{after.folder_of_release}")


def test_each_account_can_read_the_settings_of_its_own_service_and_no_other(system):
    owners = system.run("stat --format '%n %U:%G %a' /etc/kiosk/*.toml")
    assert {*owners.splitlines()} >= {
        "/etc/kiosk/clock.toml root:kiosk-clock 640",
        "/etc/kiosk/table.toml root:kiosk 640",
    }
    for role, account in (("clock", "kiosk-clock"), ("table", "kiosk")):
        system.run(f"setpriv --reuid {account} --regid {account} --init-groups cat /etc/kiosk/{role}.toml")


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
    failed = [line for line in system.run("kiosk doctor || true").splitlines() if line.startswith("FAIL")]
    assert [line for line in failed if "is not paired with its clock yet" not in line] == []


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


def evening(build: Build, script: str) -> str:
    """A script with a clock and a table of the program, which must be installed from this build."""
    program = (build.source / "tests/packages/hands_at_a_table.py").read_text()
    write = f"cat >/tmp/hands_at_a_table.py <<'END'\n{program}\nEND\n"
    return WITH_CLOCK.format(clock=CLOCK, table=SETTINGS) + write + script


def hands_at_the_clock(said: str) -> int:
    """The number of the last hand of table 1, from `kiosk room show`."""
    found = re.findall(r'"hand":(\d+)', said)
    assert found, said
    return int(found[-1])


def test_an_upgrade_and_a_rollback_keep_hands_that_the_clock_has_not_seen(room, old_system):
    """The table plays on without its clock, on the first version. The second one sends the hands. So does the first
    one again, with hands played on the second.
    """
    begun = old_system.run(
        evening(room.before, f"clock; {TOURNAMENT}; hands 2; room --json show; echo; no_clock; hands 5")
    )
    assert re.findall(r"^hands (\d+)", begun, re.MULTILINE) == ["2", "5"]
    assert hands_at_the_clock(begun) == 2

    old_system.run("apt-get -q update; apt-get -qy upgrade; kiosk --version")
    assert room.after.debian in old_system.run("dpkg-query --show kiosk-table")
    upgraded = old_system.run(evening(room.after, "clock; sent 5; no_clock; hands 8"))
    assert hands_at_the_clock(upgraded) == 5
    assert "hands 8" in upgraded

    old_system.run(f"apt-get -qy --allow-downgrades install {of_version(room.before)}")
    assert old_system.run("readlink /opt/kiosk/current").strip().endswith(f"/{room.before.folder_of_release}")
    assert old_system.run("dpkg --verify kiosk-clock kiosk-table kiosk-host") == ""  # no file is missing
    rolled_back = old_system.run(evening(room.before, "clock; sent 8; no_clock"))
    assert hands_at_the_clock(rolled_back) == 8


@pytest.mark.parametrize("name", ["kiosk-update", "kiosk-host-update"])
def test_a_table_or_a_host_is_updated_as_its_screen_requests(room, old_system, name):
    """If two revisions of the packages have the version that the screen requests, the newer revision is installed. A
    system without the command is upgraded and switched back by hand, which the command undoes.
    """
    if not old_system.run(f"command -v {name} || true"):
        previous = f"/opt/kiosk/releases/{room.before.folder_of_release}"
        old_system.run(f"apt-get -q update; apt-get -qy upgrade; ln -sfn {previous} /opt/kiosk/current")
    said = old_system.run(
        f"systemd-analyze verify --man=no {name}.service {name}.path 2>&1; "
        f"mkdir /run/{name} /run/{name}d; echo {room.after.program} >/run/{name}/request; "
        f"{name}; cat /run/{name}d/result; test ! -e /run/{name}/request"
    )
    assert said.splitlines()[-1] == "installed"
    assert room.after.debian in old_system.run("dpkg-query --show kiosk-table")
    assert old_system.run("readlink /opt/kiosk/current").strip().endswith(f"/{room.after.folder_of_release}")


def test_the_previous_release_stays_for_a_rollback_without_a_repository(room, old_system):
    old_system.run("apt-get -q update; apt-get -qy upgrade")
    releases = {room.before.folder_of_release, room.after.folder_of_release}
    assert {*old_system.run("ls /opt/kiosk/releases").split()} == releases
    first = room.before.folder_of_release
    old_system.run(
        f"ln -sfn /opt/kiosk/releases/{first} /opt/kiosk/current; kiosk --version; kiosk clock --help >/dev/null"
    )


def test_removing_keeps_settings_and_records_and_purging_keeps_the_records_and_says_so(room, old_system):
    """This is also true after an update, which keeps the previous release."""
    old_system.run("apt-get -q update; apt-get -qy upgrade")
    old_system.run(evening(room.after, f"clock; {TOURNAMENT}; hands 1; no_clock"))
    mine = " ".join(f"kiosk-{name}" for name in ("program", "program-table", *ROLES))
    old_system.run(f"apt-get -qy remove {mine}")
    kept = {*old_system.run("ls -d /etc/kiosk/* /var/lib/kiosk*").split()}
    assert {"/etc/kiosk/clock.toml", "/etc/kiosk/table.toml", "/var/lib/kiosk", "/var/lib/kiosk-clock"} <= kept

    said = old_system.run(f"apt-get -qy purge {mine}")
    assert "kept: the records in /var/lib/kiosk-clock and their user kiosk-clock" in said
    assert "kept: the records in /var/lib/kiosk and their user kiosk;" in said
    others = r"\( -path /proc -o -path /tmp -o -path /var/lib/apt -o -path /var/cache/apt -o -path /etc/apt \)"
    left = old_system.run(f"find / -xdev {others} -prune -o -name '*kiosk*' -print -prune")
    assert {*left.split()} == {"/var/lib/kiosk", "/var/lib/kiosk-clock"}
    accounts = old_system.run("cut -d : -f 1 /etc/passwd | grep kiosk")
    assert {*accounts.split()} == {"kiosk", "kiosk-clock"}


def test_a_display_takes_the_place_of_a_table(after, system):
    """Chromium is left out: it is larger than everything else, and starts nothing here."""
    (package,) = after.folder.glob("kiosk-display_*.deb")
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


def test_the_installer_takes_the_packages_of_a_folder_and_replaces_what_it_installed(room, release, tmp_path):
    """The folder is a copy of the room's repository, which also has Debian's packages."""
    system = System((room.clean,), tmp_path / "system", room.public)
    with_checkout(system)
    shutil.copytree(room.public / release, system.folder / "upper/media/stick")
    unit = system.folder / "upper/etc/systemd/system/kiosk-clock.service"
    unit.parent.mkdir(parents=True)
    shutil.copy(ROOT / "deploy/kiosk-clock.service", unit)
    said = system.run(
        "apt-get -q update; apt-get -qy install --no-install-recommends systemd; "
        "rm -r /etc/apt/sources.list.d /var/lib/apt/lists; /root/checkout/deploy/install.sh --from /media/stick clock"
    )
    assert "settings and records stay" in said
    assert room.after.debian in system.run(
        "dpkg-query --show kiosk-clock; test ! -e /etc/systemd/system/kiosk-clock.service"
    )
    assert system.run("kiosk --version").startswith("kiosk ")
    shutil.rmtree(system.folder)


def test_the_installer_installs_from_a_wheelhouse_without_a_network_and_asks_at_a_terminal(room, release, tmp_path):
    """The answers: only its own machine can reach the clock, and its pages are in German."""
    system = System((room.clean,), tmp_path / "system", room.public)
    with_checkout(system)
    run(ROOT / "deploy/wheelhouse.sh", release, "--to", system.folder / "upper/media/stick")
    install = "/root/checkout/deploy/install.sh --from /media/stick clock"
    system.run(
        "apt-get -q update; apt-get -qy install --no-install-recommends passwd python3-venv systemd; "
        f"rm -r /etc/apt/sources.list.d /var/lib/apt/lists; printf 'no\\nde\\n' | script -qec '{install}' /dev/null; "
        "kiosk --version; kiosk clock --help"
    )
    settings = system.run("cat /etc/kiosk/clock.toml; stat --format '%U:%G %a' /etc/kiosk/clock.toml")
    assert 'host = "127.0.0.1"' in settings
    assert 'language = "de"' in settings
    assert "root:kiosk-clock 640" in settings
    shutil.rmtree(system.folder)
