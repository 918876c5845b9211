"""Amounts of money, as every tournament counts them: whole numbers of a currency's minor unit (ISO 4217)."""

import msgspec

IN_HUNDREDTHS = 2
DIGITS = {
    **dict.fromkeys(("BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "VND", "VUV", "XAF",
                     "XOF", "XPF"), 0),
    **dict.fromkeys(("BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"), 3),
}  # fmt: skip
"""Of the minor unit, where a currency does not have hundredths (ISO 4217)."""


class Money(msgspec.Struct, frozen=True):
    """An amount in the minor unit of a currency; in hundredths where none is named."""

    minor: int
    currency: str = ""

    @property
    def digits(self) -> int:
        """How many digits of the minor unit stand behind the decimal sign."""
        return minor_digits(self.currency)


def minor_digits(currency: str) -> int:
    """How many digits the minor unit has; two where the currency is not known."""
    return DIGITS.get(currency, IN_HUNDREDTHS)
