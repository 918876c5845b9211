"""What each key types under the keyboard layouts that scanners can be set to, and how a text that was typed under one
layout reads if the scanner is set to another one. Knows nothing about cards or devices."""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from string import digits

import msgspec

UNKNOWN = "\ufffd"
"""Stands for a key whose character is not known, so that no code can contain it."""
LAYOUT_CODE = "LAYOUT70MZW"
"""The printed code that tells the layouts apart, as far as letters and digits go."""
GRABBED = ("\x81", "\x82")
"""What a grabbed keyboard reports for the key next to the left Shift, which the US layout does not have, without and
with Shift."""
EVERY = -1
"""The set of all ways to read a text."""
_DEAD = " "
"""In the table, a key that types nothing by itself."""

# The keys in the order of the key codes: the row of the digits, the three rows of letters, and the key next to the left
# Shift. First without Shift, then with it. From xkeyboard-config 2.35.
LAYOUTS: Mapping[str, tuple[str, str]] = {
    "us": ("`1234567890-=qwertyuiop[]asdfghjkl;'\\zxcvbnm,./<", '~!@#$%^&*()_+QWERTYUIOP{}ASDFGHJKL:"|ZXCVBNM<>?>'),
    "us-intl": (
        " 1234567890-=qwertyuiop[]asdfghjkl; \\zxcvbnm,./\\",
        " !@#$% &*()_+QWERTYUIOP{}ASDFGHJKL: |ZXCVBNM<>?|",
    ),
    "gb": ("`1234567890-=qwertyuiop[]asdfghjkl;'#zxcvbnm,./\\", '¬!"£$%^&*()_+QWERTYUIOP{}ASDFGHJKL:@~ZXCVBNM<>?|'),
    "de": (" 1234567890ß qwertzuiopü+asdfghjklöä#yxcvbnm,.-<", "°!\"§$%&/()=? QWERTZUIOPÜ*ASDFGHJKLÖÄ'YXCVBNM;:_>"),
    "ch": ("§1234567890' qwertzuiopü asdfghjklöä$yxcvbnm,.-<", '°+"*ç%&/()=? QWERTZUIOPè!ASDFGHJKLéà£YXCVBNM;:_>'),
    "fr": ("²&é\"'(-è_çà)=azertyuiop $qsdfghjklmù*wxcvbn,;:!<", "~1234567890°+AZERTYUIOP £QSDFGHJKLM%µWXCVBN?./§>"),
    "be": ("²&é\"'(§è!çà)-azertyuiop $qsdfghjklmùµwxcvbn,;:=<", "³1234567890°_AZERTYUIOP *QSDFGHJKLM%£WXCVBN?./+>"),
    "ca": ("#1234567890-=qwertyuiop  asdfghjkl; <zxcvbnm,.é«", "|!\"/$%?&*()_+QWERTYUIOP  ASDFGHJKL: >ZXCVBNM'.É»"),
    "es": ("º1234567890'¡qwertyuiop +asdfghjklñ çzxcvbnm,.-<", 'ª!"·$%&/()=?¿QWERTYUIOP *ASDFGHJKLÑ ÇZXCVBNM;:_>'),
    "latam": ("|1234567890'¿qwertyuiop +asdfghjklñ{}zxcvbnm,.-<", '°!"#$%&/()=?¡QWERTYUIOP *ASDFGHJKLÑ[]ZXCVBNM;:_>'),
    "it": ("\\1234567890'ìqwertyuiopè+asdfghjklòàùzxcvbnm,.-<", '|!"£$%&/()=?^QWERTYUIOPé*ASDFGHJKLç°§ZXCVBNM;:_>'),
    "pt": ("\\1234567890'«qwertyuiop+ asdfghjklçº zxcvbnm,.-<", '|!"#$%&/()=?»QWERTYUIOP* ASDFGHJKLÇª ZXCVBNM;:_>'),
    "br": ("'1234567890-=qwertyuiop [asdfghjklç ]zxcvbnm,.;\\", '"!@#$% &*()_+QWERTYUIOP {ASDFGHJKLÇ }ZXCVBNM<>:|'),
    "nl": ("@1234567890/°qwertyuiop *asdfghjkl+ <zxcvbnm,.-]", "§!\"#$%&_()'? QWERTYUIOP |ASDFGHJKL± >ZXCVBNM;:=["),
    "dk": ("½1234567890+ qwertyuiopå asdfghjklæø'zxcvbnm,.-<", '§!"#¤%&/()=? QWERTYUIOPÅ ASDFGHJKLÆØ*ZXCVBNM;:_>'),
    "no": ("|1234567890+\\qwertyuiopå asdfghjkløæ'zxcvbnm,.-<", '§!"#¤%&/()=? QWERTYUIOPÅ ASDFGHJKLØÆ*ZXCVBNM;:_>'),
    "is": (" 1234567890ö-qwertyuiopð'asdfghjklæ +zxcvbnm,.þ<", ' !"#$%&/()=Ö_QWERTYUIOPÐ?ASDFGHJKLÆ *ZXCVBNM;:Þ>'),
    "pl-qwertz": (
        "˙1234567890+'qwertzuiopżśasdfghjklłąóyxcvbnm,.-<",
        ' !"#$%&/()=?*QWERTZUIOPńćASDFGHJKLŁęźYXCVBNM;:_>',
    ),
    "cz": (";+ěščřžýáíé= qwertzuiopú)asdfghjklů§ yxcvbnm,.-\\", " 1234567890% QWERTZUIOP/(ASDFGHJKL\"!'YXCVBNM?:_|"),
    "cz-qwerty": (
        ";+ěščřžýáíé= qwertyuiopú)asdfghjklů§ zxcvbnm,.-\\",
        " 1234567890% QWERTYUIOP/(ASDFGHJKL\"!'ZXCVBNM?:_|",
    ),
    "sk": (";+ľščťžýáíé= qwertzuiopúäasdfghjklô§ňyxcvbnm,.-\\", ' 1234567890% QWERTZUIOP/(ASDFGHJKL"!)YXCVBNM?:_|'),
    "sk-qwerty": (
        ";+ľščťžýáíé= qwertyuiopúäasdfghjklô§ňzxcvbnm,.-\\",
        ' 1234567890% QWERTYUIOP/(ASDFGHJKL"!)ZXCVBNM?:_|',
    ),
    "hu": ("0123456789öüóqwertzuiopőúasdfghjkléáűyxcvbnm,.-í", "§'\"+!%/=()ÖÜÓQWERTZUIOPŐÚASDFGHJKLÉÁŰYXCVBNM?:_Í"),
    "hr": ("`1234567890'+qwertzuiopšđasdfghjklčćžyxcvbnm,.-<", '~!"#$%&/()=?*QWERTZUIOPŠĐASDFGHJKLČĆŽYXCVBNM;:_>'),
    "ro": ("`1234567890-=qwertyuiop[]asdfghjkl;'\\zxcvbnm,./\\", '~!@#$%^&*()_+QWERTYUIOP{}ASDFGHJKL:"|ZXCVBNM<>?|'),
    "tr": ('"1234567890*-qwertyuıopğüasdfghjklşi,zxcvbnmöç.<', "é!'^+%&/()=?_QWERTYUIOPĞÜASDFGHJKLŞİ;ZXCVBNMÖÇ:>"),
    "tr-f": ("+1234567890/-fgğıodrnhpqwuieaütkmlyşxjövcçzsb.,<", "*!\"^$%&'()=?_FGĞIODRNHPQWUİEAÜTKMLYŞXJÖVCÇZSB:;>"),
    "al": ("\\1234567890-=qwertzuiopç@asdfghjklë[]yxcvbnm,./<", "|!\"#$%^&*()_+QWERTZUIOPÇ'ASDFGHJKLË{}YXCVBNM;:?>"),
    "jp": (" 1234567890-^qwertyuiop@[asdfghjkl;:]zxcvbnm,./<", " !\"#$%&'()~=~QWERTYUIOP`{ASDFGHJKL+*}ZXCVBNM<>?>"),
    "mt": ("ċ1234567890-=qwertyuiopġħasdfghjkl;'#zxcvbnm,./ż", 'Ċ!"€$%^&*()_+QWERTYUIOPĠĦASDFGHJKL:@~ZXCVBNM<>?Ż'),
}


class TypedUnder(msgspec.Struct, frozen=True):
    """How a text reads that arrived as if typed under the layout `heard`, from a scanner that is set to the layout
    `sent`. Both list the characters of the same keys, first those without Shift. With `pad`, the scanner types digits
    on the number pad, which is the same under every layout."""

    heard: str
    sent: str
    pad: bool = False

    def char(self, typed: str) -> str:
        """The character that this one stands for, or `UNKNOWN`."""
        if self.heard == self.sent or typed == " " or (self.pad and typed in digits):
            return typed
        first, last = self.heard.find(typed), self.heard.rfind(typed)  # two keys of a layout may have one character
        char = self.sent[first] if first >= 0 else _DEAD
        if char == _DEAD or (self.pad and char in digits):
            return UNKNOWN
        return char if char == self.sent[last] else UNKNOWN

    def char_with_shift(self, typed: str) -> str:
        """The same if Caps Lock acts like Shift on every key, as it does under some layouts."""
        key = self.heard.find(typed)
        other = self.heard[(key + len(self.heard) // 2) % len(self.heard)]
        return self.char(typed if key < 0 or other == _DEAD else other)


class Layouts:
    """Several ways to read a text at once. A set of them is a number with one bit for each."""

    def __init__(self, ways: Iterable[TypedUnder]) -> None:
        self.ways = tuple(ways)
        self._plain: dict[str, dict[str, int]] = {}
        self._shifted: dict[str, dict[str, int]] = {}

    def readings(self, typed: str, among: int = EVERY) -> dict[str, int]:
        """Every reading of the text without unknown characters, and the ways that lead to it."""
        return _joined([self._of_char(char) for char in typed], among)

    def readings_with_caps(self, typed: str, among: int) -> set[str]:
        """The readings if Caps Lock is on in the scanner or here. It changes letters only, or every key."""
        shifted = _joined([self._of_shifted(char) for char in typed], among)
        swapped = self.readings(typed.swapcase(), among)
        return {*shifted, *swapped, *(text.swapcase() for text in self.readings(typed, among))}

    def _of_char(self, char: str) -> dict[str, int]:
        if char not in self._plain:
            self._plain[char] = _gathered(way.char(char) for way in self.ways)
        return self._plain[char]

    def _of_shifted(self, char: str) -> dict[str, int]:
        if char not in self._shifted:
            self._shifted[char] = _gathered(way.char_with_shift(char) for way in self.ways)
        return self._shifted[char]


def _gathered(chars: Iterable[str]) -> dict[str, int]:
    gathered: dict[str, int] = {}
    for number, char in enumerate(chars):
        if char != UNKNOWN:
            gathered[char] = gathered.get(char, 0) | 1 << number
    return gathered


def _joined(chars: Iterable[Mapping[str, int]], among: int) -> dict[str, int]:
    texts = {"": among}
    for each in chars:
        texts = {
            text + char: both for text, ways in texts.items() for char, here in each.items() if (both := ways & here)
        }
    return texts


@lru_cache(1)
def at_screen() -> Layouts:
    """Every pair of the layout that the system uses and the layout that the scanner is set to."""
    layouts = ["".join(levels) for levels in LAYOUTS.values()]
    return Layouts(way for heard in layouts for sent in layouts for way in _ways(heard, sent))


@lru_cache(1)
def of_device() -> Layouts:
    """Every layout that a scanner may be set to whose keys are reported as those of the US layout."""
    plain, shifted = LAYOUTS["us"]
    heard = plain[:-1] + GRABBED[0] + shifted[:-1] + GRABBED[1]
    return Layouts(way for sent in LAYOUTS.values() for way in _ways(heard, "".join(sent)))


def _ways(heard: str, sent: str) -> Iterator[TypedUnder]:
    yield TypedUnder(heard, sent)
    if [heard.find(digit) for digit in digits] != [sent.find(digit) for digit in digits]:
        yield TypedUnder(heard, sent, pad=True)
