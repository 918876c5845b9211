"""The `dev` script on a machine that lacks something: one line names it and what to do."""

import os
import shutil
import socket
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
OLD = """#!/bin/sh
case $1 in
--version) echo "Python 3.9.2" ;;
*) exit 1 ;;
esac
"""


def sourced(commands, path, **environment):
    """The output of shell commands that follow the script's own functions."""
    script = f"root=$1 tools=$2 me=dev; . {ROOT}/deploy/packages.sh; {commands}"
    surroundings = {"PATH": path, "HOME": os.environ.get("HOME", "/"), **environment}
    shell = ["/bin/sh", "-c", script, "dev", str(ROOT), environment.get("TOOLS", "")]
    return subprocess.run(shell, capture_output=True, text=True, env=surroundings, check=False, timeout=600)


def tool(folder, name, text):
    """A program of the test's own in a folder."""
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(text)
    (folder / name).chmod(0o755)
    return folder


@pytest.fixture
def no_system_python(tmp_path):
    """The script without the system's own Python among its candidates."""
    copy = tmp_path / "packages.sh"
    copy.write_text((ROOT / "deploy" / "packages.sh").read_text().replace(" /usr/bin/python3;", ";"))
    return copy


def test_a_python_of_the_wrong_version_is_named(tmp_path, no_system_python):
    """The script asked for `python3`, which the machine already had."""
    bin_ = tool(tmp_path / "bin", "python3", OLD)
    script = f"me=dev; . {no_system_python}; echo packages: $(missing_python); need_python"
    done = subprocess.run(
        ["/bin/sh", "-c", script], capture_output=True, text=True, env={"PATH": str(bin_)}, check=False, timeout=120
    )

    assert (done.returncode, done.stdout.strip()) == (2, "packages:")
    assert done.stderr.count("\n") == 1
    assert f"found Python 3.9.2 ({bin_}/python3)" in done.stderr


def test_a_missing_python_is_installed(tmp_path, no_system_python):
    (tmp_path / "empty").mkdir()
    done = subprocess.run(
        ["/bin/sh", "-c", f"me=dev; . {no_system_python}; missing_python; need_python"],
        capture_output=True, text=True, env={"PATH": str(tmp_path / "empty")}, check=False, timeout=120,
    )  # fmt: skip

    assert done.stdout.strip() == "python3 python3-venv"
    assert "found none" in done.stderr


@pytest.mark.parametrize(
    ("said", "line"),
    [
        (
            "WARNING: x\nFailed to establish a new connection: [Errno 101]\nERROR: No matching",
            "no package mirror responds",
        ),
        ("WARNING: x\nERROR: hashes differ", "pip could not fetch uv: ERROR: hashes differ"),
    ],
)
def test_an_error_of_pip_is_reported_in_one_line(said, line):
    done = sourced('no_packages "$SAID"', os.environ["PATH"], SAID=said)

    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert line in done.stderr


@pytest.mark.slow
def test_a_missing_network_is_reported_in_one_line_within_seconds(tmp_path):
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))  # and does not listen
        mirror = f"http://127.0.0.1:{nobody.getsockname()[1]}/simple"
        done = sourced(
            "tools=$TOOLS; need_uv", os.environ["PATH"], TOOLS=str(tmp_path / "uv"), PIP_INDEX_URL=mirror,
            PIP_CONFIG_FILE=os.devnull, PIP_NO_INDEX="0",
        )  # fmt: skip

    assert done.returncode == 2
    assert done.stderr.splitlines()[-1].startswith("dev: no package mirror responds")
    assert len(done.stderr.splitlines()) == 2  # the line before it says what the script is about to do


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is read-only to root")
def test_a_read_only_checkout_is_reported_in_one_line(tmp_path):
    checkout = tmp_path / "checkout"
    (checkout / "deploy").mkdir(parents=True)
    for name in ("dev", "deploy/packages.sh", "deploy/uv-bootstrap.txt", "requirements.lock", "pyproject.toml"):
        shutil.copy(ROOT / name, checkout / name)
    checkout.chmod(0o555)
    try:
        done = subprocess.run(
            [str(checkout / "dev"), "kiosk"], capture_output=True, text=True, check=False, timeout=120
        )
    finally:
        checkout.chmod(0o755)

    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "is read-only" in done.stderr


@pytest.mark.slow
def test_a_release_is_checked_for_texts_that_are_not_translated(tmp_path):
    """This is the first step of `./dev check --release`. If it fails, the whole check fails."""
    checkout = tmp_path / "checkout"
    (checkout / "deploy").mkdir(parents=True)
    for name in ("dev", "deploy/packages.sh", "deploy/uv-bootstrap.txt", "requirements.lock", "pyproject.toml"):
        shutil.copy(ROOT / name, checkout / name)
    steps = 'echo "$*"; [ "$*" != "-m tests.tools.words --release" ]'
    (checkout / ".venv").mkdir()
    tool(checkout / ".venv" / "bin", "python", f"#!/bin/sh\n{steps}\n")
    stamped = f"cd {checkout}; cat requirements.lock pyproject.toml deploy/uv-bootstrap.txt | cksum"
    sums = subprocess.run(["/bin/sh", "-c", stamped], capture_output=True, text=True, check=True, timeout=60).stdout
    (checkout / ".venv" / "stamp").write_text(f"{checkout} {sums.strip()}")

    done = {
        extra: subprocess.run(
            [str(checkout / "dev"), "check", *extra], capture_output=True, text=True, check=False, timeout=120
        )
        for extra in ((), ("--release",), ("--realease",))
    }

    assert [one.returncode for one in done.values()] == [0, 1, 2]
    assert done[()].stdout.splitlines()[1] == "-m tests.tools.words"
    assert done["--release",].stderr.splitlines()[-1] == "dev: failed: tests.tools.words --release"
    assert done["--realease",].stderr == "dev: ./dev check accepts only --release\n"
