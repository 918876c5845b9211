"""How the version of another program in the room compares with one's own."""

import pytest

from kiosk.protocol.link.versions import compare, own_version


@pytest.mark.parametrize(
    ("version", "own", "is_"),
    [
        ("1.2.0", "1.2.0", "same"), ("1.2", "1.2.0", "same"), ("1.9.0", "1.10.0", "older"),
        ("1.10.0", "1.9.0", "newer"),
        ("1.0.0rc1", "1.0.0", "older"), ("1.0.0.dev3", "1.0.0rc1", "older"), ("", "0.2.0", "older"),
        ("a later one", "1.0.0", "unknown"), ("9" * 400, "1.0.0", "newer"), ("1.0.0\u202e", "1.0.0", "unknown"),
    ],
)  # fmt: skip
def test_versions_compare_by_their_numbers_and_text_that_is_none_is_unknown(version, own, is_):
    assert compare(version, own) == is_


def test_the_programs_own_version_is_that_of_its_package():
    assert compare(own_version(), "0.1") == "newer"
