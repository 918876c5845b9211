"""Numbers typed while Alt is held are characters of a code, and nothing else is."""

import pytest

from hardware.keys.alt_codes import NO_CHARACTER, AltCodes, Composed


def typed(digits):
    codes = AltCodes()
    codes.hold(7)
    for digit in digits:
        codes.digit(digit)
    return codes.release()


@pytest.mark.parametrize(("digits", "text"), [("65", "A"), ("065", "A"), ("0065", "A"), ("0126", "~"), ("13", "\r")])
def test_a_number_becomes_its_character(digits, text):
    assert typed(digits) == Composed(text, 7)


@pytest.mark.parametrize("digits", ["0", "7", "0163", "255", "00065", "99999999"])
def test_a_number_outside_the_codes_characters_is_no_character(digits):
    assert typed(digits) == Composed(NO_CHARACTER, 7)


def test_alt_without_digits_is_nothing_and_clears_earlier_digits():
    codes = AltCodes()
    codes.digit("6")
    codes.hold(7)

    assert codes.is_held
    assert codes.release() is None
    assert not codes.is_held
    assert codes.release() is None
