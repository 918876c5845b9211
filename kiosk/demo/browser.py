"""The clock's pages, opened where somebody can see them."""

import os
import webbrowser
from collections.abc import Callable, Iterable, Mapping


def open_pages(
    addresses: Iterable[str],
    environment: Mapping[str, str] = os.environ,
    find: Callable[[], webbrowser.BaseBrowser] = webbrowser.get,
) -> bool:
    """Open them in a browser with a window of its own; returns whether there is one."""
    if not (environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY")):
        return False
    try:
        browser = find()
    except webbrowser.Error:
        return False
    # One that shows its pages in the terminal would take it over, unless somebody has asked for it.
    if type(browser) is webbrowser.GenericBrowser and not environment.get("BROWSER"):
        return False
    for address in addresses:
        browser.open(address)
    return True
