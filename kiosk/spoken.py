"""The language of the command line, as the system says it."""

import os
import re
from collections.abc import Mapping

from ui.words.languages import LANGUAGES


def spoken(environment: Mapping[str, str] = os.environ) -> str:
    """The first language wished for that has a catalogue: `de` for `de_AT.UTF-8`; else English."""
    locale = next(filter(None, map(environment.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    wished = *environment.get("LANGUAGE", "").split(":"), locale
    codes = (re.split("[_.@]", one)[0].lower() for one in wished)
    return next((code for code in codes if code in LANGUAGES), "en")
