"""Compiles the texts in `ui/words/en` and `ui/words/locale` for `ui.words`. Used in a checkout and in a build. Not part
of a wheel."""
