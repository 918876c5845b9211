"""The project's files agree with each other: the lock with pyproject, and the README with its promise of
two commands.
"""

import re
import tomllib
from fnmatch import fnmatch
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from tests.kit.docs import PAGES

ROOT = Path(__file__).parents[1]
MACHINES = [(machine, python) for machine in ("x86_64", "aarch64") for python in ("3.11", "3.12", "3.13", "3.14")]


PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())


def wanted() -> list[Requirement]:
    """The requirements in pyproject, with all extras."""
    project = PYPROJECT["project"]
    groups = [project["dependencies"], *project["optional-dependencies"].values()]
    return [Requirement(line) for group in groups for line in group]


def locked() -> list[str]:
    """The lock's entries, each with its hashes and the packages that need it."""
    entries = re.split(r"\n(?=\w)", (ROOT / "requirements.lock").read_text())
    return [entry for entry in entries if not entry.startswith("#")]


def pin(entry: str) -> Requirement:
    return Requirement(entry.split(" \\", maxsplit=1)[0])


@pytest.mark.parametrize(("machine", "python"), MACHINES)
def test_the_lock_pins_every_requirement_of_pyproject(machine, python):
    here = {"sys_platform": "linux", "platform_machine": machine, "python_version": python,
            "python_full_version": f"{python}.0"}  # fmt: skip
    pins = [pin(entry) for entry in locked()]
    fitting = [one for one in pins if one.marker is None or one.marker.evaluate(here)]
    versions = {one.name: str(one.specifier).removeprefix("==") for one in fitting}

    assert len(versions) == len(fitting), "a package is locked at two versions"
    for ask in wanted():
        if ask.marker is None or ask.marker.evaluate(here):
            assert ask.name in versions, f"{ask.name}: run ./dev lock"
            assert ask.specifier.contains(versions[ask.name]), f"{ask} is locked otherwise: run ./dev lock"


@pytest.mark.parametrize("python", ["3.11", "3.12"])
def test_python_3_11_keeps_the_last_qt_that_runs_on_it(python):
    asked = {ask.name: ask for ask in wanted() if ask.marker and ask.marker.evaluate({"python_version": python})}

    assert asked["pyside6-essentials"].specifier.contains("6.12.0") == (python != "3.11")
    assert asked["numpy"].specifier.contains("2.5.0") == (python != "3.11")


def test_the_lock_has_nothing_that_pyproject_no_longer_requires():
    direct = {pin(entry).name for entry in locked() if "dealer-assist-kiosk (pyproject.toml)" in entry}

    assert direct == {ask.name for ask in wanted()}, "run ./dev lock"


def test_every_pin_has_a_hash():
    assert [pin(entry).name for entry in locked() if "--hash=sha256:" not in entry] == []


@pytest.mark.parametrize(
    "file", ["requirements.lock", "deploy/uv-bootstrap.txt", "tests/tools/checkjs/package-lock.json"]
)
def test_a_lock_names_no_index_and_no_path(file):
    text = (ROOT / file).read_text()

    assert re.findall(r"https?://|file:|@ |--find-links|--(?:extra-)?index-url|--index|[= ]/\w+", text) == []


@pytest.mark.parametrize("package", ["engine", "hardware", "kiosk", "ui"])
def test_files_other_than_python_are_installed_too(package):
    """Except the texts, which are compiled."""
    patterns = PYPROJECT["tool"]["setuptools"]["package-data"].get(package, [])
    files = [path.relative_to(ROOT / package).as_posix() for path in (ROOT / package).rglob("*.*") if path.is_file()]
    sources = re.compile(r".*\.(py|pyc|po|pot)|words/en/.*\.toml")
    data = [file for file in files if not sources.fullmatch(file)]

    assert [file for file in data if not any(fnmatch(file, pattern) for pattern in patterns)] == []


def test_the_license_of_every_font_and_of_all_copied_code_is_named():
    named = PYPROJECT["project"]["license-files"]
    texts = re.compile(r"(.*OFL|Apache-2\.0|LICENSE|COPYING|NOTICE|AUTHORS)(\..*)?")
    found = [path.relative_to(ROOT).as_posix() for path in (ROOT / "ui").rglob("*") if texts.fullmatch(path.name)]

    assert len(found) >= 7
    assert [one for one in found if not any(fnmatch(one, pattern) for pattern in named)] == []


def test_the_readme_has_exactly_two_commands_to_try_it():
    readme = (ROOT / "README.md").read_text()
    setup = readme.split("## Try it")[1].split("\n## ")[0]
    blocks = re.findall(r"```sh\n(.*?)```", setup, re.DOTALL)
    commands = [line.split("#")[0].strip() for block in blocks for line in block.splitlines() if line.strip()]

    assert commands == ["./dev demo", "./dev test"]


def test_the_readme_is_one_page_with_few_pictures():
    readme = (ROOT / "README.md").read_text()

    assert len(readme.splitlines()) <= 120
    assert 1 <= len(re.findall(r"!\[", readme)) <= 3


def test_the_repository_has_exactly_the_pictures_that_the_docs_show():
    papers = [ROOT / page for page in PAGES]
    links = [
        (paper.parent, link) for paper in papers for link in re.findall(r"!\[[^]]*\]\(([^)]*)\)", paper.read_text())
    ]
    shown = {(folder / link).resolve().relative_to(ROOT).as_posix() for folder, link in links}
    pictures = [path for path in (ROOT / "docs").rglob("*.*") if path.suffix in (".png", ".svg", ".webp")]
    kept = {path.relative_to(ROOT).as_posix() for path in pictures}

    assert kept == shown
    assert 6 <= len(kept) <= 20


def test_the_folder_of_journals_has_only_samples():
    """Opening a journal for writing leaves a lock and a second copy in its folder, so tests open copies."""
    kinds = {path.suffix for path in (ROOT / "tests" / "journals").iterdir()}
    assert kinds <= {".journal", ".room", ".target", ".clock-backup"}


def test_every_link_of_the_docs_to_another_file_works():
    papers = [ROOT / page for page in PAGES]
    links = [(paper, link) for paper in papers for link in re.findall(r"\]\(([^)#:?\s]+)[^):]*\)", paper.read_text())]

    assert len(links) > 50
    assert [(paper.name, link) for paper, link in links if not (paper.parent / link).exists()] == []


def test_every_module_that_the_docs_name_exists():
    papers = [ROOT / page for page in PAGES]
    name = re.compile(r"`([\w/.-]+\.(?:py|js))`")
    named = {(paper.name, found) for paper in papers for found in name.findall(paper.read_text())}
    folders = (ROOT / top for top in ("kiosk", "hardware", "engine", "ui", "tests", "deploy"))
    here = [path.relative_to(ROOT).as_posix() for top in folders for path in top.rglob("*.*")]
    ends = {path[start:] for path in here for start in (0, *(slash.end() for slash in re.finditer("/", path)))}

    assert len(named) > 100
    assert {(paper, found) for paper, found in named if found not in ends} == set()


def test_the_changelog_has_a_section_for_the_version():
    version = PYPROJECT["project"]["version"]

    assert f"\n## [{version}] - 20" in (ROOT / "CHANGELOG.md").read_text()


def test_every_name_in_the_glossary_is_in_the_code():
    """A path exists; any other name occurs somewhere in the sources."""
    rows = [
        line.split("|")[3] for line in (ROOT / "docs/glossary.md").read_text().splitlines() if line.startswith("| ")
    ]
    named = [name for row in rows for name in re.findall(r"`([^`]+)`", row)]
    folders = [folder for name in PYPROJECT["tool"]["mypy"]["files"] for folder in (ROOT / name).rglob("*.py")]
    sources = "\n".join(path.read_text() for path in folders) + "\n".join(
        path.read_text() for path in (ROOT / "engine/rulebooks").glob("*.toml")
    )

    assert len(named) > 40
    for name in named:
        last = name.rpartition(".")[2]
        assert (ROOT / name).exists() if "/" in name else re.search(rf"\b{re.escape(last)}\b", sources), name


def test_no_program_waits_with_wait_for():
    """Before Python 3.12, `asyncio.wait_for` may forget that it was canceled: a host went on when it was to end."""
    programs = [path for name in ("kiosk", "hardware", "ui") for path in (ROOT / name).rglob("*.py")]

    assert [path for path in programs if "asyncio.wait_for(" in path.read_text()] == []
