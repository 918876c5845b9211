"""The lowest version of each package that `pyproject.toml` permits is enough. With all of them at once, every program
starts, and the tests that use each package pass.
"""

import os
import re
import subprocess
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.kit.in_memory import on_disk

pytestmark = [pytest.mark.nightly, pytest.mark.long(300)]

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
LOWEST = {
    found["name"]: found["lowest"]
    for lines in (PROJECT["dependencies"], *PROJECT["optional-dependencies"].values())
    for line in lines
    if (found := re.match(r"(?P<name>[\w-]+)\S*>=(?P<lowest>[\d.]+)", line))
}
TESTS = {
    "argon2-cffi": "kiosk/clock/access/test_table_pins.py",
    "cryptography": "kiosk/clock/tls/test_authority.py",
    "fastapi": "kiosk/clock/web/room/test_displays.py",
    "fonttools": "kiosk/clock/features/prints",
    "fpdf2": "kiosk/commands/test_sheet.py",
    "msgspec": "kiosk/protocol",
    "numpy": "hardware/recognition/test_pips.py",
    "onnxruntime": "hardware/recognition/test_pipeline.py",
    "opencv-python-headless": "hardware/camera/test_codes.py",
    "openpyxl": "kiosk/clock/features/imports",
    "packaging": "kiosk/protocol/test_versions.py",
    "prometheus-client": "kiosk/clock/web/room/test_metrics.py",
    "psycopg": "kiosk/clock/test_on_a_server.py",
    "pyserial": "hardware/serial/test_reader.py",
    "pyside6-essentials": "ui/dealer/test_screen.py",
    "segno": "kiosk/clock/web/tournament/test_prints.py",
    "shtab": "kiosk/test_cli.py",
    "tomli-w": "hardware/decks",
    "tzdata": "kiosk/test_zone.py",
    "uharfbuzz": "kiosk/clock/features/prints",
    "uvicorn": "room/test_readme.py",
    "websockets": "kiosk/table/link/test_client.py",
    "zeroconf": "kiosk/clock/test_announcing.py",
    "zxing-cpp": "kiosk/table/pairing/test_pairing.py",
}
"""For each package that the programs need, the tests of what they use it for."""
INSTALL = """
root=$1 tools=$1/.cache/uv me=test
. "$root/deploy/packages.sh"
need_uv
borrow_pip_connection
borrow_pip_indexes
"$tools/bin/uv" venv --quiet --python 3.11 "$2" || stop "there is no Python 3.11"
python=$2/bin/python
uv_pip install --python "$python" --resolution lowest-direct --all-extras --requirements "$3/pyproject.toml"
uv_pip install --python "$python" --no-deps --no-build-isolation "$3"
"""
NOT_HERE = re.compile("no package mirror responds|there is no Python 3.11|dns error|error sending request")
"""The errors on a machine without a network, or without the oldest Python."""
VERSIONS = "import sys; from importlib.metadata import version; print(*map(version, sys.argv[1:]))"
COMMANDS = "import importlib, kiosk.cli; [importlib.import_module(one.module) for one in kiosk.cli.COMMANDS.values()]"


class LowestVersions:
    """An environment with the lowest version of each package, and a clone of this repository."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._bin = folder, folder / "lowest" / "bin"
        self._clone = folder / "clone"
        self.fails = cache(self._fails)

    def install(self) -> None:
        """Make the environment. The test is skipped if this machine has no network or no Python 3.11."""
        subprocess.run(["git", "clone", "--quiet", str(ROOT), str(self._clone)], check=True, timeout=600)
        places = [str(ROOT), str(self._bin.parent), str(self._clone)]
        done = subprocess.run(
            ["/bin/sh", "-euc", INSTALL, "install", *places], capture_output=True, text=True, check=False, timeout=3600
        )
        if done.returncode and NOT_HERE.search(done.stderr):
            pytest.skip(f"needs a package mirror and Python 3.11: {done.stderr.strip()[-300:]}")
        assert done.returncode == 0, done.stderr

    def run(self, program: str, *words: str) -> subprocess.CompletedProcess[str]:
        """Run a program of the environment in a folder without our source code."""
        return self._run(self._folder, program, *words)

    def _fails(self, tests: str) -> str:
        """The output of a file or a folder of tests if one of them fails, or else an empty string. Each runs once."""
        done = self._run(self._clone, "python", "-m", "pytest", "-q", "-m", "not nightly", f"tests/{tests}")
        return done.stdout[-6000:] if done.returncode else ""

    def _run(self, folder: Path, program: str, *words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [str(self._bin / program), *words], capture_output=True, text=True, check=False, timeout=1800,
            cwd=folder, env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        )  # fmt: skip


@pytest.fixture(scope="module")
def lowest() -> Iterator[LowestVersions]:
    if not (ROOT / ".git").exists():
        pytest.skip("this folder is not a clone, so it cannot be cloned")
    with TemporaryDirectory(prefix="kiosk-lowest-", dir=on_disk(), ignore_cleanup_errors=True) as folder:
        made = LowestVersions(Path(folder))
        made.install()
        yield made


def test_each_package_of_the_programs_has_its_tests():
    of_tests = {re.split(r"[>=; ]", line)[0] for line in PROJECT["optional-dependencies"]["dev"]}
    assert LOWEST.keys() - of_tests == TESTS.keys()
    assert [tests for tests in TESTS.values() if not (ROOT / "tests" / tests).exists()] == []


def test_the_environment_has_the_lowest_versions(lowest):
    """No package needs a newer version of another one than `pyproject.toml` permits."""
    said = lowest.run("python", "-c", VERSIONS, *TESTS).stdout.split()
    wrong = {name: has for name, has in zip(TESTS, said, strict=True) if not f"{has}.".startswith(f"{LOWEST[name]}.")}
    assert wrong == {}


def test_every_program_starts(lowest):
    for program, *words in (
        ("kiosk", "--version"),
        ("python", "-c", COMMANDS),
        ("kiosk", "demo", "--headless", "--hands", "2"),
    ):
        done = lowest.run(program, *words)
        assert done.returncode == 0, (words, done.stderr)


@pytest.mark.parametrize("package", TESTS)
def test_the_lowest_version_is_enough_for(lowest, package):
    assert not (said := lowest.fails(TESTS[package])), f"{package} {LOWEST[package]}\n{said}"
