"""What `./dev words` makes of the texts: a JSON file for each language, and `face`, the type of every text.

All but this file is left out of git. A checkout compiles it at its first use; a wheel has it from the build.
"""

from pathlib import Path

_WORDS = Path(__file__).parents[1]

if (_WORDS / "en").is_dir():  # a checkout
    from ui.text_compiler.first_use import compile_if_stale

    compile_if_stale(_WORDS)
