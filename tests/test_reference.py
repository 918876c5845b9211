"""The pages about settings and structures match the types."""

import msgspec
import pytest

from tests.tools import reference


def test_the_pages_match_the_types():
    """`python -m tests.tools.reference` updates them."""
    assert reference.SETTINGS.read_text("utf-8") == reference.settings_page()
    for path, tables in reference.TABLES.items():
        page = path.read_text("utf-8")
        assert page == reference.with_tables(page, tables())


@pytest.mark.parametrize("kind", [kind for _, kind in (*reference.PARTS, *reference.STRUCTURE)])
def test_every_field_is_explained(kind):
    explained = dict(reference.field_docs(kind))

    assert [field.name for field in msgspec.structs.fields(kind) if field.name not in explained] == []
