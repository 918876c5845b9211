"""The keys for entering an amount, and how to enter it with as few keys as possible."""

KEYS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "0", "00", "000")
_ZEROS = ("000", "00")


def fewest_keys(amount: int) -> list[str]:
    """The shortest sequence of keys that enters an amount, with 00 and 000 where they fit."""
    digits, found = str(amount), []
    while digits:
        key = next((zeros for zeros in _ZEROS if digits.startswith(zeros)), digits[0])
        found.append(f"key-{key}")
        digits = digits[len(key) :]
    return found
