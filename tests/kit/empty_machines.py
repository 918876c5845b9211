"""Machines on which nobody has installed anything yet: an account with an empty home, and a new Debian system."""

import os
import re
import shlex
import shutil
import subprocess
from abc import ABC, abstractmethod
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.kit.terminal import Terminal

ROOT = Path(__file__).parents[2]
SPY = ROOT / "tests" / "kit" / "spy"
NETWORK = re.compile(r"(?i)(pip|uv|ssl)_|\w*proxy$")
"""The environment variables that can name a package mirror."""
INSTALLS_S = 3600
AN_ACCOUNT = ["unshare", "--user", "--map-user=1000", "--map-group=1000"]
"""Runs a program as an ordinary account, even if root starts it."""
RELEASE = "bookworm"
BOX = """
lower=$1 upper=$2 work=$3 at=$4 spied=$5
mount -t overlay -o "lowerdir=$lower,upperdir=$upper,workdir=$work" kiosk "$at"
mount -t proc proc "$at/proc"
mount -t devpts -o newinstance,ptmxmode=0666 devpts "$at/dev/pts"
ln -sfn pts/ptmx "$at/dev/ptmx"
mount --bind "$spied" "$at/mnt"
exec chroot "$at" /bin/sh -euc "$6"
"""
CHECKOUT = "/root/checkout"
WHEELS = "/media/wheels"
INCLUDED = "passwd,sudo,systemd"
"""Packages that every real Debian machine has. The smallest system of mmdebstrap lacks them."""


class EmptyMachine(ABC):
    """A machine with a fresh clone of this repository. Programs run on it in terminal windows."""

    spied: Path
    """The folder of the sockets at which a table's program answers a test (`tests/kit/spy`)."""

    @abstractmethod
    def open(self, command: tuple[str, ...]) -> Terminal:
        """Run a command in a new terminal window, in the clone."""

    def run(self, command: tuple[str, ...], *questions: Mapping[str, str]) -> str:
        """The output of a command, once it has ended. There is one mapping for each question that it asks. The keys are
        patterns. The value of the one that matches the question is typed as the answer. The test is skipped if there is
        no network."""
        window = self.open(command)
        for answers in questions:
            asked = window.see("|".join(f"({pattern}): $" for pattern in answers), INSTALLS_S)
            window.type(list(answers.values())[(asked.lastindex or 1) - 1])
        code = window.wait(INSTALLS_S)
        if "no package mirror responds" in window.text:
            pytest.skip("needs a package mirror")
        assert code == 0, window.text
        return window.text


class Account(EmptyMachine):
    """An account with an empty home, and a fresh clone of this repository."""

    def __init__(self, folder: Path) -> None:
        self.home, self.clone, self.spied = folder / "home", folder / "clone", folder / "spied"
        for each in (self.home, self.spied):
            each.mkdir()
        subprocess.run(["git", "clone", "--quiet", str(ROOT), str(self.clone)], check=True, timeout=600)
        shown = {name: text for name, text in os.environ.items() if NETWORK.match(name)}
        self._environment = {
            **shown, "PATH": os.environ["PATH"], "HOME": str(self.home), "LANG": "C.UTF-8", "TERM": "xterm",
            "TMPDIR": str(folder), "KIOSK_SPY": str(self.spied), "PYTHONPATH": f"{SPY}:{self.clone}",
        }  # fmt: skip
        own = next(filter(Path.exists, (Path.home() / one for one in (".config/pip/pip.conf", ".pip/pip.conf"))), None)
        if own:
            self._environment.setdefault("PIP_CONFIG_FILE", str(own))

    def open(self, command: tuple[str, ...]) -> Terminal:
        """Run a command in a new terminal window, in the clone."""
        account = AN_ACCOUNT if os.geteuid() == 0 else []
        return Terminal([*account, *command], self.clone, self._environment)

    @property
    def settings(self) -> Path:
        return self.home / ".config" / "kiosk"


def missing_for_debian() -> str:
    """The missing tools or rights for making a Debian system, in one line. Empty if nothing is missing."""
    tools = [tool for tool in ("mmdebstrap", "unshare", "setpriv") if not shutil.which(tool)]
    return ", ".join(([] if os.geteuid() == 0 else ["root"]) + tools)


def clean_debian(folder: Path) -> tuple[Path, ...]:
    """The layers of a Debian system with a fresh clone of this repository, and with the wheels that pip installs."""
    clean, more = folder / "clean", folder / "more"
    made = subprocess.run(
        ["mmdebstrap", "--quiet", "--variant=apt", f"--include={INCLUDED}", RELEASE, str(clean)],
        capture_output=True, text=True, check=False, timeout=INSTALLS_S,
    )  # fmt: skip
    if made.returncode:
        pytest.skip(f"no Debian system can be made here: {made.stderr.strip()[-300:]}")
    for name in ("root", "etc/dpkg/dpkg.cfg.d", "media", "spy/tests/kit"):
        (more / name).mkdir(parents=True)
    subprocess.run(["git", "clone", "--quiet", str(ROOT), f"{more}{CHECKOUT}"], check=True, timeout=600)
    fetched = subprocess.run(
        [str(ROOT / "deploy" / "wheelhouse.sh"), RELEASE, "--to", f"{more}{WHEELS}"],
        capture_output=True, text=True, check=False, timeout=INSTALLS_S,
    )  # fmt: skip
    if fetched.returncode:
        pytest.skip(f"no package mirror: {fetched.stderr.strip()[-300:]}")
    (more / "etc/pip.conf").write_text(f"[global]\nno-index = true\nfind-links = {WHEELS}\n")
    (more / "etc/dpkg/dpkg.cfg.d/unsafe").write_text("force-unsafe-io\n")  # it is deleted after the test anyway
    shutil.copy("/etc/resolv.conf", more / "etc")
    shutil.copy(SPY / "sitecustomize.py", more / "spy")
    shutil.copy(ROOT / "tests/kit/spied_dealer.py", more / "spy/tests/kit")
    return more, clean


class DebianMachine(EmptyMachine):
    """A Debian system in layers of folders, on the network of this machine. Commands run as root, one at a time, and
    change only the top layer."""

    def __init__(self, folder: Path, layers: tuple[Path, ...]) -> None:
        self._folder, self._layers = folder, layers
        self.spied, self.settings = folder / "spied", folder / "upper/etc/kiosk"
        for name in ("upper", "work", "at", "spied"):
            (folder / name).mkdir(parents=True)
        self.spied.chmod(0o777)  # the table's account writes there

    def copy(self, folder: Path) -> "DebianMachine":
        """A new machine that starts from this one's current state."""
        return DebianMachine(folder, (self._folder / "upper", *self._layers))

    def open(self, command: tuple[str, ...]) -> Terminal:
        lower = ":".join(str(layer) for layer in self._layers)
        places = [lower, *(str(self._folder / name) for name in ("upper", "work", "at", "spied"))]
        box = ["unshare", "--mount", "--pid", "--fork", "--kill-child", "/bin/sh", "-euc", BOX, "box", *places]
        script = f"cd {CHECKOUT}; exec {shlex.join(command)}"
        environment = {
            "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "LANG": "C.UTF-8", "TERM": "xterm",
            "HOME": "/root", "QT_QPA_PLATFORM": "offscreen", "KIOSK_SPY": "/mnt/table", "PYTHONPATH": "/spy",
        }  # fmt: skip
        return Terminal([*box, script], self._folder, environment)

    def service(self, role: str) -> Terminal:
        """Start the program of an installed service under the service's account. A table's program runs without cage,
        because there is no screen."""
        units = (one / f"etc/systemd/system/kiosk-{role}.service" for one in (self._folder / "upper", *self._layers))
        unit = next(filter(Path.exists, units)).read_text("utf-8")
        start, user, state = (
            re.findall(rf"^{name}=(.*)$", unit, re.MULTILINE)[0] for name in ("ExecStart", "User", "StateDirectory")
        )
        home = f"/var/lib/{state}"
        as_user = f"exec setpriv --reuid {user} --regid {user} --init-groups {start.removeprefix('/usr/bin/cage -- ')}"
        script = f"install -d -o {user} -g {user} -m 750 {home}; cd {home}; export HOME={home}; {as_user}"
        return self.open(("/bin/sh", "-euc", script))
