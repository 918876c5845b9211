"""Each public answer is made once for each value."""

from kiosk.clock.once_made import OnceMade


def test_it_is_made_again_only_from_other_values():
    made: list[str] = []

    def make() -> str:
        made.append("one")
        return "one"

    once: OnceMade[str] = OnceMade(2)
    first, same = [1], [1]  # equal, and not the same value
    for sources in ((first,), (first,), (same,), (same,), (same, first), (same, first), ()):
        assert once.of("a", sources, make) == "one"
    assert len(made) == 4


def test_only_those_that_were_asked_for_last_are_held():
    once: OnceMade[int] = OnceMade(2)
    for key in ("a", "b", "a", "c"):
        once.of(key, (), lambda: 1)
    assert [once.held(key, ()) for key in ("a", "b", "c")] == [1, None, 1]
