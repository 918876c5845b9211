"""The demo's clock: `kiosk clock` in a separate process, which ends when the demo ends, even if the demo is killed."""

import argparse
import os
import signal
import sys
import threading
from pathlib import Path

from kiosk.arguments import spoken
from kiosk.clock.command import run
from kiosk.faults import Fault
from ui.words.languages import words_in


def main(settings: str) -> int:
    """Serve until standard input closes. The demo holds the pipe's other end, so it closes even after `kill -9`."""
    threading.Thread(target=_end_with_parent, name="parent", daemon=True).start()
    try:
        return run(argparse.Namespace(settings=Path(settings), language=None), sys.stdout, sys.stderr)
    except Fault as fault:
        print(words_in(spoken()).fault(fault.message), file=sys.stderr)
        return 2


def _end_with_parent() -> None:
    sys.stdin.buffer.read()
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
