"""These tests write as much as a room does in many evenings, so they write to memory."""

from tests.kit.in_memory import files_in_memory, tmp_path  # noqa: F401  fixtures
