"""Every string that a person reads. Strings are whole sentences, and names in braces are filled in.

The English strings are in `en` and their translations in `locale`. `compiled` contains the files that the programs
read. docs/translating.md explains how to add or change a string.
"""

from ui.words.main import Words

__all__ = ["Words"]
