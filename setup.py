"""Compiles the texts before they are packed. All else about the build is in pyproject.toml."""

import sys
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

ROOT = Path(__file__).parent
sys.path.insert(0, str(ROOT))

from ui.text_compiler.first_use import compile_if_stale  # noqa: E402  from this checkout, which a build does not install


class BuildWithTexts(build_py):
    """Python files, and the compiled texts beside them."""

    def run(self) -> None:
        compile_if_stale(ROOT / "ui" / "words")
        super().run()


setup(cmdclass={"build_py": BuildWithTexts})
