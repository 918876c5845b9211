"""A scanner's typing is distinguished from a person's, and no key is lost or reordered."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.keys.burst import KeySettings, Scan, ScanDetector, Typed

PREFIXED = KeySettings(prefix="PC")


def typed_at(text, gap_ms, start_ms=0):
    return [(char, start_ms + gap_ms * number) for number, char in enumerate(text)]


def detected(presses, settings=None, silence=True):
    """The readings and keys from these presses. A returned key is its own character."""
    scans: ScanDetector[str] = ScanDetector(settings or KeySettings())
    everything = [each for text, at_ms in presses for each in scans.press(text, text, at_ms)]
    return everything + (scans.silence() if silence else [])


def given_back(everything):
    return "".join(key for each in everything if isinstance(each, Typed) for key in each.keys)


@pytest.mark.parametrize("gap_ms", [0, 2, 8, 16, 30])
@pytest.mark.parametrize("end", ["\r", "\n", "\t"])
def test_a_scanner_is_recognized_by_its_speed(gap_ms, end):
    assert detected(typed_at("QH" + end, gap_ms)) == [Scan("QH")]


@pytest.mark.parametrize("gap_ms", [61, 100, 250])
def test_a_person_gets_every_key_back_in_order(gap_ms):
    everything = detected(typed_at("Alice 250\r", gap_ms))

    assert given_back(everything) == "Alice 250\r"
    assert not [each for each in everything if isinstance(each, Scan)]


def test_a_short_pause_within_a_scan_is_allowed_and_slow_typing_is_not_a_scan():
    assert detected([("P", 0), ("C", 8), ("Q", 66), ("H", 74), ("\r", 82)]) == [Scan("PCQH")]
    assert given_back(detected([("P", 0), ("C", 50), ("Q", 100), ("H", 150), ("\r", 200)])) == "PCQH\r"


SLOW = KeySettings(is_code=lambda code: code in ("QH", "04A2"))


@pytest.mark.parametrize("gap_ms", range(31, 56, 4))
@pytest.mark.parametrize("end", ["\r", "\n", "\t"])
def test_a_slow_scanner_is_recognized_by_a_cards_code(gap_ms, end):
    assert detected(typed_at("QH" + end, gap_ms), SLOW) == [Scan("QH")]
    assert detected(typed_at("04A2", gap_ms), SLOW) == [Scan("04A2")]
    assert detected(typed_at("QH", gap_ms), SLOW) == [Typed(("Q", "H"))]


@pytest.mark.parametrize("gap_ms", range(31, 56, 4))
def test_a_long_code_is_a_scan_at_the_speed_of_a_slow_scanner_too(gap_ms):
    assert detected(typed_at("4006381333931\r", gap_ms)) == [Scan("4006381333931")]
    assert detected(typed_at("x" * 300 + "\r", gap_ms)) == []


def test_once_a_slow_scanner_is_known_its_other_codes_are_scans():
    typed, scanned = typed_at("ABCD\r", 45), typed_at("QH\r", 45)

    assert given_back(detected(typed, SLOW)) == "ABCD\r"
    after = detected([*scanned, *((text, at_ms + 1_000) for text, at_ms in typed)], SLOW)
    assert after == [Scan("QH"), Scan("ABCD")]


@pytest.mark.parametrize("gap_ms", [31, 45, 55])
def test_a_few_keys_at_the_speed_of_a_slow_scanner_are_not_commands(gap_ms):
    (typed,) = detected(typed_at("f\r", gap_ms))

    assert typed.hurried


@pytest.mark.parametrize("gap_ms", [61, 80, 140])
def test_a_person_can_type_a_cards_code(gap_ms):
    everything = detected(typed_at("QH\r", gap_ms), SLOW)

    assert given_back(everything) == "QH\r"
    assert not any(each.hurried for each in everything)


def test_a_scan_without_an_end_key_counts_after_a_silence_if_it_is_long_enough():
    assert detected(typed_at("04A2B3C4", 8)) == [Scan("04A2B3C4")]
    assert given_back(detected(typed_at("QH", 8))) == "QH"
    assert detected(typed_at("PCQH", 8), PREFIXED) == [Scan("QH")]


def test_with_a_prefix_only_the_text_after_it_is_a_code():
    assert detected(typed_at("QH\r", 8), PREFIXED) == []
    assert detected(typed_at("Q\r", 8), PREFIXED) == []
    assert detected(typed_at("ana", 8), PREFIXED) == [Typed(("a", "n", "a"))]
    assert detected(typed_at("4006381333931PCQH\r", 8), PREFIXED) == []


def test_a_scan_that_begins_while_a_person_types_is_recognized():
    presses = [("a", 0), *typed_at("PCQH\r", 8, 20)]

    assert detected(presses, PREFIXED) == [Typed(("a",)), Scan("QH")]


@pytest.mark.parametrize("text", ["]d1PCQH\r", "PC]d1QH\r", "PCQH\r"])
def test_the_scanners_own_identifier_is_removed(text):
    assert detected(typed_at(text, 8), PREFIXED) == [Scan("QH")]


def test_text_too_fast_for_a_person_is_a_scan_even_if_it_is_no_card():
    assert detected(typed_at("4006381333931\r", 8)) == [Scan("4006381333931")]


@pytest.mark.parametrize(
    ("text", "settings"),
    [
        ("4006381333931\r", PREFIXED),
        ("04A2B3C4", PREFIXED),
        ("04A2B3C4", KeySettings(silence_ends=False)),
        ("https://example.org/" + "a b" * 40 + "\r\n", KeySettings()),
        ("x" * 10_000, KeySettings()),
        ("x" * 65, PREFIXED),
    ],
    ids=["no prefix", "no prefix, no end", "cut", "too long", "far too long", "too long, no prefix"],
)
def test_text_too_fast_for_a_person_reaches_no_field_even_if_it_is_no_code(text, settings):
    assert detected(typed_at(text, 3), settings) == []


def test_a_scan_may_be_as_long_as_the_settings_allow():
    settings = KeySettings(longest=256)

    assert detected(typed_at("x" * 256 + "\r", 2), settings) == [Scan("x" * 256)]
    assert detected(typed_at("x" * 257 + "\r", 2), settings) == []


def test_after_a_scan_that_is_too_long_detection_works_as_before():
    presses = [*typed_at("x" * 300 + "\r", 2), *typed_at("QH\r", 2, 640), *typed_at("ana", 90, 900)]

    assert detected(presses) == [Scan("QH"), Typed(("a",)), Typed(("n",)), Typed(("a",))]


@pytest.mark.parametrize("ends", ["\r\n", "\r\r", "\r\t", "\t\r\n"])
def test_every_end_key_that_a_scanner_sends_belongs_to_the_scan(ends):
    assert detected(typed_at("QH" + ends, 4)) == [Scan("QH")]


def test_a_persons_enter_soon_after_a_scan_is_the_persons():
    assert detected([*typed_at("QH\r", 4), ("\r", 90)]) == [Scan("QH"), Typed(("\r",))]
    assert detected([("\r", 0), ("\r", 30)]) == [Typed(("\r",)), Typed(("\r",))]


def test_if_silence_ends_nothing_only_an_end_key_completes_a_code():
    assert detected(typed_at("04A2B3C4\r", 8), KeySettings(silence_ends=False)) == [Scan("04A2B3C4")]


def test_a_key_held_down_is_not_a_scanner():
    scans: ScanDetector[str] = ScanDetector()

    everything = [each for number in range(9) for each in scans.press("8", "8", 25 * number, repeated=number > 0)]

    assert given_back(everything) == "888888888"
    assert scans.silence() == []


def test_keys_without_a_character_are_a_persons():
    scans: ScanDetector[str] = ScanDetector()

    assert scans.press("Q", "Q", 0) == []
    assert scans.press("left", "", 8) == [Typed(("Q", "left"))]


def test_enter_by_itself_is_a_persons_at_once():
    assert detected([("\r", 0)], silence=False) == [Typed(("\r",))]


@pytest.mark.parametrize("gap_ms", [1, 20, 40, 59])
def test_endless_keys_fill_no_memory(gap_ms):
    scans: ScanDetector[str] = ScanDetector()

    for number in range(10_000):
        scans.press("x", "x", gap_ms * number)
        assert len(scans._held) <= 64


keys = st.tuples(
    st.sampled_from("PCQH24\r\t]d1 é") | st.just(""), st.integers(0, 20) | st.integers(0, 150), st.booleans()
)


@given(st.lists(keys, max_size=60), st.sampled_from([KeySettings(), PREFIXED, KeySettings(silence_ends=False)]))
def test_every_key_is_either_part_of_a_fast_scan_or_returned_in_order(pressed, settings):
    scans: ScanDetector[int] = ScanDetector(settings)
    now_ms, everything, at_ms = 0, [], []
    for number, (text, gap_ms, repeated) in enumerate(pressed):
        now_ms += gap_ms
        at_ms.append(now_ms)
        everything += scans.press(number, text, now_ms, repeated)
    everything += scans.silence()

    back = [key for each in everything if isinstance(each, Typed) for key in each.keys]
    codes = [each.code for each in everything if isinstance(each, Scan)]
    assert back == sorted(set(back))
    gone = [number for number in range(len(pressed)) if number not in set(back)]
    swallowed = "".join(pressed[number][0] for number in gone)
    assert all(code in swallowed for code in codes)
    assert len(swallowed) >= sum(map(len, codes))
    for number in gone:  # no key that is isolated in time is ever a scanner's
        near = [each for each in (number - 1, number + 1) if 0 <= each < len(at_ms)]
        assert any(abs(at_ms[each] - at_ms[number]) <= settings.longest_gap_ms for each in near)


@pytest.mark.parametrize("gap_ms", [1, 3, 16, 30])
@pytest.mark.parametrize("code", ["f", "c", "1", "\x1a", "\x1b", "f\x1d"])
@pytest.mark.parametrize("end", ["\r", "\n", "\t"])
def test_a_code_of_one_key_is_a_scan_too(gap_ms, code, end):
    assert detected(typed_at(code + end, gap_ms)) == [Scan(code)]


@pytest.mark.parametrize("text", ["f", "\x1a", "\x1b"])
def test_a_single_key_or_one_long_before_an_end_key_is_a_persons(text):
    assert detected([(text, 0)]) == [Typed((text,))]
    assert given_back(detected([(text, 0), ("\r", 61)])) == f"{text}\r"
    assert not any(isinstance(each, Typed) and each.hurried for each in detected([(text, 0), ("\r", 61)]))


@pytest.mark.parametrize("codes", ["fc", "f\x1a", "abc"])
def test_too_few_keys_at_a_scanners_speed_are_not_commands(codes):
    (typed,) = detected(typed_at(codes, 3))

    assert typed.hurried


def test_a_key_without_a_character_does_not_reset_a_hurried_key():
    scans: ScanDetector[str] = ScanDetector()
    scans.press("f", "f", 0)

    (typed,) = scans.press("down", "", 3)

    assert isinstance(typed, Typed)
    assert typed.hurried
