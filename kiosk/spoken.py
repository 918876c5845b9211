"""The language of the command line, from the system's settings."""

import os
import re
from collections.abc import Mapping

from ui.words.languages import LANGUAGES


def spoken(environment: Mapping[str, str] = os.environ) -> str:
    """The first of the user's languages that has a catalog, such as `de` for `de_AT.UTF-8`. English if none has."""
    locale = next(filter(None, map(environment.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    wished = *environment.get("LANGUAGE", "").split(":"), locale
    codes = (re.split("[_.@]", one)[0].lower() for one in wished)
    return next((code for code in codes if code in LANGUAGES), "en")
