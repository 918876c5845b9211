"""Compiles the texts in `ui/words/en` and `ui/words/locale` for `ui.words`.

Runs in a checkout and in a build; no wheel has it.
"""
