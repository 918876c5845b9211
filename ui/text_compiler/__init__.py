"""Compiles the strings in `ui/words` in a checkout and in a build; it is not part of a wheel."""
