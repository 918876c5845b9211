"""Opens the clock's pages in a browser, if there is a screen to show them."""

import os
import webbrowser
from collections.abc import Callable, Iterable, Mapping


def open_pages(
    addresses: Iterable[str],
    environment: Mapping[str, str] = os.environ,
    find: Callable[[], webbrowser.BaseBrowser] = webbrowser.get,
) -> bool:
    """Open the addresses in a browser that has its own window. Returns whether there is such a browser."""
    if not (environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY")):
        return False
    try:
        browser = find()
    except webbrowser.Error:
        return False
    # A text browser would take over the terminal. Use one only if the user asked for it with BROWSER.
    if type(browser) is webbrowser.GenericBrowser and not environment.get("BROWSER"):
        return False
    for address in addresses:
        browser.open(address)
    return True
