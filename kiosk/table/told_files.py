"""What the clock told of sittings that the table has left, with names that nobody would erase there any more."""

import logging
from pathlib import Path

from kiosk.protocol.numbered import target_path
from kiosk.storage.sitting_files import SittingFiles
from kiosk.table.link.cached_state import cache_path

log = logging.getLogger(__name__)

_KINDS = (target_path(Path("J")).name[1:], cache_path(Path("J")).name[1:])


def forget_others(files: SittingFiles) -> None:
    """Take it off the disk: the clock says it again should the table come back. What cannot be taken away now is at the
    next start."""
    for path in files.others(*_KINDS):
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            log.info("%s stays: %s", path, error)
