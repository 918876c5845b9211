"""Amounts of money as every tournament counts them: whole numbers of a currency's minor unit (ISO 4217), or points."""

import msgspec

IN_HUNDREDTHS = 2
DIGITS = {
    "": 0,
    **dict.fromkeys(("BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "UYI", "VND", "VUV",
                     "XAF", "XOF", "XPF"), 0),
    **dict.fromkeys(("BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"), 3),
    **dict.fromkeys(("CLF", "UYW"), 4),
}  # fmt: skip
"""The number of decimal digits for currencies whose minor unit is not a hundredth (ISO 4217). Points have none."""
CURRENCIES = frozenset(
    """
    AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW
    CLF CLP CNY COP COU CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL
    HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA
    MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD
    RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD
    USN UYI UYU UYW UZS VED VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG
""".split()  # noqa: SIM905 one line per code would be longer than the rest of the file
)
"""The ISO 4217 currency codes that have a minor unit."""


class Money(msgspec.Struct, frozen=True, gc=False):
    """An amount in the minor unit of a currency, or in points if no currency is given."""

    minor: int
    currency: str = ""

    @property
    def decimal(self) -> str:
        """The amount in the currency's main unit, such as `159.73`, for files that programs read."""
        sign, whole = "-" if self.minor < 0 else "", str(abs(self.minor)).rjust(self.digits + 1, "0")
        return f"{sign}{whole[: -self.digits]}.{whole[-self.digits :]}" if self.digits else f"{sign}{whole}"

    @property
    def digits(self) -> int:
        return minor_digits(self.currency)


def minor_digits(currency: str) -> int:
    """The number of digits in the minor unit: zero for points, and two if the currency is unknown."""
    return DIGITS.get(currency, IN_HUNDREDTHS)


def is_currency(code: str) -> bool:
    """Whether money can be counted in this currency, which must be an ISO 4217 code, or empty for points."""
    return not code or code in CURRENCIES
