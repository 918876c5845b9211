"""The third-party files of the pages are in this repository as published: no build, no import map, nothing
downloaded."""

import hashlib
from pathlib import Path

LIT = Path(__file__).parents[2] / "ui" / "web" / "lit"
PUBLISHED = {
    # lit-html 3.3.3 of the npm registry.
    "LICENSE": "2b66f9390afde29edfe4314daff93f01fb182e1178053e228120178987e5db75",
    "directive-helpers.js": "f7fb1154b8f72ed2cc08b05eaeed71c99270e9ad2d48620ed24688a1af4c2b62",
    "directive.js": "3344c4f41c69cd0701d3937e8f9ef90bd845614bf6456d0b8314b7c51d415b9d",
    "directives/repeat.js": "083140026ecd8665fedd15b17769f9d516252a9f1502f1e91e6967686ee82626",
    "lit-html.js": "b878e7f95dec8a9b6e9b217faca6b6a11bad82ebc44c0caa77419ed83edd81f2",
}


def test_lit_html_is_identical_to_the_published_files():
    found = {path.relative_to(LIT).as_posix(): path for path in LIT.rglob("*") if path.is_file()}

    assert {name: hashlib.sha256(path.read_bytes()).hexdigest() for name, path in found.items()} == PUBLISHED
