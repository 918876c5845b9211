"""The bill of materials: everything that a release installs or contains, and nothing that only checks it."""

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

from deploy.sbom import SHIPPED, bill

ROOT = Path(__file__).parents[1]
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())


def test_the_script_prints_the_same_bill_each_time():
    """
    Isolated: it needs no package, not even ours.
    """
    command = [sys.executable, "-I", str(ROOT / "deploy/sbom.py")]
    said = [subprocess.run(command, capture_output=True, check=True, timeout=60).stdout for _ in range(2)]

    assert said[0] == said[1]
    assert json.loads(said[0]) == bill()


def test_it_has_what_the_program_needs_and_not_what_checks_it():
    names = {one["name"] for one in bill()["components"]}

    assert {"msgspec", "pyside6-essentials", "shiboken6", "fastapi", "starlette", "psycopg"} <= names
    assert {"lit-html", "@novnc/novnc", "pako"} <= names
    assert names & {"pytest", "mypy", "ruff", "schemathesis", "playwright"} == set()


def test_its_versions_and_hashes_are_those_of_the_lock():
    lock = (ROOT / "requirements.lock").read_text()
    for one in bill()["components"]:
        if one["purl"].startswith("pkg:pypi/"):
            assert one["purl"] == f"pkg:pypi/{one['name']}@{one['version']}"
            assert re.search(rf"^{re.escape(one['name'])}=={re.escape(one['version'])}[ ;]", lock, re.MULTILINE)
            hashes = [each["content"] for each in one["externalReferences"][0]["hashes"]]
            assert hashes
            assert all(f"--hash=sha256:{each}" in lock for each in hashes)


def test_every_dependency_is_a_component_and_every_component_is_needed():
    document = bill()
    root = document["metadata"]["component"]["bom-ref"]
    refs = [one["bom-ref"] for one in document["components"]]
    needs = {one["ref"]: set(one["dependsOn"]) for one in document["dependencies"]}

    assert len(set(refs)) == len(refs)
    assert set().union(*needs.values()) == set(refs)
    assert set(needs) - set(refs) == {root}
    assert document["metadata"]["component"]["version"] == PYPROJECT["project"]["version"]


def test_the_licenses_of_shipped_files_are_named_in_the_package_too():
    """Their texts exist, and none of them is missing in the expression of `pyproject.toml`."""
    expression = set(PYPROJECT["project"]["license"].split(" AND "))

    assert {part for _, license_id, _ in SHIPPED for part in license_id.split(" AND ")} | {"MIT"} == expression
    assert [text for _, _, text in SHIPPED if not (ROOT / text).is_file()] == []
