"""The demo's clock: `kiosk clock` in a process that ends when the demo does, even one killed with -9."""

import argparse
import os
import signal
import sys
import threading
from pathlib import Path

from kiosk.clock.command import run
from kiosk.faults import Fault
from kiosk.spoken import spoken
from ui.words.languages import words_in


def main(settings: str) -> int:
    """Serve until standard input closes: the demo holds the other end, so the system closes it even after kill -9."""
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
