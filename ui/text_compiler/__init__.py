"""Compiles the strings in `ui/words/en` and `ui/words/locale` for `ui.words`. It is used in a checkout and in a build,
and is not part of a wheel."""
