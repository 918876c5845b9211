"""The output of `./dev words`: a JSON file for each language, and `face`, the type of every text.

Git ignores everything here but this file. A checkout compiles the texts at their first use. A wheel has them from the
build.
"""

from pathlib import Path

_WORDS = Path(__file__).parents[1]

if (_WORDS / "en").is_dir():  # a checkout
    from ui.text_compiler.first_use import compile_if_stale

    compile_if_stale(_WORDS)
