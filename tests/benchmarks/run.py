"""`./dev bench`: runs every module here that has a `measure()` and prints their figures as one JSON object.

Name modules (`engine`, `journal`) to run only those.
"""

import importlib
import json
import pkgutil
import sys
from collections.abc import Sequence
from typing import Any

from tests import benchmarks


def run(names: Sequence[str] = ()) -> dict[str, Any]:
    """The figures by module, for the modules named, or for all."""
    found = sorted(module.name for module in pkgutil.iter_modules(benchmarks.__path__) if module.name != "run")
    unknown = sorted(set(names) - set(found))
    if unknown:
        raise SystemExit(f"no such benchmark: {', '.join(unknown)}; there are: {', '.join(found)}")
    figures: dict[str, Any] = {}
    for name in names or found:
        measure = getattr(importlib.import_module(f"{benchmarks.__name__}.{name}"), "measure", None)
        if measure:
            print(f"measuring {name}", file=sys.stderr)
            figures[name] = measure()
    return figures


if __name__ == "__main__":
    print(json.dumps(run(sys.argv[1:]), indent=2))
