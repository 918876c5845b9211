"""The pictures of the README and the docs, made from the real programs: `python -m tests.screens.pictures`."""
