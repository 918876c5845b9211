"""Each public answer is made once for each value."""

from kiosk.clock.clients.result_cache import ResultCache


def test_a_value_is_made_again_only_if_its_sources_change():
    made: list[str] = []

    def make() -> str:
        made.append("one")
        return "one"

    once: ResultCache[str] = ResultCache(2)
    first, same = [1], [1]  # equal, but not identical
    for sources in ((first,), (first,), (same,), (same,), (same, first), (same, first), ()):
        assert once.of("a", sources, make) == "one"
    assert len(made) == 4


def test_only_the_values_requested_last_are_kept():
    once: ResultCache[int] = ResultCache(2)
    for key in ("a", "b", "a", "c"):
        once.of(key, (), lambda: 1)
    assert [once.held(key, ()) for key in ("a", "b", "c")] == [1, None, 1]
