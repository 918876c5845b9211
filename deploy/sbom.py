#!/usr/bin/env python3
"""Prints the bill of materials of a release, as CycloneDX 1.6 in JSON: `python3 deploy/sbom.py > kiosk.cdx.json`.

It lists the locked packages that a table, a clock or a host installs, and the files of others that are in our own
wheel. It needs only Python and this checkout, and prints the same for the same checkout.
"""

import json
import re
import sys
import tomllib
import uuid
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
OURS = "dealer-assist-kiosk"
SHIPPED = (
    ("pkg:npm/lit-html@3.3.3", "BSD-3-Clause", "ui/web/lit/LICENSE"),
    ("pkg:npm/%40novnc/novnc@1.7.0", "MPL-2.0", "ui/glass/novnc/LICENSE.txt"),
    ("pkg:npm/pako@1.0.3", "MIT AND Zlib", "ui/glass/novnc/vendor/pako/LICENSE"),
    ("pkg:generic/roboto-condensed", "OFL-1.1", "ui/fonts/OFL.txt"),
    ("pkg:generic/firago@1.001", "OFL-1.1", "ui/fonts/FiraGO-OFL.txt"),
    ("pkg:generic/wqy-microhei@0.2.0-beta", "Apache-2.0", "ui/fonts/Apache-2.0.txt"),
)
"""What others wrote and our wheel contains, by package URL, with its license and the file with the license's text."""


def bill(root: Path = ROOT) -> dict[str, Any]:
    """The whole document. `root` is a checkout."""
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
    lock = (root / "requirements.lock").read_text("utf-8")
    entries, direct = _entries(lock), _direct(project)
    needed = _needed(entries, direct)
    ours = f"pkg:pypi/{OURS}@{project['version']}"
    depends = {_purl(entry): sorted(_purl(one) for one in needed if _name(entry) in _via(one)) for entry in needed}
    asked = [_purl(entry) for entry in needed if _name(entry) in direct]
    depends[ours] = sorted([*asked, *(purl for purl, _, _ in SHIPPED)])
    return {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": uuid.uuid5(uuid.NAMESPACE_URL, f"{ours} {lock}").urn,
        "version": 1,
        "metadata": {
            "component": {
                "type": "application", "bom-ref": ours, "name": OURS, "version": project["version"], "purl": ours,
                "licenses": [{"expression": project["license"]}],
            },
        },
        "components": [
            *map(_locked, needed),
            *(_shipped(purl, license_id) for purl, license_id, _ in SHIPPED),
        ],
        "dependencies": [{"ref": ref, "dependsOn": needs} for ref, needs in sorted(depends.items())],
    }  # fmt: skip


def _entries(lock: str) -> list[str]:
    """The lock's entries. A package has several if its version depends on the machine."""
    return [entry for entry in re.split(r"\n(?=\w)", lock) if not entry.startswith("#")]


def _name(entry: str) -> str:
    return entry.split("==", 1)[0]


def _version(entry: str) -> str:
    return re.split(r"[\s;\\]", entry.split("==", 1)[1])[0]


def _purl(entry: str) -> str:
    return f"pkg:pypi/{_name(entry)}@{_version(entry)}"


def _via(entry: str) -> set[str]:
    """The packages that need this one."""
    return set(re.findall(r"^    #(?: via)? +([\w.-]+)$", entry, re.MULTILINE))


def _direct(project: dict[str, Any]) -> set[str]:
    """The packages that the program itself asks for. What only checks it is not part of a release."""
    extras = {name: lines for name, lines in project["optional-dependencies"].items() if name != "dev"}
    lines = [*project["dependencies"], *(line for extra in extras.values() for line in extra)]
    return {re.split(r"[\s\[<>=!~;]", line)[0].lower() for line in lines}


def _needed(entries: list[str], direct: set[str]) -> list[str]:
    """The entries that the program needs, directly or not."""
    names = {_name(entry) for entry in entries} & direct
    while more := {_name(entry) for entry in entries if _via(entry) & names} - names:
        names |= more
    return [entry for entry in entries if _name(entry) in names]


def _locked(entry: str) -> dict[str, Any]:
    hashes = [{"alg": "SHA-256", "content": one} for one in re.findall(r"--hash=sha256:([0-9a-f]{64})", entry)]
    index = {"type": "distribution", "url": f"https://pypi.org/simple/{_name(entry)}/", "hashes": hashes}
    return {
        "type": "library", "bom-ref": _purl(entry), "name": _name(entry), "version": _version(entry),
        "purl": _purl(entry), "externalReferences": [index],
    }  # fmt: skip


def _shipped(purl: str, license_id: str) -> dict[str, Any]:
    name, _, version = purl.removeprefix("pkg:").partition("/")[2].replace("%40", "@").rpartition("@")
    known = {"version": version} if name else {}
    return {
        "type": "library", "bom-ref": purl, "name": name or version, **known, "purl": purl,
        "licenses": [{"expression": license_id}],
    }  # fmt: skip


if __name__ == "__main__":
    json.dump(bill(), sys.stdout, indent=1)
    print()
