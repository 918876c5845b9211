"""The output of `./dev words`: a JSON file for each language, and `face`, the type of every string.

Git ignores everything here except this file. In a checkout, the strings are compiled when they are first used. In a
wheel, they were compiled by the build.
"""

from pathlib import Path

_WORDS = Path(__file__).parents[1]

if (_WORDS / "en").is_dir():  # a checkout
    from ui.text_compiler.first_use import compile_if_stale

    compile_if_stale(_WORDS)
