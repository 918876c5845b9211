"""Removes the clock's messages about sittings that the table has left. They hold names that an erasure would not reach
there.
"""

import logging
from pathlib import Path

from kiosk.protocol.numbered import target_path
from kiosk.storage.sitting_files import SittingFiles
from kiosk.table.link.cached_state import cache_path

log = logging.getLogger(__name__)

_KINDS = (target_path(Path("J")).name[1:], cache_path(Path("J")).name[1:])


def forget_others(files: SittingFiles) -> None:
    """Remove the files of other sittings from the disk. The clock sends them again if the table comes back. Files that
    cannot be removed now are removed at the next start.
    """
    for path in files.others(*_KINDS):
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            log.info("%s stays: %s", path, error)
